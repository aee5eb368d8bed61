//! From the start of a body to its end with what is known on the way.
//!
//! An instruction that would fail is never left out: one is dropped only if a register has its value
//! already, so that it was computed on this way before, or if it can't fail.

use std::collections::BTreeSet;

use super::body::Body;
use super::facts::Facts;
use super::literals::are_sound;
use super::slots_written;
use super::values::{How, Value, Values};
use crate::ids::{Reg, SlotId};
use crate::program::{Arith, Compare, Instr, Op, Operand, Program, Type};
use crate::ranges::{arith, cell_range, Range, FULL};

/// Goes through a body once.
pub(super) fn simplify(
    program: &Program,
    writes: &[BTreeSet<SlotId>],
    offers: &[Vec<(u32, u32)>],
    body: Body,
) -> Body {
    let mut pass = Pass {
        program,
        writes,
        offers,
        types: body.types,
        values: Values::default(),
        room: body.room,
        twins: 0,
    };
    let mut facts = Facts::default();
    for number in 0..body.params {
        let value = pass.values.unknown(FULL);
        facts.set(&mut pass.values, Reg(number as u32), value);
    }
    let (code, _) = pass.block(&body.code, &mut facts);
    Body {
        params: body.params,
        types: pass.types,
        code,
        room: pass.room,
    }
}

pub(super) struct Pass<'a> {
    pub(super) program: &'a Program,
    pub(super) writes: &'a [BTreeSet<SlotId>],
    /// The numbers of each decision whose legal function this is, as ranges.
    offers: &'a [Vec<(u32, u32)>],
    pub(super) types: Vec<Type>,
    pub(super) values: Values,
    /// Instructions that loops which stand twice may still add.
    pub(super) room: usize,
    /// Loops around that stand twice and were just tried in one piece, with all that is inside.
    pub(super) twins: usize,
}

/// What an instruction computes.
pub(super) enum Found {
    /// A value that there is already.
    Known(Value),
    /// A value by how it is computed and its range; whether computing it can't fail.
    New(How, Range, bool),
}

