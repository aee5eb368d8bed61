//! Whether literals may stand where they do. A register may hold an index that is wrong, and running into
//! it is a fault; a literal that is wrong would be refused by the verifier.

use crate::ids::SlotId;
use crate::program::{Class, Holds, Op, Operand, Program};

/// Whether the verifier takes the literals of an instruction; `offers` are the numbers that may be offered.
pub(super) fn are_sound(program: &Program, offers: &[Vec<(u32, u32)>], op: &Op) -> bool {
    let cells = |slot: SlotId, index: Operand, len: u32| {
        let slot = program.slots.get(slot.index());
        fits(index, len, slot.map_or(0, |slot| program.slot_cells(slot)))
    };
    let entries = |table: crate::ids::TableId| {
        let entries = program.tables.get(table.index());
        entries.map_or(0, Vec::len) as u64
    };
    match *op {
        Op::Load { cell, .. } | Op::Store { cell, .. } => cells(cell.0, cell.1, 1),
        Op::Sum { cell, len, .. } => cells(cell.0, cell.1, len),
        Op::Dot {
            cell,
            table,
            start,
            len,
            ..
        } => cells(cell.0, cell.1, len) && fits(start, len, entries(table)),
        Op::Table { table, index, .. } => fits(index, 1, entries(table)),
        Op::Move { from, to, .. } => {
            cells(from.0, from.1, 1) && cells(to.0, to.1, 1) && agree(program, from, to)
        }
        Op::MoveAll { from, to, len } => {
            cells(from.0, from.1, len) && cells(to.0, to.1, len) && agree(program, from, to)
        }
        Op::Gather { from, len, to } => cells(from.0, from.1, len) && cells(to.0, to.1, 1),
        Op::Offer {
            action: Operand::Imm(action),
        } => offers.iter().all(|ranges| {
            let within = |range: &(u32, u32)| (range.0..range.1).contains(&(action as u32));
            ranges.iter().any(within)
        }),
        _ => true,
    }
}

fn fits(index: Operand, len: u32, size: u64) -> bool {
    match index {
        Operand::Imm(index) => {
            u64::try_from(index).is_ok_and(|index| index + u64::from(len) <= size)
        }
        Operand::Reg(_) => true,
    }
}

/// Whether two cells hold the same entry, as far as literals say it.
fn agree(program: &Program, from: (SlotId, Operand), to: (SlotId, Operand)) -> bool {
    let entry = |(slot, index): (SlotId, Operand)| {
        let class = program.slots.get(slot.index())?.class;
        match (class, index) {
            (Class::Place(Holds::Kind(kind)), Operand::Imm(index)) => {
                (index as u32).checked_rem(program.kind_size(kind))
            }
            (Class::Place(Holds::Entry(_, entry)), _) => Some(entry),
            _ => None,
        }
    };
    match (entry(from), entry(to)) {
        (Some(from), Some(to)) => from == to,
        _ => true,
    }
}
