//! The function that writes what a player sees: the numbers of an observation, as
//! `rulewright_engine::Sight` describes them.

use rulewright_engine::{Piece, Run};
use rulewright_ir::program::{Operand, Width};
use wasm_encoder::{BlockType, Ieee32, Instruction, ValType};

use crate::emit::{at, Emitter, I};
use crate::wide::MOST;

/// Most groups of cells that are written out one after another; more are a loop.
const WRITTEN_OUT: u32 = 64;
/// Bytes of a number.
const NUMBER: u32 = 4;

/// The player who looks, and the address of the first number.
const PLAYER: u32 = 0;
const ADDRESS: u32 = 1;

/// Writes the observation of the player in local 0 to the address in local 1.
pub(crate) fn observe(emit: &mut Emitter<'_>) {
    let plan = emit.plan;
    let (decisions, chances) = (plan.program.decisions.len(), plan.program.chances.len());
    let (stops, players) = ((decisions + chances + 1) as u32, plan.program.players);
    let players = u32::from(players);
    clear(emit, 0, stops + 2 * players);
    let stop = emit.spare(0);
    let state = emit.state();
    let sort = || Instruction::I32Load8U(at(10));
    emit.all([
        state.clone(),
        Instruction::I32Load16U(at(8)),
        Instruction::LocalSet(stop),
        Instruction::LocalGet(stop),
        Instruction::LocalGet(stop),
        Instruction::I32Const(decisions as i32),
        Instruction::I32Add,
        state.clone(),
        sort(),
        Instruction::I32Eqz,
        Instruction::Select,
        Instruction::I32Const((decisions + chances) as i32),
        state.clone(),
        sort(),
        Instruction::I32Const(2),
        Instruction::I32LtU,
        Instruction::Select,
        Instruction::LocalSet(stop),
    ]);
    mark(emit, stop, 0);
    emit.all([state, sort(), Instruction::I32Eqz]);
    emit.open_if();
    actor(emit);
    emit.push(Instruction::LocalSet(stop));
    mark(emit, stop, stops);
    emit.push(Instruction::End);
    mark(emit, PLAYER, stops + players);
    let mut place = stops + 2 * players;
    for piece in &plan.sight.pieces {
        place += write(emit, *piece, place);
    }
}

/// The player to move onto the stack.
pub(crate) fn actor(emit: &mut Emitter<'_>) {
    // A slot with one cell, by the verifier.
    let slot = emit.plan.slot(emit.plan.program.actor);
    let (offset, width) = slot.map_or((0, Width::U8), |slot| (slot.offset, slot.width));
    emit.push_state();
    emit.push(load(width, offset));
}

/// Writes a piece at a place, and gives how many numbers it has.
fn write(emit: &mut Emitter<'_>, piece: Piece, place: u32) -> u32 {
    match piece {
        Piece::Open(run) => {
            let cells = Cells {
                run,
                first: emit.state(),
                to: ADDRESS,
                place,
            };
            cells.write(emit);
            run.len as u32
        }
        Piece::Own(run, group) => {
            clear(emit, place, run.len as u32);
            own(emit, run, group, place);
            run.len as u32
        }
        Piece::Hidden(len) => {
            clear(emit, place, len as u32);
            len as u32
        }
        Piece::Sums(run, size) => {
            let count = run.len / size.max(1);
            for number in 0..count {
                let offset = run.offset + number * size * run.width.bytes();
                let len = size;
                sum(emit, Run { offset, len, ..run }, place + number as u32);
            }
            count as u32
        }
    }
}

