//! A game: what can be asked without a position.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use rulewright_engine::{Engine, Playout};
use rulewright_ir::Param;
use rulewright_native::Backend;

use crate::errors::{InvalidAction, RulewrightError};
use crate::guarded::{run_detached, try_detached, try_work};
use crate::numbers::{action_number, games, no_action, seat, seed_number, threads};
use crate::program::Program;

/// One program with its engine; the base of `rulewright.vm.game.Game`.
#[pyclass(frozen, subclass, module = "rulewright._native")]
pub(crate) struct NativeGame {
    pub(crate) engine: Arc<Engine>,
    pub(crate) backend: Backend,
    #[pyo3(get)]
    program: Py<Program>,
}

/// The values of an action's parameters: names of entries, seats and numbers.
#[derive(IntoPyObject)]
pub(crate) enum ParamValue {
    Name(String),
    Number(i32),
}

/// The result of a game of random play, a dict in Python.
#[derive(IntoPyObject)]
struct PlayoutDict {
    seed: u64,
    scores: Vec<i32>,
    tiebreaks: Vec<i32>,
    returns: Vec<f64>,
    decisions: u32,
    counters: BTreeMap<String, i32>,
}

/// Scores, tiebreaks, returns, decisions, counters of many games.
type Columns<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

impl PlayoutDict {
    fn of(engine: &Engine, seed: u64, playout: Playout) -> Self {
        let Playout {
            scores,
            tiebreaks,
            returns,
            decisions,
            counters,
        } = playout;
        let names = engine.counters().map(|(_, name)| name.to_owned());
        PlayoutDict {
            seed,
            scores,
            tiebreaks,
            returns,
            decisions,
            counters: names.zip(counters).collect(),
        }
    }
}

#[pymethods]
impl NativeGame {
    #[new]
    #[pyo3(signature = (program, engine = "auto", cache = None))]
    fn new(program: &Bound<'_, Program>, engine: &str, cache: Option<&str>) -> PyResult<Self> {
        let (py, cache) = (program.py(), cache.map(Path::new));
        Ok(NativeGame {
            engine: Arc::clone(&program.get().engine),
            backend: program.get().backend(py, engine, cache)?,
            program: program.clone().unbind(),
        })
    }

    /// What runs the program: `interpreter` or `native`.
    #[getter]
    fn engine(&self) -> &'static str {
        match self.backend {
            Backend::Interpreter(_) => "interpreter",
            Backend::Native(_) => "native",
        }
    }

    pub(crate) fn action_to_string(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let number = action_number(action)?;
        self.engine
            .action_text(number)
            .ok_or_else(|| no_action(action))
    }

    pub(crate) fn string_to_action(&self, text: &str) -> PyResult<u32> {
        let found = self.engine.action_from_text(text);
        found.ok_or_else(|| {
            InvalidAction::new_err(format!("no action of this game is called `{text}`"))
        })
    }

    /// Name of the decision, name of the option, values of the parameters.
    fn action_parts(
        &self,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<(String, String, Vec<ParamValue>)> {
        let program = self.engine.program();
        let found = self
            .engine
            .describe(action_number(action)?)
            .and_then(|info| {
                let decision = program.decisions.get(info.decision.index())?;
                let option = decision.options.get(info.option)?;
                let name = |param: Param, value: i32| match param {
                    Param::Kind(kind) => program
                        .kinds
                        .get(kind.index())?
                        .entries
                        .get(value as usize)
                        .cloned(),
                    Param::Player | Param::Range(..) => None,
                };
                let values = option.params.iter().zip(info.params);
                let values = values
                    .map(|(p, v)| name(*p, v).map_or(ParamValue::Number(v), ParamValue::Name));
                Some((decision.name.clone(), option.name.clone(), values.collect()))
            });
        found.ok_or_else(|| no_action(action))
    }

    fn redact<'py>(
        &self,
        py: Python<'py>,
        block: &[u8],
        player: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let player = seat(&self.engine, player)?;
        let state = try_work(py, || self.engine.state_from_bytes(block))?;
        Ok(PyBytes::new(
            py,
            self.engine.redact(&state, player).as_bytes(),
        ))
    }

    fn playout(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<PlayoutDict> {
        let (seed, engine) = (seed_number(seed)?, &self.engine);
        let playout = run_detached(py, &self.backend, move |runner| runner.playout(seed))?;
        Ok(PlayoutDict::of(engine, seed, playout))
    }

    /// The same for many seeds, as columns: scores, tiebreaks and counters of 4 bytes, returns of 8, number of
    /// decisions of 4.
    #[pyo3(signature = (count, seed, threads = 0))]
    fn playout_columns<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = games)] count: u64,
        seed: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = threads)] threads: usize,
    ) -> PyResult<Columns<'py>> {
        let seeds = seeds_from(seed_number(seed)?, count)?;
        let backend = &self.backend;
        let all = try_detached(py, move || backend.playouts(seeds, threads))?;
        let whole = |column: fn(&Playout) -> &[i32]| {
            let numbers = all.iter().flat_map(column);
            PyByteArray::new(
                py,
                &numbers.flat_map(|x| x.to_ne_bytes()).collect::<Vec<u8>>(),
            )
        };
        let returns = all.iter().flat_map(|playout| &playout.returns);
        let returns: Vec<u8> = returns.flat_map(|x| x.to_ne_bytes()).collect();
        let decisions = all.iter().map(|playout| playout.decisions);
        let decisions: Vec<u8> = decisions.flat_map(u32::to_ne_bytes).collect();
        Ok((
            whole(|playout| &playout.scores),
            whole(|playout| &playout.tiebreaks),
            PyByteArray::new(py, &returns),
            PyByteArray::new(py, &decisions),
            whole(|playout| &playout.counters),
        ))
    }

    /// Names of the counters of a playout, in their order.
    fn counter_names(&self) -> Vec<&str> {
        self.engine.counters().map(|(_, name)| name).collect()
    }

    /// The games, how many instructions they ran for each span, and how many for none.
    fn count_playouts(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = games)] count: u64,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<(Vec<PlayoutDict>, Vec<u64>, u64)> {
        let engine = &self.engine;
        let seeds = seeds_from(seed_number(seed)?, count)?;
        let range = seeds.clone();
        let counted = try_detached(py, move || engine.count_playouts(range))?;
        let playouts = seeds
            .zip(counted.playouts)
            .map(|(seed, playout)| PlayoutDict::of(engine, seed, playout))
            .collect();
        Ok((playouts, counted.by_span, counted.elsewhere))
    }
}

fn seeds_from(first: u64, count: u64) -> PyResult<Range<u64>> {
    let end = first.checked_add(count).ok_or_else(|| {
        RulewrightError::new_err(format!("{count} seeds from {first} on go beyond 2^64 - 1"))
    })?;
    Ok(first..end)
}
