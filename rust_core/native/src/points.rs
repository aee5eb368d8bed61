//! Decisions and chance points: what the code does between two segments.

use rulewright_ir::ids::{ChanceId, DecisionId, SpanId};
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{ActionOption, Chance, Decision, Operand, Param, Weights};
use wasm_encoder::{BlockType, Function, Instruction};

use crate::draws::draw;
use crate::emit::{at, Emitter, ASKING, EXPLICIT, LIST, MODE};
use crate::memory::OUTCOME;
use crate::offers::Offers;
use crate::order::rise;
use crate::part::{parts, Part};
use crate::plan::{Fixed, Plan};
use crate::sites::{SiteKind, Sites};

/// Comes to a decision: finds the legal actions and stops there, or goes on if only one is legal. The code of
/// the legal function is part of it, because a call would cost as much as a short one.
pub(crate) fn decide(plan: &Plan<'_>, sites: &mut Sites, id: DecisionId) -> Function {
    let decision = plan.program.decisions.get(id.index());
    let func = decision.and_then(|d| plan.program.funcs.get(d.legal.index()));
    let (asking, locals, body) = func.map_or(("", 0, &[][..]), |func| {
        (func.name.as_str(), func.locals.len(), func.body.as_slice())
    });
    let (name, span) = place(decision);
    // Two registers more than the program knows: the end of the list of offers, and the last one.
    let (end, last) = (locals as u32, locals as u32 + 1);
    let parts = parts(plan, id, locals as u32 + 2);
    let more = parts.iter().map(|part| part.registers).max().unwrap_or(0);
    let registers = locals + 2 + more as usize;
    let mut emit = Emitter::new(plan, sites, asking, 0, registers);
    emit.look_at(locals, body);
    if !parts.is_empty() {
        emit.open_decision(id);
    }
    let is_proved = rise(emit.ranges(), body);
    let offers = Offers {
        decision: id,
        end,
        last: (!is_proved).then_some(last),
        outside: emit.depth(),
    };
    if !is_proved {
        emit.all([Instruction::I32Const(-1), Instruction::LocalSet(last)]);
    }
    emit.all([
        Instruction::GlobalGet(LIST),
        Instruction::LocalSet(end),
        Instruction::Block(BlockType::Empty),
    ]);
    emit.block(body, Some(offers));
    emit.push(Instruction::End);
    emit.stands_in(name);
    // From here on the local has the length of the list in bytes.
    let count = [
        Instruction::LocalGet(end),
        Instruction::I32Const(2),
        Instruction::I32ShrU,
    ];
    emit.all([
        Instruction::LocalGet(end),
        Instruction::GlobalGet(LIST),
        Instruction::I32Sub,
        Instruction::LocalTee(end),
        Instruction::I32Const(4),
        Instruction::I32GtU,
    ]);
    emit.open_if();
    emit.set_position(id.0, 0);
    emit.all(count.clone());
    emit.all([
        Instruction::Return,
        Instruction::End,
        Instruction::GlobalGet(MODE),
        Instruction::I32Const(ASKING),
        Instruction::I32Eq,
    ]);
    emit.open_if();
    emit.all(count);
    emit.all([Instruction::Return, Instruction::End]);
    emit.all([Instruction::LocalGet(end), Instruction::I32Eqz]);
    emit.open_if();
    emit.fail(SiteKind::NoLegalAction(id), span);
    emit.push(Instruction::End);
    if is_proved {
        emit.all([
            Instruction::GlobalGet(LIST),
            Instruction::I32Load(at(0)),
            Instruction::LocalSet(last),
        ]);
    }
    take(&mut emit, id, last, &Taken::Forced(&parts));
    if !parts.is_empty() {
        emit.all([Instruction::End, Instruction::Unreachable]);
    }
    emit.finish()
}

fn place(decision: Option<&Decision>) -> (&str, Option<SpanId>) {
    decision.map_or(("", None), |decision| (&decision.name, decision.span))
}

/// Whence an action comes, and what follows when it was taken.
pub(crate) enum Taken<'a> {
    /// From a caller; the segment takes the place of this function.
    FromOutside,
    /// It was the only one offered; the same, but for the segments that are part of this function.
    Forced(&'a [Part]),
    /// It is one of those offered. The number of legal actions at the next stop goes into a local, and it goes on
    /// at the start of the loop, or behind the block, that has so many blocks around its body.
    InTurn { count: u32, outside: u32 },
}

