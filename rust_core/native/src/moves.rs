//! Instructions that move tokens between places: move, `move_all`, gather.
//!
//! The cells of a state are in their ranges, so taking away is checked against the least value only and
//! adding against the greatest only.

use rulewright_engine::SlotLayout;
use rulewright_ir::ids::{Reg, SpanId};
use rulewright_ir::program::{Cell, Op, Operand, Width};
use wasm_encoder::{BlockType, Instruction, ValType};

use crate::body::CELLS_PER_FUEL;
use crate::emit::{long, Emitter};
use crate::plan::Sort;
use crate::sites::SiteKind;
use crate::wide::is_wide;

impl Emitter<'_> {
    /// The instructions on places.
    pub(crate) fn on_places(&mut self, op: &Op, span: Option<SpanId>) {
        match op {
            Op::Move { from, to, amount } => {
                if !self.agree_by_literals(*from, *to) {
                    self.check_entries(*from, *to, span);
                }
                self.transfer(*from, *to, *amount, span);
            }
            Op::MoveAll { from, to, len } => self.transfer_all(*from, *to, *len, true, span),
            Op::Gather { from, len, to } => self.transfer_all(*from, *to, *len, false, span),
            // What is left is dealt with elsewhere and never comes here.
            _ => self.push(Instruction::Unreachable),
        }
    }

    fn agree_by_literals(&self, from: Cell, to: Cell) -> bool {
        match (self.plan.sort(from.0), from.1, self.plan.sort(to.0), to.1) {
            (Sort::ByIndex(size), Operand::Imm(i), Sort::ByIndex(other), Operand::Imm(j)) => {
                i >= 0 && j >= 0 && i as u32 % size == j as u32 % other
            }
            (Sort::ByIndex(_), ..) | (_, _, Sort::ByIndex(_), _) => false,
            (a, _, b, _) => a == b,
        }
    }

    /// Fails unless both cells exist and hold the same entry.
    fn check_entries(&mut self, from: Cell, to: Cell, span: Option<SpanId>) {
        for (slot, index) in [from, to] {
            let len = self.plan.slot(slot).map_or(0, |place| place.len);
            self.check_index(slot, index, len, span);
        }
        self.compare_entries(from, to, span);
    }

    fn compare_entries(&mut self, from: Cell, to: Cell, span: Option<SpanId>) {
        self.entry(from);
        self.entry(to);
        self.push(Instruction::I32Ne);
        self.open_if();
        let kind = SiteKind::Misaligned(from.0, to.0);
        self.fail_with(kind, span, &long(from.1), &long(to.1));
        self.push(Instruction::End);
    }

    /// The entry that a cell holds onto the stack.
    fn entry(&mut self, (slot, index): Cell) {
        match self.plan.sort(slot) {
            Sort::Plain => self.push(Instruction::I32Const(0)),
            Sort::Entry(entry) => self.push(Instruction::I32Const(entry as i32)),
            // One row of the kind: the index is the entry.
            Sort::ByIndex(size) if self.plan.slot(slot).is_some_and(|p| p.len <= size) => {
                self.get(index);
            }
            Sort::ByIndex(size) => {
                self.get(index);
                self.all([Instruction::I32Const(size as i32), Instruction::I32RemU]);
            }
        }
    }

    fn transfer(&mut self, from: Cell, to: Cell, amount: Operand, span: Option<SpanId>) {
        if !self.is_within(amount, 0, i64::MAX) {
            self.get(amount);
            self.all([Instruction::I32Const(0), Instruction::I32LtS]);
            self.open_if();
            let nothing = [Instruction::I64Const(0)];
            self.fail_with(
                SiteKind::NegativeMove(from.0),
                span,
                &long(amount),
                &nothing,
            );
            self.push(Instruction::End);
        }
        self.change(from, amount, true, span);
        self.change(to, amount, false, span);
    }

    /// Takes an amount that is not negative from a cell, or adds it; an unlimited slot stays as it is.
    fn change(&mut self, (slot, index): Cell, amount: Operand, taking: bool, span: Option<SpanId>) {
        let Some(place) = self.plan.slot(slot).cloned() else {
            return self.push(Instruction::Unreachable);
        };
        self.check_index(slot, index, place.len, span);
        if place.unlimited {
            return;
        }
        let cell = self.spare(2);
        self.load(&place, index, 0);
        self.push(Instruction::LocalSet(cell));
        self.too_much(&place, cell, amount, taking);
        self.open_if();
        let mut value = vec![Instruction::LocalGet(cell), Instruction::I64ExtendI32S];
        value.extend(long(amount));
        value.push(if taking {
            Instruction::I64Sub
        } else {
            Instruction::I64Add
        });
        self.fail_with(SiteKind::Range(slot), span, &value, &long(index));
        self.push(Instruction::End);
        let address = self.address(&place, index, 0);
        self.push(Instruction::LocalGet(cell));
        self.get(amount);
        self.push(if taking {
            Instruction::I32Sub
        } else {
            Instruction::I32Add
        });
        self.put(place.width, address);
    }

    /// Whether a change would leave the range, onto the stack.
    fn too_much(&mut self, place: &SlotLayout, cell: u32, amount: Operand, taking: bool) {
        if place.width == Width::I32 {
            // The room may be more than 31 bits.
            for part in long(amount) {
                self.push(part);
            }
            let value = [Instruction::LocalGet(cell), Instruction::I64ExtendI32S];
            if taking {
                self.all(value);
                self.push(Instruction::I64Const(i64::from(place.low)));
            } else {
                self.push(Instruction::I64Const(i64::from(place.high)));
                self.all(value);
            }
            self.all([Instruction::I64Sub, Instruction::I64GtS]);
            return;
        }
        self.get(amount);
        if taking {
            self.push(Instruction::LocalGet(cell));
            self.push(Instruction::I32Const(place.low));
        } else {
            self.push(Instruction::I32Const(place.high));
            self.push(Instruction::LocalGet(cell));
        }
        self.all([Instruction::I32Sub, Instruction::I32GtS]);
    }

    /// Moves everything from `len` cells, to as many cells or into one.
    fn transfer_all(&mut self, from: Cell, to: Cell, len: u32, steps: bool, span: Option<SpanId>) {
        let places = (
            self.plan.slot(from.0).cloned(),
            self.plan.slot(to.0).cloned(),
        );
        let (Some(source), Some(target)) = places else {
            return self.push(Instruction::Unreachable);
        };
        self.burn(len / CELLS_PER_FUEL, span);
        if source.unlimited {
            return self.fail(SiteKind::Unlimited(from.0), span);
        }
        self.check_run(SiteKind::Index(from.0), from.1, (len, source.len), span);
        let wanted = if steps { len } else { 1 };
        self.check_run(SiteKind::Index(to.0), to.1, (wanted, target.len), span);
        if len == 0 {
            return;
        }
        let sorts = (self.plan.sort(from.0), self.plan.sort(to.0));
        let in_step =
            steps && matches!(sorts, (Sort::ByIndex(size), Sort::ByIndex(other)) if size == other);
        if in_step {
            // Entries that agree at first agree all the way.
            self.compare_entries(from, to, span);
        }
        let compare = !in_step && sorts != (Sort::Plain, Sort::Plain);
        let at_once = !steps
            && !compare
            && is_wide(&source, len)
            && source.low == 0
            && !target.unlimited
            && target.width != Width::I32
            && from.0 != to.0;
        if at_once {
            return self.gather_at_once((from, &source), (to, &target), len, span);
        }
        self.one_by_one((from, &source), to, len, (steps, compare), span);
    }

    /// Everything from some cells into one of another slot. If it has room for all, it has room on the way.
    fn gather_at_once(
        &mut self,
        (from, source): (Cell, &SlotLayout),
        (to, target): (Cell, &SlotLayout),
        len: u32,
        span: Option<SpanId>,
    ) {
        let (total, cell) = (self.local(ValType::I32), self.local(ValType::I32));
        self.wide_sum(source.offset, from.1, len);
        self.push(Instruction::LocalSet(total));
        self.load(target, to.1, 0);
        self.push(Instruction::LocalSet(cell));
        self.too_much(target, cell, Operand::Reg(Reg(total)), false);
        self.open_if();
        // It fails, and has to fail where it would.
        self.one_by_one((from, source), to, len, (false, false), span);
        self.push(Instruction::Else);
        self.wide_clear(source.offset, from.1, len);
        let address = self.address(target, to.1, 0);
        self.all([
            Instruction::LocalGet(cell),
            Instruction::LocalGet(total),
            Instruction::I32Add,
        ]);
        self.put(target.width, address);
        self.push(Instruction::End);
    }

    fn one_by_one(
        &mut self,
        (from, source): (Cell, &SlotLayout),
        to: Cell,
        len: u32,
        (steps, compare): (bool, bool),
        span: Option<SpanId>,
    ) {
        let (i, j) = (self.spare(3), self.spare(4));
        let (amount, turn) = (self.spare(5), self.spare(1));
        self.get(from.1);
        self.push(Instruction::LocalSet(i));
        self.get(to.1);
        self.push(Instruction::LocalSet(j));
        self.all([Instruction::I32Const(0), Instruction::LocalSet(turn)]);
        let here = (from.0, Operand::Reg(Reg(i)));
        let there = (to.0, Operand::Reg(Reg(j)));
        self.push(Instruction::Loop(BlockType::Empty));
        if compare {
            self.compare_entries(here, there, span);
        }
        self.load(source, here.1, 0);
        self.push(Instruction::LocalTee(amount));
        self.open_if();
        self.transfer(here, there, Operand::Reg(Reg(amount)), span);
        self.push(Instruction::End);
        self.step(i);
        if steps {
            self.step(j);
        }
        self.step(turn);
        self.all([
            Instruction::LocalGet(turn),
            Instruction::I32Const(len as i32),
            Instruction::I32LtU,
            Instruction::BrIf(0),
            Instruction::End,
        ]);
    }

    fn step(&mut self, local: u32) {
        self.all([
            Instruction::LocalGet(local),
            Instruction::I32Const(1),
            Instruction::I32Add,
            Instruction::LocalSet(local),
        ]);
    }
}
