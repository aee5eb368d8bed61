//! Instructions that read cells or set one: load, sum, dot, table, store.
//!
//! An index that is known when the code is made was checked by the verifier or is checked here; the
//! others are checked while running, in the order of the interpreter, so that both name the same fault.

use rulewright_engine::SlotLayout;
use rulewright_ir::ids::{Reg, SlotId, SpanId, TableId};
use rulewright_ir::program::{Cell, Op, Operand, Width};
use wasm_encoder::{BlockType, Instruction};

use crate::body::CELLS_PER_FUEL;
use crate::emit::{at, long, Emitter, I};
use crate::sites::SiteKind;
use crate::wide::{are_small, is_wide};

/// Most cells that are read one after the other without a loop.
const UNROLLED: u32 = 32;

impl Emitter<'_> {
    /// All instructions that read or change cells.
    pub(crate) fn on_cells(&mut self, op: &Op, span: Option<SpanId>) {
        match op {
            Op::Load { dst, cell } => {
                self.load_checked(cell.0, cell.1, span);
                self.push(Instruction::LocalSet(dst.0));
            }
            Op::Sum { dst, cell, len } => self.sum(*dst, *cell, *len, span),
            Op::Dot {
                dst,
                cell,
                table,
                start,
                len,
            } => self.dot(*dst, *cell, (*table, *start), *len, span),
            Op::Table { dst, table, index } => self.table(*dst, *table, *index, span),
            Op::Store { cell, value } => self.store(*cell, *value, span),
            Op::ReturnTo { slot, segment } => {
                let value = Operand::Imm(segment.0 as i32);
                self.store((*slot, Operand::Imm(0)), value, span);
            }
            op => self.on_places(op, span),
        }
    }

    /// Fails if an index is not below `len`.
    pub(crate) fn check_index(
        &mut self,
        slot: SlotId,
        index: Operand,
        len: u32,
        span: Option<SpanId>,
    ) {
        if self.is_within(index, 0, i64::from(len)) {
            return;
        }
        self.get(index);
        self.all([Instruction::I32Const(len as i32), Instruction::I32GeU]);
        self.open_if();
        let nothing = [Instruction::I64Const(0)];
        self.fail_with(SiteKind::Index(slot), span, &long(index), &nothing);
        self.push(Instruction::End);
    }

    /// Fails unless `len` things from `index` exist among `size`; names the first one that does not.
    pub(crate) fn check_run(
        &mut self,
        kind: SiteKind,
        index: Operand,
        (len, size): (u32, u32),
        span: Option<SpanId>,
    ) {
        if self.is_within(index, 0, i64::from(size) - i64::from(len) + 1) {
            return;
        }
        if let Some(last) = size.checked_sub(len) {
            self.get(index);
            self.all([Instruction::I32Const(last as i32), Instruction::I32GtU]);
        } else {
            self.push(Instruction::I32Const(1));
        }
        self.open_if();
        let mut wrong = long(index);
        wrong.extend(long(index));
        wrong.extend([
            Instruction::I64Const(i64::from(len) - 1),
            Instruction::I64Add,
        ]);
        self.get(index);
        self.all([Instruction::I32Const(0), Instruction::I32LtS]);
        let negative = self.spare(6);
        self.push(Instruction::LocalSet(negative));
        wrong.extend([Instruction::LocalGet(negative), Instruction::Select]);
        self.fail_with(kind, span, &wrong, &[Instruction::I64Const(0)]);
        self.push(Instruction::End);
    }

    /// The value of a cell onto the stack.
    pub(crate) fn load_checked(&mut self, slot: SlotId, index: Operand, span: Option<SpanId>) {
        let Some(place) = self.plan.slot(slot).cloned() else {
            return self.push(Instruction::Unreachable);
        };
        if place.unlimited {
            self.fail(SiteKind::Unlimited(slot), span);
            return;
        }
        self.check_index(slot, index, place.len, span);
        self.load(&place, index, 0);
    }

    /// The value of a cell `extra` after an index that exists, onto the stack.
    pub(crate) fn load(&mut self, place: &SlotLayout, index: Operand, extra: u32) {
        let address = self.address(place, index, extra);
        self.push(match place.width {
            Width::U8 => Instruction::I32Load8U(at(address)),
            Width::I16 => Instruction::I32Load16S(at(address)),
            Width::I32 => Instruction::I32Load(at(address)),
        });
    }

    /// The part of a cell's address that is not known onto the stack; gives the part that is.
    pub(crate) fn address(&mut self, place: &SlotLayout, index: Operand, extra: u32) -> u32 {
        let width = place.width.bytes() as u32;
        let base = place.offset + width * extra;
        self.push_state();
        match index {
            Operand::Imm(index) => base + width * index as u32,
            Operand::Reg(reg) => {
                self.push(Instruction::LocalGet(reg.0));
                self.scale(place.width);
                self.push(Instruction::I32Add);
                base
            }
        }
    }

    fn scale(&mut self, width: Width) {
        let shift = match width {
            Width::U8 => return,
            Width::I16 => 1,
            Width::I32 => 2,
        };
        self.all([Instruction::I32Const(shift), Instruction::I32Shl]);
    }

    /// The value on the stack into the cell whose address is below it.
    pub(crate) fn put(&mut self, width: Width, address: u32) {
        self.push(match width {
            Width::U8 => Instruction::I32Store8(at(address)),
            Width::I16 => Instruction::I32Store16(at(address)),
            Width::I32 => Instruction::I32Store(at(address)),
        });
    }

    fn sum(&mut self, dst: Reg, (slot, index): Cell, len: u32, span: Option<SpanId>) {
        let Some(place) = self.plan.slot(slot).cloned() else {
            return self.push(Instruction::Unreachable);
        };
        self.burn(len / CELLS_PER_FUEL, span);
        if place.unlimited {
            return self.fail(SiteKind::Unlimited(slot), span);
        }
        self.check_run(SiteKind::Index(slot), index, (len, place.len), span);
        if is_wide(&place, len) {
            self.wide_sum(place.offset, index, len);
        } else if len <= UNROLLED {
            self.push(Instruction::I32Const(0));
            for cell in 0..len {
                self.load(&place, index, cell);
                self.push(Instruction::I32Add);
            }
        } else {
            self.total(&place, index, len, None);
        }
        self.push(Instruction::LocalSet(dst.0));
    }

    fn dot(
        &mut self,
        dst: Reg,
        (slot, index): Cell,
        (table, start): (TableId, Operand),
        len: u32,
        span: Option<SpanId>,
    ) {
        let entries = self.plan.program.tables.get(table.index());
        let (Some(place), Some(entries)) = (self.plan.slot(slot).cloned(), entries) else {
            return self.push(Instruction::Unreachable);
        };
        self.burn(len / CELLS_PER_FUEL, span);
        if place.unlimited {
            return self.fail(SiteKind::Unlimited(slot), span);
        }
        self.check_run(SiteKind::Index(slot), index, (len, place.len), span);
        let size = entries.len() as u32;
        self.check_run(SiteKind::TableIndex(size), start, (len, size), span);
        match start {
            Operand::Imm(start) if is_wide(&place, len) && are_small(entries, start, len) => {
                let factors: Vec<i32> = entries
                    .iter()
                    .skip(start as u32 as usize)
                    .take(len as usize)
                    .copied()
                    .collect();
                self.wide_dot(place.offset, index, &factors);
            }
            Operand::Imm(start) if len <= UNROLLED => {
                self.push(Instruction::I32Const(0));
                let factors = entries.iter().skip(start as u32 as usize);
                for (cell, factor) in (0..len).zip(factors) {
                    if *factor != 0 {
                        self.load(&place, index, cell);
                        self.all([Instruction::I32Const(*factor), Instruction::I32Mul]);
                        self.push(Instruction::I32Add);
                    }
                }
            }
            _ => self.total(&place, index, len, Some((table, start))),
        }
        self.push(Instruction::LocalSet(dst.0));
    }

    /// A sum by a loop, onto the stack: of cells, or of cells times entries of a table.
    fn total(
        &mut self,
        place: &SlotLayout,
        index: Operand,
        len: u32,
        factors: Option<(TableId, Operand)>,
    ) {
        let (sum, turn) = (self.spare(0), self.spare(1));
        self.all([
            Instruction::I32Const(0),
            Instruction::LocalSet(sum),
            Instruction::I32Const(0),
            Instruction::LocalSet(turn),
        ]);
        if len > 0 {
            self.push(Instruction::Loop(BlockType::Empty));
            self.push(Instruction::LocalGet(sum));
            self.push_state();
            self.get(index);
            self.all([Instruction::LocalGet(turn), Instruction::I32Add]);
            self.scale(place.width);
            self.push(Instruction::I32Add);
            let base = place.offset;
            self.push(match place.width {
                Width::U8 => Instruction::I32Load8U(at(base)),
                Width::I16 => Instruction::I32Load16S(at(base)),
                Width::I32 => Instruction::I32Load(at(base)),
            });
            if let Some((table, start)) = factors {
                self.get(start);
                self.all([Instruction::LocalGet(turn), Instruction::I32Add]);
                self.scale(Width::I32);
                self.push(Instruction::I32Load(at(self.table_address(table))));
                self.push(Instruction::I32Mul);
            }
            self.all([
                Instruction::I32Add,
                Instruction::LocalSet(sum),
                Instruction::LocalGet(turn),
                Instruction::I32Const(1),
                Instruction::I32Add,
                Instruction::LocalTee(turn),
                Instruction::I32Const(len as i32),
                Instruction::I32LtU,
                Instruction::BrIf(0),
                Instruction::End,
            ]);
        }
        self.push(Instruction::LocalGet(sum));
    }

    fn table_address(&self, table: TableId) -> u32 {
        // The verifier has checked the number.
        self.plan
            .map
            .tables
            .get(table.index())
            .copied()
            .unwrap_or(0)
    }

    fn table(&mut self, dst: Reg, table: TableId, index: Operand, span: Option<SpanId>) {
        let entries = self.plan.program.tables.get(table.index());
        let len = entries.map_or(0, Vec::len) as u32;
        let known = match index {
            Operand::Imm(index) => entries.and_then(|e| e.get(index as u32 as usize)).copied(),
            Operand::Reg(_) => None,
        };
        if let Some(value) = known {
            self.push(Instruction::I32Const(value));
        } else {
            self.check_run(SiteKind::TableIndex(len), index, (1, len), span);
            self.get(index);
            self.scale(Width::I32);
            self.push(Instruction::I32Load(at(self.table_address(table))));
        }
        self.push(Instruction::LocalSet(dst.0));
    }

    fn store(&mut self, (slot, index): Cell, value: Operand, span: Option<SpanId>) {
        let Some(place) = self.plan.slot(slot).cloned() else {
            return self.push(Instruction::Unreachable);
        };
        if place.unlimited {
            return self.fail(SiteKind::Unlimited(slot), span);
        }
        self.check_index(slot, index, place.len, span);
        let fits = self.is_within(value, i64::from(place.low), i64::from(place.high) + 1);
        if !fits {
            self.outside(&place, value);
            self.open_if();
            self.fail_with(SiteKind::Range(slot), span, &long(value), &long(index));
            self.push(Instruction::End);
        }
        let address = self.address(&place, index, 0);
        self.get(value);
        self.put(place.width, address);
    }

    /// Whether a value is outside the range of a slot, onto the stack.
    fn outside(&mut self, place: &SlotLayout, value: Operand) {
        self.get(value);
        self.all([Instruction::I32Const(place.low), Instruction::I32Sub]);
        // As unsigned numbers: what is below the least value becomes very large.
        let width = place.high.wrapping_sub(place.low);
        let checks: [I; 2] = [Instruction::I32Const(width), Instruction::I32GtU];
        self.all(checks);
    }
}
