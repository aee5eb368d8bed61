//! The reference interpreter.
//!
//! At load the structured code becomes one linear array of small instructions ([`ins`], [`flatten`]),
//! and those that often follow each other become one ([`fuse`], [`join`]).
//! Functions never recurse, so every function has its registers at a fixed place ([`frames`]) and an
//! operand is a plain index into one register file; constants stand in that file too, put there once.
//! [`run`] is the loop. It needs no memory of its own while running: all of it is in a [`Machine`].

mod args;
mod cells;
mod code;
mod division;
mod enter;
mod flatten;
mod frames;
mod fuse;
mod ins;
mod join;
mod jumps;
mod loops;
mod machine;
mod moves;
mod run;
mod seldom;
mod single;
mod trap;
mod watch;

pub(crate) use code::Code;
pub(crate) use enter::{Context, Stop};
pub use machine::{Machine, FUEL};
pub(crate) use trap::{Trap, TrapKind};
pub(crate) use watch::Watch;
pub use watch::{Cell, Moved};
