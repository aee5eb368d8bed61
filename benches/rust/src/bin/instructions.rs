//! What callgrind counts: `instructions CODE GAMES STEPS PROGRAM.ir [--hand]`.
//!
//! Plays the same games by each side and a batch of them, each in a call of `counted_section`, and prints a line for
//! each call: its name, its decisions, and a sum that equal games have in common. `benches/table/instructions.py`
//! runs it so that callgrind counts within that function alone and writes its counts after each call of it.
//! CODE is a folder where machine code is kept between runs.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use rulewright_benches::{Outcome, Recorded, Side, Table};

const USAGE: &str = "instructions takes a folder for machine code, a number of games, a number of steps of a batch \
                     and a program, such as `instructions target/bench/code 20 10 game.ir --hand`";
/// Games in the batch.
const BATCH: usize = 128;

/// What is counted.
enum Work<'a> {
    Games(&'a mut Table, Side, u64),
    Steps(&'a mut Recorded, bool),
}

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
    let has_hand = arguments.iter().any(|word| word == "--hand");
    let rest: Vec<&String> = arguments.iter().filter(|word| *word != "--hand").collect();
    let [code, games, steps, program] = rest.as_slice() else {
        return Err(USAGE.to_owned());
    };
    let (Ok(games), Ok(steps)) = (games.parse(), steps.parse()) else {
        return Err(USAGE.to_owned());
    };
    let mut table = Table::open_with(Path::new(program), has_hand, Some(Path::new(code)))?;
    for &side in table.sides() {
        // Once without counting: what is made at the first call belongs to no decision.
        table.play(side, 0..1)?;
        let outcome = counted_section(Work::Games(&mut table, side, games))?;
        say(side.name(), outcome)?;
    }
    let [(_, interpreter), (_, native)] = table.backends();
    let mut batch = Recorded::new(&native, &interpreter, BATCH, steps)?;
    let mark = batch.mark();
    for (name, with_observations) in [("batch", false), ("batch with observations", true)] {
        batch.rewind()?;
        let outcome = counted_section(Work::Steps(&mut batch, with_observations))?;
        batch.write(true)?;
        if batch.mark() != mark {
            return Err("the batch ends differently, so nothing is counted".to_owned());
        }
        say(name, outcome)?;
    }
    Ok(())
}

/// The one function in which instructions are counted.
#[inline(never)]
fn counted_section(work: Work<'_>) -> Result<Outcome, String> {
    match work {
        Work::Games(table, side, games) => table.play(side, 1..1 + games),
        Work::Steps(batch, with_observations) => Ok(Outcome {
            decisions: batch.play(with_observations)?,
            check: 0,
        }),
    }
}

fn say(name: &str, outcome: Outcome) -> Result<(), String> {
    let Outcome { decisions, check } = outcome;
    writeln!(std::io::stdout(), "{name}: {decisions} {check:016x}")
        .map_err(|error| format!("the result is lost: {error}"))
}
