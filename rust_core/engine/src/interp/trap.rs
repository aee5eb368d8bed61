//! A failed check inside the loop: small and without names, so that the loop stays quick. The engine
//! turns it into a [`crate::Fault`] afterwards.

use super::ins::{Load, Pc};

/// What failed, with numbers in place of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrapKind {
    Index { slot: u16, index: i64 },
    Range { slot: u16, index: u32, value: i64 },
    Unlimited { slot: u16 },
    NegativeMove { slot: u16, amount: i32 },
    Misaligned { from: u16, i: u32, to: u16, j: u32 },
    DivideByZero,
    TableIndex { index: i64, len: u32 },
    JumpIndex { index: i32, len: u32 },
    NotResumable { slot: u16, value: i32 },
    Fuel,
    OfferOrder { action: i32, previous: u32 },
    OfferForeign { action: i32 },
    Stated { text: u32 },
    Damaged(&'static str),
}

/// What failed and at which instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trap {
    pub(crate) kind: TrapKind,
    pub(crate) pc: Pc,
}

/// A value that does not fit into a cell.
#[cold]
pub(super) fn range_trap(slot: u16, index: u32, value: i32) -> TrapKind {
    TrapKind::Range {
        slot,
        index,
        value: i64::from(value),
    }
}

/// The load instructions know the byte and the length of their slot but not its number.
#[cold]
pub(super) fn load_trap(layout: &crate::layout::Layout, load: Load, index: i32) -> TrapKind {
    let is_it =
        |s: &crate::layout::SlotLayout| s.offset == load.base && s.len == load.len && !s.unlimited;
    let slot = layout.slots().iter().position(is_it).unwrap_or(0) as u16;
    TrapKind::Index {
        slot,
        index: i64::from(index),
    }
}
