//! Runs verified programs as machine code.
//!
//! [`NativeEngine`] translates a program into a WebAssembly module once, when it is loaded, and compiles
//! that; a [`NativeMachine`] is one instance of it, for one thread. States are the same flat blocks as in
//! `rulewright_engine`, which stays the reference: every stop, draw, result and fault is equal.
//! A [`Backend`] is one of the two, a [`Runner`] is what a thread runs it with, and a [`Batch`] steps many
//! games together.

mod alike;
mod anchors;
mod batch;
mod body;
mod branchless;
mod cache;
mod cells;
mod draws;
mod drive;
mod each;
mod emit;
mod engine;
mod games;
mod lane;
mod machine;
mod memory;
mod module;
mod moves;
mod offered;
mod offers;
mod order;
mod part;
mod plan;
mod points;
mod queue;
mod round;
mod rows;
mod runner;
mod sites;
mod team;
mod turns;
mod view;
mod wide;

pub use batch::{Batch, BatchError};
pub use engine::{NativeEngine, NativeError};
pub use machine::NativeMachine;
pub use module::translate;
pub use rows::Rows;
pub use runner::{Backend, Runner};
