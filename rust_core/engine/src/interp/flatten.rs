//! Structured code to linear instructions.
//!
//! Some neighbours become one instruction: a comparison and the `if` on its result, a product and the sum
//! on it, and what is in [`super::fuse`]. All keep their results, unless nobody reads them.

use rulewright_ir::ids::{Reg, SegmentId, SpanId};
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{Arith, Cell, Compare, Instr, Op, Operand, Program};
use rulewright_ir::ranges::Ranges;

use super::code::{Code, FuncCode, Ins, Pc, SegmentCode, R, SINK};
use super::frames::{Frames, Needs};
use crate::engine::LoadError;
use crate::layout::Layout;

impl Code {
    /// Makes the program ready to run; with `fuses` more instructions become one, and are counted as one.
    pub(crate) fn of(program: &Program, layout: &Layout, fuses: bool) -> Result<Self, LoadError> {
        let frames = Frames::of(program)?;
        let mut entries = Vec::new();
        let mut tables = Vec::with_capacity(program.tables.len());
        for table in &program.tables {
            tables.push((entries.len() as u32, table.len() as u32));
            entries.extend_from_slice(table);
        }
        let mut flat = Flatten {
            layout,
            frames: &frames,
            tables: &tables,
            ins: vec![Ins::Halt],
            spans: vec![None],
            texts: Vec::new(),
            targets: Vec::new(),
            funcs: Vec::with_capacity(program.funcs.len()),
            program,
            fuses,
            ranges: Ranges::default(),
            reads: Vec::new(),
            base: 0,
            hidden: 0,
            loops: Vec::new(),
        };
        let mut names = Vec::new();
        for (i, func) in program.funcs.iter().enumerate() {
            names.push((flat.here(), func.name.clone()));
            let frame = frames.funcs.get(i).copied().unwrap_or_default();
            flat.funcs.push(FuncCode {
                pc: flat.here(),
                frame,
            });
            flat.look_at(func.params.len(), func.locals.len(), &func.body);
            flat.code(frame, frames.func_needs.get(i), &func.body);
            flat.emit(Ins::Return { value: SINK }, None);
        }
        let mut segments = Vec::with_capacity(program.segments.len());
        for (i, segment) in program.segments.iter().enumerate() {
            names.push((flat.here(), segment.name.clone()));
            segments.push(SegmentCode {
                pc: flat.here(),
                takes_arguments: !segment.params.is_empty(),
            });
            flat.look_at(segment.params.len(), segment.locals.len(), &segment.body);
            let start = flat.ins.len();
            flat.code(
                frames.segment_frame,
                frames.segment_needs.get(i),
                &segment.body,
            );
            flat.emit(Ins::Halt, None);
            // Entering without fuel fails here. Nothing else does if the first instruction is a joined one.
            if let (Some(span), Some(first)) = (flat.spans.get_mut(start), segment.body.first()) {
                *span = first.span;
            }
        }
        let Flatten {
            mut ins,
            spans,
            texts,
            mut targets,
            funcs,
            ..
        } = flat;
        // Until here gotos name segments, which may stand further on.
        let address = |segment: Pc| segments.get(segment as usize).map_or(0, |s| s.pc);
        for one in &mut ins {
            if let Ins::Goto { to } = one {
                *to = address(*to);
            }
        }
        for to in &mut targets {
            *to = address(*to);
        }
        let Frames {
            constants,
            segment_frame,
            ..
        } = frames;
        Ok(Code {
            ins,
            spans,
            names,
            constants,
            entries,
            tables,
            texts,
            targets,
            segments,
            funcs,
            segment_frame,
        })
    }
}

pub(super) struct Flatten<'a> {
    pub(super) layout: &'a Layout,
    pub(super) frames: &'a Frames,
    pub(super) tables: &'a [(u32, u32)],
    program: &'a Program,
    fuses: bool,
    /// Of the registers of the code being flattened.
    pub(super) ranges: Ranges,
    /// How often each of its registers is read.
    pub(super) reads: Vec<u32>,
    ins: Vec<Ins>,
    spans: Vec<Option<SpanId>>,
    texts: Vec<String>,
    targets: Vec<Pc>,
    funcs: Vec<FuncCode>,
    /// First register of the code being flattened, and its first hidden one.
    base: R,
    hidden: R,
    /// The jumps out of each loop around, to be given their address at its end.
    loops: Vec<Vec<usize>>,
}

