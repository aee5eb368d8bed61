//! The function that takes the actions of many games in one call.
//!
//! A call from outside costs a fifth of a step or more. So the positions of many games stay in memory, and a
//! queue says which action each of them takes.

use rulewright_ir::ids::DecisionId;
use wasm_encoder::{BlockType, Instruction};

use crate::drive::{by_position, refuel};
use crate::emit::{at, Emitter, BASE, LIST, MODE};
use crate::memory::{CURSOR, ENTRY, STATE};
use crate::plan::Fixed;
use crate::points::{take, Taken};
use crate::view::actor;

/// Largest position that is copied by instructions written out one after another.
const WRITTEN_OUT: u32 = 2048;

/// Takes the entries from local 0 to local 1, each an action and the address of the position that takes it. What is
/// legal then goes into the list behind that position. Observations go to local 2 and after if that is not 0: of the
/// player to move, or of each player if local 3 says so. A failed check traps; then the cursor stands at its entry,
/// its position is as before and its list means nothing.
pub(crate) fn steps(emit: &mut Emitter<'_>) {
    let (entry, end, views, each) = (0, 1, 2, 3);
    let (position, count, action) = (emit.base(), emit.spare(1), emit.spare(3));
    let shelf = emit.plan.map.shelf;
    emit.all([
        Instruction::I32Const(0),
        Instruction::GlobalSet(MODE),
        Instruction::Block(BlockType::Empty),
        Instruction::Loop(BlockType::Empty),
        Instruction::LocalGet(entry),
        Instruction::LocalGet(end),
        Instruction::I32Eq,
        Instruction::BrIf(1),
        Instruction::LocalGet(entry),
        Instruction::I32Load(at(0)),
        Instruction::LocalSet(action),
        Instruction::LocalGet(entry),
        Instruction::I32Load(at(4)),
        Instruction::LocalTee(position),
        Instruction::GlobalSet(BASE),
        Instruction::LocalGet(position),
        Instruction::I32Const(shelf.list as i32),
        Instruction::I32Add,
        Instruction::GlobalSet(LIST),
        Instruction::I32Const(0),
        Instruction::LocalGet(entry),
        Instruction::I32Store(at(CURSOR)),
    ]);
    save(emit, position);
    refuel(emit);
    emit.push(Instruction::Block(BlockType::Empty));
    // As in random play the code of all answers is part of it.
    let outside = emit.depth();
    by_position(emit, emit.plan.program.decisions.len() as u32, |emit, d| {
        let taken = Taken::InTurn { count, outside };
        take(emit, DecisionId(d), action, &taken);
    });
    emit.all([
        Instruction::End,
        Instruction::LocalGet(position),
        Instruction::LocalGet(count),
        Instruction::I32Store(at(shelf.count)),
        Instruction::LocalGet(views),
    ]);
    emit.open_if();
    look(emit, views, each);
    emit.all([
        Instruction::End,
        Instruction::LocalGet(entry),
        Instruction::I32Const(ENTRY as i32),
        Instruction::I32Add,
        Instruction::LocalSet(entry),
        Instruction::Br(0),
        Instruction::End,
        Instruction::End,
    ]);
    at_rest(emit);
    emit.push(Instruction::LocalGet(entry));
}

/// Lets the code work on a single state again.
fn at_rest(emit: &mut Emitter<'_>) {
    let list = emit.plan.map.legal;
    emit.all([
        Instruction::I32Const(STATE as i32),
        Instruction::GlobalSet(BASE),
        Instruction::I32Const(list as i32),
        Instruction::GlobalSet(LIST),
    ]);
}

/// Writes what is seen of the state, and moves the address in a local behind it.
fn look(emit: &mut Emitter<'_>, views: u32, each: u32) {
    let (players, bytes) = (emit.plan.program.players, 4 * emit.plan.sight.len);
    let behind = [
        Instruction::LocalGet(views),
        Instruction::Call(Fixed::Observe as u32),
        Instruction::LocalGet(views),
        Instruction::I32Const(bytes as i32),
        Instruction::I32Add,
        Instruction::LocalSet(views),
    ];
    emit.push(Instruction::LocalGet(each));
    emit.open_if();
    for player in 0..players {
        emit.push(Instruction::I32Const(i32::from(player)));
        emit.all(behind.clone());
    }
    emit.push(Instruction::Else);
    // When the game is over, player 0 looks.
    actor(emit);
    let state = emit.state();
    emit.all([
        Instruction::I32Const(0),
        state,
        Instruction::I32Load8U(at(10)),
        Instruction::I32Eqz,
        Instruction::Select,
    ]);
    emit.all(behind);
    emit.push(Instruction::End);
}

/// Copies the position whose address is in a local to the place of a single state, with what is behind it up to
/// a multiple of 16 bytes.
fn save(emit: &mut Emitter<'_>, position: u32) {
    let size = (emit.plan.layout.size() as u32).next_multiple_of(16);
    if size > WRITTEN_OUT {
        emit.all([
            Instruction::I32Const(STATE as i32),
            Instruction::LocalGet(position),
            Instruction::I32Const(size as i32),
            Instruction::MemoryCopy {
                src_mem: 0,
                dst_mem: 0,
            },
        ]);
        return;
    }
    for offset in (0..size).step_by(16) {
        emit.all([
            Instruction::I32Const(0),
            Instruction::LocalGet(position),
            Instruction::V128Load(at(offset)),
            Instruction::V128Store(at(STATE + offset)),
        ]);
    }
}
