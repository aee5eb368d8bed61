//! A program made ready once, to be shared by all threads: layout, linear code, action numbers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use rulewright_ir::ids::{SlotId, SpanId};
use rulewright_ir::program::Program;
use rulewright_ir::Verified;

use crate::actions::ActionTable;
use crate::fault::{Fault, FaultKind};
use crate::interp::{Code, Context, Machine, Trap, TrapKind, FUEL};
use crate::layout::Layout;
use crate::observe::Sight;
use crate::state::State;
use crate::validate::kept_segments;

/// Why a verified program cannot be run here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The registers of the deepest calls and all constants do not fit into the register file.
    #[error("the program needs {needed} registers at once, and the engine has {most}")]
    Registers {
        /// How many it needs.
        needed: usize,
        /// How many there are.
        most: usize,
    },
}

/// Runs one program. Immutable; what changes is in a [`State`] and a [`Machine`].
#[derive(Debug)]
pub struct Engine {
    /// Tells a machine whose constants it holds; counts from 1 in this process and shows nowhere.
    id: u64,
    verified: Verified,
    /// The same program with less work in it: what is run.
    running: Verified,
    layout: Layout,
    code: Code,
    actions: ActionTable,
    sight: Sight,
    kept: Vec<(u32, u32)>,
}

static ENGINES: AtomicU64 = AtomicU64::new(1);

impl Engine {
    /// Makes a program ready.
    ///
    /// # Errors
    /// If the program is too large for the register file.
    pub fn new(verified: Verified) -> Result<Arc<Self>, LoadError> {
        let running = rulewright_ir::optimise(&verified);
        Self::run_as(verified, running)
    }

    /// The same with the form that is run as it was kept, [`Engine::running`] of another engine; one that
    /// can't belong to the program is worked out again.
    ///
    /// # Errors
    /// If the program is too large for the register file.
    pub fn with_kept(verified: Verified, kept: Program) -> Result<Arc<Self>, LoadError> {
        match rulewright_ir::optimise::accept(&verified, kept) {
            Some(running) => Self::run_as(verified, running),
            None => Self::new(verified),
        }
    }

    fn run_as(verified: Verified, running: Verified) -> Result<Arc<Self>, LoadError> {
        // Joined code needs more registers; what is too large for that may do as it is written.
        Self::with(verified.clone(), running, true).or_else(|_| Self::as_written(verified))
    }

    /// Makes a program ready just as it is written: what it does is the same, instruction by instruction.
    ///
    /// # Errors
    /// If the program is too large for the register file.
    pub fn as_written(verified: Verified) -> Result<Arc<Self>, LoadError> {
        Self::with(verified.clone(), verified, false)
    }

    fn with(verified: Verified, running: Verified, fuses: bool) -> Result<Arc<Self>, LoadError> {
        let program = verified.program();
        let layout = Layout::of(program);
        let code = Code::of(running.program(), &layout, fuses)?;
        let actions = ActionTable::of(program);
        let sight = Sight::of(program, &layout);
        let kept = kept_segments(program);
        let id = ENGINES.fetch_add(1, Ordering::Relaxed);
        Ok(Arc::new(Engine {
            id,
            verified,
            running,
            layout,
            code,
            actions,
            sight,
            kept,
        }))
    }

    /// The program it runs.
    #[must_use]
    pub fn program(&self) -> &Program {
        self.verified.program()
    }

    /// An engine for the same program that runs it as it is written.
    pub(crate) fn written(&self) -> Result<Arc<Self>, Fault> {
        Self::as_written(self.verified.clone()).map_err(|_| {
            let kind = FaultKind::Damaged("the program is too large as it is written");
            self.fault(kind, None, &self.program().game)
        })
    }

    /// The program in the form in which it is run: bodies of functions and segments differ from those of
    /// [`Engine::program`], and nothing else.
    #[must_use]
    pub fn running(&self) -> &Program {
        self.running.program()
    }

