//! Which values a register can have, so that checks that cannot fail are left out.
//!
//! A register's range holds all values that any instruction of its function gives it; the order of the
//! instructions is not looked at. Cells are taken to be in the ranges of their slots, as in every state.

use crate::ids::SlotId;
use crate::program::{Arith, Instr, Op, Operand, Program};

/// Least and greatest value.
pub type Range = (i64, i64);

/// All numbers.
pub const FULL: Range = (i32::MIN as i64, i32::MAX as i64);

/// Rounds after which a range that still grows is taken to be full.
const ROUNDS: usize = 4;

/// Ranges of the registers of one function; without any, all are full.
#[derive(Default)]
pub struct Ranges {
    registers: Vec<Option<Range>>,
}

impl Ranges {
    /// Looks at the code of a function whose first registers are parameters.
    #[must_use]
    pub fn of(program: &Program, (params, registers): (usize, usize), body: &[Instr]) -> Self {
        let mut known = vec![None; registers];
        known.iter_mut().take(params).for_each(|p| *p = Some(FULL));
        let mut ranges = Ranges { registers: known };
        // Each round that changes something widens a register and none narrows one, so this comes to an end.
        for round in 0.. {
            if !ranges.widen(program, body, round >= ROUNDS) {
                break;
            }
        }
        ranges
    }

    /// The range of an operand.
    #[must_use]
    pub fn get(&self, operand: Operand) -> Range {
        self.find(operand).unwrap_or(FULL)
    }

    /// Nothing for a register that nothing was found for yet; locals beyond the registers are full.
    fn find(&self, operand: Operand) -> Option<Range> {
        match operand {
            Operand::Imm(value) => Some((i64::from(value), i64::from(value))),
            Operand::Reg(reg) => self
                .registers
                .get(reg.index())
                .copied()
                .unwrap_or(Some(FULL)),
        }
    }

    /// Goes through the code once; says whether a range has grown.
    fn widen(&mut self, program: &Program, body: &[Instr], at_once: bool) -> bool {
        let mut grown = false;
        for instr in body {
            if let (Some(dst), Some(found)) = (instr.op.dst(), self.result(program, &instr.op)) {
                if let Some(range) = self.registers.get_mut(dst.index()) {
                    let wider = match *range {
                        Some(old) => (old.0.min(found.0), old.1.max(found.1)),
                        None => found,
                    };
                    if *range != Some(wider) {
                        *range = Some(if at_once { FULL } else { wider });
                        grown = true;
                    }
                }
            }
            match &instr.op {
                Op::If {
                    then, otherwise, ..
                } => {
                    grown |= self.widen(program, then, at_once);
                    grown |= self.widen(program, otherwise, at_once);
                }
                Op::For { body, .. } | Op::Each { body, .. } => {
                    grown |= self.widen(program, body, at_once);
                }
                _ => {}
            }
        }
        grown
    }

    /// What an instruction gives; nothing if an operand has no range yet.
    fn result(&self, program: &Program, op: &Op) -> Option<Range> {
        let wide = match *op {
            Op::Const { value, .. } => (i64::from(value), i64::from(value)),
            Op::Copy { a, .. } => self.find(a)?,
            Op::Arith { kind, a, b, .. } => arith(kind, self.find(a)?, self.find(b)?),
            Op::Compare { .. } | Op::And { .. } | Op::Or { .. } | Op::Not { .. } => (0, 1),
            Op::Select { a, b, .. } => {
                let (a, b) = (self.find(a)?, self.find(b)?);
                (a.0.min(b.0), a.1.max(b.1))
            }
            Op::Load { cell, .. } => cell_range(program, cell.0),
            Op::Sum { cell, len, .. } => {
                let (low, high) = cell_range(program, cell.0);
                (low * i64::from(len), high * i64::from(len))
            }
            Op::Table { table, .. } => {
                let entries = program.tables.get(table.index())?;
                let least = entries.iter().min().copied().unwrap_or(i32::MIN);
                let most = entries.iter().max().copied().unwrap_or(i32::MAX);
                (i64::from(least), i64::from(most))
            }
            Op::For { from, to, .. } | Op::Each { from, to, .. } => {
                let (from, to) = (self.find(from)?, self.find(to)?);
                // A loop that can have no turn gives nothing.
                (from.0, (to.1 - 1).max(from.0))
            }
            _ => FULL,
        };
        // What can wrap around can be anything.
        Some(if wide.0 < FULL.0 || wide.1 > FULL.1 {
            FULL
        } else {
            wide
        })
    }
}

/// The values that the cells of a slot can have.
#[must_use]
pub fn cell_range(program: &Program, slot: SlotId) -> Range {
    let slot = program.slots.get(slot.index()).filter(|s| !s.unlimited);
    slot.map_or(FULL, |slot| {
        let (least, most) = slot.width.bounds();
        (
            i64::from(slot.low.max(least)),
            i64::from(slot.high.min(most)),
        )
    })
}

/// The results of an operation on numbers of these ranges, before they wrap around.
#[must_use]
pub fn arith(kind: Arith, a: Range, b: Range) -> Range {
    match kind {
        Arith::Add => (a.0 + b.0, a.1 + b.1),
        Arith::Sub => (a.0 - b.1, a.1 - b.0),
        Arith::Mul => {
            let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            let least = corners.iter().min().copied().unwrap_or(FULL.0);
            let most = corners.iter().max().copied().unwrap_or(FULL.1);
            (least, most)
        }
        Arith::Min => (a.0.min(b.0), a.1.min(b.1)),
        Arith::Max => (a.0.max(b.0), a.1.max(b.1)),
        Arith::Mod if b.0 > 0 => (0, b.1 - 1),
        Arith::Div if b.0 > 0 => (a.0.min(0), a.1.max(0)),
        Arith::Div | Arith::Mod => FULL,
    }
}

#[cfg(test)]
mod tests {
    use super::{arith, FULL};
    use crate::program::Arith;

    #[test]
    fn every_result_is_in_its_range() {
        let values = [-9_i64, -4, -1, 0, 1, 2, 7];
        let pairs = |of: &[i64]| -> Vec<(i64, i64)> {
            let ends = of.iter().flat_map(|a| of.iter().map(|b| (*a, *b)));
            ends.filter(|(low, high)| low <= high).collect()
        };
        for a in pairs(&values) {
            for b in pairs(&values) {
                for x in a.0..=a.1 {
                    for y in b.0..=b.1 {
                        let holds = |kind: Arith, value: i64| {
                            let (low, high) = arith(kind, a, b);
                            assert!(low <= value && value <= high, "{kind:?} {x} {y}");
                        };
                        holds(Arith::Add, x + y);
                        holds(Arith::Sub, x - y);
                        holds(Arith::Mul, x * y);
                        holds(Arith::Min, x.min(y));
                        holds(Arith::Max, x.max(y));
                        if y > 0 {
                            holds(Arith::Div, x.div_euclid(y));
                            holds(Arith::Mod, x.rem_euclid(y));
                        }
                    }
                }
            }
        }
        assert_eq!(arith(Arith::Mod, FULL, FULL), FULL);
    }
}
