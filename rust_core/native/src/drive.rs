//! The functions that every module has: failing, division, random numbers, and the ways in.
//!
//! A function that runs the game gives the number of legal actions at the stop: more than one at a
//! decision, 0 at a chance point and when the game is over.

use rulewright_engine::FUEL;
use rulewright_ir::ids::{ChanceId, DecisionId, SegmentId};
use wasm_encoder::{BlockType, Function, Instruction};

use crate::emit::{at, Emitter, ASKING, FUEL_LEFT, I, MODE};
use crate::memory::{FAULT_A, FAULT_B, FAULT_SITE, PICKER, RESULTS, STATE};
use crate::plan::{func_number, Fixed, Plan};
use crate::points::{self, Taken};
use crate::queue::steps;
use crate::sites::{SiteKind, Sites};
use crate::view::observe;

const MULTIPLIER: i64 = 6_364_136_223_846_793_005;
const INCREMENT: i64 = 1_442_695_040_888_963_407;
/// Parts the generator that picks actions from the game's own.
const PICK_SEED: i64 = 0x9E37_79B9_7F4A_7C15_u64 as i64;

/// The code of a fixed function.
pub(crate) fn fixed(plan: &Plan<'_>, sites: &mut Sites, which: Fixed) -> Function {
    let params = match which {
        Fixed::Steps => 4,
        Fixed::Fail => 3,
        Fixed::FloorDiv
        | Fixed::FloorMod
        | Fixed::Below
        | Fixed::Seed
        | Fixed::Start
        | Fixed::Apply
        | Fixed::Outcome
        | Fixed::Observe => 2,
        Fixed::Next | Fixed::Resume | Fixed::Take | Fixed::Sample | Fixed::Playout => 1,
        Fixed::Legal | Fixed::Results => 0,
    };
    let name = plan.program.game.clone();
    let mut emit = Emitter::new(plan, sites, &name, params, params);
    match which {
        Fixed::Fail => fail(&mut emit),
        Fixed::FloorDiv => floor(&mut emit, true),
        Fixed::FloorMod => floor(&mut emit, false),
        Fixed::Next => next(&mut emit, &Instruction::LocalGet(0)),
        Fixed::Below => below(&mut emit, &Instruction::LocalGet(0), 1),
        Fixed::Seed => seed(&mut emit),
        Fixed::Resume => resume(&mut emit),
        Fixed::Take => {
            let count = plan.program.decisions.len() as u32;
            by_position(&mut emit, count, |emit, d| {
                points::take(emit, DecisionId(d), 0, &Taken::FromOutside);
            });
        }
        Fixed::Legal => legal(&mut emit),
        Fixed::Start => start(&mut emit),
        Fixed::Apply => {
            open_tank(&mut emit, 1);
            emit.all([
                Instruction::LocalGet(0),
                Instruction::ReturnCall(Fixed::Take as u32),
            ]);
        }
        Fixed::Outcome => outcome(&mut emit),
        Fixed::Sample => {
            open_tank(&mut emit, 0);
            let count = plan.program.chances.len() as u32;
            by_position(&mut emit, count, |emit, h| {
                let chance = plan.chance(ChanceId(h));
                emit.all([Instruction::I32Const(1), Instruction::ReturnCall(chance)]);
            });
        }
        Fixed::Results => results(&mut emit),
        Fixed::Playout => playout(&mut emit),
        Fixed::Observe => observe(&mut emit),
        Fixed::Steps => steps(&mut emit),
    }
    emit.finish()
}

fn fail(emit: &mut Emitter<'_>) {
    let zero = || Instruction::I32Const(0);
    emit.all([
        zero(),
        Instruction::LocalGet(0),
        Instruction::I32Store(at(FAULT_SITE)),
        zero(),
        Instruction::LocalGet(1),
        Instruction::I64Store(at(FAULT_A)),
        zero(),
        Instruction::LocalGet(2),
        Instruction::I64Store(at(FAULT_B)),
        Instruction::Unreachable,
    ]);
}

