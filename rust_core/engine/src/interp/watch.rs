//! What is noted down while a program runs, if anything.
//!
//! A watched run has a loop of its own, so that the usual one knows nothing of it.

use super::ins::Pc;

/// One cell of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Number of the slot.
    pub slot: u16,
    /// Flat index in it.
    pub index: u32,
}

/// Tokens that went from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Where they lay.
    pub from: Cell,
    /// Where they went.
    pub to: Cell,
    /// How many; never less than 1.
    pub amount: u32,
}

/// What is noted down.
#[derive(Debug, Default)]
pub(crate) enum Watch {
    /// Nothing.
    #[default]
    Off,
    /// How often each instruction has run.
    Counts(Vec<u64>),
    /// Every move.
    Moves(Vec<Moved>),
}

impl Watch {
    pub(super) fn is_on(&self) -> bool {
        !matches!(self, Watch::Off)
    }

    pub(super) fn ran(&mut self, pc: Pc) {
        if let Watch::Counts(counts) = self {
            if let Some(count) = counts.get_mut(pc as usize) {
                *count += 1;
            }
        }
    }

    /// Notes a move that was carried out, so that its indices and its amount are known to be valid.
    pub(super) fn moved(&mut self, from: (u16, i32), to: (u16, i32), amount: i32) {
        if let (Watch::Moves(moves), true) = (self, amount > 0) {
            let cell = |(slot, index): (u16, i32)| Cell {
                slot,
                index: index as u32,
            };
            moves.push(Moved {
                from: cell(from),
                to: cell(to),
                amount: amount as u32,
            });
        }
    }
}
