//! A position with the way it came; the methods of the hot loop are here and need no Python.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use rulewright_engine::{
    ApplyError, ChanceMode, Engine, Fault, Machine, Moved, Perft, State, Status, Trail,
};
use rulewright_ir::SlotId;

use crate::errors::{InvalidAction, InvalidState, Raise};
use crate::game::NativeGame;
use crate::guarded::{contain, hand_over, run, run_detached, try_work};
use crate::history::{History, Known};
use crate::numbers::{action_number, depth, seat, seed_number};

const CHANCE_PLAYER: i32 = -1;
const TERMINAL_PLAYER: i32 = -4;

/// A position; the base of `rulewright.vm.state.State`.
#[pyclass(subclass, module = "rulewright._native")]
pub(crate) struct NativeState {
    game: Py<NativeGame>,
    state: State,
    /// The legal actions of `state`, if `has_legal`.
    legal: Vec<u32>,
    has_legal: bool,
    history: History,
    chance: ChanceMode,
    /// The seed of the game, unless it began with a position set up by hand.
    seed: Option<u64>,
    /// What is known of the past of a resampled position.
    known: Option<Known>,
}

/// From slot and cell, to slot and cell, how many.
type MoveTuple = (u16, u32, u16, u32, u32);

/// A count of positions, a dict in Python.
#[derive(IntoPyObject)]
struct PerftDict {
    leaves: u64,
    decisions: u64,
    chance_nodes: u64,
    terminals: u64,
}

impl From<Perft> for PerftDict {
    fn from(count: Perft) -> Self {
        let Perft {
            leaves,
            decisions,
            chance_nodes,
            terminals,
        } = count;
        PerftDict {
            leaves,
            decisions,
            chance_nodes,
            terminals,
        }
    }
}

impl NativeState {
    fn copy_of(other: &NativeState, py: Python<'_>) -> Self {
        NativeState {
            game: other.game.clone_ref(py),
            state: other.state.clone(),
            legal: other.legal.clone(),
            has_legal: other.has_legal,
            history: other.history.clone(),
            chance: other.chance,
            seed: other.seed,
            known: other.known.clone(),
        }
    }

    fn engine(&self) -> &Engine {
        &self.game.get().engine
    }

    /// Makes the legal actions known.
    #[inline]
    fn find_legal(&mut self, py: Python<'_>) -> PyResult<()> {
        if !self.has_legal {
            let NativeState {
                game, state, legal, ..
            } = self;
            run(py, &game.get().backend, |runner| runner.legal(state, legal))?;
            self.has_legal = true;
        }
        Ok(())
    }

    /// The way all tokens came here.
    fn trail(&self, machine: &mut Machine) -> Result<Trail, Fault> {
        let engine = self.engine();
        let steps = self.history.steps();
        let mut trail = match (&self.known, self.seed) {
            (Some(known), _) => Trail::clone(&known.trail),
            (None, Some(seed)) => engine.trail_of_setup(seed, self.chance, machine)?,
            (None, None) => {
                Trail::from_position(steps.first().map_or(&self.state, |step| &step.before))
            }
        };
        for step in steps {
            trail.extend(step.moves(engine, self.chance, machine)?);
        }
        Ok(trail)
    }

    /// Forgets the way: the position was changed by hand.
    fn set_up_by_hand(&mut self) {
        self.has_legal = false;
        self.history = History::default();
        self.seed = None;
        self.known = None;
    }

    /// Goes on to the next position.
    fn remember(&mut self, action: u32, next: State) {
        let before = std::mem::replace(&mut self.state, next);
        self.history.push(action, before);
        self.has_legal = false;
    }

    #[cold]
    fn refusal(&self, error: ApplyError, py: Python<'_>) -> PyErr {
        let ApplyError::Illegal { action } = error else {
            return error.raise(py);
        };
        let Some(text) = self.engine().action_text(action) else {
            return InvalidAction::new_err(format!("this game has no action {action}"));
        };
        let decisions = &self.engine().program().decisions;
        let here = match self.engine().status(&self.state) {
            Status::Decision(id) => decisions
                .get(id.index())
                .map_or("", |decision| &decision.name),
            Status::Chance(_) | Status::Over => "",
        };
        let player = self.current_player();
        InvalidAction::new_err(format!(
            "action {action} `{text}` is not legal here: player {player} decides `{here}`"
        ))
    }
}

