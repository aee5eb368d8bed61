//! Reads the content of the binary form; total over arbitrary bytes.

use super::CodecError;
use crate::ids::{FuncId, KindId, Reg, SegmentId, SlotId, SpanId, TokenId};
use crate::limits;
use crate::opcodes::Opcode;
use crate::program::{
    ActionOption, Chance, Class, Decision, Dim, Func, Holds, Instr, Kind, Limit, Operand, Param,
    Program, Segment, Sight, Slot, Span, Type, Value, Weights, Width,
};
use crate::shape::{read_op, Source};

/// Reads the content, which begins at `start` and must fill the rest.
pub(super) fn read_program(bytes: &[u8], start: usize) -> Result<Program, CodecError> {
    let mut reader = Reader {
        bytes,
        at: start,
        depth: 0,
        instructions: 0,
    };
    let program = reader.program()?;
    if reader.at < bytes.len() {
        return Err(CodecError::GoesOn(reader.at));
    }
    Ok(program)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
    instructions: usize,
}

impl Reader<'_> {
    fn bad(&self, what: &'static str) -> CodecError {
        CodecError::Bad { at: self.at, what }
    }

    fn byte(&mut self) -> Result<u8, CodecError> {
        let byte = self
            .bytes
            .get(self.at)
            .copied()
            .ok_or(CodecError::Ends(self.at))?;
        self.at += 1;
        Ok(byte)
    }

    /// A number of at most 33 bits: a `u32`, or a `u32` plus 1.
    fn number(&mut self) -> Result<u64, CodecError> {
        let mut value = 0u64;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                // The last byte is 0 only for the number 0: each number has one spelling.
                if byte == 0 && shift > 0 {
                    return Err(self.bad("shortest number"));
                }
                return Ok(value);
            }
        }
        Err(self.bad("number"))
    }

    fn count(&mut self) -> Result<u32, CodecError> {
        let value = self.number()?;
        u32::try_from(value).map_err(|_| self.bad("number of 32 bits"))
    }

    fn signed(&mut self) -> Result<i32, CodecError> {
        let value = self.count()?;
        Ok((value >> 1) as i32 ^ -((value & 1) as i32))
    }

    fn maybe(&mut self) -> Result<Option<u32>, CodecError> {
        match self.number()?.checked_sub(1) {
            None => Ok(None),
            Some(value) => u32::try_from(value)
                .map(Some)
                .map_err(|_| self.bad("number of 32 bits")),
        }
    }

    fn span(&mut self) -> Result<Option<SpanId>, CodecError> {
        Ok(self.maybe()?.map(SpanId))
    }

    fn flag(&mut self) -> Result<bool, CodecError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.bad("flag")),
        }
    }

    /// A length; every item takes at least a byte, so it cannot pass what is left.
    fn list_length(&mut self) -> Result<usize, CodecError> {
        let length = self.number()? as usize;
        if length > self.bytes.len() - self.at {
            return Err(CodecError::Ends(self.bytes.len()));
        }
        Ok(length)
    }

    fn string(&mut self) -> Result<String, CodecError> {
        let length = self.list_length()?;
        let bytes = self.bytes.get(self.at..self.at + length).unwrap_or(&[]);
        let text = std::str::from_utf8(bytes).map_err(|_| self.bad("text in UTF-8"))?;
        self.at += length;
        Ok(text.to_owned())
    }

    fn list_up_to<T>(
        &mut self,
        most: usize,
        what: &'static str,
        mut each: impl FnMut(&mut Self) -> Result<T, CodecError>,
    ) -> Result<Vec<T>, CodecError> {
        // Room for this many is made at once; a longer list grows as its items turn up.
        const AT_ONCE: usize = 256;
        let length = self.list_length()?;
        if length > most {
            return Err(CodecError::TooMany { at: self.at, what });
        }
        let mut items = Vec::with_capacity(length.min(AT_ONCE));
        for _ in 0..length {
            items.push(each(self)?);
        }
        Ok(items)
    }

    fn list<T>(
        &mut self,
        what: &'static str,
        each: impl FnMut(&mut Self) -> Result<T, CodecError>,
    ) -> Result<Vec<T>, CodecError> {
        self.list_up_to(limits::ENTITIES, what, each)
    }

    fn types(&mut self) -> Result<Vec<Type>, CodecError> {
        self.list("registers", |reader| match reader.byte()? {
            0 => Ok(Type::Int),
            1 => Ok(Type::Bool),
            _ => Err(reader.bad("type")),
        })
    }

    fn program(&mut self) -> Result<Program, CodecError> {
        Ok(Program {
            game: self.string()?,
            players: self.byte()?,
            actions: self.count()?,
            length: self.count()?,
            hash: self.string()?,
            files: self.list("files", Self::string)?,
            spans: self.list("spans", Self::span_line)?,
            kinds: self.list("kinds", |reader| {
                Ok(Kind {
                    name: reader.string()?,
                    entries: reader.list("entries of a kind", Self::string)?,
                })
            })?,
            tokens: self.list("tokens", Self::string)?,
            slots: self.list("slots", Self::slot)?,
            tables: self.list("tables", |reader| {
                reader.list_up_to(limits::FORM_BYTES, "numbers of a table", Self::signed)
            })?,
            funcs: self.list("functions", Self::func)?,
            segments: self.list("segments", |reader| {
                Ok(Segment {
                    name: reader.string()?,
                    params: reader.types()?,
                    locals: reader.types()?,
                    body: reader.block()?,
                })
            })?,
            decisions: self.list("decisions", |reader| {
                Ok(Decision {
                    name: reader.string()?,
                    legal: FuncId(reader.count()?),
                    span: reader.span()?,
                    options: reader.list("options", Self::option)?,
                })
            })?,
            chances: self.list("chance points", |reader| {
                Ok(Chance {
                    name: reader.string()?,
                    source: reader.weights()?,
                    target: SegmentId(reader.count()?),
                    span: reader.span()?,
                })
            })?,
            limits: self.list("limits", |reader| {
                Ok(Limit {
                    slot: SlotId(reader.count()?),
                    most: FuncId(reader.count()?),
                })
            })?,
            actor: SlotId(self.count()?),
            entry: SegmentId(self.count()?),
            score: FuncId(self.count()?),
            tiebreak: FuncId(self.count()?),
        })
    }

    fn span_line(&mut self) -> Result<Span, CodecError> {
        Ok(Span {
            file: self.count()?,
            line: self.count()?,
            column: self.count()?,
            end_line: self.count()?,
            end_column: self.count()?,
        })
    }

    fn func(&mut self) -> Result<Func, CodecError> {
        Ok(Func {
            name: self.string()?,
            params: self.types()?,
            result: match self.byte()? {
                0 => None,
                1 => Some(Type::Int),
                2 => Some(Type::Bool),
                _ => return Err(self.bad("result")),
            },
            locals: self.types()?,
            body: self.block()?,
        })
    }

    fn option(&mut self) -> Result<ActionOption, CodecError> {
        Ok(ActionOption {
            name: self.string()?,
            first: self.count()?,
            params: self.list("parameters", |reader| match reader.byte()? {
                0 => Ok(Param::Player),
                1 => Ok(Param::Kind(KindId(reader.count()?))),
                2 => Ok(Param::Range(reader.signed()?, reader.signed()?)),
                _ => Err(reader.bad("parameter")),
            })?,
            target: SegmentId(self.count()?),
        })
    }

    fn weights(&mut self) -> Result<Weights, CodecError> {
        match self.byte()? {
            0 => Ok(Weights::Uniform(self.count()?)),
            1 => Ok(Weights::Cells {
                slot: SlotId(self.count()?),
                len: self.count()?,
                base: self.maybe()?.map(SlotId),
            }),
            _ => Err(self.bad("source of weights")),
        }
    }

    fn slot(&mut self) -> Result<Slot, CodecError> {
        Ok(Slot {
            name: self.string()?,
            width: match self.byte()? {
                0 => Width::U8,
                1 => Width::I16,
                2 => Width::I32,
                _ => return Err(self.bad("width")),
            },
            dims: self.list("dimensions", |reader| match reader.byte()? {
                0 => Ok(Dim::Player),
                1 => Ok(Dim::Kind(KindId(reader.count()?))),
                2 => Ok(Dim::Count(reader.count()?)),
                _ => Err(reader.bad("dimension")),
            })?,
            low: self.signed()?,
            high: self.signed()?,
            class: match self.byte()? {
                0 => Class::Place(Holds::Token(TokenId(self.count()?))),
                1 => Class::Place(Holds::Kind(KindId(self.count()?))),
                2 => Class::Place(Holds::Entry(KindId(self.count()?), self.count()?)),
                3 => Class::Var(self.value()?),
                4 => Class::Control(self.value()?),
                _ => return Err(self.bad("class")),
            },
            sight: match self.byte()? {
                0 => Sight::All,
                1 => Sight::Owner,
                2 => Sight::Nobody,
                _ => return Err(self.bad("sight")),
            },
            count_seen: self.flag()?,
            init: self.list("first values", Self::signed)?,
            unlimited: self.flag()?,
        })
    }

    fn value(&mut self) -> Result<Value, CodecError> {
        match self.byte()? {
            0 => Ok(Value::Int),
            1 => Ok(Value::Bool),
            2 => Ok(Value::Player),
            3 => Ok(Value::Segment),
            4 => Ok(Value::Kind(KindId(self.count()?))),
            _ => Err(self.bad("value")),
        }
    }

    fn instruction(&mut self) -> Result<Instr, CodecError> {
        self.instructions += 1;
        if self.instructions > limits::INSTRUCTIONS {
            return Err(CodecError::TooMany {
                at: self.at,
                what: "instructions",
            });
        }
        let byte = self.byte()?;
        let code = Opcode::from_byte(byte).ok_or_else(|| self.bad("instruction"))?;
        let op = read_op(code, self)?;
        Ok(Instr {
            op,
            span: self.span()?,
        })
    }
}

