//! One way to run a program, whichever back end does it.

use std::ops::Range;
use std::sync::Arc;

use rulewright_engine::{
    ApplyError, ChanceMode, Engine, Fault, FaultKind, Machine, Perft, Playout, State, Status,
};

use crate::engine::{NativeEngine, NativeError};
use crate::machine::{shares, NativeMachine};
use crate::sites::damaged;

/// A program and what runs it; to be shared by all threads.
#[derive(Clone, Debug)]
pub enum Backend {
    /// The reference.
    Interpreter(Arc<Engine>),
    /// Machine code.
    Native(Arc<NativeEngine>),
}

impl Backend {
    /// The engine, which knows everything that needs no running.
    #[must_use]
    pub fn engine(&self) -> &Arc<Engine> {
        match self {
            Backend::Interpreter(engine) => engine,
            Backend::Native(native) => native.engine(),
        }
    }

    /// Plays one game for each seed, in the order of the seeds. 0 threads are as many as there are cores.
    ///
    /// # Errors
    /// The fault of the first seed that has one.
    pub fn playouts(&self, seeds: Range<u64>, threads: usize) -> Result<Vec<Playout>, Fault> {
        let native = match self {
            Backend::Interpreter(engine) => return engine.playouts(seeds, threads),
            Backend::Native(native) => native,
        };
        let parts = shares_of(&seeds, threads);
        if parts.len() == 1 {
            return in_turn(native, seeds);
        }
        let parts: Vec<Result<Vec<Playout>, Fault>> = std::thread::scope(|scope| {
            let start = |part: Range<u64>| {
                let seeds = part.clone();
                let work = move || in_turn(native, seeds);
                let spawned = std::thread::Builder::new().spawn_scoped(scope, work);
                (part, spawned)
            };
            // All are started before the first is waited for.
            let running: Vec<_> = parts.into_iter().map(start).collect();
            let finish = |(part, spawned): (Range<u64>, std::io::Result<_>)| match spawned {
                Ok(thread) => std::thread::ScopedJoinHandle::join(thread).unwrap_or_else(|_| {
                    let program = native.engine().program();
                    Err(damaged(program, "a thread ended early"))
                }),
                // The system gives no more threads: this one does the work.
                Err(_) => in_turn(native, part),
            };
            running.into_iter().map(finish).collect()
        });
        let mut all = Vec::new();
        for part in parts {
            all.extend(part?);
        }
        Ok(all)
    }
}

/// The seeds in as many parts as there are threads, one after another; at least one.
fn shares_of(seeds: &Range<u64>, threads: usize) -> Vec<Range<u64>> {
    let count = seeds.end.saturating_sub(seeds.start);
    let threads = threads_for(usize::try_from(count).unwrap_or(usize::MAX), threads) as u64;
    let share = count.div_ceil(threads).max(1);
    let start = |number: u64| {
        let start = seeds.start.saturating_add(number.saturating_mul(share));
        start.min(seeds.end)
    };
    (0..threads).map(|n| start(n)..start(n + 1)).collect()
}

/// How many threads share `count` games; 0 are as many as there are cores.
pub(crate) fn threads_for(count: usize, threads: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores() } else { threads };
    threads.clamp(1, count.clamp(1, 256))
}

fn in_turn(native: &Arc<NativeEngine>, seeds: Range<u64>) -> Result<Vec<Playout>, Fault> {
    let no_room = |_| damaged(native.engine().program(), "there is no memory for a thread");
    let mut machine = NativeMachine::new(native).map_err(no_room)?;
    seeds.map(|seed| machine.playout(seed)).collect()
}

/// What one thread runs a program with. It works on states of that program; a state of another one gives
/// wrong answers or a fault.
pub enum Runner {
    /// By the interpreter.
    Interpreter(Arc<Engine>, Box<Machine>),
    /// By machine code.
    Native(Box<NativeMachine>),
}

impl Runner {
    /// A runner for one thread.
    ///
    /// # Errors
    /// If there is no memory for an instance of the code.
    pub fn new(backend: &Backend) -> Result<Self, NativeError> {
        Ok(match backend {
            Backend::Interpreter(engine) => Runner::Interpreter(Arc::clone(engine), Box::default()),
            Backend::Native(native) => Runner::Native(Box::new(NativeMachine::new(native)?)),
        })
    }

    /// Whether it runs this program by this back end. An interpreter takes up any program.
    #[inline]
    pub fn take_up(&mut self, backend: &Backend) -> bool {
        match (self, backend) {
            (Runner::Interpreter(mine, _), Backend::Interpreter(wanted)) => {
                if !Arc::ptr_eq(mine, wanted) {
                    *mine = Arc::clone(wanted);
                }
                true
            }
            (Runner::Native(machine), Backend::Native(wanted)) => {
                Arc::ptr_eq(machine.native(), wanted)
            }
            _ => false,
        }
    }

    pub(crate) fn engine(&self) -> &Arc<Engine> {
        match self {
            Runner::Interpreter(engine, _) => engine,
            Runner::Native(machine) => machine.native().engine(),
        }
    }

    /// The first stop of a game.
    ///
    /// # Errors
    /// If the rules fail on the way there.
    pub fn initial(&mut self, seed: u64, chance: ChanceMode) -> Result<State, Fault> {
        match self {
            Runner::Interpreter(engine, machine) => engine.initial(seed, chance, machine),
            Runner::Native(machine) => {
                let block = machine.initial(seed, chance)?;
                Ok(State::from_back_end(&block))
            }
        }
    }

    /// The legal actions, rising; none at a chance point and when the game is over.
    ///
    /// # Errors
    /// If the rules fail, or nothing is legal at a decision.
    #[inline]
    pub fn legal(&mut self, state: &State, out: &mut Vec<u32>) -> Result<(), Fault> {
        match self {
            Runner::Interpreter(engine, machine) => engine.legal(state, machine, out),
            Runner::Native(machine) => machine.legal(state.as_bytes(), out),
        }
    }