/// The cells of the player who looks, among zeros.
fn own(emit: &mut Emitter<'_>, run: Run, group: usize, place: u32) {
    let (first, to) = (emit.local(ValType::I32), emit.local(ValType::I32));
    let width = run.width.bytes();
    emit.push_state();
    emit.all([
        Instruction::LocalGet(PLAYER),
        Instruction::I32Const((group * width) as i32),
        Instruction::I32Mul,
        Instruction::I32Add,
        Instruction::LocalSet(first),
        Instruction::LocalGet(PLAYER),
        Instruction::I32Const((group as u32 * NUMBER) as i32),
        Instruction::I32Mul,
        Instruction::LocalGet(ADDRESS),
        Instruction::I32Add,
        Instruction::LocalSet(to),
    ]);
    let cells = Cells {
        run: Run { len: group, ..run },
        first: Instruction::LocalGet(first),
        to,
        place,
    };
    cells.write(emit);
}

/// Cells to be written as numbers.
struct Cells {
    run: Run,
    /// The address of the state, with what lies before the first one if that is not known.
    first: I,
    /// The local with the address of the observation.
    to: u32,
    /// The place of the first number.
    place: u32,
}

impl Cells {
    fn write(self, emit: &mut Emitter<'_>) {
        let width = self.run.width.bytes() as u32;
        let (offset, to) = (self.run.offset as u32, self.place * NUMBER);
        let many = if self.run.width == Width::U8 { 8 } else { 4 };
        let (groups, len) = (self.run.len as u32 / many, self.run.len as u32);
        let mut first = self.first.clone();
        let mut address = self.to;
        let mut done = 0;
        if groups > WRITTEN_OUT {
            let (cell, number) = (emit.local(ValType::I32), emit.local(ValType::I32));
            let left = emit.local(ValType::I32);
            emit.all([
                first,
                Instruction::LocalSet(cell),
                Instruction::LocalGet(address),
                Instruction::LocalSet(number),
                Instruction::I32Const(groups as i32),
                Instruction::LocalSet(left),
                Instruction::Loop(BlockType::Empty),
            ]);
            first = Instruction::LocalGet(cell);
            address = number;
            group(emit, self.run.width, (&first, offset), (address, to));
            step(emit, cell, many * width);
            step(emit, number, many * NUMBER);
            step(emit, left, u32::MAX);
            emit.all([
                Instruction::LocalGet(left),
                Instruction::BrIf(0),
                Instruction::End,
            ]);
            // The locals stand behind the groups now, as if nothing had been done.
            done = groups * many;
        } else {
            for number in 0..groups {
                let from = (&first, offset + number * many * width);
                let to = (address, to + number * many * NUMBER);
                group(emit, self.run.width, from, to);
            }
        }
        for number in 0..len - groups * many {
            let at_cell = groups * many - done + number;
            emit.all([
                Instruction::LocalGet(address),
                first.clone(),
                load(self.run.width, offset + at_cell * width),
                Instruction::F32ConvertI32S,
                Instruction::F32Store(at(to + at_cell * NUMBER)),
            ]);
        }
    }
}

/// Eight bytes or four wider cells as numbers.
fn group(emit: &mut Emitter<'_>, width: Width, from: (&I, u32), to: (u32, u32)) {
    let cells = emit.vector();
    let place = || Instruction::LocalGet(to.0);
    emit.all([place(), from.0.clone()]);
    match width {
        Width::U8 => {
            emit.all([
                Instruction::V128Load8x8U(at(from.1)),
                Instruction::LocalTee(cells),
                Instruction::I32x4ExtendLowI16x8U,
                Instruction::F32x4ConvertI32x4S,
                Instruction::V128Store(at(to.1)),
                place(),
                Instruction::LocalGet(cells),
                Instruction::I32x4ExtendHighI16x8U,
                Instruction::F32x4ConvertI32x4S,
                Instruction::V128Store(at(to.1 + 4 * NUMBER)),
            ]);
        }
        Width::I16 => emit.all([
            Instruction::V128Load16x4S(at(from.1)),
            Instruction::F32x4ConvertI32x4S,
            Instruction::V128Store(at(to.1)),
        ]),
        Width::I32 => emit.all([
            Instruction::V128Load(at(from.1)),
            Instruction::F32x4ConvertI32x4S,
            Instruction::V128Store(at(to.1)),
        ]),
    }
}

