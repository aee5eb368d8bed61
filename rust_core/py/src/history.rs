//! The way a state came: a list that clones share.
//!
//! Each step keeps the position before it, so that taking an action back is a move of a pointer and a
//! clone of a state copies none of its past.

use std::sync::{Arc, OnceLock};

use rulewright_engine::{ChanceMode, Engine, Fault, Machine, Moved, State, Trail};

/// One action and the position before it.
pub(crate) struct Step {
    pub(crate) action: u32,
    pub(crate) before: State,
    /// What each player saw of it, once somebody asked; the same for all states that share the step.
    seen: OnceLock<Box<[OnceLock<Box<str>>]>>,
    /// The tokens that it moved, once somebody asked.
    moves: OnceLock<Box<[Moved]>>,
    previous: Option<Arc<Step>>,
}

impl Step {
    /// The tokens that it moved.
    pub(crate) fn moves(
        &self,
        engine: &Engine,
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<&[Moved], Fault> {
        if let Some(moves) = self.moves.get() {
            return Ok(moves);
        }
        let found = engine.moves_of_step(&self.before, self.action, chance, machine)?;
        Ok(self.moves.get_or_init(|| found.into()))
    }

    /// What a player saw of the step, if that was told before.
    fn seen(&self, player: u8) -> Option<&str> {
        Some(self.seen.get()?.get(usize::from(player))?.get()?)
    }

    /// Keeps what a player saw of the step.
    fn tell(&self, player: u8, players: u8, line: String) {
        let empty = || (0..players).map(|_| OnceLock::new()).collect();
        let seen = self.seen.get_or_init(empty);
        if let Some(cell) = seen.get(usize::from(player)) {
            cell.get_or_init(|| line.into_boxed_str());
        }
    }
}

impl Drop for Step {
    /// Takes the list apart one by one: the usual way would nest as deep as the game is long.
    fn drop(&mut self) {
        let mut next = self.previous.take();
        while let Some(mut step) = next.and_then(Arc::into_inner) {
            next = step.previous.take();
        }
    }
}

/// All steps of a state, the last one first.
#[derive(Clone, Default)]
pub(crate) struct History {
    last: Option<Arc<Step>>,
    len: usize,
}

impl History {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn push(&mut self, action: u32, before: State) {
        let previous = self.last.take();
        self.last = Some(Arc::new(Step {
            action,
            before,
            seen: OnceLock::new(),
            moves: OnceLock::new(),
            previous,
        }));
        self.len += 1;
    }

    /// Takes the last step off; its action and the position before it.
    pub(crate) fn pop(&mut self) -> Option<(u32, State)> {
        let step = self.last.take()?;
        self.len -= 1;
        self.last.clone_from(&step.previous);
        Some((step.action, step.before.clone()))
    }

    /// The steps from the first to the last.
    pub(crate) fn steps(&self) -> Vec<&Step> {
        let mut steps: Vec<&Step> =
            std::iter::successors(self.last.as_deref(), |step| step.previous.as_deref()).collect();
        steps.reverse();
        steps
    }

    /// What a player saw of each step, as far as it was told.
    pub(crate) fn seen(&self, player: u8) -> Vec<Option<&str>> {
        let steps = self.steps();
        steps.into_iter().map(|step| step.seen(player)).collect()
    }

    /// Keeps what a player saw of some steps.
    pub(crate) fn tell(&self, player: u8, players: u8, lines: Vec<(usize, String)>) {
        let steps = self.steps();
        for (step, line) in lines {
            if let Some(step) = steps.get(step) {
                step.tell(player, players, line);
            }
        }
    }
}

/// The past of a resampled position: only as the player saw it for whom it was made.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) player: u8,
    pub(crate) lines: Arc<[String]>,
    /// A way that leads to the position and looked the same to him.
    pub(crate) trail: Arc<Trail>,
}
