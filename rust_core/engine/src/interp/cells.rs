//! Instructions that touch several cells, or one cell with a range to keep.
//!
//! A fault may leave the block half changed; whoever runs a step keeps a copy to go back to.

use rulewright_ir::program::Width;

use super::enter::Context;
use super::trap::TrapKind;
use super::watch::Watch;
use crate::layout::SlotLayout;

/// A slot and an index that nobody has checked yet.
type Place = (u16, i32);

impl Context<'_> {
    #[inline]
    fn slot(&self, slot: u16) -> Result<&SlotLayout, TrapKind> {
        self.layout
            .slots()
            .get(usize::from(slot))
            .ok_or(TrapKind::Damaged("a slot is missing"))
    }

    /// Checks that `len` cells from `index` exist.
    #[inline]
    fn cells(place: &SlotLayout, slot: u16, index: i32, len: u32) -> Result<u32, TrapKind> {
        let end = i64::from(index) + i64::from(len);
        if index < 0 {
            return Err(TrapKind::Index {
                slot,
                index: i64::from(index),
            });
        }
        if end > i64::from(place.len) {
            return Err(TrapKind::Index {
                slot,
                index: end - 1,
            });
        }
        Ok(index as u32)
    }

    /// The bytes of `len` cells from `index`.
    fn bytes<'b>(
        &self,
        block: &'b [u8],
        slot: u16,
        index: i32,
        len: u32,
    ) -> Result<(&'b [u8], Width), TrapKind> {
        let place = self.slot(slot)?;
        if place.unlimited {
            return Err(TrapKind::Unlimited { slot });
        }
        let first = Self::cells(place, slot, index, len)? as usize;
        let width = place.width.bytes();
        let at = place.offset as usize + first * width;
        let bytes = block.get(at..at + len as usize * width);
        Ok((bytes.ok_or(SHORT)?, place.width))
    }

    /// The sum of some cells.
    pub(super) fn sum(
        &self,
        block: &[u8],
        slot: u16,
        index: i32,
        len: u32,
    ) -> Result<i32, TrapKind> {
        let (bytes, width) = self.bytes(block, slot, index, len)?;
        Ok(match width {
            Width::U8 => bytes
                .iter()
                .fold(0_i32, |sum, b| sum.wrapping_add(i32::from(*b))),
            Width::I16 => bytes
                .chunks_exact(2)
                .fold(0, |sum, b| sum.wrapping_add(i16_of(b))),
            Width::I32 => bytes
                .chunks_exact(4)
                .fold(0, |sum, b| sum.wrapping_add(i32_of(b))),
        })
    }

    /// The sum of some cells, each times its entry of a table.
    pub(super) fn dot(
        &self,
        block: &[u8],
        slot: u16,
        index: i32,
        table: u16,
        start: i32,
        len: u32,
    ) -> Result<i32, TrapKind> {
        let (bytes, width) = self.bytes(block, slot, index, len)?;
        let (base, entries) = self
            .code
            .tables
            .get(usize::from(table))
            .copied()
            .unwrap_or_default();
        let end = i64::from(start) + i64::from(len);
        if start < 0 || end > i64::from(entries) {
            let index = if start < 0 { i64::from(start) } else { end - 1 };
            return Err(TrapKind::TableIndex {
                index,
                len: entries,
            });
        }
        let first = base as usize + start as usize;
        let factors = self
            .code
            .entries
            .get(first..first + len as usize)
            .unwrap_or(&[]);
        let add = |sum: i32, cell: i32, factor: &i32| sum.wrapping_add(cell.wrapping_mul(*factor));
        Ok(match width {
            Width::U8 => bytes
                .iter()
                .zip(factors)
                .fold(0, |sum, (b, f)| add(sum, i32::from(*b), f)),
            Width::I16 => bytes
                .chunks_exact(2)
                .zip(factors)
                .fold(0, |sum, (b, f)| add(sum, i16_of(b), f)),
            Width::I32 => bytes
                .chunks_exact(4)
                .zip(factors)
                .fold(0, |sum, (b, f)| add(sum, i32_of(b), f)),
        })
    }

    /// Checks that all cells exist that a loop over cells may look at; it has at least one turn.
    pub(super) fn check_turns(
        &self,
        slot: u16,
        index: i32,
        first: i32,
        end: i32,
    ) -> Result<(), TrapKind> {
        let place = self.slot(slot)?;
        if place.unlimited {
            return Err(TrapKind::Unlimited { slot });
        }
        let (low, high) = (
            i64::from(index) + i64::from(first),
            i64::from(index) + i64::from(end) - 1,
        );
        if low < 0 {
            return Err(TrapKind::Index { slot, index: low });
        }
        if high >= i64::from(place.len) {
            return Err(TrapKind::Index { slot, index: high });
        }
        Ok(())
    }

    /// The next turn whose cell is not 0; the cells were checked.
    #[inline]
    pub(super) fn next_turn(
        &self,
        block: &[u8],
        slot: u16,
        index: i32,
        from: i32,
        end: i32,
    ) -> Result<Option<i32>, TrapKind> {
        let place = self.slot(slot)?;
        if from >= end {
            return Ok(None);
        }
        if place.width == Width::U8 {
            let base = place.offset as usize;
            let at = |turn: i32| base.wrapping_add_signed(index as isize + turn as isize);
            let cells = block.get(at(from)..at(end)).ok_or(SHORT)?;
            let found = cells.iter().position(|cell| *cell != 0);
            return Ok(found.map(|after| from + after as i32));
        }
        let is_taken = |turn: &i32| place.read(block, index.wrapping_add(*turn) as u32) != Some(0);
        Ok((from..end).find(is_taken))
    }

    /// Sets a cell.
    #[inline]
    pub(super) fn store(
        &self,
        block: &mut [u8],
        slot: u16,
        index: i32,
        value: i32,
    ) -> Result<(), TrapKind> {
        let place = self.slot(slot)?;
        if place.unlimited {
            return Err(TrapKind::Unlimited { slot });
        }
        if index as u32 >= place.len {
            return Err(TrapKind::Index {
                slot,
                index: i64::from(index),
            });
        }
        if !place.admits(value) {
            return Err(TrapKind::Range {
                slot,
                index: index as u32,
                value: i64::from(value),
            });
        }
        place.write(block, index as u32, value);
        Ok(())
    }

    /// Whether two cells hold the same entry of their kind.
    pub(super) fn same_entry(&self, from: Place, to: Place) -> Result<(), TrapKind> {
        let (source, target) = (self.slot(from.0)?, self.slot(to.0)?);
        let i = Self::cells(source, from.0, from.1, 1)?;
        let j = Self::cells(target, to.0, to.1, 1)?;
        if source.sort.entry(i) == target.sort.entry(j) {
            Ok(())
        } else {
            Err(TrapKind::Misaligned {
                from: from.0,
                i,
                to: to.0,
                j,
            })
        }
    }

    /// Moves tokens from one cell to another.
    #[inline]
    pub(super) fn transfer(
        &self,
        block: &mut [u8],
        from: Place,
        to: Place,
        amount: i32,
    ) -> Result<(), TrapKind> {
        if amount < 0 {
            return Err(TrapKind::NegativeMove {
                slot: from.0,
                amount,
            });
        }
        self.change(block, from, -i64::from(amount))?;
        self.change(block, to, i64::from(amount))
    }

    /// Moves everything from `len` cells; `step` is 1 to move on in the target too, 0 to stay.
    pub(super) fn transfer_all(
        &self,
        block: &mut [u8],
        from: Place,
        to: Place,
        len: u32,
        step: i32,
    ) -> Result<(), TrapKind> {
        let (source, target) = (self.slot(from.0)?, self.slot(to.0)?);
        if source.unlimited {
            return Err(TrapKind::Unlimited { slot: from.0 });
        }
        let i = Self::cells(source, from.0, from.1, len)?;
        let j = Self::cells(target, to.0, to.1, if step == 0 { 1 } else { len })?;
        let compare = source.sort != target.sort || source.sort != crate::layout::Sort::Plain;
        for l in 0..len {
            let (at, into) = (i + l, j + l * step as u32);
            if compare && source.sort.entry(at) != target.sort.entry(into) {
                return Err(TrapKind::Misaligned {
                    from: from.0,
                    i: at,
                    to: to.0,
                    j: into,
                });
            }
            let amount = source.read(block, at).unwrap_or(0);
            if amount != 0 {
                self.transfer(block, (from.0, at as i32), (to.0, into as i32), amount)?;
            }
        }
        Ok(())
    }

    /// Notes what [`Self::transfer_all`] is about to move. If that fails, the notes go with the step.
    pub(super) fn note_all(
        &self,
        block: &[u8],
        from: Place,
        to: Place,
        len: u32,
        step: i32,
        watch: &mut Watch,
    ) {
        let Ok(source) = self.slot(from.0) else {
            return;
        };
        for l in 0..len as i32 {
            let (at, into) = (from.1.wrapping_add(l), to.1.wrapping_add(l * step));
            let amount = source.read(block, at as u32).unwrap_or(0);
            watch.moved((from.0, at), (to.0, into), amount);
        }
    }

    /// Adds to a cell; an unlimited slot stays as it is.
    #[inline]
    fn change(&self, block: &mut [u8], (slot, index): Place, by: i64) -> Result<(), TrapKind> {
        let place = self.slot(slot)?;
        if index as u32 >= place.len {
            return Err(TrapKind::Index {
                slot,
                index: i64::from(index),
            });
        }
        if place.unlimited {
            return Ok(());
        }
        let (base, i) = (place.offset as usize, index as u32 as usize);
        let sum = |cell: i32| {
            let value = i64::from(cell) + by;
            if value < i64::from(place.low) || value > i64::from(place.high) {
                return Err(TrapKind::Range {
                    slot,
                    index: index as u32,
                    value,
                });
            }
            Ok(value)
        };
        // Read and written in one arm: moves are frequent, and the width is asked for once this way.
        match place.width {
            Width::U8 => {
                let cell = block.get_mut(base + i).ok_or(SHORT)?;
                *cell = sum(i32::from(*cell))? as u8;
            }
            Width::I16 => {
                let cell = chunk(block, base + 2 * i)?;
                *cell = (sum(i32::from(i16::from_le_bytes(*cell)))? as i16).to_le_bytes();
            }
            Width::I32 => {
                let cell = chunk(block, base + 4 * i)?;
                *cell = (sum(i32::from_le_bytes(*cell))? as i32).to_le_bytes();
            }
        }
        Ok(())
    }
}

/// Only a state of another game of the same size could be too short; those are refused before.
pub(super) const SHORT: TrapKind = TrapKind::Damaged("the state is too short");

#[inline]
pub(super) fn chunk<const N: usize>(block: &mut [u8], at: usize) -> Result<&mut [u8; N], TrapKind> {
    block
        .get_mut(at..)
        .and_then(<[u8]>::first_chunk_mut)
        .ok_or(SHORT)
}

fn i16_of(bytes: &[u8]) -> i32 {
    bytes
        .first_chunk()
        .map_or(0, |b| i32::from(i16::from_le_bytes(*b)))
}

fn i32_of(bytes: &[u8]) -> i32 {
    bytes.first_chunk().map_or(0, |b| i32::from_le_bytes(*b))
}
