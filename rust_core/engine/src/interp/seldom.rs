//! The instructions that are seldom, or take so long that a call more does not matter.

use super::division::floor_div;
use super::enter::Context;
use super::ins::Ins;
use super::machine::Registers;
use super::trap::{load_trap, TrapKind};
use super::watch::Watch;
use crate::layout::read_i32;

/// Cells of a wide instruction that cost as much as a turn of a loop.
const CELLS_PER_FUEL: u32 = 64;

/// Wide instructions pay for the cells they touch, so that fuel bounds the time they take too. Gives what
/// is left.
#[inline]
pub(super) fn burn_cells(fuel: u32, cells: u32) -> Result<u32, TrapKind> {
    fuel.checked_sub(cells / CELLS_PER_FUEL)
        .ok_or(TrapKind::Fuel)
}

impl Context<'_> {
    /// Runs one of them; gives the fuel that is left.
    #[inline(never)]
    pub(super) fn seldom<const WATCHED: bool>(
        self,
        ins: &Ins,
        block: &mut [u8],
        regs: &mut Registers,
        fuel: u32,
        watch: &mut Watch,
    ) -> Result<u32, TrapKind> {
        macro_rules! r {
            ($reg:expr) => {
                regs[usize::from($reg)]
            };
        }
        let mut left = fuel;
        match *ins {
            Ins::Div(two) => {
                let value = floor_div(r!(two.a), r!(two.b));
                r!(two.dst) = value.ok_or(TrapKind::DivideByZero)?;
            }
            Ins::PeekI32 { dst, at } => {
                r!(dst) = read_i32(block, at as usize).ok_or(super::cells::SHORT)?;
            }
            Ins::LoadI32(load) => {
                let index = r!(load.index);
                let is_inside = (index as u32) < load.len;
                let at = load.base as usize + 4 * (index as u32) as usize;
                let cell = read_i32(block, at).filter(|_| is_inside);
                r!(load.dst) = cell.ok_or_else(|| load_trap(self.layout, load, index))?;
            }
            Ins::Sum {
                dst,
                slot,
                index,
                len,
            } => {
                left = burn_cells(fuel, len)?;
                r!(dst) = self.sum(block, slot, r!(index), len)?;
            }
            Ins::Dot {
                dst,
                index,
                start,
                what,
            } => {
                let dots = self.code.dots.get(what as usize);
                let dot = dots.ok_or(TrapKind::Damaged("a table is missing"))?;
                left = burn_cells(fuel, dot.len)?;
                r!(dst) = self.dot(block, dot, r!(index), r!(start))?;
            }
            Ins::Store { slot, index, value } => {
                self.store(block, slot, r!(index), r!(value))?;
            }
            Ins::ReturnTo { slot, segment } => {
                self.store(block, slot, 0, i32::from(segment))?;
            }
            Ins::MoveAll { route, len } | Ins::Gather { route, len } => {
                left = burn_cells(fuel, len)?;
                // To cell after cell, or all to one.
                let step = i32::from(matches!(ins, Ins::MoveAll { .. }));
                let (from, to) = ((route.from, r!(route.i)), (route.to, r!(route.j)));
                if WATCHED {
                    self.note_all(block, from, to, len, step, watch);
                }
                self.transfer_all(block, from, to, len, step)?;
            }
            Ins::Fault { text } => return Err(TrapKind::Stated { text }),
            Ins::Halt => {
                let text = "a segment has an end without a terminator";
                return Err(TrapKind::Damaged(text));
            }
            _ => return Err(TrapKind::Damaged("an instruction is in the wrong place")),
        }
        Ok(left)
    }
}
