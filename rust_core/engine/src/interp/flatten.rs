//! Structured code to linear instructions.
//!
//! Two pairs of neighbours become one instruction: a comparison and the `if` on its result, a product
//! and the sum on it. Both keep the first result, so nobody has to know whether it is used again.

use rulewright_ir::ids::{Reg, SegmentId, SlotId, SpanId};
use rulewright_ir::program::{Arith, Compare, Instr, Op, Operand, Program, Width};

use super::code::{Code, FuncCode, Ins, Pc, SegmentCode, R, SINK};
use super::frames::{Frames, Needs};
use crate::engine::LoadError;
use crate::layout::{Layout, Sort};

impl Code {
    /// Makes the program ready to run.
    pub(crate) fn of(program: &Program, layout: &Layout) -> Result<Self, LoadError> {
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
            base: 0,
            hidden: 0,
            loops: Vec::new(),
        };
        let mut names = Vec::new();
        for (i, func) in program.funcs.iter().enumerate() {
            names.push((flat.here(), func.name.clone()));
            let frame = frames.funcs.get(i).copied().unwrap_or_default();
            let writes = frames.writes.get(i).copied().unwrap_or(true);
            flat.funcs.push(FuncCode { pc: flat.here(), frame, writes });
            flat.code(frame, frames.func_needs.get(i), &func.body);
            flat.emit(Ins::Return { value: SINK }, None);
        }
        let mut segments = Vec::with_capacity(program.segments.len());
        for (i, segment) in program.segments.iter().enumerate() {
            names.push((flat.here(), segment.name.clone()));
            segments.push(SegmentCode { pc: flat.here(), takes_arguments: !segment.params.is_empty() });
            flat.code(frames.segment_frame, frames.segment_needs.get(i), &segment.body);
            flat.emit(Ins::Halt, None);
        }
        let Flatten { mut ins, spans, texts, mut targets, funcs, .. } = flat;
        // Until here gotos name segments, which may stand further on.
        let address = |segment: Pc| segments.get(segment as usize).map_or(0, |s| s.pc);
        for one in &mut ins {
            if let Ins::Goto { to } = one {
                *to = address(*to);
            }
        }
        targets.iter_mut().for_each(|to| *to = address(*to));
        let Frames { constants, segment_frame, .. } = frames;
        Ok(Code { ins, spans, names, constants, entries, tables, texts, targets, segments, funcs, segment_frame })
    }
}

