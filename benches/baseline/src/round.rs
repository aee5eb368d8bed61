//! Choosing roles, the prospector, and the end of a round (PR-10 to PR-13, PR-85, PR-90).

use crate::tables::{base, role_count, LAST_ROUND};
use crate::{Game, Phase};

const PROSPECTORS: u32 = 0b1100_0000;
const SECOND_PROSPECTOR: u32 = 0b1000_0000;

impl Game {
    pub(crate) fn ask_role(&mut self) {
        let cards = (1u32 << role_count(self.players)) - 1;
        let mut free = cards & !u32::from(self.taken);
        // Two prospectors that pay the same are one choice (PR-19).
        if free & PROSPECTORS == PROSPECTORS && self.coins[6] == self.coins[7] {
            free &= !SECOND_PROSPECTOR;
        }
        self.ask(Phase::Role, base::ROLE, free);
    }

    pub(crate) fn take_role(&mut self, role: u8) {
        let coins = std::mem::take(&mut self.coins[usize::from(role)]);
        self.mine_mut().purse += i16::from(coins);
        self.taken |= 1 << role;
        self.chooser = self.me;
        self.left = self.players;
        match role {
            0 => self.settler_turns(),
            1 => self.start_mayor(),
            2 => self.builder_turns(),
            3 => self.start_craftsman(),
            4 => self.trader_turns(),
            5 => self.start_captain(),
            _ => {
                self.mine_mut().purse += 1;
                self.next_role();
            }
        }
    }

    /// The role is played: the next player chooses, or the round ends.
    pub(crate) fn next_role(&mut self) {
        self.picks += 1;
        if self.picks < self.players {
            self.me = self.after(self.chooser);
            self.ask_role();
            return;
        }
        self.rounds += 1;
        // No coins after the last round (PR-97).
        if self.ending || self.rounds == LAST_ROUND {
            self.ask(Phase::Over, 0, 0);
            return;
        }
        for role in 0..role_count(self.players) {
            self.coins[usize::from(role)] += u8::from((self.taken >> role) & 1 == 0);
        }
        self.taken = 0;
        self.picks = 0;
        self.governor = self.after(self.governor);
        self.me = self.governor;
        self.ask_role();
    }
}
