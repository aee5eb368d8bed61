//! The random generator: PCG32 (XSH-RR 64/32), as the program format describes it.

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

/// A PCG32 generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pcg32(u64);

impl Pcg32 {
    /// A generator started from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut rng = Self(0);
        rng.next_u32();
        rng.0 = rng.0.wrapping_add(seed);
        rng.next_u32();
        rng
    }

    /// The next 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        let old = self.0;
        self.0 = old.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        ((((old >> 18) ^ old) >> 27) as u32).rotate_right((old >> 59) as u32)
    }

    /// A number below `n`, each equally likely; 0 if `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let mut r = self.next_u32();
        // What is rejected is below `2^32 mod n`, so below n: that is hardly ever computed.
        while r < n && is_rejected(r, n) {
            r = self.next_u32();
        }
        r % n
    }
}

#[cold]
fn is_rejected(r: u32, n: u32) -> bool {
    r < n.wrapping_neg() % n
}
