//! Draws by the cells of a slot.
//!
//! As a rule the weights are a few small numbers: then they are looked at together, as the bytes of one number.
//! Which outcome it is can't be foreseen, and a loop that ends there would be foreseen wrongly as often.

use rulewright_engine::SlotLayout;
use rulewright_ir::ids::{ChanceId, Reg, SlotId, SpanId};
use rulewright_ir::program::{Chance, Operand, Width};
use wasm_encoder::{BlockType, Instruction, ValType};

use crate::emit::Emitter;
use crate::plan::Fixed;
use crate::points::{go_on, stop_if_explicit};
use crate::sites::SiteKind;

/// Bytes of a number.
const BYTES: u32 = 8;
/// Bits of a number.
const BITS: u32 = 64;
/// Bytes that are looked at together.
const LANES: u32 = 16;
/// The lowest bit of each byte: times a byte it is that byte everywhere, times bytes their sums from the first one on.
const LOWEST: i64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGHEST: i64 = LOWEST << 7;

/// Whether the sum of the cells is at most a byte.
fn are_few(place: &SlotLayout, len: u32) -> bool {
    let most = i64::from(place.high) * i64::from(len);
    place.width == Width::U8 && !place.unlimited && len <= BYTES && place.low >= 0 && most <= 0xFF
}

/// A draw by at most eight cells with a small sum. Cells behind the slot are read and cleared.
fn draw_by_few(
    emit: &mut Emitter<'_>,
    id: ChanceId,
    chance: &Chance,
    place: &SlotLayout,
    (first, len): (u32, u32),
) {
    let (total, drawn) = (emit.spare(3), emit.spare(4));
    let (sums, possible) = (emit.spare_long(0), emit.spare_long(1));
    let span = chance.span;
    emit.load_long(place.offset, Operand::Reg(Reg(first)));
    if len < BYTES {
        let mask = (1_u64 << (8 * len)) - 1;
        emit.all([Instruction::I64Const(mask as i64), Instruction::I64And]);
    }
    emit.all([
        Instruction::LocalTee(possible),
        Instruction::I64Const(LOWEST),
        Instruction::I64Mul,
        Instruction::LocalTee(sums),
        Instruction::I64Const(56),
        Instruction::I64ShrU,
        Instruction::I32WrapI64,
        Instruction::LocalTee(total),
        Instruction::I32Eqz,
    ]);
    emit.open_if();
    emit.fail(SiteKind::NoOutcome(id), span);
    emit.all([
        Instruction::End,
        // A bit for each outcome that is possible.
        Instruction::LocalGet(possible),
        Instruction::LocalGet(possible),
        Instruction::I64Const(!HIGHEST),
        Instruction::I64And,
        Instruction::I64Const(!HIGHEST),
        Instruction::I64Add,
        Instruction::I64Or,
        Instruction::I64Const(HIGHEST),
        Instruction::I64And,
        Instruction::LocalTee(possible),
        Instruction::LocalGet(possible),
        Instruction::I64Const(1),
        Instruction::I64Sub,
        Instruction::I64And,
        Instruction::I64Eqz,
    ]);
    emit.open_if();
    emit.all([
        Instruction::LocalGet(possible),
        Instruction::I64Ctz,
        Instruction::I32WrapI64,
        Instruction::I32Const(3),
        Instruction::I32ShrU,
    ]);
    go_on(emit, chance);
    emit.push(Instruction::End);
    stop_if_explicit(emit, id);
    emit.push_state();
    emit.all([
        Instruction::LocalGet(total),
        Instruction::Call(Fixed::Below as u32),
        Instruction::LocalSet(drawn),
    ]);
    // The first of the sums that is greater.
    emit.all([
        Instruction::LocalGet(sums),
        Instruction::I64x2Splat,
        Instruction::LocalGet(drawn),
        Instruction::I8x16Splat,
        Instruction::I8x16GtU,
        Instruction::I8x16Bitmask,
        Instruction::I32Ctz,
    ]);
    go_on(emit, chance);
}

/// Whether the cells can be taken sixteen at a time.
fn are_bytes(place: &SlotLayout, len: u32) -> bool {
    let is_small = place.width == Width::U8 && !place.unlimited && place.low >= 0;
    is_small && BYTES < len && len <= BITS
}

/// A draw by many cells if their sum is not 0 and at most a byte; else what was written after it has its turn.
/// Cells behind the slot are read and cleared.
fn draw_by_bytes(
    emit: &mut Emitter<'_>,
    id: ChanceId,
    chance: &Chance,
    place: &SlotLayout,
    (first, len): (u32, u32),
) {
    let total = emit.spare(3);
    let found = emit.spare_long(1);
    emit.wide_sum(place.offset, Operand::Reg(Reg(first)), len);
    emit.all([
        Instruction::LocalTee(total),
        Instruction::I32Const(1),
        Instruction::I32Sub,
        Instruction::I32Const(0xFF),
        Instruction::I32LtU,
    ]);
    emit.open_if();
    emit.push(Instruction::I64Const(0));
    for part in 0..len.div_ceil(LANES) {
        lanes(emit, place, (first, len), part);
        emit.all([Instruction::V128Const(0), Instruction::I8x16Ne]);
        add_bits(emit, part);
    }
    emit.all([
        Instruction::LocalTee(found),
        Instruction::LocalGet(found),
        Instruction::I64Const(1),
        Instruction::I64Sub,
        Instruction::I64And,
        Instruction::I64Eqz,
    ]);
    emit.open_if();
    first_of(emit, found);
    go_on(emit, chance);
    emit.push(Instruction::End);
    stop_if_explicit(emit, id);
    first_sum_above(emit, place, (first, len), total);
    emit.push(Instruction::LocalSet(found));
    first_of(emit, found);
    go_on(emit, chance);
    emit.push(Instruction::End);
}

