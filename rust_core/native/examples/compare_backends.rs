//! Plays random games by the interpreter and by machine code, in step:
//! `compare_backends GAMES PROGRAM.ir … [--native OTHER.ir]`. Every state, list of legal actions, draw, result
//! and fault must be equal; the first difference ends it with exit code 1. With `--native` machine code runs
//! another program, which shows that differences are found.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use rulewright_engine::{ChanceMode, Engine, Pcg32, State, Status};
use rulewright_ir::{parse_text, verify};
use rulewright_native::{Backend, NativeEngine, Runner};

const USAGE: &str =
    "compare_backends takes a number of games and programs, such as `compare_backends 20 game.ir`";
/// Random play on several threads gives what one thread gives.
const THREADS: [usize; 3] = [1, 2, 3];

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
    let (programs, other) = match programs {
        [programs @ .., flag, other] if flag == "--native" => (programs, Some(other)),
        _ => (programs, None),
    };
    for path in programs {
        let engine = load(path)?;
        let compiled = other.map_or_else(|| Ok(Arc::clone(&engine)), |path| load(path))?;
        let native = NativeEngine::new(&compiled).map_err(|error| format!("`{path}`: {error}"))?;
        let backends = [Backend::Interpreter(engine), Backend::Native(native)];
        let mut pair = Pair::new(&backends)?;
        let mut stops = 0;
        for mode in [ChanceMode::Sampled, ChanceMode::Explicit] {
            for seed in 0..games {
                match pair.play(seed, mode) {
                    Ok(count) => stops += count,
                    Err(difference) => {
                        let place = format!("`{path}`, {mode:?}, seed {seed}");
                        return Ok(Some(format!("{place}: {difference}")));
                    }
                }
            }
        }
        let [interpreter, machine_code] = &backends;
        for threads in THREADS {
            // Equal too if both fail, and with the same fault.
            if interpreter.playouts(0..games, 1) != machine_code.playouts(0..games, threads) {
                let difference = format!("`{path}`: playouts on {threads} threads differ");
                return Ok(Some(difference));
            }
        }
        let line = format!("{path}: {games} games of each sort agree at {stops} stops");
        writeln!(std::io::stdout(), "{line}")
            .map_err(|error| format!("the result is lost: {error}"))?;
    }
    Ok(None)
}

fn load(path: &str) -> Result<Arc<Engine>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("`{path}`: {error}"))?;
    let program = parse_text(&text).map_err(|error| format!("`{path}`: {error}"))?;
    let verified = verify(program).map_err(|error| format!("`{path}`: {error}"))?;
    Engine::new(verified).map_err(|error| format!("`{path}`: {error}"))
}

/// Equal answers of both, or what differs.
fn same<T: PartialEq>(answers: [T; 2], what: &str) -> Result<T, String> {
    let [one, other] = answers;
    if one == other {
        Ok(one)
    } else {
        Err(format!("{what} differ"))
    }
}

/// Both back ends, and how the game at hand is played.
struct Pair {
    runners: [Runner; 2],
    engine: Arc<Engine>,
    mode: ChanceMode,
    rng: Pcg32,
}

impl Pair {
    fn new(backends: &[Backend; 2]) -> Result<Self, String> {
        let runner = |backend| Runner::new(backend).map_err(|error| error.to_string());
        Ok(Pair {
            runners: [runner(&backends[0])?, runner(&backends[1])?],
            engine: Arc::clone(backends[0].engine()),
            mode: ChanceMode::Sampled,
            rng: Pcg32::seeded(0),
        })
    }

    /// One game, compared at every stop; the number of stops, or what differs and where.
    fn play(&mut self, seed: u64, mode: ChanceMode) -> Result<u64, String> {
        self.mode = mode;
        self.rng = Pcg32::seeded(seed);
        let starts = [0, 1].map(|i| self.runners[i].initial(seed, mode));
        let Ok(mut state) = same(starts, "the first stops")? else {
            return Ok(1);
        };
        let mut stops = 0;
        loop {
            stops += 1;
            match self.go_on(&mut state) {
                Ok(true) => {}
                Ok(false) => return Ok(stops),
                Err(difference) => return Err(format!("{difference} at stop {stops}")),
            }
        }
    }

    /// Compares what both say about a state and takes one step; false when there is none or the rules fail.
    fn go_on(&mut self, state: &mut State) -> Result<bool, String> {
        let asked = [0, 1].map(|i| {
            let mut legal = Vec::new();
            let asked = self.runners[i].legal(state, &mut legal);
            asked.map(|()| legal)
        });
        let legal = same(asked, "legal actions")?;
        let results = [0, 1].map(|i| self.runners[i].results(state));
        same(results, "results")?.ok();
        let returns = [0, 1].map(|i| self.runners[i].returns(state));
        same(returns, "returns")?.ok();
        match (self.engine.status(state), legal) {
            (Status::Decision(_), Ok(legal)) => {
                self.refuse(state)?;
                let pick = self.rng.below(legal.len() as u32) as usize;
                let Some(action) = legal.get(pick) else {
                    return Ok(false);
                };
                let mode = self.mode;
                self.step(state, |runner, state| runner.apply(state, *action, mode))
            }
            (Status::Chance(_), Ok(_)) if self.rng.below(2) == 0 => {
                let mode = self.mode;
                self.step(state, |runner, state| runner.sample_chance(state, mode))
            }
            (Status::Chance(_), Ok(_)) => {
                let outcomes = self.engine.chance_outcomes(state).outcomes;
                let pick = self.rng.below(outcomes.len() as u32) as usize;
                let Some((outcome, _)) = outcomes.get(pick).copied() else {
                    return Err("a chance point without outcomes".to_owned());
                };
                let mode = self.mode;
                self.step(state, |runner, state| {
                    runner.apply_outcome(state, outcome, mode)
                })
            }
            _ => Ok(false),
        }
    }

    /// Any number as an action, mostly one that is refused: with the same words, and the state stays.
    fn refuse(&mut self, state: &State) -> Result<(), String> {
        let action = self.rng.below(self.engine.program().actions + 1);
        let mode = self.mode;
        let mut tried = state.clone();
        self.step(&mut tried, |runner, state| {
            runner.apply(state, action, mode)
        })
        .map_err(|difference| format!("{difference} after action {action}"))?;
        Ok(())
    }

    /// One step on both; whether the rules allowed it.
    fn step<T: PartialEq, E: PartialEq>(
        &mut self,
        state: &mut State,
        take: impl Fn(&mut Runner, &mut State) -> Result<T, E>,
    ) -> Result<bool, String> {
        let mut other = state.clone();
        let [one, two] = &mut self.runners;
        let done = same([take(one, state), take(two, &mut other)], "ends of a step")?;
        if *state == other {
            Ok(done.is_ok())
        } else {
            Err("states differ".to_owned())
        }
    }
}