    /// Takes a legal action and runs to the next stop.
    ///
    /// # Errors
    /// If the action is not legal here or the rules fail; the state is as before.
    #[inline]
    pub fn apply(
        &mut self,
        state: &mut State,
        action: u32,
        chance: ChanceMode,
    ) -> Result<(), ApplyError> {
        match self {
            Runner::Interpreter(engine, machine) => engine.apply(state, action, chance, machine),
            Runner::Native(machine) => machine.apply(state.as_bytes_mut(), action, chance),
        }
    }

    /// Takes an outcome of the chance point at which the state stands.
    ///
    /// # Errors
    /// If it stands elsewhere, the outcome is not possible or the rules fail; the state is as before.
    pub fn apply_outcome(
        &mut self,
        state: &mut State,
        outcome: u32,
        chance: ChanceMode,
    ) -> Result<(), ApplyError> {
        match self {
            Runner::Interpreter(engine, machine) => {
                engine.apply_outcome(state, outcome, chance, machine)
            }
            Runner::Native(machine) => machine.apply_outcome(state.as_bytes_mut(), outcome, chance),
        }
    }

    /// Lets the state's own generator take an outcome, and says which.
    ///
    /// # Errors
    /// If it stands elsewhere or the rules fail; the state is as before.
    pub fn sample_chance(
        &mut self,
        state: &mut State,
        chance: ChanceMode,
    ) -> Result<u32, ApplyError> {
        match self {
            Runner::Interpreter(engine, machine) => engine.sample_chance(state, chance, machine),
            Runner::Native(machine) => machine.sample_chance(state.as_bytes_mut(), chance),
        }
    }

    /// Every player's points and tiebreaks.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn results(&mut self, state: &State) -> Result<(Vec<i32>, Vec<i32>), Fault> {
        match self {
            Runner::Interpreter(engine, machine) => Ok((
                engine.scores(state, machine)?,
                engine.tiebreaks(state, machine)?,
            )),
            Runner::Native(machine) => machine.results(state.as_bytes()),
        }
    }

    /// Every player's share of the win; zeros while the game is not over.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn returns(&mut self, state: &State) -> Result<Vec<f64>, Fault> {
        match self {
            Runner::Interpreter(engine, machine) => engine.returns(state, machine),
            Runner::Native(machine) => {
                let engine = machine.native().engine();
                if engine.status(state) != Status::Over {
                    return Ok(vec![0.0; usize::from(engine.program().players)]);
                }
                let (scores, tiebreaks) = machine.results(state.as_bytes())?;
                Ok(shares(&scores, &tiebreaks))
            }
        }
    }

    /// Plays one game at random.
    ///
    /// # Errors
    /// If the rules fail, or the game takes more decisions than the program declares.
    pub fn playout(&mut self, seed: u64) -> Result<Playout, Fault> {
        match self {
            Runner::Interpreter(engine, machine) => engine.playout(seed, machine),
            Runner::Native(machine) => machine.playout(seed),
        }
    }

    /// Counts the states `depth` plies after this one.
    ///
    /// # Errors
    /// If the rules fail somewhere on the way.
    pub fn perft(&mut self, state: &State, depth: u32) -> Result<Perft, Fault> {
        match self {
            Runner::Interpreter(engine, machine) => engine.perft(state, depth, machine),
            Runner::Native(machine) => {
                let engine = Arc::clone(machine.native().engine());
                engine.perft_by(state, depth, |state, see| children(machine, state, see))
            }
        }
    }

    /// The count for each action or outcome apart, rising; nothing at depth 0 or when the game is over.
    ///
    /// # Errors
    /// If the rules fail somewhere on the way.
    pub fn divide(&mut self, state: &State, depth: u32) -> Result<Vec<(u32, Perft)>, Fault> {
        let machine = match self {
            Runner::Interpreter(engine, machine) => return engine.divide(state, depth, machine),
            Runner::Native(machine) => machine,
        };
        let Some(rest) = depth.checked_sub(1) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        children(machine, state, &mut |number, child| {
            found.push((number, child));
        })?;
        let count = |(number, child)| Ok((number, self.perft(&child, rest)?));
        found.into_iter().map(count).collect()
    }
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let game = &self.engine().program().game;
        f.debug_struct("Runner").field("game", game).finish()
    }
}

/// Calls `see` with every action or outcome and the state after it.
fn children(
    machine: &mut NativeMachine,
    state: &State,
    see: &mut dyn FnMut(u32, State),
) -> Result<(), Fault> {
    let engine = Arc::clone(machine.native().engine());
    match engine.status(state) {
        Status::Over => {}
        Status::Decision(_) => {
            let mut legal = Vec::new();
            machine.legal(state.as_bytes(), &mut legal)?;
            for action in legal {
                let mut child = state.clone();
                machine.apply_known(child.as_bytes_mut(), action, ChanceMode::Explicit)?;
                see(action, child);
            }
        }
        Status::Chance(id) => {
            engine.check_weights(state, id)?;
            for (outcome, _) in engine.chance_outcomes(state).outcomes {
                let mut child = state.clone();
                let block = child.as_bytes_mut();
                match machine.apply_outcome(block, outcome, ChanceMode::Explicit) {
                    Ok(()) => see(outcome, child),
                    Err(ApplyError::Fault(fault)) => return Err(fault),
                    Err(_) => {
                        let kind = FaultKind::Damaged("an outcome was refused");
                        return Err(crate::sites::fault_at(
                            engine.program(),
                            kind,
                            None,
                            "perft",
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}
