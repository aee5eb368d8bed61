//! The start of a game (PR-4, PR-5, PR-16).

use crate::storage::Kept;
use crate::tables::{
    CITY_HALL, COPIES, CORN, GOODS_IN_SUPPLY, INDIGO, NOTHING, PLANTATIONS, QUARRIES,
};
use crate::{Game, Pcg32, Phase, Seat};

impl Game {
    /// A new game, at its first decision. `players` is brought into 3 to 5. Without a first
    /// governor the seed draws one; a given seat uses no random number.
    #[must_use]
    pub fn new(players: u8, seed: u64, first_governor: Option<u8>) -> Self {
        let mut game = Self::blank(players.clamp(3, 5), seed);
        let n = game.players;
        game.governor = match first_governor {
            Some(seat) => seat % n,
            None => game.rng.below(u32::from(n)) as u8,
        };
        let indigo = if n == 5 { 3 } else { 2 };
        let mut seat = game.governor;
        for turn in 0..n {
            let kind = usize::from(if turn < indigo { INDIGO } else { CORN });
            let owner = &mut game.seats[usize::from(seat)];
            owner.purse = i16::from(n) - 1;
            owner.island[kind] = 1;
            owner.tiles = 1;
            game.stack[kind] -= 1;
            seat = game.after(seat);
        }
        game.turn_up();
        game.me = game.governor;
        game.ask_role();
        game
    }

    /// Everything in its box: no plantations given, no tile turned up, no governor.
    pub(crate) fn blank(players: u8, seed: u64) -> Self {
        let (pool, colonists) = match players {
            3 => (75, 55),
            4 => (100, 75),
            _ => (122, 95),
        };
        Self {
            rng: Pcg32::new(seed),
            seats: [Seat::default(); 5],
            mask: 0,
            on_sale: (1 << (CITY_HALL + 1)) - 1,
            base: 0,
            pool,
            phase: Phase::Over,
            players,
            governor: 0,
            chooser: 0,
            me: 0,
            picks: 0,
            rounds: 0,
            left: 0,
            ending: false,
            taken: 0,
            coins: [0; 8],
            colonists,
            colonist_ship: players,
            quarries: QUARRIES,
            supply: GOODS_IN_SUPPLY,
            stack: PLANTATIONS,
            discard: [0; 5],
            row: [0; 5],
            house: [0; 5],
            house_count: 0,
            ship_good: [NOTHING; 3],
            ship_load: [0; 3],
            market: COPIES,
            target: 0,
            place: 0,
            room: 0,
            idle: 0,
            wharf_used: 0,
            bonus: false,
            kept: Kept::default(),
        }
    }
}
