//! Interpreter, machine code and hand-written game in one run, on one thread:
//! `engines GAMES REPEATS PROGRAM.ir …`.
//!
//! `engines --only SIDE GAMES PROGRAM.ir …` plays one side without a clock, for counting instructions:
//! `valgrind --tool=callgrind`. `--no-hand` before the programs leaves the hand-written game out; other
//! games than Puerto Rico (2001) need it. `--json` before the programs prints one line of JSON for each, with
//! every repeat. Several programs take turns too.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use rulewright_benches::{in_turns, Side, Table, Timing};

const USAGE: &str = "engines takes a number of games, of repeats, and programs, such as \
                     `engines 500 9 game.ir`; or `--only native 100 game.ir` to play one side";

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
    let is_flag = |word: &&String| *word == "--no-hand" || *word == "--json";
    let (flags, rest): (Vec<&String>, Vec<&String>) = arguments.iter().partition(is_flag);
    let has_hand = !flags.iter().any(|flag| *flag == "--no-hand");
    let as_json = flags.iter().any(|flag| *flag == "--json");
    match rest.as_slice() {
        [only, side, games, programs @ ..] if *only == "--only" && !programs.is_empty() => {
            let side = Side::ALL.into_iter().find(|s| s.name() == *side);
            let (Some(side), Ok(games)) = (side, games.parse()) else {
                return Err(USAGE.to_owned());
            };
            for program in programs {
                let mut table = Table::open(Path::new(program), has_hand)?;
                let outcome = table.play(side, 0..games)?;
                say(&format!(
                    "{} decisions, check {:016x}",
                    outcome.decisions, outcome.check
                ))?;
            }
            Ok(())
        }
        [games, repeats, programs @ ..] if !programs.is_empty() => {
            let (Ok(games), Ok(repeats)) = (games.parse(), repeats.parse()) else {
                return Err(USAGE.to_owned());
            };
            measure(programs, games, repeats, has_hand, as_json)
        }
        _ => Err(USAGE.to_owned()),
    }
}

fn measure(
    programs: &[&String],
    games: u64,
    repeats: usize,
    has_hand: bool,
    as_json: bool,
) -> Result<(), String> {
    let open = |path: &&String| Table::open(Path::new(path), has_hand);
    let mut tables = programs.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let all = in_turns(&mut tables, games, repeats)?;
    for (table, timings) in tables.iter_mut().zip(&all) {
        if as_json {
            show_json(table, timings)?;
        } else {
            show(table, timings, repeats)?;
        }
    }
    Ok(())
}

/// `{"game": …, "players": …, "bytes": …, "copy": [ns, …], "sides": {"native": [ns a decision, …], …}}`
fn show_json(table: &mut Table, timings: &[Timing]) -> Result<(), String> {
    let copy = table.copy_times()?;
    let engine = table.engine();
    let program = engine.program();
    let of = |timing: &Timing| format!("\"{}\": {:?}", timing.side.name(), timing.repeats);
    let sides: Vec<String> = timings.iter().map(of).collect();
    say(&format!(
        "{{\"game\": \"{}\", \"players\": {}, \"bytes\": {}, \"copy\": {copy:?}, \"sides\": {{{}}}}}",
        program.game,
        program.players,
        engine.layout().size(),
        sides.join(", ")
    ))
}

fn show(table: &mut Table, timings: &[Timing], repeats: usize) -> Result<(), String> {
    let program = table.engine().program();
    say(&format!(
        "{}, {} players, a state of {} bytes; ns a decision, median of {repeats} (least to most)",
        program.game,
        program.players,
        table.engine().layout().size()
    ))?;
    for timing in timings {
        let (least, most) = timing.spread();
        let name = timing.side.name();
        let median = timing.median();
        say(&format!(
            "  {name:12} {median:8.1} ({least:.1} to {most:.1})"
        ))?;
    }
    let copy = table.copy_times()?;
    let least = copy.iter().copied().fold(f64::INFINITY, f64::min);
    say(&format!("  a copy of a state {least:8.1} ns"))?;
    let of = |side: Side| timings.iter().find(|t| t.side == side);
    for (name, a, b) in [
        ("native / hand", Side::Native, Side::Hand),
        ("native / interpreter", Side::Native, Side::Interpreter),
        ("interpreter / hand", Side::Interpreter, Side::Hand),
    ] {
        if let (Some(a), Some(b)) = (of(a), of(b)) {
            // Each repeat is a pair of runs one after the other: the ratio of a pair is steadier than
            // the ratio of two medians.
            let mut ratios: Vec<f64> = a
                .repeats
                .iter()
                .zip(&b.repeats)
                .map(|(a, b)| b / a)
                .collect();
            ratios.sort_by(f64::total_cmp);
            if let Some(ratio) = ratios.get(ratios.len() / 2) {
                let least = b.spread().0 / a.spread().0;
                say(&format!(
                    "  {name:20} {ratio:.3}, by the least times {least:.3}"
                ))?;
            }
        }
    }
    Ok(())
}

fn say(line: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{line}").map_err(|error| format!("the result is lost: {error}"))
}
