//! Instructions that become exactly one linear instruction.
//!
//! What is known at load is used here: a cell with a literal index is read by its byte, and a move whose
//! entries agree by its literals is not compared again while running.

use rulewright_ir::ids::{Reg, SlotId};
use rulewright_ir::program::{Arith, Cell, Compare, Op, Operand, Width};

use super::flatten::Flatten;
use super::ins::{Ins, Kept, Load, PutI16, PutU8, Route, StoreU8, Test, Two, R, SINK};
use crate::layout::Sort;

impl Flatten<'_> {
    pub(super) fn simple(&self, op: &Op) -> Ins {
        let reg = |r: Reg| self.reg(r);
        let get = |o: Operand| self.operand(o);
        let two = |dst: Reg, a: Operand, b: Operand| Two {
            dst: self.reg(dst),
            a: self.operand(a),
            b: self.operand(b),
        };
        match op {
            Op::Const { dst, value } => Ins::Copy {
                dst: reg(*dst),
                a: self.frames.constant(*value),
            },
            Op::Copy { dst, a } => Ins::Copy {
                dst: reg(*dst),
                a: get(*a),
            },
            Op::Arith { dst, kind, a, b } => arith(*kind, two(*dst, *a, *b)),
            Op::Compare { dst, kind, a, b } => compare(*kind, two(*dst, *a, *b)),
            Op::And { dst, a, b } => Ins::And(two(*dst, *a, *b)),
            Op::Or { dst, a, b } => Ins::Or(two(*dst, *a, *b)),
            Op::Not { dst, a } => Ins::Not {
                dst: reg(*dst),
                a: get(*a),
            },
            Op::Select { dst, cond, a, b } => Ins::Select {
                cond: get(*cond),
                two: two(*dst, *a, *b),
            },
            Op::Table { dst, table, index } => {
                let (base, len) = self.tables.get(table.index()).copied().unwrap_or_default();
                Ins::Table(Load {
                    dst: reg(*dst),
                    index: get(*index),
                    base,
                    len,
                })
            }
            Op::Return { value } => Ins::Return {
                value: value.map_or(SINK, get),
            },
            Op::Offer { action } => Ins::Offer {
                action: get(*action),
            },
            Op::Chance { chance } => Ins::Chance {
                chance: chance.0 as u16,
            },
            Op::Resume { slot } => Ins::Resume {
                slot: slot.0 as u16,
            },
            Op::Over => Ins::Over,
            op => self.on_cells(op),
        }
    }

    /// The instructions that read or change cells.
    fn on_cells(&self, op: &Op) -> Ins {
        let reg = |r: Reg| self.reg(r);
        let get = |o: Operand| self.operand(o);
        let slot = |s: SlotId| s.0 as u16;
        match op {
            Op::Load { dst, cell } => self.load(reg(*dst), cell.0, cell.1),
            Op::Sum { dst, cell, len } => self.few(*dst, *cell, *len).unwrap_or(Ins::Sum {
                dst: reg(*dst),
                slot: slot(cell.0),
                index: get(cell.1),
                len: *len,
            }),
            Op::Store { cell, value } => self.put(*cell, *value).unwrap_or(Ins::Store {
                slot: slot(cell.0),
                index: get(cell.1),
                value: get(*value),
            }),
            Op::Move { from, to, amount } => self.transfer(*from, *to, *amount),
            Op::MoveAll { from, to, len } => Ins::MoveAll {
                route: self.route(*from, *to),
                len: *len,
            },
            Op::Gather { from, len, to } => Ins::Gather {
                route: self.route(*from, *to),
                len: *len,
            },
            Op::ReturnTo { slot: s, segment } => Ins::ReturnTo {
                slot: slot(*s),
                segment: segment.0 as u16,
            },
            // What is left becomes several instructions and never comes here.
            _ => Ins::Halt,
        }
    }

    /// A sum of up to eight bytes that were proved to be there.
    fn few(&self, dst: Reg, cell: Cell, len: u32) -> Option<Ins> {
        if !self.fuses || !(1..=8).contains(&len) {
            return None;
        }
        Some(Ins::SumFew(Load {
            dst: self.reg(dst),
            index: self.operand(cell.1),
            base: self.proved(cell, len)?,
            len,
        }))
    }

    /// A store into the first cell of a slot, which most are, or into a slot of bytes.
    fn put(&self, (slot, index): Cell, value: Operand) -> Option<Ins> {
        let place = self.layout.slot(slot).filter(|place| !place.unlimited)?;
        let is_first = index == Operand::Imm(0) && place.len > 0;
        let (value, at, slot) = (self.operand(value), place.offset, slot.0 as u16);
        let (low, high) = (place.low, place.high);
        match place.width {
            Width::U8 if is_first => Some(Ins::PutU8(PutU8 {
                value,
                low: low as u8,
                high: high as u8,
                slot,
                at,
            })),
            Width::I16 if is_first => Some(Ins::PutI16(PutI16 {
                value,
                low: low as i16,
                high: high as i16,
                slot,
                at,
            })),
            Width::U8 => Some(Ins::StoreU8(StoreU8 {
                index: self.operand(index),
                value,
                low: low as u8,
                high: high as u8,
                base: u16::try_from(at).ok()?,
                len: u16::try_from(place.len).ok()?,
                slot,
            })),
            Width::I16 | Width::I32 => None,
        }
    }

    fn load(&self, dst: R, slot: SlotId, index: Operand) -> Ins {
        let Some(place) = self.layout.slot(slot).filter(|place| !place.unlimited) else {
            // Reading it is a fault; the general instruction says so.
            return Ins::Sum {
                dst,
                slot: slot.0 as u16,
                index: self.operand(index),
                len: 1,
            };
        };
        let (base, len) = (place.offset, place.len);
        let computed = Load {
            dst,
            index: self.operand(index),
            base,
            len,
        };
        match (index, place.width) {
            (Operand::Imm(i), width) if (i as u32) < len => match width {
                Width::U8 => Ins::PeekU8 {
                    dst,
                    at: base + i as u32,
                },
                Width::I16 => Ins::PeekI16 {
                    dst,
                    at: base + 2 * i as u32,
                },
                Width::I32 => Ins::PeekI32 {
                    dst,
                    at: base + 4 * i as u32,
                },
            },
            (_, Width::U8) => Ins::LoadU8(computed),
            (_, Width::I16) => Ins::LoadI16(computed),
            (_, Width::I32) => Ins::LoadI32(computed),
        }
    }

    /// Entries of a table from a literal place, in eights; none if that is not known or they are large.
    pub(super) fn factors(&self, table: usize, start: Operand, len: u32) -> Vec<[i16; 8]> {
        let all = self.program.tables.get(table);
        let found = match (all, start) {
            (Some(all), Operand::Imm(start)) if start >= 0 => {
                all.get(start as usize..start as usize + len as usize)
            }
            _ => None,
        };
        let small: Result<Vec<i16>, _> = found
            .unwrap_or(&[])
            .iter()
            .map(|entry| i16::try_from(*entry))
            .collect();
        let in_eights = |entries: &[i16]| {
            let mut eight = [0; 8];
            eight.iter_mut().zip(entries).for_each(|(e, f)| *e = *f);
            eight
        };
        small.unwrap_or_default().chunks(8).map(in_eights).collect()
    }

    fn route(&self, from: Cell, to: Cell) -> Route {
        Route {
            from: from.0 .0 as u16,
            i: self.operand(from.1),
            to: to.0 .0 as u16,
            j: self.operand(to.1),
        }
    }

    fn transfer(&self, from: Cell, to: Cell, amount: Operand) -> Ins {
        let sort = |slot: SlotId| self.layout.slot(slot).map_or(Sort::Plain, |s| s.sort);
        let agreed = match (sort(from.0), from.1, sort(to.0), to.1) {
            (Sort::ByIndex(size), Operand::Imm(i), Sort::ByIndex(other), Operand::Imm(j)) => {
                i >= 0 && j >= 0 && i as u32 % size.max(1) == j as u32 % other.max(1)
            }
            (Sort::ByIndex(_), ..) | (_, _, Sort::ByIndex(_), _) => false,
            (a, _, b, _) => a == b,
        };
        let (route, amount) = (self.route(from, to), self.operand(amount));
        if agreed {
            Ins::Move { route, amount }
        } else {
            Ins::MoveEntry { route, amount }
        }
    }
}