/// Quotient or rest, rounded to minus infinity. By -1 apart, because the machine's division overflows.
fn floor(emit: &mut Emitter<'_>, quotient: bool) {
    let rest = emit.spare(0);
    emit.all([
        Instruction::LocalGet(1),
        Instruction::I32Const(-1),
        Instruction::I32Eq,
    ]);
    emit.open_if();
    if quotient {
        emit.all([
            Instruction::I32Const(0),
            Instruction::LocalGet(0),
            Instruction::I32Sub,
        ]);
    } else {
        emit.push(Instruction::I32Const(0));
    }
    emit.all([Instruction::Return, Instruction::End]);
    emit.all([
        Instruction::LocalGet(0),
        Instruction::LocalGet(1),
        Instruction::I32RemS,
        Instruction::LocalSet(rest),
    ]);
    // Whether the rest is to be corrected: it is not 0 and its sign differs from the divisor's.
    let corrected: [I; 8] = [
        Instruction::LocalGet(rest),
        Instruction::LocalGet(1),
        Instruction::I32Xor,
        Instruction::I32Const(31),
        Instruction::I32ShrU,
        Instruction::LocalGet(rest),
        Instruction::I32Const(0),
        Instruction::I32Ne,
    ];
    if quotient {
        emit.all([
            Instruction::LocalGet(0),
            Instruction::LocalGet(1),
            Instruction::I32DivS,
        ]);
        emit.all(corrected);
        emit.all([Instruction::I32And, Instruction::I32Sub]);
    } else {
        emit.all([Instruction::LocalGet(rest), Instruction::LocalGet(1)]);
        emit.all(corrected);
        emit.all([
            Instruction::I32And,
            Instruction::I32Mul,
            Instruction::I32Add,
        ]);
    }
}

/// PCG32 at an address; docs/ir.md has the formula.
fn next(emit: &mut Emitter<'_>, address: &I) {
    let old = emit.spare_long(0);
    emit.all([
        address.clone(),
        address.clone(),
        Instruction::I64Load(at(0)),
        Instruction::LocalTee(old),
        Instruction::I64Const(MULTIPLIER),
        Instruction::I64Mul,
        Instruction::I64Const(INCREMENT),
        Instruction::I64Add,
        Instruction::I64Store(at(0)),
        Instruction::LocalGet(old),
        Instruction::I64Const(18),
        Instruction::I64ShrU,
        Instruction::LocalGet(old),
        Instruction::I64Xor,
        Instruction::I64Const(27),
        Instruction::I64ShrU,
        Instruction::I32WrapI64,
        Instruction::LocalGet(old),
        Instruction::I64Const(59),
        Instruction::I64ShrU,
        Instruction::I32WrapI64,
        Instruction::I32Rotr,
    ]);
}

/// A number below a local onto the stack. Only what is less than (2^32 - n) mod n is thrown away, and that is
/// less than n: as a rule one comparison does instead of a division.
pub(crate) fn below(emit: &mut Emitter<'_>, address: &I, end: u32) {
    let drawn = emit.spare(1);
    emit.push(Instruction::Loop(BlockType::Empty));
    next(emit, address);
    emit.all([
        Instruction::LocalTee(drawn),
        Instruction::LocalGet(end),
        Instruction::I32LtU,
    ]);
    emit.open_if();
    emit.all([
        Instruction::LocalGet(drawn),
        Instruction::I32Const(0),
        Instruction::LocalGet(end),
        Instruction::I32Sub,
        Instruction::LocalGet(end),
        Instruction::I32RemU,
        Instruction::I32LtU,
        Instruction::BrIf(1),
        Instruction::End,
        Instruction::End,
        Instruction::LocalGet(drawn),
        Instruction::LocalGet(end),
        Instruction::I32RemU,
    ]);
}

fn seed(emit: &mut Emitter<'_>) {
    // The first number of a generator that stands at 0 moves it to the increment.
    emit.all([
        Instruction::LocalGet(0),
        Instruction::LocalGet(1),
        Instruction::I64Const(INCREMENT),
        Instruction::I64Add,
        Instruction::I64Store(at(0)),
        Instruction::LocalGet(0),
        Instruction::Call(Fixed::Next as u32),
        Instruction::Drop,
    ]);
}

fn resume(emit: &mut Emitter<'_>) {
    let plan = emit.plan;
    let arms = plan
        .program
        .segments
        .iter()
        .enumerate()
        .map(|(g, segment)| {
            if segment.params.is_empty() {
                vec![Instruction::ReturnCall(plan.segment(SegmentId(g as u32)))]
            } else {
                vec![Instruction::Unreachable]
            }
        });
    emit.switch(&[Instruction::LocalGet(0)], arms.collect());
    emit.push(Instruction::Unreachable);
}

/// Runs the arm with the number at which the state stands.
pub(crate) fn by_position<'a>(
    emit: &mut Emitter<'a>,
    count: u32,
    arm: impl FnMut(&mut Emitter<'a>, u32),
) {
    let number = [emit.state(), Instruction::I32Load16U(at(8))];
    emit.switch_by(&number, count, arm);
    emit.stands_in(&emit.plan.program.game);
    emit.fail(SiteKind::Damaged("a state stands nowhere"), None);
}

/// A full tank, and the mode in a local.
fn open_tank(emit: &mut Emitter<'_>, mode: u32) {
    refuel(emit);
    emit.all([Instruction::LocalGet(mode), Instruction::GlobalSet(MODE)]);
}

