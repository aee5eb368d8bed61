//! Structured code to linear instructions.
//!
//! Some neighbours become one instruction: a comparison and the `if` on its result, a product and the sum
//! on it, and what is in [`super::fuse`] and [`super::join`]. All keep their results, unless nobody reads
//! them.

use rulewright_ir::ids::{Reg, SegmentId, SpanId};
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{Arith, Instr, Op, Operand, Program};
use rulewright_ir::ranges::Ranges;

use super::code::{Code, Dot, FuncCode, SegmentCode};
use super::frames::{Frames, Needs};
use super::ins::{Chain, Ins, Pc, Test, Two, R, SINK};
use super::single::{compare_jump, test_jump};
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
            dots: Vec::new(),
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
            dots,
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
        let zero = frames.constant(0);
        let Frames {
            constants,
            segment_frame,
            ..
        } = frames;
        let mut code = Code {
            ins,
            spans,
            names,
            constants,
            entries,
            tables,
            dots,
            texts,
            targets,
            segments,
            funcs,
            segment_frame,
        };
        code.join(fuses.then_some(zero));
        Ok(code)
    }
}

pub(super) struct Flatten<'a> {
    pub(super) layout: &'a Layout,
    pub(super) frames: &'a Frames,
    pub(super) tables: &'a [(u32, u32)],
    pub(super) program: &'a Program,
    pub(super) fuses: bool,
    /// Of the registers of the code being flattened.
    pub(super) ranges: Ranges,
    /// How often each of its registers is read.
    pub(super) reads: Vec<u32>,
    pub(super) ins: Vec<Ins>,
    spans: Vec<Option<SpanId>>,
    texts: Vec<String>,
    dots: Vec<Dot>,
    targets: Vec<Pc>,
    pub(super) funcs: Vec<FuncCode>,
    /// First register of the code being flattened, and its first hidden one.
    pub(super) base: R,
    pub(super) hidden: R,
    /// The jumps out of each loop around, to be given their address at its end.
    pub(super) loops: Vec<Vec<usize>>,
}

impl Flatten<'_> {
    pub(super) fn here(&self) -> Pc {
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
    pub(super) fn land(&mut self, at: usize) {
        let here = self.here();
        if let Some(ins) = self.ins.get_mut(at) {
            ins.set_goal(here);
        }
    }

    fn code(&mut self, base: R, needs: Option<&Needs>, body: &[Instr]) {
        self.base = base;
        if let Some(needs) = needs {
            self.hidden = base.wrapping_add(needs.declared as R);
        }
        self.block(body, needs.map_or(0, |n| n.loops));
    }

    pub(super) fn block(&mut self, body: &[Instr], loops: usize) {
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
                let (a, b) = (self.operand(*a), self.operand(*b));
                let ins = if self.fuses && !self.is_read_again(*dst) {
                    test_jump(*kind, Test { a, b, skip: 0 })
                } else {
                    let dst = self.reg(*dst);
                    compare_jump(*kind, Two { dst, a, b })
                };
                let jump = self.emit(ins, first.span);
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
                let chain = Chain {
                    mid: self.reg(*product),
                    a: self.operand(*a),
                    b: self.operand(*b),
                    dst: self.reg(*dst),
                    c: self.operand(other),
                };
                self.emit(Ins::MulAdd(chain), second.span);
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
            let skip = self.emit(Ins::Jump { skip: 0 }, None);
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
                let jump = self.emit(Ins::JumpUnless { cond, skip: 0 }, span);
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
                let jump = self.emit(Ins::Jump { skip: 0 }, span);
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
            Op::Dot {
                dst,
                cell,
                table,
                start,
                len,
            } => {
                let ins = Ins::Dot {
                    dst: self.reg(*dst),
                    index: self.operand(cell.1),
                    start: self.operand(*start),
                    what: self.dots.len() as u32,
                };
                self.dots.push(Dot {
                    slot: cell.0 .0 as u16,
                    table: table.0 as u16,
                    len: *len,
                    factors: self.factors(table.index(), *start, *len),
                });
                self.emit(ins, span);
            }
            Op::Decide { decision } => {
                let legal = self.program.decisions.get(decision.index());
                let legal = legal.and_then(|d| self.funcs.get(d.legal.index()));
                let ins = Ins::Decide {
                    decision: decision.0 as u16,
                    to: legal.map_or(0, |f| f.pc),
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
}
