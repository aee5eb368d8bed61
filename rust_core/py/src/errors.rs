//! The one map from what goes wrong in Rust to exceptions in Python.
//!
//! The classes live here and say that they belong to `rulewright.vm.errors`, where users find them and
//! where a pickled exception is looked up.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use rulewright_engine::{
    ApplyError, Fault, FaultKind, LoadError, ObserveError, ResampleError, StateError,
};
use rulewright_ir::{CodecError, TextError, VerifyError};
use rulewright_native::NativeError;

create_exception!(
    rulewright.vm.errors,
    RulewrightError,
    PyException,
    "What a user can mend; the text is one sentence. The base of all such errors."
);
create_exception!(
    rulewright.vm.errors,
    InvalidAction,
    RulewrightError,
    "An action that cannot be taken here."
);
create_exception!(
    rulewright.vm.errors,
    InvalidState,
    RulewrightError,
    "Something that is no position of the game."
);
create_exception!(
    rulewright.vm.errors,
    InvalidProgram,
    RulewrightError,
    "A program that the engine refuses."
);
create_exception!(
    rulewright.vm.errors,
    RuleFault,
    RulewrightError,
    "A check in the rules failed while running. `place` is file:line:column or None, `sentence` what went \
     wrong, `code` the name of the part of the rules that ran."
);
create_exception!(
    rulewright.vm.errors,
    InternalFault,
    PyException,
    "A bug in rulewright itself; nothing that rules or arguments should be able to cause."
);

/// Puts the classes into the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("RulewrightError", py.get_type::<RulewrightError>())?;
    module.add("InvalidAction", py.get_type::<InvalidAction>())?;
    module.add("InvalidState", py.get_type::<InvalidState>())?;
    module.add("InvalidProgram", py.get_type::<InvalidProgram>())?;
    module.add("RuleFault", py.get_type::<RuleFault>())?;
    module.add("InternalFault", py.get_type::<InternalFault>())
}

/// An error of the engine that becomes an exception.
pub(crate) trait Raise {
    /// The exception.
    fn raise(self, py: Python<'_>) -> PyErr;
}

impl Raise for Fault {
    fn raise(self, py: Python<'_>) -> PyErr {
        if let FaultKind::Damaged(_) = self.kind {
            return internal_fault(&self.to_string());
        }
        let error = RuleFault::new_err(self.to_string());
        let value = error.value(py);
        let attributes = value
            .setattr("place", self.place)
            .and_then(|()| value.setattr("sentence", self.kind.to_string()))
            .and_then(|()| value.setattr("code", self.code));
        attributes.err().unwrap_or(error)
    }
}

impl Raise for ApplyError {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            ApplyError::Fault(fault) => fault.raise(py),
            refused => InvalidAction::new_err(refused.to_string()),
        }
    }
}

macro_rules! raise_as {
    ($($error:ty => $class:ident),* $(,)?) => {$(
        impl Raise for $error {
            fn raise(self, _: Python<'_>) -> PyErr {
                $class::new_err(self.to_string())
            }
        }
    )*};
}

raise_as! {
    StateError => InvalidState,
    ObserveError => RulewrightError,
    ResampleError => RulewrightError,
    TextError => InvalidProgram,
    CodecError => InvalidProgram,
    VerifyError => InvalidProgram,
    LoadError => InvalidProgram,
    NativeError => RulewrightError,
}

/// The exception for a bug of ours.
pub(crate) fn internal_fault(what: &str) -> PyErr {
    InternalFault::new_err(format!(
        "{what}; this is a bug in rulewright, please report it"
    ))
}