/// Adds to a local.
fn step(emit: &mut Emitter<'_>, local: u32, by: u32) {
    emit.all([
        Instruction::LocalGet(local),
        Instruction::I32Const(by as i32),
        Instruction::I32Add,
        Instruction::LocalSet(local),
    ]);
}

/// The sum of some cells as one number.
fn sum(emit: &mut Emitter<'_>, run: Run, place: u32) {
    let (offset, len) = (run.offset as u32, run.len as u32);
    emit.push(Instruction::LocalGet(ADDRESS));
    if run.width == Width::U8 {
        for first in (0..len).step_by(MOST as usize) {
            emit.wide_sum(offset + first, Operand::Imm(0), MOST.min(len - first));
            if first > 0 {
                emit.push(Instruction::I32Add);
            }
        }
        emit.push(Instruction::F32ConvertI32S);
    } else {
        sum_of_wider(emit, run);
        emit.push(Instruction::F32ConvertI64S);
    }
    emit.push(Instruction::F32Store(at(place * NUMBER)));
}

/// The sum of some cells of more than one byte onto the stack.
fn sum_of_wider(emit: &mut Emitter<'_>, run: Run) {
    let (width, offset) = (run.width.bytes() as u32, run.offset as u32);
    let (total, cell, end) = (emit.spare_long(0), emit.spare(0), emit.spare(1));
    let state = emit.state();
    emit.all([
        Instruction::I64Const(0),
        Instruction::LocalSet(total),
        state,
        Instruction::LocalTee(cell),
        Instruction::I32Const((run.len as u32 * width) as i32),
        Instruction::I32Add,
        Instruction::LocalSet(end),
        Instruction::Loop(BlockType::Empty),
        Instruction::LocalGet(total),
        Instruction::LocalGet(cell),
        load(run.width, offset),
        Instruction::I64ExtendI32S,
        Instruction::I64Add,
        Instruction::LocalSet(total),
    ]);
    step(emit, cell, width);
    emit.all([
        Instruction::LocalGet(cell),
        Instruction::LocalGet(end),
        Instruction::I32LtU,
        Instruction::BrIf(0),
        Instruction::End,
        Instruction::LocalGet(total),
    ]);
}

fn load(width: Width, address: u32) -> I {
    match width {
        Width::U8 => Instruction::I32Load8U(at(address)),
        Width::I16 => Instruction::I32Load16S(at(address)),
        Width::I32 => Instruction::I32Load(at(address)),
    }
}

/// Sets numbers to 0.
fn clear(emit: &mut Emitter<'_>, place: u32, len: u32) {
    let (groups, place) = (len / 4, place * NUMBER);
    if groups > WRITTEN_OUT {
        return emit.all([
            Instruction::LocalGet(ADDRESS),
            Instruction::I32Const(place as i32),
            Instruction::I32Add,
            Instruction::I32Const(0),
            Instruction::I32Const((len * NUMBER) as i32),
            Instruction::MemoryFill(0),
        ]);
    }
    for group in 0..groups {
        emit.all([
            Instruction::LocalGet(ADDRESS),
            Instruction::V128Const(0),
            Instruction::V128Store(at(place + group * 4 * NUMBER)),
        ]);
    }
    for number in groups * 4..len {
        emit.all([
            Instruction::LocalGet(ADDRESS),
            Instruction::I32Const(0),
            Instruction::I32Store(at(place + number * NUMBER)),
        ]);
    }
}

/// Sets to 1 the number that a local says, among those from a place on.
fn mark(emit: &mut Emitter<'_>, local: u32, place: u32) {
    emit.all([
        Instruction::LocalGet(local),
        Instruction::I32Const(2),
        Instruction::I32Shl,
        Instruction::LocalGet(ADDRESS),
        Instruction::I32Add,
        Instruction::F32Const(Ieee32::from(1.0)),
        Instruction::F32Store(at(place * NUMBER)),
    ]);
}
