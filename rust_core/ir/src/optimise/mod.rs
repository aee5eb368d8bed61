//! Makes a verified program do the same with less work, for both back ends.
//!
//! What a game does stays as it was: every decision, every byte of a state at a stop, every draw, and
//! every fault with its place. Only fuel is used up more slowly: what needs no turn of a loop and no
//! `goto` any more pays for none. Entities keep their numbers, so states of both programs are the same.
//!
//! The passes, over one function or segment at a time:
//! 1. [`inline`]: the segment that a `goto` leads to, where only this one leads there or it is short;
//! 2. [`forward`]: what is known on the way (constants, equal values, conditions) is not computed again;
//!    loops with known ends are written out where that pays, and what is the same in all turns of others is
//!    asked and computed before them ([`unswitch`]);
//! 3. [`dead`]: what nobody reads is not computed at all.
//!
//! The result is verified like any other program; one that is not accepted is thrown away.

mod body;
mod bounds;
mod dead;
mod facts;
mod forward;
mod inline;
mod literals;
mod loops;
mod unswitch;
mod values;

use std::collections::BTreeSet;

use crate::ids::{FuncId, SegmentId, SlotId};
use crate::operands::for_each_instr;
use crate::program::{ActionOption, Instr, Op, Program};
use crate::verify::{verify, Verified};
use body::Body;

/// How often the passes over a body are repeated: each finds work that the ones before made.
const ROUNDS: usize = 3;

/// The same program with less work in it.
#[must_use]
pub fn optimise(verified: &Verified) -> Verified {
    let mut program = verified.program().clone();
    let writes = writes_of(&program);
    let inlined = inline::inline_segments(&program);
    for number in 0..program.funcs.len() {
        let Some(func) = program.funcs.get(number) else {
            continue;
        };
        let body = Body::new(&func.params, &func.locals, func.body.clone());
        let offers = offers_of(&program, FuncId(number as u32));
        let body = improve(&program, &writes, &offers, body);
        if let Some(func) = program.funcs.get_mut(number) {
            (func.locals, func.body) = body.finish();
        }
    }
    let reached = inline::reached(&program, &inlined);
    for (number, body) in inlined.into_iter().enumerate() {
        if !reached.contains(&SegmentId(number as u32)) {
            leave_out(&mut program, number);
            continue;
        }
        let body = improve(&program, &writes, &[], body);
        if let Some(segment) = program.segments.get_mut(number) {
            (segment.locals, segment.body) = body.finish();
        }
    }
    verify(program).unwrap_or_else(|_| verified.clone())
}

/// The optimised form of a program as somebody kept it; nothing if it can't be one.
///
/// It is verified like any other program, and what is not code must be that of the program itself: names,
/// slots, action numbers and parameters. That it does the same is not proved again.
#[must_use]
pub fn accept(verified: &Verified, kept: Program) -> Option<Verified> {
    let fits = without_code(verified.program()) == without_code(&kept);
    fits.then(|| verify(kept).ok()).flatten()
}

/// What optimising leaves as it is.
fn without_code(program: &Program) -> impl PartialEq + '_ {
    let funcs = program.funcs.iter();
    let segments = program.segments.iter();
    (
        (&program.game, program.players, program.actions),
        (program.length, &program.hash, &program.files),
        (&program.spans, &program.kinds, &program.tokens),
        (&program.slots, &program.tables),
        funcs
            .map(|func| (&func.name, &func.params, func.result))
            .collect::<Vec<_>>(),
        segments
            .map(|segment| (&segment.name, &segment.params))
            .collect::<Vec<_>>(),
        (&program.decisions, &program.chances, &program.limits),
        (
            program.actor,
            program.entry,
            program.score,
            program.tiebreak,
        ),
    )
}

/// Keeps the number of a segment that nothing leads to any more, and no code.
fn leave_out(program: &mut Program, number: usize) {
    if let Some(segment) = program.segments.get_mut(number) {
        let text = "nothing leads to this segment".to_owned();
        segment.locals.clear();
        segment.body = vec![Instr {
            op: Op::Fault { text },
            span: None,
        }];
    }
}

fn improve(
    program: &Program,
    writes: &[BTreeSet<SlotId>],
    offers: &[Vec<(u32, u32)>],
    mut body: Body,
) -> Body {
    for _ in 0..ROUNDS {
        body = forward::simplify(program, writes, offers, body);
        while dead::remove_dead(program, &mut body) {}
    }
    body
}

/// The numbers of each decision whose legal function this is, as ranges.
fn offers_of(program: &Program, func: FuncId) -> Vec<Vec<(u32, u32)>> {
    let range = |option: &ActionOption| {
        let size = program.option_size(option) as u32;
        (option.first, option.first.saturating_add(size))
    };
    let own = program.decisions.iter().filter(|d| d.legal == func);
    own.map(|decision| decision.options.iter().map(range).collect())
        .collect()
}

/// The slots that each function changes, those it calls included.
fn writes_of(program: &Program) -> Vec<BTreeSet<SlotId>> {
    let mut all: Vec<BTreeSet<SlotId>> = Vec::with_capacity(program.funcs.len());
    for func in &program.funcs {
        let mut slots = BTreeSet::new();
        for_each_instr(&func.body, 0, &mut |instr, _| {
            slots_written(&instr.op, &all, &mut |slot| {
                slots.insert(slot);
            });
        });
        all.push(slots);
    }
    all
}

/// The slots that an instruction itself changes, given those of the functions before.
fn slots_written(op: &Op, funcs: &[BTreeSet<SlotId>], see: &mut impl FnMut(SlotId)) {
    match op {
        Op::Store { cell, .. } => see(cell.0),
        Op::ReturnTo { slot, .. } => see(*slot),
        Op::Move { from, to, .. } | Op::MoveAll { from, to, .. } | Op::Gather { from, to, .. } => {
            see(from.0);
            see(to.0);
        }
        Op::Call { func, .. } => {
            let slots = funcs.get(func.index());
            slots.into_iter().flatten().for_each(|slot| see(*slot));
        }
        _ => {}
    }
}
