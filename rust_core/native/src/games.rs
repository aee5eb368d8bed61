//! What is known of the games of a share of a batch, beside their positions and what is legal there.

use crate::rows::Widths;

/// What is the same for all games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) count: usize,
    pub(crate) seed: u64,
    pub(crate) restart: bool,
    pub(crate) widths: Widths,
}

impl Plan {
    /// The seed of the game at a place, after `round` others there.
    pub(crate) fn seed_of(self, place: usize, round: u64) -> u64 {
        let before = round.wrapping_mul(self.count as u64);
        self.seed.wrapping_add(before).wrapping_add(place as u64)
    }
}

/// What is known of some games.
#[derive(Clone, Default)]
pub(crate) struct Games {
    /// How many games were ended at each place before the present one.
    rounds: Vec<u64>,
    /// Whether the present game began with its seed, and not with a position from outside.
    seeded: Vec<bool>,
}

impl Games {
    pub(crate) fn new(count: usize) -> Self {
        Games {
            rounds: vec![0; count],
            seeded: vec![false; count],
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.rounds.len()
    }

    pub(crate) fn mark(&mut self, place: usize, round: u64, seeded: bool) {
        if let Some(here) = self.rounds.get_mut(place) {
            *here = round;
        }
        if let Some(here) = self.seeded.get_mut(place) {
            *here = seeded;
        }
    }

    pub(crate) fn mark_of(&self, place: usize) -> (u64, bool) {
        let round = self.rounds.get(place).copied().unwrap_or(0);
        let seeded = self.seeded.get(place).copied().unwrap_or(false);
        (round, seeded)
    }
}
