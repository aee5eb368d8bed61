//! How fast random games run on one thread: `cargo run --release --example speed [games]`.

use std::io::Write;
use std::time::Instant;

use rulewright_baseline::{playout, Game, Pcg32, Playout};

fn main() -> std::io::Result<()> {
    let games: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(20_000);
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
