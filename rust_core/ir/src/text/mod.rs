//! The text form: [`parse_text`] and [`print_text`].
//!
//! The parser is total: any string gives a program or an error with line and column. The printer
//! writes the one canonical layout, so that parsing what it wrote gives the same program, and
//! printing what was parsed from canonical text gives the same text.

mod error;
mod instructions;
mod lexer;
mod parser;
mod printer;
mod sections;

pub use error::{TextError, TextProblem};
pub use parser::parse_text;
pub use printer::print_text;

pub(crate) use printer::print_head;
