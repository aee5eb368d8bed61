//! Rules for the shape of code: blocks, paths and loops. The rules of single instructions are in
//! `instructions`.

use super::assigned::Assigned;
use super::error::{in_range, Fault, VerifyError};
use super::points::LegalUses;
use super::FuncFacts;
use crate::ids::{FuncId, Reg};
use crate::limits;
use crate::program::{Instr, Op, Operand, Program, Type};

/// Whose body it is.
#[derive(Clone, Copy)]
pub(super) enum Role {
    /// A function's.
    Func {
        /// The function.
        id: FuncId,
        /// The type of its result.
        result: Option<Type>,
    },
    /// A segment's.
    Segment,
}

/// The check of one function or segment.
pub(super) struct Body<'a> {
    pub(super) program: &'a Program,
    place: String,
    pub(super) role: Role,
    pub(super) legal: &'a LegalUses,
    /// Of the functions before this one, or of all for a segment.
    pub(super) funcs: &'a [FuncFacts],
    /// Of the whole program so far.
    instructions: &'a mut usize,
    types: Vec<Type>,
    assigned: Assigned,
    /// Registers of the loops around the current instruction, innermost last.
    pub(super) loops: Vec<Reg>,
    pub(super) writes: bool,
    /// Deepest call below this body.
    pub(super) deepest: u32,
}

impl<'a> Body<'a> {
    pub(super) fn new(
        program: &'a Program,
        place: String,
        role: Role,
        legal: &'a LegalUses,
        funcs: &'a [FuncFacts],
        instructions: &'a mut usize,
    ) -> Self {
        Body {
            program,
            place,
            role,
            legal,
            funcs,
            instructions,
            types: Vec::new(),
            assigned: Assigned::new(0, 0),
            loops: Vec::new(),
            writes: false,
            deepest: 0,
        }
    }

    pub(super) fn facts(&self) -> FuncFacts {
        FuncFacts {
            depth: self.deepest + 1,
            writes: self.writes,
        }
    }

    pub(super) fn check(
        &mut self,
        params: &[Type],
        locals: &[Type],
        body: &[Instr],
    ) -> Result<(), VerifyError> {
        let (count, most) = (params.len() + locals.len(), limits::ENTITIES);
        if count > most {
            return Err(self.fail(Fault::TooMany {
                what: "registers",
                count,
                most,
            }));
        }
        self.types = [params, locals].concat();
        self.assigned = Assigned::new(count, params.len());
        let ends = self.block(body, 1)?;
        match self.role {
            Role::Segment if !ends => Err(self.fail(Fault::NoTerminator)),
            Role::Func {
                result: Some(_), ..
            } if !ends => Err(self.fail(Fault::NoReturn)),
            Role::Func { .. } if self.deepest >= limits::CALL_DEPTH => {
                Err(self.fail(Fault::CallDepth))
            }
            _ => Ok(()),
        }
    }

    fn fail(&self, fault: Fault) -> VerifyError {
        VerifyError::new(self.place.as_str(), fault)
    }

    /// Checks a block; whether all its paths end in it.
    fn block(&mut self, block: &[Instr], depth: u32) -> Result<bool, VerifyError> {
        let mut ends = false;
        for instr in block {
            let at = |body: &Self, fault| body.fail(fault).at_instr(body.program, instr);
            if depth > limits::NESTING {
                return Err(at(self, Fault::TooDeep));
            }
            if ends {
                return Err(at(self, Fault::Unreachable));
            }
            self.count().map_err(|fault| at(self, fault))?;
            if let Some(span) = instr.span {
                in_range(&self.program.spans, span.index(), span)
                    .map_err(|fault| at(self, fault))?;
            }
            ends = match &instr.op {
                Op::If {
                    cond,
                    then,
                    otherwise,
                } => {
                    self.operand(*cond, Type::Bool)
                        .map_err(|fault| at(self, fault))?;
                    self.branches(then, otherwise, depth + 1)?
                }
                Op::For {
                    dst,
                    from,
                    to,
                    body,
                } => {
                    self.bounds(*dst, *from, *to)
                        .map_err(|fault| at(self, fault))?;
                    self.turns(*dst, body, depth + 1)?;
                    false
                }
                Op::Each {
                    dst,
                    from,
                    to,
                    cell,
                    body,
                } => {
                    self.bounds(*dst, *from, *to)
                        .and_then(|()| self.readable(*cell, 0))
                        .map_err(|fault| at(self, fault))?;
                    self.turns(*dst, body, depth + 1)?;
                    false
                }
                op => self.instruction(op).map_err(|fault| at(self, fault))?,
            };
        }
        Ok(ends)
    }

