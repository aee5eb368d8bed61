//! The two back ends side by side, each with the program as it is written and as it is run.

use std::sync::Arc;

use rulewright_engine::{ApplyError, ChanceMode, Engine, Fault, FaultKind, Machine, State};
use rulewright_ir::verify;
use rulewright_native::{NativeEngine, NativeMachine};

/// One game on both; every step is compared.
pub(crate) struct Both {
    pub(crate) engine: Arc<Engine>,
    pub(crate) machine: Machine,
    pub(crate) compiled: NativeMachine,
    /// The same with the program as it is written.
    written: Option<Box<Both>>,
}

impl Both {
    pub(crate) fn new(engine: Arc<Engine>) -> Self {
        let verified = verify(engine.program().clone()).expect("it was verified before");
        let written = Engine::as_written(verified).expect("a small program fits");
        let mut both = Self::of(engine);
        both.written = Some(Box::new(Self::of(written)));
        both
    }

    fn of(engine: Arc<Engine>) -> Self {
        let native = NativeEngine::new(&engine).expect("a small program compiles");
        let compiled = NativeMachine::new(&native).expect("a small program has room");
        Both {
            engine,
            machine: Machine::new(),
            compiled,
            written: None,
        }
    }

    /// The first stop, or the fault on the way there.
    pub(crate) fn initial(&mut self, seed: u64, mode: ChanceMode) -> Result<State, Fault> {
        let state = self.engine.initial(seed, mode, &mut self.machine);
        let block = self.compiled.initial(seed, mode);
        assert_eq!(bytes(&state), block);
        if let Some(written) = &mut self.written {
            assert_alike(&state, &written.initial(seed, mode), |fault| Some(fault));
        }
        state
    }

    /// The legal actions.
    pub(crate) fn legal(&mut self, state: &State) -> Result<Vec<u32>, Fault> {
        let (mut legal, mut other) = (Vec::new(), Vec::new());
        let asked = self.engine.legal(state, &mut self.machine, &mut legal);
        let result = self.compiled.legal(state.as_bytes(), &mut other);
        assert_eq!(asked, result);
        assert_eq!(legal, other);
        let asked = asked.map(|()| legal);
        if let Some(written) = &mut self.written {
            assert_alike(&asked, &written.legal(state), |fault| Some(fault));
        }
        asked
    }

    /// One action.
    pub(crate) fn apply(
        &mut self,
        state: &mut State,
        action: u32,
        mode: ChanceMode,
    ) -> Result<(), ApplyError> {
        let before = state.clone();
        let mut block = state.as_bytes().to_vec();
        let result = self.compiled.apply(&mut block, action, mode);
        let applied = self.engine.apply(state, action, mode, &mut self.machine);
        assert_eq!(applied, result);
        assert_eq!(state.as_bytes(), block);
        if let Some(written) = &mut self.written {
            let mut other = before;
            assert_alike(&applied, &written.apply(&mut other, action, mode), inner);
            assert_eq!(*state, other);
        }
        applied
    }

    /// One outcome.
    pub(crate) fn outcome(&mut self, state: &mut State, outcome: u32) -> Result<(), ApplyError> {
        let mode = ChanceMode::Explicit;
        let before = state.clone();
        let mut block = state.as_bytes().to_vec();
        let result = self.compiled.apply_outcome(&mut block, outcome, mode);
        let machine = &mut self.machine;
        let applied = self.engine.apply_outcome(state, outcome, mode, machine);
        assert_eq!(applied, result);
        assert_eq!(state.as_bytes(), block);
        if let Some(written) = &mut self.written {
            let mut other = before;
            assert_alike(&applied, &written.outcome(&mut other, outcome), inner);
            assert_eq!(*state, other);
        }
        applied
    }

    /// One draw.
    pub(crate) fn sample(&mut self, state: &mut State) -> Result<u32, ApplyError> {
        let mode = ChanceMode::Explicit;
        let before = state.clone();
        let mut block = state.as_bytes().to_vec();
        let result = self.compiled.sample_chance(&mut block, mode);
        let drawn = self.engine.sample_chance(state, mode, &mut self.machine);
        assert_eq!(drawn, result);
        assert_eq!(state.as_bytes(), block);
        if let Some(written) = &mut self.written {
            let mut other = before;
            assert_alike(&drawn, &written.sample(&mut other), inner);
            assert_eq!(*state, other);
        }
        drawn
    }

    /// Points and tiebreaks.
    pub(crate) fn results(&mut self, state: &State) {
        let scores = self.engine.scores(state, &mut self.machine);
        let tiebreaks = self.engine.tiebreaks(state, &mut self.machine);
        let both = scores.and_then(|scores| Ok((scores, tiebreaks?)));
        assert_eq!(self.compiled.results(state.as_bytes()), both);
        if let Some(written) = &mut self.written {
            assert_eq!(written.compiled.results(state.as_bytes()), both);
        }
    }
}

/// The fault inside an error, if that is what it is.
fn inner(error: &ApplyError) -> Option<&Fault> {
    match error {
        ApplyError::Fault(fault) => Some(fault),
        _ => None,
    }
}

/// Equal, unless the program as it is written (the other) runs out of fuel: with less work it gets further.
fn assert_alike<T, E>(one: &Result<T, E>, other: &Result<T, E>, fault: fn(&E) -> Option<&Fault>)
where
    T: PartialEq + std::fmt::Debug,
    E: PartialEq + std::fmt::Debug,
{
    let is_fuel = |result: &Result<T, E>| {
        let fault = result.as_ref().err().and_then(fault);
        fault.is_some_and(|fault| matches!(fault.kind, FaultKind::Fuel { .. }))
    };
    if !is_fuel(other) {
        assert_eq!(one, other);
    }
}

fn bytes(result: &Result<State, Fault>) -> Result<Vec<u8>, Fault> {
    let state = result.as_ref().map_err(Clone::clone)?;
    Ok(state.as_bytes().to_vec())
}
