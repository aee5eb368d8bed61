//! What a legal function offers: the list of numbers, as short code as can be.
//!
//! Whether a number is offered can't be foreseen, and a branch that is foreseen wrongly costs as much as dozens of
//! instructions. So a number behind a short condition is written to the list in any case, and the end of the list
//! moves behind it only if the condition holds (`branchless.rs`). Numbers in a row are written four at a time.

use rulewright_ir::ids::{DecisionId, Reg, SpanId};
use rulewright_ir::program::{Arith, Instr, Op, Operand};
use wasm_encoder::{BlockType, Instruction, ValType};

use crate::emit::{at, long, Emitter};
use crate::sites::SiteKind;

/// Bytes behind the longest list that may be written too.
pub(crate) const BEHIND: u32 = 16;

/// Where offers go.
#[derive(Clone, Copy)]
pub(crate) struct Offers {
    /// The decision whose numbers they are.
    pub(crate) decision: DecisionId,
    /// The local with the address behind the end of their list.
    pub(crate) end: u32,
    /// The local with the last one, unless it is proved that they rise.
    pub(crate) last: Option<u32>,
    /// How many blocks are around the one that a `return` leaves.
    pub(crate) outside: u32,
}

/// A loop that offers one number after another.
pub(crate) struct Run {
    dst: Reg,
    from: Operand,
    to: Operand,
    /// The number offered.
    action: Operand,
    /// The local with the address behind the end of the list.
    end: u32,
}

