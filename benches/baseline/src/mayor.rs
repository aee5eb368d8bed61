//! The mayor phase (PR-30 to PR-35). A spread is asked place by place: the tile kinds, then the
//! buildings, each with how many colonists it gets, so every spread has exactly one sequence.

use crate::tables::{base, CIRCLES, VIOLET};
use crate::{Game, Phase, Seat};

const TILE_PLACES: u8 = 6;
const PLACES: u8 = TILE_PLACES + 23;

impl Game {
    pub(crate) fn start_mayor(&mut self) {
        if self.colonists > 0 {
            self.ask(Phase::Recruit, base::RECRUIT, 0b11);
        } else {
            self.deal();
        }
    }

    pub(crate) fn answer_recruit(&mut self, bit: u8) {
        if bit == 0 {
            self.colonists -= 1;
            self.mine_mut().waiting += 1;
        }
        self.deal();
    }

    fn deal(&mut self) {
        let each = self.colonist_ship / self.players;
        let more = self.colonist_ship % self.players;
        self.colonist_ship = 0;
        let mut seat = self.chooser;
        for turn in 0..self.players {
            self.seats[usize::from(seat)].waiting += each + u8::from(turn < more);
            seat = self.after(seat);
        }
        self.begin_spread();
        self.spread_turns();
    }

    fn begin_spread(&mut self) {
        self.mine_mut().collect();
        self.place = 0;
        self.room = self.mine().tiles + self.mine().circles;
    }

    fn spread_turns(&mut self) {
        while !self.ask_spread() {
            self.end_turn();
            if self.left == 0 {
                self.load_colonist_ship();
                self.next_role();
                return;
            }
            self.begin_spread();
        }
    }

    /// Goes on to the next place with a choice; `false` when the player is through.
    fn ask_spread(&mut self) -> bool {
        if self.mine().waiting >= self.room && self.place == 0 {
            self.mine_mut().fill_all();
            return false;
        }
        while self.place < PLACES {
            let seat = self.mine();
            let left = seat.waiting;
            if left == 0 {
                return false;
            }
            let capacity = seat.capacity(self.place);
            let later = self.room - capacity;
            let least = left.saturating_sub(later);
            let most = capacity.min(left);
            self.room = later;
            if least == most {
                self.put(least);
                continue;
            }
            let first = if self.place < TILE_PLACES {
                base::FIELDS + u16::from(self.place) * base::FIELDS_STEP
            } else {
                base::STAFF + u16::from(self.place - TILE_PLACES) * base::STAFF_STEP
            };
            let mask = (2u32 << most) - (1u32 << least);
            self.ask(Phase::Spread, first, mask);
            return true;
        }
        false
    }

    pub(crate) fn answer_spread(&mut self, number: u8) {
        self.put(number);
        self.spread_turns();
    }

    /// Puts colonists on the current place and goes to the next one that exists.
    fn put(&mut self, number: u8) {
        let place = self.place;
        let seat = self.mine_mut();
        seat.waiting -= number;
        if place < TILE_PLACES {
            seat.fields[usize::from(place)] = number;
        } else {
            seat.add_staff(place - TILE_PLACES, number);
        }
        let next = place + 1;
        self.place = if next < TILE_PLACES {
            next
        } else {
            let rest = self.mine().owned >> (next - TILE_PLACES);
            if rest == 0 {
                PLACES
            } else {
                next + rest.trailing_zeros() as u8
            }
        };
    }

    /// PR-32, PR-33: one for each empty circle on buildings, at least one for each player.
    fn load_colonist_ship(&mut self) {
        let empty: u8 = self.seats.iter().map(|s| s.circles - s.staffed()).sum();
        let wanted = empty.max(self.players);
        let loaded = wanted.min(self.colonists);
        self.ending |= loaded < wanted;
        self.colonists -= loaded;
        self.colonist_ship = loaded;
    }
}

impl Seat {
    /// Takes all colonists off the board into San Juan.
    fn collect(&mut self) {
        self.waiting += self.fields.iter().sum::<u8>() + self.staffed();
        self.fields = [0; 6];
        self.plant = [0; 6];
        self.occupied = 0;
    }

    /// With as many colonists as circles, or more, there is nothing to decide (PR-34).
    fn fill_all(&mut self) {
        self.waiting -= self.tiles + self.circles;
        self.fields = self.island;
        for (building, workers) in self.plant.iter_mut().enumerate() {
            *workers = CIRCLES[building] * ((self.owned >> building) & 1) as u8;
        }
        self.occupied = self.owned & VIOLET;
    }

    fn capacity(&self, place: u8) -> u8 {
        if place < TILE_PLACES {
            return self.island[usize::from(place)];
        }
        let building = place - TILE_PLACES;
        if (self.owned >> building) & 1 == 0 {
            return 0;
        }
        CIRCLES[usize::from(building)]
    }

    pub(crate) fn add_staff(&mut self, building: u8, number: u8) {
        if let Some(workers) = self.plant.get_mut(usize::from(building)) {
            *workers += number;
        } else {
            self.occupied |= u32::from(number) << building;
        }
    }
}
