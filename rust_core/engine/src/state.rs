//! A state: one flat block of bytes, and what can be read from its header.
//!
//! Copying a state is a memory copy; equal states have equal bytes. A state knows nothing of its
//! engine, so one of another game is recognised by its length at most: such a state gives wrong
//! answers or a fault, never a panic.

use rulewright_ir::ids::{ChanceId, DecisionId, SlotId};

use crate::engine::Engine;
use crate::rng::Pcg32;

/// A position in a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) block: Box<[u8]>,
}

impl State {
    /// The bytes; [`Engine::state_from_bytes`] takes them back.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.block
    }

    /// The bytes, for another back end to run on. Others than it leaves there give a state that means
    /// nothing.
    #[inline]
    pub fn as_bytes_mut(&mut self) -> &mut [u8] {
        &mut self.block
    }

    /// The state that another back end left; bytes from elsewhere go through
    /// [`Engine::state_from_bytes`], which looks at them.
    #[must_use]
    pub fn from_back_end(block: &[u8]) -> Self {
        State {
            block: block.into(),
        }
    }
}

/// Where a state stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A player decides.
    Decision(DecisionId),
    /// Chance decides.
    Chance(ChanceId),
    /// The game is over.
    Over,
}

const AT_DECISION: u8 = 0;
const AT_CHANCE: u8 = 1;
const OVER: u8 = 2;

/// The position in the header of a block; nothing if the numbers mean nothing.
#[inline]
pub(crate) fn position(block: &[u8]) -> Option<Status> {
    let number = u32::from(u16::from_le_bytes(*block.get(8..)?.first_chunk()?));
    match (*block.get(10)?, number) {
        (AT_DECISION, _) => Some(Status::Decision(DecisionId(number))),
        (AT_CHANCE, _) => Some(Status::Chance(ChanceId(number))),
        (OVER, 0) => Some(Status::Over),
        _ => None,
    }
}

/// Writes the position into the header.
pub(crate) fn set_position(block: &mut [u8], status: Status) {
    let (number, sort) = match status {
        Status::Decision(id) => (id.0, AT_DECISION),
        Status::Chance(id) => (id.0, AT_CHANCE),
        Status::Over => (0, OVER),
    };
    let [low, high] = (number as u16).to_le_bytes();
    if let Some(header) = block.get_mut(8..11) {
        header.copy_from_slice(&[low, high, sort]);
    }
}

/// The generator in the header.
pub(crate) fn generator(block: &[u8]) -> Pcg32 {
    Pcg32::from_raw(
        block
            .first_chunk()
            .map_or(0, |bytes| u64::from_le_bytes(*bytes)),
    )
}

/// Writes the generator into the header.
pub(crate) fn set_generator(block: &mut [u8], rng: Pcg32) {
    if let Some(bytes) = block.first_chunk_mut() {
        *bytes = rng.raw().to_le_bytes();
    }
}

impl Engine {
    /// Where a state stands.
    #[must_use]
    #[inline]
    pub fn status(&self, state: &State) -> Status {
        self.stands_at(&state.block)
    }

    /// Where the bytes of a state stand; what means nothing counts as over.
    #[must_use]
    #[inline]
    pub fn stands_at(&self, block: &[u8]) -> Status {
        position(block).unwrap_or(Status::Over)
    }

    /// The player to move; nobody at a chance point and when the game is over.
    #[must_use]
    pub fn current_player(&self, state: &State) -> Option<u8> {
        self.decider(&state.block)
    }

    /// The player to move in the bytes of a state.
    #[must_use]
    pub fn decider(&self, block: &[u8]) -> Option<u8> {
        match self.stands_at(block) {
            Status::Decision(_) => self
                .layout()
                .read(block, self.program().actor, 0)
                .and_then(|player| u8::try_from(player).ok())
                .filter(|player| *player < self.program().players),
            Status::Chance(_) | Status::Over => None,
        }
    }

    /// The value of a cell by its flat index.
    #[must_use]
    pub fn cell(&self, state: &State, slot: SlotId, index: usize) -> Option<i32> {
        self.layout().read(&state.block, slot, index)
    }

    /// Gives a state a new generator, so that a search can look at other draws.
    pub fn reseed(&self, state: &mut State, seed: u64) {
        set_generator(&mut state.block, Pcg32::seeded(seed));
    }

    /// A hash of the bytes, the same on every platform and release. The bytes are taken as little
    /// endian words of 8 (the last one filled up with zeros); `h` starts as the number of bytes; for each
    /// word `h = (h ^ word) * 0x9E3779B97F4A7C15; h ^= h >> 32`; at the end
    /// `h *= 0xD6E8FEB86659FD93; h ^= h >> 32`; all modulo 2^64.
    #[must_use]
    pub fn hash(&self, state: &State) -> u64 {
        let mut hash = state.block.len() as u64;
        for chunk in state.block.chunks(8) {
            let mut word = [0_u8; 8];
            if let Some(bytes) = word.get_mut(..chunk.len()) {
                bytes.copy_from_slice(chunk);
            }
            hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 32;
        }
        hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        hash ^ (hash >> 32)
    }
}
