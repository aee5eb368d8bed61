//! Gives every register of the program a fixed place in the register file.
//!
//! The file starts with a sink and the constants. All segments share the frame after them (only one
//! runs at a time); the frame of a function begins behind the frames of everything that calls it, so
//! frames of calls under way never overlap. A function calls only earlier ones, so one pass from the
//! last function to the first suffices.
//!
//! Registers are zero until written. Since frames are shared, the registers that may be read before
//! they are written are found here and set to zero on entry; code from the compiler has none.

use std::collections::{BTreeMap, BTreeSet};

use rulewright_ir::ids::Reg;
use rulewright_ir::program::{Instr, Op, Operand, Program};

use super::machine::REGISTERS;
use super::operands::{changes_cells, for_each_instr, for_each_read, leaves, written};
use crate::engine::LoadError;

/// What has to be known about a function or segment before it is placed.
#[derive(Debug, Default)]
pub(super) struct Needs {
    /// Declared registers, parameters included.
    pub(super) declared: usize,
    /// Hidden registers: ends of loops, then arguments on their way to the next segment.
    pub(super) loops: usize,
    carried: usize,
    calls: BTreeSet<usize>,
    writes: bool,
    /// Registers to set to zero on entry.
    pub(super) unset: BTreeSet<u32>,
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
    pub(super) writes: Vec<bool>,
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
            return Err(LoadError::Registers { needed: end, most: REGISTERS - 1 });
        }

        let mut writes: Vec<bool> = Vec::with_capacity(func_needs.len());
        for need in &func_needs {
            let calls_writer = need.calls.iter().any(|c| writes.get(*c).copied().unwrap_or(true));
            writes.push(need.writes || calls_writer);
        }
        let constants: Vec<i32> = constants.into_iter().collect();
        let places = constants.iter().enumerate().map(|(i, value)| (*value, (i + 1) as u16)).collect();
        Ok(Frames {
            constants,
            places,
            segment_frame: first as u16,
            funcs: bases.into_iter().map(|base| base as u16).collect(),
            func_needs,
            segment_needs,
            writes,
        })
    }

    /// The register of a constant.
    pub(super) fn constant(&self, value: i32) -> u16 {
        self.places.get(&value).copied().unwrap_or(super::code::SINK)
    }
}

fn raise(bases: &mut [usize], func: usize, least: usize) {
    if let Some(base) = bases.get_mut(func) {
        *base = (*base).max(least);
    }
}

fn needs(body: &[Instr], params: usize, locals: usize, constants: &mut BTreeSet<i32>) -> Needs {
    let mut need = Needs { declared: params + locals, ..Needs::default() };
    for_each_instr(body, 0, &mut |instr, loops| {
        for_each_read(&instr.op, &mut |operand| {
            if let Operand::Imm(value) = operand {
                constants.insert(value);
            }
        });
        need.writes |= changes_cells(&instr.op);
        match &instr.op {
            Op::Const { value, .. } => {
                constants.insert(*value);
            }
            Op::Call { func, .. } => {
                need.calls.insert(func.index());
            }
            Op::Goto { args, .. } => need.carried = need.carried.max(args.len()),
            Op::For { .. } => need.loops = need.loops.max(loops + 1),
            _ => {}
        }
    });
    let mut flow = Assigned { is_set: vec![false; need.declared], trail: Vec::new(), unset: BTreeSet::new() };
    flow.is_set.iter_mut().take(params).for_each(|set| *set = true);
    flow.walk(body);
    need.unset = flow.unset;
    need
}

/// Finds reads of registers that are not certainly written. `trail` lists what was written since a
/// branch, so that a branch costs what it writes and not the number of registers.
struct Assigned {
    is_set: Vec<bool>,
    trail: Vec<u32>,
    unset: BTreeSet<u32>,
}

impl Assigned {
    /// Whether control can come to the end of the block.
    fn walk(&mut self, body: &[Instr]) -> bool {
        for instr in body {
            for_each_read(&instr.op, &mut |operand| {
                if let Operand::Reg(reg) = operand {
                    if !self.is_set.get(reg.index()).copied().unwrap_or(true) {
                        self.unset.insert(reg.0);
                    }
                }
            });
            match &instr.op {
                Op::If { then, otherwise, .. } => {
                    if !self.branch(then, otherwise) {
                        return false;
                    }
                }
                Op::For { dst, body, .. } => {
                    let mark = self.trail.len();
                    self.set(*dst);
                    self.walk(body);
                    // The body may not have run; the loop's register is written in any case.
                    self.forget(mark);
                    self.set(*dst);
                }
                op => {
                    if let Some(reg) = written(op) {
                        self.set(reg);
                    }
                    if leaves(op) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn branch(&mut self, then: &[Instr], otherwise: &[Instr]) -> bool {
        let mark = self.trail.len();
        let then_ends = self.walk(then);
        let by_then = self.forget(mark);
        let else_ends = self.walk(otherwise);
        if !then_ends {
            return else_ends;
        }
        let by_else: BTreeSet<u32> = self.forget(mark).into_iter().collect();
        for reg in by_then {
            if !else_ends || by_else.contains(&reg) {
                self.set(Reg(reg));
            }
        }
        true
    }

    fn set(&mut self, reg: Reg) {
        if let Some(set) = self.is_set.get_mut(reg.index()) {
            if !*set {
                *set = true;
                self.trail.push(reg.0);
            }
        }
    }

    fn forget(&mut self, mark: usize) -> Vec<u32> {
        let written = self.trail.split_off(mark);
        for reg in &written {
            if let Some(set) = self.is_set.get_mut(*reg as usize) {
                *set = false;
            }
        }
        written
    }
}
