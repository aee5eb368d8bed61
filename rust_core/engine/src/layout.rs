//! Where every cell of a program stands in the flat block of a state.
//!
//! A header of 12 bytes (generator, position), then the slots in the order of their declaration,
//! each aligned to its width, padding zero, rounded up to a multiple of 4; little endian throughout.
//! Reads and writes here check the index; whether a value may stand in a cell is the caller's check,
//! because the interpreter wants to name the instruction in its fault.

use rulewright_ir::ids::SlotId;
use rulewright_ir::program::{Class, Dim, Holds, Program, Value, Width};

/// Bytes before the first slot.
pub(crate) const HEADER: usize = 12;

/// One slot in the block.
#[derive(Clone, Debug)]
pub struct SlotLayout {
    /// First byte.
    pub offset: u32,
    /// Number of cells; for an unlimited slot the number of indices, though no cell is kept.
    pub len: u32,
    /// Least value of a cell, never less than the width can hold.
    pub low: i32,
    /// Greatest value of a cell, never more than the width can hold.
    pub high: i32,
    /// First value of the first cell.
    pub init: i32,
    /// Width of a cell.
    pub width: Width,
    /// Whether it has no cells.
    pub unlimited: bool,
    /// Cells that belong to one player if the first dimension is the players, else all.
    pub group: u32,
    pub(crate) sort: Sort,
    pub(crate) is_segment: bool,
}

/// Which token a cell of a place holds, as far as the index decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// The same in all cells.
    Plain,
    /// The entry `index % size`.
    ByIndex(u32),
    /// This entry in all cells.
    Entry(u32),
}

impl Sort {
    /// The entry in a cell; places that can exchange tokens are compared by it.
    pub(crate) fn entry(self, index: u32) -> u32 {
        match self {
            Sort::Plain => 0,
            // Often there is one row only, or it is the first: no division then.
            Sort::ByIndex(size) if index < size => index,
            Sort::ByIndex(size) => index % size.max(1),
            Sort::Entry(entry) => entry,
        }
    }
}

impl SlotLayout {
    /// Cells that are kept in the block.
    #[must_use]
    pub fn cells(&self) -> usize {
        if self.unlimited {
            0
        } else {
            self.len as usize
        }
    }

    /// Whether a cell may hold the value.
    #[inline]
    #[must_use]
    pub fn admits(&self, value: i32) -> bool {
        self.low <= value && value <= self.high
    }

    /// The value of a cell; nothing outside the slot or the block.
    #[inline]
    #[must_use]
    pub fn read(&self, block: &[u8], index: u32) -> Option<i32> {
        if index >= self.len || self.unlimited {
            return None;
        }
        let at = self.offset as usize;
        let i = index as usize;
        match self.width {
            Width::U8 => read_u8(block, at + i),
            Width::I16 => read_i16(block, at + 2 * i),
            Width::I32 => read_i32(block, at + 4 * i),
        }
    }

    /// The byte of a cell of one byte; nothing outside the slot or if its cells are wider.
    #[inline]
    pub(crate) fn byte(&self, index: i32) -> Option<usize> {
        let is_there = (index as u32) < self.len && self.width == Width::U8 && !self.unlimited;
        is_there.then_some(self.offset as usize + index as u32 as usize)
    }

    /// Sets a cell without looking at its range; does nothing outside the slot or the block.
    #[inline]
    pub(crate) fn write(&self, block: &mut [u8], index: u32, value: i32) {
        if index >= self.len || self.unlimited {
            return;
        }
        let at = self.offset as usize;
        let i = index as usize;
        match self.width {
            Width::U8 => {
                if let Some(byte) = block.get_mut(at + i) {
                    *byte = value as u8;
                }
            }
            Width::I16 => {
                if let Some(bytes) = block
                    .get_mut(at + 2 * i..)
                    .and_then(<[u8]>::first_chunk_mut)
                {
                    *bytes = (value as i16).to_le_bytes();
                }
            }
            Width::I32 => {
                if let Some(bytes) = block
                    .get_mut(at + 4 * i..)
                    .and_then(<[u8]>::first_chunk_mut)
                {
                    *bytes = value.to_le_bytes();
                }
            }
        }
    }
}