/// Draws a number below the one in a local; a bit for each cell up to which the sum is greater onto the stack.
fn first_sum_above(
    emit: &mut Emitter<'_>,
    place: &SlotLayout,
    (first, len): (u32, u32),
    total: u32,
) {
    let (sums, before, drawn) = (
        emit.local(ValType::V128),
        emit.local(ValType::V128),
        emit.local(ValType::V128),
    );
    emit.push_state();
    emit.all([
        Instruction::LocalGet(total),
        Instruction::Call(Fixed::Below as u32),
        Instruction::I8x16Splat,
        Instruction::LocalSet(drawn),
        Instruction::V128Const(0),
        Instruction::LocalSet(before),
        Instruction::I64Const(0),
    ]);
    for part in 0..len.div_ceil(LANES) {
        lanes(emit, place, (first, len), part);
        emit.push(Instruction::LocalSet(sums));
        // Each lane gets the sum of all up to it: first of two, then of four, of eight and of sixteen.
        for by in [1, 2, 4, 8] {
            emit.all([
                Instruction::LocalGet(sums),
                Instruction::V128Const(0),
                Instruction::LocalGet(sums),
                Instruction::I8x16Shuffle(std::array::from_fn(|lane| {
                    LANES as u8 - by + lane as u8
                })),
                Instruction::I8x16Add,
                Instruction::LocalSet(sums),
            ]);
        }
        emit.all([
            Instruction::LocalGet(sums),
            Instruction::LocalGet(before),
            Instruction::I8x16Add,
            Instruction::LocalTee(sums),
            Instruction::I8x16ExtractLaneU(LANES as u8 - 1),
            Instruction::I8x16Splat,
            Instruction::LocalSet(before),
            Instruction::LocalGet(sums),
            Instruction::LocalGet(drawn),
            Instruction::I8x16GtU,
        ]);
        add_bits(emit, part);
    }
}

/// Sixteen of the cells onto the stack; those behind the last one are 0.
fn lanes(emit: &mut Emitter<'_>, place: &SlotLayout, (first, len): (u32, u32), part: u32) {
    let here = len - LANES * part;
    emit.load_lanes(place.offset + LANES * part, Operand::Reg(Reg(first)));
    if here < LANES {
        let mask = (1_u128 << (8 * here)) - 1;
        emit.all([Instruction::V128Const(mask as i128), Instruction::V128And]);
    }
}

/// Adds the bits of the lanes on the stack to those of the parts before.
fn add_bits(emit: &mut Emitter<'_>, part: u32) {
    emit.all([
        Instruction::I8x16Bitmask,
        Instruction::I64ExtendI32U,
        Instruction::I64Const(i64::from(LANES * part)),
        Instruction::I64Shl,
        Instruction::I64Or,
    ]);
}

/// The number of the lowest bit in a local onto the stack.
fn first_of(emit: &mut Emitter<'_>, bits: u32) {
    emit.all([
        Instruction::LocalGet(bits),
        Instruction::I64Ctz,
        Instruction::I32WrapI64,
    ]);
}

/// A draw by the cells of a slot.
pub(crate) fn draw(
    emit: &mut Emitter<'_>,
    id: ChanceId,
    chance: &Chance,
    (slot, len, base): (SlotId, u32, Option<SlotId>),
) {
    let Some(place) = emit.plan.slot(slot).cloned() else {
        return emit.push(Instruction::Unreachable);
    };
    let first = emit.spare(1);
    match base {
        // A scalar slot with cells, by the verifier.
        Some(base) => emit.load_checked(base, Operand::Imm(0), chance.span),
        None => emit.push(Instruction::I32Const(0)),
    }
    emit.push(Instruction::LocalSet(first));
    let base = base.map(|base| emit.plan.slot(base));
    let (least, most) = base.map_or((0, 0), |base| base.map_or((-1, 0), |b| (b.low, b.high)));
    let exist = least >= 0 && i64::from(most) + i64::from(len) <= i64::from(place.len);
    if exist && are_few(&place, len) {
        return draw_by_few(emit, id, chance, &place, (first, len));
    }
    if exist && are_bytes(&place, len) {
        draw_by_bytes(emit, id, chance, &place, (first, len));
    }
    let exist = exist && !place.unlimited;
    let weights = Weights { slot, place, exist };
    draw_by_any(emit, id, chance, &weights, len);
}

/// Where weights lie.
struct Weights {
    slot: SlotId,
    place: SlotLayout,
    /// Whether the cells are known to exist.
    exist: bool,
}

