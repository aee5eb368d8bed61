//! Proves what an engine relies on, once, before a program is run.
//!
//! A [`Verified`] program keeps these invariants, so that an engine indexes by ids, registers and
//! literals without checks and never meets an unknown instruction at an unexpected place:
//!
//! 1. Every id is in range, spans and files too; all limits of docs/ir.md hold; the hash is 64 hex
//!    digits; there are 1 to 16 players.
//! 2. Slots: the range is not empty, fits the width and the value (bool, player, kind; -1 is
//!    nobody or none) and contains `init`; a place of a kind has it as its last dimension; only
//!    places are unlimited; `owner` slots have `player` first; `+count` only where something is
//!    hidden; segment values only in control slots.
//! 3. Registers: types agree, and each is written on every path before it is read. A loop writes
//!    its register at the start of each turn; nothing else writes it in the loop. A bool literal
//!    is 0 or 1. A bool slot may be read into, and stored from, a bool or an int.
//! 4. Shape: no code after an instruction that ends its path (terminator, `return`, `break`,
//!    `fault`, or an `if` both of whose branches end); segments end every path with a terminator or
//!    `fault`, functions with a result with `return` or `fault`; `break` only in loops, `return`
//!    only in functions, terminators only in segments.
//! 5. Calls go to earlier functions, never to a legal function, with arguments that fit; at most
//!    64 functions are under way at once. The same for the arguments of `goto`; `jump`,
//!    `return_to` and `entry` name segments without parameters.
//! 6. Cells: literal indices and all lengths lie within the slot or table; an unlimited slot is
//!    never read; places are never stored to, nor segment slots; `return_to` and `resume` name a
//!    scalar segment slot, and the kept segment is within its range.
//! 7. Moves join places of the same token; where indices are literals, entries of kinds agree; one
//!    end at least has cells, and `move_all` and `gather` never empty an unlimited place.
//! 8. Legal functions have no parameters and no result, only they `offer`, and a literal they
//!    offer is a number of their decision. Neither they nor the score and limit functions, nor anything
//!    that these call, change the state.
//! 9. Options have disjoint numbers below `actions`; their segments take one int for each
//!    parameter; segments of chance points take one int; chance points have at least one outcome.
//! 10. The actor slot is a scalar player whose range holds seats only; score, tiebreak and the limits of
//!     places are `(int) -> int`.
//!
//! Left to run time: indices, amounts, ranges and entries that registers decide, the segment in a
//! `resume` (its slot may hold any number of its range), weights of chance points, and fuel.

mod assigned;
mod body;
mod cells;
mod error;
mod instructions;
mod points;
mod slots;

use std::ops::Deref;

pub use error::{Fault, Position, VerifyError};

use crate::ids::FuncId;
use crate::limits;
use crate::program::Program;
use body::{Body, Role};
use error::check_list;
use points::LegalUses;

/// A program that was proved; it cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    program: Program,
    facts: Vec<FuncFacts>,
}

/// What is known about a function besides its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FuncFacts {
    /// Functions under way at once when it runs, itself included.
    pub depth: u32,
    /// Whether it, or a function that it calls, changes the state.
    pub writes: bool,
}

impl Verified {
    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What was found out about a function; nothing if there is no such function.
    #[must_use]
    pub fn func_facts(&self, func: FuncId) -> Option<FuncFacts> {
        self.facts.get(func.index()).copied()
    }

    /// The program, free to be changed and to be verified again.
    #[must_use]
    pub fn into_program(self) -> Program {
        self.program
    }
}

impl Deref for Verified {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.program
    }
}

/// Proves the invariants listed in the module's documentation.
///
/// # Errors
/// The first rule that is broken, with the entity, the instruction and its place in the rules.
pub fn verify(program: Program) -> Result<Verified, VerifyError> {
    check_header(&program).map_err(|fault| VerifyError::new("the program", fault))?;
    check_spans(&program)?;
    slots::check_slots(&program)?;
    let legal = points::check_points(&program)?;
    let facts = check_code(&program, &legal)?;
    points::check_reads_only(&program, &facts)?;
    Ok(Verified { program, facts })
}

fn check_header(program: &Program) -> Result<(), Fault> {
    if program.players == 0 || program.players > limits::PLAYERS {
        return Err(Fault::Players {
            players: program.players,
        });
    }
    if program.actions > limits::ACTIONS {
        let (count, most) = (program.actions as usize, limits::ACTIONS as usize);
        return Err(Fault::TooMany {
            what: "actions",
            count,
            most,
        });
    }
    if program.hash.len() != 64 || !program.hash.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(Fault::Hash);
    }
    check_list("files", &program.files)?;
    check_list("spans", &program.spans)?;
    check_list("kinds", &program.kinds)?;
    check_list("tokens", &program.tokens)?;
    check_list("slots", &program.slots)?;
    check_list("tables", &program.tables)?;
    check_list("functions", &program.funcs)?;
    check_list("segments", &program.segments)?;
    check_list("decisions", &program.decisions)?;
    check_list("chance points", &program.chances)?;
    for kind in &program.kinds {
        check_list("entries of a kind", &kind.entries)?;
    }
    for table in &program.tables {
        let (count, most) = (table.len(), limits::FORM_BYTES);
        if count > most {
            return Err(Fault::TooMany {
                what: "numbers of a table",
                count,
                most,
            });
        }
    }
    Ok(())
}

fn check_spans(program: &Program) -> Result<(), VerifyError> {
    for (number, span) in program.spans.iter().enumerate() {
        if span.file as usize >= program.files.len() {
            let fault = Fault::NoSuch {
                id: format!("file {}", span.file),
            };
            return Err(VerifyError::new(format!("@{number}"), fault));
        }
    }
    Ok(())
}

fn check_code(program: &Program, legal: &LegalUses) -> Result<Vec<FuncFacts>, VerifyError> {
    let mut facts: Vec<FuncFacts> = Vec::with_capacity(program.funcs.len());
    let mut instructions = 0;
    for (number, func) in program.funcs.iter().enumerate() {
        let place = format!("f{number} {:?}", func.name);
        let role = Role::Func {
            id: FuncId(number as u32),
            result: func.result,
        };
        let mut body = Body::new(program, place, role, legal, &facts, &mut instructions);
        body.check(&func.params, &func.locals, &func.body)?;
        let found = body.facts();
        facts.push(found);
    }
    for (number, segment) in program.segments.iter().enumerate() {
        let place = format!("g{number} {:?}", segment.name);
        let mut body = Body::new(
            program,
            place,
            Role::Segment,
            legal,
            &facts,
            &mut instructions,
        );
        body.check(&segment.params, &segment.locals, &segment.body)?;
    }
    Ok(facts)
}
