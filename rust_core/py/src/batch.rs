//! Many games stepped together, with the caller's buffers.

use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rulewright_native::{Batch, BatchError, Rows};

use crate::buffers::{actions, check_apart, Output};
use crate::errors::{InvalidAction, InvalidState, Raise, RulewrightError};
use crate::game::NativeGame;
use crate::guarded::{try_detached, try_work};
use crate::numbers::{games, seed_number, threads};

/// Games of one program; the base of `rulewright.vm.batch.Batch`.
#[pyclass(frozen, subclass, module = "rulewright._native")]
pub(crate) struct NativeBatch {
    game: Py<NativeGame>,
    batch: Mutex<Batch>,
    #[pyo3(get)]
    restart: bool,
}

/// The caller's buffers, all looked at.
#[derive(Default)]
struct Outputs {
    player: Option<Output<i32>>,
    mask: Option<Output<u8>>,
    observation: Option<Output<f32>>,
    reward: Option<Output<f32>>,
    done: Option<Output<u8>>,
}

/// The arguments for them, in the order of the methods.
type Given<'a, 'py> = [Option<&'a Bound<'py, PyAny>>; 5];

impl Outputs {
    fn of(batch: &Batch, given: Given<'_, '_>) -> PyResult<Self> {
        let (count, engine) = (batch.count(), batch.engine());
        let program = engine.program();
        let (players, moves) = (usize::from(program.players), program.actions as usize);
        let seen = engine.observation_len();
        let [player, mask, observation, reward, done] = given;
        let one_each: &[usize] = &[count];
        let views: [&[usize]; 2] = [&[count, seen], &[count, players, seen]];
        let outputs = Outputs {
            player: output("current_player", player, &[one_each])?,
            mask: output("mask", mask, &[&[count, moves]])?,
            observation: output("observation", observation, &views)?,
            reward: output("reward", reward, &[&[count, players]])?,
            done: output("done", done, &[one_each])?,
        };
        check_apart(&outputs.extents())?;
        Ok(outputs)
    }

    fn extents(&self) -> Vec<(&'static str, usize, usize)> {
        let all = [
            self.player.as_ref().map(Output::extent),
            self.mask.as_ref().map(Output::extent),
            self.observation.as_ref().map(Output::extent),
            self.reward.as_ref().map(Output::extent),
            self.done.as_ref().map(Output::extent),
        ];
        all.into_iter().flatten().collect()
    }

    fn rows(&mut self) -> Rows<'_> {
        let each_player = self
            .observation
            .as_ref()
            .is_some_and(|out| out.shape() == 1);
        Rows {
            player: self.player.as_mut().map(Output::numbers),
            mask: self.mask.as_mut().map(Output::numbers),
            observation: self.observation.as_mut().map(Output::numbers),
            each_player,
            reward: self.reward.as_mut().map(Output::numbers),
            done: self.done.as_mut().map(Output::numbers),
        }
    }
}

fn output<T: crate::buffers::Item>(
    name: &'static str,
    given: Option<&Bound<'_, PyAny>>,
    shapes: &[&[usize]],
) -> PyResult<Option<Output<T>>> {
    given
        .map(|object| Output::of(name, object, shapes))
        .transpose()
}

impl Raise for BatchError {
    fn raise(self, py: Python<'_>) -> PyErr {
        let text = self.to_string();
        let (error, game) = match self {
            BatchError::Illegal { game, .. } => (InvalidAction::new_err(text), game),
            BatchError::Fault { game, fault } => (fault.raise(py), game),
            BatchError::AtChance => return InvalidState::new_err(text),
            BatchError::Length { .. } | BatchError::NoGame { .. } | BatchError::NoRoom(_) => {
                return RulewrightError::new_err(text)
            }
        };
        let attribute = error.value(py).setattr("game", game);
        attribute.err().unwrap_or(error)
    }
}

