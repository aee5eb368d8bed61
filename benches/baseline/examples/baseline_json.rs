//! Random games by hand, timed, as `rulewright bench GAME --baseline` wants it:
//! `baseline_json PLAYERS GAMES SEED` prints one line of JSON.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use rulewright_baseline::playout;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let (&[players, games, seed], Some(end)) = (
        numbers.as_slice().first_chunk().unwrap_or(&[0; 3]),
        numbers
            .get(1)
            .zip(numbers.get(2))
            .and_then(|(games, seed)| seed.checked_add(*games)),
    ) else {
        return usage();
    };
    let Some(players) = u8::try_from(players)
        .ok()
        .filter(|n| (3..=5).contains(n) && games > 0)
    else {
        return usage();
    };
    let start = Instant::now();
    let decisions: u64 = (seed..end)
        .map(|seed| u64::from(playout(players, seed).decisions))
        .sum();
    let seconds = start.elapsed().as_secs_f64();
    let line = format!("{{\"decisions\": {decisions}, \"seconds\": {seconds}}}");
    match writeln!(std::io::stdout(), "{line}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn usage() -> ExitCode {
    // Nobody is left to be told if that fails too.
    let _ = writeln!(
        std::io::stderr(),
        "usage: baseline_json PLAYERS GAMES SEED, with 3 to 5 players"
    );
    ExitCode::from(2)
}
