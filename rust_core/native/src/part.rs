//! Code of the program that stands inside the function of other code.
//!
//! To enter a function costs some twenty instructions of the processor. So the segment that follows a forced
//! answer stands where the answer is found, if it leads back to the same decision.

use rulewright_ir::ids::{DecisionId, SegmentId};
use rulewright_ir::operands::{for_each_instr, for_each_instr_mut};
use rulewright_ir::program::{Instr, Op, Operand, Program};
use rulewright_ir::ranges::Ranges;

use crate::plan::Plan;

/// Most instructions of a segment that is repeated in the code of a decision.
const LONG: usize = 600;

/// A segment with registers behind those of the code around it.
pub(crate) struct Part {
    pub(crate) segment: SegmentId,
    /// Its first register.
    pub(crate) first: u32,
    pub(crate) params: u32,
    /// How many registers it has.
    pub(crate) registers: u32,
    /// Its code, which knows them by these numbers.
    pub(crate) body: Vec<Instr>,
}

impl Part {
    fn new(program: &Program, segment: SegmentId, first: u32) -> Option<Self> {
        let found = program.segments.get(segment.index())?;
        let mut body = found.body.clone();
        for_each_instr_mut(&mut body, &mut |instr| {
            instr.op.for_each_operand_mut(&mut |operand| {
                if let Operand::Reg(reg) = operand {
                    reg.0 += first;
                }
            });
            if let Some(dst) = instr.op.dst_mut() {
                dst.0 += first;
            }
        });
        Some(Part {
            segment,
            first,
            params: found.params.len() as u32,
            registers: (found.params.len() + found.locals.len()) as u32,
            body,
        })
    }

    /// The values that its registers can have, by their numbers in the program.
    pub(crate) fn ranges(&self, program: &Program) -> Ranges {
        let sizes = (self.params as usize, self.registers as usize);
        let found = program.segments.get(self.segment.index());
        Ranges::of(program, sizes, found.map_or(&[], |found| &found.body))
    }

    /// Its parameters, the last one first, as they come from the stack.
    pub(crate) fn params_from_last(&self) -> impl Iterator<Item = u32> {
        (self.first..self.first + self.params).rev()
    }
}

/// The segments of a decision's answers that lead back to it. Their registers begin at `first`; the answers are
/// never taken both, so they share them.
pub(crate) fn parts(plan: &Plan<'_>, id: DecisionId, first: u32) -> Vec<Part> {
    let program = plan.program;
    let Some(decision) = program.decisions.get(id.index()) else {
        return Vec::new();
    };
    let mut parts: Vec<Part> = Vec::new();
    for option in &decision.options {
        let is_new = parts.iter().all(|part| part.segment != option.target);
        let body = program.segments.get(option.target.index());
        if is_new && body.is_some_and(|found| leads_to(&found.body, id)) {
            parts.extend(Part::new(program, option.target, first));
        }
    }
    parts
}

/// Whether some code of moderate length comes to a decision.
fn leads_to(body: &[Instr], id: DecisionId) -> bool {
    let (mut size, mut leads) = (0, false);
    for_each_instr(body, 0, &mut |instr, _| {
        size += 1;
        leads |= matches!(instr.op, Op::Decide { decision } if decision == id);
    });
    leads && size <= LONG
}
