//! Rules for cells: indices, reads, stores and moves.

use std::fmt::Display;

use super::body::Body;
use super::error::Fault;
use crate::ids::{SegmentId, SlotId};
use crate::program::{Cell, Class, Holds, Op, Operand, Slot, Type, Value};

impl Body<'_> {
    /// `len` cells from an index on, in something that has `size` of them.
    pub(super) fn index(
        &self,
        id: impl Display,
        size: u64,
        start: Operand,
        len: u32,
    ) -> Result<(), Fault> {
        self.operand(start, Type::Int)?;
        if u64::from(len) > size {
            return Err(Fault::LengthBeyond {
                id: id.to_string(),
                len,
                size,
            });
        }
        if let Operand::Imm(start) = start {
            let last = i64::from(start) + i64::from(len);
            if start < 0 || last > size as i64 {
                let index = if start < 0 {
                    i64::from(start)
                } else {
                    last - 1
                };
                return Err(Fault::IndexOutside {
                    id: id.to_string(),
                    index,
                    size,
                });
            }
        }
        Ok(())
    }

    fn cells(&self, cell: Cell, len: u32) -> Result<&Slot, Fault> {
        let slot = self.slot(cell.0)?;
        self.index(cell.0, self.program.slot_cells(slot), cell.1, len)?;
        Ok(slot)
    }

    /// Cells that have values.
    pub(super) fn readable(&self, cell: Cell, len: u32) -> Result<(), Fault> {
        if self.cells(cell, len)?.unlimited {
            return Err(Fault::UnlimitedRead { slot: cell.0 });
        }
        Ok(())
    }

    /// The instructions that change the state.
    pub(super) fn effect(&self, op: &Op) -> Result<(), Fault> {
        match *op {
            Op::Store { cell, value } => self.store(cell, value),
            Op::Move { from, to, amount } => {
                self.operand(amount, Type::Int)?;
                self.joined(from, 1, to, 1)?;
                self.same_entries(from, to, 1)
            }
            Op::MoveAll { from, to, len } => {
                self.joined(from, len, to, len)?;
                self.readable(from, len)?;
                self.same_entries(from, to, len)
            }
            Op::Gather { from, len, to } => {
                self.joined(from, len, to, 1)?;
                self.readable(from, len)?;
                self.gathered(from.0, to.0)
            }
            Op::ReturnTo { slot, segment } => self.keep(slot, segment),
            // The caller has dealt with all others.
            _ => Ok(()),
        }
    }

    fn store(&self, cell: Cell, value: Operand) -> Result<(), Fault> {
        let slot = cell.0;
        match self.cells(cell, 1)?.class {
            Class::Place(_) => return Err(Fault::StoreToPlace { slot }),
            Class::Control(Value::Segment) | Class::Var(Value::Segment) => {
                return Err(Fault::StoreToSegment { slot });
            }
            Class::Control(_) | Class::Var(_) => {}
        }
        self.operand(value, self.cell_type(slot, value)?)
    }

    fn keep(&self, slot: SlotId, segment: SegmentId) -> Result<(), Fault> {
        let found = self.segment_slot(slot)?;
        self.bare_segment(segment)?;
        let number = i64::from(segment.0);
        if number < i64::from(found.low) || number > i64::from(found.high) {
            return Err(Fault::SegmentOutside { slot, segment });
        }
        Ok(())
    }

    /// A slot that keeps one segment.
    pub(super) fn segment_slot(&self, slot: SlotId) -> Result<&Slot, Fault> {
        let found = self.slot(slot)?;
        if found.class == Class::Control(Value::Segment) && found.dims.is_empty() {
            Ok(found)
        } else {
            Err(Fault::NoSegmentSlot { slot })
        }
    }

    fn holds(&self, slot: SlotId) -> Result<Holds, Fault> {
        match self.slot(slot)?.class {
            Class::Place(holds) => Ok(holds),
            Class::Var(_) | Class::Control(_) => Err(Fault::NoPlace { slot }),
        }
    }

    /// Two places, one of which has cells, and their indices.
    fn joined(&self, from: Cell, from_len: u32, to: Cell, to_len: u32) -> Result<(), Fault> {
        self.holds(from.0)?;
        self.holds(to.0)?;
        let source = self.cells(from, from_len)?;
        let target = self.cells(to, to_len)?;
        if source.unlimited && target.unlimited {
            return Err(Fault::BothUnlimited {
                from: from.0,
                to: to.0,
            });
        }
        Ok(())
    }

    /// Cell for cell the same token, as far as it can be known now.
    fn same_entries(&self, from: Cell, to: Cell, len: u32) -> Result<(), Fault> {
        let other_token = Fault::OtherToken {
            from: from.0,
            to: to.0,
        };
        let other_entry = Fault::OtherEntry {
            from: from.0,
            to: to.0,
        };
        let (kind, first, second) = match (self.holds(from.0)?, self.holds(to.0)?) {
            (Holds::Token(a), Holds::Token(b)) if a == b => return Ok(()),
            (Holds::Entry(a, e), Holds::Entry(b, f)) if a == b && e == f => return Ok(()),
            (Holds::Entry(a, _), Holds::Entry(b, _)) if a == b => return Err(other_entry),
            (Holds::Kind(a), Holds::Kind(b)) if a == b => (a, from.1, to.1),
            (Holds::Kind(a), Holds::Entry(b, entry)) if a == b => (
                a,
                from.1,
                self.single(entry, a, len).ok_or(other_entry.clone())?,
            ),
            (Holds::Entry(b, entry), Holds::Kind(a)) if a == b => (
                a,
                self.single(entry, a, len).ok_or(other_entry.clone())?,
                to.1,
            ),
            _ => return Err(other_token),
        };
        let size = self.program.kind_size(kind) as i32;
        match (first, second) {
            (Operand::Imm(first), Operand::Imm(second))
                if first.checked_rem(size) != second.checked_rem(size) =>
            {
                Err(other_entry)
            }
            _ => Ok(()),
        }
    }

    /// The entry as an index, if so many cells of a place with all entries can be that one.
    fn single(&self, entry: u32, kind: crate::ids::KindId, len: u32) -> Option<Operand> {
        (len <= 1 || self.program.kind_size(kind) == 1).then_some(Operand::Imm(entry as i32))
    }

    fn gathered(&self, from: SlotId, to: SlotId) -> Result<(), Fault> {
        let (source, target) = (self.holds(from)?, self.holds(to)?);
        for (slot, holds) in [(from, source), (to, target)] {
            if matches!(holds, Holds::Kind(_)) {
                return Err(Fault::GatherOfKind { slot });
            }
        }
        if source == target {
            Ok(())
        } else {
            Err(Fault::OtherToken { from, to })
        }
    }
}
