//! Loops as linear instructions.

use rulewright_ir::ids::{Reg, SpanId};
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{Cell, Instr, Operand};

use super::flatten::Flatten;
use super::ins::{Each, Ins, Turn, R};

impl Flatten<'_> {
    pub(super) fn turns(
        &mut self,
        dst: Reg,
        (from, to): (Operand, Operand),
        only: Option<Cell>,
        body: &[Instr],
        span: Option<SpanId>,
        loops: usize,
    ) {
        let depth = 2 * self.loops.len() as R;
        let keeps = |operand: Operand| self.fuses && !is_written(operand, dst, body);
        let (end_stays, index_stays) = (keeps(to), only.is_none_or(|(_, index)| keeps(index)));
        let end = self.fixed(to, end_stays, depth, span);
        let reg = self.reg(dst);
        let start = self.operand(from);
        let turn = Turn { reg, end };
        let each = only.map(|(slot, index)| Each {
            reg,
            end,
            slot: slot.0 as u16,
            index: self.fixed(index, index_stays, depth + 1, span),
        });
        let skip = 0;
        let enter = match each {
            Some(each) => Ins::EachEnter { start, each, skip },
            None => Ins::ForEnter { start, turn, skip },
        };
        let enter = self.emit(enter, span);
        let to = self.here();
        self.loops.push(Vec::new());
        self.block(body, loops);
        let next = match each {
            Some(each) => Ins::EachNext { each, to },
            None => Ins::ForNext { turn, to },
        };
        self.emit(next, span);
        self.land(enter);
        for jump in self.loops.pop().unwrap_or_default() {
            self.land(jump);
        }
    }

    /// The end and the first cell of a loop are fixed when it starts, so they are kept apart from a register
    /// that may change, in a hidden one.
    fn fixed(&mut self, operand: Operand, stays: bool, hidden: R, span: Option<SpanId>) -> R {
        let a = self.operand(operand);
        if stays || matches!(operand, Operand::Imm(_)) {
            return a;
        }
        let dst = self.hidden.wrapping_add(hidden);
        self.emit(Ins::Copy { dst, a }, span);
        dst
    }
}

/// Whether a loop writes the register of an operand.
fn is_written(operand: Operand, turn: Reg, body: &[Instr]) -> bool {
    let Operand::Reg(reg) = operand else {
        return false;
    };
    let mut found = reg == turn;
    for_each_instr(body, 0, &mut |instr, _| {
        found |= instr.op.dst() == Some(reg);
    });
    found
}