    fn count(&mut self) -> Result<(), Fault> {
        *self.instructions += 1;
        let (count, most) = (*self.instructions, limits::INSTRUCTIONS);
        if count > most {
            return Err(Fault::TooMany {
                what: "instructions",
                count,
                most,
            });
        }
        Ok(())
    }

    /// The two blocks of an `if`. A branch that ends says nothing about what comes after it.
    fn branches(
        &mut self,
        then: &[Instr],
        otherwise: &[Instr],
        depth: u32,
    ) -> Result<bool, VerifyError> {
        let mark = self.assigned.mark();
        let then_ends = self.block(then, depth)?;
        let first = self.assigned.undo(mark);
        let other_ends = self.block(otherwise, depth)?;
        match (then_ends, other_ends) {
            (true, _) => {}
            (false, true) => {
                self.assigned.undo(mark);
                self.assigned.add_all(first);
            }
            (false, false) => self.assigned.meet(mark, first),
        }
        Ok(then_ends && other_ends)
    }

    fn bounds(&mut self, dst: Reg, from: Operand, to: Operand) -> Result<(), Fault> {
        self.operand(from, Type::Int)?;
        self.operand(to, Type::Int)?;
        self.writable(dst, Type::Int)
    }

    /// The turns of a loop; there may be none, so what they write does not count after it.
    fn turns(&mut self, dst: Reg, body: &[Instr], depth: u32) -> Result<(), VerifyError> {
        let mark = self.assigned.mark();
        self.assigned.add(dst);
        self.loops.push(dst);
        self.block(body, depth)?;
        self.loops.pop();
        self.assigned.undo(mark);
        Ok(())
    }

    pub(super) fn type_of(&self, reg: Reg) -> Result<Type, Fault> {
        in_range(&self.types, reg.index(), reg).copied()
    }

    /// An operand of that type with a value.
    pub(super) fn operand(&self, operand: Operand, expected: Type) -> Result<(), Fault> {
        match operand {
            Operand::Imm(value) if expected == Type::Bool && !matches!(value, 0 | 1) => {
                Err(Fault::BoolLiteral { value })
            }
            Operand::Imm(_) => Ok(()),
            Operand::Reg(reg) => {
                let found = self.type_of(reg)?;
                if found != expected {
                    return Err(Fault::WrongType {
                        what: reg.to_string(),
                        expected,
                        found,
                    });
                }
                if !self.assigned.has(reg) {
                    return Err(Fault::Unassigned { reg });
                }
                Ok(())
            }
        }
    }

    fn writable(&self, reg: Reg, expected: Type) -> Result<(), Fault> {
        let found = self.type_of(reg)?;
        if found != expected {
            return Err(Fault::WrongType {
                what: reg.to_string(),
                expected,
                found,
            });
        }
        if self.loops.contains(&reg) {
            return Err(Fault::LoopRegister { reg });
        }
        Ok(())
    }

    /// A register that is given a value of that type.
    pub(super) fn define(&mut self, reg: Reg, of: Type) -> Result<(), Fault> {
        self.writable(reg, of)?;
        self.assigned.add(reg);
        Ok(())
    }
}
