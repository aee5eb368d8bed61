//! Values that several branches need.
//!
//! The compiler of machine code puts a computation that can't fail where its result is used. If that is in several
//! branches, it stands in each of them, and code that takes one branch after the other computes it again and
//! again. A value that is written to memory is computed there, once, which is worth it unless it is cheap.

use std::collections::{BTreeMap, BTreeSet};

use rulewright_ir::ids::Reg;
use rulewright_ir::program::{Arith, Instr, Op, Operand};

/// Blocks that must need a value of many instructions.
const FEW: usize = 2;
/// Blocks that must need one of a few instructions.
const MANY: usize = 4;

/// The registers whose values are computed once, where they are given.
pub(crate) fn anchored(body: &[Instr]) -> BTreeSet<Reg> {
    let mut readers = Readers::default();
    readers.block(body, &mut Vec::new());
    readers.anchored
}

#[derive(Default)]
struct Readers {
    /// Where each register was given its value: the blocks around.
    homes: BTreeMap<Reg, Vec<u32>>,
    /// Blocks inside of that one, side by side, which read it.
    blocks: BTreeMap<Reg, BTreeSet<u32>>,
    wanted: BTreeMap<Reg, usize>,
    anchored: BTreeSet<Reg>,
    count: u32,
}

impl Readers {
    fn block(&mut self, body: &[Instr], path: &mut Vec<u32>) {
        for instr in body {
            instr.op.for_each_read(&mut |operand| {
                if let Operand::Reg(reg) = operand {
                    self.read(reg, path);
                }
            });
            if let Some(dst) = instr.op.dst() {
                self.homes.insert(dst, path.clone());
                self.blocks.remove(&dst);
                self.wanted.remove(&dst);
                if let Some(wanted) = worth(&instr.op) {
                    self.wanted.insert(dst, wanted);
                }
            }
            for block in instr.op.blocks() {
                self.count += 1;
                path.push(self.count);
                self.block(block, path);
                path.pop();
            }
        }
    }

    fn read(&mut self, reg: Reg, path: &[u32]) {
        let (Some(home), Some(wanted)) = (self.homes.get(&reg), self.wanted.get(&reg)) else {
            return;
        };
        if let (true, Some(inner)) = (path.starts_with(home), path.get(home.len())) {
            let blocks = self.blocks.entry(reg).or_default();
            blocks.insert(*inner);
            if blocks.len() >= *wanted {
                self.anchored.insert(reg);
            }
        }
    }
}

/// In how many blocks a value must be read for this to pay; nothing if it never does. Cells and tables are read
/// where it is said in any case.
fn worth(op: &Op) -> Option<usize> {
    match op {
        Op::Sum { .. } | Op::Dot { .. } => Some(FEW),
        Op::Select { .. }
        | Op::Arith {
            kind: Arith::Div | Arith::Mod | Arith::Min | Arith::Max,
            ..
        } => Some(MANY),
        _ => None,
    }
}
