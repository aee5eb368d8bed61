//! PCG32 (XSH-RR 64/32), the only source of chance.
//!
//! The numbers are part of the format: a seed gives the same game on every platform and release,
//! so nothing here may change. The tests pin values computed apart from this code.

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

/// The generator; its whole state is one `u64`, kept in the first eight bytes of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pcg32 {
    state: u64,
}

impl Pcg32 {
    /// A generator started from a seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        let mut rng = Pcg32 { state: 0 };
        rng.next_u32();
        rng.state = rng.state.wrapping_add(seed);
        rng.next_u32();
        rng
    }

    /// Goes on from a kept generator state.
    #[must_use]
    pub fn from_raw(state: u64) -> Self {
        Pcg32 { state }
    }

    /// The generator state, to be kept.
    #[must_use]
    pub fn raw(self) -> u64 {
        self.state
    }

    /// The next 32 random bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        let mixed = (((old >> 18) ^ old) >> 27) as u32;
        mixed.rotate_right((old >> 59) as u32)
    }

    /// A number below `n`, each with the same chance; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        loop {
            let r = self.next_u32();
            // The numbers below 2^32 - n, modulo n, would favour the small results. They are below n too,
            // so that as a rule one comparison does instead of a division.
            if r >= n || r >= n.wrapping_neg() % n {
                return r % n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pcg32;

    // Computed with a Python script written from docs/ir.md, not with this code.
    #[test]
    fn first_numbers_of_three_seeds() {
        let cases: [(u64, [u32; 6], u64); 3] = [
            (
                0,
                [
                    3_894_649_422,
                    2_055_130_073,
                    2_315_086_854,
                    2_925_816_488,
                    3_443_325_253,
                    1_644_475_139,
                ],
                0x5b21_778e_3c86_66a8,
            ),
            (
                42,
                [
                    3_270_867_926,
                    1_795_671_209,
                    1_924_641_435,
                    1_143_034_755,
                    4_121_910_957,
                    1_757_328_946,
                ],
                0x4c73_01d0_7b23_bdfa,
            ),
            (
                u64::MAX,
                [
                    3_643_879_478,
                    3_444_271_506,
                    2_072_954_526,
                    2_577_256_464,
                    1_548_663_211,
                    3_076_993_113,
                ],
                0xe193_55c9_9c8e_d863,
            ),
        ];
        for (seed, numbers, raw) in cases {
            let mut rng = Pcg32::seeded(seed);
            assert_eq!(numbers.map(|_| rng.next_u32()), numbers);
            assert_eq!(rng.raw(), raw);
        }
    }

    #[test]
    fn bounded_numbers_of_one_seed() {
        let mut rng = Pcg32::seeded(7);
        let bounds = [1, 2, 3, 6, 10, 52, 1000, 0x8000_0001, u32::MAX];
        let drawn = bounds.map(|n| rng.below(n));
        assert_eq!(
            drawn,
            [0, 0, 2, 0, 2, 15, 356, 2_032_774_051, 3_984_462_378]
        );
        assert_eq!(rng.raw(), 0x2705_f70d_3959_b6ef);
    }

    #[test]
    fn nothing_is_below_zero_and_no_number_is_used() {
        let mut rng = Pcg32::seeded(7);
        let before = rng;
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng, before);
    }
}
