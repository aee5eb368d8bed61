//! The ways into the loop: a segment with its arguments, or a function called from outside.

use super::code::Code;
use super::ins::{Pc, R};
use super::machine::{Machine, Registers};
use super::trap::{Trap, TrapKind};
use crate::actions::ActionTable;
use crate::layout::Layout;

/// Why the loop came to a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A function called from outside has returned.
    Returned(i32),
    /// A player decides; what is legal is in the machine.
    Decide(u16),
    /// Chance decides.
    Chance(u16),
    /// The game is over.
    Over,
}

/// What the loop reads and never changes.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) code: &'a Code,
    pub(crate) layout: &'a Layout,
    pub(crate) actions: &'a ActionTable,
    /// The decision each action belongs to.
    pub(crate) decision_of: &'a [u32],
}

impl Context<'_> {
    /// Enters a segment with its arguments and runs to the next stop.
    pub(crate) fn run_segment(
        self,
        segment: usize,
        args: &[i32],
        block: &mut [u8],
        machine: &mut Machine,
    ) -> Result<Stop, Trap> {
        put(&mut machine.registers, self.code.segment_frame, args);
        self.enter(segment, block, machine)
    }

    /// Enters the segment of an action and runs to the next stop.
    pub(crate) fn run_action(
        self,
        action: u32,
        block: &mut [u8],
        machine: &mut Machine,
    ) -> Result<Stop, Trap> {
        let frame = usize::from(self.code.segment_frame)..;
        let args = machine.registers.get_mut(frame).unwrap_or_default();
        let segment = self.actions.answer(action, args);
        self.enter(segment, block, machine)
    }

    fn enter(self, segment: usize, block: &mut [u8], machine: &mut Machine) -> Result<Stop, Trap> {
        let Some(target) = self.code.segments.get(segment) else {
            return Err(Trap {
                kind: TrapKind::Damaged("a segment is missing"),
                pc: 0,
            });
        };
        if machine.fuel == 0 {
            return Err(Trap {
                kind: TrapKind::Fuel,
                pc: target.pc,
            });
        }
        machine.fuel -= 1;
        machine.calls.clear();
        self.start(target.pc, block, machine)
    }

    /// Runs a function from outside; what it offers is in `machine.legal`.
    pub(crate) fn run_function(
        self,
        func: usize,
        args: &[i32],
        block: &mut [u8],
        machine: &mut Machine,
    ) -> Result<Stop, Trap> {
        let Some(target) = self.code.funcs.get(func) else {
            return Err(Trap {
                kind: TrapKind::Damaged("a function is missing"),
                pc: 0,
            });
        };
        put(&mut machine.registers, target.frame, args);
        machine.calls.clear();
        self.start(target.pc, block, machine)
    }

    /// A watched run has a loop of its own, so that the usual one knows nothing of it.
    #[inline]
    fn start(self, pc: Pc, block: &mut [u8], machine: &mut Machine) -> Result<Stop, Trap> {
        if machine.watch.is_on() {
            self.run::<true>(pc, block, machine)
        } else {
            self.run::<false>(pc, block, machine)
        }
    }
}

fn put(regs: &mut Registers, frame: R, args: &[i32]) {
    for (register, value) in regs.iter_mut().skip(usize::from(frame)).zip(args) {
        *register = *value;
    }
}