#[pymethods]
impl NativeState {
    /// A copy of a state; the first position of a game; or a position of a game from its bytes.
    #[new]
    #[pyo3(signature = (source, seed = None, block = None, explicit_chance = false))]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        block: Option<&[u8]>,
        explicit_chance: bool,
    ) -> PyResult<Self> {
        if let Ok(other) = source.cast::<NativeState>() {
            return Ok(Self::copy_of(&*other.try_borrow()?, py));
        }
        let game = source.cast::<NativeGame>()?;
        let NativeGame {
            engine, backend, ..
        } = game.get();
        let chance = if explicit_chance {
            ChanceMode::Explicit
        } else {
            ChanceMode::Sampled
        };
        let (state, seed) = if let Some(bytes) = block {
            (try_work(py, || engine.state_from_bytes(bytes))?, None)
        } else {
            let seed = seed.map_or(Ok(0), seed_number)?;
            (
                run(py, backend, |runner| runner.initial(seed, chance))?,
                Some(seed),
            )
        };
        let game = game.clone().unbind();
        let history = History::default();
        Ok(NativeState {
            game,
            state,
            legal: Vec::new(),
            has_legal: false,
            history,
            chance,
            seed,
            known: None,
        })
    }

    #[getter]
    fn game(&self, py: Python<'_>) -> Py<NativeGame> {
        self.game.clone_ref(py)
    }

    #[getter]
    fn seed(&self) -> Option<u64> {
        self.seed
    }

    #[getter]
    fn explicit_chance(&self) -> bool {
        self.chance == ChanceMode::Explicit
    }

    fn current_player(&self) -> i32 {
        match self.engine().status(&self.state) {
            Status::Decision(_) => self
                .engine()
                .current_player(&self.state)
                .map_or(TERMINAL_PLAYER, i32::from),
            Status::Chance(_) => CHANCE_PLAYER,
            Status::Over => TERMINAL_PLAYER,
        }
    }

    fn is_terminal(&self) -> bool {
        self.engine().status(&self.state) == Status::Over
    }

    fn is_chance_node(&self) -> bool {
        matches!(self.engine().status(&self.state), Status::Chance(_))
    }

    /// The sort of the stop and its number: decision, chance or over.
    fn stop(&self) -> (&'static str, u32) {
        match self.engine().status(&self.state) {
            Status::Decision(id) => ("decision", id.0),
            Status::Chance(id) => ("chance", id.0),
            Status::Over => ("over", 0),
        }
    }

    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if let Status::Chance(_) = self.engine().status(&self.state) {
            let outcomes = self.engine().chance_outcomes(&self.state).outcomes;
            return PyList::new(
                py,
                outcomes
                    .iter()
                    .map(|(outcome, _)| outcome)
                    .collect::<Vec<_>>(),
            );
        }
        self.find_legal(py)?;
        PyList::new(py, &self.legal)
    }

    fn legal_actions_mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.find_legal(py)?;
        let mut mask = vec![0_u32; self.engine().program().actions as usize];
        for action in &self.legal {
            if let Some(place) = mask.get_mut(*action as usize) {
                *place = 1;
            }
        }
        PyList::new(py, mask)
    }

    fn apply_action(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let number = action_number(action)?;
        let mut next = self.state.clone();
        let (engine, chance) = (self.engine(), self.chance);
        let outcome = contain(&self.game.get().backend, |runner| {
            match engine.status(&next) {
                Status::Chance(_) => runner.apply_outcome(&mut next, number, chance),
                Status::Decision(_) | Status::Over => runner.apply(&mut next, number, chance),
            }
        });
        if let Ok(Err(error)) = outcome {
            return Err(self.refusal(error, py));
        }
        hand_over(py, outcome)?;
        self.remember(number, next);
        Ok(())
    }

    /// The text of an action; at a chance point of an outcome.
    fn action_to_string(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<String> {
        match self.engine().status(&self.state) {
            Status::Chance(id) => {
                let name = self
                    .engine()
                    .program()
                    .chances
                    .get(id.index())
                    .map_or("", |chance| &chance.name);
                Ok(format!("{name}={}", action_number(action)?))
            }
            Status::Decision(_) | Status::Over => self.game.bind(py).get().action_to_string(action),
        }
    }

    /// The action with that text; at a chance point the outcome.
    fn string_to_action(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        match self.engine().status(&self.state) {
            Status::Chance(id) => {
                let name = self
                    .engine()
                    .program()
                    .chances
                    .get(id.index())
                    .map_or("", |chance| &chance.name);
                let number = text
                    .trim()
                    .strip_prefix(name)
                    .and_then(|rest| rest.strip_prefix('='));
                let unknown =
                    || InvalidAction::new_err(format!("`{text}` is no outcome of `{name}`"));
                number
                    .and_then(|number| number.parse().ok())
                    .ok_or_else(unknown)
            }
            Status::Decision(_) | Status::Over => self.game.bind(py).get().string_to_action(text),
        }
    }

    fn undo_action(&mut self) -> PyResult<u32> {
        let Some((action, before)) = self.history.pop() else {
            return Err(InvalidState::new_err("there is no action to take back"));
        };
        self.state = before;
        self.has_legal = false;
        Ok(action)
    }

    /// Lets the state's own generator take the outcome of the chance point at which it stands.
    fn sample_chance(&mut self, py: Python<'_>) -> PyResult<u32> {
        let mut next = self.state.clone();
        let (backend, chance) = (&self.game.get().backend, self.chance);
        let outcome = run(py, backend, |runner| {
            runner.sample_chance(&mut next, chance)
        })?;
        self.remember(outcome, next);
        Ok(outcome)
    }

    fn chance_outcomes(&self) -> Vec<(u32, f64)> {
        let found = self.engine().chance_outcomes(&self.state);
        // Weights sum to less than 2^32, so that nothing is lost.
        let number = |weight: u64| f64::from(u32::try_from(weight).unwrap_or(u32::MAX));
        let total = number(found.total);
        found
            .outcomes
            .into_iter()
            .map(|(outcome, weight)| (outcome, number(weight) / total))
            .collect()
    }

    fn scores(&self, py: Python<'_>) -> PyResult<Vec<i32>> {
        let (scores, _) = run(py, &self.game.get().backend, |runner| {
            runner.results(&self.state)
        })?;
        Ok(scores)
    }

    fn tiebreaks(&self, py: Python<'_>) -> PyResult<Vec<i32>> {
        let (_, tiebreaks) = run(py, &self.game.get().backend, |runner| {
            runner.results(&self.state)
        })?;
        Ok(tiebreaks)
    }

    fn returns(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        run(py, &self.game.get().backend, |runner| {
            runner.returns(&self.state)
        })
    }

    /// A state of the same class, so that a subclass in Python stays what it is.
    fn clone<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get_type().call1((slf,))
    }

    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let player = seat(self.engine(), player)?;
        let mut tensor = vec![0.0_f32; self.engine().observation_len()];
        try_work(py, || {
            self.engine().observation(&self.state, player, &mut tensor)
        })?;
        PyList::new(py, tensor)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.state.as_bytes())
    }

    fn redacted_bytes<'py>(
        &self,
        py: Python<'py>,
        player: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let player = seat(self.engine(), player)?;
        Ok(PyBytes::new(
            py,
            self.engine().redact(&self.state, player).as_bytes(),
        ))
    }

    fn cell(&self, slot: u32, index: usize) -> PyResult<i32> {
        let found = self.engine().cell(&self.state, SlotId(slot), index);
        found.ok_or_else(|| {
            InvalidState::new_err(format!("there is no cell {index} in slot {slot}"))
        })
    }

    fn set_cell(&mut self, py: Python<'_>, slot: u32, index: usize, value: i32) -> PyResult<()> {
        let NativeState { game, state, .. } = self;
        let engine = &game.get().engine;
        try_work(py, || engine.set_cell(state, SlotId(slot), index, value))?;
        self.set_up_by_hand();
        Ok(())
    }

    fn reseed(&mut self, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = seed_number(seed)?;
        self.game.get().engine.reseed(&mut self.state, seed);
        self.set_up_by_hand();
        Ok(())
    }

    /// A part of a place that holds more than it may: slot, first cell, what it holds and the most.
    fn over_limit(&self, py: Python<'_>) -> PyResult<Option<(u32, u32, i64, i32)>> {
        let mut machine = Machine::default();
        let found = try_work(py, || self.engine().over_limit(&self.state, &mut machine))?;
        Ok(found.map(|over| (over.slot.0, over.index, over.held, over.most)))
    }

    /// The tokens that a step of the history moved: from slot and cell, to slot and cell, how many.
    fn moves_of_step(&self, py: Python<'_>, step: usize) -> PyResult<Vec<MoveTuple>> {
        let steps = self.history.steps();
        let Some(step) = steps.get(step) else {
            return Err(InvalidState::new_err(format!("there is no step {step}")));
        };
        let mut machine = Machine::default();
        let moves = try_work(py, || step.moves(self.engine(), self.chance, &mut machine))?;
        let tuple = |moved: &Moved| {
            let Moved { from, to, amount } = *moved;
            (from.slot, from.index, to.slot, to.index, amount)
        };
        Ok(moves.iter().map(tuple).collect())
    }

    /// Makes this the resampled position; `lines` are what the player saw of the past.
    fn resample_in_place(
        &mut self,
        py: Python<'_>,
        player: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
        lines: Vec<String>,
    ) -> PyResult<()> {
        let (player, seed) = (seat(self.engine(), player)?, seed_number(seed)?);
        let mut machine = Machine::default();
        let trail = try_work(py, || self.trail(&mut machine))?;
        let (engine, state) = (self.engine(), &self.state);
        let (other, trail) = try_work(py, || {
            engine.resample(state, &trail, player, seed, &mut machine)
        })?;
        self.state = other;
        self.set_up_by_hand();
        let lines = lines.into();
        let trail = Arc::new(trail);
        self.known = Some(Known {
            player,
            lines,
            trail,
        });
        Ok(())
    }

    /// The player for whom the position was resampled, if it was.
    #[getter]
    fn resampled_for(&self) -> Option<u8> {
        self.known.as_ref().map(|known| known.player)
    }

    /// What a player saw before the first step of the history: of a resampled position only.
    fn known_lines(&self, player: u8) -> Vec<String> {
        let known = self.known.as_ref().filter(|known| known.player == player);
        known.map_or_else(Vec::new, |known| known.lines.to_vec())
    }

    /// What a player saw of each step; nothing for a step that was not told yet.
    fn seen_lines(&self, player: u8) -> Vec<Option<&str>> {
        self.history.seen(player)
    }

    /// Keeps what a player saw of steps, for this state and all that share its past.
    fn tell_lines(&self, player: u8, lines: Vec<(usize, String)>) {
        let players = self.engine().program().players;
        self.history.tell(player, players, lines);
    }

    fn hash(&self) -> u64 {
        self.engine().hash(&self.state)
    }

    fn history(&self) -> Vec<u32> {
        self.history
            .steps()
            .iter()
            .map(|step| step.action)
            .collect()
    }

    fn history_len(&self) -> usize {
        self.history.len()
    }

    /// Every action with the bytes of the position before it.
    fn path<'py>(&self, py: Python<'py>) -> Vec<(u32, Bound<'py, PyBytes>)> {
        let steps = self.history.steps();
        steps
            .iter()
            .map(|step| (step.action, PyBytes::new(py, step.before.as_bytes())))
            .collect()
    }

    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = depth)] depth: u32,
    ) -> PyResult<PerftDict> {
        let state = &self.state;
        run_detached(py, &self.game.get().backend, move |runner| {
            runner.perft(state, depth)
        })
        .map(PerftDict::from)
    }

    fn divide(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = depth)] depth: u32,
    ) -> PyResult<Vec<(u32, PerftDict)>> {
        let state = &self.state;
        let parts = run_detached(py, &self.game.get().backend, move |runner| {
            runner.divide(state, depth)
        })?;
        Ok(parts
            .into_iter()
            .map(|(action, count)| (action, count.into()))
            .collect())
    }

    fn __eq__(&self, other: &Self) -> bool {
        let same_game = || {
            let (a, b) = (&self.game.get().engine, &other.game.get().engine);
            Arc::ptr_eq(a, b) || a.program() == b.program()
        };
        self.state == other.state && same_game()
    }

    fn __hash__(&self) -> u64 {
        self.engine().hash(&self.state)
    }
}
