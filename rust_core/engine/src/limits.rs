//! Limits of places that depend on the position.
//!
//! The code of a move checks them while a game runs. Here they are asked for a whole position, which may
//! have been set up by hand.

use rulewright_ir::ids::SlotId;

use crate::engine::Engine;
use crate::fault::Fault;
use crate::interp::Machine;
use crate::layout::{SlotLayout, Sort};
use crate::state::State;

/// A part of a place that holds more than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverLimit {
    /// The place.
    pub slot: SlotId,
    /// The first cell of the part.
    pub index: u32,
    /// What it holds.
    pub held: i64,
    /// The most it may hold.
    pub most: i32,
}

impl SlotLayout {
    /// Cells of one part of a place: one for each entry of the kind it holds, or one.
    pub(crate) fn part_size(&self) -> u32 {
        match self.sort {
            Sort::ByIndex(size) => size.max(1),
            Sort::Plain | Sort::Entry(_) => 1,
        }
    }
}

impl Engine {
    /// The first part of a place that holds more than it may.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn over_limit(
        &self,
        state: &State,
        machine: &mut Machine,
    ) -> Result<Option<OverLimit>, Fault> {
        self.check_size(state)?;
        let mut found = None;
        for limit in &self.program().limits {
            let Some(place) = self.layout().slot(limit.slot) else {
                continue;
            };
            let size = place.part_size();
            for part in 0..place.cells() as u32 / size {
                let cells = part * size..(part + 1) * size;
                let cell = |index| i64::from(place.read(state.as_bytes(), index).unwrap_or(0));
                let held: i64 = cells.map(cell).sum();
                let most = self.value_of(limit.most, part as i32, state, machine)?;
                if held > i64::from(most) && found.is_none() {
                    found = Some(OverLimit {
                        slot: limit.slot,
                        index: part * size,
                        held,
                        most,
                    });
                }
            }
        }
        Ok(found)
    }
}
