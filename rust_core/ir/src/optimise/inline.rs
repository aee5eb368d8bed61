//! Puts the segment that a `goto` leads to in its place.
//!
//! Only segments of the same name are joined, so that a fault still names the code that it lies in. What
//! goes round in a circle keeps a `goto` in it, which pays for each round.

use std::collections::BTreeSet;

use super::body::{is_crowded, rename, weight, Body};
use crate::ids::{Reg, SegmentId};
use crate::operands::for_each_instr;
use crate::program::{Instr, Op, Program, Segment};

/// Most instructions of a segment that several lead to.
const SHORT: usize = 24;
/// Most instructions of a segment with all that was put into it.
const LONG: usize = 600;
/// Most blocks around a `goto` that is replaced.
const NESTED: usize = 24;

/// The bodies of all segments with the segments after them.
pub(super) fn inline_segments(program: &Program) -> Vec<Body> {
    let ways = ways_in(program);
    let join = |(number, segment): (usize, &Segment)| {
        let mut joined = Joined {
            program,
            ways: &ways,
            name: &segment.name,
            body: Body::new(&segment.params, &segment.locals, Vec::new()),
            left: LONG.saturating_sub(weight(&segment.body)),
            chain: vec![SegmentId(number as u32)],
        };
        let mut code = segment.body.clone();
        joined.block(&mut code, 0);
        joined.body.code = code;
        joined.body
    };
    program.segments.iter().enumerate().map(join).collect()
}

/// The segments that something still leads to: a game, an answer, an outcome, or other code. What a slot can
/// hold is among them, and so is the first one, which an empty slot means.
pub(super) fn reached(program: &Program, bodies: &[Body]) -> BTreeSet<SegmentId> {
    let mut open = vec![SegmentId(0), program.entry];
    open.extend(
        program
            .decisions
            .iter()
            .flat_map(|d| &d.options)
            .map(|o| o.target),
    );
    open.extend(program.chances.iter().map(|chance| chance.target));
    let written = program.segments.iter().map(|segment| &segment.body);
    for code in written.chain(program.funcs.iter().map(|func| &func.body)) {
        for_each_instr(code, 0, &mut |instr, _| {
            if let Op::ReturnTo { segment, .. } = instr.op {
                open.push(segment);
            }
        });
    }
    let mut reached = BTreeSet::new();
    while let Some(segment) = open.pop() {
        if !reached.insert(segment) {
            continue;
        }
        let code = bodies
            .get(segment.index())
            .map_or(&[][..], |body| &body.code);
        for_each_instr(code, 0, &mut |instr, _| match &instr.op {
            Op::Goto { segment, .. } => open.push(*segment),
            Op::Jump { segments, .. } => open.extend_from_slice(segments),
            _ => {}
        });
    }
    reached
}

/// How many places lead to each segment.
fn ways_in(program: &Program) -> Vec<u32> {
    let mut ways = vec![0_u32; program.segments.len()];
    let mut count = |segment: SegmentId| {
        if let Some(ways) = ways.get_mut(segment.index()) {
            *ways += 1;
        }
    };
    count(program.entry);
    for option in program.decisions.iter().flat_map(|d| &d.options) {
        count(option.target);
    }
    for chance in &program.chances {
        count(chance.target);
    }
    for segment in &program.segments {
        for_each_instr(&segment.body, 0, &mut |instr, _| match &instr.op {
            Op::Goto { segment, .. } | Op::ReturnTo { segment, .. } => count(*segment),
            Op::Jump { segments, .. } => segments.iter().for_each(|s| count(*s)),
            _ => {}
        });
    }
    ways
}

struct Joined<'a> {
    program: &'a Program,
    ways: &'a [u32],
    name: &'a str,
    body: Body,
    left: usize,
    /// The segments around the code being looked at.
    chain: Vec<SegmentId>,
}

impl Joined<'_> {
    fn block(&mut self, code: &mut Vec<Instr>, depth: usize) {
        for instr in code.iter_mut() {
            for block in instr.op.blocks_mut().into_iter().flatten() {
                self.block(block, depth + 1);
            }
        }
        let Some(Instr {
            op: Op::Goto { segment, args },
            ..
        }) = code.last()
        else {
            return;
        };
        let target = *segment;
        let Some(found) = self.program.segments.get(target.index()) else {
            return;
        };
        let size = weight(&found.body);
        let is_worth = size <= SHORT || self.ways.get(target.index()) == Some(&1);
        if found.name != self.name
            || depth > NESTED
            || !is_worth
            || size > self.left
            || self.chain.contains(&target)
            || is_crowded(&self.body.types)
        {
            return;
        }
        self.left -= size;
        let first = self.body.types.len() as u32;
        self.body.types.extend_from_slice(&found.params);
        self.body.types.extend_from_slice(&found.locals);
        let mut copies: Vec<Instr> = (first..)
            .zip(args)
            .map(|(number, arg)| Instr {
                op: Op::Copy {
                    dst: Reg(number),
                    a: *arg,
                },
                span: None,
            })
            .collect();
        let mut inside = found.body.clone();
        rename(&mut inside, &|reg| Reg(first + reg.0));
        self.chain.push(target);
        self.block(&mut inside, depth);
        self.chain.pop();
        code.pop();
        code.append(&mut copies);
        code.append(&mut inside);
    }
}
