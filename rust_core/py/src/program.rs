//! A verified program as a Python value: read, written and described, but not run.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rulewright_engine::{Engine, LoadError};
use rulewright_ir::{decode, encode, parse_text, print_text, verify};

use crate::description::describe;
use crate::guarded::run;

/// A program that was verified and made ready.
#[pyclass(frozen, module = "rulewright._native")]
pub(crate) struct Program {
    pub(crate) engine: Arc<Engine>,
}

impl Program {
    fn ready(py: Python<'_>, program: rulewright_ir::Program) -> PyResult<Self> {
        let verified = run(py, |_| verify(program))?;
        let engine = run(py, |_| {
            Engine::new(verified).map_err(|error: LoadError| error)
        })?;
        Ok(Program { engine })
    }
}

#[pymethods]
impl Program {
    #[staticmethod]
    fn from_text(py: Python<'_>, text: &str) -> PyResult<Self> {
        Program::ready(py, run(py, |_| parse_text(text))?)
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        Program::ready(py, run(py, |_| decode(data))?)
    }

    fn to_text(&self) -> String {
        print_text(self.engine.program())
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &encode(self.engine.program()))
    }

    fn description<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        describe(py, &self.engine)
    }
}
