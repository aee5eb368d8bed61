//! Instructions that read several cells, or set one with a range to keep.

use rulewright_ir::program::Width;

use super::code::Dot;
use super::enter::Context;
use super::ins::Pc;
use super::seldom::burn_cells;
use super::trap::TrapKind;
use crate::layout::SlotLayout;

impl Context<'_> {
    #[inline]
    pub(super) fn slot(&self, slot: u16) -> Result<&SlotLayout, TrapKind> {
        self.layout
            .slots()
            .get(usize::from(slot))
            .ok_or(TrapKind::Damaged("a slot is missing"))
    }

    /// Checks that `len` cells from `index` exist.
    #[inline]
    pub(super) fn cells(
        place: &SlotLayout,
        slot: u16,
        index: i32,
        len: u32,
    ) -> Result<u32, TrapKind> {
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
        dot: &Dot,
        index: i32,
        start: i32,
    ) -> Result<i32, TrapKind> {
        if let Some(sum) = self.dot_bytes(block, dot, index) {
            return Ok(sum);
        }
        let &Dot {
            slot, table, len, ..
        } = dot;
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

    /// The same for a slot of bytes with all factors at hand, where nothing is wrong. Cells after the last
    /// one are read too, and count nothing.
    #[inline]
    fn dot_bytes(&self, block: &[u8], dot: &Dot, index: i32) -> Option<i32> {
        dot.factors.first()?;
        let place = self.layout.slots().get(usize::from(dot.slot))?;
        let at = place.byte(index)?;
        Self::cells(place, dot.slot, index, dot.len).ok()?;
        let cells = block.get(at..at + 8 * dot.factors.len())?;
        let mut sum = 0_i32;
        for (cells, factors) in cells.chunks_exact(8).zip(&dot.factors) {
            for (cell, factor) in cells.iter().zip(factors) {
                let product = i32::from(i16::from(*cell)) * i32::from(*factor);
                sum = sum.wrapping_add(product);
            }
        }
        Some(sum)
    }

    /// Checks that all cells exist that a loop over cells may look at; it has at least one turn. Gives the
    /// fuel that is left.
    #[inline]
    pub(super) fn check_turns(
        &self,
        slot: u16,
        index: i32,
        first: i32,
        end: i32,
        fuel: u32,
    ) -> Result<u32, TrapKind> {
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
        burn_cells(fuel, end.wrapping_sub(first) as u32)
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

    /// The address of the segment that was kept in a slot; such a one takes no arguments.
    pub(super) fn kept_segment(&self, block: &[u8], slot: u16) -> Result<Pc, TrapKind> {
        let value = self.sum(block, slot, 0, 1)?;
        match self.code.segments.get(value as u32 as usize) {
            Some(segment) if !segment.takes_arguments => Ok(segment.pc),
            _ => Err(TrapKind::NotResumable { slot, value }),
        }
    }

    /// Sets a cell.
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
}

/// Only a state of another game of the same size could be too short; those are refused before.
pub(super) const SHORT: TrapKind = TrapKind::Damaged("the state is too short");

/// Sets a byte to a value that was found to fit.
#[inline]
pub(super) fn put(block: &mut [u8], at: usize, value: i32) -> Result<(), TrapKind> {
    *block.get_mut(at).ok_or(SHORT)? = value as u8;
    Ok(())
}

/// Sets two bytes to a value that was found to fit.
#[inline]
pub(super) fn put_two(block: &mut [u8], at: usize, value: i32) -> Result<(), TrapKind> {
    *chunk(block, at)? = (value as i16).to_le_bytes();
    Ok(())
}

/// The sum of one to eight bytes. They are added in one word, where there are eight bytes to read.
#[inline]
pub(super) fn few(block: &[u8], at: usize, len: u32) -> Result<i32, TrapKind> {
    const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
    const ONES: u64 = 0x0001_0001_0001_0001;
    let rest = block.get(at..).ok_or(SHORT)?;
    if let Some(window) = rest.first_chunk() {
        let word = u64::from_le_bytes(*window).wrapping_shl(64_u32.wrapping_sub(8 * len));
        let pairs = (word & EVEN) + ((word >> 8) & EVEN);
        return Ok((pairs.wrapping_mul(ONES) >> 48) as i32);
    }
    let cells = rest.get(..len as usize).ok_or(SHORT)?;
    Ok(cells.iter().map(|cell| i32::from(*cell)).sum())
}

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
