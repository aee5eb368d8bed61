//! Which bytes are a state.
//!
//! Total over arbitrary bytes. What passes can be run: every cell is in its range, every number in the
//! header and every kept segment means something. Whether the rules could ever lead there is not asked,
//! so a position may be set up by hand.

use rulewright_ir::ids::SlotId;
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::Op;

use crate::engine::Engine;
use crate::state::{position, State, Status};

/// Why bytes are no state of a game, or a value cannot stand in a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// Too few or too many bytes.
    #[error("a state of this game has {wanted} bytes, not {given}")]
    Size {
        /// Bytes of a state.
        wanted: usize,
        /// Bytes given.
        given: usize,
    },
    /// The header says nothing sensible about where the state stands.
    #[error("the state stands nowhere: number {number} of sort {sort}")]
    Position {
        /// The number.
        number: u16,
        /// The sort.
        sort: u8,
    },
    /// A byte that belongs to nothing is not zero.
    #[error("byte {at} belongs to nothing and must be zero")]
    Padding {
        /// Its place.
        at: usize,
    },
    /// No such slot or cell.
    #[error("there is no cell {index} in {slot}")]
    NoCell {
        /// The slot.
        slot: SlotId,
        /// The index.
        index: usize,
    },
    /// A cell out of its range.
    #[error("`{name}` at {index} is {value}; it holds {low} to {high}")]
    Range {
        /// Name of the slot.
        name: String,
        /// Index of the cell.
        index: usize,
        /// Its value.
        value: i32,
        /// Least value.
        low: i32,
        /// Greatest value.
        high: i32,
    },
    /// A kept segment that nothing keeps there.
    #[error("`{name}` at {index} is {value}, which is no segment to go on from")]
    Segment {
        /// Name of the slot.
        name: String,
        /// Index of the cell.
        index: usize,
        /// Its value.
        value: i32,
    },
}

impl Engine {
    /// Whether bytes are a state of this game.
    ///
    /// # Errors
    /// Says what is wrong first.
    pub fn validate(&self, bytes: &[u8]) -> Result<(), StateError> {
        let layout = self.layout();
        if bytes.len() != layout.size() {
            return Err(StateError::Size {
                wanted: layout.size(),
                given: bytes.len(),
            });
        }
        self.validate_position(bytes)?;
        for range in layout.padding() {
            let start = range.start;
            if let Some(i) = bytes
                .get(range)
                .and_then(|pad| pad.iter().position(|b| *b != 0))
            {
                return Err(StateError::Padding { at: start + i });
            }
        }
        for slot in 0..layout.slots().len() {
            self.validate_slot(bytes, SlotId(slot as u32))?;
        }
        Ok(())
    }

    /// A state from its bytes.
    ///
    /// # Errors
    /// If the bytes are no state of this game.
    pub fn state_from_bytes(&self, bytes: &[u8]) -> Result<State, StateError> {
        self.validate(bytes)?;
        Ok(State {
            block: bytes.into(),
        })
    }

    /// Sets one cell of a state, as one sets up a position.
    ///
    /// # Errors
    /// If there is no such cell or the value cannot stand there; the state is as before then.
    pub fn set_cell(
        &self,
        state: &mut State,
        slot: SlotId,
        index: usize,
        value: i32,
    ) -> Result<(), StateError> {
        let place = self
            .layout()
            .slot(slot)
            .filter(|place| index < place.cells());
        let Some(place) = place else {
            return Err(StateError::NoCell { slot, index });
        };
        self.validate_cell(slot, index, value)?;
        place.write(&mut state.block, index as u32, value);
        Ok(())
    }

    fn validate_position(&self, bytes: &[u8]) -> Result<(), StateError> {
        let program = self.program();
        match position(bytes) {
            Some(Status::Decision(id)) if id.index() < program.decisions.len() => Ok(()),
            Some(Status::Chance(id)) if id.index() < program.chances.len() => Ok(()),
            Some(Status::Over) => Ok(()),
            _ => {
                let byte = |i: usize| bytes.get(i).copied().unwrap_or(0);
                Err(StateError::Position {
                    number: u16::from_le_bytes([byte(8), byte(9)]),
                    sort: byte(10),
                })
            }
        }
    }

    fn validate_slot(&self, bytes: &[u8], slot: SlotId) -> Result<(), StateError> {
        for index in 0..self.layout().cells(slot) {
            let value = self.layout().read(bytes, slot, index).unwrap_or(0);
            self.validate_cell(slot, index, value)?;
        }
        Ok(())
    }

    fn validate_cell(&self, slot: SlotId, index: usize, value: i32) -> Result<(), StateError> {
        let Some(place) = self.layout().slot(slot) else {
            return Err(StateError::NoCell { slot, index });
        };
        let name = || self.slot_name(slot.index());
        if !place.admits(value) {
            let (low, high) = (place.low, place.high);
            return Err(StateError::Range {
                name: name(),
                index,
                value,
                low,
                high,
            });
        }
        if place.is_segment && value != place.init && !self.is_kept(slot, value) {
            return Err(StateError::Segment {
                name: name(),
                index,
                value,
            });
        }
        Ok(())
    }
}

/// All pairs of a slot and a segment that some `return_to` keeps there, sorted.
pub(crate) fn kept_segments(program: &rulewright_ir::program::Program) -> Vec<(u32, u32)> {
    let mut kept = Vec::new();
    let bodies = program
        .segments
        .iter()
        .map(|s| &s.body)
        .chain(program.funcs.iter().map(|f| &f.body));
    for body in bodies {
        for_each_instr(body, 0, &mut |instr, _| {
            if let Op::ReturnTo { slot, segment } = instr.op {
                kept.push((slot.0, segment.0));
            }
        });
    }
    kept.sort_unstable();
    kept.dedup();
    kept
}
