//! The memory a running program needs, kept from step to step so that no step allocates.

use super::code::Code;
use super::ins::{Pc, R};
use super::watch::Watch;

/// Most segments entered, calls and loop turns in one step.
pub const FUEL: u32 = 2_000_000;

/// Registers of the file: one for each value of [`R`].
pub(super) const REGISTERS: usize = 1 << 16;

pub(super) type Registers = [i32; REGISTERS];

/// Scratch memory of one thread. It works with any engine: constants are put in place again when the
/// engine changes. It holds nothing that a result depends on.
#[derive(Debug)]
pub struct Machine {
    pub(super) registers: Box<Registers>,
    /// Where to go on and which register gets the result, for each call under way.
    pub(super) calls: Vec<(Pc, R)>,
    pub(super) fuel: u32,
    /// The numbers offered by the last legal function.
    pub(crate) legal: Vec<u32>,
    /// The decision whose legal function runs; offers must belong to it.
    pub(crate) deciding: u32,
    /// The state for which `legal` holds, if `has_legal`.
    pub(crate) legal_for: Vec<u8>,
    pub(crate) has_legal: bool,
    /// A copy to go back to after a fault, or to ask a question on.
    pub(crate) backup: Vec<u8>,
    /// What is noted down while it runs.
    pub(crate) watch: Watch,
    bound_to: u64,
}

impl Machine {
    /// Memory for one thread, about 256 KiB.
    #[must_use]
    pub fn new() -> Self {
        Machine {
            registers: empty_file(),
            calls: Vec::with_capacity(64),
            fuel: 0,
            legal: Vec::new(),
            deciding: 0,
            legal_for: Vec::new(),
            has_legal: false,
            backup: Vec::new(),
            watch: Watch::Off,
            bound_to: 0,
        }
    }

    /// Puts the constants of an engine in place unless they are; engines are numbered from 1.
    #[inline]
    pub(crate) fn bind(&mut self, engine: u64, code: &Code) {
        if self.bound_to != engine {
            self.bound_to = engine;
            self.has_legal = false;
            for (register, value) in self.registers.iter_mut().skip(1).zip(&code.constants) {
                *register = *value;
            }
        }
    }

    /// A full tank for a new step.
    #[inline]
    pub(crate) fn refuel(&mut self) {
        self.fuel = FUEL;
    }
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}

fn empty_file() -> Box<Registers> {
    let file: Box<[i32]> = vec![0; REGISTERS].into();
    // The length is the right one as made above; a plain `Box::new([0; N])` would pass over the stack.
    file.try_into().expect("a file has REGISTERS registers")
}
