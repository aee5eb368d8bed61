//! The two back ends side by side.

use std::sync::Arc;

use rulewright_engine::{ApplyError, ChanceMode, Engine, Fault, Machine, State};
use rulewright_native::{NativeEngine, NativeMachine};

/// One game on both; every step is compared.
pub(crate) struct Both {
    pub(crate) engine: Arc<Engine>,
    pub(crate) machine: Machine,
    pub(crate) compiled: NativeMachine,
}

impl Both {
    pub(crate) fn new(engine: Arc<Engine>) -> Self {
        let native = NativeEngine::new(&engine).expect("a small program compiles");
        let compiled = NativeMachine::new(&native).expect("a small program has room");
        Both {
            engine,
            machine: Machine::new(),
            compiled,
        }
    }

    /// The first stop, or the fault on the way there.
    pub(crate) fn initial(&mut self, seed: u64, mode: ChanceMode) -> Result<State, Fault> {
        let state = self.engine.initial(seed, mode, &mut self.machine);
        let block = self.compiled.initial(seed, mode);
        assert_eq!(bytes(&state), block);
        state
    }

    /// The legal actions.
    pub(crate) fn legal(&mut self, state: &State) -> Result<Vec<u32>, Fault> {
        let (mut legal, mut other) = (Vec::new(), Vec::new());
        let asked = self.engine.legal(state, &mut self.machine, &mut legal);
        let result = self.compiled.legal(state.as_bytes(), &mut other);
        assert_eq!(asked, result);
        assert_eq!(legal, other);
        asked.map(|()| legal)
    }

    /// One action.
    pub(crate) fn apply(
        &mut self,
        state: &mut State,
        action: u32,
        mode: ChanceMode,
    ) -> Result<(), ApplyError> {
        let mut block = state.as_bytes().to_vec();
        let result = self.compiled.apply(&mut block, action, mode);
        let applied = self.engine.apply(state, action, mode, &mut self.machine);
        assert_eq!(applied, result);
        assert_eq!(state.as_bytes(), block);
        applied
    }

    /// One outcome.
    pub(crate) fn outcome(&mut self, state: &mut State, outcome: u32) -> Result<(), ApplyError> {
        let mode = ChanceMode::Explicit;
        let mut block = state.as_bytes().to_vec();
        let result = self.compiled.apply_outcome(&mut block, outcome, mode);
        let machine = &mut self.machine;
        let applied = self.engine.apply_outcome(state, outcome, mode, machine);
        assert_eq!(applied, result);
        assert_eq!(state.as_bytes(), block);
        applied
    }

    /// One draw.
    pub(crate) fn sample(&mut self, state: &mut State) -> Result<u32, ApplyError> {
        let mode = ChanceMode::Explicit;
        let mut block = state.as_bytes().to_vec();
        let result = self.compiled.sample_chance(&mut block, mode);
        let drawn = self.engine.sample_chance(state, mode, &mut self.machine);
        assert_eq!(drawn, result);
        assert_eq!(state.as_bytes(), block);
        drawn
    }

    /// Points and tiebreaks.
    pub(crate) fn results(&mut self, state: &State) {
        let scores = self.engine.scores(state, &mut self.machine);
        let tiebreaks = self.engine.tiebreaks(state, &mut self.machine);
        let both = scores.and_then(|scores| Ok((scores, tiebreaks?)));
        assert_eq!(self.compiled.results(state.as_bytes()), both);
    }
}

fn bytes(result: &Result<State, Fault>) -> Result<Vec<u8>, Fault> {
    let state = result.as_ref().map_err(Clone::clone)?;
    Ok(state.as_bytes().to_vec())
}
