//! Moves of tokens.
//!
//! A fault may leave the block half changed; whoever runs a step keeps a copy to go back to.

use rulewright_ir::program::Width;

use super::cells::{chunk, SHORT};
use super::enter::Context;
use super::trap::TrapKind;
use super::watch::Watch;
use crate::layout::Sort;

/// A slot and an index that nobody has checked yet.
pub(super) type Place = (u16, i32);

impl Context<'_> {
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

    /// Moves tokens between cells whose entries must agree.
    pub(super) fn transfer_entry(
        &self,
        block: &mut [u8],
        from: Place,
        to: Place,
        amount: i32,
    ) -> Result<(), TrapKind> {
        self.same_entry(from, to)?;
        self.transfer(block, from, to, amount)
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
        if self.transfer_bytes(block, from, to, amount).is_some() {
            return Ok(());
        }
        self.transfer_checked(block, from, to, amount)
    }

    /// A move between two slots of bytes where nothing is wrong, which most are. Nothing is changed
    /// otherwise, and [`Self::transfer_checked`] finds out what it is.
    #[inline]
    fn transfer_bytes(&self, block: &mut [u8], from: Place, to: Place, amount: i32) -> Option<()> {
        let slots = self.layout.slots();
        let (source, target) = (
            slots.get(usize::from(from.0))?,
            slots.get(usize::from(to.0))?,
        );
        let at = source.byte(from.1)?;
        let into = target.byte(to.1)?;
        let left = i32::from(*block.get(at)?).wrapping_sub(amount);
        let reached = i32::from(*block.get(into)?).wrapping_add(amount);
        if amount < 0 || at == into || !source.admits(left) || !target.admits(reached) {
            return None;
        }
        *block.get_mut(at)? = left as u8;
        *block.get_mut(into)? = reached as u8;
        Some(())
    }

    fn transfer_checked(
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
        let compare = source.sort != target.sort || source.sort != Sort::Plain;
        let first_byte = source.byte(from.1);
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
            let amount = match first_byte {
                Some(byte) => block
                    .get(byte + l as usize)
                    .map_or(0, |cell| i32::from(*cell)),
                None => source.read(block, at).unwrap_or(0),
            };
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
