//! Single calls of the engine under criterion, by interpreter and machine code, at positions of random games.
//!
//! `cargo bench --package rulewright-benches` measures the programs whose files `RULEWRIGHT_PROGRAMS` lists, in the
//! form of `PATH`. `make bench` writes them from the rule files. Everything that is measured is compared between the
//! back ends before.

use std::hint::black_box;
use std::io::Write;
use std::process::ExitCode;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput};
use rulewright_benches::{Recorded, Side, Table, Walk};
use rulewright_engine::ChanceMode;
use rulewright_native::{Backend, Runner};

const VARIABLE: &str = "RULEWRIGHT_PROGRAMS";
/// Positions at which single calls are measured.
const POSITIONS: usize = 512;
/// Games of a batch that writes its rows.
const GAMES: usize = 256;
/// Steps before it does.
const STEPS: usize = 40;
/// Games in a playout.
const SEEDS: u64 = 10;
/// Plies of the perft.
const DEPTH: u32 = 3;

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn main() -> ExitCode {
    let mut criterion = Criterion::default().configure_from_args();
    match run(&mut criterion) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            // Nobody is left to be told if that fails too.
            let _ = writeln!(std::io::stderr(), "{sentence}");
            ExitCode::from(2)
        }
    }
}

fn run(criterion: &mut Criterion) -> Result<(), String> {
    let paths = std::env::var_os(VARIABLE)
        .ok_or_else(|| format!("{VARIABLE} lists no programs; `make bench` measures some"))?;
    for path in std::env::split_paths(&paths) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        // The hand-written game is the one whose programs are named after it.
        let mut table = Table::open(&path, name.starts_with("puerto_rico-"))?;
        let mut group = criterion.benchmark_group(&*name);
        playouts(&mut group, &mut table)?;
        single_calls(&mut group, &table)?;
        rows(&mut group, &table)?;
        group.finish();
    }
    Ok(())
}

/// Whole games at random.
fn playouts(group: &mut Group<'_>, table: &mut Table) -> Result<(), String> {
    let mut first = None;
    for &side in table.sides() {
        let outcome = table.play(side, 0..SEEDS)?;
        if *first.get_or_insert(outcome) != outcome {
            let name = side.name();
            return Err(format!(
                "{name} ends other games than the interpreter, so no speed is given"
            ));
        }
        group.throughput(Throughput::Elements(outcome.decisions));
        group.bench_function(format!("playout, {}", side.name()), |bencher| {
            bencher.iter(|| table.play(side, black_box(0..SEEDS)));
        });
    }
    Ok(())
}

/// Legal actions, a step, a copy and a perft; a walk compares legal actions and steps.
fn single_calls(group: &mut Group<'_>, table: &Table) -> Result<(), String> {
    let Walk { states, actions } = Walk::new(table, POSITIONS)?;
    let count = Throughput::Elements(POSITIONS as u64);
    group.throughput(count.clone());
    group.bench_function("copy", |bencher| {
        bencher.iter(|| {
            for state in &states {
                black_box(black_box(state).clone());
            }
        });
    });
    let mut first = None;
    for (side, backend) in table.backends() {
        let mut runner = runner(&backend)?;
        let name = side.name();
        let mut legal = Vec::new();
        group.throughput(count.clone());
        group.bench_function(format!("legal actions, {name}"), |bencher| {
            bencher.iter(|| {
                states.iter().try_for_each(|state| {
                    let found = runner.legal(black_box(state), &mut legal);
                    black_box(legal.len());
                    found
                })
            });
        });
        group.bench_function(format!("apply, {name}"), |bencher| {
            let step = |mut states: Vec<_>| {
                let pairs = states.iter_mut().zip(&actions);
                for (state, &action) in pairs {
                    // The walk has shown that none of them fails.
                    let _ = black_box(runner.apply(state, action, ChanceMode::Sampled));
                }
                states
            };
            bencher.iter_batched(|| states.clone(), step, BatchSize::SmallInput);
        });
        let fails = |fault| format!("the program fails: {fault}");
        let start = runner.initial(1, ChanceMode::Explicit).map_err(fails)?;
        let found = runner.perft(&start, DEPTH).map_err(fails)?;
        if *first.get_or_insert(found) != found {
            return Err(format!(
                "{name} counts other positions, so no speed is given"
            ));
        }
        group.throughput(Throughput::Elements(found.leaves));
        group.bench_function(format!("perft {DEPTH}, {name}"), |bencher| {
            bencher.iter(|| runner.perft(black_box(&start), DEPTH));
        });
    }
    Ok(())
}

/// Masks and observations of a batch.
fn rows(group: &mut Group<'_>, table: &Table) -> Result<(), String> {
    let [(_, interpreter), _] = table.backends();
    group.throughput(Throughput::Elements(GAMES as u64));
    let mut first = None;
    for (side, backend) in table.backends() {
        let mut batch = Recorded::new(&backend, &interpreter, GAMES, STEPS)?;
        let mark = batch.mark();
        if *first.get_or_insert(mark) != mark {
            let name = side.name();
            return Err(format!("{name} writes other rows, so no speed is given"));
        }
        if side == Side::Interpreter {
            continue; // Rows are written by the same code.
        }
        group.bench_function("mask", |bencher| bencher.iter(|| batch.write(false)));
        group.bench_function("mask and observation", |bencher| {
            bencher.iter(|| batch.write(true));
        });
    }
    Ok(())
}

fn runner(backend: &Backend) -> Result<Runner, String> {
    Runner::new(backend).map_err(|error| format!("a back end can't be made: {error}"))
}
