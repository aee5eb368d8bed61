//! What the turns of a loop cost in fuel: each pays for itself, or all of them are paid for at once.
//!
//! A fault leaves nothing behind but its kind and its place. If nothing in the turns can fail and none of them
//! leaves the loop, the fuel of all of them is gone where the last one ends, or it runs out in one of them,
//! which is the same fault at the same place: so it can be taken before the first.

use rulewright_ir::ids::SpanId;
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{Instr, Op};
use wasm_encoder::{BlockType, Instruction};

use crate::emit::{Emitter, I};

/// Where a loop begins, while its turns are written.
pub(crate) struct Toll {
    /// The place of its first instruction.
    start: usize,
    /// The checks that were written before it.
    checks: u64,
}

impl Emitter<'_> {
    /// Opens the block that is repeated.
    pub(crate) fn open_turns(&mut self) -> Toll {
        let toll = Toll {
            start: self.here(),
            checks: self.checks(),
        };
        self.push(Instruction::Loop(BlockType::Empty));
        toll
    }

    /// Sees to it that the turns are paid for when their code is written. `turns` puts their number onto the
    /// stack, before the first one; nothing if it may be too large for that.
    pub(crate) fn pay_turns(
        &mut self,
        toll: &Toll,
        body: &[Instr],
        turns: Option<[I; 3]>,
        span: Option<SpanId>,
    ) {
        let cannot_fail = self.checks() == toll.checks;
        let at_once = turns.filter(|_| cannot_fail && goes_through(body));
        if let Some(turns) = at_once {
            self.insert_at(toll.start, |emit| {
                emit.all(turns);
                emit.burn_stack(span);
            });
        } else {
            self.insert_at(toll.start + 1, |emit| emit.burn(1, span));
        }
    }
}

/// Whether each turn comes to its end.
fn goes_through(body: &[Instr]) -> bool {
    let mut comes = true;
    for_each_instr(body, 0, &mut |instr, _| {
        comes &= !matches!(
            instr.op,
            Op::Break
                | Op::Return { .. }
                | Op::Call { .. }
                | Op::Fault { .. }
                | Op::Goto { .. }
                | Op::Decide { .. }
                | Op::Chance { .. }
                | Op::Resume { .. }
                | Op::Jump { .. }
                | Op::Over
        );
    });
    comes
}
