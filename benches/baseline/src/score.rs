//! The score and the tie-break (PR-91 to PR-97).

use crate::tables::{
    CITY_HALL, CUSTOMS_HOUSE, FORTRESS, GUILD_HALL, LARGE_PLANTS, POINTS, RESIDENCE, SMALL_PLANTS,
    VIOLET,
};
use crate::{Game, Seat};

impl Game {
    /// Points as the position stands; 0 for seats that are not in the game.
    #[must_use]
    pub fn scores(&self) -> [i32; 5] {
        self.seats.map(|seat| seat.score())
    }

    /// Doubloons plus goods.
    #[must_use]
    pub fn tiebreaks(&self) -> [i32; 5] {
        self.seats
            .map(|seat| i32::from(seat.purse) + i32::from(seat.goods.iter().sum::<u8>()))
    }
}

/// The seats that win, one bit each: most points, then the larger tie-break, then shared.
#[must_use]
pub fn winners(game: &Game) -> u8 {
    let (scores, ties) = (game.scores(), game.tiebreaks());
    let mut best = (i32::MIN, i32::MIN);
    let mut seats = 0;
    for (seat, value) in scores.into_iter().zip(ties).enumerate() {
        if seat < usize::from(game.players()) && value >= best {
            let equal = if value == best { seats } else { 0 };
            seats = equal | 1 << seat;
            best = value;
        }
    }
    seats
}

impl Seat {
    fn score(&self) -> i32 {
        let mut points = i32::from(self.chips);
        let mut rest = self.owned;
        while rest != 0 {
            points += i32::from(POINTS[rest.trailing_zeros() as usize]);
            rest &= rest - 1;
        }
        if self.works(GUILD_HALL) {
            points += (self.owned & SMALL_PLANTS).count_ones() as i32;
            points += 2 * (self.owned & LARGE_PLANTS).count_ones() as i32;
        }
        if self.works(RESIDENCE) {
            points += i32::from(self.tiles.max(9)) - 5;
        }
        if self.works(FORTRESS) {
            let colonists = self.waiting + self.fields.iter().sum::<u8>() + self.staffed();
            points += i32::from(colonists / 3);
        }
        if self.works(CUSTOMS_HOUSE) {
            points += i32::from(self.chips / 4);
        }
        if self.works(CITY_HALL) {
            points += (self.owned & VIOLET).count_ones() as i32;
        }
        points
    }
}
