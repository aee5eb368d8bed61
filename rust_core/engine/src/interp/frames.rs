//! Gives every register of the program a fixed place in the register file.
//!
//! The file starts with a sink and the constants. All segments share the frame after them (only one
//! runs at a time); the frame of a function begins behind the frames of everything that calls it, so
//! frames of calls under way never overlap. A function calls only earlier ones, so one pass from the
//! last function to the first suffices.
//!
//! The verifier proves that a register is written before it is read, so frames need no clearing.

use std::collections::{BTreeMap, BTreeSet};

use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{Instr, Op, Operand, Program};

use super::machine::REGISTERS;
use crate::engine::LoadError;

/// What has to be known about a function or segment before it is placed.
#[derive(Debug, Default)]
pub(super) struct Needs {
    /// Declared registers, parameters included.
    pub(super) declared: usize,
    /// Hidden registers: two for each loop (its end, its first cell), then arguments on their way to the next segment.
    pub(super) loops: usize,
    carried: usize,
    calls: BTreeSet<usize>,
}

impl Needs {
    fn size(&self) -> usize {
        self.declared + self.loops + self.carried
    }
}

/// The register file of a program.
#[derive(Debug)]
pub(super) struct Frames {
    pub(super) constants: Vec<i32>,
    places: BTreeMap<i32, u16>,
    pub(super) segment_frame: u16,
    pub(super) funcs: Vec<u16>,
    pub(super) func_needs: Vec<Needs>,
    pub(super) segment_needs: Vec<Needs>,
}

impl Frames {
    /// Places all registers, or says that there are too many.
    pub(super) fn of(program: &Program) -> Result<Self, LoadError> {
        let mut constants = BTreeSet::from([0]);
        let func_needs: Vec<Needs> = program
            .funcs
            .iter()
            .map(|f| needs(&f.body, f.params.len(), f.locals.len(), &mut constants))
            .collect();
        let segment_needs: Vec<Needs> = program
            .segments
            .iter()
            .map(|s| needs(&s.body, s.params.len(), s.locals.len(), &mut constants))
            .collect();

        let first = 1 + constants.len();
        let mut bases = vec![first; func_needs.len()];
        let mut end = first;
        for need in &segment_needs {
            end = end.max(first + need.size());
            for callee in &need.calls {
                raise(&mut bases, *callee, first + need.size());
            }
        }
        for (func, need) in func_needs.iter().enumerate().rev() {
            let behind = bases.get(func).copied().unwrap_or(first) + need.size();
            end = end.max(behind);
            for callee in need.calls.iter().filter(|callee| **callee < func) {
                raise(&mut bases, *callee, behind);
            }
        }
        if end >= REGISTERS {
            return Err(LoadError::Registers {
                needed: end,
                most: REGISTERS - 1,
            });
        }

        let constants: Vec<i32> = constants.into_iter().collect();
        let places = constants
            .iter()
            .enumerate()
            .map(|(i, value)| (*value, (i + 1) as u16))
            .collect();
        Ok(Frames {
            constants,
            places,
            segment_frame: first as u16,
            funcs: bases.into_iter().map(|base| base as u16).collect(),
            func_needs,
            segment_needs,
        })
    }

    /// The register of a constant.
    pub(super) fn constant(&self, value: i32) -> u16 {
        self.places.get(&value).copied().unwrap_or(super::ins::SINK)
    }
}

fn raise(bases: &mut [usize], func: usize, least: usize) {
    if let Some(base) = bases.get_mut(func) {
        *base = (*base).max(least);
    }
}

fn needs(body: &[Instr], params: usize, locals: usize, constants: &mut BTreeSet<i32>) -> Needs {
    let mut need = Needs {
        declared: params + locals,
        ..Needs::default()
    };
    for_each_instr(body, 0, &mut |instr, loops| {
        instr.op.for_each_read(&mut |operand| {
            if let Operand::Imm(value) = operand {
                constants.insert(value);
            }
        });
        match &instr.op {
            Op::Const { value, .. } => {
                constants.insert(*value);
            }
            Op::Call { func, .. } => {
                need.calls.insert(func.index());
            }
            Op::Goto { args, .. } => need.carried = need.carried.max(args.len()),
            Op::For { .. } | Op::Each { .. } => need.loops = need.loops.max(2 * (loops + 1)),
            _ => {}
        }
    });
    need
}
