//! Cuts a text into tokens, without copying.
//!
//! Positions are byte offsets; lines and columns are counted only when an error needs them.

use super::error::{TextError, TextProblem};

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A word: letters, digits, `_`, and `-` and `+` inside.
    Word(&'a str),
    /// A whole number; wide enough for every field.
    Int(i64),
    /// What stands between the quotes, escapes and all.
    Str(&'a str),
    /// One of `{ } [ ] ( ) = @ .`
    Mark(u8),
    /// Two dots.
    Range,
    /// The end of the text.
    End,
}

impl Token<'_> {
    /// The token as an error message shows it.
    pub(super) fn describe(self) -> String {
        const SHOWN: usize = 40;
        match self {
            Token::Word(word) => format!("`{}`", clip(word, SHOWN)),
            Token::Int(value) => format!("the number {value}"),
            Token::Str(text) => format!("the string \"{}\"", clip(text, SHOWN)),
            Token::Mark(mark) => format!("`{}`", char::from(mark)),
            Token::Range => "`..`".to_owned(),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

fn clip(text: &str, most: usize) -> &str {
    text.char_indices()
        .nth(most)
        .map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}

/// Walks over a text.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    next: usize,
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+')
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer { text, next: 0 }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.next).copied()
    }

    fn slice(&self, start: usize) -> &'a str {
        self.text.get(start..self.next).unwrap_or("")
    }

    fn skip_blank(&mut self) {
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\n' | b'\t' | b'\r' => self.next += 1,
                b';' => {
                    while self.byte().is_some_and(|byte| byte != b'\n') {
                        self.next += 1;
                    }
                }
                _ => return,
            }
        }
    }

    /// Whether an equals sign comes next: the register before it begins an instruction.
    pub(super) fn equals_follows(&self) -> bool {
        let mut ahead = *self;
        ahead.skip_blank();
        ahead.byte() == Some(b'=')
    }

    /// An error at a byte offset.
    pub(super) fn error(&self, at: usize, problem: TextProblem) -> TextError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() as u32 + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before.get(start..).unwrap_or("").chars().count() as u32 + 1;
        TextError {
            line,
            column,
            problem,
        }
    }

    /// The next token and where it begins.
    pub(super) fn advance(&mut self) -> Result<(Token<'a>, usize), TextError> {
        self.skip_blank();
        let start = self.next;
        let Some(byte) = self.byte() else {
            return Ok((Token::End, start));
        };
        let token = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                while self.byte().is_some_and(in_word) {
                    self.next += 1;
                }
                Token::Word(self.slice(start))
            }
            b'0'..=b'9' | b'-' => self.number(start)?,
            b'"' => self.string(start)?,
            b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'=' | b'@' => {
                self.next += 1;
                Token::Mark(byte)
            }
            b'.' => {
                self.next += 1;
                if self.byte() == Some(b'.') {
                    self.next += 1;
                    Token::Range
                } else {
                    Token::Mark(b'.')
                }
            }
            _ => {
                let found = self.text.get(start..).and_then(|rest| rest.chars().next());
                let problem = TextProblem::BadCharacter(found.unwrap_or('\u{fffd}'));
                return Err(self.error(start, problem));
            }
        };
        Ok((token, start))
    }

    fn number(&mut self, start: usize) -> Result<Token<'a>, TextError> {
        // More than any field takes, and far from overflowing.
        const MOST: i64 = 1 << 40;
        let negative = self.byte() == Some(b'-');
        if negative {
            self.next += 1;
        }
        let digits = self.next;
        let mut value: i64 = 0;
        while let Some(byte @ b'0'..=b'9') = self.byte() {
            value = (value * 10 + i64::from(byte - b'0')).min(MOST);
            self.next += 1;
        }
        if self.next == digits {
            return Err(self.error(start, TextProblem::BadCharacter('-')));
        }
        if let Some(byte) = self.byte().filter(|&byte| in_word(byte)) {
            let problem = TextProblem::BadCharacter(char::from(byte));
            return Err(self.error(self.next, problem));
        }
        if value == MOST {
            return Err(self.error(start, TextProblem::BadNumber("32 bits")));
        }
        Ok(Token::Int(if negative { -value } else { value }))
    }

    fn string(&mut self, start: usize) -> Result<Token<'a>, TextError> {
        self.next += 1;
        let first = self.next;
        loop {
            match self.byte() {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.next += 1;
                    if !matches!(self.byte(), Some(b'"' | b'\\' | b'n')) {
                        return Err(self.error(self.next - 1, TextProblem::BadEscape));
                    }
                }
                None | Some(b'\n') => return Err(self.error(start, TextProblem::OpenString)),
                Some(_) => {}
            }
            self.next += 1;
        }
        let token = Token::Str(self.slice(first));
        self.next += 1;
        Ok(token)
    }
}

/// The text that a string token stands for.
pub(super) fn unescape(raw: &str) -> String {
    if !raw.contains('\\') {
        return raw.to_owned();
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(found) = chars.next() {
        match found {
            // The lexer let only three escapes pass.
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => {}
            },
            _ => text.push(found),
        }
    }
    text
}
