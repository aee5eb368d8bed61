//! What is known of the games of a share of a batch, beside their positions.

use std::ops::Range;
use std::slice::ChunksExactMut;

use rulewright_engine::Pcg32;

use crate::rows::Widths;

/// What is the same for all games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) count: usize,
    pub(crate) seed: u64,
    pub(crate) restart: bool,
    /// Words of 64 bits for the legal actions of a game, at least one.
    pub(crate) words: usize,
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
    /// A bit for each action: whether it is legal.
    legal: Vec<u64>,
    /// How many games were ended at each place before the present one.
    rounds: Vec<u64>,
    /// Whether the present game began with its seed, and not with a position from outside.
    seeded: Vec<bool>,
}

impl Games {
    pub(crate) fn new(plan: Plan, count: usize) -> Self {
        Games {
            legal: vec![0; count * plan.words],
            rounds: vec![0; count],
            seeded: vec![false; count],
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.rounds.len()
    }

    /// Forgets which actions of a game are legal, to be told anew.
    pub(crate) fn clear_bits(&mut self, place: usize, plan: Plan) -> &mut [u64] {
        let words = place * plan.words..(place + 1) * plan.words;
        let bits = self.legal.get_mut(words).unwrap_or(&mut []);
        bits.fill(0);
        bits
    }

    /// The bits of each of some games.
    pub(crate) fn bits_of(&mut self, places: Range<usize>, plan: Plan) -> ChunksExactMut<'_, u64> {
        let words = places.start * plan.words..places.end * plan.words;
        let bits = self.legal.get_mut(words).unwrap_or(&mut []);
        bits.chunks_exact_mut(plan.words)
    }

    pub(crate) fn bits(&self, place: usize, plan: Plan) -> &[u64] {
        let words = place * plan.words..(place + 1) * plan.words;
        self.legal.get(words).unwrap_or(&[])
    }

    /// The first place with an action that is neither legal nor below 0.
    pub(crate) fn find_illegal(&self, actions: &[i64], plan: Plan) -> Option<(usize, i64)> {
        let games = self.legal.chunks_exact(plan.words);
        for ((place, action), bits) in actions.iter().enumerate().zip(games) {
            let Ok(number) = usize::try_from(*action) else {
                continue;
            };
            let word = bits.get(number / 64).copied().unwrap_or(0);
            if word >> (number % 64) & 1 == 0 {
                return Some((place, *action));
            }
        }
        None
    }

    /// A legal action of each game, each with the same chance; -1 where nothing is legal. Each game has a
    /// generator of its own, so that it does not matter who draws for which; `first` is the number of the
    /// first one.
    pub(crate) fn draw(&self, plan: Plan, seed: u64, first: usize, out: &mut [i64]) {
        let games = self.legal.chunks_exact(plan.words);
        // Mixed twice: the next seed is not to give a game what its neighbour has had.
        let start = mixed(seed).wrapping_add(first as u64);
        for ((bits, drawn), number) in games.zip(out).zip(0..) {
            let mut rng = Pcg32::from_raw(mixed(start.wrapping_add(number)));
            let count = bits.iter().map(|word| word.count_ones()).sum();
            *drawn = match count {
                0 => -1,
                _ => nth_bit(bits, rng.below(count)),
            };
        }
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

/// Sets a flag for each action whose bit is set; an empty mask is not asked for.
pub(crate) fn write_mask(bits: &[u64], mask: &mut [u8]) {
    for (flags, word) in mask.chunks_mut(64).zip(bits) {
        for (number, flag) in flags.iter_mut().enumerate() {
            *flag = (word >> number & 1) as u8;
        }
    }
}

/// Neighbouring numbers far apart: the last step of the generator `SplitMix64`.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

/// The number of a bit that is set, by how many are set before it.
fn nth_bit(bits: &[u64], before: u32) -> i64 {
    let mut before = before;
    for (number, word) in bits.iter().enumerate() {
        let count = word.count_ones();
        if before < count {
            let rest = (0..before).fold(*word, |rest, _| rest & rest.wrapping_sub(1));
            return number as i64 * 64 + i64::from(rest.trailing_zeros());
        }
        before -= count;
    }
    -1
}

/// Marks an action as legal.
pub(crate) fn set_bit(bits: &mut [u64], action: u32) {
    if let Some(word) = bits.get_mut(action as usize / 64) {
        *word |= 1 << (action % 64);
    }
}