impl Emitter<'_> {
    /// A loop that only adds to its register and offers the sum: its numbers follow each other.
    pub(crate) fn run(
        &self,
        dst: Reg,
        (from, to): (Operand, Operand),
        body: &[Instr],
        offers: Offers,
    ) -> Option<Run> {
        let (last, sums) = body.split_last()?;
        let Op::Offer { action } = last.op else {
            return None;
        };
        let mut made = vec![dst];
        for sum in sums {
            let Op::Arith {
                dst,
                kind: Arith::Add,
                a,
                b,
            } = sum.op
            else {
                return None;
            };
            let before = Operand::Reg(*made.last()?);
            let other = if a == before { b } else { a };
            let is_fixed = made.iter().all(|reg| other != Operand::Reg(*reg));
            if !(a == before || b == before) || !is_fixed || !self.is_given_once(dst) {
                return None;
            }
            made.push(dst);
        }
        let turns = self.range(to).1 - self.range(from).0;
        let is_run = action == Operand::Reg(*made.last()?)
            && offers.last.is_none()
            && self.is_own(action, offers)
            && self.is_given_once(dst)
            && turns <= i64::from(i32::MAX);
        is_run.then_some(Run {
            dst,
            from,
            to,
            action,
            end: offers.end,
        })
    }

    /// The same four numbers at a time. As nothing in it can fail, all turns are paid for at once.
    pub(crate) fn offer_run(&mut self, run: &Run, body: &[Instr], span: Option<SpanId>) {
        let (count, stop) = (self.local(ValType::I32), self.local(ValType::I32));
        let four = self.local(ValType::V128);
        let sums = body.split_last().map_or(&[][..], |(_, sums)| sums);
        self.get(run.from);
        self.get(run.to);
        self.push(Instruction::I32LtS);
        self.open_if();
        self.get(run.to);
        self.get(run.from);
        self.all([Instruction::I32Sub, Instruction::LocalTee(count)]);
        self.burn_stack(span);
        self.get(run.from);
        self.push(Instruction::LocalSet(run.dst.0));
        self.block(sums, None);
        self.get(run.action);
        self.all([
            Instruction::I32x4Splat,
            Instruction::V128Const(3 << 96 | 2 << 64 | 1 << 32),
            Instruction::I32x4Add,
            Instruction::LocalSet(four),
            Instruction::LocalGet(run.end),
            Instruction::LocalGet(count),
            Instruction::I32Const(2),
            Instruction::I32Shl,
            Instruction::I32Add,
            Instruction::LocalSet(stop),
            Instruction::Loop(BlockType::Empty),
            Instruction::LocalGet(run.end),
            Instruction::LocalGet(four),
            Instruction::V128Store(at(0)),
            Instruction::LocalGet(four),
            Instruction::V128Const(4 << 96 | 4 << 64 | 4 << 32 | 4),
            Instruction::I32x4Add,
            Instruction::LocalSet(four),
            Instruction::LocalGet(run.end),
            Instruction::I32Const(16),
            Instruction::I32Add,
            Instruction::LocalTee(run.end),
            Instruction::LocalGet(stop),
            Instruction::I32LtU,
            Instruction::BrIf(0),
            Instruction::End,
            Instruction::LocalGet(stop),
            Instruction::LocalSet(run.end),
            // As after the last turn.
            Instruction::LocalGet(run.dst.0),
            Instruction::LocalGet(count),
            Instruction::I32Add,
            Instruction::I32Const(1),
            Instruction::I32Sub,
            Instruction::LocalSet(run.dst.0),
        ]);
        self.block(sums, None);
        self.push(Instruction::End);
    }

    /// Whether a number is sure to belong to an option of the decision.
    pub(crate) fn is_own(&self, action: Operand, offers: Offers) -> bool {
        let ranges = self.ranges_of(offers.decision);
        let is_own =
            |(first, end): &(u32, u32)| self.is_within(action, i64::from(*first), i64::from(*end));
        ranges.iter().any(is_own)
    }

    pub(crate) fn offer(&mut self, action: Operand, span: Option<SpanId>, offers: Offers) {
        let ranges = self.ranges_of(offers.decision);
        if !self.is_own(action, offers) {
            self.check_own(action, &ranges, span);
        }
        if let Some(last) = offers.last {
            self.get(action);
            self.all([Instruction::LocalGet(last), Instruction::I32LeS]);
            self.open_if();
            let previous = [Instruction::LocalGet(last), Instruction::I64ExtendI32S];
            self.fail_with(SiteKind::OfferOrder, span, &long(action), &previous);
            self.push(Instruction::End);
            self.get(action);
            self.push(Instruction::LocalSet(last));
        }
        self.push(Instruction::LocalGet(offers.end));
        self.get(action);
        self.all([
            Instruction::I32Store(at(0)),
            Instruction::LocalGet(offers.end),
            Instruction::I32Const(4),
            Instruction::I32Add,
            Instruction::LocalSet(offers.end),
        ]);
    }

    /// Fails unless a number belongs to an option of the decision.
    fn check_own(&mut self, action: Operand, ranges: &[(u32, u32)], span: Option<SpanId>) {
        self.push(Instruction::I32Const(0));
        for (first, end) in ranges {
            self.get(action);
            self.all([
                Instruction::I32Const(*first as i32),
                Instruction::I32Sub,
                Instruction::I32Const((end - first) as i32),
                Instruction::I32LtU,
                Instruction::I32Or,
            ]);
        }
        self.push(Instruction::I32Eqz);
        self.open_if();
        let nothing = [Instruction::I64Const(0)];
        self.fail_with(SiteKind::OfferForeign, span, &long(action), &nothing);
        self.push(Instruction::End);
    }

    /// The numbers of a decision as few ranges, rising.
    fn ranges_of(&self, decision: DecisionId) -> Vec<(u32, u32)> {
        let program = self.plan.program;
        let Some(found) = program.decisions.get(decision.index()) else {
            return Vec::new();
        };
        let mut ranges: Vec<(u32, u32)> = found
            .options
            .iter()
            .map(|option| {
                (
                    option.first,
                    option.first + program.option_size(option) as u32,
                )
            })
            .filter(|(first, end)| first < end)
            .collect();
        ranges.sort_unstable();
        let mut joined: Vec<(u32, u32)> = Vec::new();
        for (first, end) in ranges {
            match joined.last_mut() {
                Some(last) if last.1 == first => last.1 = end,
                _ => joined.push((first, end)),
            }
        }
        joined
    }
}
