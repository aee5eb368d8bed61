//! Steps of a batch beside playouts of the same program, in one run: `batches PROGRAM.ir [GAMES …]`.
//!
//! The time to choose actions is not counted. Steps and playouts take turns in short samples, and the mean of
//! the fastest quarter of them is shown: the others were interrupted by other work on the machine. After the
//! last step some games are played again one by one; if they don't come to the same positions there is no
//! speed.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use rulewright_benches::read_engine;
use rulewright_engine::{ChanceMode, Machine, Pcg32};
use rulewright_native::{Backend, Batch, NativeEngine, Rows, Runner};

const USAGE: &str =
    "batches takes a program and sizes of batches, such as `batches game.ir 128 1024`";
const ROUNDS: u64 = 400;
/// Decisions that are timed as one sample, about.
const SAMPLE: usize = 1_000;
/// Decisions of each game before the first sample, so that the games come to differ.
const APART: usize = 200;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            // Nobody is left to be told if that fails too.
            let _ = writeln!(std::io::stderr(), "{sentence}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let [program, sizes @ ..] = arguments else {
        return Err(USAGE.to_owned());
    };
    let sizes: Result<Vec<usize>, _> = sizes.iter().map(|size| size.parse()).collect();
    let sizes = sizes.map_err(|_| USAGE.to_owned())?;
    let engine = read_engine(Path::new(program))?;
    let native = NativeEngine::new(&engine).map_err(|error| error.to_string())?;
    let backend = Backend::Native(native);
    say("games  what                            threads  ns a decision  to playouts")?;
    for games in if sizes.is_empty() { vec![1024] } else { sizes } {
        measure(&backend, games)?;
    }
    Ok(())
}

fn measure(backend: &Backend, games: usize) -> Result<(), String> {
    let mut sides = Vec::new();
    for threads in [1, 2] {
        for sees in [false, true] {
            sides.push(Side::new(backend, games, threads, sees)?);
        }
    }
    let mut runner = Runner::new(backend).map_err(|error| error.to_string())?;
    let mut samples = Vec::new();
    for round in 0..ROUNDS {
        samples.push(play(&mut runner, round * 3..(round + 1) * 3)?);
        for side in &mut sides {
            let sample = side.run()?;
            side.samples.push(sample);
        }
    }
    let playouts = fastest(&samples);
    say(&format!(
        "{:5}  {:30}  {:7}  {playouts:13.1}",
        "", "playouts", 1
    ))?;
    for side in &sides {
        side.check(backend)?;
        let what = if side.observation.is_some() {
            "masks and observations"
        } else {
            "masks"
        };
        let (threads, time) = (side.batch.threads(), fastest(&side.samples));
        say(&format!(
            "{games:5}  {what:30}  {threads:7}  {time:13.1}  {:11.2}",
            playouts / time
        ))?;
    }
    Ok(())
}

/// The mean of the fastest quarter.
#[expect(clippy::cast_precision_loss, reason = "there are few samples")]
fn fastest(samples: &[f64]) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.truncate(sorted.len().div_ceil(4));
    sorted.iter().sum::<f64>() / sorted.len() as f64
}

/// Nanoseconds a decision of whole random games.
#[expect(clippy::cast_precision_loss, reason = "counts of decisions are small")]
fn play(runner: &mut Runner, seeds: std::ops::Range<u64>) -> Result<f64, String> {
    let start = Instant::now();
    let mut decisions = 0;
    for seed in seeds {
        let end = runner.playout(seed).map_err(|fault| fault.to_string())?;
        decisions += u64::from(end.decisions);
    }
    Ok(start.elapsed().as_secs_f64() * 1e9 / decisions as f64)
}

/// A batch and the buffers of its caller.
struct Side {
    batch: Batch,
    mask: Vec<u8>,
    observation: Option<Vec<f32>>,
    actions: Vec<i64>,
    picker: Pcg32,
    /// All actions of the first games since their start, to play them again.
    taken: Vec<Vec<i64>>,
    samples: Vec<f64>,
}

impl Side {
    fn new(backend: &Backend, games: usize, threads: usize, sees: bool) -> Result<Self, String> {
        let engine = backend.engine();
        let batch = Batch::new(backend, games, 1, threads, true).map_err(|e| e.to_string())?;
        let mut side = Side {
            batch,
            mask: vec![0; games * engine.program().actions as usize],
            observation: sees.then(|| vec![0.0; games * engine.observation_len()]),
            actions: vec![0; games],
            picker: Pcg32::seeded(7),
            taken: vec![Vec::new(); games.min(8)],
            samples: Vec::new(),
        };
        let rows = Rows {
            mask: Some(&mut side.mask),
            ..Rows::default()
        };
        side.batch.write(rows).map_err(|error| error.to_string())?;
        while side.taken.first().is_some_and(|taken| taken.len() < APART) {
            side.run()?;
        }
        Ok(side)
    }

    /// Nanoseconds a decision of some steps, of which only the batch's part is timed.
    #[expect(clippy::cast_precision_loss, reason = "counts of decisions are small")]
    fn run(&mut self) -> Result<f64, String> {
        let games = self.actions.len();
        let (mut time, mut decisions) = (0.0, 0);
        while decisions < SAMPLE {
            self.choose();
            let rows = Rows {
                mask: Some(&mut self.mask),
                observation: self.observation.as_deref_mut(),
                ..Rows::default()
            };
            let start = Instant::now();
            let done = self.batch.step(&self.actions, rows);
            time += start.elapsed().as_secs_f64();
            done.map_err(|error| error.to_string())?;
            decisions += games;
        }
        Ok(time * 1e9 / decisions as f64)
    }

    /// A legal action for each game, at random.
    fn choose(&mut self) {
        let width = self.mask.len() / self.actions.len();
        for (action, mask) in self.actions.iter_mut().zip(self.mask.chunks_exact(width)) {
            let legal = || (0..).zip(mask).filter(|(_, flag)| **flag == 1);
            let pick = self.picker.below(legal().count() as u32) as usize;
            *action = legal().nth(pick).map_or(-1, |(number, _)| number);
        }
        for (taken, action) in self.taken.iter_mut().zip(&self.actions) {
            taken.push(*action);
        }
    }

    /// Plays the first games again one by one and compares their positions.
    fn check(&self, backend: &Backend) -> Result<(), String> {
        let engine = backend.engine();
        let mut machine = Machine::new();
        let games = self.actions.len() as u64;
        for (place, taken) in self.taken.iter().enumerate() {
            let mut seed = 1 + place as u64;
            let fails = |fault: &dyn std::fmt::Display| format!("the program fails: {fault}");
            let mut state = engine
                .initial(seed, ChanceMode::Sampled, &mut machine)
                .map_err(|fault| fails(&fault))?;
            for action in taken {
                engine
                    .apply(
                        &mut state,
                        *action as u32,
                        ChanceMode::Sampled,
                        &mut machine,
                    )
                    .map_err(|fault| fails(&fault))?;
                if engine.current_player(&state).is_none() {
                    seed += games;
                    state = engine
                        .initial(seed, ChanceMode::Sampled, &mut machine)
                        .map_err(|fault| fails(&fault))?;
                }
            }
            if self.batch.block(place) != Some(state.as_bytes()) {
                return Err(format!(
                    "game {place} ends differently, so no speed is given"
                ));
            }
        }
        Ok(())
    }
}

fn say(line: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{line}").map_err(|error| format!("the result is lost: {error}"))
}
