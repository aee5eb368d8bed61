//! The loop.
//!
//! Register numbers are `u16` and the file has 65,536 registers, so register accesses need no check.
//! Everything that depends on data (indices, ranges, divisors, fuel) is checked; a failed check is a
//! [`Trap`]. Each segment entered, each `call`, each turn of a loop and each 64 cells of a wide
//! instruction take one unit of fuel.
//!
//! What takes long or is seldom stands in [`super::seldom`], so that the loop stays small enough for the
//! compiler to keep its variables in registers of the processor.

use super::cells::{few, put, put_two, SHORT};
use super::division::floor_mod;
use super::enter::{Context, Stop};
use super::ins::{Ins, Pc};
use super::machine::{Machine, Registers};
use super::trap::{load_trap, range_trap, Trap, TrapKind};
use crate::layout::{read_i16, read_u8};

impl Context<'_> {
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
        let regs: &mut Registers = &mut machine.registers;
        let mut fuel = machine.fuel;
        let all: &[Ins] = &code.ins;
        // What is left to run, from this instruction on: a step is one comparison this way.
        let mut rest = all.get(start as usize..).unwrap_or(&[]);
        // The decision whose legal function is being run.
        let mut asked = None;

        // The address of the instruction being run.
        macro_rules! here {
            () => {
                (all.len() - rest.len()) as Pc
            };
        }
        macro_rules! jump {
            ($to:expr) => {{
                rest = all.get($to as usize..).unwrap_or(&[]);
                continue;
            }};
        }
        macro_rules! skip {
            ($count:expr) => {{
                let Some(there) = rest.get($count as usize..) else {
                    break;
                };
                rest = there;
                continue;
            }};
        }
        macro_rules! stop {
            ($stop:expr) => {{
                machine.fuel = fuel;
                return Ok($stop);
            }};
        }
        macro_rules! trap {
            ($kind:expr) => {{
                return Err(Trap {
                    kind: $kind,
                    pc: here!(),
                });
            }};
        }
        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(kind) => trap!(kind),
                }
            };
        }
        macro_rules! burn {
            () => {
                if fuel == 0 {
                    trap!(TrapKind::Fuel);
                }
                fuel -= 1;
            };
        }
        macro_rules! r {
            ($reg:expr) => {
                regs[usize::from($reg)]
            };
        }
        // Operations on registers.
        macro_rules! two {
            ($two:expr, $operation:ident) => {
                r!($two.dst) = r!($two.a).$operation(r!($two.b))
            };
        }
        macro_rules! chain {
            ($chain:expr, $first:ident, $then:ident) => {{
                let mid = r!($chain.a).$first(r!($chain.b));
                r!($chain.mid) = mid;
                r!($chain.dst) = mid.$then(r!($chain.c));
            }};
        }
        macro_rules! compare {
            ($two:expr, $test:tt) => {
                r!($two.dst) = i32::from(r!($two.a) $test r!($two.b))
            };
        }
        macro_rules! compare_jump {
            ($kept:expr, $test:tt) => {{
                let truth = r!($kept.two.a) $test r!($kept.two.b);
                r!($kept.two.dst) = i32::from(truth);
                if !truth {
                    skip!($kept.skip);
                }
            }};
        }
        macro_rules! test {
            ($test:expr, $is:tt) => {
                if !(r!($test.a) $is r!($test.b)) {
                    skip!($test.skip);
                }
            };
        }
        macro_rules! sub_test {
            ($it:expr, $is:tt) => {{
                let value = r!($it.two.a).wrapping_sub(r!($it.two.b));
                r!($it.two.dst) = value;
                if !(value $is r!($it.than)) {
                    skip!($it.skip);
                }
            }};
        }
        // A byte whose place was proved to be in the state.
        macro_rules! cell {
            ($base:expr, $index:expr) => {
                match block.get(($base as usize).wrapping_add($index as usize)) {
                    Some(cell) => i32::from(*cell),
                    None => trap!(SHORT),
                }
            };
        }
        macro_rules! cell_test {
            ($it:expr, $is:tt) => {{
                let cell = cell!($it.base, r!($it.a).wrapping_add(r!($it.b)));
                r!($it.dst) = cell;
                if !(cell $is r!($it.than)) {
                    skip!($it.skip);
                }
            }};
        }
        macro_rules! load {
            ($load:expr, $width:literal, $read:ident) => {{
                let index = r!($load.index);
                let cell = if (index as u32) < $load.len {
                    $read(
                        block,
                        $load.base as usize + $width * (index as u32) as usize,
                    )
                } else {
                    None
                };
                match cell {
                    Some(value) => r!($load.dst) = value,
                    None => trap!(load_trap(self.layout, $load, index)),
                }
            }};
        }
        macro_rules! peek {
            ($at:expr, $read:ident) => {
                match $read(block, $at as usize) {
                    Some(value) => value,
                    None => trap!(SHORT),
                }
            };
        }
        macro_rules! peek_test {
            ($dst:expr, $at:expr, $skip:expr, $is:tt) => {{
                let cell = peek!($at, read_u8);
                r!($dst) = cell;
                if !(cell $is 0) {
                    skip!($skip);
                }
            }};
        }
        macro_rules! put {
            ($put:expr, $set:ident) => {{
                let value = r!($put.value);
                if value < i32::from($put.low) || value > i32::from($put.high) {
                    trap!(range_trap($put.slot, 0, value));
                }
                check!($set(block, $put.at as usize, value));
            }};
        }
        macro_rules! offer {
            ($action:expr) => {{
                let action = $action;
                let number = action as u32;
                if self.decision_of.get(number as usize) != Some(&machine.deciding) {
                    trap!(TrapKind::OfferForeign { action });
                }
                if let Some(&previous) = machine.legal.last() {
                    if previous >= number {
                        trap!(TrapKind::OfferOrder { action, previous });
                    }
                }
                machine.legal.push(number);
            }};
        }

        while let Some((ins, after)) = rest.split_first() {
            if WATCHED {
                machine.watch.ran(here!());
            }
            match *ins {
                Ins::Copy { dst, a } => r!(dst) = r!(a),
                Ins::Not { dst, a } => r!(dst) = i32::from(r!(a) == 0),
                Ins::Add(two) => two!(two, wrapping_add),
                Ins::Sub(two) => two!(two, wrapping_sub),
                Ins::Mul(two) => two!(two, wrapping_mul),
                Ins::Min(two) => two!(two, min),
                Ins::Max(two) => two!(two, max),
                Ins::Mod(two) => {
                    let value = floor_mod(r!(two.a), r!(two.b));
                    r!(two.dst) = check!(value.ok_or(TrapKind::DivideByZero));
                }
                Ins::Eq(two) => compare!(two, ==),
                Ins::Ne(two) => compare!(two, !=),
                Ins::Lt(two) => compare!(two, <),
                Ins::Le(two) => compare!(two, <=),
                Ins::Gt(two) => compare!(two, >),
                Ins::Ge(two) => compare!(two, >=),
                Ins::And(two) => r!(two.dst) = i32::from(r!(two.a) != 0 && r!(two.b) != 0),
                Ins::Or(two) => r!(two.dst) = i32::from((r!(two.a) | r!(two.b)) != 0),
                Ins::Select { cond, two } => {
                    let (yes, no) = (r!(two.a), r!(two.b));
                    r!(two.dst) = if r!(cond) != 0 { yes } else { no };
                }

                Ins::MulAdd(it) => chain!(it, wrapping_mul, wrapping_add),
                Ins::AddAdd(it) => chain!(it, wrapping_add, wrapping_add),
                Ins::MinAdd(it) => chain!(it, min, wrapping_add),
                Ins::SubMin(it) => chain!(it, wrapping_sub, min),
                Ins::MinMax(it) => chain!(it, min, max),
                Ins::AddMod(it) => {
                    let mid = r!(it.a).wrapping_add(r!(it.b));
                    r!(it.mid) = mid;
                    let value = floor_mod(mid, r!(it.c));
                    r!(it.dst) = check!(value.ok_or(TrapKind::DivideByZero));
                }

                Ins::Jump { skip } => skip!(skip),
                Ins::JumpUnless { cond, skip } => {
                    if r!(cond) == 0 {
                        skip!(skip);
                    }
                }
                Ins::JumpIf { cond, skip } => {
                    if r!(cond) != 0 {
                        skip!(skip);
                    }
                }
                Ins::EqJump(kept) => compare_jump!(kept, ==),
                Ins::NeJump(kept) => compare_jump!(kept, !=),
                Ins::LtJump(kept) => compare_jump!(kept, <),
                Ins::LeJump(kept) => compare_jump!(kept, <=),
                Ins::GtJump(kept) => compare_jump!(kept, >),
                Ins::GeJump(kept) => compare_jump!(kept, >=),
                Ins::IfEq(it) => test!(it, ==),
                Ins::IfNe(it) => test!(it, !=),
                Ins::IfLt(it) => test!(it, <),
                Ins::IfLe(it) => test!(it, <=),
                Ins::IfGt(it) => test!(it, >),
                Ins::IfGe(it) => test!(it, >=),
                Ins::NotJump { dst, a, skip } => {
                    let is_set = r!(a) != 0;
                    r!(dst) = i32::from(!is_set);
                    if is_set {
                        skip!(skip);
                    }
                }
                Ins::SubIfLe(it) => sub_test!(it, <=),
                Ins::SubIfGt(it) => sub_test!(it, >),

                Ins::At { index, at, base } => {
                    let sum = r!(at.a).wrapping_add(r!(at.b));
                    r!(index) = sum;
                    r!(at.dst) = cell!(base, sum);
                }
                Ins::Cell { dst, index, base } => r!(dst) = cell!(base, r!(index)),
                Ins::CellSub(it) => {
                    let cell = cell!(it.base, r!(it.index));
                    r!(it.dst) = cell;
                    r!(it.then) = r!(it.with).wrapping_sub(cell);
                }
                Ins::CellGt(it) => {
                    let cell = cell!(it.base, r!(it.index));
                    r!(it.dst) = cell;
                    r!(it.then) = i32::from(cell > r!(it.with));
                }
                Ins::CellIfEq(it) => cell_test!(it, ==),
                Ins::CellIfGt(it) => cell_test!(it, >),
                Ins::SumFew(it) => {
                    let at = (it.base as usize).wrapping_add(r!(it.index) as usize);
                    r!(it.dst) = check!(few(block, at, it.len));
                }

                Ins::PeekU8 { dst, at } => r!(dst) = peek!(at, read_u8),
                Ins::PeekI16 { dst, at } => r!(dst) = peek!(at, read_i16),
                Ins::PeekIfSet { dst, at, skip } => peek_test!(dst, at, skip, !=),
                Ins::PeekIfClear { dst, at, skip } => peek_test!(dst, at, skip, ==),
                Ins::PeekI16Sub { dst, at, then } => {
                    r!(dst) = peek!(at, read_i16);
                    two!(then, wrapping_sub);
                }
                Ins::Grid(it) => {
                    let (row, column) = (peek!(it.row_at, read_u8), peek!(it.column_at, read_u8));
                    r!(it.row) = row;
                    r!(it.column) = column;
                    let product = row.wrapping_mul(r!(it.width));
                    r!(it.product) = product;
                    r!(it.dst) = product.wrapping_add(column);
                }
                Ins::PutU8(it) => put!(it, put),
                Ins::PutI16(it) => put!(it, put_two),
                Ins::LoadU8(it) => load!(it, 1, read_u8),
                Ins::LoadI16(it) => load!(it, 2, read_i16),
                Ins::StoreU8(it) => {
                    let (index, value) = (r!(it.index) as u32, r!(it.value));
                    if index >= u32::from(it.len) {
                        let index = i64::from(r!(it.index));
                        trap!(TrapKind::Index {
                            slot: it.slot,
                            index
                        });
                    }
                    if value < i32::from(it.low) || value > i32::from(it.high) {
                        trap!(range_trap(it.slot, index, value));
                    }
                    check!(put(block, usize::from(it.base) + index as usize, value));
                }
                Ins::Move { route, amount } => {
                    let (from, to) = ((route.from, r!(route.i)), (route.to, r!(route.j)));
                    check!(self.transfer(block, from, to, r!(amount)));
                    if WATCHED {
                        machine.watch.moved(from, to, r!(amount));
                    }
                }
                Ins::MoveEntry { route, amount } => {
                    let (from, to) = ((route.from, r!(route.i)), (route.to, r!(route.j)));
                    check!(self.transfer_entry(block, from, to, r!(amount)));
                    if WATCHED {
                        machine.watch.moved(from, to, r!(amount));
                    }
                }
                Ins::Table(it) => {
                    let index = r!(it.index);
                    let at = u64::from(it.base) + u64::from(index as u32);
                    match code.entries.get(at as usize) {
                        Some(value) if (index as u32) < it.len => r!(it.dst) = *value,
                        _ => trap!(TrapKind::TableIndex {
                            index: i64::from(index),
                            len: it.len
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
                        stop!(asked.map_or(Stop::Returned(value), Stop::Decide));
                    };
                    r!(dst) = value;
                    jump!(back);
                }
                Ins::Offer { action } => offer!(r!(action)),
                Ins::OfferCopy { action, dst, a } => {
                    offer!(r!(action));
                    r!(dst) = r!(a);
                }
                Ins::AddAddOffer(it) => {
                    chain!(it, wrapping_add, wrapping_add);
                    offer!(r!(it.dst));
                }
                Ins::ForEnter { start, turn, skip } => {
                    let first = r!(start);
                    if first >= r!(turn.end) {
                        skip!(skip);
                    }
                    burn!();
                    r!(turn.reg) = first;
                }
                Ins::ForNext { turn, to } => {
                    let next = r!(turn.reg).wrapping_add(1);
                    if next < r!(turn.end) {
                        burn!();
                        r!(turn.reg) = next;
                        jump!(to);
                    }
                }
                Ins::EachEnter { start, each, skip } => {
                    let (first, end) = (r!(start), r!(each.end));
                    if first >= end {
                        skip!(skip);
                    }
                    let index = r!(each.index);
                    fuel = check!(self.check_turns(each.slot, index, first, end, fuel));
                    let turn = self.next_turn(block, each.slot, index, first, end);
                    let Some(turn) = check!(turn) else {
                        skip!(skip);
                    };
                    burn!();
                    r!(each.reg) = turn;
                }
                Ins::EachNext { each, to } => {
                    let (next, end) = (r!(each.reg).wrapping_add(1), r!(each.end));
                    let turn = self.next_turn(block, each.slot, r!(each.index), next, end);
                    if let Some(turn) = check!(turn) {
                        burn!();
                        r!(each.reg) = turn;
                        jump!(to);
                    }
                }

                Ins::Goto { to } => {
                    burn!();
                    jump!(to);
                }
                Ins::Decide { decision, to } => {
                    // A segment is never called, so the legal function comes back to nobody.
                    asked = Some(decision);
                    machine.deciding = u32::from(decision);
                    machine.legal.clear();
                    jump!(to);
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
                Ins::Resume { slot } => {
                    let to = check!(self.kept_segment(block, slot));
                    burn!();
                    jump!(to);
                }
                Ins::Chance { chance } => stop!(Stop::Chance(chance)),
                Ins::Over => stop!(Stop::Over),
                Ins::Div(_)
                | Ins::PeekI32 { .. }
                | Ins::LoadI32(_)
                | Ins::Sum { .. }
                | Ins::Dot { .. }
                | Ins::Store { .. }
                | Ins::MoveAll { .. }
                | Ins::Gather { .. }
                | Ins::ReturnTo { .. }
                | Ins::Fault { .. }
                | Ins::Halt => {
                    let watch = &mut machine.watch;
                    fuel = check!(self.seldom::<WATCHED>(ins, block, regs, fuel, watch));
                }
            }
            rest = after;
        }
        trap!(TrapKind::Damaged("the code has an end"))
    }
}
