//! Leaves out what nobody reads: from the end of a body to its start with the registers that are still
//! read.

use super::body::Body;
use crate::ids::Reg;
use crate::operands::for_each_instr;
use crate::program::{Arith, Instr, Op, Operand, Program};
use crate::ranges::Ranges;

/// Most turns of an empty loop that is left out. Code that would go on and on still runs out of fuel.
const MOST_TURNS: i64 = 1024;

/// Goes through a body once; whether something was left out.
pub(super) fn remove_dead(program: &Program, body: &mut Body) -> bool {
    let ranges = Ranges::of(program, (body.params, body.types.len()), &body.code);
    let mut pass = Dead {
        program,
        ranges,
        loops: Vec::new(),
        has_removed: false,
    };
    let mut live = vec![false; body.types.len()];
    pass.block(&mut body.code, &mut live);
    pass.has_removed
}

struct Dead<'a> {
    program: &'a Program,
    ranges: Ranges,
    /// What is read after each loop around.
    loops: Vec<Vec<bool>>,
    has_removed: bool,
}

impl Dead<'_> {
    fn block(&mut self, code: &mut Vec<Instr>, live: &mut Vec<bool>) {
        let mut kept = Vec::with_capacity(code.len());
        for mut instr in std::mem::take(code).into_iter().rev() {
            if self.keep(&mut instr, live) {
                kept.push(instr);
            } else {
                self.has_removed = true;
            }
        }
        kept.reverse();
        *code = kept;
    }

    fn keep(&mut self, instr: &mut Instr, live: &mut Vec<bool>) -> bool {
        match &mut instr.op {
            Op::If {
                then, otherwise, ..
            } => {
                let mut other = live.clone();
                self.block(then, live);
                self.block(otherwise, &mut other);
                if then.is_empty() && otherwise.is_empty() {
                    return false;
                }
                join(live, &other);
            }
            Op::For { body, .. } | Op::Each { body, .. } => {
                let after = live.clone();
                for_each_instr(body, 0, &mut |instr, _| read(&instr.op, live));
                self.loops.push(after.clone());
                self.block(body, live);
                self.loops.pop();
                if body.is_empty() && !self.is_needed(&instr.op, &after) {
                    *live = after;
                    return false;
                }
                join(live, &after);
            }
            Op::Break => {
                if let Some(after) = self.loops.last() {
                    live.clone_from(after);
                }
            }
            Op::Return { .. }
            | Op::Fault { .. }
            | Op::Goto { .. }
            | Op::Decide { .. }
            | Op::Chance { .. }
            | Op::Resume { .. }
            | Op::Jump { .. }
            | Op::Over => live.fill(false),
            op => {
                if let Some(dst) = op.dst() {
                    let is_read = live.get(dst.index()).copied().unwrap_or(true);
                    if !is_read && self.is_safe(op) {
                        return false;
                    }
                    set(live, dst, false);
                }
            }
        }
        read(&instr.op, live);
        true
    }

    /// Whether a loop that does nothing in its turns is there for its register, or may fail.
    fn is_needed(&self, op: &Op, after: &[bool]) -> bool {
        let is_read = |dst: &Reg| after.get(dst.index()).copied().unwrap_or(true);
        match op {
            Op::For { dst, from, to, .. } => {
                let turns = self.ranges.get(*to).1 - self.ranges.get(*from).0;
                is_read(dst) || turns > MOST_TURNS
            }
            Op::Each {
                dst,
                from,
                to,
                cell: (slot, base),
                ..
            } => {
                let (base, from, to) = (
                    self.ranges.get(*base),
                    self.ranges.get(*from),
                    self.ranges.get(*to),
                );
                let slot = self.program.slots.get(slot.index());
                let exist = slot.is_some_and(|slot| {
                    let size = self.program.slot_cells(slot) as i64;
                    !slot.unlimited && base.0 + from.0 >= 0 && base.1 + to.1 <= size
                });
                is_read(dst) || !exist
            }
            _ => true,
        }
    }

    /// Whether an instruction that gives a value does nothing else and can't fail.
    fn is_safe(&self, op: &Op) -> bool {
        match op {
            Op::Const { .. }
            | Op::Copy { .. }
            | Op::Compare { .. }
            | Op::And { .. }
            | Op::Or { .. }
            | Op::Not { .. }
            | Op::Select { .. } => true,
            Op::Arith { kind, b, .. } => {
                let (low, high) = self.ranges.get(*b);
                !matches!(kind, Arith::Div | Arith::Mod) || low > 0 || high < 0
            }
            Op::Load { cell, .. } => self.exist(cell.0, cell.1, 1),
            Op::Sum { cell, len, .. } => self.exist(cell.0, cell.1, *len),
            Op::Table { table, index, .. } => {
                let entries = self.program.tables.get(table.index());
                self.fits(*index, 1, entries.map_or(0, Vec::len) as i64)
            }
            Op::Dot {
                cell,
                table,
                start,
                len,
                ..
            } => {
                let entries = self.program.tables.get(table.index());
                self.exist(cell.0, cell.1, *len)
                    && self.fits(*start, *len, entries.map_or(0, Vec::len) as i64)
            }
            _ => false,
        }
    }

    fn exist(&self, slot: crate::ids::SlotId, index: Operand, len: u32) -> bool {
        let Some(slot) = self.program.slots.get(slot.index()) else {
            return false;
        };
        !slot.unlimited && self.fits(index, len, self.program.slot_cells(slot) as i64)
    }

    fn fits(&self, index: Operand, len: u32, size: i64) -> bool {
        let (low, high) = self.ranges.get(index);
        low >= 0 && high + i64::from(len) <= size
    }
}

fn set(live: &mut [bool], reg: Reg, is_read: bool) {
    if let Some(place) = live.get_mut(reg.index()) {
        *place = is_read;
    }
}

fn read(op: &Op, live: &mut [bool]) {
    op.for_each_read(&mut |operand| {
        if let Operand::Reg(reg) = operand {
            set(live, reg, true);
        }
    });
}

fn join(live: &mut [bool], other: &[bool]) {
    for (here, there) in live.iter_mut().zip(other) {
        *here |= *there;
    }
}
