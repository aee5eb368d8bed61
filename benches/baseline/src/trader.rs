//! The trader phase (PR-60 to PR-64).

use crate::tables::{base, HOUSE_SIZE, LARGE_MARKET, OFFICE, SMALL_MARKET};
use crate::{Game, Phase};

const PASS: u8 = 5;

impl Game {
    pub(crate) fn trader_turns(&mut self) {
        while self.left > 0 && self.house_count < HOUSE_SIZE {
            let seat = self.mine();
            let any_kind = seat.works(OFFICE);
            let mut mask = 0;
            for kind in 0..5 {
                let sold = seat.goods[kind] > 0 && (any_kind || self.house[kind] == 0);
                mask |= u32::from(sold) << kind;
            }
            if mask != 0 {
                self.ask(Phase::Sell, base::SELL, mask | 1 << PASS);
                return;
            }
            self.end_turn();
        }
        if self.house_count == HOUSE_SIZE {
            for kind in 0..5 {
                self.supply[kind] += std::mem::take(&mut self.house[kind]);
            }
            self.house_count = 0;
        }
        self.next_role();
    }

    pub(crate) fn answer_sell(&mut self, kind: u8) {
        if kind != PASS {
            let index = usize::from(kind);
            let privilege = i16::from(self.me == self.chooser);
            let seat = self.mine_mut();
            seat.goods[index] -= 1;
            // The price of a kind is its number (PR-8).
            seat.purse += i16::from(kind)
                + privilege
                + i16::from(seat.works(SMALL_MARKET))
                + 2 * i16::from(seat.works(LARGE_MARKET));
            self.house[index] += 1;
            self.house_count += 1;
        }
        self.end_turn();
        self.trader_turns();
    }
}
