//! Instructions of functions and segments: control, arithmetic, calls and terminators.
//!
//! The structured code maps one to one: `if` is an `if`, `for` is an `if` around a `loop`, so that a
//! break leaves the `if`. A segment goes on to the next by a tail call.

use rulewright_ir::ids::{Reg, SegmentId, SlotId, SpanId};
use rulewright_ir::program::{Arith, Compare, Instr, Op, Operand};
use wasm_encoder::{BlockType, Instruction, ValType};

use crate::emit::{at, Emitter, I};
use crate::offers::Offers;
use crate::plan::{func_number, Fixed};
use crate::sites::SiteKind;

/// Cells of a wide instruction that cost as much as a turn of a loop.
pub(crate) const CELLS_PER_FUEL: u32 = 64;

/// Most segments that the number of a kept one is compared with.
const COMPARED: usize = 6;

impl Emitter<'_> {
    /// A block of code. `offers` is there in legal functions only.
    pub(crate) fn block(&mut self, body: &[Instr], offers: Option<Offers>) {
        for instr in body {
            self.instr(instr, offers);
        }
    }

    pub(crate) fn instr(&mut self, instr: &Instr, offers: Option<Offers>) {
        let span = instr.span;
        match &instr.op {
            Op::If {
                cond,
                then,
                otherwise,
            } => {
                if self.is_branchless(instr, offers) {
                    return self.branchless(*cond, (then, otherwise), offers);
                }
                self.get(*cond);
                self.open_if();
                self.block(then, offers);
                if !otherwise.is_empty() {
                    self.push(Instruction::Else);
                    self.block(otherwise, offers);
                }
                self.push(Instruction::End);
            }
            Op::For {
                dst,
                from,
                to,
                body,
            } => {
                if let Some(run) = offers.and_then(|o| self.run(*dst, (*from, *to), body, o)) {
                    return self.offer_run(&run, body, span);
                }
                self.turns(*dst, (*from, *to), body, span, offers);
            }
            Op::Each {
                dst,
                from,
                to,
                cell,
                body,
            } => self.each(*dst, (*from, *to), *cell, body, span, offers),
            Op::Break => self.leave_loop(),
            Op::Return { value } => {
                if let Some(offers) = offers {
                    let label = self.depth() - offers.outside - 1;
                    return self.push(Instruction::Br(label));
                }
                if let Some(value) = value {
                    self.get(*value);
                }
                self.push(Instruction::Return);
            }
            Op::Offer { action } => {
                if let Some(offers) = offers {
                    self.offer(*action, span, offers);
                }
            }
            Op::Fault { text } => self.fail(SiteKind::Stated(text.clone()), span),
            Op::Call { dst, func, args } => {
                self.burn(1, span);
                for arg in args {
                    self.get(*arg);
                }
                self.push(Instruction::Call(func_number(*func)));
                let found = self.plan.program.funcs.get(func.index());
                let gives = found.is_some_and(|func| func.result.is_some());
                match dst {
                    Some(dst) => self.push(Instruction::LocalSet(dst.0)),
                    None if gives => self.push(Instruction::Drop),
                    None => {}
                }
            }
            Op::Goto { .. }
            | Op::Decide { .. }
            | Op::Chance { .. }
            | Op::Resume { .. }
            | Op::Jump { .. }
            | Op::Over => self.terminator(&instr.op, span),
            op => {
                self.value_or_cells(op, span);
                if let Some(dst) = op.dst() {
                    self.anchor(dst);
                }
            }
        }
    }

    fn turns(
        &mut self,
        dst: Reg,
        (from, to): (Operand, Operand),
        body: &[Instr],
        span: Option<SpanId>,
        offers: Option<Offers>,
    ) {
        let end = self.local(ValType::I32);
        self.open_loop();
        self.get(to);
        self.push(Instruction::LocalSet(end));
        self.get(from);
        self.all([Instruction::LocalGet(end), Instruction::I32LtS]);
        self.open_if();
        self.get(from);
        self.push(Instruction::LocalSet(dst.0));
        let toll = self.open_turns();
        self.block(body, offers);
        let turns = [
            Instruction::LocalGet(end),
            Instruction::LocalGet(dst.0),
            Instruction::I32Sub,
        ];
        let most = self.range(to).1 - self.range(from).0;
        let turns = (most <= i64::from(i32::MAX)).then_some(turns);
        self.pay_turns(&toll, body, turns, span);
        let next = self.spare(0);
        self.all([
            Instruction::LocalGet(dst.0),
            Instruction::I32Const(1),
            Instruction::I32Add,
            Instruction::LocalTee(next),
            Instruction::LocalGet(end),
            Instruction::I32LtS,
        ]);
        self.open_if();
        self.all([
            Instruction::LocalGet(next),
            Instruction::LocalSet(dst.0),
            Instruction::Br(1),
            Instruction::End,
            Instruction::End,
            Instruction::End,
        ]);
        self.close_loop();
    }

    fn terminator(&mut self, op: &Op, span: Option<SpanId>) {
        match op {
            Op::Goto { segment, args } => {
                self.burn(1, span);
                for arg in args {
                    self.get(*arg);
                }
                self.push(Instruction::ReturnCall(self.plan.segment(*segment)));
            }
            Op::Decide { decision } => self.come_to(*decision),
            Op::Chance { chance } => {
                self.push(Instruction::I32Const(0));
                self.push(Instruction::ReturnCall(self.plan.chance(*chance)));
            }
            Op::Resume { slot } => self.resume(*slot, span),
            Op::Jump { index, segments } => self.jump(*index, segments, span),
            _ => {
                // The game is over: number 0 of sort 2.
                self.set_position(0, 2);
                self.all([Instruction::I32Const(0), Instruction::Return]);
            }
        }
    }

    /// Writes where the state stands into its header: the number, what it is, and a zero.
    pub(crate) fn set_position(&mut self, number: u32, sort: u8) {
        let word = number | u32::from(sort) << 16;
        self.push_state();
        self.all([
            Instruction::I32Const(word as i32),
            Instruction::I32Store(at(8)),
        ]);
    }

    fn resume(&mut self, slot: SlotId, span: Option<SpanId>) {
        let segment = self.spare(0);
        self.load_checked(slot, Operand::Imm(0), span);
        self.push(Instruction::LocalSet(segment));
        // As a rule it is one of few, all of which can be resumed.
        let plan = self.plan;
        let kept = plan.kept.get(&slot).filter(|kept| kept.len() <= COMPARED);
        for to in kept.into_iter().flatten() {
            self.all([
                Instruction::LocalGet(segment),
                Instruction::I32Const(to.0 as i32),
                Instruction::I32Eq,
            ]);
            self.open_if();
            self.burn(1, span);
            self.all([Instruction::ReturnCall(plan.segment(*to)), Instruction::End]);
        }
        self.all([
            Instruction::LocalGet(segment),
            Instruction::I32Const(self.plan.program.segments.len() as i32),
            Instruction::I32LtU,
        ]);
        self.push(Instruction::If(BlockType::Result(ValType::I32)));
        self.all([
            Instruction::LocalGet(segment),
            Instruction::I32Load8U(at(self.plan.map.resumable)),
            Instruction::Else,
            Instruction::I32Const(0),
            Instruction::End,
            Instruction::I32Eqz,
        ]);
        self.open_if();
        let value = [Instruction::LocalGet(segment), Instruction::I64ExtendI32S];
        let nothing = [Instruction::I64Const(0)];
        self.fail_with(SiteKind::NotResumable(slot), span, &value, &nothing);
        self.push(Instruction::End);
        self.burn(1, span);
        self.all([
            Instruction::LocalGet(segment),
            Instruction::ReturnCall(Fixed::Resume as u32),
        ]);
    }

    fn jump(&mut self, index: Operand, segments: &[SegmentId], span: Option<SpanId>) {
        let len = segments.len() as u32;
        self.check_run(SiteKind::JumpIndex(len), index, (1, len), span);
        self.burn(1, span);
        let targets = segments.iter().map(|segment| self.plan.segment(*segment));
        let arms = targets
            .map(|to| vec![Instruction::ReturnCall(to)])
            .collect();
        let index = match index {
            Operand::Reg(reg) => Instruction::LocalGet(reg.0),
            Operand::Imm(value) => Instruction::I32Const(value),
        };
        self.switch(&[index], arms);
        self.push(Instruction::Unreachable);
    }

    /// Runs the arm with that number; goes on after all of them if there is none.
    pub(crate) fn switch(&mut self, index: &[I], arms: Vec<Vec<I>>) {
        let mut arms = arms.into_iter();
        let count = arms.len() as u32;
        self.switch_by(index, count, |emit, _| {
            for part in arms.next().unwrap_or_default() {
                emit.push(part);
            }
        });
    }

    /// The same with arms that are written when it comes to them.
    pub(crate) fn switch_by(
        &mut self,
        index: &[I],
        count: u32,
        mut arm: impl FnMut(&mut Self, u32),
    ) {
        for _ in 0..=count {
            self.push(Instruction::Block(BlockType::Empty));
        }
        for part in index {
            self.push(part.clone());
        }
        let labels: Vec<u32> = (0..count).collect();
        self.push(Instruction::BrTable(labels.into(), count));
        self.push(Instruction::End);
        for number in 0..count {
            arm(self, number);
            // Leaves all arms that follow.
            self.push(Instruction::Br(count - 1 - number));
            self.push(Instruction::End);
        }
    }

    fn value_or_cells(&mut self, op: &Op, span: Option<SpanId>) {
        let dst = match op {
            Op::Const { dst, value } => {
                self.push(Instruction::I32Const(*value));
                dst
            }
            Op::Copy { dst, a } => {
                self.get(*a);
                dst
            }
            Op::Arith { dst, kind, a, b } => {
                self.arith(*kind, *a, *b, span);
                dst
            }
            Op::Compare { dst, kind, a, b } => {
                self.get(*a);
                self.get(*b);
                self.push(match kind {
                    Compare::Eq => Instruction::I32Eq,
                    Compare::Ne => Instruction::I32Ne,
                    Compare::Lt => Instruction::I32LtS,
                    Compare::Le => Instruction::I32LeS,
                    Compare::Gt => Instruction::I32GtS,
                    Compare::Ge => Instruction::I32GeS,
                });
                dst
            }
            // Bools are 0 or 1: by the verifier in registers, by their range in cells.
            Op::And { dst, a, b } => {
                self.get(*a);
                self.get(*b);
                self.push(Instruction::I32And);
                dst
            }
            Op::Or { dst, a, b } => {
                self.get(*a);
                self.get(*b);
                self.push(Instruction::I32Or);
                dst
            }
            Op::Not { dst, a } => {
                self.get(*a);
                self.push(Instruction::I32Eqz);
                dst
            }
            Op::Select { dst, cond, a, b } => {
                self.get(*a);
                self.get(*b);
                self.get(*cond);
                self.push(Instruction::Select);
                dst
            }
            op => return self.on_cells(op, span),
        };
        self.push(Instruction::LocalSet(dst.0));
    }

    fn arith(&mut self, kind: Arith, a: Operand, b: Operand, span: Option<SpanId>) {
        let positive = self.is_within(b, 1, i64::MAX);
        if matches!(kind, Arith::Div | Arith::Mod) && !positive {
            self.get(b);
            self.push(Instruction::I32Eqz);
            self.open_if();
            self.fail(SiteKind::DivideByZero, span);
            self.push(Instruction::End);
        }
        self.get(a);
        self.get(b);
        let rest = self.spare(0);
        match kind {
            Arith::Add => self.push(Instruction::I32Add),
            Arith::Sub => self.push(Instruction::I32Sub),
            Arith::Mul => self.push(Instruction::I32Mul),
            Arith::Min | Arith::Max => {
                self.get(a);
                self.get(b);
                let is_min = kind == Arith::Min;
                self.push(if is_min {
                    Instruction::I32LtS
                } else {
                    Instruction::I32GtS
                });
                self.push(Instruction::Select);
            }
            Arith::Mod if positive && self.is_within(a, 0, i64::MAX) => {
                self.push(Instruction::I32RemU);
            }
            Arith::Div if positive && self.is_within(a, 0, i64::MAX) => {
                self.push(Instruction::I32DivU);
            }
            // By a positive number the rest is corrected by its sign.
            Arith::Mod if positive => {
                self.all([
                    Instruction::I32RemS,
                    Instruction::LocalTee(rest),
                    Instruction::LocalGet(rest),
                    Instruction::I32Const(31),
                    Instruction::I32ShrS,
                ]);
                self.get(b);
                self.all([Instruction::I32And, Instruction::I32Add]);
            }
            Arith::Div if positive => {
                self.push(Instruction::I32DivS);
                self.get(a);
                self.get(b);
                self.all([
                    Instruction::I32RemS,
                    Instruction::I32Const(31),
                    Instruction::I32ShrS,
                    Instruction::I32Add,
                ]);
            }
            Arith::Div => self.push(Instruction::Call(Fixed::FloorDiv as u32)),
            Arith::Mod => self.push(Instruction::Call(Fixed::FloorMod as u32)),
        }
    }
}
