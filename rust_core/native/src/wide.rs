//! Sums over many small cells, several at a time.
//!
//! A load may reach beyond the slot, though never beyond the memory: other things stand behind the state.
//! What does not belong to the slot is cleared or multiplied by 0.

use rulewright_engine::SlotLayout;
use rulewright_ir::program::{Operand, Width};
use wasm_encoder::Instruction;

use crate::emit::{at, Emitter};

/// Fewest cells for which this pays.
const FEWEST: u32 = 6;
/// Most cells of a sum: it fits into 16 bits.
pub(crate) const MOST: u32 = 128;

/// Sums a number of four 16-bit parts when multiplied with it, in its highest part.
const ADD_PARTS: i64 = 0x0001_0001_0001_0001;
const EVEN_BYTES: i64 = 0x00FF_00FF_00FF_00FF;

/// Whether the factors can be multiplied as 16-bit numbers, none of them negative.
pub(crate) fn are_small(entries: &[i32], start: i32, len: u32) -> bool {
    let factors = entries
        .iter()
        .skip(start as u32 as usize)
        .take(len as usize);
    factors.clone().count() == len as usize && factors.clone().all(|f| (0..=0x7F).contains(f))
}

/// Whether the cells can be taken several at a time.
pub(crate) fn is_wide(place: &SlotLayout, len: u32) -> bool {
    place.width == Width::U8 && !place.unlimited && (FEWEST..=MOST).contains(&len)
}

impl Emitter<'_> {
    /// The place of the cells onto the stack, as far as it is not known; gives the part that is.
    fn cells_at(&mut self, offset: u32, index: Operand) -> u32 {
        self.push_state();
        match index {
            Operand::Imm(index) => offset + index as u32,
            Operand::Reg(reg) => {
                self.all([Instruction::LocalGet(reg.0), Instruction::I32Add]);
                offset
            }
        }
    }

    /// Eight cells of a byte as one number onto the stack.
    pub(crate) fn load_long(&mut self, offset: u32, index: Operand) {
        let base = self.cells_at(offset, index);
        self.push(Instruction::I64Load(at(base)));
    }

    /// Sixteen cells of a byte as the lanes of a vector onto the stack.
    pub(crate) fn load_lanes(&mut self, offset: u32, index: Operand) {
        let base = self.cells_at(offset, index);
        self.push(Instruction::V128Load(at(base)));
    }

    /// The sum of some cells of a byte onto the stack; at most [`MOST`] of them.
    pub(crate) fn wide_sum(&mut self, offset: u32, index: Operand, len: u32) {
        if len <= 8 {
            let part = self.spare_long(0);
            self.load_long(offset, index);
            if len < 8 {
                let mask = (1_u64 << (8 * len)) - 1;
                self.all([Instruction::I64Const(mask as i64), Instruction::I64And]);
            }
            self.all([
                Instruction::LocalTee(part),
                Instruction::I64Const(EVEN_BYTES),
                Instruction::I64And,
                Instruction::LocalGet(part),
                Instruction::I64Const(8),
                Instruction::I64ShrU,
                Instruction::I64Const(EVEN_BYTES),
                Instruction::I64And,
                Instruction::I64Add,
            ]);
            return self.add_parts();
        }
        for part in 0..len.div_ceil(16) {
            self.load_lanes(offset + 16 * part, index);
            let here = len - 16 * part;
            if here < 16 {
                let mask = (1_u128 << (8 * here)) - 1;
                self.all([Instruction::V128Const(mask as i128), Instruction::V128And]);
            }
            self.push(Instruction::I16x8ExtAddPairwiseI8x16U);
            if part > 0 {
                self.push(Instruction::I16x8Add);
            }
        }
        self.add_halves();
        self.add_parts();
    }

    /// The sum of two 64-bit halves of the vector on the stack.
    fn add_halves(&mut self) {
        let sums = self.vector();
        self.all([
            Instruction::LocalTee(sums),
            Instruction::I64x2ExtractLane(0),
            Instruction::LocalGet(sums),
            Instruction::I64x2ExtractLane(1),
            Instruction::I64Add,
        ]);
    }

    /// The sum of the four 16-bit parts of the number on the stack.
    fn add_parts(&mut self) {
        self.all([
            Instruction::I64Const(ADD_PARTS),
            Instruction::I64Mul,
            Instruction::I64Const(48),
            Instruction::I64ShrU,
            Instruction::I32WrapI64,
        ]);
    }

    /// The sum of some cells, each times its factor, onto the stack.
    pub(crate) fn wide_dot(&mut self, offset: u32, index: Operand, factors: &[i32]) {
        let mut is_first = true;
        for (part, factors) in (0_u32..).zip(factors.chunks(8)) {
            if factors.iter().all(|factor| *factor == 0) {
                continue;
            }
            let mut lanes = 0_u128;
            for (lane, factor) in factors.iter().enumerate() {
                lanes |= u128::from(*factor as u16) << (16 * lane);
            }
            let base = self.cells_at(offset, index);
            self.all([
                Instruction::V128Load8x8U(at(base + 8 * part)),
                Instruction::V128Const(lanes as i128),
                Instruction::I32x4DotI16x8S,
            ]);
            if !is_first {
                self.push(Instruction::I32x4Add);
            }
            is_first = false;
        }
        if is_first {
            return self.push(Instruction::I32Const(0));
        }
        // Nothing is negative, so the two 32-bit parts of a half add up without a carry between them.
        let both = self.spare_long(0);
        self.add_halves();
        self.all([
            Instruction::LocalTee(both),
            Instruction::I32WrapI64,
            Instruction::LocalGet(both),
            Instruction::I64Const(32),
            Instruction::I64ShrU,
            Instruction::I32WrapI64,
            Instruction::I32Add,
        ]);
    }

    /// Clears some cells.
    pub(crate) fn wide_clear(&mut self, offset: u32, index: Operand, len: u32) {
        let mut done = 0;
        while done < len {
            let base = self.cells_at(offset, index) + done;
            let left = len - done;
            if left >= 16 {
                self.all([Instruction::V128Const(0), Instruction::V128Store(at(base))]);
                done += 16;
            } else if left >= 8 {
                self.all([Instruction::I64Const(0), Instruction::I64Store(at(base))]);
                done += 8;
            } else if left >= 4 {
                self.all([Instruction::I32Const(0), Instruction::I32Store(at(base))]);
                done += 4;
            } else if left >= 2 {
                self.all([Instruction::I32Const(0), Instruction::I32Store16(at(base))]);
                done += 2;
            } else {
                self.all([Instruction::I32Const(0), Instruction::I32Store8(at(base))]);
                done += 1;
            }
        }
    }
}
