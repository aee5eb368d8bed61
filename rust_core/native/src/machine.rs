//! One instance of a compiled program, for one thread.
//!
//! The block of the caller is copied into the instance and back, so a fault leaves it as it was. After a
//! step the instance still holds the state and its legal actions, which saves asking for them again.

use std::sync::Arc;

use rulewright_engine::{ApplyError, ChanceMode, Fault, FaultKind, Playout};
use rulewright_ir::program::Weights;
use wasmtime::{Global, Instance, Memory, Store, TypedFunc, Val, WasmParams, WasmResults};

use crate::engine::{NativeEngine, NativeError};
use crate::memory::{FAULT_A, FAULT_B, FAULT_SITE, OUTCOME, RESULTS, STATE};
use crate::module::{BASE_NAME, LIST_NAME};
use crate::sites::{damaged, fault_at};

mod kept;

use kept::Kept;
pub(crate) use kept::{Look, Views};

const AT_DECISION: u8 = 0;
const AT_CHANCE: u8 = 1;
const OVER: u8 = 2;

/// Runs a compiled program. Blocks are the bytes of states of the same program; those of another one of
/// the same length give wrong answers or a fault, and no harm.
pub struct NativeMachine {
    native: Arc<NativeEngine>,
    store: Store<()>,
    memory: Memory,
    /// Where the code finds the state, and where it puts the list of what is legal.
    base: Global,
    list: Global,
    ways: WaysIn,
    /// Bytes of a state.
    size: usize,
    /// How many legal actions of the block in the instance are known there.
    known: Option<u32>,
    /// Positions that stay in the instance.
    kept: Kept,
}

/// The functions of an instance. They are lent and never cloned: a clone counts references to its type.
struct WaysIn {
    legal: TypedFunc<(), u32>,
    start: TypedFunc<(u64, u32), u32>,
    apply: TypedFunc<(u32, u32), u32>,
    outcome: TypedFunc<(u32, u32), u32>,
    sample: TypedFunc<u32, u32>,
    results: TypedFunc<(), ()>,
    playout: TypedFunc<u64, u32>,
    steps: TypedFunc<(u32, u32, u32, u32), u32>,
}

