//! How often the code of each place in the rule files runs in random play.
//!
//! The interpreter counts instructions; here they are added up by their spans. Machine code counts
//! nothing, so this is always the interpreter's work.

use std::ops::Range;

use crate::engine::Engine;
use crate::fault::{Fault, FaultKind};
use crate::interp::{Machine, Watch};
use crate::playout::Playout;

/// Games, and how many instructions they ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The games, in the order of their seeds; the same as without counting.
    pub playouts: Vec<Playout>,
    /// Instructions run for each span of the program.
    pub by_span: Vec<u64>,
    /// Instructions run that have no span.
    pub elsewhere: u64,
}

impl Engine {
    /// Plays one game at random for each seed, on this thread, and counts instructions.
    ///
    /// # Errors
    /// The fault of the first seed that has one.
    pub fn count_playouts(&self, seeds: Range<u64>) -> Result<Counted, Fault> {
        // Every instruction counts where it is written, so the program is run as it is written.
        let written = self.written()?;
        let code = written.context().code;
        let mut machine = Machine::new();
        machine.watch = Watch::Counts(vec![0; code.len()]);
        let playouts = seeds
            .map(|seed| written.playout(seed, &mut machine))
            .collect::<Result<Vec<_>, _>>()?;
        let mut by_span = vec![0; self.program().spans.len()];
        let mut elsewhere = 0;
        let Watch::Counts(counts) = &machine.watch else {
            return Err(self.fault(FaultKind::Damaged("nothing was counted"), None, "playouts"));
        };
        for (pc, count) in (0..).zip(counts) {
            let span = code.span_at(pc);
            match span.and_then(|span| by_span.get_mut(span.index())) {
                Some(total) => *total += count,
                None => elsewhere += count,
            }
        }
        Ok(Counted {
            playouts,
            by_span,
            elsewhere,
        })
    }
}
