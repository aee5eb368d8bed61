//! Decisions and chance points: what the code does between two segments.

use rulewright_ir::ids::{ChanceId, DecisionId, SlotId, SpanId};
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{ActionOption, Chance, Decision, Operand, Param, Weights};
use wasm_encoder::{BlockType, Function, Instruction};

use crate::body::Offers;
use crate::emit::{at, Emitter, ASKING, EXPLICIT, LIST, MODE};
use crate::memory::OUTCOME;
use crate::order::rise;
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
    let mut emit = Emitter::new(plan, sites, asking, 0, locals + 2);
    emit.look_at(locals, body);
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
    take(&mut emit, id, last, &Taken::Forced);
    emit.finish()
}

fn place(decision: Option<&Decision>) -> (&str, Option<SpanId>) {
    decision.map_or(("", None), |decision| (&decision.name, decision.span))
}

/// Whence an action comes, and what follows when it was taken.
pub(crate) enum Taken {
    /// From a caller; the segment takes the place of this function.
    FromOutside,
    /// It was the only one offered; the same.
    Forced,
    /// It is one of those offered. The number of legal actions at the next stop goes into a local, and it goes on
    /// at the start of the loop, or behind the block, that has so many blocks around its body.
    InTurn { count: u32, outside: u32 },
}

/// Takes the action in a local at a decision; the code after it is never reached. One that was offered belongs
/// to an option: it is not looked at for the last one.
pub(crate) fn take(emit: &mut Emitter<'_>, id: DecisionId, action: u32, taken: &Taken) {
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
        if let Taken::InTurn { count, outside } = taken {
            emit.call(option.target);
            let again = emit.depth() - outside;
            emit.all([Instruction::LocalSet(*count), Instruction::Br(again)]);
        } else {
            emit.enter(option.target);
        }
        if is_sure {
            return;
        }
        emit.push(Instruction::End);
    }
    emit.fail(SiteKind::Damaged("a segment is missing"), span);
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

fn stop_if_explicit(emit: &mut Emitter<'_>, id: ChanceId) {
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
fn go_on(emit: &mut Emitter<'_>, chance: &Chance) {
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

/// A draw by the cells of a slot.
fn draw(
    emit: &mut Emitter<'_>,
    id: ChanceId,
    chance: &Chance,
    (slot, len, base): (SlotId, u32, Option<SlotId>),
) {
    let (first, outcome, weight) = (emit.spare(1), emit.spare(2), emit.spare(3));
    let (possible, only) = (emit.spare(4), emit.spare(5));
    let total = emit.spare_long(0);
    let x = emit.spare_long(1);
    let span = chance.span;
    match base {
        // A scalar slot with cells, by the verifier.
        Some(base) => emit.load_checked(base, Operand::Imm(0), span),
        None => emit.push(Instruction::I32Const(0)),
    }
    emit.push(Instruction::LocalSet(first));
    // Sum, counts and outcome start at 0, as all locals do.
    emit.push(Instruction::Loop(BlockType::Empty));
    read_weight(emit, slot, (first, outcome), weight, span);
    emit.all([
        Instruction::LocalGet(weight),
        Instruction::I32Const(0),
        Instruction::I32LtS,
    ]);
    emit.open_if();
    emit.fail_with(
        SiteKind::NegativeWeight(id),
        span,
        &[Instruction::LocalGet(outcome), Instruction::I64ExtendI32S],
        &[Instruction::LocalGet(weight), Instruction::I64ExtendI32S],
    );
    emit.all([Instruction::End, Instruction::LocalGet(weight)]);
    emit.open_if();
    emit.all([
        Instruction::LocalGet(total),
        Instruction::LocalGet(weight),
        Instruction::I64ExtendI32U,
        Instruction::I64Add,
        Instruction::LocalSet(total),
        Instruction::LocalGet(possible),
        Instruction::I32Const(1),
        Instruction::I32Add,
        Instruction::LocalSet(possible),
        Instruction::LocalGet(outcome),
        Instruction::LocalSet(only),
        Instruction::End,
    ]);
    next_outcome(emit, outcome, len);
    emit.all([Instruction::LocalGet(possible), Instruction::I32Eqz]);
    emit.open_if();
    emit.fail(SiteKind::NoOutcome(id), span);
    emit.all([
        Instruction::End,
        Instruction::LocalGet(total),
        Instruction::I64Const(i64::from(u32::MAX)),
        Instruction::I64GtU,
    ]);
    emit.open_if();
    let nothing = [Instruction::I64Const(0)];
    emit.fail_with(
        SiteKind::HeavyWeights(id),
        span,
        &[Instruction::LocalGet(total)],
        &nothing,
    );
    emit.all([
        Instruction::End,
        Instruction::LocalGet(possible),
        Instruction::I32Const(1),
        Instruction::I32Eq,
    ]);
    emit.open_if();
    emit.push(Instruction::LocalGet(only));
    go_on(emit, chance);
    emit.push(Instruction::End);
    stop_if_explicit(emit, id);
    emit.push_state();
    emit.all([
        Instruction::LocalGet(total),
        Instruction::I32WrapI64,
        Instruction::Call(Fixed::Below as u32),
        Instruction::I64ExtendI32U,
        Instruction::LocalSet(x),
        Instruction::I32Const(0),
        Instruction::LocalSet(outcome),
    ]);
    // The weights were read before and are fine; x is what is left of it, below 0 at the outcome.
    emit.push(Instruction::Loop(BlockType::Empty));
    read_weight(emit, slot, (first, outcome), weight, span);
    emit.all([
        Instruction::LocalGet(x),
        Instruction::LocalGet(weight),
        Instruction::I64ExtendI32U,
        Instruction::I64Sub,
        Instruction::LocalTee(x),
        Instruction::I64Const(0),
        Instruction::I64LtS,
    ]);
    emit.open_if();
    emit.push(Instruction::LocalGet(outcome));
    go_on(emit, chance);
    emit.push(Instruction::End);
    next_outcome(emit, outcome, len);
    emit.fail(SiteKind::NoOutcome(id), span);
}

/// The weight of an outcome into a local.
fn read_weight(
    emit: &mut Emitter<'_>,
    slot: SlotId,
    (first, outcome): (u32, u32),
    weight: u32,
    span: Option<SpanId>,
) {
    let index = emit.spare(6);
    emit.all([
        Instruction::LocalGet(first),
        Instruction::LocalGet(outcome),
        Instruction::I32Add,
        Instruction::LocalSet(index),
    ]);
    let here = Operand::Reg(rulewright_ir::ids::Reg(index));
    emit.load_checked(slot, here, span);
    emit.push(Instruction::LocalSet(weight));
}

fn next_outcome(emit: &mut Emitter<'_>, outcome: u32, len: u32) {
    emit.all([
        Instruction::LocalGet(outcome),
        Instruction::I32Const(1),
        Instruction::I32Add,
        Instruction::LocalTee(outcome),
        Instruction::I32Const(len as i32),
        Instruction::I32LtU,
        Instruction::BrIf(0),
        Instruction::End,
    ]);
}
