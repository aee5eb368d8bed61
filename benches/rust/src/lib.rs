//! Random games of one program on the interpreter, as machine code, and written by hand.
//!
//! The sides play the same seeds and must end alike; a speed is given for equal games only.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rulewright_engine::{Engine, Machine, Playout};
use rulewright_native::{Backend, NativeEngine, NativeMachine};

mod recorded;
mod turns;
mod walk;

pub use recorded::Recorded;
pub use turns::{in_turns, Timing};
pub use walk::Walk;

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The reference.
    Interpreter,
    /// Machine code.
    Native,
    /// `benches/baseline`.
    Hand,
}

impl Side {
    /// All of them, in the order in which they take turns.
    pub const ALL: [Side; 3] = [Side::Interpreter, Side::Native, Side::Hand];

    /// The name on the command line and in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::Interpreter => "interpreter",
            Side::Native => "native",
            Side::Hand => "hand",
        }
    }
}

/// One program, ready to be played by all sides.
pub struct Table {
    engine: Arc<Engine>,
    machine: Machine,
    native: NativeMachine,
    /// Whether the hand-written game is the same game.
    has_hand: bool,
}

/// What a run of games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Decisions asked.
    pub decisions: u64,
    /// A sum over all points, seats and seeds, to be compared.
    pub check: u64,
}

/// Reads the text of a program. The error is one sentence.
///
/// # Errors
/// If the file is missing or is no program.
pub fn read_engine(path: &Path) -> Result<Arc<Engine>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("the program `{}` can't be read: {error}", path.display()))?;
    let program = rulewright_ir::parse_text(&text).map_err(|error| wrong(path, &error))?;
    let verified = rulewright_ir::verify(program).map_err(|error| wrong(path, &error))?;
    Engine::new(verified).map_err(|error| wrong(path, &error))
}

fn wrong(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("`{}` can't be made to run: {error}", path.display())
}

impl Table {
    /// Reads the text of a program and makes both back ends of it. The error is one sentence.
    ///
    /// # Errors
    /// If the file is missing, is no program or can't be compiled.
    pub fn open(path: &Path, has_hand: bool) -> Result<Self, String> {
        Self::open_with(path, has_hand, None)
    }

    /// The same with a folder where machine code is kept between runs: counting instructions makes the
    /// compiler slow too.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn open_with(path: &Path, has_hand: bool, code: Option<&Path>) -> Result<Self, String> {
        let engine = read_engine(path)?;
        let native = match code {
            Some(folder) => NativeEngine::cached(&engine, folder),
            None => NativeEngine::new(&engine),
        };
        let native = native.map_err(|error| wrong(path, &error))?;
        Ok(Table {
            machine: Machine::new(),
            native: NativeMachine::new(&native).map_err(|error| wrong(path, &error))?,
            engine,
            has_hand,
        })
    }

    /// The program's engine.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Both back ends, with their names.
    #[must_use]
    pub fn backends(&self) -> [(Side, Backend); 2] {
        let native = Arc::clone(self.native.native());
        [
            (
                Side::Interpreter,
                Backend::Interpreter(Arc::clone(&self.engine)),
            ),
            (Side::Native, Backend::Native(native)),
        ]
    }

    /// The sides that can play this program.
    #[must_use]
    pub fn sides(&self) -> &'static [Side] {
        &Side::ALL[..if self.has_hand { 3 } else { 2 }]
    }

    /// Plays the games of some seeds.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn play(&mut self, side: Side, seeds: std::ops::Range<u64>) -> Result<Outcome, String> {
        let mut outcome = Outcome::default();
        let fails = |fault: rulewright_engine::Fault| format!("the program fails: {fault}");
        for seed in seeds {
            match side {
                Side::Interpreter => {
                    let end = self.engine.playout(seed, &mut self.machine);
                    outcome.add(&end.map_err(fails)?);
                }
                Side::Native => outcome.add(&self.native.playout(seed).map_err(fails)?),
                Side::Hand => {
                    let players = self.engine.program().players;
                    let end = rulewright_baseline::playout(players, seed);
                    let scores = end.scores.get(..usize::from(players)).unwrap_or(&[]);
                    outcome.take(end.decisions, scores);
                }
            }
        }
        Ok(outcome)
    }

    /// Nanoseconds for a copy of a state in each of several runs; the memory for it is made and freed.
    ///
    /// # Errors
    /// If the rules fail, or a copy is not equal.
    pub fn copy_times(&mut self) -> Result<Vec<f64>, String> {
        const COPIES: u32 = 20_000;
        const RUNS: usize = 20;
        let state = self
            .engine
            .initial(1, rulewright_engine::ChanceMode::Sampled, &mut self.machine)
            .map_err(|fault| format!("the program fails: {fault}"))?;
        if state.clone() != state {
            return Err("a copy of a state differs from it, so no speed is given".to_owned());
        }
        let mut times = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let start = Instant::now();
            for _ in 0..COPIES {
                std::hint::black_box(std::hint::black_box(&state).clone());
            }
            times.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(COPIES));
        }
        Ok(times)
    }
}

impl Outcome {
    fn add(&mut self, end: &Playout) {
        self.take(end.decisions, &end.scores);
    }

    fn take(&mut self, decisions: u32, scores: &[i32]) {
        self.decisions += u64::from(decisions);
        for &score in scores {
            let mixed = self.check.rotate_left(5) ^ u64::from(score as u32);
            self.check = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
}
