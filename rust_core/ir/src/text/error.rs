//! What can be wrong with a text: one error with its place and a sentence.

use thiserror::Error;

/// Why a text is not a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct TextError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is wrong there.
    pub problem: TextProblem,
}

/// What is wrong at that place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextProblem {
    /// Something else stands there.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What could stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A character that begins nothing.
    #[error("the character {0:?} cannot stand here")]
    BadCharacter(char),
    /// A string that does not end on its line.
    #[error("the string is not closed on its line")]
    OpenString,
    /// An unknown escape.
    #[error("a string knows only the escapes \\\", \\\\ and \\n")]
    BadEscape,
    /// A number that does not fit.
    #[error("the number does not fit into {0}")]
    BadNumber(&'static str),
    /// A line that may stand only once.
    #[error("`{0}` stands here for the second time")]
    Twice(&'static str),
    /// A line that must stand once.
    #[error("the text ends without a line `{0}`")]
    Missing(&'static str),
    /// A list that is too long.
    #[error("too many {what}: at most {most} are allowed")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// Blocks nested too deeply.
    #[error("blocks are nested deeper than {0}")]
    TooDeep(u32),
    /// A text that is too long.
    #[error("the text is longer than {0} bytes")]
    TooLong(usize),
    /// An assignment from an instruction that gives nothing.
    #[error("`{0}` gives no result, so no register can stand before it")]
    NoResult(&'static str),
    /// A result that goes nowhere.
    #[error("`{0}` gives a result, so `rN =` must stand before it")]
    ResultLost(&'static str),
}
