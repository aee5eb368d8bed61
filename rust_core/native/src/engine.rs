//! A program compiled to machine code, to be shared by all threads.

use std::path::Path;
use std::sync::Arc;

use rulewright_engine::Engine;
use wasmtime::{Config, Inlining, Module};

use crate::cache;
use crate::memory::Map;
use crate::module::translation;
use crate::sites::Sites;

/// Stack of the compiled code: more than the registers of the deepest calls of any program that the
/// interpreter takes.
const STACK: usize = 1 << 20;

/// Why a program cannot be run as machine code; the interpreter runs it all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NativeError {
    /// The states or the list of actions are too large.
    #[error("the program needs more memory than a module has")]
    Memory,
    /// The compiler refused the module or this machine.
    #[error("the program could not be compiled: {0}")]
    Compile(String),
}

/// A program as machine code. Immutable; what changes is in a [`crate::NativeMachine`].
pub struct NativeEngine {
    engine: Arc<Engine>,
    module: Module,
    sites: Sites,
    map: Map,
}

impl std::fmt::Debug for NativeEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let game = &self.engine.program().game;
        f.debug_struct("NativeEngine")
            .field("game", game)
            .finish_non_exhaustive()
    }
}

impl NativeEngine {
    /// Translates and compiles the program of an engine.
    ///
    /// # Errors
    /// If the program is too large for a module, or there is no compiler for this machine.
    pub fn new(engine: &Arc<Engine>) -> Result<Arc<Self>, NativeError> {
        Self::make(engine, None)
    }

    /// The same with a folder where compiled code is looked for and kept. It should be one that nobody else
    /// can write.
    ///
    /// # Errors
    /// As [`NativeEngine::new`]; what is wrong with the folder is no error.
    pub fn cached(engine: &Arc<Engine>, folder: &Path) -> Result<Arc<Self>, NativeError> {
        Self::make(engine, Some(folder))
    }

    fn make(engine: &Arc<Engine>, folder: Option<&Path>) -> Result<Arc<Self>, NativeError> {
        let made = translation(engine).ok_or(NativeError::Memory)?;
        let module = compile(&made.bytes, folder).map_err(|error| {
            let words = format!("{error:#}");
            NativeError::Compile(words)
        })?;
        Ok(Arc::new(NativeEngine {
            engine: Arc::clone(engine),
            module,
            sites: made.sites,
            map: made.map,
        }))
    }

    /// The engine that interprets the same program.
    #[must_use]
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    pub(crate) fn module(&self) -> &Module {
        &self.module
    }

    pub(crate) fn sites(&self) -> &Sites {
        &self.sites
    }

    pub(crate) fn map(&self) -> &Map {
        &self.map
    }
}

fn compile(bytes: &[u8], folder: Option<&Path>) -> wasmtime::Result<Module> {
    let mut config = Config::new();
    config
        .max_wasm_stack(STACK)
        .wasm_tail_call(true)
        // Short functions in the place of their calls: a frame costs more than most of them do.
        .compiler_inlining(Inlining::Yes)
        // A failed check is a trap, and its place is kept by the code itself.
        .wasm_backtrace_max_frames(None)
        .generate_address_map(false);
    let engine = wasmtime::Engine::new(&config)?;
    match folder {
        Some(folder) => cache::module(folder, &engine, bytes),
        None => Module::new(&engine, bytes),
    }
}