    /// Where the cells stand in a state.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn actions(&self) -> &ActionTable {
        &self.actions
    }

    /// How its states become observations.
    #[must_use]
    pub fn sight(&self) -> &Sight {
        &self.sight
    }

    pub(crate) fn bind(&self, machine: &mut Machine) {
        machine.bind(self.id, &self.code);
    }

    pub(crate) fn context(&self) -> Context<'_> {
        Context {
            code: &self.code,
            layout: &self.layout,
            actions: &self.actions,
            decision_of: self.actions.decisions(),
        }
    }

    pub(crate) fn is_kept(&self, slot: SlotId, segment: i32) -> bool {
        self.kept.binary_search(&(slot.0, segment as u32)).is_ok()
    }

    pub(crate) fn slot_name(&self, slot: usize) -> String {
        self.program()
            .slots
            .get(slot)
            .map_or_else(String::new, |s| s.name.clone())
    }

    /// A state of another game is found out by its length before anything reads it.
    pub(crate) fn check_size(&self, state: &State) -> Result<(), Fault> {
        let (wanted, given) = (self.layout.size(), state.block.len());
        if wanted == given {
            return Ok(());
        }
        Err(self.fault(
            FaultKind::ForeignState { wanted, given },
            None,
            &self.program().game,
        ))
    }

    /// A fault with its place.
    #[cold]
    pub(crate) fn fault(&self, kind: FaultKind, span: Option<SpanId>, code: &str) -> Fault {
        let program = self.program();
        let place = span
            .and_then(|id| program.spans.get(id.index()))
            .map(|span| {
                let file = program
                    .files
                    .get(span.file as usize)
                    .map_or("?", String::as_str);
                format!("{file}:{}:{}", span.line, span.column)
            });
        Fault {
            kind,
            span,
            code: code.to_owned(),
            place,
        }
    }

    /// A failed check of the interpreter, with names in place of numbers.
    #[cold]
    pub(crate) fn fault_of(&self, trap: Trap) -> Fault {
        let name = |slot: u16| self.slot_name(usize::from(slot));
        let slot_len = |slot: u16| {
            self.layout
                .slots()
                .get(usize::from(slot))
                .map_or(0, |s| s.len)
        };
        let kind = match trap.kind {
            TrapKind::Index { slot, index } => FaultKind::Index {
                slot: name(slot),
                index,
                len: slot_len(slot),
            },
            TrapKind::Range { slot, index, value } => {
                let range = self
                    .layout
                    .slots()
                    .get(usize::from(slot))
                    .map_or((0, 0), |s| (s.low, s.high));
                FaultKind::Range {
                    slot: name(slot),
                    index: i64::from(index),
                    value,
                    low: range.0,
                    high: range.1,
                }
            }
            TrapKind::Unlimited { slot } => FaultKind::Unlimited { slot: name(slot) },
            TrapKind::NegativeMove { slot, amount } => FaultKind::NegativeMove {
                slot: name(slot),
                amount,
            },
            TrapKind::Misaligned { from, i, to, j } => FaultKind::Misaligned {
                from: name(from),
                from_index: i64::from(i),
                to: name(to),
                to_index: i64::from(j),
            },
            TrapKind::DivideByZero => FaultKind::DivideByZero,
            TrapKind::TableIndex { index, len } => FaultKind::TableIndex { index, len },
            TrapKind::JumpIndex { index, len } => FaultKind::JumpIndex { index, len },
            TrapKind::NotResumable { slot, value } => FaultKind::NotResumable {
                slot: name(slot),
                value,
            },
            TrapKind::Fuel => FaultKind::Fuel { limit: FUEL },
            TrapKind::OfferOrder { action, previous } => FaultKind::OfferOrder { action, previous },
            TrapKind::OfferForeign { action } => FaultKind::OfferForeign { action },
            TrapKind::Stated { text } => FaultKind::Stated(self.code.text(text).to_owned()),
            TrapKind::Damaged(what) => FaultKind::Damaged(what),
        };
        self.fault(kind, self.code.span_at(trap.pc), self.code.name_at(trap.pc))
    }
}
