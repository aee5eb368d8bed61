//! Plays random games of programs as they are written and as they are run, in step:
//! `compare_forms GAMES PROGRAM.ir …`. So many games are played with chance taken on the way, and as many with
//! chance points as stops. Every state, every list of legal actions and every result must be equal; the first
//! difference ends it with exit code 1.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use rulewright_engine::{ChanceMode, Engine, Machine, Pcg32, State, Status};
use rulewright_ir::{parse_text, print_text, verify};

const USAGE: &str =
    "compare_forms takes a number of games and programs, such as `compare_forms 20 game.ir`";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (sentence, code) = match run(&arguments) {
        Ok(None) => return ExitCode::SUCCESS,
        Ok(Some(difference)) => (difference, 1),
        Err(sentence) => (sentence, 2),
    };
    // Nobody is left to be told if that fails too.
    let _ = writeln!(std::io::stderr(), "{sentence}");
    ExitCode::from(code)
}

/// The first difference, if there is one.
fn run(arguments: &[String]) -> Result<Option<String>, String> {
    let [games, programs @ ..] = arguments else {
        return Err(USAGE.to_owned());
    };
    let games: u64 = games.parse().map_err(|_| USAGE.to_owned())?;
    for path in programs {
        let text = std::fs::read_to_string(path).map_err(|error| format!("`{path}`: {error}"))?;
        let wrong = |error: &dyn std::fmt::Display| format!("`{path}`: {error}");
        let program = parse_text(&text).map_err(|error| wrong(&error))?;
        let verified = verify(program).map_err(|error| wrong(&error))?;
        let written = Engine::as_written(verified.clone()).map_err(|error| wrong(&error))?;
        let running = Engine::new(verified).map_err(|error| wrong(&error))?;
        if print_text(running.running()) == print_text(running.program()) {
            return Ok(Some(format!(
                "`{path}`: the program is run as it is written"
            )));
        }
        let mut stops = 0;
        for mode in [ChanceMode::Sampled, ChanceMode::Explicit] {
            for seed in 0..games {
                match in_step([&written, &running], seed, mode) {
                    Ok(count) => stops += count,
                    Err(difference) => {
                        let place = format!("`{path}`, {mode:?}, seed {seed}");
                        return Ok(Some(format!("{place}: {difference}")));
                    }
                }
            }
        }
        let line = format!("{path}: {games} games of each sort agree at {stops} stops");
        writeln!(std::io::stdout(), "{line}")
            .map_err(|error| format!("the result is lost: {error}"))?;
    }
    Ok(None)
}

/// One game on both, compared at every decision; the number of stops, or what differs.
fn in_step(engines: [&Arc<Engine>; 2], seed: u64, mode: ChanceMode) -> Result<u64, String> {
    let mut rng = Pcg32::seeded(seed);
    let mut machines = [Machine::new(), Machine::new()];
    let first = each(&mut machines, |i, machine| {
        engines[i].initial(seed, mode, machine)
    });
    let [Ok(mut one), Ok(mut other)] = first else {
        let same = format!("{:?}", first[0]) == format!("{:?}", first[1]);
        return if same {
            Ok(1)
        } else {
            Err("the first stop differs".to_owned())
        };
    };
    let mut stops = 0;
    loop {
        stops += 1;
        if one != other {
            return Err(format!("the states differ at stop {stops}"));
        }
        let asked = each(&mut machines, |i, machine| {
            let mut legal = Vec::new();
            engines[i].legal(&one, machine, &mut legal).map(|()| legal)
        });
        let results = each(&mut machines, |i, machine| {
            (
                engines[i].scores(&one, machine),
                engines[i].tiebreaks(&one, machine),
            )
        });
        if asked[0] != asked[1] || results[0] != results[1] {
            return Err(format!("actions or results differ at stop {stops}"));
        }
        let [Ok(legal), _] = asked else {
            return Ok(stops);
        };
        let pick = legal.get(rng.below(legal.len() as u32) as usize);
        let take = |engine: &Engine, state: &mut State, machine: &mut Machine| match pick {
            Some(action) => engine.apply(state, *action, mode, machine).map(|()| None),
            None => engine.sample_chance(state, mode, machine).map(Some),
        };
        if pick.is_none() && !matches!(engines[0].status(&one), Status::Chance(_)) {
            return Ok(stops);
        }
        let [first, second] = &mut machines;
        let ends = (
            take(engines[0], &mut one, first),
            take(engines[1], &mut other, second),
        );
        if ends.0 != ends.1 {
            return Err(format!("{pick:?} ends differently at stop {stops}"));
        }
        if ends.0.is_err() {
            return Ok(stops);
        }
    }
}

fn each<T>(machines: &mut [Machine; 2], mut ask: impl FnMut(usize, &mut Machine) -> T) -> [T; 2] {
    let [one, other] = machines;
    [ask(0, one), ask(1, other)]
}
