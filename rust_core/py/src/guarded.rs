//! Runs the engine: with the thread's machine, and without letting a panic out.
//!
//! A verified program cannot make the engine panic. Should it do so all the same, Python gets an
//! `InternalFault` and not a `PanicException`, which no `except Exception` catches.

use std::any::Any;
use std::cell::Cell;
use std::panic::{catch_unwind, AssertUnwindSafe};

use pyo3::prelude::*;
use rulewright_engine::Machine;

use crate::errors::{internal_fault, Raise};

thread_local! {
    // Taken out while in use, so that a panic loses the machine instead of leaving it half changed.
    static MACHINE: Cell<Option<Box<Machine>>> = const { Cell::new(None) };
}

/// What a panic said.
pub(crate) struct Panicked(String);

impl Panicked {
    fn of(payload: &(dyn Any + Send)) -> Self {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        Panicked(
            text.or_else(|| payload.downcast_ref::<String>().cloned())
                .unwrap_or_default(),
        )
    }
}

/// Runs work of the engine on this thread; needs no Python.
pub(crate) fn contain<T, E>(
    work: impl FnOnce(&mut Machine) -> Result<T, E>,
) -> Result<Result<T, E>, Panicked> {
    // What the work changes is either dropped with the panic or replaced only after it.
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let mut machine = MACHINE.take().unwrap_or_default();
        let result = work(&mut machine);
        MACHINE.set(Some(machine));
        result
    }));
    caught.map_err(|payload| Panicked::of(payload.as_ref()))
}

/// What came of contained work, as Python wants it.
pub(crate) fn hand_over<T, E: Raise>(
    py: Python<'_>,
    outcome: Result<Result<T, E>, Panicked>,
) -> PyResult<T> {
    match outcome {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(error.raise(py)),
        Err(Panicked(text)) => Err(internal_fault(&format!("the engine stopped ({text})"))),
    }
}

/// Runs short work of the engine while holding the interpreter.
#[inline]
pub(crate) fn run<T, E: Raise>(
    py: Python<'_>,
    work: impl FnOnce(&mut Machine) -> Result<T, E>,
) -> PyResult<T> {
    hand_over(py, contain(work))
}

/// Runs long work of the engine while other Python threads go on.
pub(crate) fn run_detached<T, E>(
    py: Python<'_>,
    work: impl FnOnce(&mut Machine) -> Result<T, E> + Send,
) -> PyResult<T>
where
    T: Send,
    E: Raise + Send,
{
    let outcome = py.detach(|| contain(work));
    hand_over(py, outcome)
}
