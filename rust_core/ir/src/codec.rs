//! The binary form, version 1.
//!
//! `RWIR`, the version (u16, little endian), the content in the order of [`Program`]'s fields, and
//! a 64-bit checksum (FNV-1a of all bytes before it, little endian). Numbers are varints of seven
//! bits a byte, low bits first and no longer than needed; signed ones are zigzagged; lists and
//! strings begin with their length; a missing value is 0, a present one its number plus 1.
//! Reading is total: a length is believed only as far as there are bytes left to back it.

mod reader;
mod writer;

use thiserror::Error;

use crate::limits;
use crate::program::Program;

const MAGIC: [u8; 4] = *b"RWIR";
/// Version of the binary form.
pub const VERSION: u16 = 1;
const HEAD: usize = 6;
const TAIL: usize = 8;

/// Why bytes are not a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodecError {
    /// Longer than the limit.
    #[error("the binary form is longer than {most} bytes", most = limits::FORM_BYTES)]
    TooLong,
    /// The first four bytes are others.
    #[error("these bytes are not a program: they do not begin with `RWIR`")]
    NotAProgram,
    /// Another version of the form.
    #[error("the program has version {0} of the binary form, this reader knows {VERSION}")]
    Version(u16),
    /// The checksum does not agree.
    #[error("the program is damaged: its checksum does not agree")]
    Checksum,
    /// The bytes end within a value.
    #[error("the program ends early, at byte {0}")]
    Ends(usize),
    /// Bytes after the content.
    #[error("the program goes on after its end, at byte {0}")]
    GoesOn(usize),
    /// A value that has no meaning.
    #[error("at byte {at} stands no {what}")]
    Bad {
        /// Where.
        at: usize,
        /// What should stand there.
        what: &'static str,
    },
    /// A list longer than its limit.
    #[error("too many {what} at byte {at}")]
    TooMany {
        /// Where.
        at: usize,
        /// Of what.
        what: &'static str,
    },
    /// Blocks nested too deeply.
    #[error("blocks are nested deeper than {most} at byte {0}", most = limits::NESTING)]
    TooDeep(usize),
}

/// The binary form of a program.
#[must_use]
pub fn encode(program: &Program) -> Vec<u8> {
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    let mut bytes = writer::write_program(program, bytes);
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads a program from its binary form. Nothing but the form is checked.
///
/// # Errors
/// The first thing that is wrong with the bytes.
pub fn decode(bytes: &[u8]) -> Result<Program, CodecError> {
    if bytes.len() > limits::FORM_BYTES {
        return Err(CodecError::TooLong);
    }
    if !bytes.starts_with(&MAGIC) {
        return Err(CodecError::NotAProgram);
    }
    let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else {
        return Err(CodecError::Ends(bytes.len()));
    };
    let version = u16::from_le_bytes([head[4], head[5]]);
    if version != VERSION {
        return Err(CodecError::Version(version));
    }
    let Some((_, tail)) = rest.split_last_chunk::<TAIL>() else {
        return Err(CodecError::Ends(bytes.len()));
    };
    let content = bytes.get(..bytes.len() - TAIL).unwrap_or(&[]);
    if checksum(content) != u64::from_le_bytes(*tail) {
        return Err(CodecError::Checksum);
    }
    reader::read_program(content, HEAD)
}

/// FNV-1a, 64 bits: finds damage, not forgery.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
