//! Loops: written out where that pays, turned into one instruction where there is one, or kept.

use super::body::{fresh, is_crowded, rename, weight, written};
use super::facts::Facts;
use super::forward::{Found, Pass};
use super::slots_written;
use super::values::{How, Value};
use crate::ids::{Reg, SlotId};
use crate::operands::for_each_instr;
use crate::program::{Arith, Cell, Compare, Instr, Op, Operand};
use crate::ranges::{cell_range, FULL};

/// Most instructions that a loop may come to when it is written out, after all that becomes known then.
const WRITTEN_OUT: usize = 420;
/// Most instructions before that.
const TRIED: usize = 2048;
/// Most instructions before that of a loop that is written out once for each answer to a lasting condition.
const WRITTEN_OUT_TWICE: usize = 200;
/// Most turns of a loop with a `break` that is written out: each one is nested in the one before.
const NESTED_TURNS: i64 = 8;

impl Pass<'_> {
    /// A loop anew.
    pub(super) fn turns(&mut self, instr: &Instr, facts: &mut Facts, out: &mut Vec<Instr>) {
        let mut op = instr.op.clone();
        op.for_each_operand_mut(&mut |operand| *operand = self.operand(facts, *operand));
        let span = instr.span;
        let changed = written(std::slice::from_ref(instr));
        let slots = self.slots_in(std::slice::from_ref(instr));
        if self.as_one_instruction(&op, facts, out) {
            return;
        }
        // A short loop may be written out twice, others are tried in one piece first.
        let is_short = turns_of(&op).is_some_and(|turns| turns <= WRITTEN_OUT_TWICE);
        if !is_short && self.in_one_piece(&op, facts, out) {
            return;
        }
        self.hoist(&mut op, (&changed, &slots), facts, out);
        let is_unswitched = self.unswitched(&op, span, is_short, facts, out).is_some();
        if is_unswitched || is_short && self.in_one_piece(&op, facts, out) {
            return;
        }
        facts.forget(&mut self.values, &changed, &slots);
        let mut inside = facts.clone();
        if let Op::For { dst, from, to, .. } | Op::Each { dst, from, to, .. } = &op {
            let low = self.range_of(facts, *from).0;
            let high = self.range_of(facts, *to).1 - 1;
            let turn = self.values.unknown((low, high.max(low)));
            inside.set(&mut self.values, *dst, turn);
            if let Op::Each { cell, .. } = &op {
                self.know_of_turn(*cell, turn, &inside);
            }
        }
        for block in op.blocks_mut().into_iter().flatten() {
            (*block, _) = self.block(block, &mut inside);
        }
        if let Some(sparse) = self.as_each(&op, &changed, &slots, facts) {
            op = sparse;
        }
        out.push(Instr { op, span });
    }

    /// Writes a loop with known ends as nothing or as one instruction, if that is what it comes to.
    fn as_one_instruction(&mut self, op: &Op, facts: &mut Facts, out: &mut Vec<Instr>) -> bool {
        match op {
            Op::For {
                dst,
                from: Operand::Imm(from),
                to: Operand::Imm(to),
                body,
            } => from >= to || self.as_sum(*dst, (*from, *to), body, facts, out),
            _ => false,
        }
    }

    /// Writes the turns of a loop with known ends one after another, if that is not too much.
    fn in_one_piece(&mut self, op: &Op, facts: &mut Facts, out: &mut Vec<Instr>) -> bool {
        let Op::For {
            dst,
            from: Operand::Imm(from),
            to: Operand::Imm(to),
            body,
        } = op
        else {
            return false;
        };
        let code = self.written_out(*dst, (*from, *to), body, facts);
        let is_written = code.is_some();
        out.extend(code.into_iter().flatten());
        is_written
    }

    /// A turn over cells that are not 0 begins with such a cell. If there is one turn at most its number is a value
    /// outside of the loop too, where nothing is known of the cell.
    fn know_of_turn(&mut self, (slot, base): Cell, turn: Value, inside: &Facts) {
        let (low, high) = cell_range(self.program, slot);
        let base = inside.value(&mut self.values, base);
        let Some(base) = base.filter(|_| low >= 0 && self.values.constant(turn).is_none()) else {
            return;
        };
        let index = match self.arith(inside, Arith::Add, turn, base) {
            Found::Known(index) => index,
            Found::New(how, range, _) => self.values.find_or_add(how, range),
        };
        let here = self.values.unknown((low.max(1), high.max(1)));
        self.values
            .say(How::Load(slot, inside.version(slot), index), here);
    }

    fn range_of(&mut self, facts: &Facts, operand: Operand) -> (i64, i64) {
        let value = facts.value(&mut self.values, operand);
        value.map_or(FULL, |value| self.values.range(value))
    }

    fn slots_in(&self, code: &[Instr]) -> Vec<SlotId> {
        let mut slots = Vec::new();
        for_each_instr(code, 0, &mut |instr, _| {
            slots_written(&instr.op, self.writes, &mut |slot| slots.push(slot));
        });
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// One turn after the other, if that is not too much; each with registers of its own for what does
    /// not last from turn to turn.
    fn written_out(
        &mut self,
        dst: Reg,
        (from, to): (i32, i32),
        body: &[Instr],
        facts: &mut Facts,
    ) -> Option<Vec<Instr>> {
        let turns = i64::from(to) - i64::from(from);
        let breaks = has_break(body);
        let most = if breaks { NESTED_TURNS } else { TRIED as i64 };
        let most_turns = (TRIED / weight(body).max(1)) as i64;
        if turns > most.min(most_turns) || self.twins > 0 || is_crowded(&self.types) {
            return None;
        }
        let mut own: Vec<Reg> = written(body);
        own.push(dst);
        own.retain(|reg| facts.get(*reg).is_none());
        own.sort_unstable();
        own.dedup();
        let mut code = Vec::new();
        // From the last turn on: with a `break` each turn holds those after it.
        for number in (from..to).rev() {
            let first = self.types.len() as u32;
            for reg in &own {
                fresh(&mut self.types, *reg);
            }
            let to = |reg: Reg| match own.binary_search(&reg) {
                Ok(place) => Reg(first + place as u32),
                Err(_) => reg,
            };
            let mut turn = vec![Instr {
                op: Op::Const { dst, value: number },
                span: None,
            }];
            turn.extend_from_slice(body);
            rename(&mut turn, &to);
            code = if breaks {
                nested(turn, code)?
            } else {
                turn.append(&mut code);
                turn
            };
        }
        let mut after = facts.clone();
        let (code, _) = self.block(&code, &mut after);
        if weight(&code) > WRITTEN_OUT {
            return None;
        }
        *facts = after;
        Some(code)
    }

    /// `for r in a b { x = r + base  y = load s x  sum = sum + y }` as one `sum`.
    fn as_sum(
        &mut self,
        dst: Reg,
        (from, to): (i32, i32),
        body: &[Instr],
        facts: &mut Facts,
        out: &mut Vec<Instr>,
    ) -> bool {
        let turn = Operand::Reg(dst);
        let (base, load, add) = match body {
            [load, add] => (Operand::Imm(0), load, add),
            [index, load, add] => {
                let Op::Arith { dst: x, .. } = index.op else {
                    return false;
                };
                let Some(base) = added_to(&index.op, turn) else {
                    return false;
                };
                if !matches!(load.op, Op::Load { cell, .. } if cell.1 == Operand::Reg(x)) {
                    return false;
                }
                (base, load, add)
            }
            _ => return false,
        };
        let Op::Load { dst: y, cell } = load.op else {
            return false;
        };
        if body.len() == 2 && cell.1 != turn {
            return false;
        }
        let (Op::Arith { dst: total, .. }, Some(before)) =
            (&add.op, added_to(&add.op, Operand::Reg(y)))
        else {
            return false;
        };
        let own = written(body);
        let lasts = |reg: &Reg| reg != total && facts.get(*reg).is_some();
        let base_changes = matches!(base, Operand::Reg(reg) if own.contains(&reg) || reg == dst);
        if before != Operand::Reg(*total)
            || *total == dst
            || base_changes
            || facts.get(dst).is_some()
            || own.iter().any(lasts)
            || facts.get(*total).is_none()
        {
            return false;
        }
        let base = self.operand(facts, base);
        let (low, high) = self.range_of(facts, base);
        let Some(slot) = self.program.slots.get(cell.0.index()) else {
            return false;
        };
        let size = self.program.slot_cells(slot) as i64;
        if low + i64::from(from) < 0 || high + i64::from(to) > size || slot.unlimited {
            return false;
        }
        let (first, sum) = (fresh(&mut self.types, dst), fresh(&mut self.types, dst));
        let code = [
            Op::Arith {
                dst: first,
                kind: Arith::Add,
                a: base,
                b: Operand::Imm(from),
            },
            Op::Sum {
                dst: sum,
                cell: (cell.0, Operand::Reg(first)),
                len: (to - from) as u32,
            },
            Op::Arith {
                dst: *total,
                kind: Arith::Add,
                a: Operand::Reg(*total),
                b: Operand::Reg(sum),
            },
        ];
        let code = code.map(|op| Instr {
            op,
            span: load.span,
        });
        let (code, _) = self.block(&code, facts);
        out.extend(code);
        true
    }

    /// `for r in a b { x = r + base  y = load s x  c = gt y 0  if c { … } }` as an `each`.
    fn as_each(&mut self, op: &Op, changed: &[Reg], slots: &[SlotId], facts: &Facts) -> Option<Op> {
        let Op::For {
            dst,
            from,
            to,
            body,
        } = op
        else {
            return None;
        };
        let turn = Operand::Reg(*dst);
        let (base, load, rest) = match body.as_slice() {
            [index, load, test, last] => {
                let base = added_to(&index.op, turn)?;
                let Op::Load { cell, .. } = load.op else {
                    return None;
                };
                (cell.1 == Operand::Reg(index.op.dst()?)).then_some(())?;
                (base, load, (test, last))
            }
            [load, test, last] => {
                matches!(load.op, Op::Load { cell, .. } if cell.1 == turn).then_some(())?;
                (Operand::Imm(0), load, (test, last))
            }
            _ => return None,
        };
        let Op::Load { dst: y, cell } = load.op else {
            return None;
        };
        let (test, last) = rest;
        let Op::If {
            cond,
            then,
            otherwise,
        } = &last.op
        else {
            return None;
        };
        // A bool may be the condition itself; a number is compared with 0.
        let holds = match test.op {
            Op::Compare {
                dst: test,
                kind: Compare::Gt | Compare::Ne,
                a,
                b: Operand::Imm(0),
            } => a == Operand::Reg(y) && *cond == Operand::Reg(test),
            _ => false,
        };
        let fixed = |operand: Operand| match operand {
            Operand::Reg(reg) => !changed.contains(&reg),
            Operand::Imm(_) => true,
        };
        let slot = self.program.slots.get(cell.0.index())?;
        let size = self.program.slot_cells(slot) as i64;
        let (base_low, base_high) = self.range_of(facts, base);
        let first = self.range_of(facts, *from).0;
        let end = self.range_of(facts, *to).1;
        let exist = base_low + first >= 0 && base_high + end <= size && !slot.unlimited;
        if !holds
            || !otherwise.is_empty()
            || !fixed(base)
            || !exist
            || cell_range(self.program, cell.0).0 < 0
            || slots.contains(&cell.0)
        {
            return None;
        }
        // What was computed for the test is still computed for those turns that are taken.
        let mut inside: Vec<Instr> = body.iter().take(body.len() - 1).cloned().collect();
        inside.extend_from_slice(then);
        Some(Op::Each {
            dst: *dst,
            from: *from,
            to: *to,
            cell: (cell.0, base),
            body: inside,
        })
    }
}

