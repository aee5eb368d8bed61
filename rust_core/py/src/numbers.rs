//! Numbers from Python: what can't be meant is refused in words.

use pyo3::prelude::*;
use rulewright_engine::Engine;

use crate::errors::{InvalidAction, RulewrightError};

/// An action number from any Python integer; one that no program can have is refused as an action.
#[inline]
pub(crate) fn action_number(action: &Bound<'_, PyAny>) -> PyResult<u32> {
    action.extract::<u32>().map_err(|error| {
        if is_integer(action) {
            no_action(action)
        } else {
            error
        }
    })
}

/// What is said of an action that there is not.
pub(crate) fn no_action(action: &Bound<'_, PyAny>) -> PyErr {
    InvalidAction::new_err(format!("this game has no action {action}"))
}

/// A seed from a Python integer.
pub(crate) fn seed_number(seed: &Bound<'_, PyAny>) -> PyResult<u64> {
    let refused =
        || RulewrightError::new_err(format!("a seed is a number from 0 to 2^64 - 1, not {seed}"));
    seed.extract::<u64>()
        .map_err(|error| if is_integer(seed) { refused() } else { error })
}

/// A seat from a Python integer.
pub(crate) fn seat(engine: &Engine, player: &Bound<'_, PyAny>) -> PyResult<u8> {
    let players = engine.program().players;
    match player.extract::<u8>() {
        Ok(seat) if seat < players => Ok(seat),
        Err(error) if !is_integer(player) => Err(error),
        _ => Err(RulewrightError::new_err(format!(
            "there is no player {player}; the seats are 0 to {}",
            players - 1
        ))),
    }
}

/// How many games.
pub(crate) fn games<T: TryFrom<u64>>(count: &Bound<'_, PyAny>) -> PyResult<T> {
    whole_number(count, "a number of games")
}

/// How many threads; 0 leaves it to the engine.
pub(crate) fn threads(count: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole_number(count, "a number of threads")
}

/// How many decisions deep.
pub(crate) fn depth(count: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole_number(count, "a depth")
}

fn whole_number<T: TryFrom<u64>>(value: &Bound<'_, PyAny>, what: &str) -> PyResult<T> {
    let number = match value.extract::<u64>() {
        Err(error) if !is_integer(value) => return Err(error),
        number => number.ok().and_then(|number| T::try_from(number).ok()),
    };
    number.ok_or_else(|| {
        let fault = match value.lt(0) {
            Ok(true) => "is never below 0",
            _ => "is never so large",
        };
        RulewrightError::new_err(format!("{what} {fault}: {value}"))
    })
}

fn is_integer(value: &Bound<'_, PyAny>) -> bool {
    value.hasattr("__index__").unwrap_or(false)
}
