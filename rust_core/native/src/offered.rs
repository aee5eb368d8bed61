//! What is legal in a game of a batch: a list of numbers, as the memory of an instance has them.

use rulewright_engine::Pcg32;

/// A number of the list.
pub(crate) type Number = [u8; 4];

/// Numbers that are looked at together, and that there is always room for: hardly a list is longer, and to foresee
/// where a list ends costs more than to look at a few numbers behind it.
pub(crate) const NEAR: usize = 8;
/// Numbers whose flags are set together.
const TOGETHER: usize = 4;

/// The legal actions of a game, rising; none when it is over.
#[derive(Clone, Copy)]
pub(crate) struct Offered<'a> {
    /// At least [`NEAR`] numbers, or none at all; those behind the list mean nothing.
    numbers: &'a [Number],
    count: usize,
}

impl<'a> Offered<'a> {
    /// A list of which the first numbers are legal.
    #[inline]
    pub(crate) fn new(numbers: &'a [Number], count: usize) -> Self {
        let count = count.min(numbers.len());
        Offered { numbers, count }
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.count == 0
    }

    /// Whether an action is among them.
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "`&&` is a branch for each, which can't be foreseen"
    )]
    #[inline]
    pub(crate) fn has(self, action: u32) -> bool {
        let Some((near, far)) = self.numbers.split_first_chunk::<NEAR>() else {
            return false;
        };
        let mut is_near = false;
        for (place, number) in (0_u32..).zip(near) {
            is_near |= (u32::from_le_bytes(*number) == action) & (place < self.count as u32);
        }
        is_near || self.count > NEAR && Self::new(far, self.count - NEAR).is_far(action)
    }

    #[cold]
    fn is_far(self, action: u32) -> bool {
        let mut list = self.numbers.iter().take(self.count);
        list.any(|number| u32::from_le_bytes(*number) == action)
    }

    /// Sets the flag of each; a list that is too short for a flag is left without it.
    #[inline]
    pub(crate) fn mark(self, flags: &mut [u8]) {
        for first in (0..self.count).step_by(TOGETHER) {
            for place in first..first + TOGETHER {
                // The last one more than once, rather than to foresee where the list ends.
                let place = place.min(self.count - 1);
                let number = self.numbers.get(place).copied().unwrap_or_default();
                if let Some(flag) = flags.get_mut(u32::from_le_bytes(number) as usize) {
                    *flag = 1;
                }
            }
        }
    }

    /// One of them, each with the same chance; -1 if there is none.
    #[inline]
    pub(crate) fn draw(self, rng: &mut Pcg32) -> i64 {
        if self.is_empty() {
            return -1;
        }
        let place = rng.below(self.count as u32) as usize;
        let number = self.numbers.get(place).copied().unwrap_or_default();
        i64::from(u32::from_le_bytes(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[u32]) -> Vec<Number> {
        numbers.iter().map(|n| n.to_le_bytes()).collect()
    }

    #[test]
    fn a_list_has_its_numbers_and_none_of_those_behind_it() {
        let numbers = list(&(0..30).map(|n| 3 * n).collect::<Vec<_>>());
        for count in 0..=30 {
            let offered = Offered::new(&numbers, count);
            for action in 0..100 {
                let wanted = action % 3 == 0 && action / 3 < count as u32;
                assert_eq!(offered.has(action), wanted, "{action} of {count}");
            }
            let mut flags = [0; 91];
            offered.mark(&mut flags);
            for (action, flag) in (0..).zip(flags) {
                assert_eq!(flag == 1, offered.has(action), "{action} of {count}");
            }
        }
    }

    #[test]
    fn draws_take_each_number_and_no_other() {
        let numbers = list(&[2, 3, 5, 7, 11, 13, 17, 19, 23]);
        let mut rng = Pcg32::from_raw(1);
        assert_eq!(Offered::new(&numbers, 0).draw(&mut rng), -1);
        let mut drawn: Vec<i64> = (0..200)
            .map(|_| Offered::new(&numbers, 4).draw(&mut rng))
            .collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn, [2, 3, 5, 7]);
    }
}
