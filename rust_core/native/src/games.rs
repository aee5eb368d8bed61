//! What is known of the games of a share of a batch, beside their positions.

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

    /// The same, to be told in rising order.
    #[inline]
    pub(crate) fn rewrite_bits(&mut self, place: usize, plan: Plan) -> RisingBits<'_> {
        let words = place * plan.words..(place + 1) * plan.words;
        RisingBits {
            words: self.legal.get_mut(words).unwrap_or(&mut []),
            number: 0,
            word: 0,
        }
    }

    pub(crate) fn bits(&self, place: usize, plan: Plan) -> &[u64] {
        let words = place * plan.words..(place + 1) * plan.words;
        self.legal.get(words).unwrap_or(&[])
    }

    /// Sets a flag for each legal action; an empty mask is not asked for.
    pub(crate) fn write_mask(&self, place: usize, mask: &mut [u8], plan: Plan) {
        for (flags, word) in mask.chunks_mut(64).zip(self.bits(place, plan)) {
            for (number, flag) in flags.iter_mut().enumerate() {
                *flag = (word >> number & 1) as u8;
            }
        }
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

    /// A legal action of each game, each with the same chance; -1 where nothing is legal.
    pub(crate) fn draw(&self, plan: Plan, rng: &mut Pcg32, out: &mut [i64]) {
        for (bits, drawn) in self.legal.chunks_exact(plan.words).zip(out) {
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

/// Bits that are written word by word, because actions come in rising order.
pub(crate) struct RisingBits<'a> {
    words: &'a mut [u64],
    /// The word at hand, and its bits.
    number: usize,
    word: u64,
}

impl RisingBits<'_> {
    /// Marks an action as legal.
    #[inline]
    pub(crate) fn set(&mut self, action: u32) {
        let number = action as usize / 64;
        while self.number < number.min(self.words.len()) {
            self.put();
        }
        self.word |= 1 << (action % 64);
    }

    /// Writes the word at hand and goes on to the next.
    #[inline]
    fn put(&mut self) {
        if let Some(word) = self.words.get_mut(self.number) {
            *word = self.word;
        }
        self.word = 0;
        self.number += 1;
    }

    /// Writes the words that are left.
    #[inline]
    pub(crate) fn finish(mut self) {
        while self.number < self.words.len() {
            self.put();
        }
    }
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
