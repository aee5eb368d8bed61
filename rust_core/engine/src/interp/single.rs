//! Instructions that become exactly one linear instruction.
//!
//! What is known at load is used here: a cell with a literal index is read by its byte, and a move whose
//! entries agree by its literals is not compared again while running.

use rulewright_ir::ids::{Reg, SlotId};
use rulewright_ir::program::{Arith, Compare, Op, Operand, Width};

use super::code::{Ins, R, SINK};
use super::flatten::Flatten;
use crate::layout::Sort;

impl Flatten<'_> {
    pub(super) fn simple(&self, op: &Op) -> Ins {
        let reg = |r: Reg| self.reg(r);
        let get = |o: Operand| self.operand(o);
        match op {
            Op::Const { dst, value } => Ins::Copy {
                dst: reg(*dst),
                a: self.frames.constant(*value),
            },
            Op::Copy { dst, a } => Ins::Copy {
                dst: reg(*dst),
                a: get(*a),
            },
            Op::Arith { dst, kind, a, b } => arith(*kind, reg(*dst), get(*a), get(*b)),
            Op::Compare { dst, kind, a, b } => compare(*kind, reg(*dst), get(*a), get(*b)),
            Op::And { dst, a, b } => Ins::And {
                dst: reg(*dst),
                a: get(*a),
                b: get(*b),
            },
            Op::Or { dst, a, b } => Ins::Or {
                dst: reg(*dst),
                a: get(*a),
                b: get(*b),
            },
            Op::Not { dst, a } => Ins::Not {
                dst: reg(*dst),
                a: get(*a),
            },
            Op::Select { dst, cond, a, b } => Ins::Select {
                dst: reg(*dst),
                cond: get(*cond),
                a: get(*a),
                b: get(*b),
            },
            Op::Table { dst, table, index } => {
                let (base, len) = self.tables.get(table.index()).copied().unwrap_or_default();
                Ins::Table {
                    dst: reg(*dst),
                    index: get(*index),
                    base,
                    len,
                }
            }
            Op::Return { value } => Ins::Return {
                value: value.map_or(SINK, get),
            },
            Op::Offer { action } => Ins::Offer {
                action: get(*action),
            },
            Op::Decide { decision } => Ins::Decide {
                decision: decision.0 as u16,
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
            Op::Sum { dst, cell, len } => Ins::Sum {
                dst: reg(*dst),
                slot: slot(cell.0),
                index: get(cell.1),
                len: *len,
            },
            Op::Dot {
                dst,
                cell,
                table,
                start,
                len,
            } => Ins::Dot {
                dst: reg(*dst),
                slot: slot(cell.0),
                index: get(cell.1),
                table: table.0 as u16,
                start: get(*start),
                len: *len,
            },
            Op::Store { cell, value } => self.put(*cell, *value).unwrap_or(Ins::Store {
                slot: slot(cell.0),
                index: get(cell.1),
                value: get(*value),
            }),
            Op::Move { from, to, amount } => self.transfer(*from, *to, *amount),
            Op::MoveAll { from, to, len } => Ins::MoveAll {
                from: slot(from.0),
                i: get(from.1),
                to: slot(to.0),
                j: get(to.1),
                len: *len,
            },
            Op::Gather { from, len, to } => Ins::Gather {
                from: slot(from.0),
                i: get(from.1),
                to: slot(to.0),
                j: get(to.1),
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

    /// A store into the first cell of a slot, which most are.
    fn put(&self, (slot, index): (SlotId, Operand), value: Operand) -> Option<Ins> {
        let place = self.layout.slot(slot).filter(|place| !place.unlimited)?;
        if index != Operand::Imm(0) || place.len == 0 {
            return None;
        }
        let (value, at, slot) = (self.operand(value), place.offset, slot.0 as u16);
        match place.width {
            Width::U8 => Some(Ins::PutU8 {
                value,
                at,
                low: place.low as u8,
                high: place.high as u8,
                slot,
            }),
            Width::I16 => Some(Ins::PutI16 {
                value,
                at,
                low: place.low as i16,
                high: place.high as i16,
                slot,
            }),
            Width::I32 => None,
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
            (_, Width::U8) => Ins::LoadU8 {
                dst,
                index: self.operand(index),
                base,
                len,
            },
            (_, Width::I16) => Ins::LoadI16 {
                dst,
                index: self.operand(index),
                base,
                len,
            },
            (_, Width::I32) => Ins::LoadI32 {
                dst,
                index: self.operand(index),
                base,
                len,
            },
        }
    }

    fn transfer(&self, from: (SlotId, Operand), to: (SlotId, Operand), amount: Operand) -> Ins {
        let sort = |slot: SlotId| self.layout.slot(slot).map_or(Sort::Plain, |s| s.sort);
        let (i, j, amount) = (
            self.operand(from.1),
            self.operand(to.1),
            self.operand(amount),
        );
        let agreed = match (sort(from.0), from.1, sort(to.0), to.1) {
            (Sort::ByIndex(size), Operand::Imm(i), Sort::ByIndex(other), Operand::Imm(j)) => {
                i >= 0 && j >= 0 && i as u32 % size.max(1) == j as u32 % other.max(1)
            }
            (Sort::ByIndex(_), ..) | (_, _, Sort::ByIndex(_), _) => false,
            (a, _, b, _) => a == b,
        };
        let (from, to) = (from.0 .0 as u16, to.0 .0 as u16);
        if agreed {
            Ins::Move {
                from,
                i,
                to,
                j,
                amount,
            }
        } else {
            Ins::MoveEntry {
                from,
                i,
                to,
                j,
                amount,
            }
        }
    }
}

fn arith(kind: Arith, dst: R, a: R, b: R) -> Ins {
    match kind {
        Arith::Add => Ins::Add { dst, a, b },
        Arith::Sub => Ins::Sub { dst, a, b },
        Arith::Mul => Ins::Mul { dst, a, b },
        Arith::Div => Ins::Div { dst, a, b },
        Arith::Mod => Ins::Mod { dst, a, b },
        Arith::Min => Ins::Min { dst, a, b },
        Arith::Max => Ins::Max { dst, a, b },
    }
}

fn compare(kind: Compare, dst: R, a: R, b: R) -> Ins {
    match kind {
        Compare::Eq => Ins::Eq { dst, a, b },
        Compare::Ne => Ins::Ne { dst, a, b },
        Compare::Lt => Ins::Lt { dst, a, b },
        Compare::Le => Ins::Le { dst, a, b },
        Compare::Gt => Ins::Gt { dst, a, b },
        Compare::Ge => Ins::Ge { dst, a, b },
    }
}
