//! Runs the engine: with the thread's runner, and without letting a panic out.
//!
//! A verified program cannot make the engine panic. Should it do so all the same, Python gets an
//! `InternalFault` and not a `PanicException`, which no `except Exception` catches.

use std::any::Any;
use std::cell::Cell;
use std::panic::{catch_unwind, AssertUnwindSafe};

use pyo3::prelude::*;
use rulewright_native::{Backend, Runner};

use crate::errors::{internal_fault, Raise};

/// Runners that a thread keeps, so that games which take turns don't make new ones at every step.
const KEPT: usize = 8;

thread_local! {
    // Taken out while in use, so that a panic loses the runner instead of leaving it half changed.
    // The one used last is at the end.
    static RUNNERS: Cell<Vec<Runner>> = const { Cell::new(Vec::new()) };
}

/// Why there is no result at all.
pub(crate) enum Lost {
    /// What a panic said.
    Panicked(String),
    /// There is no memory for an instance of the code.
    NoRoom(String),
}

impl Lost {
    fn of(payload: &(dyn Any + Send)) -> Self {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        Lost::Panicked(
            text.or_else(|| payload.downcast_ref::<String>().cloned())
                .unwrap_or_default(),
        )
    }
}

/// Does work that needs no runner; needs no Python.
pub(crate) fn watch<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<Result<T, E>, Lost> {
    // What the work changes is either dropped with the panic or replaced only after it.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Lost::of(payload.as_ref()))
}

/// Runs a program on this thread; needs no Python.
#[inline]
pub(crate) fn contain<T, E>(
    backend: &Backend,
    work: impl FnOnce(&mut Runner) -> Result<T, E>,
) -> Result<Result<T, E>, Lost> {
    let mut kept = RUNNERS.take();
    let last = kept.last_mut().is_some_and(|last| last.take_up(backend));
    let mut runner = match kept.pop() {
        Some(runner) if last => runner,
        other => {
            kept.extend(other);
            find(&mut kept, backend)?
        }
    };
    let result = watch(|| work(&mut runner));
    if result.is_ok() {
        kept.push(runner);
    }
    RUNNERS.set(kept);
    result
}

/// A runner for the program: one that was kept, or a new one in the place of the oldest.
#[cold]
fn find(kept: &mut Vec<Runner>, backend: &Backend) -> Result<Runner, Lost> {
    if let Some(at) = kept.iter_mut().position(|runner| runner.take_up(backend)) {
        return Ok(kept.remove(at));
    }
    if kept.len() >= KEPT {
        kept.remove(0);
    }
    Runner::new(backend).map_err(|error| Lost::NoRoom(error.to_string()))
}

/// What came of contained work, as Python wants it.
pub(crate) fn hand_over<T, E: Raise>(
    py: Python<'_>,
    outcome: Result<Result<T, E>, Lost>,
) -> PyResult<T> {
    match outcome {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(error.raise(py)),
        Err(Lost::Panicked(text)) => Err(internal_fault(&format!("the engine stopped ({text})"))),
        Err(Lost::NoRoom(text)) => Err(pyo3::exceptions::PyMemoryError::new_err(text)),
    }
}

/// Does short work that needs no runner while holding the interpreter.
pub(crate) fn try_work<T, E: Raise>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, E>,
) -> PyResult<T> {
    hand_over(py, watch(work))
}

/// Does long work that needs no runner of this thread while other Python threads go on.
pub(crate) fn try_detached<T, E>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> PyResult<T>
where
    T: Send,
    E: Raise + Send,
{
    let outcome = py.detach(|| watch(work));
    hand_over(py, outcome)
}

/// Runs short work of the engine while holding the interpreter.
#[inline]
pub(crate) fn run<T, E: Raise>(
    py: Python<'_>,
    backend: &Backend,
    work: impl FnOnce(&mut Runner) -> Result<T, E>,
) -> PyResult<T> {
    hand_over(py, contain(backend, work))
}

/// Runs long work of the engine while other Python threads go on.
pub(crate) fn run_detached<T, E>(
    py: Python<'_>,
    backend: &Backend,
    work: impl FnOnce(&mut Runner) -> Result<T, E> + Send,
) -> PyResult<T>
where
    T: Send,
    E: Raise + Send,
{
    let outcome = py.detach(|| contain(backend, work));
    hand_over(py, outcome)
}
