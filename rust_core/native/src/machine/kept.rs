//! Positions that stay in the memory of an instance, and steps of many of them in one call.
//!
//! Behind everything else stand the queue, the lists of what is legal after its steps, and the positions.

use rulewright_engine::Fault;

use crate::engine::NativeError;
use crate::machine::{words, NativeMachine};
use crate::memory::{CURSOR, ENTRY, PAGE, STATE};
use crate::sites::damaged;

/// Bytes for lists of legal actions, and for observations, if not a single one needs more. Few enough to
/// stay near the processor.
const LISTS: u32 = 1 << 14;
const VIEWS: u32 = 1 << 14;
/// Bytes behind the last position: several cells are looked at together, and some of them may not be there.
const BEHIND: u64 = 256;
/// The entry at which the queue stands before it runs.
const NOWHERE: u32 = 0;

/// What is to be seen of each game after its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Views {
    /// Nothing.
    None,
    /// What the player to move sees, player 0 if the game is over.
    Mover,
    /// What each player sees.
    Each,
}

/// Where the positions of an instance stand, and what it needs to step them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    queue: u32,
    lists: u32,
    /// The last place where a list may begin.
    last_list: u32,
    /// The observations of the last run, and how many bytes there are for them.
    views: u32,
    views_size: u32,
    /// Where the last run began.
    begun: usize,
    /// Bytes of what is seen of a game.
    view_size: usize,
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
        let engine = self.native.engine();
        let players = u64::from(engine.program().players);
        let views_size = u64::from(VIEWS).max(4 * players * engine.observation_len() as u64);
        let views = take(views_size)?;
        let first = take(u64::from(count) * stride + BEHIND)?;
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
            views,
            views_size: u32::try_from(views_size).map_err(too_large)?,
            begun: 0,
            view_size: 0,
            first,
            stride: stride as u32,
            count,
        };
        Ok(())
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

    /// Fills the queue: the action that each position takes, which is known to be legal, or one below 0 for
    /// none. Others give a fault or a position that means nothing.
    pub(crate) fn fill_queue(&mut self, actions: &[i64]) {
        let kept = self.kept;
        let memory = self.memory.data_mut(&mut self.store);
        let queue = memory.get_mut(kept.queue as usize..).unwrap_or(&mut []);
        let (entries, _) = queue.as_chunks_mut::<{ ENTRY as usize }>();
        let positions = (kept.first..).step_by(kept.stride.max(1) as usize);
        let entries = entries.iter_mut().take(kept.count as usize);
        for ((entry, position), action) in entries.zip(positions).zip(actions) {
            // Only the lower half of it is kept, and that of a number below 0 may be an action.
            let action = (*action).max(-1) as u64;
            let fields = u64::from(position) | action << 32;
            if let Some(first) = entry.first_chunk_mut() {
                *first = fields.to_le_bytes();
            }
        }
    }

    /// Takes the actions of the queue from `next` on, as far as there is room for what is legal and seen
    /// then. Gives the number of positions that it came past, at least one, and the fault that stopped it:
    /// the action after them was not taken, and its position is as before.
    pub(crate) fn run_queue(&mut self, next: usize, views: Views) -> (usize, Option<Fault>) {
        self.known = None;
        let engine = self.native.engine();
        let view = 4 * engine.observation_len();
        let view = match views {
            Views::None => 0,
            Views::Mover => view,
            Views::Each => view * usize::from(engine.program().players),
        };
        self.kept.begun = next;
        self.kept.view_size = view;
        let kept = self.kept;
        let end = kept.count as usize;
        let (end, views_at) = match (kept.views_size as usize).checked_div(view) {
            Some(most) => (end.min(next + most), kept.views),
            None => (end, 0),
        };
        let entry = |number: usize| kept.queue + number as u32 * ENTRY;
        let number = |entry: u32| (entry.saturating_sub(kept.queue) / ENTRY) as usize;
        let each = u32::from(views == Views::Each);
        self.set_word(CURSOR, NOWHERE);
        let lists = (kept.lists, kept.last_list);
        let params = (entry(next), entry(end), lists.0, lists.1, views_at, each);
        match self.call(|ways| &ways.steps, params) {
            Ok(stopped) if number(stopped) > next => (number(stopped) - next, None),
            Ok(_) => {
                let program = self.native.engine().program();
                (0, Some(damaged(program, "the queue does not move")))
            }
            Err(fault) => (self.put_back(next), Some(fault)),
        }
    }

    /// Puts the position back whose step failed, as it was before, and gives the number of steps that came
    /// before it.
    #[cold]
    fn put_back(&mut self, next: usize) -> usize {
        let (kept, entry) = (self.kept, self.word(CURSOR));
        if entry == NOWHERE {
            return 0;
        }
        let saved = STATE as usize..STATE as usize + self.size;
        let position = self.word(entry) as usize;
        let memory = self.memory.data_mut(&mut self.store);
        if saved.end <= memory.len() && position.saturating_add(self.size) <= memory.len() {
            memory.copy_within(saved, position);
        }
        let number = entry.saturating_sub(kept.queue) / ENTRY;
        (number as usize).saturating_sub(next)
    }

    /// The positions, and what the last run of the queue left.
    pub(crate) fn look(&self) -> Look<'_> {
        let memory = self.memory.data(&self.store);
        let queue = memory.get(self.kept.queue as usize..);
        Look {
            memory,
            entries: queue.unwrap_or(&[]).as_chunks().0,
            kept: self.kept,
            size: self.size,
        }
    }
}

/// A look into the memory of an instance. Asking for that memory takes a while, so it is done once for many
/// games.
#[derive(Clone, Copy)]
pub(crate) struct Look<'a> {
    memory: &'a [u8],
    entries: &'a [[u8; ENTRY as usize]],
    kept: Kept,
    size: usize,
}

impl<'a> Look<'a> {
    /// The bytes of a position; none if it is not there.
    #[inline]
    pub(crate) fn position(self, place: usize) -> &'a [u8] {
        let bytes = self.kept.at(place, self.size);
        self.memory.get(bytes).unwrap_or(&[])
    }

    /// What is seen after the action of an entry was taken, as the bytes of numbers.
    #[inline]
    pub(crate) fn seen(self, number: usize) -> &'a [u8] {
        let kept = self.kept;
        let start = kept.views as usize + number.saturating_sub(kept.begun) * kept.view_size;
        let bytes = start..start + kept.view_size;
        self.memory.get(bytes).unwrap_or(&[])
    }

    /// What is legal after the action of an entry was taken; means nothing if it had none to take.
    #[inline]
    pub(crate) fn legal(self, number: usize) -> impl ExactSizeIterator<Item = u32> + 'a {
        let fields = self
            .entries
            .get(number)
            .and_then(|entry| entry.last_chunk());
        let fields = fields.map_or(0, |fields| u64::from_le_bytes(*fields));
        let (list, count) = (fields as u32 as usize, (fields >> 32) as usize);
        words(self.memory.get(list..list + 4 * count).unwrap_or(&[]))
    }
}
