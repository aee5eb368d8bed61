//! The craftsman phase (PR-50 to PR-54).

use crate::tables::{base, FACTORY};
use crate::{Game, Phase, Seat};

const PASS: u8 = 5;
/// Doubloons of the factory for the number of kinds produced.
const FACTORY_PAY: [i16; 6] = [0, 0, 1, 2, 3, 5];

impl Game {
    pub(crate) fn start_craftsman(&mut self) {
        let own = self.produce();
        for _ in 1..self.players {
            self.me = self.after(self.me);
            self.produce();
        }
        self.me = self.chooser;
        let mut mask = 0;
        for kind in 0..5 {
            mask |= own & u32::from(self.supply[kind] > 0) << kind;
        }
        if mask == 0 {
            self.next_role();
        } else {
            self.ask(Phase::Extra, base::EXTRA, mask | 1 << PASS);
        }
    }

    /// The current player takes his goods; gives the kinds really produced, one bit each.
    fn produce(&mut self) -> u32 {
        let seat = &mut self.seats[usize::from(self.me)];
        let mut kinds = 0;
        for (kind, wanted) in seat.harvest().into_iter().enumerate() {
            let number = wanted.min(self.supply[kind]);
            self.supply[kind] -= number;
            seat.goods[kind] += number;
            kinds |= u32::from(number > 0) << kind;
        }
        if seat.works(FACTORY) {
            seat.purse += FACTORY_PAY[kinds.count_ones() as usize];
        }
        kinds
    }

    pub(crate) fn answer_extra(&mut self, kind: u8) {
        if kind != PASS {
            let index = usize::from(kind);
            self.supply[index] -= 1;
            self.mine_mut().goods[index] += 1;
        }
        self.next_role();
    }
}

impl Seat {
    /// What the occupied plantations and circles give, the supply aside.
    fn harvest(&self) -> [u8; 5] {
        let [corn, indigo, sugar, tobacco, coffee, _] = self.fields;
        let plant = &self.plant;
        [
            corn,
            indigo.min(plant[0] + plant[2]),
            sugar.min(plant[1] + plant[3]),
            tobacco.min(plant[4]),
            coffee.min(plant[5]),
        ]
    }
}
