//! Plays one random game on both sides with the same seed and the same actions.
//!
//! Player to move, legal actions and the whole position are compared at every decision, scores
//! and tie-breaks at the end. The position after the end is not: who would be governor of a round
//! that is not played has no meaning.

use rulewright_baseline::{action_text, Game};
use rulewright_engine::{ChanceMode, Engine, Machine, Pcg32, State};

use crate::mapping::{Mapping, UNKNOWN};

/// Keeps the generator that picks the actions apart from the game's (docs/ir.md).
const PICK_SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// The first place where the two sides part.
pub(crate) struct Difference {
    pub(crate) seed: u64,
    /// Actions so far.
    pub(crate) moves: Vec<String>,
    /// What may be done now, by the program.
    pub(crate) program_legal: Vec<String>,
    /// What may be done now, by hand.
    pub(crate) hand_legal: Vec<String>,
    /// What differs, one sentence each.
    pub(crate) unequal: Vec<String>,
}

/// Plays games on one thread; keeps the memory that they need.
pub(crate) struct Lockstep<'a> {
    engine: &'a Engine,
    mapping: &'a Mapping,
    machine: Machine,
    legal: Vec<u32>,
    mapped: Vec<u16>,
    hand_legal: Vec<u16>,
    numbers: Vec<i32>,
    moves: Vec<u32>,
    /// Decisions compared.
    pub(crate) decisions: u64,
    /// By action of the program: whether it was ever taken.
    pub(crate) taken: Vec<bool>,
}

impl<'a> Lockstep<'a> {
    pub(crate) fn new(engine: &'a Engine, mapping: &'a Mapping) -> Self {
        Self {
            engine,
            mapping,
            machine: Machine::new(),
            legal: Vec::new(),
            mapped: Vec::new(),
            hand_legal: Vec::new(),
            numbers: Vec::new(),
            moves: Vec::new(),
            decisions: 0,
            taken: vec![false; mapping.actions.len()],
        }
    }

    /// Plays the game of a seed to its end, or to the first difference.
    pub(crate) fn play(&mut self, seed: u64) -> Result<(), Difference> {
        self.moves.clear();
        self.legal.clear();
        let mut game = Game::new(self.engine.program().players, seed, None);
        game.legal(&mut self.hand_legal);
        let mut state = self
            .engine
            .initial(seed, ChanceMode::Sampled, &mut self.machine)
            .map_err(|fault| self.failed(seed, &fault))?;
        let mut rng = Pcg32::seeded(seed ^ PICK_SEED);
        loop {
            self.look(&state, &game)
                .map_err(|fault| self.failed(seed, &fault))?;
            if !self.agrees(&state, &game) {
                return Err(self.difference(seed, self.what_differs(&state, &game)));
            }
            if game.is_over() {
                return self.compare_results(seed, &state, &game);
            }
            self.decisions += 1;
            // Both lists are equal and not empty: the game is not over.
            let action = self.legal[rng.below(self.legal.len() as u32) as usize];
            self.moves.push(action);
            self.taken[action as usize] = true;
            game.apply(self.mapping.actions[action as usize]);
            self.engine
                .apply(&mut state, action, ChanceMode::Sampled, &mut self.machine)
                .map_err(|error| self.failed(seed, &error))?;
        }
    }

    /// Fills the lists that are compared.
    fn look(&mut self, state: &State, game: &Game) -> Result<(), rulewright_engine::Fault> {
        game.legal(&mut self.hand_legal);
        game.write_position(&mut self.numbers);
        self.engine
            .legal(state, &mut self.machine, &mut self.legal)?;
        let actions = &self.mapping.actions;
        self.mapped.clear();
        let mapped = self.legal.iter().map(|&action| actions[action as usize]);
        self.mapped.extend(mapped);
        // The numbering of the two sides need not have the same order.
        self.mapped.sort_unstable();
        Ok(())
    }

    fn agrees(&self, state: &State, game: &Game) -> bool {
        let mover = (!game.is_over()).then(|| game.current_player());
        self.engine.current_player(state) == mover
            && self.mapped == self.hand_legal
            && (game.is_over() || self.mapping.is_position(state, &self.numbers))
    }

    fn what_differs(&self, state: &State, game: &Game) -> Vec<String> {
        let mut unequal = Vec::new();
        let mover = (!game.is_over()).then(|| game.current_player());
        let engine_mover = self.engine.current_player(state);
        if engine_mover != mover {
            let shown = |p: Option<u8>| p.map_or("nobody, it is over".into(), |p| p.to_string());
            unequal.push(pair("player to move", shown(engine_mover), shown(mover)));
        }
        for &action in &self.legal {
            let other = self.mapping.actions[action as usize];
            if other == UNKNOWN || !self.hand_legal.contains(&other) {
                unequal.push(pair(&self.text(action), "legal", "not legal"));
            }
        }
        let hand_only = self.hand_legal.iter().filter(|a| !self.mapped.contains(a));
        unequal.extend(hand_only.map(|&a| pair(&action_text(a), "not legal", "legal")));
        let numbers = self.mapping.unequal(state, &self.numbers);
        unequal.extend(numbers.map(|(name, program, hand)| pair(name, program, hand)));
        unequal
    }

    fn compare_results(&mut self, seed: u64, state: &State, game: &Game) -> Result<(), Difference> {
        let scores = self.engine.scores(state, &mut self.machine);
        let scores = scores.map_err(|fault| self.failed(seed, &fault))?;
        let ties = self.engine.tiebreaks(state, &mut self.machine);
        let ties = ties.map_err(|fault| self.failed(seed, &fault))?;
        let mut unequal = Vec::new();
        for (what, program, hand) in [
            ("score", scores, game.scores()),
            ("tiebreak", ties, game.tiebreaks()),
        ] {
            for (seat, (program, hand)) in program.iter().zip(hand).enumerate() {
                if *program != hand {
                    unequal.push(pair(&format!("{what}[{seat}]"), program, hand));
                }
            }
        }
        if unequal.is_empty() {
            return Ok(());
        }
        // Scores tell little about their cause; the numbers that they are made from may.
        let numbers = self.mapping.unequal(state, &self.numbers);
        unequal.extend(numbers.map(|(name, program, hand)| pair(name, program, hand)));
        Err(self.difference(seed, unequal))
    }

    fn failed(&self, seed: u64, error: &dyn std::error::Error) -> Difference {
        self.difference(seed, vec![format!("the program fails: {error}")])
    }

    fn difference(&self, seed: u64, unequal: Vec<String>) -> Difference {
        let texts = |actions: &[u32]| actions.iter().map(|&a| self.text(a)).collect();
        Difference {
            seed,
            moves: texts(&self.moves),
            program_legal: texts(&self.legal),
            hand_legal: self.hand_legal.iter().map(|&a| action_text(a)).collect(),
            unequal,
        }
    }

    fn text(&self, action: u32) -> String {
        self.engine.action_text(action).unwrap_or_default()
    }
}

fn pair(what: &str, program: impl std::fmt::Display, hand: impl std::fmt::Display) -> String {
    format!("{what}: {program} by the program, {hand} by hand")
}
