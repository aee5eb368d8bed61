//! Rules for slots: ranges, dimensions, what they hold and who sees them.

use super::error::{in_range, Fault, VerifyError};
use crate::limits;
use crate::program::{Class, Dim, Holds, Program, Sight, Slot, Value};

pub(super) fn check_slots(program: &Program) -> Result<(), VerifyError> {
    let mut cells = 0u64;
    for (number, slot) in program.slots.iter().enumerate() {
        check_slot(program, slot, &mut cells)
            .map_err(|fault| VerifyError::new(format!("s{number} {:?}", slot.name), fault))?;
    }
    Ok(())
}

fn check_slot(program: &Program, slot: &Slot, cells: &mut u64) -> Result<(), Fault> {
    let (count, most) = (slot.dims.len(), limits::DIMENSIONS);
    if count > most {
        return Err(Fault::TooMany {
            what: "dimensions",
            count,
            most,
        });
    }
    for dim in &slot.dims {
        if let Dim::Kind(kind) = dim {
            in_range(&program.kinds, kind.index(), kind)?;
        }
    }
    // An unlimited slot has no cells, but its indices must be numbers all the same.
    let own = program.slot_cells(slot);
    *cells = if slot.unlimited {
        *cells
    } else {
        cells.saturating_add(own)
    };
    if *cells > limits::CELLS || own > limits::CELLS {
        let (count, most) = ((*cells).max(own) as usize, limits::CELLS as usize);
        return Err(Fault::TooMany {
            what: "cells",
            count,
            most,
        });
    }
    let given = slot.init.len();
    if given > 1 && given as u64 != own {
        return Err(Fault::InitCount { given, own });
    }
    check_range(slot)?;
    match slot.class {
        Class::Place(holds) => check_holds(program, slot, holds)?,
        Class::Var(Value::Segment) => return Err(Fault::SegmentVar),
        Class::Var(value) | Class::Control(value) => check_value(program, slot, value)?,
    }
    if slot.unlimited && !matches!(slot.class, Class::Place(_)) {
        return Err(Fault::UnlimitedValue);
    }
    match slot.sight {
        Sight::Owner if slot.dims.first() != Some(&Dim::Player) => Err(Fault::OwnerDimension),
        Sight::All if slot.count_seen => Err(Fault::CountOfSeen),
        _ => Ok(()),
    }
}

fn check_range(slot: &Slot) -> Result<(), Fault> {
    let (low, high) = (slot.low, slot.high);
    if low > high {
        return Err(Fault::EmptyRange { low, high });
    }
    let (least, most) = slot.width.bounds();
    if low < least || high > most {
        return Err(Fault::RangeBeyondWidth { low, high });
    }
    let zeros = slot.init.is_empty() && !slot.unlimited;
    for &init in slot.init.iter().chain(zeros.then_some(&0)) {
        if init < low || init > high {
            return Err(Fault::InitOutside { init });
        }
    }
    Ok(())
}

fn check_holds(program: &Program, slot: &Slot, holds: Holds) -> Result<(), Fault> {
    match holds {
        Holds::Token(token) => {
            in_range(&program.tokens, token.index(), token)?;
        }
        Holds::Kind(kind) => {
            in_range(&program.kinds, kind.index(), kind)?;
            if slot.dims.last() != Some(&Dim::Kind(kind)) {
                return Err(Fault::LastDimension);
            }
        }
        Holds::Entry(kind, entry) => {
            let found = in_range(&program.kinds, kind.index(), kind)?;
            in_range(
                &found.entries,
                entry as usize,
                format_args!("{kind}.{entry}"),
            )?;
        }
    }
    Ok(())
}

fn check_value(program: &Program, slot: &Slot, value: Value) -> Result<(), Fault> {
    let (least, most, what) = match value {
        // What a segment slot may hold is checked when it is resumed.
        Value::Int | Value::Segment => return Ok(()),
        Value::Bool => (0, 1, "bool"),
        Value::Player => (-1, i32::from(program.players) - 1, "player"),
        Value::Kind(kind) => {
            let found = in_range(&program.kinds, kind.index(), kind)?;
            (-1, found.entries.len() as i32 - 1, "kind")
        }
    };
    let (low, high) = (slot.low, slot.high);
    if low < least || high > most {
        return Err(Fault::RangeBeyondValue {
            low,
            high,
            least,
            most,
            what,
        });
    }
    Ok(())
}
