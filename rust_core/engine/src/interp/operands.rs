//! Which operands an instruction reads and which blocks it holds: the one place where the passes before
//! flattening learn it.

use rulewright_ir::program::{Instr, Op, Operand};

/// Calls `see` for every operand the instruction itself reads, not those inside its blocks.
pub(super) fn for_each_read(op: &Op, see: &mut impl FnMut(Operand)) {
    match op {
        Op::Const { .. }
        | Op::ReturnTo { .. }
        | Op::Break
        | Op::Fault { .. }
        | Op::Decide { .. }
        | Op::Chance { .. }
        | Op::Resume { .. }
        | Op::Over => {}
        Op::Copy { a, .. } | Op::Not { a, .. } => see(*a),
        Op::Arith { a, b, .. }
        | Op::Compare { a, b, .. }
        | Op::And { a, b, .. }
        | Op::Or { a, b, .. } => {
            see(*a);
            see(*b);
        }
        Op::Select { cond, a, b, .. } => {
            see(*cond);
            see(*a);
            see(*b);
        }
        Op::Load { cell, .. } | Op::Sum { cell, .. } => see(cell.1),
        Op::Dot { cell, start, .. } => {
            see(cell.1);
            see(*start);
        }
        Op::Table { index, .. } | Op::Jump { index, .. } => see(*index),
        Op::Call { args, .. } | Op::Goto { args, .. } => args.iter().for_each(|a| see(*a)),
        Op::Store { cell, value } => {
            see(cell.1);
            see(*value);
        }
        Op::Move { from, to, amount } => {
            see(from.1);
            see(to.1);
            see(*amount);
        }
        Op::MoveAll { from, to, .. } | Op::Gather { from, to, .. } => {
            see(from.1);
            see(to.1);
        }
        Op::If { cond, .. } => see(*cond),
        Op::For { from, to, .. } => {
            see(*from);
            see(*to);
        }
        Op::Return { value } => value.iter().for_each(|v| see(*v)),
        Op::Offer { action } => see(*action),
    }
}

/// Calls `see` for every instruction with the number of loops around it, blocks included.
pub(crate) fn for_each_instr<'a>(
    body: &'a [Instr],
    loops: usize,
    see: &mut impl FnMut(&'a Instr, usize),
) {
    for instr in body {
        see(instr, loops);
        match &instr.op {
            Op::If {
                then, otherwise, ..
            } => {
                for_each_instr(then, loops, see);
                for_each_instr(otherwise, loops, see);
            }
            Op::For { body, .. } => for_each_instr(body, loops + 1, see),
            _ => {}
        }
    }
}