impl Pass<'_> {
    /// A block anew; whether all its ways end in it.
    pub(super) fn block(&mut self, code: &[Instr], facts: &mut Facts) -> (Vec<Instr>, bool) {
        let mut out = Vec::with_capacity(code.len());
        let mut rest = code;
        while let Some((instr, after)) = rest.split_first() {
            rest = after;
            if self.instr(instr, &mut rest, facts, &mut out) {
                return (out, true);
            }
        }
        (out, false)
    }

    pub(super) fn instr(
        &mut self,
        instr: &Instr,
        rest: &mut &[Instr],
        facts: &mut Facts,
        out: &mut Vec<Instr>,
    ) -> bool {
        let span = instr.span;
        if let Op::If {
            cond,
            then,
            otherwise,
        } = &instr.op
        {
            return self.branch((*cond, then, otherwise), span, rest, facts, out);
        }
        if instr.op.is_loop() {
            self.turns(instr, facts, out);
            return false;
        }
        let mut op = instr.op.clone();
        op.for_each_operand_mut(&mut |operand| *operand = self.operand(facts, *operand));
        if !are_sound(self.program, self.offers, &op) {
            op = instr.op.clone();
        }
        self.compare_less(facts, &mut op);
        if let Some(dst) = op.dst() {
            match self.find(facts, &op) {
                Some(Found::Known(value)) => {
                    self.give(dst, value, true, Instr { op, span }, facts, out);
                }
                Some(Found::New(how, range, is_safe)) => {
                    if let Some(shorter) = self.shorter(facts, dst, how) {
                        op = shorter;
                    }
                    let value = self.values.find_or_add(how, range);
                    self.give(dst, value, is_safe, Instr { op, span }, facts, out);
                }
                None => {
                    self.effects(&op, facts);
                    let value = self.values.unknown(FULL);
                    facts.set(&mut self.values, dst, value);
                    out.push(Instr { op, span });
                }
            }
            return false;
        }
        self.effects(&op, facts);
        let ends = matches!(
            op,
            Op::Break
                | Op::Return { .. }
                | Op::Fault { .. }
                | Op::Goto { .. }
                | Op::Decide { .. }
                | Op::Chance { .. }
                | Op::Resume { .. }
                | Op::Jump { .. }
                | Op::Over
        );
        out.push(Instr { op, span });
        ends
    }

    fn effects(&mut self, op: &Op, facts: &mut Facts) {
        slots_written(op, self.writes, &mut |slot| {
            facts.touch(&mut self.values, slot);
        });
        if let Op::Store { cell, value } = op {
            // Until the next write the cell has what was stored: a value outside its range is a fault.
            let index = facts.value(&mut self.values, cell.1);
            let value = facts.value(&mut self.values, *value);
            if let (Some(index), Some(value)) = (index, value) {
                let how = How::Load(cell.0, facts.version(cell.0), index);
                self.values.say(how, value);
            }
        }
    }

    /// The literal or the first register that has an operand's value.
    pub(super) fn operand(&mut self, facts: &Facts, operand: Operand) -> Operand {
        let Operand::Reg(reg) = operand else {
            return operand;
        };
        let Some(value) = facts.get(reg) else {
            return operand;
        };
        if let Some(number) = facts.known(&self.values, value) {
            return Operand::Imm(number);
        }
        Operand::Reg(self.holder_like(facts, value, reg).unwrap_or(reg))
    }

    fn holder_like(&self, facts: &Facts, value: Value, like: Reg) -> Option<Reg> {
        let of = self.types.get(like.index());
        facts.holder(&self.values, value, |reg| self.types.get(reg.index()) == of)
    }

    /// Gives a register a value, by the instruction that computes it or by less.
    fn give(
        &mut self,
        dst: Reg,
        value: Value,
        is_safe: bool,
        instr: Instr,
        facts: &mut Facts,
        out: &mut Vec<Instr>,
    ) {
        let is_held = facts.holder(&self.values, value, |_| true).is_some();
        let known = facts.known(&self.values, value);
        if known.is_some() && (is_safe || is_held) {
            // A condition on the way may have shown that the register has this number already.
            let here = facts.get(dst);
            if here.is_some_and(|here| facts.known(&self.values, here) == known) {
                return;
            }
        }
        let op = match (known, self.holder_like(facts, value, dst)) {
            (Some(number), _) if is_safe || is_held => Op::Const { dst, value: number },
            (_, Some(holder)) if holder == dst => return,
            (_, Some(holder)) => Op::Copy {
                dst,
                a: Operand::Reg(holder),
            },
            _ => instr.op,
        };
        facts.set(&mut self.values, dst, value);
        let span = instr.span;
        out.push(Instr { op, span });
    }

    /// An `if`. One that follows and can't hold after the way past this one becomes part of it: that is
    /// how `a and b` comes from the translator.
    fn branch(
        &mut self,
        (cond, then, otherwise): (Operand, &[Instr], &[Instr]),
        span: Option<crate::ids::SpanId>,
        rest: &mut &[Instr],
        facts: &mut Facts,
        out: &mut Vec<Instr>,
    ) -> bool {
        let cond = self.operand(facts, cond);
        if let Operand::Imm(number) = cond {
            let taken = if number == 0 { otherwise } else { then };
            let (mut code, ends) = self.block(taken, facts);
            out.append(&mut code);
            return ends;
        }
        let (mut yes, mut no) = (facts.clone(), facts.clone());
        let asked = facts.value(&mut self.values, cond);
        if let Some(value) = asked {
            yes.learn(&self.values, value, 1);
            no.learn(&self.values, value, 0);
        }
        let (mut then, mut then_ends) = self.block(then, &mut yes);
        let (otherwise, no_ends) = self.block(otherwise, &mut no);
        while let Some((next, after)) = rest.split_first() {
            let Op::If {
                cond: Operand::Reg(wanted),
                otherwise: none,
                ..
            } = &next.op
            else {
                break;
            };
            let past = no.get(*wanted);
            let never = past.is_some_and(|value| no.known(&self.values, value) == Some(0));
            if then_ends || no_ends || !never || !none.is_empty() {
                break;
            }
            then_ends = self.instr(next, &mut &[][..], &mut yes, &mut then);
            *rest = after;
        }
        if !then.is_empty() || !otherwise.is_empty() {
            let op = Op::If {
                cond,
                then,
                otherwise,
            };
            out.push(Instr { op, span });
        }
        match (then_ends, no_ends) {
            (true, true) => return true,
            (true, false) => *facts = no,
            (false, true) => *facts = yes,
            (false, false) => {
                yes.meet(&mut self.values, asked, &no);
                *facts = yes;
            }
        }
        false
    }

    /// `(x + c) + d` from x at once, if a register has it.
    fn shorter(&self, facts: &Facts, dst: Reg, how: How) -> Option<Op> {
        let How::Arith(Arith::Add, x, number) = how else {
            return None;
        };
        let number = self.values.constant(number)?;
        let holder = self.holder_like(facts, x, dst)?;
        Some(Op::Arith {
            dst,
            kind: Arith::Add,
            a: Operand::Reg(holder),
            b: Operand::Imm(number),
        })
    }

    /// What an instruction computes; nothing if it is not known.
    pub(super) fn find(&mut self, facts: &Facts, op: &Op) -> Option<Found> {
        let mut value = |operand: Operand| facts.value(&mut self.values, operand);
        Some(match *op {
            Op::Const { value, .. } => Found::Known(self.values.int(value)),
            Op::Copy { a, .. } => Found::Known(value(a)?),
            Op::Arith { kind, a, b, .. } => {
                let (a, b) = (value(a)?, value(b)?);
                self.arith(facts, kind, a, b)
            }
            Op::Compare { kind, a, b, .. } => {
                let (a, b) = (value(a)?, value(b)?);
                self.compare(kind, a, b)
            }
            Op::And { a, b, .. } => {
                let (a, b) = (value(a)?, value(b)?);
                self.both(a, b, 0, How::And(a, b))
            }
            Op::Or { a, b, .. } => {
                let (a, b) = (value(a)?, value(b)?);
                self.both(a, b, 1, How::Or(a, b))
            }
            Op::Not { a, .. } => {
                let a = value(a)?;
                match (self.values.constant(a), self.values.how(a)) {
                    (Some(number), _) => Found::Known(self.values.int(i32::from(number == 0))),
                    (None, Some(How::Not(inner))) => Found::Known(inner),
                    _ => Found::New(How::Not(a), (0, 1), true),
                }
            }
            Op::Select { cond, a, b, .. } => {
                let (cond, a, b) = (value(cond)?, value(a)?, value(b)?);
                match self.values.constant(cond) {
                    Some(0) => Found::Known(b),
                    Some(_) => Found::Known(a),
                    None if a == b => Found::Known(a),
                    None => {
                        let (x, y) = (self.values.range(a), self.values.range(b));
                        let range = (x.0.min(y.0), x.1.max(y.1));
                        Found::New(How::Select(cond, a, b), range, true)
                    }
                }
            }
            Op::Load { cell, .. } => {
                let index = value(cell.1)?;
                let how = How::Load(cell.0, facts.version(cell.0), index);
                let range = cell_range(self.program, cell.0);
                Found::New(how, range, self.exists(cell.0, index, 1))
            }
            Op::Sum { cell, len, .. } => {
                let index = value(cell.1)?;
                let how = How::Sum(cell.0, facts.version(cell.0), index, len);
                let (low, high) = cell_range(self.program, cell.0);
                let range = (low * i64::from(len), high * i64::from(len));
                Found::New(how, range, self.exists(cell.0, index, len))
            }
            Op::Dot {
                cell,
                table,
                start,
                len,
                ..
            } => {
                let (index, start) = (value(cell.1)?, value(start)?);
                let version = facts.version(cell.0);
                Found::New(
                    How::Dot(cell.0, version, index, table, start, len),
                    FULL,
                    false,
                )
            }
            Op::Table { table, index, .. } => {
                let index = value(index)?;
                let entries = self.program.tables.get(table.index())?;
                let at = self.values.constant(index);
                let entry = at.and_then(|at| entries.get(usize::try_from(at).ok()?));
                if let Some(entry) = entry {
                    return Some(Found::Known(self.values.int(*entry)));
                }
                let least = entries.iter().min().copied().unwrap_or(i32::MIN);
                let most = entries.iter().max().copied().unwrap_or(i32::MAX);
                let (low, high) = self.values.range(index);
                let is_safe = low >= 0 && high < entries.len() as i64;
                let range = (i64::from(least), i64::from(most));
                Found::New(How::Table(table, index), range, is_safe)
            }
            _ => return None,
        })
    }

    /// Whether `len` cells from an index exist, whatever it is.
    pub(super) fn exists(&self, slot: SlotId, index: Value, len: u32) -> bool {
        let Some(found) = self.program.slots.get(slot.index()) else {
            return false;
        };
        let (low, high) = self.values.range(index);
        let size = self.program.slot_cells(found) as i64;
        !found.unlimited && low >= 0 && high + i64::from(len) <= size
    }

    pub(super) fn arith(&mut self, facts: &Facts, kind: Arith, a: Value, b: Value) -> Found {
        let (x, y) = (self.values.constant(a), self.values.constant(b));
        if let (Some(x), Some(y)) = (x, y) {
            if let Some(number) = folded(kind, x, y) {
                return Found::Known(self.values.int(number));
            }
        }
        let (of_a, of_b) = (self.values.range(a), self.values.range(b));
        let known = match (kind, x, y) {
            (Arith::Add | Arith::Sub, _, Some(0)) | (Arith::Mul | Arith::Div, _, Some(1)) => {
                Some(a)
            }
            (Arith::Add, Some(0), _) | (Arith::Mul, Some(1), _) => Some(b),
            (Arith::Mul, _, Some(0)) | (Arith::Mul, Some(0), _) | (Arith::Mod, _, Some(1)) => {
                Some(self.values.int(0))
            }
            (Arith::Min, ..) if of_a.1 <= of_b.0 => Some(a),
            (Arith::Min, ..) if of_b.1 <= of_a.0 => Some(b),
            (Arith::Max, ..) if of_a.0 >= of_b.1 => Some(a),
            (Arith::Max, ..) if of_b.0 >= of_a.1 => Some(b),
            (Arith::Mod, ..) if of_a.0 >= 0 && of_a.1 < of_b.0 => Some(a),
            (Arith::Div, ..) if of_a.0 >= 0 && of_a.1 < of_b.0 => Some(self.values.int(0)),
            _ => None,
        };
        if let Some(value) = known {
            return Found::Known(value);
        }
        let (mut a, mut b) = (a, b);
        let either_way = matches!(kind, Arith::Add | Arith::Mul | Arith::Min | Arith::Max);
        if either_way && (x.is_some() || (y.is_none() && b < a)) {
            (a, b) = (b, a);
        }
        // (x + c) + d is x + (c + d).
        if let (Arith::Add, Some(second)) = (kind, self.values.constant(b)) {
            if let Some(How::Arith(Arith::Add, inner, first)) = self.values.how(a) {
                let is_held = facts.holder(&self.values, inner, |_| true).is_some();
                if let (Some(first), true) = (self.values.constant(first), is_held) {
                    let both = first.wrapping_add(second);
                    if both == 0 {
                        return Found::Known(inner);
                    }
                    (a, b) = (inner, self.values.int(both));
                }
            }
        }
        let range = arith(kind, self.values.range(a), self.values.range(b));
        let is_safe = !matches!(kind, Arith::Div | Arith::Mod) || of_b.0 > 0 || of_b.1 < 0;
        Found::New(How::Arith(kind, a, b), range, is_safe)
    }

    fn compare(&mut self, kind: Compare, a: Value, b: Value) -> Found {
        let (x, y) = (self.values.range(a), self.values.range(b));
        let same = a == b;
        let truth = match kind {
            Compare::Eq if same || (x.0 == x.1 && x == y) => Some(true),
            Compare::Eq if x.1 < y.0 || y.1 < x.0 => Some(false),
            Compare::Ne if same || (x.0 == x.1 && x == y) => Some(false),
            Compare::Ne if x.1 < y.0 || y.1 < x.0 => Some(true),
            Compare::Lt if x.1 < y.0 => Some(true),
            Compare::Lt if same || x.0 >= y.1 => Some(false),
            Compare::Le if same || x.1 <= y.0 => Some(true),
            Compare::Le if x.0 > y.1 => Some(false),
            Compare::Gt if x.0 > y.1 => Some(true),
            Compare::Gt if same || x.1 <= y.0 => Some(false),
            Compare::Ge if same || x.0 >= y.1 => Some(true),
            Compare::Ge if x.1 < y.0 => Some(false),
            _ => None,
        };
        match truth {
            Some(truth) => Found::Known(self.values.int(i32::from(truth))),
            None => Found::New(How::Compare(kind, a, b), (0, 1), true),
        }
    }

    /// `and` (0 decides) or `or` (1 decides).
    fn both(&mut self, a: Value, b: Value, decides: i32, how: How) -> Found {
        match (self.values.constant(a), self.values.constant(b)) {
            (Some(x), _) if x == decides => Found::Known(self.values.int(decides)),
            (_, Some(y)) if y == decides => Found::Known(self.values.int(decides)),
            (Some(_), _) => Found::Known(b),
            (_, Some(_)) => Found::Known(a),
            _ if a == b => Found::Known(a),
            _ => Found::New(how, (0, 1), true),
        }
    }
}

/// A result that is known; nothing for a division by zero.
fn folded(kind: Arith, x: i32, y: i32) -> Option<i32> {
    Some(match kind {
        Arith::Add => x.wrapping_add(y),
        Arith::Sub => x.wrapping_sub(y),
        Arith::Mul => x.wrapping_mul(y),
        Arith::Min => x.min(y),
        Arith::Max => x.max(y),
        // By a positive number Euclid's division rounds to minus infinity.
        Arith::Div if y > 0 => x.div_euclid(y),
        Arith::Mod if y > 0 => x.rem_euclid(y),
        Arith::Div | Arith::Mod => return None,
    })
}