impl Flatten<'_> {
    fn here(&self) -> Pc {
        self.ins.len() as Pc
    }

    fn look_at(&mut self, params: usize, locals: usize, body: &[Instr]) {
        let registers = params + locals;
        self.ranges = Ranges::of(self.program, (params, registers), body);
        self.reads = vec![0; registers];
        for_each_instr(body, 0, &mut |instr, _| {
            instr.op.for_each_read(&mut |operand| {
                if let Operand::Reg(reg) = operand {
                    if let Some(count) = self.reads.get_mut(reg.index()) {
                        *count += 1;
                    }
                }
            });
        });
    }

    pub(super) fn emit(&mut self, ins: Ins, span: Option<SpanId>) -> usize {
        self.ins.push(ins);
        self.spans.push(span);
        self.ins.len() - 1
    }

    pub(super) fn reg(&self, reg: Reg) -> R {
        self.base.wrapping_add(reg.0 as R)
    }

    pub(super) fn operand(&self, operand: Operand) -> R {
        match operand {
            Operand::Reg(reg) => self.reg(reg),
            Operand::Imm(value) => self.frames.constant(value),
        }
    }

    /// Gives an emitted jump its address: here.
    fn land(&mut self, at: usize) {
        let here = self.here();
        if let Some(
            Ins::Jump { to }
            | Ins::JumpUnless { to, .. }
            | Ins::JumpIf { to, .. }
            | Ins::AtGtJump { to, .. }
            | Ins::AtEqJump { to, .. }
            | Ins::ForEnter { to, .. }
            | Ins::EachEnter { to, .. }
            | Ins::EqJump { to, .. }
            | Ins::NeJump { to, .. }
            | Ins::LtJump { to, .. }
            | Ins::LeJump { to, .. }
            | Ins::GtJump { to, .. }
            | Ins::GeJump { to, .. },
        ) = self.ins.get_mut(at)
        {
            *to = here;
        }
    }

    fn code(&mut self, base: R, needs: Option<&Needs>, body: &[Instr]) {
        self.base = base;
        if let Some(needs) = needs {
            self.hidden = base.wrapping_add(needs.declared as R);
        }
        self.block(body, needs.map_or(0, |n| n.loops));
    }

    fn block(&mut self, body: &[Instr], loops: usize) {
        let mut rest = body;
        while let Some((instr, after)) = rest.split_first() {
            rest = after;
            if self.fuses {
                if let Some(taken) = self.fuse(instr, after, loops) {
                    rest = after.get(taken..).unwrap_or(&[]);
                    continue;
                }
            }
            if let Some(next) = after.first() {
                if self.pair(instr, next, loops) {
                    rest = after.get(1..).unwrap_or(&[]);
                    continue;
                }
            }
            self.instr(instr, loops);
        }
    }

    /// Two neighbours as one instruction, where there is one.
    fn pair(&mut self, first: &Instr, second: &Instr, loops: usize) -> bool {
        match (&first.op, &second.op) {
            (
                Op::Compare { dst, kind, a, b },
                Op::If {
                    cond: Operand::Reg(cond),
                    then,
                    otherwise,
                },
            ) if dst == cond => {
                let (dst, a, b) = (self.reg(*dst), self.operand(*a), self.operand(*b));
                let jump = self.emit(compare_jump(*kind, dst, a, b), first.span);
                self.branches(jump, then, otherwise, loops);
                true
            }
            (
                Op::Arith {
                    dst: product,
                    kind: Arith::Mul,
                    a,
                    b,
                },
                Op::Arith {
                    dst,
                    kind: Arith::Add,
                    a: left,
                    b: right,
                },
            ) => {
                let this = Operand::Reg(*product);
                let other = match (*left == this, *right == this) {
                    (true, false) => *right,
                    (false, true) => *left,
                    _ => return false,
                };
                let ins = Ins::MulAdd {
                    product: self.reg(*product),
                    dst: self.reg(*dst),
                    a: self.operand(*a),
                    b: self.operand(*b),
                    c: self.operand(other),
                };
                self.emit(ins, second.span);
                true
            }
            _ => false,
        }
    }

    pub(super) fn branches(
        &mut self,
        jump: usize,
        then: &[Instr],
        otherwise: &[Instr],
        loops: usize,
    ) {
        self.block(then, loops);
        if otherwise.is_empty() {
            self.land(jump);
        } else {
            let skip = self.emit(Ins::Jump { to: 0 }, None);
            self.land(jump);
            self.block(otherwise, loops);
            self.land(skip);
        }
    }

    fn instr(&mut self, instr: &Instr, loops: usize) {
        let span = instr.span;
        match &instr.op {
            Op::If {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.operand(*cond);
                let jump = self.emit(Ins::JumpUnless { cond, to: 0 }, span);
                self.branches(jump, then, otherwise, loops);
            }
            Op::For {
                dst,
                from,
                to,
                body,
            } => self.turns(*dst, (*from, *to), None, body, span, loops),
            Op::Each {
                dst,
                from,
                to,
                cell,
                body,
            } => self.turns(*dst, (*from, *to), Some(*cell), body, span, loops),
            Op::Break => {
                let jump = self.emit(Ins::Jump { to: 0 }, span);
                if let Some(jumps) = self.loops.last_mut() {
                    jumps.push(jump);
                }
            }
            Op::Call { dst, func, args } => self.call(*dst, func.index(), args, span),
            Op::Goto { segment, args } => {
                self.carry(args, loops, span);
                self.emit(Ins::Goto { to: segment.0 }, span);
            }
            Op::Jump { index, segments } => {
                let start = self.targets.len() as u32;
                self.targets
                    .extend(segments.iter().map(|SegmentId(id)| *id));
                let ins = Ins::Pick {
                    index: self.operand(*index),
                    start,
                    len: segments.len() as u32,
                };
                self.emit(ins, span);
            }
            Op::Fault { text } => {
                let number = self.texts.len() as u32;
                self.texts.push(text.clone());
                self.emit(Ins::Fault { text: number }, span);
            }
            op => {
                let ins = self.simple(op);
                self.emit(ins, span);
            }
        }
    }

    fn turns(
        &mut self,
        dst: Reg,
        (from, to): (Operand, Operand),
        only: Option<Cell>,
        body: &[Instr],
        span: Option<SpanId>,
        loops: usize,
    ) {
        // The end is fixed when the loop starts, so it is kept apart from a register that may change.
        let end = match to {
            Operand::Imm(value) => self.frames.constant(value),
            Operand::Reg(reg) => {
                let end = self.hidden.wrapping_add(2 * self.loops.len() as R);
                let ins = Ins::Copy {
                    dst: end,
                    a: self.reg(reg),
                };
                self.emit(ins, span);
                end
            }
        };
        let only = only.map(|(slot, index)| {
            let index = match index {
                Operand::Imm(value) => self.frames.constant(value),
                Operand::Reg(reg) => {
                    let first = self.hidden.wrapping_add(2 * self.loops.len() as R + 1);
                    let ins = Ins::Copy {
                        dst: first,
                        a: self.reg(reg),
                    };
                    self.emit(ins, span);
                    first
                }
            };
            (slot.0 as u16, index)
        });
        let reg = self.reg(dst);
        let start = self.operand(from);
        let to = 0;
        let enter = match only {
            Some((slot, index)) => Ins::EachEnter {
                reg,
                start,
                end,
                slot,
                index,
                to,
            },
            None => Ins::ForEnter {
                reg,
                start,
                end,
                to,
            },
        };
        let enter = self.emit(enter, span);
        let top = self.here();
        self.loops.push(Vec::new());
        self.block(body, loops);
        let to = top;
        let next = match only {
            Some((slot, index)) => Ins::EachNext {
                reg,
                end,
                slot,
                index,
                to,
            },
            None => Ins::ForNext { reg, end, to },
        };
        self.emit(next, span);
        self.land(enter);
        for jump in self.loops.pop().unwrap_or_default() {
            self.land(jump);
        }
    }

    fn call(&mut self, dst: Option<Reg>, func: usize, args: &[Operand], span: Option<SpanId>) {
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
    fn carry(&mut self, args: &[Operand], loops: usize, span: Option<SpanId>) {
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

fn compare_jump(kind: Compare, dst: R, a: R, b: R) -> Ins {
    let to = 0;
    match kind {
        Compare::Eq => Ins::EqJump { dst, a, b, to },
        Compare::Ne => Ins::NeJump { dst, a, b, to },
        Compare::Lt => Ins::LtJump { dst, a, b, to },
        Compare::Le => Ins::LeJump { dst, a, b, to },
        Compare::Gt => Ins::GtJump { dst, a, b, to },
        Compare::Ge => Ins::GeJump { dst, a, b, to },
    }
}
