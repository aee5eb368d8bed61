//! Reads the declarations of the text form into a draft of the program.

use super::error::{TextError, TextProblem};
use super::lexer::Token;
use super::parser::Parser;
use crate::ids::{FuncId, KindId, SegmentId, SlotId, TokenId};
use crate::program::{
    ActionOption, Chance, Class, Decision, Dim, Func, Holds, Kind, Limit, Param, Program, Segment,
    Sight, Slot, Span, Type, Value, Weights, Width,
};
use crate::shape::Source;

/// The lines that must stand once, each missing at first, and the lists so far.
#[derive(Default)]
pub(super) struct Draft {
    game: Option<(String, u8, u32, u32)>,
    hash: Option<String>,
    actor: Option<SlotId>,
    entry: Option<SegmentId>,
    score: Option<FuncId>,
    tiebreak: Option<FuncId>,
    files: Vec<String>,
    spans: Vec<Span>,
    kinds: Vec<Kind>,
    tokens: Vec<String>,
    slots: Vec<Slot>,
    tables: Vec<Vec<i32>>,
    funcs: Vec<Func>,
    segments: Vec<Segment>,
    decisions: Vec<Decision>,
    chances: Vec<Chance>,
    limits: Vec<Limit>,
}

impl Draft {
    /// The program, or the word of a line that is missing.
    pub(super) fn finish(self) -> Result<Program, &'static str> {
        let (game, players, actions, length) = self.game.ok_or("game")?;
        Ok(Program {
            game,
            players,
            actions,
            length,
            hash: self.hash.ok_or("hash")?,
            files: self.files,
            spans: self.spans,
            kinds: self.kinds,
            tokens: self.tokens,
            slots: self.slots,
            tables: self.tables,
            funcs: self.funcs,
            segments: self.segments,
            decisions: self.decisions,
            chances: self.chances,
            limits: self.limits,
            actor: self.actor.ok_or("actor")?,
            entry: self.entry.ok_or("entry")?,
            score: self.score.ok_or("score")?,
            tiebreak: self.tiebreak.ok_or("tiebreak")?,
        })
    }
}

