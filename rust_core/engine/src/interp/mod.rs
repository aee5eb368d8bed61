//! The reference interpreter.
//!
//! At load the structured code becomes one linear array of small instructions ([`code`], [`flatten`]).
//! Functions never recurse, so every function has its registers at a fixed place ([`frames`]) and an
//! operand is a plain index into one register file; constants stand in that file too, put there once.
//! [`run`] is the loop. It needs no memory of its own while running: all of it is in a [`Machine`].

mod cells;
mod code;
mod division;
mod enter;
mod flatten;
mod frames;
mod fuse;
mod machine;
mod run;
mod single;
mod trap;
mod watch;

pub(crate) use code::Code;
pub(crate) use enter::{Context, Stop};
pub use machine::{Machine, FUEL};
pub(crate) use trap::{Trap, TrapKind};
pub(crate) use watch::Watch;
pub use watch::{Cell, Moved};
