//! Puerto Rico (2001), 3 to 5 players, written by hand in plain Rust.
//!
//! It shares no code with the rule files: games are played step by step in both, and they must
//! agree. It is also the yardstick for speed, so a position is one flat `Copy` value of small
//! integers, and a step allocates nothing. Ids such as PR-72 name statements of the rules page.
//!
//! Every decision owns a run of at most 32 action numbers. A position keeps the first number of
//! the run and a bit mask of the legal ones, found once, when the decision is reached.

mod actions;
mod builder;
mod captain;
mod craftsman;
mod mayor;
mod playout;
mod position;
mod position_reader;
mod random;
mod round;
mod score;
mod settler;
mod setup;
mod storage;
mod tables;
mod trader;

pub use actions::{action_count, action_text};
pub use playout::{playout, Playout};
pub use position::position_names;
pub use random::Pcg32;
pub use score::winners;

/// What the player to move is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Role,
    Hacienda,
    Tile,
    Hospice,
    Recruit,
    Spread,
    Build,
    University,
    Extra,
    Sell,
    Load,
    Keep,
    Over,
}

/// One player's board and possessions.
#[derive(Clone, Copy, Debug, Default)]
struct Seat {
    /// Buildings owned, one bit each.
    owned: u32,
    /// Violet buildings with a colonist, one bit each; production buildings are in `plant`.
    occupied: u32,
    purse: i16,
    chips: i16,
    goods: [u8; 5],
    island: [u8; 6],
    /// Colonists on the tiles of each kind.
    fields: [u8; 6],
    /// Colonists on each of the six production buildings.
    plant: [u8; 6],
    waiting: u8,
    /// Tiles on the island, all kinds.
    tiles: u8,
    /// City spaces in use.
    spaces: u8,
    /// Circles on all buildings.
    circles: u8,
}

/// A position, always at a decision with at least two legal answers, or at the end.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    rng: Pcg32,
    seats: [Seat; 5],
    /// Legal answers: bit `i` stands for action `base + i`.
    mask: u32,
    /// Buildings with a copy left, one bit each.
    on_sale: u32,
    base: u16,
    pool: i16,
    phase: Phase,
    players: u8,
    governor: u8,
    chooser: u8,
    me: u8,
    /// Roles chosen in this round.
    picks: u8,
    rounds: u8,
    /// Turns left in this phase, the current one included.
    left: u8,
    ending: bool,
    /// Role cards chosen in this round, one bit each.
    taken: u8,
    coins: [u8; 8],
    colonists: u8,
    colonist_ship: u8,
    quarries: u8,
    supply: [u8; 5],
    stack: [u8; 5],
    discard: [u8; 5],
    row: [u8; 5],
    house: [u8; 5],
    house_count: u8,
    /// Kind on each ship, or `NOTHING`.
    ship_good: [u8; 3],
    ship_load: [u8; 3],
    market: [u8; 23],
    /// The tile or building that the colonist of hospice or university goes to.
    target: u8,
    /// Mayor: the place asked about; storage: the kind asked about.
    place: u8,
    /// Mayor: circles from `place` on.
    room: u8,
    /// Captain: turns in a row without a load.
    idle: u8,
    /// Captain: players whose wharf is used up, one bit each.
    wharf_used: u8,
    /// Captain: the captain's own point is still to be had.
    bonus: bool,
    kept: storage::Kept,
}

impl Game {
    /// The legal actions, rising; none when the game is over.
    pub fn legal(&self, out: &mut Vec<u16>) {
        out.clear();
        let mut rest = self.mask;
        while rest != 0 {
            out.push(self.base + rest.trailing_zeros() as u16);
            rest &= rest - 1;
        }
    }

    /// Carries out a legal action and runs to the next real decision or the end.
    /// An action that is not legal changes nothing and gives `false`.
    pub fn apply(&mut self, action: u16) -> bool {
        let bit = u32::from(action.wrapping_sub(self.base));
        if bit >= 32 || (self.mask >> bit) & 1 == 0 {
            return false;
        }
        self.answer(bit as u8);
        true
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The player to move; after the end, the one who acted last.
    #[must_use]
    pub fn current_player(&self) -> u8 {
        self.me
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.players
    }

    fn answer(&mut self, bit: u8) {
        match self.phase {
            Phase::Role => self.take_role(bit),
            Phase::Hacienda => self.answer_hacienda(bit),
            Phase::Tile => self.answer_tile(bit),
            Phase::Hospice => self.answer_hospice(bit),
            Phase::Recruit => self.answer_recruit(bit),
            Phase::Spread => self.answer_spread(bit),
            Phase::Build => self.answer_build(bit),
            Phase::University => self.answer_university(bit),
            Phase::Extra => self.answer_extra(bit),
            Phase::Sell => self.answer_sell(bit),
            Phase::Load => self.answer_load(bit),
            Phase::Keep => self.answer_keep(bit),
            Phase::Over => {}
        }
    }

    fn ask(&mut self, phase: Phase, base: u16, mask: u32) {
        self.phase = phase;
        self.base = base;
        self.mask = mask;
    }

    // `me` is always a seat below `players`, so below 5.
    fn mine(&self) -> &Seat {
        &self.seats[usize::from(self.me)]
    }

    fn mine_mut(&mut self) -> &mut Seat {
        &mut self.seats[usize::from(self.me)]
    }

    fn after(&self, seat: u8) -> u8 {
        if seat + 1 == self.players {
            0
        } else {
            seat + 1
        }
    }

    fn end_turn(&mut self) {
        self.me = self.after(self.me);
        self.left -= 1;
    }

    fn colonist_left(&self) -> bool {
        self.colonists | self.colonist_ship != 0
    }

    /// For hospice and university: the ship serves only while the supply is empty (PR-25, PR-43).
    fn take_colonist(&mut self) {
        if self.colonists > 0 {
            self.colonists -= 1;
        } else {
            self.colonist_ship -= 1;
        }
    }
}

impl Seat {
    /// Whether a violet building of this number is occupied.
    fn works(&self, building: u8) -> bool {
        (self.occupied >> building) & 1 != 0
    }

    /// Colonists on buildings.
    fn staffed(&self) -> u8 {
        self.plant.iter().sum::<u8>() + self.occupied.count_ones() as u8
    }
}
