//! Compares a compiled program with the hand-written game, step by step, over random games:
//! `cargo run --release -p rulewright-baseline --example compare PROGRAM.ir SEED GAMES THREADS`.
//!
//! Exit code 0: they agree, one line says how much was compared. 1: the first difference is shown.
//! 2: the arguments or the file can't be used. Names that only one side has are noted on the error
//! output (such an action is a difference as soon as it is legal), and so are actions that no game
//! took: the agreement says nothing about them.

mod lockstep;
mod mapping;
mod program;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rulewright_engine::Engine;

use crate::lockstep::{Difference, Lockstep};
use crate::mapping::Mapping;
use crate::program::load_program;

const USAGE: &str = "compare takes a program, a first seed, a number of games and of threads \
                     (0 for one on each core), such as `compare game.ir 0 1000 2`";

struct Arguments {
    program: PathBuf,
    first_seed: u64,
    games: u64,
    threads: usize,
}

/// What all threads together compared.
#[derive(Default)]
struct Tally {
    decisions: u64,
    taken: Vec<bool>,
    first: Option<Difference>,
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(sentence) => {
            // Nobody is left to be told if that fails too.
            let _ = writeln!(std::io::stderr(), "{sentence}");
            ExitCode::from(2)
        }
    }
}

/// Whether the two sides agree; an error is one sentence.
fn run() -> Result<bool, String> {
    let arguments = read_arguments()?;
    let engine = load_program(&arguments.program)?;
    let mapping = Mapping::of(&engine)?;
    let tally = compare_games(&engine, &mapping, &arguments);
    for note in &mapping.notes {
        tell(note);
    }
    let mut out = std::io::stdout().lock();
    let agree = tally.first.is_none();
    let told = if let Some(difference) = tally.first {
        show(&mut out, &difference)
    } else {
        let untaken: Vec<String> = (0..)
            .zip(&tally.taken)
            .filter(|(_, &taken)| !taken)
            .filter_map(|(action, _)| engine.action_text(action))
            .collect();
        tell(&format!("actions never taken: {}", untaken.join(" ")));
        writeln!(
            out,
            "{} games of {} players agree: {} decisions compared, {} of {} actions taken",
            arguments.games,
            engine.program().players,
            tally.decisions,
            tally.taken.len() - untaken.len(),
            tally.taken.len(),
        )
    };
    told.map_err(|error| format!("the result can't be written: {error}"))?;
    Ok(agree)
}

/// A note is a courtesy: without an error output there is none.
fn tell(note: &str) {
    let _ = writeln!(std::io::stderr(), "note: {note}");
}

fn read_arguments() -> Result<Arguments, String> {
    let texts: Vec<_> = std::env::args_os().skip(1).collect();
    let [program, numbers @ ..] = texts.as_slice() else {
        return Err(USAGE.to_owned());
    };
    let number = |text: &std::ffi::OsString| text.to_str()?.parse::<u64>().ok();
    let numbers: Option<Vec<u64>> = numbers.iter().map(number).collect();
    let Some(&[first_seed, games, threads]) = numbers.as_deref() else {
        return Err(USAGE.to_owned());
    };
    if games == 0 || first_seed.checked_add(games).is_none() || threads > 256 {
        return Err(format!(
            "{games} games from seed {first_seed} on {threads} threads can't be played: \
             at least one game, at most 256 threads, and every seed below 2^64"
        ));
    }
    Ok(Arguments {
        program: program.into(),
        first_seed,
        games,
        threads: match threads as usize {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            given => given,
        },
    })
}

/// Seeds are handed out in order and none below a difference is left out, so the difference
/// reported is that of the lowest seed, however many threads there are.
fn compare_games(engine: &Engine, mapping: &Mapping, arguments: &Arguments) -> Tally {
    let next = AtomicU64::new(arguments.first_seed);
    let end = AtomicU64::new(arguments.first_seed + arguments.games);
    let all = Mutex::new(Tally {
        taken: vec![false; mapping.actions.len()],
        ..Tally::default()
    });
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads {
            scope.spawn(|| {
                let mut lockstep = Lockstep::new(engine, mapping);
                let mut found = None;
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end.load(Ordering::Relaxed) {
                        break;
                    }
                    if let Err(difference) = lockstep.play(seed) {
                        end.fetch_min(seed, Ordering::Relaxed);
                        found = Some(difference);
                        break;
                    }
                }
                let mut tally = all.lock().unwrap_or_else(PoisonError::into_inner);
                tally.add(&lockstep, found);
            });
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl Tally {
    fn add(&mut self, lockstep: &Lockstep, found: Option<Difference>) {
        self.decisions += lockstep.decisions;
        for (all, one) in self.taken.iter_mut().zip(&lockstep.taken) {
            *all |= one;
        }
        let seeds = [&self.first, &found].map(|d| d.as_ref().map_or(u64::MAX, |d| d.seed));
        if seeds[1] < seeds[0] {
            self.first = found;
        }
    }
}

fn show(out: &mut impl Write, difference: &Difference) -> std::io::Result<()> {
    let moves = &difference.moves;
    writeln!(
        out,
        "seed {}: they differ after {} moves",
        difference.seed,
        moves.len()
    )?;
    for line in &difference.unequal {
        writeln!(out, "  {line}")?;
    }
    writeln!(
        out,
        "legal by the program: {}",
        difference.program_legal.join(" ")
    )?;
    writeln!(out, "legal by hand: {}", difference.hand_legal.join(" "))?;
    writeln!(out, "moves:")?;
    for (number, text) in moves.iter().enumerate() {
        writeln!(out, "  {} {text}", number + 1)?;
    }
    Ok(())
}
