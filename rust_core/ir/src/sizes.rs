//! Sizes that follow from a program's declarations: of dimensions, slots and options.
//!
//! All are total, also over programs that were not verified: an unknown kind has size 0, and
//! products saturate.

use crate::ids::KindId;
use crate::program::{ActionOption, Dim, Param, Program, Slot, Width};

impl Program {
    /// Number of entries of a kind.
    #[must_use]
    pub fn kind_size(&self, kind: KindId) -> u32 {
        self.kinds
            .get(kind.index())
            .map_or(0, |kind| kind.entries.len() as u32)
    }

    /// Number of values of a dimension.
    #[must_use]
    pub fn dim_size(&self, dim: Dim) -> u32 {
        match dim {
            Dim::Player => u32::from(self.players),
            Dim::Kind(kind) => self.kind_size(kind),
            Dim::Count(count) => count,
        }
    }

    /// Number of indices of a slot: the product of its dimensions. An unlimited slot has indices
    /// too, though it has no cells in the state.
    #[must_use]
    pub fn slot_cells(&self, slot: &Slot) -> u64 {
        slot.dims
            .iter()
            .map(|&dim| u64::from(self.dim_size(dim)))
            .fold(1, u64::saturating_mul)
    }

    /// Number of values of a parameter.
    #[must_use]
    pub fn param_size(&self, param: Param) -> u64 {
        match param {
            Param::Player => u64::from(self.players),
            Param::Kind(kind) => u64::from(self.kind_size(kind)),
            Param::Range(low, high) => (i64::from(high) - i64::from(low) + 1).max(0) as u64,
        }
    }

    /// Number of action numbers of an option: the product of its parameters' sizes.
    #[must_use]
    pub fn option_size(&self, option: &ActionOption) -> u64 {
        option
            .params
            .iter()
            .map(|&param| self.param_size(param))
            .fold(1, u64::saturating_mul)
    }
}

impl Width {
    /// Bytes of a cell.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Width::U8 => 1,
            Width::I16 => 2,
            Width::I32 => 4,
        }
    }

    /// Least and greatest value that a cell can hold.
    #[must_use]
    pub fn bounds(self) -> (i32, i32) {
        match self {
            Width::U8 => (0, 255),
            Width::I16 => (i32::from(i16::MIN), i32::from(i16::MAX)),
            Width::I32 => (i32::MIN, i32::MAX),
        }
    }
}
