//! What is known of the code as it is written makes instructions quicker: a cell whose index was proved
//! to be inside, an index that only one load wants, a `not` that only an `if` wants. [`super::join`] goes
//! on from there.

use rulewright_ir::ids::Reg;
use rulewright_ir::program::{Arith, Cell, Instr, Op, Operand, Width};

use super::flatten::Flatten;
use super::ins::{Ins, Two, SINK};

impl Flatten<'_> {
    /// Makes one instruction of this one and some that follow; says how many of those.
    pub(super) fn fuse(&mut self, first: &Instr, after: &[Instr], loops: usize) -> Option<usize> {
        match first.op {
            Op::Not { dst, a } => {
                let next = after.first()?;
                let Op::If {
                    cond,
                    then,
                    otherwise,
                } = &next.op
                else {
                    return None;
                };
                if *cond != Operand::Reg(dst) || self.is_read_again(dst) {
                    return None;
                }
                let cond = self.operand(a);
                let jump = self.emit(Ins::JumpIf { cond, skip: 0 }, next.span);
                self.branches(jump, then, otherwise, loops);
                Some(1)
            }
            // A cell with a literal index is read by its byte anyhow.
            Op::Load {
                dst,
                cell: cell @ (_, Operand::Reg(index)),
            } => {
                let ins = Ins::Cell {
                    dst: self.reg(dst),
                    index: self.reg(index),
                    base: self.proved(cell, 1)?,
                };
                self.emit(ins, first.span);
                Some(0)
            }
            Op::Arith {
                dst: index,
                kind: Arith::Add,
                a,
                b,
            } => {
                let Op::Load { dst, cell } = after.first()?.op else {
                    return None;
                };
                if cell.1 != Operand::Reg(index) {
                    return None;
                }
                let base = self.proved(cell, 1)?;
                let at = Two {
                    dst: self.reg(dst),
                    a: self.operand(a),
                    b: self.operand(b),
                };
                let is_wanted = self.is_read_again(index);
                let index = if is_wanted { self.reg(index) } else { SINK };
                self.emit(Ins::At { index, at, base }, first.span);
                Some(1)
            }
            _ => None,
        }
    }

    /// Whether somebody else than the next instruction reads a register.
    pub(super) fn is_read_again(&self, reg: Reg) -> bool {
        self.reads.get(reg.index()).is_none_or(|reads| *reads > 1)
    }

    /// The first byte of a slot of bytes, if so many cells from the index are inside it.
    pub(super) fn proved(&self, (slot, index): Cell, len: u32) -> Option<u32> {
        let place = self.layout.slot(slot)?;
        let (low, high) = self.ranges.get(index);
        let end = high.checked_add(i64::from(len))?;
        let is_inside = low >= 0 && end <= i64::from(place.len) && !place.unlimited;
        (is_inside && place.width == Width::U8).then_some(place.offset)
    }
}