pub(crate) fn refuel(emit: &mut Emitter<'_>) {
    emit.all([
        Instruction::I32Const(FUEL as i32),
        Instruction::GlobalSet(FUEL_LEFT),
    ]);
}

fn legal(emit: &mut Emitter<'_>) {
    refuel(emit);
    emit.all([Instruction::I32Const(ASKING), Instruction::GlobalSet(MODE)]);
    let plan = emit.plan;
    by_position(emit, plan.program.decisions.len() as u32, |emit, d| {
        emit.push(Instruction::ReturnCall(plan.decide(DecisionId(d))));
    });
}

/// The first block, its generator seeded with local 0.
fn new_game(emit: &mut Emitter<'_>) {
    let plan = emit.plan;
    emit.all([
        Instruction::I32Const(STATE as i32),
        Instruction::I32Const(plan.map.first_block as i32),
        Instruction::I32Const(plan.layout.size() as i32),
        Instruction::MemoryCopy {
            src_mem: 0,
            dst_mem: 0,
        },
        Instruction::I32Const(STATE as i32),
        Instruction::LocalGet(0),
        Instruction::Call(Fixed::Seed as u32),
    ]);
}

fn start(emit: &mut Emitter<'_>) {
    new_game(emit);
    open_tank(emit, 1);
    emit.enter(emit.plan.program.entry);
}

fn outcome(emit: &mut Emitter<'_>) {
    open_tank(emit, 1);
    let program = emit.plan.program;
    let count = program.chances.len();
    // One block for each chance point, so that each enters its own segment.
    for (h, chance) in program.chances.iter().enumerate().take(count) {
        emit.push_state();
        emit.all([
            Instruction::I32Load16U(at(8)),
            Instruction::I32Const(h as i32),
            Instruction::I32Eq,
        ]);
        emit.open_if();
        emit.push(Instruction::LocalGet(0));
        emit.enter(chance.target);
        emit.push(Instruction::End);
    }
    emit.fail(SiteKind::Damaged("a state stands nowhere"), None);
}

fn results(emit: &mut Emitter<'_>) {
    let plan = emit.plan;
    let players = plan.program.players;
    for (number, func) in [plan.program.score, plan.program.tiebreak]
        .into_iter()
        .enumerate()
    {
        for player in 0..players {
            refuel(emit);
            let place = number as u32 * u32::from(players) + u32::from(player);
            emit.all([
                Instruction::I32Const(0),
                Instruction::I32Const(i32::from(player)),
                Instruction::Call(func_number(func)),
                Instruction::I32Store(at(RESULTS + 4 * place)),
            ]);
        }
    }
}

/// A random game. The code of all answers is part of it: a call and a frame for each would cost as much.
fn playout(emit: &mut Emitter<'_>) {
    let plan = emit.plan;
    let (count, decisions, action) = (emit.spare(0), emit.spare(2), emit.spare(3));
    emit.all([
        Instruction::I32Const(PICKER as i32),
        Instruction::LocalGet(0),
        Instruction::I64Const(PICK_SEED),
        Instruction::I64Xor,
        Instruction::Call(Fixed::Seed as u32),
        Instruction::LocalGet(0),
        Instruction::I32Const(0),
        Instruction::Call(Fixed::Start as u32),
        Instruction::LocalSet(count),
        Instruction::Block(BlockType::Empty),
        Instruction::Loop(BlockType::Empty),
        // Chance points never stop a sampled game: without legal actions it is over.
        Instruction::LocalGet(count),
        Instruction::I32Eqz,
        Instruction::BrIf(1),
        Instruction::LocalGet(decisions),
        Instruction::I32Const(plan.program.length as i32),
        Instruction::I32Eq,
    ]);
    emit.open_if();
    let stop = [
        emit.state(),
        Instruction::I32Load16U(at(8)),
        Instruction::I64ExtendI32U,
    ];
    emit.fail_with(SiteKind::TooLong, None, &stop, &[Instruction::I64Const(0)]);
    emit.push(Instruction::End);
    refuel(emit);
    below(emit, &Instruction::I32Const(PICKER as i32), count);
    emit.all([
        Instruction::I32Const(2),
        Instruction::I32Shl,
        Instruction::I32Load(at(plan.map.legal)),
        Instruction::LocalSet(action),
        Instruction::LocalGet(decisions),
        Instruction::I32Const(1),
        Instruction::I32Add,
        Instruction::LocalSet(decisions),
    ]);
    let outside = emit.depth();
    by_position(emit, plan.program.decisions.len() as u32, |emit, d| {
        let taken = Taken::InTurn { count, outside };
        points::take(emit, DecisionId(d), action, &taken);
    });
    emit.all([
        Instruction::End,
        Instruction::End,
        Instruction::Call(Fixed::Results as u32),
        Instruction::LocalGet(decisions),
    ]);
}
