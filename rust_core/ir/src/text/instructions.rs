//! Reads code: blocks, instructions and their fields.

use super::error::{TextError, TextProblem};
use super::lexer::Token;
use super::parser::Parser;
use crate::ids::{Reg, SegmentId};
use crate::limits;
use crate::opcodes::{Gives, Opcode};
use crate::program::{Instr, Operand};
use crate::shape::{read_op, Source};

impl Parser<'_> {
    fn instruction(&mut self) -> Result<Instr, TextError> {
        self.instructions += 1;
        if self.instructions > limits::INSTRUCTIONS {
            let most = limits::INSTRUCTIONS;
            return Err(self.fail(TextProblem::TooMany {
                what: "instructions",
                most,
            }));
        }
        self.dst = match self.peek_id(b'r') {
            Some(number) => {
                self.advance()?;
                self.mark(b'=')?;
                Some(Reg(number))
            }
            None => None,
        };
        let code = match self.token {
            Token::Word(word) => Opcode::from_name(word),
            _ => None,
        };
        let Some(code) = code else {
            return Err(self.expected("an instruction"));
        };
        match (code.gives(), self.dst) {
            (Gives::Never, Some(_)) => return Err(self.fail(TextProblem::NoResult(code.name()))),
            (Gives::Always, None) => return Err(self.fail(TextProblem::ResultLost(code.name()))),
            _ => {}
        }
        self.advance()?;
        let op = read_op(code, self)?;
        Ok(Instr {
            op,
            span: self.span()?,
        })
    }

    /// An operand, unless the register that comes next begins another instruction.
    fn next_operand(&mut self) -> Result<Option<Operand>, TextError> {
        let starts = match self.token {
            Token::Int(_) => true,
            _ => self.peek_id(b'r').is_some() && !self.lexer.equals_follows(),
        };
        if starts {
            self.operand().map(Some)
        } else {
            Ok(None)
        }
    }
}

impl Source for Parser<'_> {
    type Error = TextError;

    fn dst(&mut self) -> Result<Reg, TextError> {
        self.dst.ok_or_else(|| self.expected("a result"))
    }

    fn maybe_dst(&mut self) -> Result<Option<Reg>, TextError> {
        Ok(self.dst)
    }

    fn loop_reg(&mut self) -> Result<Reg, TextError> {
        let reg = Reg(self.entity(b'r')?);
        self.word("in")?;
        Ok(reg)
    }

    fn operand(&mut self) -> Result<Operand, TextError> {
        if let Some(number) = self.peek_id(b'r') {
            self.advance()?;
            return Ok(Operand::Reg(Reg(number)));
        }
        if matches!(self.token, Token::Int(_)) {
            return Ok(Operand::Imm(Parser::int(self)?));
        }
        Err(self.expected("a register (`rN`) or a number"))
    }

    fn operands(&mut self) -> Result<Vec<Operand>, TextError> {
        let mut operands = Vec::new();
        while let Some(operand) = self.next_operand()? {
            self.push(&mut operands, operand, "arguments")?;
        }
        Ok(operands)
    }

    fn maybe_operand(&mut self) -> Result<Option<Operand>, TextError> {
        self.next_operand()
    }

    fn int(&mut self) -> Result<i32, TextError> {
        Parser::int(self)
    }

    fn length(&mut self) -> Result<u32, TextError> {
        self.count()
    }

    fn id(&mut self, letter: u8) -> Result<u32, TextError> {
        self.entity(letter)
    }

    fn segments(&mut self) -> Result<Vec<SegmentId>, TextError> {
        let mut segments = Vec::new();
        self.mark(b'[')?;
        while !self.takes(b']')? {
            let segment = SegmentId(self.entity(b'g')?);
            self.push(&mut segments, segment, "segments of a jump")?;
        }
        Ok(segments)
    }

    fn text(&mut self) -> Result<String, TextError> {
        self.string()
    }

    fn block(&mut self) -> Result<Vec<Instr>, TextError> {
        if self.depth >= limits::NESTING {
            return Err(self.fail(TextProblem::TooDeep(limits::NESTING)));
        }
        self.mark(b'{')?;
        self.depth += 1;
        let mut block = Vec::new();
        while self.token != Token::Mark(b'}') {
            block.push(self.instruction()?);
        }
        self.depth -= 1;
        self.advance()?;
        Ok(block)
    }

    fn otherwise(&mut self) -> Result<Vec<Instr>, TextError> {
        if self.takes_word("else")? {
            self.block()
        } else {
            Ok(Vec::new())
        }
    }
}
