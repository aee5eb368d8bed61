//! Runs verified programs.
//!
//! An [`Engine`] is made once from a [`rulewright_ir::Verified`] program and shared; a [`State`] is
//! one flat block of bytes; a [`Machine`] is the reusable scratch memory of one thread. Nothing
//! here knows a game, reads a clock or keeps a global random generator: the same program, seed and
//! actions give the same bytes everywhere. docs/ir.md is the specification.
#![forbid(unsafe_code)]

mod actions;
mod chance;
mod count;
mod engine;
mod fault;
mod game;
mod interp;
mod layout;
mod limits;
mod observe;
mod perft;
mod pieces;
mod playout;
mod resample;
mod rng;
mod state;
mod trail;
mod validate;

pub use actions::ActionInfo;
pub use chance::{ChanceMode, ChanceOutcomes};
pub use count::Counted;
pub use engine::{Engine, LoadError};
pub use fault::{ApplyError, Fault, FaultKind};
pub use interp::{Cell, Machine, Moved, FUEL};

pub use layout::{Layout, SlotLayout};
pub use limits::OverLimit;
pub use observe::{ObserveError, Piece, Run, Sight};
pub use perft::Perft;
pub use playout::Playout;
pub use resample::ResampleError;
pub use rng::Pcg32;
pub use state::{State, Status};
pub use trail::Trail;
pub use validate::StateError;