fn draw_by_any(emit: &mut Emitter<'_>, id: ChanceId, chance: &Chance, weights: &Weights, len: u32) {
    let (outcome, weight) = (emit.spare(2), emit.spare(3));
    let (possible, only) = (emit.spare(4), emit.spare(5));
    let total = emit.spare_long(0);
    let x = emit.spare_long(1);
    let span = chance.span;
    for count in [outcome, possible] {
        emit.all([Instruction::I32Const(0), Instruction::LocalSet(count)]);
    }
    emit.all([Instruction::I64Const(0), Instruction::LocalSet(total)]);
    emit.push(Instruction::Loop(BlockType::Empty));
    read_weight(emit, weights, outcome, weight, span);
    if weights.place.low < 0 {
        emit.all([
            Instruction::LocalGet(weight),
            Instruction::I32Const(0),
            Instruction::I32LtS,
        ]);
        emit.open_if();
        emit.fail_with(
            SiteKind::NegativeWeight(id),
            span,
            &[Instruction::LocalGet(outcome), Instruction::I64ExtendI32S],
            &[Instruction::LocalGet(weight), Instruction::I64ExtendI32S],
        );
        emit.push(Instruction::End);
    }
    // Without a branch: which weights are 0 can't be foreseen.
    emit.all([
        Instruction::LocalGet(total),
        Instruction::LocalGet(weight),
        Instruction::I64ExtendI32U,
        Instruction::I64Add,
        Instruction::LocalSet(total),
        Instruction::LocalGet(outcome),
        Instruction::LocalGet(only),
        Instruction::LocalGet(weight),
        Instruction::Select,
        Instruction::LocalSet(only),
        Instruction::LocalGet(possible),
        Instruction::LocalGet(weight),
        Instruction::I32Const(0),
        Instruction::I32Ne,
        Instruction::I32Add,
        Instruction::LocalSet(possible),
    ]);
    next_outcome(emit, outcome, len);
    emit.all([Instruction::LocalGet(possible), Instruction::I32Eqz]);
    emit.open_if();
    emit.fail(SiteKind::NoOutcome(id), span);
    emit.all([
        Instruction::End,
        Instruction::LocalGet(total),
        Instruction::I64Const(i64::from(u32::MAX)),
        Instruction::I64GtU,
    ]);
    emit.open_if();
    let nothing = [Instruction::I64Const(0)];
    emit.fail_with(
        SiteKind::HeavyWeights(id),
        span,
        &[Instruction::LocalGet(total)],
        &nothing,
    );
    emit.all([
        Instruction::End,
        Instruction::LocalGet(possible),
        Instruction::I32Const(1),
        Instruction::I32Eq,
    ]);
    emit.open_if();
    emit.push(Instruction::LocalGet(only));
    go_on(emit, chance);
    emit.push(Instruction::End);
    stop_if_explicit(emit, id);
    emit.push_state();
    emit.all([
        Instruction::LocalGet(total),
        Instruction::I32WrapI64,
        Instruction::Call(Fixed::Below as u32),
        Instruction::I64ExtendI32U,
        Instruction::LocalSet(x),
        Instruction::I32Const(0),
        Instruction::LocalSet(outcome),
    ]);
    // The weights were read before and are fine; x is what is left of it, below 0 at the outcome.
    emit.push(Instruction::Loop(BlockType::Empty));
    read_weight(emit, weights, outcome, weight, span);
    emit.all([
        Instruction::LocalGet(x),
        Instruction::LocalGet(weight),
        Instruction::I64ExtendI32U,
        Instruction::I64Sub,
        Instruction::LocalTee(x),
        Instruction::I64Const(0),
        Instruction::I64LtS,
    ]);
    emit.open_if();
    emit.push(Instruction::LocalGet(outcome));
    go_on(emit, chance);
    emit.push(Instruction::End);
    next_outcome(emit, outcome, len);
    emit.fail(SiteKind::NoOutcome(id), span);
}

/// The weight of an outcome into a local. The number of the first cell is in a spare one.
fn read_weight(
    emit: &mut Emitter<'_>,
    weights: &Weights,
    outcome: u32,
    weight: u32,
    span: Option<SpanId>,
) {
    let (first, index) = (emit.spare(1), emit.spare(6));
    emit.all([
        Instruction::LocalGet(first),
        Instruction::LocalGet(outcome),
        Instruction::I32Add,
        Instruction::LocalSet(index),
    ]);
    let here = Operand::Reg(Reg(index));
    if weights.exist {
        emit.load(&weights.place, here, 0);
    } else {
        emit.load_checked(weights.slot, here, span);
    }
    emit.push(Instruction::LocalSet(weight));
}

fn next_outcome(emit: &mut Emitter<'_>, outcome: u32, len: u32) {
    emit.all([
        Instruction::LocalGet(outcome),
        Instruction::I32Const(1),
        Instruction::I32Add,
        Instruction::LocalTee(outcome),
        Instruction::I32Const(len as i32),
        Instruction::I32LtU,
        Instruction::BrIf(0),
        Instruction::End,
    ]);
}
