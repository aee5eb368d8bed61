//! Setting up a position from named numbers, at the choice of a role. Tests start from here.

use crate::tables::{
    role_count, ship_size, CIRCLES, GOODS_IN_SUPPLY, HOUSE_SIZE, LAST_ROUND, NOTHING, SPACES,
};
use crate::{Game, Seat};

/// With another one in each round the counter still holds it.
const MOST_COINS: u8 = u8::MAX - LAST_ROUND;
/// All of them may end up in one place, which counts to 255.
const MOST_COLONISTS: u16 = 255;

impl Game {
    /// The position that `write_position` would write as these numbers, at the choice of a role
    /// by `me`; `None` if a number is missing or impossible. Of the totals only those are checked
    /// that the engine relies on (goods of a kind, colonists), and fewer than printed will do.
    /// Rounds are counted from 0 again.
    #[must_use]
    pub fn from_position(players: u8, seed: u64, values: &[i32]) -> Option<Self> {
        if !(3..=5).contains(&players) {
            return None;
        }
        let mut game = Self::blank(players, seed);
        let mut source = Reader(values);
        game.governor = source.up_to(players - 1)?;
        game.chooser = source.up_to(players - 1)?;
        game.me = source.up_to(players - 1)?;
        game.ending = source.up_to(1)? == 1;
        game.pool = source.short()?;
        game.quarries = source.up_to(8)?;
        game.colonists = source.up_to(100)?;
        game.colonist_ship = source.up_to(100)?;
        game.supply = source.array(11)?;
        for pile in [&mut game.stack, &mut game.discard, &mut game.row] {
            *pile = source.array(12)?;
            source.up_to(0)?;
        }
        game.house = source.array(4)?;
        game.house_count = game.house.iter().sum();
        game.market = source.array(4)?;
        game.on_sale = mask(&game.market);
        for ship in 0..3 {
            let load: [u8; 5] = source.array(ship_size(players, ship))?;
            game.set_ship(ship, load)?;
        }
        let roles = role_count(players);
        for role in 0..usize::from(roles) {
            game.coins[role] = source.up_to(MOST_COINS)?;
        }
        for role in 0..roles {
            game.taken |= source.up_to(1)? << role;
        }
        game.picks = game.taken.count_ones() as u8;
        for seat in game.seats.iter_mut().take(usize::from(players)) {
            *seat = Seat::read(&mut source)?;
        }
        let in_turn = (game.governor + game.picks) % players == game.me;
        let possible = in_turn && game.picks < players && game.house_count <= HOUSE_SIZE;
        if !possible || !game.totals_fit() || !source.0.is_empty() {
            return None;
        }
        game.ask_role();
        Some(game)
    }

    fn totals_fit(&self) -> bool {
        let goods_fit = (0..5).all(|kind| {
            let cargo = (0..3).filter(|&ship| usize::from(self.ship_good[ship]) == kind);
            let loaded: u8 = cargo.map(|ship| self.ship_load[ship]).sum();
            let held: u8 = self.seats.iter().map(|seat| seat.goods[kind]).sum();
            self.supply[kind] + self.house[kind] + loaded + held <= GOODS_IN_SUPPLY[kind]
        });
        let boards = self
            .seats
            .iter()
            .map(|s| u16::from(s.waiting + s.fields.iter().sum::<u8>() + s.staffed()));
        let free = u16::from(self.colonists) + u16::from(self.colonist_ship);
        goods_fit && boards.sum::<u16>() + free <= MOST_COLONISTS
    }

    fn set_ship(&mut self, ship: usize, load: [u8; 5]) -> Option<()> {
        let mut kinds = load.iter().enumerate().filter(|(_, &number)| number > 0);
        if let Some((kind, &number)) = kinds.next() {
            let kind = kind as u8;
            if self.ship_good.contains(&kind) {
                return None;
            }
            self.ship_good[ship] = kind;
            self.ship_load[ship] = number;
        } else {
            self.ship_good[ship] = NOTHING;
        }
        kinds.next().is_none().then_some(())
    }
}

impl Seat {
    fn read(source: &mut Reader) -> Option<Self> {
        let mut seat = Self {
            purse: source.short()?,
            chips: source.short()?,
            goods: source.array(11)?,
            island: source.array(SPACES)?,
            ..Self::default()
        };
        let city: [u8; 23] = source.array(1)?;
        for building in (0u8..23).filter(|&b| city[usize::from(b)] == 1) {
            seat.add_building(building);
        }
        seat.fields = source.array(SPACES)?;
        let staff: [u8; 23] = source.array(3)?;
        for building in 0..23 {
            let number = staff[usize::from(building)];
            let circles = CIRCLES[usize::from(building)] * city[usize::from(building)];
            if number > circles {
                return None;
            }
            seat.add_staff(building, number);
        }
        seat.waiting = source.up_to(100)?;
        seat.tiles = seat.island.iter().sum();
        let fields_fit = seat.fields.iter().zip(&seat.island).all(|(f, i)| f <= i);
        let fits = fields_fit && seat.tiles <= SPACES && seat.spaces <= SPACES;
        (fits && seat.purse >= 0).then_some(seat)
    }
}

fn mask(counts: &[u8]) -> u32 {
    (0..)
        .zip(counts)
        .fold(0, |mask, (bit, &count)| mask | u32::from(count > 0) << bit)
}

/// The numbers still to be read.
struct Reader<'a>(&'a [i32]);

impl Reader<'_> {
    fn next(&mut self) -> Option<i32> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn up_to(&mut self, most: u8) -> Option<u8> {
        u8::try_from(self.next()?)
            .ok()
            .filter(|&value| value <= most)
    }

    /// Purses, chips and the pool, far from the edge of the type so that a game cannot reach it.
    fn short(&mut self) -> Option<i16> {
        i16::try_from(self.next()?)
            .ok()
            .filter(|value| (-1000..=1000).contains(value))
    }

    fn array<const N: usize>(&mut self, most: u8) -> Option<[u8; N]> {
        let mut values = [0; N];
        for value in &mut values {
            *value = self.up_to(most)?;
        }
        Some(values)
    }
}