fn arith(kind: Arith, two: Two) -> Ins {
    match kind {
        Arith::Add => Ins::Add(two),
        Arith::Sub => Ins::Sub(two),
        Arith::Mul => Ins::Mul(two),
        Arith::Div => Ins::Div(two),
        Arith::Mod => Ins::Mod(two),
        Arith::Min => Ins::Min(two),
        Arith::Max => Ins::Max(two),
    }
}

fn compare(kind: Compare, two: Two) -> Ins {
    match kind {
        Compare::Eq => Ins::Eq(two),
        Compare::Ne => Ins::Ne(two),
        Compare::Lt => Ins::Lt(two),
        Compare::Le => Ins::Le(two),
        Compare::Gt => Ins::Gt(two),
        Compare::Ge => Ins::Ge(two),
    }
}

/// A comparison and a jump, with its result kept.
pub(super) fn compare_jump(kind: Compare, two: Two) -> Ins {
    let kept = Kept { two, skip: 0 };
    match kind {
        Compare::Eq => Ins::EqJump(kept),
        Compare::Ne => Ins::NeJump(kept),
        Compare::Lt => Ins::LtJump(kept),
        Compare::Le => Ins::LeJump(kept),
        Compare::Gt => Ins::GtJump(kept),
        Compare::Ge => Ins::GeJump(kept),
    }
}

/// A comparison and a jump.
pub(super) fn test_jump(kind: Compare, test: Test) -> Ins {
    match kind {
        Compare::Eq => Ins::IfEq(test),
        Compare::Ne => Ins::IfNe(test),
        Compare::Lt => Ins::IfLt(test),
        Compare::Le => Ins::IfLe(test),
        Compare::Gt => Ins::IfGt(test),
        Compare::Ge => Ins::IfGe(test),
    }
}
