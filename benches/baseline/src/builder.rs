//! The builder phase (PR-40 to PR-45).

use crate::tables::{
    base, city_spaces, AFFORDABLE, CIRCLES, COLUMN, COST, LARGE, QUARRY, SPACES, UNIVERSITY,
};
use crate::{Game, Phase, Seat};

const PASS: u8 = 23;

impl Game {
    pub(crate) fn builder_turns(&mut self) {
        while self.left > 0 {
            let seat = self.mine();
            let discount = u8::from(self.me == self.chooser);
            let mask = seat.buildable(discount) & self.on_sale;
            if mask != 0 {
                self.ask(Phase::Build, base::BUILD, mask | 1 << PASS);
                return;
            }
            self.end_turn();
        }
        self.next_role();
    }

    pub(crate) fn answer_build(&mut self, building: u8) {
        if building != PASS {
            let index = usize::from(building);
            let discount = u8::from(self.me == self.chooser);
            self.market[index] -= 1;
            if self.market[index] == 0 {
                self.on_sale &= !(1 << building);
            }
            let seat = self.mine_mut();
            let quarries = seat.fields[usize::from(QUARRY)].min(COLUMN[index]);
            seat.purse -= i16::from(COST[index].saturating_sub(discount + quarries));
            seat.add_building(building);
            let full = seat.spaces == SPACES;
            // A university built just now is still empty, so it does not serve itself (PR-45).
            let university = seat.works(UNIVERSITY);
            self.ending |= full;
            if university && self.colonist_left() {
                self.target = building;
                self.ask(Phase::University, base::UNIVERSITY, 0b11);
                return;
            }
        }
        self.end_turn();
        self.builder_turns();
    }

    pub(crate) fn answer_university(&mut self, bit: u8) {
        if bit == 0 {
            self.take_colonist();
            let building = self.target;
            self.mine_mut().add_staff(building, 1);
        }
        self.end_turn();
        self.builder_turns();
    }
}

impl Seat {
    /// Buildings that this player could pay for, has room for and does not have yet.
    fn buildable(&self, discount: u8) -> u32 {
        if self.spaces == SPACES {
            return 0;
        }
        let quarries = self.fields[usize::from(QUARRY)];
        let money = self.purse.clamp(0, 10) as u8 + discount;
        let mut mask = 0;
        for (column, costs) in (1u8..).zip(&AFFORDABLE) {
            mask |= costs[usize::from((money + quarries.min(column)).min(10))];
        }
        if self.spaces + 1 == SPACES {
            mask &= !LARGE;
        }
        mask & !self.owned
    }

    pub(crate) fn add_building(&mut self, building: u8) {
        self.owned |= 1 << building;
        self.spaces += city_spaces(building);
        self.circles += CIRCLES[usize::from(building)];
    }
}