impl Source for Reader<'_> {
    type Error = CodecError;

    fn dst(&mut self) -> Result<Reg, CodecError> {
        self.count().map(Reg)
    }

    fn maybe_dst(&mut self) -> Result<Option<Reg>, CodecError> {
        Ok(self.maybe()?.map(Reg))
    }

    fn loop_reg(&mut self) -> Result<Reg, CodecError> {
        self.count().map(Reg)
    }

    fn operand(&mut self) -> Result<Operand, CodecError> {
        match self.byte()? {
            0 => Ok(Operand::Reg(Reg(self.count()?))),
            1 => Ok(Operand::Imm(self.signed()?)),
            _ => Err(self.bad("operand")),
        }
    }

    fn operands(&mut self) -> Result<Vec<Operand>, CodecError> {
        self.list("arguments", Self::operand)
    }

    fn maybe_operand(&mut self) -> Result<Option<Operand>, CodecError> {
        if self.flag()? {
            self.operand().map(Some)
        } else {
            Ok(None)
        }
    }

    fn int(&mut self) -> Result<i32, CodecError> {
        self.signed()
    }

    fn length(&mut self) -> Result<u32, CodecError> {
        self.count()
    }

    fn id(&mut self, _letter: u8) -> Result<u32, CodecError> {
        self.count()
    }

    fn segments(&mut self) -> Result<Vec<SegmentId>, CodecError> {
        self.list("segments of a jump", |reader| reader.count().map(SegmentId))
    }

    fn text(&mut self) -> Result<String, CodecError> {
        self.string()
    }

    fn block(&mut self) -> Result<Vec<Instr>, CodecError> {
        // The missing `else` of an innermost `if` is an empty list one level further down.
        if self.depth > limits::NESTING {
            return Err(CodecError::TooDeep(self.at));
        }
        self.depth += 1;
        let block = self.list_up_to(limits::INSTRUCTIONS, "instructions", Self::instruction)?;
        self.depth -= 1;
        if self.depth >= limits::NESTING && !block.is_empty() {
            return Err(CodecError::TooDeep(self.at));
        }
        Ok(block)
    }

    fn otherwise(&mut self) -> Result<Vec<Instr>, CodecError> {
        self.block()
    }
}
