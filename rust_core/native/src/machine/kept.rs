//! Positions that stay in the memory of an instance, and steps of many of them in one call.
//!
//! Behind everything else stand the queue, the lists of what is legal after its steps, and the positions.

use rulewright_engine::Fault;

use crate::engine::NativeError;
use crate::machine::{words, NativeMachine};
use crate::memory::{CURSOR, ENTRY, PAGE};
use crate::sites::damaged;

/// Bytes for lists of legal actions, if not a single one needs more. Few enough to stay near the processor.
const LISTS: u32 = 1 << 14;

/// Where the positions of an instance stand, and what it needs to step them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    queue: u32,
    lists: u32,
    /// The last place where a list may begin.
    last_list: u32,
    first: u32,
    /// Bytes from one position to the next.
    stride: u32,
    count: u32,
}

impl Kept {
    /// The bytes of a position; behind the end of every memory if there is no such position.
    fn at(self, place: usize, size: usize) -> std::ops::Range<usize> {
        if place >= self.count as usize {
            return usize::MAX..usize::MAX;
        }
        let start = self.first as usize + place * self.stride as usize;
        start..start + size
    }
}

impl NativeMachine {
    /// Makes room for positions, once.
    pub(crate) fn keep(&mut self, count: usize) -> Result<(), NativeError> {
        let too_large = |_| NativeError::Memory;
        let count = u32::try_from(count).map_err(too_large)?;
        let longest = self.native.map().longest_list;
        let mut end = self.memory.size(&self.store) * PAGE;
        let mut take = |bytes: u64| {
            let here = u32::try_from(end).map_err(too_large);
            end += bytes.next_multiple_of(64);
            here
        };
        let stride = (self.size as u64).next_multiple_of(16);
        let lists_size = LISTS.max(longest.saturating_mul(2));
        let queue = take(u64::from(count) * u64::from(ENTRY))?;
        let lists = take(u64::from(lists_size))?;
        let first = take(u64::from(count) * stride)?;
        if end > u64::from(u32::MAX) {
            return Err(NativeError::Memory);
        }
        let pages = end.div_ceil(PAGE) - self.memory.size(&self.store);
        let grown = self.memory.grow(&mut self.store, pages);
        grown.map_err(|_| NativeError::Memory)?;
        self.kept = Kept {
            queue,
            lists,
            last_list: lists + lists_size - longest,
            first,
            stride: stride as u32,
            count,
        };
        Ok(())
    }

    /// The bytes of a position; none if it is not there.
    #[inline]
    pub(crate) fn kept(&self, place: usize) -> &[u8] {
        let memory = self.memory.data(&self.store);
        memory.get(self.kept.at(place, self.size)).unwrap_or(&[])
    }

    /// Puts the bytes of a position in its place.
    pub(crate) fn put_kept(&mut self, place: usize, block: &[u8]) {
        let bytes = self.kept.at(place, self.size);
        let memory = self.memory.data_mut(&mut self.store);
        if let Some(here) = memory
            .get_mut(bytes)
            .filter(|here| here.len() == block.len())
        {
            here.copy_from_slice(block);
        }
    }

    /// Fills the queue: positions and the actions they take, which are known to be legal; others give a
    /// fault or a position that means nothing.
    pub(crate) fn fill_queue(&mut self, moves: &[(usize, u32)]) {
        let (kept, size) = (self.kept, self.size);
        let memory = self.memory.data_mut(&mut self.store);
        let queue = memory.get_mut(kept.queue as usize..).unwrap_or(&mut []);
        for (entry, (place, action)) in queue.chunks_exact_mut(ENTRY as usize).zip(moves) {
            if let Some((position, rest)) = entry.split_first_chunk_mut() {
                *position = (kept.at(*place, size).start as u32).to_le_bytes();
                if let Some(chosen) = rest.first_chunk_mut() {
                    *chosen = action.to_le_bytes();
                }
            }
        }
    }

    /// Takes the actions of the queue from `next` to `end`, as far as there is room for what is legal then.
    /// Gives the number that were taken, at least one, and the fault that stopped it: the action after them
    /// was not taken, and its position is as before.
    pub(crate) fn run_queue(&mut self, next: usize, end: usize) -> (usize, Option<Fault>) {
        self.known = None;
        let kept = self.kept;
        let entry = |number: usize| kept.queue + number as u32 * ENTRY;
        let number = |entry: u32| (entry.saturating_sub(kept.queue) / ENTRY) as usize;
        let params = (entry(next), entry(end), kept.lists, kept.last_list);
        match self.call(|ways| &ways.steps, params) {
            Ok(stopped) if number(stopped) > next => (number(stopped) - next, None),
            Ok(_) => {
                let program = self.native.engine().program();
                (0, Some(damaged(program, "the queue does not move")))
            }
            Err(fault) => (number(self.word(CURSOR)).saturating_sub(next), Some(fault)),
        }
    }

    /// What is legal after the action of an entry was taken by the last run of the queue.
    #[inline]
    pub(crate) fn offered_to(&self, number: usize) -> impl ExactSizeIterator<Item = u32> + '_ {
        let memory = self.memory.data(&self.store);
        let entry = self.kept.queue + number as u32 * ENTRY;
        let (list, count) = (
            self.word(entry + 8) as usize,
            self.word(entry + 12) as usize,
        );
        words(memory.get(list..list + 4 * count).unwrap_or(&[]))
    }
}
