//! Arguments on their way to a function or to the next segment.

use rulewright_ir::ids::{Reg, SpanId};
use rulewright_ir::program::Operand;

use super::flatten::Flatten;
use super::ins::{Ins, R, SINK};

impl Flatten<'_> {
    pub(super) fn call(
        &mut self,
        dst: Option<Reg>,
        func: usize,
        args: &[Operand],
        span: Option<SpanId>,
    ) {
        // Only earlier functions are called, so the address is known.
        let Some(callee) = self.funcs.get(func).copied() else {
            self.emit(Ins::Halt, span);
            return;
        };
        for (i, arg) in args.iter().enumerate() {
            let ins = Ins::Copy {
                dst: callee.frame.wrapping_add(i as R),
                a: self.operand(*arg),
            };
            self.emit(ins, span);
        }
        let dst = dst.map_or(SINK, |reg| self.reg(reg));
        self.emit(Ins::Call { dst, to: callee.pc }, span);
    }

    /// Arguments into the frame of the next segment, which is the same as this one's: an argument that
    /// would be read after it was overwritten takes the way over a hidden register.
    pub(super) fn carry(&mut self, args: &[Operand], loops: usize, span: Option<SpanId>) {
        let sources: Vec<R> = args.iter().map(|a| self.operand(*a)).collect();
        let targets: Vec<R> = (0..args.len())
            .map(|i| self.base.wrapping_add(i as R))
            .collect();
        let spare = self.hidden.wrapping_add(loops as R);
        let mut late = Vec::new();
        for (i, (source, target)) in sources.iter().zip(&targets).enumerate() {
            let overwritten = targets.iter().take(i).any(|earlier| earlier == source);
            if overwritten {
                let kept = spare.wrapping_add(i as R);
                late.push((kept, *source, *target));
            }
        }
        for (kept, source, _) in &late {
            self.emit(
                Ins::Copy {
                    dst: *kept,
                    a: *source,
                },
                span,
            );
        }
        for (source, target) in sources.iter().zip(&targets) {
            let via = late
                .iter()
                .find(|(_, _, t)| t == target)
                .map_or(*source, |(kept, _, _)| *kept);
            if via != *target {
                self.emit(
                    Ins::Copy {
                        dst: *target,
                        a: via,
                    },
                    span,
                );
            }
        }
    }
}
