//! A position as a list of named numbers, for comparing with the other engine.

use crate::tables::{role_count, BUILDINGS, GOODS, ROLES, SHIPS, TILES};
use crate::{Game, Seat};

/// The names of the numbers that `Game::write_position` writes, in the same order. Only role
/// cards that are in the game have a name.
#[must_use]
pub fn position_names(players: u8) -> Vec<String> {
    let players = players.clamp(3, 5);
    let roles = &ROLES[..usize::from(role_count(players))];
    let single = "governor chooser me ending vp_pool quarries colonists colonist_ship";
    let mut names: Vec<String> = single.split(' ').map(str::to_owned).collect();
    let mut row = |what: &str, of: &[&str]| {
        names.extend(of.iter().map(|name| format!("{what}[{name}]")));
    };
    row("supply", &GOODS);
    for pile in ["stack", "discard", "row"] {
        row(pile, &TILES);
    }
    row("house", &GOODS);
    row("market", &BUILDINGS);
    for ship in SHIPS {
        row(&format!("cargo[{ship}]"), &GOODS);
    }
    row("coins", roles);
    row("taken", roles);
    for p in 0..players {
        let seat = p.to_string();
        row("purse", &[&seat]);
        row("chips", &[&seat]);
        row(&format!("goods[{p}]"), &GOODS);
        row(&format!("island[{p}]"), &TILES);
        row(&format!("city[{p}]"), &BUILDINGS);
        row(&format!("fields[{p}]"), &TILES);
        row(&format!("staff[{p}]"), &BUILDINGS);
        row("waiting", &[&seat]);
    }
    names
}

impl Game {
    /// Writes the position as the numbers that `position_names` names.
    pub fn write_position(&self, out: &mut Vec<i32>) {
        out.clear();
        let roles = role_count(self.players);
        out.extend([self.governor, self.chooser, self.me, u8::from(self.ending)].map(i32::from));
        out.push(i32::from(self.pool));
        out.extend([self.quarries, self.colonists, self.colonist_ship].map(i32::from));
        out.extend(self.supply.map(i32::from));
        // Quarries have a stack of their own and never lie among the plantations.
        for pile in [self.stack, self.discard, self.row] {
            out.extend(pile.map(i32::from));
            out.push(0);
        }
        out.extend(self.house.map(i32::from));
        out.extend(self.market.map(i32::from));
        for ship in 0..3 {
            out.extend((0..5).map(|kind| {
                let here = self.ship_good[ship] == kind;
                i32::from(here) * i32::from(self.ship_load[ship])
            }));
        }
        let coins = self.coins.iter().take(usize::from(roles));
        out.extend(coins.copied().map(i32::from));
        out.extend((0..roles).map(|role| i32::from((self.taken >> role) & 1)));
        for seat in self.seats.iter().take(usize::from(self.players)) {
            seat.write(out);
        }
    }
}

impl Seat {
    fn write(&self, out: &mut Vec<i32>) {
        out.extend([self.purse, self.chips].map(i32::from));
        out.extend(self.goods.map(i32::from));
        out.extend(self.island.map(i32::from));
        out.extend((0..23).map(|b| i32::from((self.owned >> b) & 1 != 0)));
        out.extend(self.fields.map(i32::from));
        out.extend(self.plant.map(i32::from));
        out.extend((6..23).map(|b| i32::from(self.works(b))));
        out.push(i32::from(self.waiting));
    }
}
