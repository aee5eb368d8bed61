//! Games that stay in the memory of an instance, and steps of many of them in one call.
//!
//! Behind everything else stand the queue, the observations of a run, and the games: each position with the list of
//! what is legal there behind it.

use rulewright_engine::Fault;

use crate::engine::NativeError;
use crate::machine::NativeMachine;
use crate::memory::{Shelf, CURSOR, ENTRY, PAGE};
use crate::offered::Offered;
use crate::sites::damaged;

/// Bytes for observations, if not a single game needs more. Few enough to stay near the processor.
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

/// Where the games of an instance stand, and what it needs to step them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    queue: u32,
    /// The observations of the last run, and how many bytes there are for them.
    views: u32,
    views_size: u32,
    /// Where the last run began.
    begun: usize,
    /// Bytes of what is seen of a game.
    view_size: usize,
    first: u32,
    shelf: Shelf,
    count: u32,
}

impl Kept {
    /// Where a game begins; behind the end of every memory if there is no such game.
    fn at(self, place: usize) -> usize {
        if place < self.count as usize {
            self.first as usize + place * self.shelf.size as usize
        } else {
            usize::MAX - self.shelf.size as usize
        }
    }
}

impl NativeMachine {
    /// Makes room for games, once.
    pub(crate) fn keep(&mut self, count: usize) -> Result<(), NativeError> {
        let too_large = |_| NativeError::Memory;
        let count = u32::try_from(count).map_err(too_large)?;
        let room = self.native.map().shelf;
        let mut end = self.memory.size(&self.store) * PAGE;
        let mut take = |bytes: u64| {
            let here = u32::try_from(end).map_err(too_large);
            end += bytes.next_multiple_of(64);
            here
        };
        let queue = take(u64::from(count) * u64::from(ENTRY))?;
        let engine = self.native.engine();
        let players = u64::from(engine.program().players);
        let views_size = u64::from(VIEWS).max(4 * players * engine.observation_len() as u64);
        let views = take(views_size)?;
        let first = take(u64::from(count) * u64::from(room.size) + BEHIND)?;
        if end > u64::from(u32::MAX) {
            return Err(NativeError::Memory);
        }
        let pages = end.div_ceil(PAGE) - self.memory.size(&self.store);
        let grown = self.memory.grow(&mut self.store, pages);
        grown.map_err(|_| NativeError::Memory)?;
        self.kept = Kept {
            queue,
            views,
            views_size: u32::try_from(views_size).map_err(too_large)?,
            begun: 0,
            view_size: 0,
            first,
            shelf: room,
            count,
        };
        Ok(())
    }

    /// Puts the bytes of a position in its place, and what is legal there.
    pub(crate) fn put_kept(&mut self, place: usize, block: &[u8], legal: &[u32]) {
        let (at, room) = (self.kept.at(place), self.kept.shelf);
        let memory = self.memory.data_mut(&mut self.store);
        let Some(here) = memory.get_mut(at..at + room.size as usize) else {
            return;
        };
        if let Some(bytes) = here.get_mut(..block.len()) {
            bytes.copy_from_slice(block);
        }
        let words = [legal.len() as u32]
            .into_iter()
            .chain(legal.iter().copied());
        let list = here.get_mut(room.count as usize..).unwrap_or(&mut []);
        for (bytes, word) in list.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
    }

    /// Fills the queue: games, and the action that each takes, which is known to be legal. Others give a fault or a
    /// position that means nothing.
    pub(crate) fn fill_queue(&mut self, entries: impl Iterator<Item = (usize, u32)>) {
        let kept = self.kept;
        let memory = self.memory.data_mut(&mut self.store);
        let queue = memory.get_mut(kept.queue as usize..).unwrap_or(&mut []);
        let places = queue.as_chunks_mut::<{ ENTRY as usize }>().0.iter_mut();
        for (bytes, (place, action)) in places.take(kept.count as usize).zip(entries) {
            let fields = u64::from(action) | (kept.at(place) as u64) << 32;
            *bytes = fields.to_le_bytes();
        }
    }

    /// Takes the entries of the queue from `next` to `end`, as far as there is room for what is seen then. Gives the
    /// number of entries that it came past, at least one, and the fault that stopped it: the action after them was
    /// not taken, and its game is as before.
    pub(crate) fn run_queue(
        &mut self,
        (next, end): (usize, usize),
        views: Views,
    ) -> (usize, Option<Fault>) {
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
        let end = end.min(kept.count as usize);
        let (end, views_at) = match (kept.views_size as usize).checked_div(view) {
            Some(most) => (end.min(next + most), kept.views),
            None => (end, 0),
        };
        let entry = |number: usize| kept.queue + number as u32 * ENTRY;
        let number = |entry: u32| (entry.saturating_sub(kept.queue) / ENTRY) as usize;
        let each = u32::from(views == Views::Each);
        self.set_word(CURSOR, NOWHERE);
        let params = (entry(next), entry(end), views_at, each);
        match self.call(|ways| &ways.steps, params) {
            Ok(stopped) if number(stopped) > next => (number(stopped) - next, None),
            Ok(_) => {
                let program = self.native.engine().program();
                (0, Some(damaged(program, "the queue does not move")))
            }
            Err(fault) => (self.put_back(next), Some(fault)),
        }
    }

    /// Puts the position back whose step failed, as it was before, with what is legal there; gives the number of
    /// steps that came before it.
    #[cold]
    fn put_back(&mut self, next: usize) -> usize {
        let (kept, entry) = (self.kept, self.word(CURSOR));
        if entry == NOWHERE {
            return 0;
        }
        let number = (entry.saturating_sub(kept.queue) / ENTRY) as usize;
        let before = self.block().to_vec();
        // The step may have begun to write another list over the one that was there.
        let mut legal = Vec::new();
        if self.legal(&before, &mut legal).is_err() {
            legal.clear();
        }
        let position = self.word(entry + 4);
        let place = position.saturating_sub(kept.first) / kept.shelf.size.max(1);
        self.put_kept(place as usize, &before, &legal);
        number.saturating_sub(next)
    }

    /// The games, and what the last run of the queue left.
    pub(crate) fn look(&self) -> Look<'_> {
        Look {
            memory: self.memory.data(&self.store),
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
    kept: Kept,
    size: usize,
}

impl<'a> Look<'a> {
    /// The bytes of a position; none if it is not there.
    #[inline]
    pub(crate) fn position(self, place: usize) -> &'a [u8] {
        let at = self.kept.at(place);
        self.memory.get(at..at + self.size).unwrap_or(&[])
    }

    /// What is seen after an entry of the last run was taken, as the bytes of numbers.
    #[inline]
    pub(crate) fn seen(self, number: usize) -> &'a [u8] {
        let kept = self.kept;
        let start = kept.views as usize + number.saturating_sub(kept.begun) * kept.view_size;
        let bytes = start..start + kept.view_size;
        self.memory.get(bytes).unwrap_or(&[])
    }

    /// What is legal in a game.
    #[inline]
    pub(crate) fn legal(self, place: usize) -> Offered<'a> {
        let (at, room) = (self.kept.at(place), self.kept.shelf);
        let bytes = at + room.count as usize..at + room.size as usize;
        let list = self.memory.get(bytes).unwrap_or(&[]);
        match list.as_chunks().0.split_first() {
            Some((count, numbers)) => Offered::new(numbers, u32::from_le_bytes(*count) as usize),
            None => Offered::new(&[], 0),
        }
    }
}