struct Flatten<'a> {
    layout: &'a Layout,
    frames: &'a Frames,
    tables: &'a [(u32, u32)],
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

    fn emit(&mut self, ins: Ins, span: Option<SpanId>) -> usize {
        self.ins.push(ins);
        self.spans.push(span);
        self.ins.len() - 1
    }

    fn reg(&self, reg: Reg) -> R {
        self.base.wrapping_add(reg.0 as R)
    }

    fn operand(&self, operand: Operand) -> R {
        match operand {
            Operand::Reg(reg) => self.reg(reg),
            Operand::Imm(value) => self.frames.constant(value),
        }
    }

    /// Gives an emitted jump its address: here.
    fn land(&mut self, at: usize) {
        let here = self.here();
        match self.ins.get_mut(at) {
            Some(
                Ins::Jump { to }
                | Ins::JumpUnless { to, .. }
                | Ins::ForEnter { to, .. }
                | Ins::EqJump { to, .. }
                | Ins::NeJump { to, .. }
                | Ins::LtJump { to, .. }
                | Ins::LeJump { to, .. }
                | Ins::GtJump { to, .. }
                | Ins::GeJump { to, .. },
            ) => *to = here,
            _ => {}
        }
    }

    fn code(&mut self, base: R, needs: Option<&Needs>, body: &[Instr]) {
        self.base = base;
        if let Some(needs) = needs {
            self.hidden = base.wrapping_add(needs.declared as R);
            for reg in &needs.unset {
                let ins = Ins::Copy { dst: self.reg(Reg(*reg)), a: self.frames.constant(0) };
                self.emit(ins, None);
            }
        }
        self.block(body, needs.map_or(0, |n| n.loops));
    }

    fn block(&mut self, body: &[Instr], loops: usize) {
        let mut rest = body;
        while let Some((instr, after)) = rest.split_first() {
            rest = after;
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
            (Op::Compare { dst, kind, a, b }, Op::If { cond: Operand::Reg(cond), then, otherwise }) if dst == cond => {
                let (dst, a, b) = (self.reg(*dst), self.operand(*a), self.operand(*b));
                let jump = self.emit(compare_jump(*kind, dst, a, b), first.span);
                self.branches(jump, then, otherwise, loops);
                true
            }
            (
                Op::Arith { dst: product, kind: Arith::Mul, a, b },
                Op::Arith { dst, kind: Arith::Add, a: left, b: right },
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

    fn branches(&mut self, jump: usize, then: &[Instr], otherwise: &[Instr], loops: usize) {
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
            Op::If { cond, then, otherwise } => {
                let cond = self.operand(*cond);
                let jump = self.emit(Ins::JumpUnless { cond, to: 0 }, span);
                self.branches(jump, then, otherwise, loops);
            }
            Op::For { dst, from, to, body } => self.turns(*dst, *from, *to, body, span, loops),
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
                self.targets.extend(segments.iter().map(|SegmentId(id)| *id));
                let ins = Ins::Pick { index: self.operand(*index), start, len: segments.len() as u32 };
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
        from: Operand,
        to: Operand,
        body: &[Instr],
        span: Option<SpanId>,
        loops: usize,
    ) {
        // The end is fixed when the loop starts, so it is kept apart from a register that may change.
        // It is taken before the start is written: both may be the loop's own register.
        let end = match to {
            Operand::Imm(value) => self.frames.constant(value),
            Operand::Reg(reg) => {
                let end = self.hidden.wrapping_add(self.loops.len() as R);
                let ins = Ins::Copy { dst: end, a: self.reg(reg) };
                self.emit(ins, span);
                end
            }
        };
        let reg = self.reg(dst);
        let start = self.operand(from);
        if start != reg {
            self.emit(Ins::Copy { dst: reg, a: start }, span);
        }
        let enter = self.emit(Ins::ForEnter { reg, end, to: 0 }, span);
        let top = self.here();
        self.loops.push(Vec::new());
        self.block(body, loops);
        self.emit(Ins::ForNext { reg, end, to: top }, span);
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
            let ins = Ins::Copy { dst: callee.frame.wrapping_add(i as R), a: self.operand(*arg) };
            self.emit(ins, span);
        }
        let dst = dst.map_or(SINK, |reg| self.reg(reg));
        self.emit(Ins::Call { dst, to: callee.pc }, span);
    }

    /// Arguments into the frame of the next segment, which is the same as this one's: an argument that
    /// would be read after it was overwritten takes the way over a hidden register.
    fn carry(&mut self, args: &[Operand], loops: usize, span: Option<SpanId>) {
        let sources: Vec<R> = args.iter().map(|a| self.operand(*a)).collect();
        let targets: Vec<R> = (0..args.len()).map(|i| self.base.wrapping_add(i as R)).collect();
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
            self.emit(Ins::Copy { dst: *kept, a: *source }, span);
        }
        for (source, target) in sources.iter().zip(&targets) {
            let via = late.iter().find(|(_, _, t)| t == target).map_or(*source, |(kept, _, _)| *kept);
            if via != *target {
                self.emit(Ins::Copy { dst: *target, a: via }, span);
            }
        }
    }

    fn simple(&self, op: &Op) -> Ins {
        let reg = |r: Reg| self.reg(r);
        let get = |o: Operand| self.operand(o);
        let slot = |s: SlotId| s.0 as u16;
        match op {
            Op::Const { dst, value } => Ins::Copy { dst: reg(*dst), a: self.frames.constant(*value) },
            Op::Copy { dst, a } => Ins::Copy { dst: reg(*dst), a: get(*a) },
            Op::Arith { dst, kind, a, b } => arith(*kind, reg(*dst), get(*a), get(*b)),
            Op::Compare { dst, kind, a, b } => compare(*kind, reg(*dst), get(*a), get(*b)),
            Op::And { dst, a, b } => Ins::And { dst: reg(*dst), a: get(*a), b: get(*b) },
            Op::Or { dst, a, b } => Ins::Or { dst: reg(*dst), a: get(*a), b: get(*b) },
            Op::Not { dst, a } => Ins::Not { dst: reg(*dst), a: get(*a) },
            Op::Select { dst, cond, a, b } => {
                Ins::Select { dst: reg(*dst), cond: get(*cond), a: get(*a), b: get(*b) }
            }
            Op::Load { dst, cell } => self.load(reg(*dst), cell.0, cell.1),
            Op::Sum { dst, cell, len } => {
                Ins::Sum { dst: reg(*dst), slot: slot(cell.0), index: get(cell.1), len: *len }
            }
            Op::Dot { dst, cell, table, start, len } => Ins::Dot {
                dst: reg(*dst),
                slot: slot(cell.0),
                index: get(cell.1),
                table: table.0 as u16,
                start: get(*start),
                len: *len,
            },
            Op::Table { dst, table, index } => {
                let (base, len) = self.tables.get(table.index()).copied().unwrap_or_default();
                Ins::Table { dst: reg(*dst), index: get(*index), base, len }
            }
            Op::Store { cell, value } => Ins::Store { slot: slot(cell.0), index: get(cell.1), value: get(*value) },
            Op::Move { from, to, amount } => self.transfer(*from, *to, *amount),
            Op::MoveAll { from, to, len } => {
                Ins::MoveAll { from: slot(from.0), i: get(from.1), to: slot(to.0), j: get(to.1), len: *len }
            }
            Op::Gather { from, len, to } => {
                Ins::Gather { from: slot(from.0), i: get(from.1), to: slot(to.0), j: get(to.1), len: *len }
            }
            Op::ReturnTo { slot: s, segment } => Ins::ReturnTo { slot: slot(*s), segment: segment.0 as u16 },
            Op::Return { value } => Ins::Return { value: value.map_or(SINK, get) },
            Op::Offer { action } => Ins::Offer { action: get(*action) },
            Op::Decide { decision } => Ins::Decide { decision: decision.0 as u16 },
            Op::Chance { chance } => Ins::Chance { chance: chance.0 as u16 },
            Op::Resume { slot: s } => Ins::Resume { slot: slot(*s) },
            Op::Over => Ins::Over,
            // The others have more than one instruction and are dealt with in `instr`.
            Op::If { .. }
            | Op::For { .. }
            | Op::Break
            | Op::Call { .. }
            | Op::Goto { .. }
            | Op::Jump { .. }
            | Op::Fault { .. } => Ins::Halt,
        }
    }

    fn load(&self, dst: R, slot: SlotId, index: Operand) -> Ins {
        let Some(place) = self.layout.slot(slot).filter(|place| !place.unlimited) else {
            // Reading it is a fault; the general instruction says so.
            return Ins::Sum { dst, slot: slot.0 as u16, index: self.operand(index), len: 1 };
        };
        let (base, len) = (place.offset, place.len);
        match (index, place.width) {
            (Operand::Imm(i), width) if (i as u32) < len => match width {
                Width::U8 => Ins::PeekU8 { dst, at: base + i as u32 },
                Width::I16 => Ins::PeekI16 { dst, at: base + 2 * i as u32 },
                Width::I32 => Ins::PeekI32 { dst, at: base + 4 * i as u32 },
            },
            (_, Width::U8) => Ins::LoadU8 { dst, index: self.operand(index), base, len },
            (_, Width::I16) => Ins::LoadI16 { dst, index: self.operand(index), base, len },
            (_, Width::I32) => Ins::LoadI32 { dst, index: self.operand(index), base, len },
        }
    }

    fn transfer(&self, from: (SlotId, Operand), to: (SlotId, Operand), amount: Operand) -> Ins {
        let sort = |slot: SlotId| self.layout.slot(slot).map_or(Sort::Plain, |s| s.sort);
        let (i, j, amount) = (self.operand(from.1), self.operand(to.1), self.operand(amount));
        let agreed = match (sort(from.0), from.1, sort(to.0), to.1) {
            (Sort::ByIndex(size), Operand::Imm(i), Sort::ByIndex(other), Operand::Imm(j)) => {
                i >= 0 && j >= 0 && i as u32 % size.max(1) == j as u32 % other.max(1)
            }
            (Sort::ByIndex(_), ..) | (_, _, Sort::ByIndex(_), _) => false,
            (a, _, b, _) => a == b,
        };
        let (from, to) = (from.0 .0 as u16, to.0 .0 as u16);
        if agreed {
            Ins::Move { from, i, to, j, amount }
        } else {
            Ins::MoveEntry { from, i, to, j, amount }
        }
    }
}

fn arith(kind: Arith, dst: R, a: R, b: R) -> Ins {
    match kind {
        Arith::Add => Ins::Add { dst, a, b },
        Arith::Sub => Ins::Sub { dst, a, b },
        Arith::Mul => Ins::Mul { dst, a, b },
        Arith::Div => Ins::Div { dst, a, b },
        Arith::Mod => Ins::Mod { dst, a, b },
        Arith::Min => Ins::Min { dst, a, b },
        Arith::Max => Ins::Max { dst, a, b },
    }
}

fn compare(kind: Compare, dst: R, a: R, b: R) -> Ins {
    match kind {
        Compare::Eq => Ins::Eq { dst, a, b },
        Compare::Ne => Ins::Ne { dst, a, b },
        Compare::Lt => Ins::Lt { dst, a, b },
        Compare::Le => Ins::Le { dst, a, b },
        Compare::Gt => Ins::Gt { dst, a, b },
        Compare::Ge => Ins::Ge { dst, a, b },
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
