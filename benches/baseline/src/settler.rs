//! The settler phase and the tiles (PR-20 to PR-28).

use crate::tables::{base, CONSTRUCTION_HUT, HACIENDA, HOSPICE, QUARRY, SPACES};
use crate::{Game, Phase};

const QUARRY_BIT: u8 = 5;
const PASS: u8 = 6;

impl Game {
    pub(crate) fn settler_turns(&mut self) {
        while self.left > 0 {
            if self.mine().tiles < SPACES && self.mine().works(HACIENDA) && self.tile_left() {
                self.ask(Phase::Hacienda, base::HACIENDA, 0b11);
                return;
            }
            if self.ask_tile() {
                return;
            }
            self.end_turn();
        }
        for kind in 0..5 {
            self.discard[kind] += std::mem::take(&mut self.row[kind]);
        }
        self.turn_up();
        self.next_role();
    }

    /// Asks for the normal tile; `false` if there is none to take.
    fn ask_tile(&mut self) -> bool {
        if self.mine().tiles == SPACES {
            return false;
        }
        let mut mask = 0;
        for kind in 0..5 {
            mask |= u32::from(self.row[kind] > 0) << kind;
        }
        if self.quarries > 0 && (self.me == self.chooser || self.mine().works(CONSTRUCTION_HUT)) {
            mask |= 1 << QUARRY_BIT;
        }
        if mask == 0 {
            return false;
        }
        self.ask(Phase::Tile, base::TILE, mask | 1 << PASS);
        true
    }

    pub(crate) fn answer_hacienda(&mut self, bit: u8) {
        if bit == 0 {
            if let Some(kind) = self.draw() {
                self.place_tile(kind);
            }
        }
        if !self.ask_tile() {
            self.end_turn();
            self.settler_turns();
        }
    }

    pub(crate) fn answer_tile(&mut self, bit: u8) {
        if bit != PASS {
            if bit == QUARRY {
                self.quarries -= 1;
            } else {
                self.row[usize::from(bit)] -= 1;
            }
            self.place_tile(bit);
            if self.mine().works(HOSPICE) && self.colonist_left() {
                self.target = bit;
                self.ask(Phase::Hospice, base::HOSPICE, 0b11);
                return;
            }
        }
        self.end_turn();
        self.settler_turns();
    }

    pub(crate) fn answer_hospice(&mut self, bit: u8) {
        if bit == 0 {
            self.take_colonist();
            let tile = usize::from(self.target);
            self.mine_mut().fields[tile] += 1;
        }
        self.end_turn();
        self.settler_turns();
    }

    fn place_tile(&mut self, kind: u8) {
        let seat = self.mine_mut();
        seat.island[usize::from(kind)] += 1;
        seat.tiles += 1;
    }

    fn tile_left(&self) -> bool {
        self.stack != [0; 5] || self.discard != [0; 5]
    }

    /// Turns up one tile more than there are players, or as many as there are (PR-21, PR-27).
    pub(crate) fn turn_up(&mut self) {
        for _ in 0..=self.players {
            let Some(kind) = self.draw() else { return };
            self.row[usize::from(kind)] += 1;
        }
    }

    /// Draws one tile face down. The stack is a multiset: its order is made up while drawing.
    fn draw(&mut self) -> Option<u8> {
        if self.stack == [0; 5] {
            self.stack = std::mem::take(&mut self.discard);
        }
        let total: u8 = self.stack.iter().sum();
        let first = self.stack.iter().position(|&count| count > 0)?;
        let mut kind = first;
        // With one kind left there is nothing to draw lots about.
        if self.stack[first] < total {
            let mut x = self.rng.below(u32::from(total)) as u8;
            while x >= self.stack[kind] {
                x -= self.stack[kind];
                kind += 1;
            }
        }
        self.stack[kind] -= 1;
        Some(kind as u8)
    }
}