/// Instructions of all turns of a loop with known ends.
fn turns_of(op: &Op) -> Option<usize> {
    let Op::For {
        from: Operand::Imm(from),
        to: Operand::Imm(to),
        body,
        ..
    } = op
    else {
        return None;
    };
    let turns = usize::try_from(i64::from(*to) - i64::from(*from)).ok()?;
    Some(weight(body).saturating_mul(turns))
}

/// The other operand of a sum with `one`.
fn added_to(op: &Op, one: Operand) -> Option<Operand> {
    let Op::Arith {
        kind: Arith::Add,
        a,
        b,
        ..
    } = *op
    else {
        return None;
    };
    match (a == one, b == one) {
        (true, false) => Some(b),
        (false, true) => Some(a),
        _ => None,
    }
}

/// Whether a `break` leaves the loop with this body.
fn has_break(body: &[Instr]) -> bool {
    body.iter().any(|instr| match &instr.op {
        Op::Break => true,
        Op::If {
            then, otherwise, ..
        } => has_break(then) || has_break(otherwise),
        _ => false,
    })
}

/// A turn that ends with `if c { …  break }`, with the turns after it in the other branch.
fn nested(mut turn: Vec<Instr>, after: Vec<Instr>) -> Option<Vec<Instr>> {
    let mut last = turn.pop()?;
    let Op::If {
        then, otherwise, ..
    } = &mut last.op
    else {
        return None;
    };
    if !matches!(then.pop()?.op, Op::Break) || !otherwise.is_empty() {
        return None;
    }
    if has_break(&turn) || has_break(then) {
        return None;
    }
    *otherwise = after;
    turn.push(last);
    Some(turn)
}
