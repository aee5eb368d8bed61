//! Random play from the start to the end.

use crate::{Game, Pcg32};

/// Keeps the player's generator apart from the game's.
const PLAYER_SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Points at the end.
    pub scores: [i32; 5],
    /// Decisions that were asked.
    pub decisions: u32,
}

/// Plays one game, each answer equally likely.
#[must_use]
pub fn playout(players: u8, seed: u64) -> Playout {
    let mut game = Game::new(players, seed, None);
    let mut rng = Pcg32::new(seed ^ PLAYER_SEED);
    let mut decisions = 0;
    while game.mask != 0 {
        let mut rest = game.mask;
        for _ in 0..rng.below(rest.count_ones()) {
            rest &= rest - 1;
        }
        game.answer(rest.trailing_zeros() as u8);
        decisions += 1;
    }
    Playout {
        scores: game.scores(),
        decisions,
    }
}
