//! Reads the text form. This file has the walk over the tokens and the order of the sections;
//! `sections` reads declarations, `instructions` reads code.

use super::error::{TextError, TextProblem};
use super::lexer::{unescape, Lexer, Token};
use super::sections::Draft;
use crate::ids::{Reg, SpanId};
use crate::limits;
use crate::program::Program;

/// Reads a program from its text form. Nothing but the form is checked.
///
/// # Errors
/// The first place where the text departs from the form, or a limit that is passed.
pub fn parse_text(text: &str) -> Result<Program, TextError> {
    let lexer = Lexer::new(text);
    if text.len() > limits::FORM_BYTES {
        return Err(lexer.error(0, TextProblem::TooLong(limits::FORM_BYTES)));
    }
    let mut parser = Parser {
        lexer,
        token: Token::End,
        at: 0,
        dst: None,
        depth: 0,
        instructions: 0,
    };
    parser.advance()?;
    parser.word("rulewright-ir")?;
    let version = parser.at;
    if parser.int()? != 1 {
        let problem = TextProblem::Expected {
            expected: "version 1 of the format".to_owned(),
            found: "another version".to_owned(),
        };
        return Err(parser.lexer.error(version, problem));
    }
    let mut draft = Draft::default();
    while parser.token != Token::End {
        parser.section(&mut draft)?;
    }
    let at = parser.at;
    draft
        .finish()
        .map_err(|missing| parser.lexer.error(at, TextProblem::Missing(missing)))
}

/// The tokens ahead, and what the reading of one instruction needs to know.
pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) token: Token<'a>,
    /// Where `token` begins.
    pub(super) at: usize,
    /// The register before the `=` of the instruction being read.
    pub(super) dst: Option<Reg>,
    pub(super) depth: u32,
    pub(super) instructions: usize,
}

impl<'a> Parser<'a> {
    /// Goes on to the next token and gives the one left behind.
    pub(super) fn advance(&mut self) -> Result<Token<'a>, TextError> {
        let (token, at) = self.lexer.advance()?;
        self.at = at;
        Ok(std::mem::replace(&mut self.token, token))
    }

    pub(super) fn fail(&self, problem: TextProblem) -> TextError {
        self.lexer.error(self.at, problem)
    }

    pub(super) fn expected(&self, expected: &str) -> TextError {
        let found = self.token.describe();
        self.fail(TextProblem::Expected {
            expected: expected.to_owned(),
            found,
        })
    }

    /// Takes the mark if it comes next.
    pub(super) fn takes(&mut self, mark: u8) -> Result<bool, TextError> {
        let found = self.token == Token::Mark(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Takes the word if it comes next.
    pub(super) fn takes_word(&mut self, word: &str) -> Result<bool, TextError> {
        let found = self.token == Token::Word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn mark(&mut self, mark: u8) -> Result<(), TextError> {
        if self.takes(mark)? {
            return Ok(());
        }
        Err(self.expected(&format!("`{}`", char::from(mark))))
    }

    pub(super) fn word(&mut self, word: &str) -> Result<(), TextError> {
        if self.takes_word(word)? {
            return Ok(());
        }
        Err(self.expected(&format!("`{word}`")))
    }

    fn number(&mut self, least: i64, most: i64, range: &'static str) -> Result<i64, TextError> {
        let Token::Int(value) = self.token else {
            return Err(self.expected("a number"));
        };
        if value < least || value > most {
            return Err(self.fail(TextProblem::BadNumber(range)));
        }
        self.advance()?;
        Ok(value)
    }

    pub(super) fn int(&mut self) -> Result<i32, TextError> {
        let range = "32 bits with sign";
        Ok(self.number(i64::from(i32::MIN), i64::from(i32::MAX), range)? as i32)
    }

    pub(super) fn count(&mut self) -> Result<u32, TextError> {
        Ok(self.number(0, i64::from(u32::MAX), "32 bits without sign")? as u32)
    }

    pub(super) fn byte(&mut self) -> Result<u8, TextError> {
        Ok(self.number(0, 255, "8 bits without sign")? as u8)
    }

    pub(super) fn string(&mut self) -> Result<String, TextError> {
        let Token::Str(raw) = self.token else {
            return Err(self.expected("a string in double quotes"));
        };
        self.advance()?;
        Ok(unescape(raw))
    }

    /// The number of the entity that comes next, if it is of that sort.
    pub(super) fn peek_id(&self, letter: u8) -> Option<u32> {
        match self.token {
            Token::Word(word) => split_id(word, letter),
            _ => None,
        }
    }

    pub(super) fn entity(&mut self, letter: u8) -> Result<u32, TextError> {
        let Some(number) = self.peek_id(letter) else {
            let sort = match letter {
                b'k' => "a kind (`kN`)",
                b't' => "a token (`tN`)",
                b's' => "a slot (`sN`)",
                b'c' => "a table (`cN`)",
                b'f' => "a function (`fN`)",
                b'g' => "a segment (`gN`)",
                b'd' => "a decision (`dN`)",
                b'h' => "a chance point (`hN`)",
                _ => "a register (`rN`)",
            };
            return Err(self.expected(sort));
        };
        self.advance()?;
        Ok(number)
    }

    /// `@N`, where it stands.
    pub(super) fn span(&mut self) -> Result<Option<SpanId>, TextError> {
        if !self.takes(b'@')? {
            return Ok(None);
        }
        Ok(Some(SpanId(self.count()?)))
    }

    /// Adds to a list, up to the limit for entities.
    pub(super) fn push<T>(
        &self,
        list: &mut Vec<T>,
        item: T,
        what: &'static str,
    ) -> Result<(), TextError> {
        if list.len() >= limits::ENTITIES {
            return Err(self.fail(TextProblem::TooMany {
                what,
                most: limits::ENTITIES,
            }));
        }
        list.push(item);
        Ok(())
    }
}

/// The number in a word like `s12`.
fn split_id(word: &str, letter: u8) -> Option<u32> {
    let (&first, digits) = word.as_bytes().split_first()?;
    if first != letter || digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u32, |value, &digit| {
        let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    })
}
