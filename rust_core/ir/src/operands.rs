//! Which operands an instruction reads and which blocks it holds: the one place where passes over the
//! code learn it.

use crate::ids::Reg;
use crate::program::{Instr, Op, Operand};

// One list for reading and for changing: `$op` is a reference of either sort.
macro_rules! operands_of {
    ($op:expr, $see:expr) => {
        match $op {
            Op::Const { .. }
            | Op::ReturnTo { .. }
            | Op::Break
            | Op::Fault { .. }
            | Op::Decide { .. }
            | Op::Chance { .. }
            | Op::Resume { .. }
            | Op::Over => {}
            Op::Copy { a, .. } | Op::Not { a, .. } => $see(a),
            Op::Arith { a, b, .. }
            | Op::Compare { a, b, .. }
            | Op::And { a, b, .. }
            | Op::Or { a, b, .. } => {
                $see(a);
                $see(b);
            }
            Op::Select { cond, a, b, .. } => {
                $see(cond);
                $see(a);
                $see(b);
            }
            Op::Load {
                cell: (_, index), ..
            }
            | Op::Sum {
                cell: (_, index), ..
            } => $see(index),
            Op::Dot {
                cell: (_, index),
                start,
                ..
            } => {
                $see(index);
                $see(start);
            }
            Op::Table { index, .. } | Op::Jump { index, .. } => $see(index),
            Op::Call { args, .. } | Op::Goto { args, .. } => {
                for arg in args {
                    $see(arg);
                }
            }
            Op::Store {
                cell: (_, index),
                value,
            } => {
                $see(index);
                $see(value);
            }
            Op::Move {
                from: (_, i),
                to: (_, j),
                amount,
            } => {
                $see(i);
                $see(j);
                $see(amount);
            }
            Op::MoveAll {
                from: (_, i),
                to: (_, j),
                ..
            }
            | Op::Gather {
                from: (_, i),
                to: (_, j),
                ..
            } => {
                $see(i);
                $see(j);
            }
            Op::If { cond, .. } => $see(cond),
            Op::For { from, to, .. } => {
                $see(from);
                $see(to);
            }
            Op::Each {
                from,
                to,
                cell: (_, index),
                ..
            } => {
                $see(from);
                $see(to);
                $see(index);
            }
            Op::Return { value } => {
                if let Some(value) = value {
                    $see(value);
                }
            }
            Op::Offer { action } => $see(action),
        }
    };
}

impl Op {
    /// Calls `see` for every operand the instruction itself reads, not those inside its blocks.
    pub fn for_each_read(&self, see: &mut impl FnMut(Operand)) {
        let mut see = |operand: &Operand| see(*operand);
        operands_of!(self, see);
    }

    /// Lets `change` replace every operand the instruction itself reads.
    pub fn for_each_operand_mut(&mut self, change: &mut impl FnMut(&mut Operand)) {
        operands_of!(self, change);
    }

    /// The register that it writes, to be replaced.
    pub fn dst_mut(&mut self) -> Option<&mut Reg> {
        match self {
            Op::Const { dst, .. }
            | Op::Copy { dst, .. }
            | Op::Arith { dst, .. }
            | Op::Compare { dst, .. }
            | Op::And { dst, .. }
            | Op::Or { dst, .. }
            | Op::Not { dst, .. }
            | Op::Select { dst, .. }
            | Op::Load { dst, .. }
            | Op::Sum { dst, .. }
            | Op::Dot { dst, .. }
            | Op::Table { dst, .. }
            | Op::For { dst, .. }
            | Op::Each { dst, .. } => Some(dst),
            Op::Call { dst, .. } => dst.as_mut(),
            _ => None,
        }
    }

    /// The blocks inside it.
    #[must_use]
    pub fn blocks(&self) -> [&[Instr]; 2] {
        match self {
            Op::If {
                then, otherwise, ..
            } => [then, otherwise],
            Op::For { body, .. } | Op::Each { body, .. } => [body, &[]],
            _ => [&[], &[]],
        }
    }

    /// The blocks inside it, to be changed.
    pub fn blocks_mut(&mut self) -> [Option<&mut Vec<Instr>>; 2] {
        match self {
            Op::If {
                then, otherwise, ..
            } => [Some(then), Some(otherwise)],
            Op::For { body, .. } | Op::Each { body, .. } => [Some(body), None],
            _ => [None, None],
        }
    }

    /// Whether it is a loop.
    #[must_use]
    pub fn is_loop(&self) -> bool {
        matches!(self, Op::For { .. } | Op::Each { .. })
    }
}

/// Calls `see` for every instruction with the number of loops around it, blocks included.
pub fn for_each_instr<'a>(body: &'a [Instr], loops: usize, see: &mut impl FnMut(&'a Instr, usize)) {
    for instr in body {
        see(instr, loops);
        let inside = loops + usize::from(instr.op.is_loop());
        for block in instr.op.blocks() {
            for_each_instr(block, inside, see);
        }
    }
}

/// Lets `change` alter every instruction, blocks included; an instruction before its blocks.
pub fn for_each_instr_mut(body: &mut [Instr], change: &mut impl FnMut(&mut Instr)) {
    for instr in body {
        change(instr);
        for block in instr.op.blocks_mut().into_iter().flatten() {
            for_each_instr_mut(block, change);
        }
    }
}
