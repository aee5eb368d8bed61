//! The Python module `rulewright._native`.
//!
//! Thin: a method converts its arguments, calls one function of the engine and converts the result.
//! Names, positions, records and texts are made in Python, from [`description`]. `_native.pyi` is the
//! reference of what is exported.

mod batch;
mod buffers;
mod description;
mod errors;
mod game;
mod guarded;
mod history;
mod numbers;
mod program;
mod state;

use pyo3::prelude::*;

/// The engine for Python; `rulewright.vm` is what users see of it.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::add_to(module)?;
    module.add_class::<program::Program>()?;
    module.add_class::<game::NativeGame>()?;
    module.add_class::<state::NativeState>()?;
    module.add_class::<batch::NativeBatch>()?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