impl NativeBatch {
    /// The games, unless another thread is at work on them.
    fn lock(&self) -> PyResult<MutexGuard<'_, Batch>> {
        // A panic while it was held gave an InternalFault; a step changes nothing before it has succeeded.
        match self.batch.try_lock() {
            Ok(batch) => Ok(batch),
            Err(std::sync::TryLockError::Poisoned(broken)) => Ok(broken.into_inner()),
            Err(std::sync::TryLockError::WouldBlock) => Err(RulewrightError::new_err(
                "another thread is using this batch; give each thread one of its own",
            )),
        }
    }
}

#[pymethods]
impl NativeBatch {
    #[new]
    #[pyo3(signature = (game, count, seed, restart = false, threads = 0))]
    fn new(
        game: &Bound<'_, NativeGame>,
        #[pyo3(from_py_with = games)] count: usize,
        seed: &Bound<'_, PyAny>,
        restart: bool,
        #[pyo3(from_py_with = threads)] threads: usize,
    ) -> PyResult<Self> {
        let (py, seed) = (game.py(), seed_number(seed)?);
        let backend = &game.get().backend;
        if count == 0 {
            return Err(RulewrightError::new_err("a batch has at least one game"));
        }
        let batch = try_detached(py, || Batch::new(backend, count, seed, threads, restart))?;
        Ok(NativeBatch {
            game: game.clone().unbind(),
            batch: Mutex::new(batch),
            restart,
        })
    }

    #[getter]
    fn game(&self, py: Python<'_>) -> Py<NativeGame> {
        self.game.clone_ref(py)
    }

    #[getter]
    fn threads(&self) -> PyResult<usize> {
        Ok(self.lock()?.threads())
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock()?.count())
    }

    fn reset(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let seed = seed_number(seed)?;
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        try_detached(py, || batch.reset(seed))
    }

    #[pyo3(signature = (actions, *, current_player = None, mask = None, observation = None, reward = None, done = None))]
    #[expect(clippy::too_many_arguments, reason = "all but one are optional")]
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        current_player: Option<&Bound<'_, PyAny>>,
        mask: Option<&Bound<'_, PyAny>>,
        observation: Option<&Bound<'_, PyAny>>,
        reward: Option<&Bound<'_, PyAny>>,
        done: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        let actions = self::actions(actions, batch.count())?;
        let given = [current_player, mask, observation, reward, done];
        let mut outputs = Outputs::of(batch, given)?;
        let rows = outputs.rows();
        try_detached(py, || batch.step(&actions, rows))
    }

    #[pyo3(signature = (*, current_player = None, mask = None, observation = None, reward = None, done = None))]
    fn write(
        &self,
        py: Python<'_>,
        current_player: Option<&Bound<'_, PyAny>>,
        mask: Option<&Bound<'_, PyAny>>,
        observation: Option<&Bound<'_, PyAny>>,
        reward: Option<&Bound<'_, PyAny>>,
        done: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        let given = [current_player, mask, observation, reward, done];
        let mut outputs = Outputs::of(batch, given)?;
        let rows = outputs.rows();
        try_detached(py, || batch.write(rows))
    }

    fn draw_actions(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (seed, mut batch) = (seed_number(seed)?, self.lock()?);
        let batch = &mut *batch;
        let mut drawn = Output::of("actions", actions, &[&[batch.count()]])?;
        let drawn = drawn.numbers();
        try_detached(py, || batch.draw_actions(seed, drawn))
    }

    fn block<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyBytes>> {
        let batch = self.lock()?;
        let count = batch.count();
        let block = batch.block(game);
        block
            .map(|block| PyBytes::new(py, block))
            .ok_or_else(|| BatchError::NoGame { game, count }.raise(py))
    }

    fn seed_of(&self, py: Python<'_>, game: usize) -> PyResult<Option<u64>> {
        let batch = self.lock()?;
        let count = batch.count();
        if game >= count {
            return Err(BatchError::NoGame { game, count }.raise(py));
        }
        Ok(batch.seed_of(game))
    }

    fn put(&self, py: Python<'_>, game: usize, block: &[u8]) -> PyResult<()> {
        let mut batch = self.lock()?;
        let batch = &mut *batch;
        let state = try_work(py, || batch.engine().state_from_bytes(block))?;
        try_work(py, || batch.put(game, &state))
    }
}
