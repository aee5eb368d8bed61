//! Which registers have a value on every path to here.
//!
//! Registers only ever gain values along a path, so a branch is undone by taking back what it
//! added. The cost is that of the writes, not of the number of registers at each branch.

use crate::ids::Reg;

/// The set, with the order in which registers came in.
pub(super) struct Assigned {
    known: Vec<bool>,
    trail: Vec<Reg>,
}

impl Assigned {
    /// Room for `registers`, the first `params` of which have a value.
    pub(super) fn new(registers: usize, params: usize) -> Self {
        Assigned {
            known: (0..registers).map(|reg| reg < params).collect(),
            trail: Vec::new(),
        }
    }

    pub(super) fn has(&self, reg: Reg) -> bool {
        self.known.get(reg.index()).copied().unwrap_or(false)
    }

    pub(super) fn add(&mut self, reg: Reg) {
        if let Some(known) = self.known.get_mut(reg.index()) {
            if !*known {
                *known = true;
                self.trail.push(reg);
            }
        }
    }

    /// A point to come back to.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what was added since the mark, and gives it.
    pub(super) fn undo(&mut self, mark: usize) -> Vec<Reg> {
        let added = self.trail.split_off(mark.min(self.trail.len()));
        for reg in &added {
            if let Some(known) = self.known.get_mut(reg.index()) {
                *known = false;
            }
        }
        added
    }

    /// After the second branch of two: keeps what both added since the mark.
    pub(super) fn meet(&mut self, mark: usize, first: Vec<Reg>) {
        let both: Vec<Reg> = first.into_iter().filter(|&reg| self.has(reg)).collect();
        self.undo(mark);
        self.add_all(both);
    }

    pub(super) fn add_all(&mut self, regs: Vec<Reg>) {
        for reg in regs {
            self.add(reg);
        }
    }
}
