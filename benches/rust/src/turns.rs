//! Times of several sides and programs that take turns.

use std::time::Instant;

use crate::{Outcome, Side, Table};

/// The time of one side over all repeats.
#[derive(Clone, Debug)]
pub struct Timing {
    /// Who played.
    pub side: Side,
    /// Nanoseconds a decision in each repeat.
    pub repeats: Vec<f64>,
}

impl Timing {
    /// The middle of the repeats.
    #[must_use]
    pub fn median(&self) -> f64 {
        let mut sorted = self.repeats.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
    }

    /// The least and the greatest of the repeats.
    #[must_use]
    pub fn spread(&self) -> (f64, f64) {
        let least = self.repeats.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.repeats.iter().copied().fold(0.0, f64::max);
        (least, most)
    }
}

/// Times all sides of all programs on the same seeds. They take turns, so that a slow moment hits all of them.
/// One list for each program, in their order.
///
/// # Errors
/// If the rules fail, or the sides of a program don't come to the same results.
pub fn in_turns(
    tables: &mut [Table],
    games: u64,
    repeats: usize,
) -> Result<Vec<Vec<Timing>>, String> {
    let mut all: Vec<Vec<Timing>> = tables.iter().map(empty).collect();
    for repeat in 0..repeats as u64 {
        let seeds = repeat * games..(repeat + 1) * games;
        for (table, timings) in tables.iter_mut().zip(&mut all) {
            let mut first: Option<Outcome> = None;
            for timing in timings {
                let start = Instant::now();
                let outcome = table.play(timing.side, seeds.clone())?;
                let seconds = start.elapsed().as_secs_f64();
                if *first.get_or_insert(outcome) != outcome {
                    let (name, game) = (timing.side.name(), &table.engine().program().game);
                    return Err(format!(
                        "{name} ends seeds {seeds:?} of {game} differently, so no speed is given"
                    ));
                }
                #[expect(clippy::cast_precision_loss, reason = "a count of decisions is small")]
                let decisions = outcome.decisions as f64;
                timing.repeats.push(seconds * 1e9 / decisions);
            }
        }
    }
    Ok(all)
}

fn empty(table: &Table) -> Vec<Timing> {
    let of = |&side| Timing {
        side,
        repeats: Vec::new(),
    };
    table.sides().iter().map(of).collect()
}
