//! The captain phase: loading (PR-70 to PR-75, PR-78, PR-82, PR-83).

use crate::tables::{base, ship_size, HARBOR, NOTHING, WHARF};
use crate::{Game, Phase};

/// Bits of the decision: 15 of a kind and a ship, 5 of the wharf, one to pass.
const WHARF_BIT: u8 = 15;
const PASS: u8 = 20;

impl Game {
    pub(crate) fn start_captain(&mut self) {
        self.idle = 0;
        self.wharf_used = 0;
        self.bonus = true;
        self.captain_turns();
    }

    fn captain_turns(&mut self) {
        while self.idle < self.players {
            let mask = self.loads();
            if mask == 0 {
                self.idle += 1;
                self.me = self.after(self.me);
            } else if mask.is_power_of_two() {
                self.load(mask.trailing_zeros() as u8);
            } else {
                self.ask(Phase::Load, base::LOAD, mask);
                return;
            }
        }
        self.me = self.chooser;
        self.start_storage();
    }

    pub(crate) fn answer_load(&mut self, bit: u8) {
        self.load(bit);
        self.captain_turns();
    }

    /// What the current player may do; nothing if he is not to be asked (PR-83).
    fn loads(&self) -> u32 {
        let seat = self.mine();
        let mut ships = 0;
        let mut kinds = 0;
        for (kind, &number) in (0u8..).zip(&seat.goods) {
            if number > 0 {
                ships |= self.ships_for(kind, number) << (3 * kind);
                kinds |= 1 << kind;
            }
        }
        if kinds == 0 || !seat.works(WHARF) || (self.wharf_used >> self.me) & 1 != 0 {
            return ships;
        }
        let may_decline = u32::from(ships == 0);
        ships | kinds << WHARF_BIT | may_decline << PASS
    }

    /// Ships that may take these goods, one bit each (PR-71, PR-72).
    fn ships_for(&self, kind: u8, number: u8) -> u32 {
        let mut most = 0;
        let mut mask = 0;
        // From the largest on: an empty ship will do if it takes as much as the largest empty one.
        for ship in (0..3).rev() {
            let size = ship_size(self.players, ship);
            if self.ship_good[ship] == kind {
                return u32::from(self.ship_load[ship] < size) << ship;
            }
            let takes = number.min(size);
            if self.ship_good[ship] == NOTHING && takes >= most {
                most = takes;
                mask |= 1 << ship;
            }
        }
        mask
    }

    fn load(&mut self, bit: u8) {
        let me = usize::from(self.me);
        if bit == PASS {
            self.idle += 1;
            self.me = self.after(self.me);
            return;
        }
        let seat = &mut self.seats[me];
        let number;
        if bit < WHARF_BIT {
            let (kind, ship) = (bit / 3, usize::from(bit % 3));
            let held = &mut seat.goods[usize::from(kind)];
            number = (*held).min(ship_size(self.players, ship) - self.ship_load[ship]);
            *held -= number;
            self.ship_good[ship] = kind;
            self.ship_load[ship] += number;
        } else {
            let kind = usize::from(bit - WHARF_BIT);
            number = std::mem::take(&mut seat.goods[kind]);
            self.supply[kind] += number;
            self.wharf_used |= 1 << self.me;
        }
        let mut points = i16::from(number) + i16::from(seat.works(HARBOR));
        if self.bonus && self.me == self.chooser {
            self.bonus = false;
            points += 1;
        }
        seat.chips += points;
        self.pool -= points;
        self.ending |= self.pool <= 0;
        self.idle = 0;
        self.me = self.after(self.me);
    }
}
