//! How large a program may be. The table in docs/ir.md is the reference; readers check these
//! while they read, so that a hostile file is refused before it takes memory, and the verifier
//! checks them again for programs made in memory.

/// Bytes of the text form or of the binary form.
pub const FORM_BYTES: usize = 64 << 20;
/// Entities of one sort; also entries of a kind, options of a decision, registers of a body.
pub const ENTITIES: usize = 65_535;
/// Cells of all slots together.
pub const CELLS: u64 = 1 << 20;
/// Dimensions of one slot, and parameters of one option.
pub const DIMENSIONS: usize = 16;
/// Nesting of blocks; the body of a function or segment is the first.
pub const NESTING: u32 = 64;
/// Functions that may be under way at the same time.
pub const CALL_DEPTH: u32 = 64;
/// Action numbers.
pub const ACTIONS: u32 = 1 << 20;
/// Instructions of the whole program.
pub const INSTRUCTIONS: usize = 1 << 20;
/// Players.
pub const PLAYERS: u8 = 16;