#[inline]
pub(crate) fn read_u8(block: &[u8], at: usize) -> Option<i32> {
    block.get(at).map(|b| i32::from(*b))
}

#[inline]
pub(crate) fn read_i16(block: &[u8], at: usize) -> Option<i32> {
    let bytes = block.get(at..)?.first_chunk()?;
    Some(i32::from(i16::from_le_bytes(*bytes)))
}

#[inline]
pub(crate) fn read_i32(block: &[u8], at: usize) -> Option<i32> {
    let bytes = block.get(at..)?.first_chunk()?;
    Some(i32::from_le_bytes(*bytes))
}

/// The layout of all states of a program.
#[derive(Clone, Debug)]
pub struct Layout {
    slots: Vec<SlotLayout>,
    size: usize,
}

impl Layout {
    /// Computes the offsets; sizes are within the verifier's limit on cells.
    pub(crate) fn of(program: &Program) -> Self {
        let mut at = HEADER;
        let mut slots = Vec::with_capacity(program.slots.len());
        for slot in &program.slots {
            let extent = |dim: &Dim| program.dim_size(*dim);
            let len = slot
                .dims
                .iter()
                .map(extent)
                .fold(1_u32, u32::saturating_mul);
            let group = match slot.dims.split_first() {
                Some((Dim::Player, rest)) => rest.iter().map(extent).fold(1, u32::saturating_mul),
                _ => len,
            };
            let (least, most) = slot.width.bounds();
            let bytes = slot.width.bytes();
            at = at.next_multiple_of(bytes);
            let (sort, is_segment) = match slot.class {
                Class::Place(Holds::Token(_)) => (Sort::Plain, false),
                Class::Place(Holds::Kind(kind)) => (Sort::ByIndex(program.kind_size(kind)), false),
                Class::Place(Holds::Entry(_, entry)) => (Sort::Entry(entry), false),
                Class::Var(value) | Class::Control(value) => (Sort::Plain, value == Value::Segment),
            };
            let layout = SlotLayout {
                offset: at as u32,
                len,
                low: slot.low.max(least),
                high: slot.high.min(most),
                init: slot.first_value(0),
                width: slot.width,
                unlimited: slot.unlimited,
                group,
                sort,
                is_segment,
            };
            at += layout.cells() * bytes;
            slots.push(layout);
        }
        Layout {
            slots,
            size: at.next_multiple_of(4),
        }
    }

    /// Bytes of a state.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// One slot.
    #[must_use]
    pub fn slot(&self, slot: SlotId) -> Option<&SlotLayout> {
        self.slots.get(slot.index())
    }

    /// All slots in the order of the program.
    #[must_use]
    pub fn slots(&self) -> &[SlotLayout] {
        &self.slots
    }

    /// Cells of a slot that are kept in the block; 0 for unlimited and for unknown slots.
    #[must_use]
    pub fn cells(&self, slot: SlotId) -> usize {
        self.slot(slot).map_or(0, SlotLayout::cells)
    }

    /// The value of a cell by its flat index.
    #[must_use]
    pub fn read(&self, block: &[u8], slot: SlotId, index: usize) -> Option<i32> {
        self.slot(slot)?.read(block, u32::try_from(index).ok()?)
    }

    /// A block with every cell at its first value and the header zero.
    pub(crate) fn first_block(&self, program: &Program) -> Box<[u8]> {
        let mut block = vec![0_u8; self.size].into_boxed_slice();
        for (slot, declared) in self.slots.iter().zip(&program.slots) {
            if !declared.init.is_empty() {
                for index in 0..slot.cells() as u32 {
                    slot.write(&mut block, index, declared.first_value(index as usize));
                }
            }
        }
        block
    }

    /// The ranges of bytes that belong to nothing and are zero in every state.
    pub(crate) fn padding(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let mut end = HEADER;
        let between = self.slots.iter().map(move |slot| {
            let gap = end..slot.offset as usize;
            end = slot.offset as usize + slot.cells() * slot.width.bytes();
            gap
        });
        let used = self
            .slots
            .last()
            .map_or(HEADER, |s| s.offset as usize + s.cells() * s.width.bytes());
        std::iter::once(11..12)
            .chain(between)
            .chain(std::iter::once(used..self.size))
    }
}
