//! How fast random games run on one thread:
//! `cargo run --release --example speed [GAMES [PROGRAM.ir ...]]`.
//!
//! Without a program: the hand-written game alone, by bit masks and through its public interface.
//! With programs: each on the engine beside the hand-written game, whose results must be equal.

#[path = "compare/program.rs"]
mod program;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rulewright_baseline::{playout, Game, Pcg32, Playout};
use rulewright_engine::{Engine, Machine};

/// The two sides take turns this many times, so that a slow moment of the machine hits both.
const ROUNDS: u64 = 10;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            // Nobody is left to be told if that fails too.
            let _ = writeln!(std::io::stderr(), "{sentence}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let mut arguments = std::env::args_os().skip(1);
    let games = match arguments.next() {
        None => 20_000,
        Some(text) => text
            .to_str()
            .and_then(|text| text.parse().ok())
            .filter(|&games| games > 0)
            .ok_or("the first argument is the number of games, at least 1")?,
    };
    let programs: Vec<_> = arguments.collect();
    if programs.is_empty() {
        return measure_alone(games).map_err(|error| format!("the result is lost: {error}"));
    }
    for path in programs {
        let line = measure_beside(&*program::load_program(Path::new(&path))?, games)?;
        writeln!(std::io::stdout(), "{line}").map_err(|e| format!("the result is lost: {e}"))?;
    }
    Ok(())
}

/// The same games on both sides: how fast each is, in one line.
fn measure_beside(engine: &Engine, games: u64) -> Result<String, String> {
    let players = engine.program().players;
    let mut machine = Machine::new();
    let (mut engine_time, mut hand_time) = (Duration::ZERO, Duration::ZERO);
    let (mut decisions, mut played) = (0u64, 0u64);
    for round in 0..ROUNDS {
        let seeds = games * round / ROUNDS..games * (round + 1) / ROUNDS;
        let start = Instant::now();
        let by_engine: Result<Vec<_>, _> = seeds
            .clone()
            .map(|seed| engine.playout(seed, &mut machine))
            .collect();
        engine_time += start.elapsed();
        let start = Instant::now();
        let by_hand: Vec<Playout> = seeds.clone().map(|seed| playout(players, seed)).collect();
        hand_time += start.elapsed();
        let by_engine = by_engine.map_err(|fault| format!("the program fails: {fault}"))?;
        for ((seed, engine), hand) in seeds.zip(&by_engine).zip(&by_hand) {
            let scores = hand.scores.get(..engine.scores.len());
            if scores != Some(&engine.scores) || hand.decisions != engine.decisions {
                return Err(format!(
                    "seed {seed} ends differently on the two sides, so no speed is given: \
                     `compare` shows where"
                ));
            }
            decisions += u64::from(hand.decisions);
            played += 1;
        }
    }
    let (engine_speed, hand_speed) = (rate(played, engine_time), rate(played, hand_time));
    let ratio = hand_time.as_secs_f64() / engine_time.as_secs_f64();
    Ok(format!(
        "{players} players: engine {engine_speed} games/s, {} decisions/s; \
         by hand {hand_speed} games/s, {} decisions/s; engine / by hand {ratio:.3}; \
         {played} equal results",
        rate(decisions, engine_time),
        rate(decisions, hand_time),
    ))
}

fn rate(number: u64, time: Duration) -> u128 {
    u128::from(number) * 1_000_000_000 / time.as_nanos().max(1)
}

fn measure_alone(games: u64) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "a position takes {} bytes", size_of::<Game>())?;
    for players in 3..=5 {
        measure(&mut out, "bit masks", games, players, playout)?;
        measure(&mut out, "legal and apply", games, players, by_list)?;
    }
    Ok(())
}

/// The same random games through the public interface, with a list of legal actions.
fn by_list(players: u8, seed: u64) -> Playout {
    let mut game = Game::new(players, seed, None);
    let mut rng = Pcg32::new(seed ^ 0x9E37_79B9_7F4A_7C15);
    let mut legal = Vec::with_capacity(32);
    let mut decisions = 0;
    while !game.is_over() {
        game.legal(&mut legal);
        game.apply(legal[rng.below(legal.len() as u32) as usize]);
        decisions += 1;
    }
    let scores = game.scores();
    Playout { scores, decisions }
}

fn measure(
    out: &mut impl Write,
    how: &str,
    games: u64,
    players: u8,
    play: fn(u8, u64) -> Playout,
) -> std::io::Result<()> {
    let start = Instant::now();
    let (mut decisions, mut points) = (0u64, 0i64);
    for seed in 0..games {
        let end = play(players, seed);
        decisions += u64::from(end.decisions);
        points += end
            .scores
            .iter()
            .map(|&score| i64::from(score))
            .sum::<i64>();
    }
    let nanoseconds = start.elapsed().as_nanos();
    writeln!(
        out,
        "{players} players, {how}: {} games/s, {} ns per decision, {} decisions and {} points per game",
        u128::from(games) * 1_000_000_000 / nanoseconds.max(1),
        nanoseconds / u128::from(decisions.max(1)),
        decisions / games.max(1),
        points / games.max(1) as i64,
    )
}
