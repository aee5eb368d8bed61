//! Instructions that often follow each other, as one: an index and the cell there, the comparison of it
//! and the jump. Only where the index was proved to be inside, so none of them can fail.

use rulewright_ir::ids::{Reg, SlotId};
use rulewright_ir::program::{Arith, Compare, Instr, Op, Operand, Width};

use super::code::{Ins, R, SINK};
use super::flatten::Flatten;

/// A cell whose index is a sum.
struct Sum {
    index: Option<Reg>,
    dst: Reg,
    a: R,
    b: R,
    base: u32,
}

impl Flatten<'_> {
    /// Makes one instruction of this one and some that follow; says how many of those.
    pub(super) fn fuse(&mut self, first: &Instr, after: &[Instr], loops: usize) -> Option<usize> {
        if let Op::Not { dst, a } = first.op {
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
            let jump = self.emit(Ins::JumpIf { cond, to: 0 }, next.span);
            self.branches(jump, then, otherwise, loops);
            return Some(1);
        }
        let (cell, taken) = self.cell(first, after)?;
        let rest = after.get(taken..).unwrap_or(&[]);
        if let Some(taken_too) = self.compared(&cell, rest, loops) {
            return Some(taken + taken_too);
        }
        if let Op::Load {
            cell: (_, Operand::Imm(_)),
            ..
        } = first.op
        {
            // There is a quicker one for a cell whose byte is known.
            return None;
        }
        let index = cell.index.filter(|index| self.is_read_again(*index));
        let ins = Ins::At {
            index: index.map_or(SINK, |index| self.reg(index)),
            dst: self.reg(cell.dst),
            a: cell.a,
            b: cell.b,
            base: cell.base,
        };
        self.emit(ins, first.span);
        Some(taken)
    }

    /// Whether somebody else than the next instruction reads a register.
    fn is_read_again(&self, reg: Reg) -> bool {
        self.reads.get(reg.index()).is_none_or(|reads| *reads > 1)
    }

    /// A cell whose index this instruction computes or has; how many after it belong to that.
    fn cell(&self, first: &Instr, after: &[Instr]) -> Option<(Sum, usize)> {
        let zero = self.frames.constant(0);
        match first.op {
            Op::Load { dst, cell } => {
                let base = self.proved(cell)?;
                let (a, base) = match cell.1 {
                    Operand::Imm(index) => (zero, base + index as u32),
                    Operand::Reg(_) => (self.operand(cell.1), base),
                };
                let b = zero;
                let index = None;
                Some((
                    Sum {
                        index,
                        dst,
                        a,
                        b,
                        base,
                    },
                    0,
                ))
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
                let base = self.proved(cell)?;
                let (a, b) = (self.operand(a), self.operand(b));
                let index = Some(index);
                Some((
                    Sum {
                        index,
                        dst,
                        a,
                        b,
                        base,
                    },
                    1,
                ))
            }
            _ => None,
        }
    }

    /// The first byte of a slot of bytes, if the index is inside it.
    fn proved(&self, (slot, index): (SlotId, Operand)) -> Option<u32> {
        let place = self.layout.slot(slot)?;
        let (low, high) = self.ranges.get(index);
        let is_inside = low >= 0 && high < i64::from(place.len) && !place.unlimited;
        (is_inside && place.width == Width::U8).then_some(place.offset)
    }

    /// A cell that is compared and jumped on, and whose index nobody else wants.
    fn compared(&mut self, cell: &Sum, rest: &[Instr], loops: usize) -> Option<usize> {
        let [test, jump, ..] = rest else {
            return None;
        };
        let Op::Compare {
            dst: truth,
            kind,
            a,
            b,
        } = test.op
        else {
            return None;
        };
        let Op::If {
            cond,
            then,
            otherwise,
        } = &jump.op
        else {
            return None;
        };
        let wanted = cell.index.is_some_and(|index| self.is_read_again(index));
        if a != Operand::Reg(cell.dst)
            || b == Operand::Reg(cell.dst)
            || *cond != Operand::Reg(truth)
            || self.is_read_again(truth)
            || wanted
        {
            return None;
        }
        let base = u16::try_from(cell.base).ok()?;
        let (dst, than, to) = (self.reg(cell.dst), self.operand(b), 0);
        let (a, b) = (cell.a, cell.b);
        let ins = match kind {
            Compare::Gt => Ins::AtGtJump {
                dst,
                a,
                b,
                than,
                base,
                to,
            },
            Compare::Eq => Ins::AtEqJump {
                dst,
                a,
                b,
                than,
                base,
                to,
            },
            _ => return None,
        };
        let at = self.emit(ins, test.span);
        self.branches(at, then, otherwise, loops);
        Some(2)
    }
}