impl NativeMachine {
    /// An instance for one thread.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(native: &Arc<NativeEngine>) -> Result<Self, NativeError> {
        Self::instance(native).map_err(|error| NativeError::Compile(format!("{error:#}")))
    }

    fn instance(native: &Arc<NativeEngine>) -> wasmtime::Result<Self> {
        let mut store = Store::new(native.module().engine(), ());
        let instance = Instance::new(&mut store, native.module(), &[])?;
        let memory = instance
            .get_memory(&mut store, "memory")
            .ok_or_else(|| wasmtime::Error::msg("the module has no memory"))?;
        let mut global = |name| {
            let found = instance.get_global(&mut store, name);
            found.ok_or_else(|| wasmtime::Error::msg("the module has no such global"))
        };
        let (base, list) = (global(BASE_NAME)?, global(LIST_NAME)?);
        Ok(NativeMachine {
            native: Arc::clone(native),
            size: native.engine().layout().size(),
            memory,
            base,
            list,
            ways: WaysIn {
                legal: instance.get_typed_func(&mut store, "legal")?,
                start: instance.get_typed_func(&mut store, "start")?,
                apply: instance.get_typed_func(&mut store, "apply")?,
                outcome: instance.get_typed_func(&mut store, "outcome")?,
                sample: instance.get_typed_func(&mut store, "sample")?,
                results: instance.get_typed_func(&mut store, "results")?,
                playout: instance.get_typed_func(&mut store, "playout")?,
                steps: instance.get_typed_func(&mut store, "steps")?,
            },
            known: None,
            kept: Kept::default(),
            store,
        })
    }

    /// The first stop of a game.
    ///
    /// # Errors
    /// If the rules fail on the way there.
    pub fn initial(&mut self, seed: u64, chance: ChanceMode) -> Result<Vec<u8>, Fault> {
        self.step(|ways| &ways.start, (seed, mode(chance)))?;
        Ok(self.block().to_vec())
    }

    /// The legal actions, rising; none at a chance point and when the game is over.
    ///
    /// # Errors
    /// If the rules fail, or nothing is legal at a decision.
    pub fn legal(&mut self, block: &[u8], out: &mut Vec<u32>) -> Result<(), Fault> {
        out.clear();
        self.check_size(block)?;
        if sort(block) == AT_DECISION {
            self.find_legal(block)?;
            out.extend(self.offered());
        }
        Ok(())
    }

    /// Takes a legal action and runs to the next stop.
    ///
    /// # Errors
    /// If the action is not legal here or the rules fail; the block is as before.
    pub fn apply(
        &mut self,
        block: &mut [u8],
        action: u32,
        chance: ChanceMode,
    ) -> Result<(), ApplyError> {
        self.check_size(block)?;
        match sort(block) {
            AT_DECISION => self.find_legal(block)?,
            AT_CHANCE => return Err(ApplyError::AtChance),
            _ => return Err(ApplyError::Over),
        }
        if !self.offered().any(|number| number == action) {
            return Err(ApplyError::Illegal { action });
        }
        self.step(|ways| &ways.apply, (action, mode(chance)))?;
        block.copy_from_slice(self.block());
        Ok(())
    }

    /// Takes an action that is known to be legal; one that is not gives a fault or a state that means
    /// nothing.
    ///
    /// # Errors
    /// If the rules fail; the block is as before.
    pub fn apply_known(
        &mut self,
        block: &mut [u8],
        action: u32,
        chance: ChanceMode,
    ) -> Result<(), Fault> {
        self.check_size(block)?;
        if self.known.is_none() || self.block() != block {
            self.load(block);
        }
        self.step(|ways| &ways.apply, (action, mode(chance)))?;
        block.copy_from_slice(self.block());
        Ok(())
    }

    /// Takes an outcome of the chance point at which the block stands.
    ///
    /// # Errors
    /// If it stands elsewhere, the outcome is not possible or the rules fail; the block is as before.
    pub fn apply_outcome(
        &mut self,
        block: &mut [u8],
        outcome: u32,
        chance: ChanceMode,
    ) -> Result<(), ApplyError> {
        self.require_chance(block)?;
        if !self.is_possible(block, outcome) {
            return Err(ApplyError::IllegalOutcome { outcome });
        }
        self.load(block);
        self.step(|ways| &ways.outcome, (outcome, mode(chance)))?;
        block.copy_from_slice(self.block());
        Ok(())
    }

    /// Lets the block's own generator take an outcome, and says which.
    ///
    /// # Errors
    /// If it stands elsewhere or the rules fail; the block is as before.
    pub fn sample_chance(
        &mut self,
        block: &mut [u8],
        chance: ChanceMode,
    ) -> Result<u32, ApplyError> {
        self.require_chance(block)?;
        self.load(block);
        self.step(|ways| &ways.sample, mode(chance))?;
        block.copy_from_slice(self.block());
        Ok(self.word(OUTCOME))
    }

    /// Every player's points and tiebreaks.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn results(&mut self, block: &[u8]) -> Result<(Vec<i32>, Vec<i32>), Fault> {
        self.check_size(block)?;
        self.load(block);
        self.call(|ways| &ways.results, ())?;
        Ok(self.read_results())
    }

    /// Plays one game at random, all of it in compiled code.
    ///
    /// # Errors
    /// If the rules fail, or the game takes more decisions than the program declares.
    pub fn playout(&mut self, seed: u64) -> Result<Playout, Fault> {
        self.known = None;
        let decisions = self.call(|ways| &ways.playout, seed)?;
        let (scores, tiebreaks) = self.read_results();
        let engine = Arc::clone(self.native.engine());
        let block = self.block();
        let counters = engine.counters();
        let counters = counters
            .map(|(slot, _)| engine.layout().read(block, slot, 0).unwrap_or(0))
            .collect();
        Ok(Playout {
            returns: shares(&scores, &tiebreaks),
            scores,
            tiebreaks,
            decisions,
            counters,
        })
    }

    /// What it is an instance of.
    #[must_use]
    pub fn native(&self) -> &Arc<NativeEngine> {
        &self.native
    }

    /// The legal actions after the last step; none if it failed.
    pub fn last_legal(&self) -> impl Iterator<Item = u32> + '_ {
        self.offered()
    }

    /// The bytes where the last playout or step ended.
    #[must_use]
    #[inline]
    pub fn block(&self) -> &[u8] {
        let at = STATE as usize;
        let memory = self.memory.data(&self.store);
        memory.get(at..at + self.size).unwrap_or(&[])
    }

    fn step<P: WasmParams>(
        &mut self,
        way: fn(&WaysIn) -> &TypedFunc<P, u32>,
        params: P,
    ) -> Result<(), Fault> {
        self.known = None;
        self.known = Some(self.call(way, params)?);
        Ok(())
    }

    #[inline]
    fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        way: fn(&WaysIn) -> &TypedFunc<P, R>,
        params: P,
    ) -> Result<R, Fault> {
        match way(&self.ways).call(&mut self.store, params) {
            Ok(result) => Ok(result),
            Err(error) => Err(self.stopped(&error)),
        }
    }

    /// What a trap means. It may have come while the code worked on a position elsewhere.
    #[cold]
    fn stopped(&mut self, error: &wasmtime::Error) -> Fault {
        let places = [(self.base, STATE), (self.list, self.native.map().legal)];
        for (global, place) in places {
            if global.set(&mut self.store, Val::I32(place as i32)).is_err() {
                return damaged(self.native.engine().program(), "a global is not there");
            }
        }
        self.fault(error)
    }

    /// What a trap means. Only a failed check traps by `unreachable`.
    fn fault(&self, error: &wasmtime::Error) -> Fault {
        let engine = self.native.engine();
        if error.downcast_ref() != Some(&wasmtime::Trap::UnreachableCodeReached) {
            return damaged(engine.program(), "the compiled code failed");
        }
        let long = |at: u32| {
            let bytes = self.memory.data(&self.store).get(at as usize..);
            let bytes = bytes.and_then(<[u8]>::first_chunk);
            bytes.map_or(0, |bytes| i64::from_le_bytes(*bytes))
        };
        let (a, b) = (long(FAULT_A), long(FAULT_B));
        self.native
            .sites()
            .fault(engine, self.word(FAULT_SITE), a, b)
    }

    /// Puts a block into the instance.
    #[inline]
    fn load(&mut self, block: &[u8]) {
        self.known = None;
        let at = STATE as usize;
        let memory = self.memory.data_mut(&mut self.store);
        if let Some(here) = memory.get_mut(at..at + block.len()) {
            here.copy_from_slice(block);
        }
    }

    /// The legal actions of a block into the instance, unless they are there.
    #[inline]
    fn find_legal(&mut self, block: &[u8]) -> Result<(), Fault> {
        if self.known.is_some() && self.block() == block {
            return Ok(());
        }
        self.load(block);
        let count = self.call(|ways| &ways.legal, ())?;
        if count == 0 {
            return Err(self.nothing_legal(block));
        }
        self.known = Some(count);
        Ok(())
    }

    #[cold]
    fn nothing_legal(&self, block: &[u8]) -> Fault {
        let program = self.native.engine().program();
        let Some(decision) = program.decisions.get(usize::from(number(block))) else {
            return damaged(program, "a decision is missing");
        };
        let kind = FaultKind::NoLegalAction {
            decision: decision.name.clone(),
        };
        fault_at(program, kind, decision.span, &decision.name)
    }

    /// The legal actions that are known in the instance.
    #[inline]
    fn offered(&self) -> impl Iterator<Item = u32> + '_ {
        let at = self.native.map().legal as usize;
        let bytes = 4 * self.known.unwrap_or(0) as usize;
        let list = self.memory.data(&self.store).get(at..at + bytes);
        words(list.unwrap_or(&[]))
    }

    fn word(&self, at: u32) -> u32 {
        let bytes = self.memory.data(&self.store).get(at as usize..);
        let bytes = bytes.and_then(<[u8]>::first_chunk);
        bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    fn set_word(&mut self, at: u32, word: u32) {
        let memory = self.memory.data_mut(&mut self.store);
        let place = memory.get_mut(at as usize..);
        if let Some(place) = place.and_then(<[u8]>::first_chunk_mut) {
            *place = word.to_le_bytes();
        }
    }

    fn read_results(&self) -> (Vec<i32>, Vec<i32>) {
        let players = u32::from(self.native.engine().program().players);
        let from = |first: u32| {
            let places = first..first + players;
            places.map(|n| self.word(RESULTS + 4 * n) as i32).collect()
        };
        (from(0), from(players))
    }

    #[inline]
    fn check_size(&self, block: &[u8]) -> Result<(), Fault> {
        if self.size == block.len() {
            Ok(())
        } else {
            Err(self.foreign_state(block.len()))
        }
    }

    #[cold]
    fn foreign_state(&self, given: usize) -> Fault {
        let wanted = self.size;
        let kind = FaultKind::ForeignState { wanted, given };
        let program = self.native.engine().program();
        fault_at(program, kind, None, &program.game)
    }

    fn require_chance(&self, block: &[u8]) -> Result<(), ApplyError> {
        self.check_size(block)?;
        match sort(block) {
            AT_CHANCE => Ok(()),
            AT_DECISION => Err(ApplyError::NotAtChance),
            _ => Err(ApplyError::Over),
        }
    }

    fn is_possible(&self, block: &[u8], outcome: u32) -> bool {
        let engine = self.native.engine();
        let chance = engine.program().chances.get(usize::from(number(block)));
        match chance.map(|chance| chance.source) {
            Some(Weights::Uniform(count)) => outcome < count,
            Some(Weights::Cells { slot, len, base }) => {
                let layout = engine.layout();
                let first = base
                    .and_then(|base| layout.read(block, base, 0))
                    .unwrap_or(0);
                let index = i64::from(first) + i64::from(outcome);
                let weight = usize::try_from(index).ok();
                let weight = weight.and_then(|index| layout.read(block, slot, index));
                outcome < len && weight.is_some_and(|weight| weight > 0)
            }
            None => false,
        }
    }
}

fn words(bytes: &[u8]) -> impl ExactSizeIterator<Item = u32> + '_ {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|word| u32::from_le_bytes(*word))
}

fn mode(chance: ChanceMode) -> u32 {
    u32::from(chance == ChanceMode::Explicit)
}

/// What a block stands at; what means nothing counts as over, as in the engine.
fn sort(block: &[u8]) -> u8 {
    block.get(10).copied().unwrap_or(OVER)
}

fn number(block: &[u8]) -> u16 {
    let bytes = block.get(8..).and_then(<[u8]>::first_chunk);
    bytes.map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

/// The share of the win of each player: those with the greatest (points, tiebreak) share 1 equally.
pub(crate) fn shares(scores: &[i32], tiebreaks: &[i32]) -> Vec<f64> {
    let results = || scores.iter().zip(tiebreaks);
    let best = results().max();
    let winners = results().filter(|result| Some(*result) == best).count();
    let share = 1.0 / f64::from(u8::try_from(winners).unwrap_or(u8::MAX).max(1));
    let each = results().map(|result| if Some(result) == best { share } else { 0.0 });
    each.collect()
}