impl Parser<'_> {
    /// Reads one declaration.
    pub(super) fn section(&mut self, draft: &mut Draft) -> Result<(), TextError> {
        const EXPECTED: &str = "a declaration (`game`, `hash`, `file`, `span`, `kind`, `token`, \
             `slot`, `table`, `func`, `segment`, `decision`, `chance`, `limit`, `actor`, `entry`, \
             `score` or `tiebreak`)";
        let Token::Word(word) = self.token else {
            return Err(self.expected(EXPECTED));
        };
        match word {
            "game" => self.game(draft),
            "hash" => {
                self.first(draft.hash.is_some(), "hash")?;
                draft.hash = Some(self.string()?);
                Ok(())
            }
            "file" => self.listed(&mut draft.files, "files", Self::string),
            "span" => self.listed(&mut draft.spans, "spans", Self::span_line),
            "kind" => self.listed(&mut draft.kinds, "kinds", Self::kind),
            "token" => self.listed(&mut draft.tokens, "tokens", Self::string),
            "slot" => self.listed(&mut draft.slots, "slots", Self::slot),
            "table" => self.listed(&mut draft.tables, "tables", Self::table),
            "func" => self.listed(&mut draft.funcs, "functions", Self::func),
            "segment" => self.listed(&mut draft.segments, "segments", Self::segment),
            "decision" => self.listed(&mut draft.decisions, "decisions", Self::decision),
            "chance" => self.listed(&mut draft.chances, "chance points", Self::chance),
            "limit" => self.listed(&mut draft.limits, "limits", Self::limit),
            "actor" => {
                self.first(draft.actor.is_some(), "actor")?;
                draft.actor = Some(SlotId(self.entity(b's')?));
                Ok(())
            }
            "entry" => {
                self.first(draft.entry.is_some(), "entry")?;
                draft.entry = Some(SegmentId(self.entity(b'g')?));
                Ok(())
            }
            "score" => {
                self.first(draft.score.is_some(), "score")?;
                draft.score = Some(FuncId(self.entity(b'f')?));
                Ok(())
            }
            "tiebreak" => {
                self.first(draft.tiebreak.is_some(), "tiebreak")?;
                draft.tiebreak = Some(FuncId(self.entity(b'f')?));
                Ok(())
            }
            _ => Err(self.expected(EXPECTED)),
        }
    }

    /// Steps over the word of a line that may stand only once.
    fn first(&mut self, again: bool, word: &'static str) -> Result<(), TextError> {
        if again {
            return Err(self.fail(TextProblem::Twice(word)));
        }
        self.advance()?;
        Ok(())
    }

    /// Steps over the word of an entity, reads it and adds it to its list.
    fn listed<T>(
        &mut self,
        list: &mut Vec<T>,
        what: &'static str,
        read: impl FnOnce(&mut Self) -> Result<T, TextError>,
    ) -> Result<(), TextError> {
        self.advance()?;
        let item = read(self)?;
        self.push(list, item, what)
    }

    fn game(&mut self, draft: &mut Draft) -> Result<(), TextError> {
        self.first(draft.game.is_some(), "game")?;
        let name = self.string()?;
        self.word("players")?;
        let players = self.byte()?;
        self.word("actions")?;
        let actions = self.count()?;
        self.word("length")?;
        draft.game = Some((name, players, actions, self.count()?));
        Ok(())
    }

    fn span_line(&mut self) -> Result<Span, TextError> {
        Ok(Span {
            file: self.count()?,
            line: self.count()?,
            column: self.count()?,
            end_line: self.count()?,
            end_column: self.count()?,
        })
    }

    fn kind(&mut self) -> Result<Kind, TextError> {
        let name = self.string()?;
        let mut entries = Vec::new();
        self.mark(b'{')?;
        while !self.takes(b'}')? {
            let entry = self.string()?;
            self.push(&mut entries, entry, "entries of a kind")?;
        }
        Ok(Kind { name, entries })
    }

    fn table(&mut self) -> Result<Vec<i32>, TextError> {
        let mut numbers = Vec::new();
        self.mark(b'{')?;
        while !self.takes(b'}')? {
            numbers.push(Parser::int(self)?);
        }
        Ok(numbers)
    }

    fn slot(&mut self) -> Result<Slot, TextError> {
        let name = self.string()?;
        let width = match self.token {
            Token::Word("u8") => Width::U8,
            Token::Word("i16") => Width::I16,
            Token::Word("i32") => Width::I32,
            _ => return Err(self.expected("a width (`u8`, `i16` or `i32`)")),
        };
        self.advance()?;
        let mut dims = Vec::new();
        self.mark(b'[')?;
        while !self.takes(b']')? {
            let dim = self.dim()?;
            self.push(&mut dims, dim, "dimensions")?;
        }
        let (low, high) = self.range()?;
        let class = self.class()?;
        let (sight, count_seen) = match self.token {
            Token::Word("all") => (Sight::All, false),
            Token::Word("owner") => (Sight::Owner, false),
            Token::Word("none") => (Sight::Nobody, false),
            // Kept apart here; the verifier refuses it.
            Token::Word("all+count") => (Sight::All, true),
            Token::Word("owner+count") => (Sight::Owner, true),
            Token::Word("none+count") => (Sight::Nobody, true),
            _ => {
                return Err(self.expected(
                    "who sees it (`all`, `owner`, `none`, `owner+count` or `none+count`)",
                ))
            }
        };
        self.advance()?;
        let init = if self.takes_word("init")? {
            if self.token == Token::Mark(b'{') {
                self.table()?
            } else {
                vec![Parser::int(self)?]
            }
        } else {
            Vec::new()
        };
        let unlimited = self.takes_word("unlimited")?;
        Ok(Slot {
            name,
            width,
            dims,
            low,
            high,
            class,
            sight,
            count_seen,
            init,
            unlimited,
        })
    }

    fn dim(&mut self) -> Result<Dim, TextError> {
        if self.takes_word("player")? {
            return Ok(Dim::Player);
        }
        if self.peek_id(b'k').is_some() {
            return Ok(Dim::Kind(KindId(self.entity(b'k')?)));
        }
        if matches!(self.token, Token::Int(_)) {
            return Ok(Dim::Count(self.count()?));
        }
        Err(self.expected("a dimension (`player`, `kN` or a number) or `]`"))
    }

    fn range(&mut self) -> Result<(i32, i32), TextError> {
        let low = Parser::int(self)?;
        if self.token != Token::Range {
            return Err(self.expected("`..`"));
        }
        self.advance()?;
        Ok((low, Parser::int(self)?))
    }

    fn class(&mut self) -> Result<Class, TextError> {
        if self.takes_word("place")? {
            return self.holds().map(Class::Place);
        }
        if self.takes_word("var")? {
            return self.value().map(Class::Var);
        }
        if self.takes_word("control")? {
            return self.value().map(Class::Control);
        }
        Err(self.expected("`place`, `var` or `control`"))
    }

    fn holds(&mut self) -> Result<Holds, TextError> {
        if let Some(number) = self.peek_id(b't') {
            self.advance()?;
            return Ok(Holds::Token(TokenId(number)));
        }
        if self.peek_id(b'k').is_none() {
            return Err(self.expected("what the place holds (`tN`, `kN` or `kN.E`)"));
        }
        let kind = KindId(self.entity(b'k')?);
        if self.takes(b'.')? {
            return Ok(Holds::Entry(kind, self.count()?));
        }
        Ok(Holds::Kind(kind))
    }

    fn value(&mut self) -> Result<Value, TextError> {
        let value = match self.token {
            Token::Word("int") => Value::Int,
            Token::Word("bool") => Value::Bool,
            Token::Word("player") => Value::Player,
            Token::Word("segment") => Value::Segment,
            _ if self.peek_id(b'k').is_some() => {
                return Ok(Value::Kind(KindId(self.entity(b'k')?)));
            }
            _ => {
                return Err(
                    self.expected("what the value is (`int`, `bool`, `player`, `kN` or `segment`)")
                )
            }
        };
        self.advance()?;
        Ok(value)
    }

    fn types(&mut self, open: u8, close: u8) -> Result<Vec<Type>, TextError> {
        let mut types = Vec::new();
        self.mark(open)?;
        while !self.takes(close)? {
            let found = match self.token {
                Token::Word("int") => Type::Int,
                Token::Word("bool") => Type::Bool,
                _ => {
                    let wanted = format!("a type (`int` or `bool`) or `{}`", char::from(close));
                    return Err(self.expected(&wanted));
                }
            };
            self.push(&mut types, found, "registers")?;
            self.advance()?;
        }
        Ok(types)
    }

    fn func(&mut self) -> Result<Func, TextError> {
        let name = self.string()?;
        let params = self.types(b'(', b')')?;
        let result = match self.token {
            Token::Word("int") => Some(Type::Int),
            Token::Word("bool") => Some(Type::Bool),
            Token::Word("none") => None,
            _ => return Err(self.expected("a result (`int`, `bool` or `none`)")),
        };
        self.advance()?;
        let locals = self.types(b'[', b']')?;
        let body = self.block()?;
        Ok(Func {
            name,
            params,
            result,
            locals,
            body,
        })
    }

    fn segment(&mut self) -> Result<Segment, TextError> {
        let name = self.string()?;
        let params = self.types(b'(', b')')?;
        let locals = self.types(b'[', b']')?;
        let body = self.block()?;
        Ok(Segment {
            name,
            params,
            locals,
            body,
        })
    }

    fn decision(&mut self) -> Result<Decision, TextError> {
        let name = self.string()?;
        let legal = FuncId(self.entity(b'f')?);
        let span = self.span()?;
        let mut options = Vec::new();
        self.mark(b'{')?;
        while !self.takes(b'}')? {
            self.word("option")?;
            let option = self.option()?;
            self.push(&mut options, option, "options")?;
        }
        Ok(Decision {
            name,
            legal,
            span,
            options,
        })
    }

    fn option(&mut self) -> Result<ActionOption, TextError> {
        let name = self.string()?;
        let first = self.count()?;
        let mut params = Vec::new();
        self.mark(b'[')?;
        while !self.takes(b']')? {
            let param = if self.takes_word("player")? {
                Param::Player
            } else if self.peek_id(b'k').is_some() {
                Param::Kind(KindId(self.entity(b'k')?))
            } else if matches!(self.token, Token::Int(_)) {
                let (low, high) = self.range()?;
                Param::Range(low, high)
            } else {
                return Err(self.expected("a parameter (`player`, `kN` or `LO..HI`) or `]`"));
            };
            self.push(&mut params, param, "parameters")?;
        }
        let target = SegmentId(self.entity(b'g')?);
        Ok(ActionOption {
            name,
            first,
            params,
            target,
        })
    }

    fn limit(&mut self) -> Result<Limit, TextError> {
        let slot = SlotId(self.entity(b's')?);
        let most = FuncId(self.entity(b'f')?);
        Ok(Limit { slot, most })
    }

    fn chance(&mut self) -> Result<Chance, TextError> {
        let name = self.string()?;
        let source = if self.takes_word("uniform")? {
            Weights::Uniform(self.count()?)
        } else if self.peek_id(b's').is_some() {
            let slot = SlotId(self.entity(b's')?);
            let len = self.count()?;
            let base = match self.peek_id(b's') {
                Some(_) => Some(SlotId(self.entity(b's')?)),
                None => None,
            };
            Weights::Cells { slot, len, base }
        } else {
            return Err(self.expected("weights (`uniform N` or `sN`)"));
        };
        let target = SegmentId(self.entity(b'g')?);
        Ok(Chance {
            name,
            source,
            target,
            span: self.span()?,
        })
    }
}
