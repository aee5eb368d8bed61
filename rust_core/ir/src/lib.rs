//! The program format between the rule compiler and the engine.
//!
//! A [`Program`] is plain data. It comes from its text form ([`parse_text`]) or its binary form
//! ([`decode`]), both total over arbitrary input, and [`verify()`] turns it into a [`Verified`]
//! program, the only thing an engine runs. `docs/ir.md` is the reference of the format.
#![forbid(unsafe_code)]

pub mod codec;
pub mod ids;
pub mod limits;
pub mod opcodes;
pub mod operands;
pub mod optimise;
pub mod program;
pub mod ranges;
mod shape;
mod sizes;
pub mod text;
pub mod verify;

pub use codec::{decode, encode, CodecError};
pub use ids::{
    ChanceId, DecisionId, FuncId, KindId, Reg, SegmentId, SlotId, SpanId, TableId, TokenId,
};
pub use opcodes::Opcode;
pub use optimise::optimise;
pub use program::*;
pub use text::{parse_text, print_text, TextError};
pub use verify::{verify, Verified, VerifyError};
