//! A verified program as a Python value: read, written and described, but not run.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rulewright_engine::{Engine, LoadError};
use rulewright_ir::{decode, encode, parse_text, print_text, verify};
use rulewright_native::{Backend, NativeEngine, NativeError};

use crate::description::describe;
use crate::errors::{Raise, RulewrightError};
use crate::guarded::{try_detached, try_work};

/// A program that was verified and made ready.
#[pyclass(frozen, module = "rulewright._native")]
pub(crate) struct Program {
    pub(crate) engine: Arc<Engine>,
    /// The machine code, or why there is none; made when it is first asked for.
    native: OnceLock<Result<Arc<NativeEngine>, NativeError>>,
}

impl Program {
    fn ready(py: Python<'_>, program: rulewright_ir::Program) -> PyResult<Self> {
        let verified = try_work(py, || verify(program))?;
        let engine = try_work(py, || -> Result<_, LoadError> { Engine::new(verified) })?;
        Ok(Program::of(engine))
    }

    fn of(engine: Arc<Engine>) -> Self {
        let native = OnceLock::new();
        Program { engine, native }
    }

    fn native(
        &self,
        py: Python<'_>,
        cache: Option<&Path>,
    ) -> PyResult<&Result<Arc<NativeEngine>, NativeError>> {
        if let Some(known) = self.native.get() {
            return Ok(known);
        }
        let made = try_detached(py, || -> Result<_, LoadError> {
            Ok(match cache {
                Some(folder) => NativeEngine::cached(&self.engine, folder),
                None => NativeEngine::new(&self.engine),
            })
        })?;
        Ok(self.native.get_or_init(|| made))
    }

    /// What runs it: `interpreter`, `native`, or with `auto` machine code if there can be any.
    pub(crate) fn backend(
        &self,
        py: Python<'_>,
        wanted: &str,
        cache: Option<&Path>,
    ) -> PyResult<Backend> {
        let interpreter = || Backend::Interpreter(Arc::clone(&self.engine));
        match wanted {
            "interpreter" => Ok(interpreter()),
            "auto" => Ok(match self.native(py, cache)? {
                Ok(native) => Backend::Native(Arc::clone(native)),
                Err(_) => interpreter(),
            }),
            "native" => match self.native(py, cache)? {
                Ok(native) => Ok(Backend::Native(Arc::clone(native))),
                Err(error) => Err(error.clone().raise(py)),
            },
            other => Err(RulewrightError::new_err(format!(
                "an engine is `interpreter`, `native` or `auto`, not `{other}`"
            ))),
        }
    }
}

#[pymethods]
impl Program {
    #[staticmethod]
    fn from_text(py: Python<'_>, text: &str) -> PyResult<Self> {
        Program::ready(py, try_work(py, || parse_text(text))?)
    }

    /// Finds out whether the engine takes a program, without the work of making it fast.
    #[staticmethod]
    fn check_text(py: Python<'_>, text: &str) -> PyResult<()> {
        let program = try_work(py, || parse_text(text))?;
        let verified = try_work(py, || verify(program))?;
        try_work(py, || Engine::as_written(verified))?;
        Ok(())
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        Program::ready(py, try_work(py, || decode(data))?)
    }

    /// From the cache; what was kept of the form that is run is looked at and left out if it does not fit.
    #[staticmethod]
    fn from_kept(py: Python<'_>, data: &[u8], running: &[u8]) -> PyResult<Self> {
        let program = try_work(py, || decode(data))?;
        let Ok(running) = decode(running) else {
            return Program::ready(py, program);
        };
        let verified = try_work(py, || verify(program))?;
        let engine = try_work(py, || Engine::with_kept(verified, running))?;
        Ok(Program::of(engine))
    }

    fn to_text(&self) -> String {
        print_text(self.engine.program())
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &encode(self.engine.program()))
    }

    fn running_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &encode(self.engine.running()))
    }

    /// The game's name in the rule files.
    #[getter]
    fn game(&self) -> &str {
        &self.engine.program().game
    }

    #[getter]
    fn players(&self) -> u32 {
        u32::from(self.engine.program().players)
    }

    #[getter]
    fn actions(&self) -> u32 {
        self.engine.program().actions
    }

    #[getter]
    fn length(&self) -> u32 {
        self.engine.program().length
    }

    #[getter]
    fn hash(&self) -> &str {
        &self.engine.program().hash
    }

    #[getter]
    fn observation_len(&self) -> usize {
        self.engine.observation_len()
    }

    fn description<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        describe(py, &self.engine)
    }
}