/// Takes the action in a local at a decision; the code after it is never reached. One that was offered belongs
/// to an option: it is not looked at for the last one.
pub(crate) fn take(emit: &mut Emitter<'_>, id: DecisionId, action: u32, taken: &Taken<'_>) {
    let plan = emit.plan;
    let decision = plan.program.decisions.get(id.index());
    let (name, span) = place(decision);
    emit.stands_in(name);
    let options = decision.map_or(&[][..], |d| &d.options).iter();
    let mut sized = options
        .map(|option| (option, plan.program.option_size(option)))
        .filter(|(_, size)| *size > 0)
        .peekable();
    while let Some((option, size)) = sized.next() {
        let is_sure = sized.peek().is_none() && !matches!(taken, Taken::FromOutside);
        if !is_sure {
            emit.all([
                Instruction::LocalGet(action),
                Instruction::I32Const(option.first as i32),
                Instruction::I32Sub,
                Instruction::I32Const(size as i32),
                Instruction::I32LtU,
            ]);
            emit.open_if();
        }
        arguments(emit, option, action);
        match taken {
            Taken::InTurn { count, outside } => {
                emit.call(option.target);
                let again = emit.depth() - outside;
                emit.all([Instruction::LocalSet(*count), Instruction::Br(again)]);
            }
            Taken::Forced(parts) => match parts.iter().find(|p| p.segment == option.target) {
                Some(part) => go_into(emit, part),
                None => emit.enter(option.target),
            },
            Taken::FromOutside => emit.enter(option.target),
        }
        emit.stands_in(name);
        if is_sure {
            return;
        }
        emit.push(Instruction::End);
    }
    emit.fail(SiteKind::Damaged("a segment is missing"), span);
}

/// Enters a segment whose code stands here; the arguments are on the stack.
fn go_into(emit: &mut Emitter<'_>, part: &Part) {
    emit.pay_for(part.segment);
    for param in part.params_from_last() {
        emit.push(Instruction::LocalSet(param));
    }
    let (name, _) = emit.plan.entry(part.segment);
    emit.stands_in(name);
    emit.look_at_part(part);
    emit.block(&part.body, None);
    emit.push(Instruction::Unreachable);
}

/// The values of the parameters of the action in a local onto the stack.
fn arguments(emit: &mut Emitter<'_>, option: &ActionOption, action: u32) {
    let program = emit.plan.program;
    let sizes: Vec<u64> = option
        .params
        .iter()
        .map(|p| program.param_size(*p))
        .collect();
    let target = program.segments.get(option.target.index());
    let mut is_read = vec![false; option.params.len()];
    for_each_instr(target.map_or(&[], |t| &t.body), 0, &mut |instr, _| {
        instr.op.for_each_read(&mut |operand| {
            if let Operand::Reg(reg) = operand {
                is_read
                    .iter_mut()
                    .skip(reg.index())
                    .take(1)
                    .for_each(|read| *read = true);
            }
        });
    });
    for (number, (param, is_read)) in option.params.iter().zip(is_read).enumerate() {
        if !is_read {
            emit.push(Instruction::I32Const(0));
            continue;
        }
        // The sizes multiply to at most the number of actions.
        let after: u64 = sizes.iter().skip(number + 1).product();
        emit.all([
            Instruction::LocalGet(action),
            Instruction::I32Const(option.first as i32),
            Instruction::I32Sub,
        ]);
        if after > 1 {
            emit.all([Instruction::I32Const(after as i32), Instruction::I32DivU]);
        }
        if number > 0 {
            let size = sizes.get(number).copied().unwrap_or(1).max(1);
            emit.all([Instruction::I32Const(size as i32), Instruction::I32RemU]);
        }
        if let Param::Range(low, _) = param {
            emit.all([Instruction::I32Const(*low), Instruction::I32Add]);
        }
    }
}

/// Comes to a chance point: stops there in explicit mode, or draws. Local 0: draw whatever the mode.
pub(crate) fn chance(plan: &Plan<'_>, sites: &mut Sites, id: ChanceId) -> Function {
    let Some(found) = plan.program.chances.get(id.index()) else {
        return Emitter::new(plan, sites, "", 1, 1).finish();
    };
    let mut emit = Emitter::new(plan, sites, &found.name, 1, 1);
    match found.source {
        Weights::Uniform(1) => {
            emit.push(Instruction::I32Const(0));
            go_on(&mut emit, found);
        }
        Weights::Uniform(count) => {
            stop_if_explicit(&mut emit, id);
            emit.push_state();
            emit.all([
                Instruction::I32Const(count as i32),
                Instruction::Call(Fixed::Below as u32),
            ]);
            go_on(&mut emit, found);
        }
        Weights::Cells { slot, len, base } => draw(&mut emit, id, found, (slot, len, base)),
    }
    emit.finish()
}

pub(crate) fn stop_if_explicit(emit: &mut Emitter<'_>, id: ChanceId) {
    emit.all([
        Instruction::GlobalGet(MODE),
        Instruction::I32Const(EXPLICIT),
        Instruction::I32And,
        Instruction::LocalGet(0),
        Instruction::I32Eqz,
        Instruction::I32And,
    ]);
    emit.open_if();
    emit.set_position(id.0, 1);
    emit.all([
        Instruction::I32Const(0),
        Instruction::Return,
        Instruction::End,
    ]);
}

/// Goes on with the outcome that is on the stack.
pub(crate) fn go_on(emit: &mut Emitter<'_>, chance: &Chance) {
    let outcome = emit.spare(0);
    emit.all([Instruction::LocalSet(outcome), Instruction::LocalGet(0)]);
    emit.open_if();
    emit.all([
        Instruction::I32Const(0),
        Instruction::LocalGet(outcome),
        Instruction::I32Store(at(OUTCOME)),
        Instruction::End,
        Instruction::LocalGet(outcome),
    ]);
    emit.enter(chance.target);
}
