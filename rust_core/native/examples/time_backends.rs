//! Times random games on the interpreter and on compiled code: `time_backends PROGRAM.ir GAMES`. That both
//! play the same games is what `compare_backends` is for.
#![expect(clippy::print_stdout, reason = "a command line tool")]

use std::error::Error;
use std::time::{Duration, Instant};

use rulewright_engine::{ChanceMode, Engine, Machine, Pcg32};
use rulewright_ir::{parse_text, verify};
use rulewright_native::{NativeEngine, NativeMachine};

/// Repeats of the timing; the engines take turns, and the best time of each counts.
const REPEATS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(path), Some(games)) = (args.next(), args.next()) else {
        return Err("usage: time_backends PROGRAM.ir GAMES".into());
    };
    let games: u64 = games.parse()?;
    let text = std::fs::read_to_string(path)?;
    let engine = Engine::new(verify(parse_text(&text)?)?)?;
    let started = Instant::now();
    let native = NativeEngine::new(&engine)?;
    println!(
        "compiled in {:.1} ms",
        started.elapsed().as_secs_f64() * 1e3
    );
    let mut machine = Machine::new();
    let mut compiled = NativeMachine::new(&native)?;

    let mut best = [Duration::MAX; 4];
    let mut decisions = 0;
    for _ in 0..REPEATS {
        decisions = 0;
        let started = Instant::now();
        for seed in 0..games {
            decisions += u64::from(engine.playout(seed, &mut machine)?.decisions);
        }
        best[0] = best[0].min(started.elapsed());
        let started = Instant::now();
        for seed in 0..games {
            compiled.playout(seed)?;
        }
        best[1] = best[1].min(started.elapsed());
        let started = Instant::now();
        for seed in 0..games {
            stepped(&engine, &mut machine, seed)?;
        }
        best[2] = best[2].min(started.elapsed());
        let started = Instant::now();
        for seed in 0..games {
            stepped_native(&mut compiled, seed)?;
        }
        best[3] = best[3].min(started.elapsed());
    }
    #[expect(clippy::cast_precision_loss, reason = "a count of decisions is small")]
    let per = best.map(|time| time.as_secs_f64() * 1e9 / decisions as f64);
    println!("ns a decision        interpreter   native   ratio");
    println!(
        "playouts             {:11.1} {:8.1} {:7.2}",
        per[0],
        per[1],
        per[0] / per[1]
    );
    println!(
        "legal and apply      {:11.1} {:8.1} {:7.2}",
        per[2],
        per[3],
        per[2] / per[3]
    );
    Ok(())
}

fn stepped(engine: &Engine, machine: &mut Machine, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut rng = Pcg32::seeded(seed ^ 0x9E37_79B9_7F4A_7C15);
    let mut state = engine.initial(seed, ChanceMode::Sampled, machine)?;
    let mut legal = Vec::new();
    loop {
        engine.legal(&state, machine, &mut legal)?;
        let Some(action) = legal.get(rng.below(legal.len() as u32) as usize) else {
            return Ok(());
        };
        engine.apply(&mut state, *action, ChanceMode::Sampled, machine)?;
    }
}

fn stepped_native(compiled: &mut NativeMachine, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut rng = Pcg32::seeded(seed ^ 0x9E37_79B9_7F4A_7C15);
    let mut block = compiled.initial(seed, ChanceMode::Sampled)?;
    let mut legal = Vec::new();
    loop {
        compiled.legal(&block, &mut legal)?;
        let Some(action) = legal.get(rng.below(legal.len() as u32) as usize) else {
            return Ok(());
        };
        compiled.apply(&mut block, *action, ChanceMode::Sampled)?;
    }
}
