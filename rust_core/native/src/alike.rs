//! The order in which a share of a batch takes its actions: like after like.
//!
//! The processor foresees where code goes by where it went before. Games of a batch stand at different points, and what
//! is foreseen wrongly costs as much as everything else; so those that do the same thing do it one after another.

use rulewright_ir::program::Program;

/// Games that are sorted together: enough of each sort, and few enough that their positions stay near the processor.
const TOGETHER: usize = 512;

/// Sorts actions by the option to which they belong.
pub(crate) struct Alike {
    /// For each action the number of its option.
    option_of: Vec<u16>,
    /// For each option where the next game with an action of it goes; one more for the end.
    ends: Vec<u32>,
    /// The games that take an action, in their order.
    places: Vec<u32>,
}

impl Alike {
    pub(crate) fn of(program: &Program) -> Self {
        let mut option_of = vec![0; program.actions as usize];
        let mut count = 0_u16;
        for option in program.decisions.iter().flat_map(|d| &d.options) {
            let first = option.first as usize;
            let numbers = first..first + program.option_size(option) as usize;
            option_of.get_mut(numbers).unwrap_or(&mut []).fill(count);
            // So many options are one sort in the end: the order is a matter of speed alone.
            count = count.saturating_add(1);
        }
        Alike {
            option_of,
            ends: vec![0; usize::from(count) + 1],
            places: Vec::new(),
        }
    }

    /// Orders the games that take an action; those with an action below 0 take none.
    pub(crate) fn sort(&mut self, actions: &[i64]) {
        self.places.clear();
        for (number, some) in actions.chunks(TOGETHER).enumerate() {
            self.sort_some(some, number * TOGETHER);
        }
    }

    /// Adds some games in their order; the first of them has the place `first`.
    fn sort_some(&mut self, actions: &[i64], first: usize) {
        self.ends.fill(0);
        for action in actions {
            if let Some(end) = self.option(*action).and_then(|o| self.ends.get_mut(o)) {
                *end += 1;
            }
        }
        let mut before = self.places.len() as u32;
        for end in &mut self.ends {
            before += std::mem::replace(end, before);
        }
        self.places.resize(before as usize, 0);
        for (place, action) in (first as u32..).zip(actions) {
            let option = self.option(*action);
            if let Some(end) = option.and_then(|option| self.ends.get_mut(option)) {
                if let Some(here) = self.places.get_mut(*end as usize) {
                    *here = place;
                }
                *end += 1;
            }
        }
    }

    fn option(&self, action: i64) -> Option<usize> {
        let number = usize::try_from(action).ok()?;
        self.option_of
            .get(number)
            .map(|option| usize::from(*option))
    }

    /// The games in the order in which they take their actions.
    pub(crate) fn places(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.places.iter().map(|place| *place as usize)
    }

    /// The game that comes at a time.
    pub(crate) fn place(&self, number: usize) -> Option<usize> {
        self.places.get(number).map(|place| *place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(option_of: &[u16]) -> Alike {
        Alike {
            option_of: option_of.to_vec(),
            ends: vec![0; 4],
            places: Vec::new(),
        }
    }

    #[test]
    fn like_comes_after_like_and_every_game_with_an_action_comes_once() {
        let mut alike = alike(&[0, 0, 1, 1, 1, 2]);
        alike.sort(&[5, 0, 2, -1, 4, 1, 5, -7, 3]);
        assert_eq!(alike.places().collect::<Vec<_>>(), [1, 5, 2, 4, 8, 0, 6]);
        alike.sort(&[-1, 2, -1]);
        assert_eq!(alike.places().collect::<Vec<_>>(), [1]);
        alike.sort(&[-1, -1]);
        assert_eq!(alike.places().len(), 0);
        assert_eq!(alike.place(0), None);
    }

    #[test]
    fn those_far_away_are_sorted_by_themselves() {
        let mut alike = alike(&[0, 0, 1, 1, 1, 2]);
        let mut actions = vec![-1; TOGETHER + 3];
        for (place, action) in [(1, 5), (4, 0), (TOGETHER, 3), (TOGETHER + 2, 1)] {
            actions[place] = action;
        }
        alike.sort(&actions);
        let places = alike.places().collect::<Vec<_>>();
        assert_eq!(places, [4, 1, TOGETHER + 2, TOGETHER]);
    }
}
