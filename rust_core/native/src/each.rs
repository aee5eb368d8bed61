//! Loops over the cells that are not 0.
//!
//! As a rule the cells are few and small and the loop leaves them alone: then all of them are looked at
//! once, sixteen at a time, and a bit for each that is not 0 says which turns there are.

use rulewright_engine::SlotLayout;
use rulewright_ir::ids::{Reg, SlotId, SpanId};
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{Cell, Instr, Op, Operand, Width};
use wasm_encoder::{BlockType, Instruction, ValType};

use crate::body::CELLS_PER_FUEL;
use crate::emit::{at, long, Emitter};
use crate::offers::Offers;
use crate::sites::SiteKind;

/// Bits of the number that holds the turns.
const BITS: u32 = 64;
/// Cells that are looked at together.
const LANES: u32 = 16;

impl Emitter<'_> {
    /// A loop over cells that are not 0.
    pub(crate) fn each(
        &mut self,
        dst: Reg,
        (from, to): (Operand, Operand),
        (slot, index): Cell,
        body: &[Instr],
        span: Option<SpanId>,
        offers: Option<Offers>,
    ) {
        let Some(place) = self.plan.slot(slot).cloned() else {
            return self.push(Instruction::Unreachable);
        };
        let (first, end) = (self.local(ValType::I32), self.local(ValType::I32));
        self.open_loop();
        for (operand, local) in [(index, first), (to, end)] {
            self.get(operand);
            self.push(Instruction::LocalSet(local));
        }
        self.get(from);
        self.all([Instruction::LocalGet(end), Instruction::I32LtS]);
        self.open_if();
        self.check_turns((slot, &place), index, (from, to), span);
        let (least, most) = (self.range(from).0, self.range(to).1);
        if place.len >= CELLS_PER_FUEL && most - least >= i64::from(CELLS_PER_FUEL) {
            self.push(Instruction::LocalGet(end));
            self.get(from);
            self.all([
                Instruction::I32Sub,
                Instruction::I32Const(CELLS_PER_FUEL as i32),
                Instruction::I32DivU,
            ]);
            self.burn_stack(span);
        }
        let is_small = place.width == Width::U8 && least >= 0 && most <= i64::from(BITS);
        if is_small && !changes(body, slot) {
            let turns = self.local(ValType::I64);
            self.find_turns(&place, first, (from, end), most as u32, turns);
            self.turns_by_bits(dst, turns, body, span, offers);
        } else {
            self.turns_by_cells(dst, (&place, first), (from, end), body, span, offers);
        }
        self.push(Instruction::End);
        self.close_loop();
    }

    /// Fails unless all cells exist that may be looked at.
    fn check_turns(
        &mut self,
        (slot, place): (SlotId, &SlotLayout),
        index: Operand,
        (from, to): (Operand, Operand),
        span: Option<SpanId>,
    ) {
        if place.unlimited {
            return self.fail(SiteKind::Unlimited(slot), span);
        }
        let len = i64::from(place.len);
        let nothing = [Instruction::I64Const(0)];
        if self.range(index).0 + self.range(from).0 < 0 {
            let low = [long(index), long(from), vec![Instruction::I64Add]].concat();
            for part in &low {
                self.push(part.clone());
            }
            self.all([Instruction::I64Const(0), Instruction::I64LtS]);
            self.open_if();
            self.fail_with(SiteKind::Index(slot), span, &low, &nothing);
            self.push(Instruction::End);
        }
        if self.range(index).1 + self.range(to).1 > len {
            let last = [
                long(index),
                long(to),
                vec![
                    Instruction::I64Add,
                    Instruction::I64Const(1),
                    Instruction::I64Sub,
                ],
            ]
            .concat();
            for part in &last {
                self.push(part.clone());
            }
            self.all([Instruction::I64Const(len), Instruction::I64GeS]);
            self.open_if();
            self.fail_with(SiteKind::Index(slot), span, &last, &nothing);
            self.push(Instruction::End);
        }
    }

    /// A bit for each turn of a loop with at most `most` of them: those from `from` on, below `end`,
    /// whose cell is not 0.
    fn find_turns(
        &mut self,
        place: &SlotLayout,
        first: u32,
        (from, end): (Operand, u32),
        most: u32,
        turns: u32,
    ) {
        let base = place.offset;
        let cells = self.spare(0);
        self.push_state();
        self.all([
            Instruction::LocalGet(first),
            Instruction::I32Add,
            Instruction::LocalSet(cells),
        ]);
        self.push(Instruction::I64Const(0));
        for part in 0..most.div_ceil(LANES) {
            // Cells behind the slot may be among them; their bits are cleared below.
            self.all([
                Instruction::LocalGet(cells),
                Instruction::V128Load(at(base + part * LANES)),
                Instruction::V128Const(0),
                Instruction::I8x16Eq,
                Instruction::I8x16Bitmask,
                Instruction::I64ExtendI32U,
                Instruction::I64Const(i64::from(part * LANES)),
                Instruction::I64Shl,
                Instruction::I64Or,
            ]);
        }
        // Those are the cells with 0, because a machine compares for equality only.
        self.all([Instruction::I64Const(-1), Instruction::I64Xor]);
        self.all([
            // All bits below `end`, which is at least 1 and at most 64.
            Instruction::I64Const(-1),
            Instruction::I32Const(BITS as i32),
            Instruction::LocalGet(end),
            Instruction::I32Sub,
            Instruction::I64ExtendI32U,
            Instruction::I64ShrU,
            Instruction::I64And,
        ]);
        if from != Operand::Imm(0) {
            self.push(Instruction::I64Const(-1));
            self.get(from);
            self.all([
                Instruction::I64ExtendI32U,
                Instruction::I64Shl,
                Instruction::I64And,
            ]);
        }
        self.push(Instruction::LocalSet(turns));
    }

    fn turns_by_bits(
        &mut self,
        dst: Reg,
        turns: u32,
        body: &[Instr],
        span: Option<SpanId>,
        offers: Option<Offers>,
    ) {
        self.all([
            Instruction::LocalGet(turns),
            Instruction::I64Eqz,
            Instruction::I32Eqz,
        ]);
        self.open_if();
        let toll = self.open_turns();
        self.all([
            Instruction::LocalGet(turns),
            Instruction::I64Ctz,
            Instruction::I32WrapI64,
            Instruction::LocalSet(dst.0),
            Instruction::LocalGet(turns),
            Instruction::LocalGet(turns),
            Instruction::I64Const(1),
            Instruction::I64Sub,
            Instruction::I64And,
            Instruction::LocalSet(turns),
        ]);
        self.block(body, offers);
        let count = [
            Instruction::LocalGet(turns),
            Instruction::I64Popcnt,
            Instruction::I32WrapI64,
        ];
        self.pay_turns(&toll, body, Some(count), span);
        self.all([
            Instruction::LocalGet(turns),
            Instruction::I64Eqz,
            Instruction::I32Eqz,
            Instruction::BrIf(0),
            Instruction::End,
            Instruction::End,
        ]);
    }

    /// One cell after the other, each looked at when its turn comes.
    fn turns_by_cells(
        &mut self,
        dst: Reg,
        (place, first): (&SlotLayout, u32),
        (from, end): (Operand, u32),
        body: &[Instr],
        span: Option<SpanId>,
        offers: Option<Offers>,
    ) {
        let (turn, cell) = (self.local(ValType::I32), self.local(ValType::I32));
        self.get(from);
        self.all([
            Instruction::LocalSet(turn),
            Instruction::Loop(BlockType::Empty),
            Instruction::LocalGet(first),
            Instruction::LocalGet(turn),
            Instruction::I32Add,
            Instruction::LocalSet(cell),
        ]);
        self.load(place, Operand::Reg(Reg(cell)), 0);
        self.open_if();
        self.burn(1, span);
        self.all([Instruction::LocalGet(turn), Instruction::LocalSet(dst.0)]);
        self.block(body, offers);
        self.all([
            Instruction::End,
            Instruction::LocalGet(turn),
            Instruction::I32Const(1),
            Instruction::I32Add,
            Instruction::LocalTee(turn),
            Instruction::LocalGet(end),
            Instruction::I32LtS,
            Instruction::BrIf(0),
            Instruction::End,
        ]);
    }
}

/// Whether a block changes a slot.
fn changes(body: &[Instr], slot: SlotId) -> bool {
    let mut changes = false;
    for_each_instr(body, 0, &mut |instr, _| {
        changes |= match &instr.op {
            Op::Store { cell, .. } => cell.0 == slot,
            Op::ReturnTo { slot: kept, .. } => *kept == slot,
            Op::Move { from, to, .. }
            | Op::MoveAll { from, to, .. }
            | Op::Gather { from, to, .. } => from.0 == slot || to.0 == slot,
            // What it calls may change anything.
            Op::Call { .. } => true,
            _ => false,
        };
    });
    changes
}
