//! The end of a captain phase: storing goods and emptying ships (PR-76, PR-77, PR-118).

use crate::tables::{base, ship_size, LARGE_WAREHOUSE, NOTHING, SMALL_WAREHOUSE};
use crate::{Game, Phase, Seat};

/// What the player who stores has settled so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kept {
    number: [u8; 5],
    /// Kinds of which two or more are kept: a warehouse each.
    many: u8,
    /// Kinds of which one is kept: a warehouse or the one free place.
    lone: u8,
}

impl Kept {
    fn fits(self, warehouses: u8) -> bool {
        self.many + self.lone.saturating_sub(1) <= warehouses
    }

    fn with(mut self, kind: u8, number: u8) -> Self {
        self.number[usize::from(kind)] = number;
        match number {
            0 => {}
            1 => self.lone += 1,
            _ => self.many += 1,
        }
        self
    }
}

impl Game {
    pub(crate) fn start_storage(&mut self) {
        self.place = 0;
        self.storage_turns();
    }

    fn storage_turns(&mut self) {
        while self.left > 0 {
            if self.ask_keep() {
                return;
            }
            self.place = 0;
            let kept = std::mem::take(&mut self.kept);
            let seat = &mut self.seats[usize::from(self.me)];
            for kind in 0..5 {
                self.supply[kind] += seat.goods[kind] - kept.number[kind];
            }
            seat.goods = kept.number;
            self.end_turn();
        }
        for ship in 0..3 {
            if self.ship_load[ship] == ship_size(self.players, ship) {
                let kind = usize::from(std::mem::replace(&mut self.ship_good[ship], NOTHING));
                self.supply[kind] += std::mem::take(&mut self.ship_load[ship]);
            }
        }
        self.next_role();
    }

    /// Goes on to the next kind with a choice; `false` when the player is through.
    fn ask_keep(&mut self) -> bool {
        if self.mine().goods == [0; 5] {
            return false;
        }
        let warehouses = self.mine().warehouses();
        while self.place < 5 {
            let kind = self.place;
            let held = self.mine().goods[usize::from(kind)];
            // Keeping none is always legal, and two or more need the same room.
            let mut mask = 1u32;
            if held > 0 && self.kept.with(kind, 1).fits(warehouses) {
                mask |= 2;
            }
            if held > 1 && self.kept.with(kind, 2).fits(warehouses) {
                mask |= (1 << (held + 1)) - 4;
            }
            if mask != 1 {
                let first = base::KEEP + u16::from(kind) * base::KEEP_STEP;
                self.ask(Phase::Keep, first, mask);
                return true;
            }
            self.place += 1;
        }
        false
    }

    pub(crate) fn answer_keep(&mut self, number: u8) {
        self.kept = self.kept.with(self.place, number);
        self.place += 1;
        self.storage_turns();
    }
}

impl Seat {
    /// Kinds that this player's warehouses keep.
    fn warehouses(&self) -> u8 {
        u8::from(self.works(SMALL_WAREHOUSE)) + 2 * u8::from(self.works(LARGE_WAREHOUSE))
    }
}
