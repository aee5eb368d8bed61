//! The loop.
//!
//! Register numbers are `u16` and the file has 65,536 registers, so register accesses need no check.
//! Everything that depends on data (indices, ranges, divisors, fuel) is checked; a failed check is a
//! [`Trap`]. Each segment entered, each `call`, each turn of a loop and each 64 cells of a wide
//! instruction take one unit of fuel.

use super::cells::{chunk, SHORT};
use super::code::{Ins, Pc};
use super::division::{floor_div, floor_mod};
use super::enter::{Context, Stop};
use super::machine::{Machine, Registers};
use super::trap::{load_trap, range_trap, Trap, TrapKind};
use crate::layout::{read_i16, read_i32, read_u8};

/// Cells of a wide instruction that cost as much as a turn of a loop.
const CELLS_PER_FUEL: u32 = 64;

impl Context<'_> {
    #[expect(
        clippy::needless_continue,
        reason = "a jump goes on at once, wherever it stands in its arm"
    )]
    #[expect(
        clippy::too_many_lines,
        reason = "one arm an instruction; a call each would cost more than it clears up"
    )]
    /// Runs from an address to the next stop.
    pub(super) fn run<const WATCHED: bool>(
        self,
        start: Pc,
        block: &mut [u8],
        machine: &mut Machine,
    ) -> Result<Stop, Trap> {
        let code = self.code;
        let layout = self.layout;
        let regs: &mut Registers = &mut machine.registers;
        let mut fuel = machine.fuel;
        let all: &[Ins] = &code.ins;
        // What is left to run from the next instruction on: a step is one comparison this way.
        let mut rest = all.get(start as usize..).unwrap_or(&[]);

        // The address of the instruction being run.
        macro_rules! here {
            () => {
                (all.len() - rest.len()).wrapping_sub(1) as Pc
            };
        }
        macro_rules! jump {
            ($to:expr) => {{
                rest = all.get($to as usize..).unwrap_or(&[]);
                continue;
            }};
        }
        macro_rules! trap {
            ($kind:expr) => {{
                machine.fuel = fuel;
                return Err(Trap {
                    kind: $kind,
                    pc: here!(),
                });
            }};
        }
        macro_rules! burn {
            () => {
                if fuel == 0 {
                    trap!(TrapKind::Fuel);
                }
                fuel -= 1;
            };
        }
        // Wide instructions pay for the cells they touch, so that fuel bounds the time they take too.
        macro_rules! burn_cells {
            ($len:expr) => {
                let cost = $len / CELLS_PER_FUEL;
                if fuel < cost {
                    trap!(TrapKind::Fuel);
                }
                fuel -= cost;
            };
        }
        macro_rules! r {
            ($reg:expr) => {
                regs[usize::from($reg)]
            };
        }
        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(kind) => trap!(kind),
                }
            };
        }
        macro_rules! compare_jump {
            ($dst:expr, $truth:expr, $to:expr) => {{
                let truth = $truth;
                r!($dst) = i32::from(truth);
                if !truth {
                    jump!($to);
                }
            }};
        }
        macro_rules! load {
            ($dst:expr, $index:expr, $base:expr, $len:expr, $width:literal, $read:ident) => {{
                let index = r!($index);
                let cell = if (index as u32) < $len {
                    $read(block, $base as usize + $width * (index as u32) as usize)
                } else {
                    None
                };
                match cell {
                    Some(value) => r!($dst) = value,
                    None => trap!(load_trap(layout, $base, $len, index)),
                }
            }};
        }
        macro_rules! peek {
            ($dst:expr, $at:expr, $read:ident) => {
                match $read(block, $at as usize) {
                    Some(value) => r!($dst) = value,
                    None => trap!(TrapKind::Damaged("the state is too short")),
                }
            };
        }

        // A byte whose place was proved to be in the state.
        macro_rules! at {
            ($base:expr, $index:expr) => {
                match block.get(($base as usize).wrapping_add($index as usize)) {
                    Some(cell) => i32::from(*cell),
                    None => trap!(SHORT),
                }
            };
        }

        while let Some((ins, after)) = rest.split_first() {
            rest = after;
            if WATCHED {
                machine.watch.ran(here!());
            }
            match *ins {
                Ins::Copy { dst, a } => r!(dst) = r!(a),
                Ins::Add { dst, a, b } => r!(dst) = r!(a).wrapping_add(r!(b)),
                Ins::Sub { dst, a, b } => r!(dst) = r!(a).wrapping_sub(r!(b)),
                Ins::Mul { dst, a, b } => r!(dst) = r!(a).wrapping_mul(r!(b)),
                Ins::Div { dst, a, b } => {
                    let value = floor_div(r!(a), r!(b)).ok_or(TrapKind::DivideByZero);
                    r!(dst) = check!(value);
                }
                Ins::Mod { dst, a, b } => {
                    let value = floor_mod(r!(a), r!(b)).ok_or(TrapKind::DivideByZero);
                    r!(dst) = check!(value);
                }
                Ins::Min { dst, a, b } => r!(dst) = r!(a).min(r!(b)),
                Ins::Max { dst, a, b } => r!(dst) = r!(a).max(r!(b)),
                Ins::MulAdd {
                    product,
                    dst,
                    a,
                    b,
                    c,
                } => {
                    let value = r!(a).wrapping_mul(r!(b));
                    r!(product) = value;
                    r!(dst) = value.wrapping_add(r!(c));
                }
                Ins::Eq { dst, a, b } => r!(dst) = i32::from(r!(a) == r!(b)),
                Ins::Ne { dst, a, b } => r!(dst) = i32::from(r!(a) != r!(b)),
                Ins::Lt { dst, a, b } => r!(dst) = i32::from(r!(a) < r!(b)),
                Ins::Le { dst, a, b } => r!(dst) = i32::from(r!(a) <= r!(b)),
                Ins::Gt { dst, a, b } => r!(dst) = i32::from(r!(a) > r!(b)),
                Ins::Ge { dst, a, b } => r!(dst) = i32::from(r!(a) >= r!(b)),
                Ins::EqJump { dst, a, b, to } => compare_jump!(dst, r!(a) == r!(b), to),
                Ins::NeJump { dst, a, b, to } => compare_jump!(dst, r!(a) != r!(b), to),
                Ins::LtJump { dst, a, b, to } => compare_jump!(dst, r!(a) < r!(b), to),
                Ins::LeJump { dst, a, b, to } => compare_jump!(dst, r!(a) <= r!(b), to),
                Ins::GtJump { dst, a, b, to } => compare_jump!(dst, r!(a) > r!(b), to),
                Ins::GeJump { dst, a, b, to } => compare_jump!(dst, r!(a) >= r!(b), to),
                Ins::And { dst, a, b } => r!(dst) = i32::from(r!(a) != 0 && r!(b) != 0),
                Ins::Or { dst, a, b } => r!(dst) = i32::from((r!(a) | r!(b)) != 0),
                Ins::Not { dst, a } => r!(dst) = i32::from(r!(a) == 0),
                Ins::Select { dst, cond, a, b } => {
                    let (yes, no) = (r!(a), r!(b));
                    r!(dst) = if r!(cond) != 0 { yes } else { no };
                }
                Ins::JumpUnless { cond, to } => {
                    if r!(cond) == 0 {
                        jump!(to);
                    }
                }
                Ins::JumpIf { cond, to } => {
                    if r!(cond) != 0 {
                        jump!(to);
                    }
                }
                Ins::At {
                    index,
                    dst,
                    a,
                    b,
                    base,
                } => {
                    let at = r!(a).wrapping_add(r!(b));
                    r!(index) = at;
                    r!(dst) = at!(base, at);
                }
                Ins::AtGtJump {
                    dst,
                    a,
                    b,
                    than,
                    base,
                    to,
                } => {
                    let cell = at!(base, r!(a).wrapping_add(r!(b)));
                    r!(dst) = cell;
                    if cell <= r!(than) {
                        jump!(to);
                    }
                }
                Ins::AtEqJump {
                    dst,
                    a,
                    b,
                    than,
                    base,
                    to,
                } => {
                    let cell = at!(base, r!(a).wrapping_add(r!(b)));
                    r!(dst) = cell;
                    if cell != r!(than) {
                        jump!(to);
                    }
                }
                Ins::PutU8 {
                    value,
                    at,
                    low,
                    high,
                    slot,
                } => {
                    let value = r!(value);
                    if value < i32::from(low) || value > i32::from(high) {
                        trap!(range_trap(slot, value));
                    }
                    *check!(block.get_mut(at as usize).ok_or(SHORT)) = value as u8;
                }
                Ins::PutI16 {
                    value,
                    at,
                    low,
                    high,
                    slot,
                } => {
                    let value = r!(value);
                    if value < i32::from(low) || value > i32::from(high) {
                        trap!(range_trap(slot, value));
                    }
                    *check!(chunk(block, at as usize)) = (value as i16).to_le_bytes();
                }
                Ins::Jump { to } => {
                    jump!(to);
                }
                Ins::LoadU8 {
                    dst,
                    index,
                    base,
                    len,
                } => load!(dst, index, base, len, 1, read_u8),
                Ins::LoadI16 {
                    dst,
                    index,
                    base,
                    len,
                } => load!(dst, index, base, len, 2, read_i16),
                Ins::LoadI32 {
                    dst,
                    index,
                    base,
                    len,
                } => load!(dst, index, base, len, 4, read_i32),
                Ins::PeekU8 { dst, at } => peek!(dst, at, read_u8),
                Ins::PeekI16 { dst, at } => peek!(dst, at, read_i16),
                Ins::PeekI32 { dst, at } => peek!(dst, at, read_i32),
                Ins::Sum {
                    dst,
                    slot,
                    index,
                    len,
                } => {
                    burn_cells!(len);
                    r!(dst) = check!(self.sum(block, slot, r!(index), len));
                }
                Ins::Dot {
                    dst,
                    slot,
                    index,
                    table,
                    start,
                    len,
                } => {
                    burn_cells!(len);
                    r!(dst) = check!(self.dot(block, slot, r!(index), table, r!(start), len));
                }
                Ins::Table {
                    dst,
                    index,
                    base,
                    len,
                } => {
                    let index = r!(index);
                    let at = u64::from(base) + u64::from(index as u32);
                    match code.entries.get(at as usize) {
                        Some(value) if (index as u32) < len => r!(dst) = *value,
                        _ => trap!(TrapKind::TableIndex {
                            index: i64::from(index),
                            len
                        }),
                    }
                }
                Ins::Call { dst, to } => {
                    burn!();
                    machine.calls.push((here!() + 1, dst));
                    jump!(to);
                }
                Ins::Return { value } => {
                    let value = r!(value);
                    let Some((back, dst)) = machine.calls.pop() else {
                        machine.fuel = fuel;
                        return Ok(Stop::Returned(value));
                    };
                    r!(dst) = value;
                    jump!(back);
                }
                Ins::Store { slot, index, value } => {
                    check!(self.store(block, slot, r!(index), r!(value)));
                }
                Ins::Move {
                    from,
                    i,
                    to,
                    j,
                    amount,
                } => {
                    check!(self.transfer(block, (from, r!(i)), (to, r!(j)), r!(amount)));
                    if WATCHED {
                        machine.watch.moved((from, r!(i)), (to, r!(j)), r!(amount));
                    }
                }
                Ins::MoveEntry {
                    from,
                    i,
                    to,
                    j,
                    amount,
                } => {
                    check!(self.same_entry((from, r!(i)), (to, r!(j))));
                    check!(self.transfer(block, (from, r!(i)), (to, r!(j)), r!(amount)));
                    if WATCHED {
                        machine.watch.moved((from, r!(i)), (to, r!(j)), r!(amount));
                    }
                }
                Ins::MoveAll {
                    from,
                    i,
                    to,
                    j,
                    len,
                } => {
                    burn_cells!(len);
                    if WATCHED {
                        let (from, to) = ((from, r!(i)), (to, r!(j)));
                        self.note_all(block, from, to, len, 1, &mut machine.watch);
                    }
                    check!(self.transfer_all(block, (from, r!(i)), (to, r!(j)), len, 1));
                }
                Ins::Gather {
                    from,
                    i,
                    to,
                    j,
                    len,
                } => {
                    burn_cells!(len);
                    if WATCHED {
                        let (from, to) = ((from, r!(i)), (to, r!(j)));
                        self.note_all(block, from, to, len, 0, &mut machine.watch);
                    }
                    check!(self.transfer_all(block, (from, r!(i)), (to, r!(j)), len, 0));
                }
                Ins::ReturnTo { slot, segment } => {
                    check!(self.store(block, slot, 0, i32::from(segment)));
                }
                Ins::ForEnter {
                    reg,
                    start,
                    end,
                    to,
                } => {
                    let first = r!(start);
                    if first >= r!(end) {
                        jump!(to);
                    }
                    burn!();
                    r!(reg) = first;
                }
                Ins::ForNext { reg, end, to } => {
                    let next = r!(reg).wrapping_add(1);
                    if next < r!(end) {
                        burn!();
                        r!(reg) = next;
                        jump!(to);
                    }
                }
                Ins::EachEnter {
                    reg,
                    start,
                    end,
                    slot,
                    index,
                    to,
                } => {
                    let (first, end) = (r!(start), r!(end));
                    if first >= end {
                        jump!(to);
                    }
                    check!(self.check_turns(slot, r!(index), first, end));
                    burn_cells!(end.wrapping_sub(first) as u32);
                    match check!(self.next_turn(block, slot, r!(index), first, end)) {
                        Some(turn) => {
                            burn!();
                            r!(reg) = turn;
                        }
                        None => {
                            jump!(to);
                        }
                    }
                }
                Ins::EachNext {
                    reg,
                    end,
                    slot,
                    index,
                    to,
                } => {
                    let next = r!(reg).wrapping_add(1);
                    if let Some(turn) =
                        check!(self.next_turn(block, slot, r!(index), next, r!(end)))
                    {
                        burn!();
                        r!(reg) = turn;
                        jump!(to);
                    }
                }
                Ins::Offer { action } => {
                    let action = r!(action);
                    let number = action as u32;
                    if self.decision_of.get(number as usize) != Some(&machine.deciding) {
                        trap!(TrapKind::OfferForeign { action });
                    }
                    if let Some(previous) =
                        machine.legal.last().copied().filter(|last| *last >= number)
                    {
                        trap!(TrapKind::OfferOrder { action, previous });
                    }
                    machine.legal.push(number);
                }
                Ins::Fault { text } => trap!(TrapKind::Stated { text }),
                Ins::Goto { to } => {
                    burn!();
                    jump!(to);
                }
                Ins::Decide { decision } => {
                    machine.fuel = fuel;
                    return Ok(Stop::Decide(decision));
                }
                Ins::Chance { chance } => {
                    machine.fuel = fuel;
                    return Ok(Stop::Chance(chance));
                }
                Ins::Resume { slot } => {
                    let value = check!(self.sum(block, slot, 0, 1));
                    match code.segments.get(value as u32 as usize) {
                        Some(segment) if !segment.takes_arguments => {
                            burn!();
                            jump!(segment.pc);
                        }
                        _ => trap!(TrapKind::NotResumable { slot, value }),
                    }
                }
                Ins::Pick { index, start, len } => {
                    let index = r!(index);
                    let at = u64::from(start) + u64::from(index as u32);
                    match code.targets.get(at as usize) {
                        Some(to) if (index as u32) < len => {
                            burn!();
                            jump!(*to);
                        }
                        _ => trap!(TrapKind::JumpIndex { index, len }),
                    }
                }
                Ins::Over => {
                    machine.fuel = fuel;
                    return Ok(Stop::Over);
                }
                Ins::Halt => trap!(TrapKind::Damaged(
                    "a segment has an end without a terminator"
                )),
            }
        }
        trap!(TrapKind::Damaged("the code has an end"))
    }
}
