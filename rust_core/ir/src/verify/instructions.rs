//! Rules for single instructions; those about cells and moves are in `cells`.

use super::body::{Body, Role};
use super::error::{in_range, Fault};
use crate::ids::{FuncId, Reg, SegmentId, SlotId};
use crate::program::{Class, Compare, Op, Operand, Slot, Type, Value};

impl Body<'_> {
    /// Checks one instruction without blocks; whether its path ends there.
    pub(super) fn instruction(&mut self, op: &Op) -> Result<bool, Fault> {
        match op {
            Op::Break => {
                if self.loops.is_empty() {
                    return Err(Fault::BreakOutside);
                }
                Ok(true)
            }
            Op::Return { value } => self.check_return(*value).map(|()| true),
            Op::Fault { .. } => Ok(true),
            Op::Goto { .. }
            | Op::Decide { .. }
            | Op::Chance { .. }
            | Op::Resume { .. }
            | Op::Jump { .. }
            | Op::Over => self.terminator(op).map(|()| true),
            Op::Offer { action } => self.check_offer(*action).map(|()| false),
            Op::Call { dst, func, args } => self.call(*dst, *func, args).map(|()| false),
            Op::Store { .. }
            | Op::Move { .. }
            | Op::MoveAll { .. }
            | Op::Gather { .. }
            | Op::ReturnTo { .. } => {
                self.writes = true;
                self.effect(op).map(|()| false)
            }
            _ => self.computation(op).map(|()| false),
        }
    }

    fn computation(&mut self, op: &Op) -> Result<(), Fault> {
        match *op {
            Op::Const { dst, value } => self.copy(dst, Operand::Imm(value)),
            Op::Copy { dst, a } => self.copy(dst, a),
            Op::Arith { dst, a, b, .. } => {
                self.operand(a, Type::Int)?;
                self.operand(b, Type::Int)?;
                self.define(dst, Type::Int)
            }
            Op::Compare { dst, kind, a, b } => {
                let of = self.compared(kind, a, b)?;
                self.operand(a, of)?;
                self.operand(b, of)?;
                self.define(dst, Type::Bool)
            }
            Op::And { dst, a, b } | Op::Or { dst, a, b } => {
                self.operand(a, Type::Bool)?;
                self.operand(b, Type::Bool)?;
                self.define(dst, Type::Bool)
            }
            Op::Not { dst, a } => {
                self.operand(a, Type::Bool)?;
                self.define(dst, Type::Bool)
            }
            Op::Select { dst, cond, a, b } => {
                let of = self.type_of(dst)?;
                self.operand(cond, Type::Bool)?;
                self.operand(a, of)?;
                self.operand(b, of)?;
                self.define(dst, of)
            }
            Op::Load { dst, cell } => {
                self.readable(cell, 1)?;
                let of = self.cell_type(cell.0, Operand::Reg(dst))?;
                self.define(dst, of)
            }
            Op::Sum { dst, cell, len } => {
                self.readable(cell, len)?;
                self.define(dst, Type::Int)
            }
            Op::Dot {
                dst,
                cell,
                table,
                start,
                len,
            } => {
                self.readable(cell, len)?;
                let size = in_range(&self.program.tables, table.index(), table)?.len() as u64;
                self.index(table, size, start, len)?;
                self.define(dst, Type::Int)
            }
            Op::Table { dst, table, index } => {
                let size = in_range(&self.program.tables, table.index(), table)?.len() as u64;
                self.index(table, size, index, 1)?;
                self.define(dst, Type::Int)
            }
            // The caller has dealt with all others.
            _ => Ok(()),
        }
    }

    fn copy(&mut self, dst: Reg, a: Operand) -> Result<(), Fault> {
        let of = self.type_of(dst)?;
        self.operand(a, of)?;
        self.define(dst, of)
    }

    /// Bools are compared for equality only, and only with bools.
    fn compared(&self, kind: Compare, a: Operand, b: Operand) -> Result<Type, Fault> {
        if matches!(kind, Compare::Eq | Compare::Ne) {
            for operand in [a, b] {
                if let Operand::Reg(reg) = operand {
                    return self.type_of(reg);
                }
            }
        }
        Ok(Type::Int)
    }

    /// The type that an operand must have to hold, or to become, the value of a cell. A bool slot
    /// goes with both types: its range is 0 to 1.
    pub(super) fn cell_type(&self, slot: SlotId, operand: Operand) -> Result<Type, Fault> {
        let found = self.slot(slot)?;
        if let (Class::Var(Value::Bool) | Class::Control(Value::Bool), Operand::Reg(reg)) =
            (found.class, operand)
        {
            return self.type_of(reg);
        }
        Ok(Type::Int)
    }

    pub(super) fn slot(&self, slot: SlotId) -> Result<&Slot, Fault> {
        in_range(&self.program.slots, slot.index(), slot)
    }

    fn check_return(&self, value: Option<Operand>) -> Result<(), Fault> {
        let Role::Func { result, .. } = self.role else {
            return Err(Fault::OnlyInFunctions);
        };
        match (result, value) {
            (None, None) => Ok(()),
            (Some(of), Some(value)) => self.operand(value, of),
            _ => Err(Fault::ReturnValue),
        }
    }

    fn check_offer(&self, action: Operand) -> Result<(), Fault> {
        let func = match self.role {
            Role::Func { id, .. } if self.legal.is_legal(id) => id,
            _ => return Err(Fault::OfferOutside),
        };
        self.operand(action, Type::Int)?;
        match action {
            Operand::Imm(action) if !self.legal.may_offer(func, action) => {
                Err(Fault::OfferUnknown { action })
            }
            _ => Ok(()),
        }
    }

    fn call(&mut self, dst: Option<Reg>, func: FuncId, args: &[Operand]) -> Result<(), Fault> {
        let found = in_range(&self.program.funcs, func.index(), func)?;
        let Some(&facts) = self.funcs.get(func.index()) else {
            return Err(Fault::CallOfLater { func });
        };
        if self.legal.is_legal(func) {
            return Err(Fault::CallOfLegal { func });
        }
        self.arguments(func.to_string(), &found.params, args)?;
        self.writes |= facts.writes;
        self.deepest = self.deepest.max(facts.depth);
        match (dst, found.result) {
            (None, _) => Ok(()),
            (Some(dst), Some(of)) => self.define(dst, of),
            (Some(_), None) => Err(Fault::CallWithoutResult { func }),
        }
    }

    fn arguments(&self, target: String, params: &[Type], args: &[Operand]) -> Result<(), Fault> {
        if params.len() != args.len() {
            let (expected, found) = (params.len(), args.len());
            return Err(Fault::Arguments {
                target,
                expected,
                found,
            });
        }
        for (&param, &arg) in params.iter().zip(args) {
            self.operand(arg, param)?;
        }
        Ok(())
    }

    fn terminator(&self, op: &Op) -> Result<(), Fault> {
        if !matches!(self.role, Role::Segment) {
            return Err(Fault::OnlyInSegments);
        }
        match op {
            Op::Goto { segment, args } => {
                let found = in_range(&self.program.segments, segment.index(), segment)?;
                self.arguments(segment.to_string(), &found.params, args)
            }
            Op::Decide { decision } => {
                in_range(&self.program.decisions, decision.index(), decision).map(|_| ())
            }
            Op::Chance { chance } => {
                in_range(&self.program.chances, chance.index(), chance).map(|_| ())
            }
            Op::Resume { slot } => self.segment_slot(*slot).map(|_| ()),
            Op::Jump { index, segments } => {
                self.operand(*index, Type::Int)?;
                segments
                    .iter()
                    .try_for_each(|&segment| self.bare_segment(segment))
            }
            // Only `over` is left.
            _ => Ok(()),
        }
    }

    /// A segment that is entered without arguments.
    pub(super) fn bare_segment(&self, segment: SegmentId) -> Result<(), Fault> {
        let found = in_range(&self.program.segments, segment.index(), segment)?;
        if found.params.is_empty() {
            Ok(())
        } else {
            Err(Fault::SegmentParams { segment })
        }
    }
}
