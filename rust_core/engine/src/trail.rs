//! The way the tokens went: every move from the start of a game to a position.
//!
//! A state does not keep it. It is found again when it is asked for, by running the same steps once more
//! with an interpreter that notes every move: equal states and equal answers give equal moves.

use crate::chance::ChanceMode;
use crate::engine::Engine;
use crate::fault::{ApplyError, Fault, FaultKind};
use crate::interp::{Machine, Moved, Watch};
use crate::state::{State, Status};

/// Where all tokens lay once, and where they went since.
#[derive(Clone, Debug)]
pub struct Trail {
    pub(crate) start: Box<[u8]>,
    /// Whether nobody knows what came before `start`, so that what is hidden there may lie anywhere.
    pub(crate) is_open: bool,
    pub(crate) moves: Vec<Moved>,
}

impl Trail {
    /// A trail that starts at a position that was set up by hand.
    #[must_use]
    pub fn from_position(state: &State) -> Self {
        Trail {
            start: state.block.clone(),
            is_open: true,
            moves: Vec::new(),
        }
    }

    /// Goes on with the moves of a step.
    pub fn extend(&mut self, moves: &[Moved]) {
        self.moves.extend_from_slice(moves);
    }
}

impl Engine {
    /// The trail from the box to the first stop of a game.
    ///
    /// # Errors
    /// If the rules fail on the way there.
    pub fn trail_of_setup(
        &self,
        seed: u64,
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<Trail, Fault> {
        let (result, moves) = watched(machine, |machine| self.initial(seed, chance, machine));
        result?;
        Ok(Trail {
            start: self.layout().first_block(self.program()),
            is_open: false,
            moves,
        })
    }

    /// The moves of one step: an action taken in a state, or an outcome at its chance point.
    ///
    /// # Errors
    /// If the step can't be taken there.
    pub fn moves_of_step(
        &self,
        before: &State,
        answer: u32,
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<Vec<Moved>, Fault> {
        let mut state = before.clone();
        let (result, moves) = watched(machine, |machine| match self.status(&state) {
            Status::Chance(_) => self.apply_outcome(&mut state, answer, chance, machine),
            Status::Decision(_) | Status::Over => self.apply(&mut state, answer, chance, machine),
        });
        match result {
            Ok(()) => Ok(moves),
            Err(ApplyError::Fault(fault)) => Err(fault),
            Err(_) => Err(self.fault(
                FaultKind::Damaged("a step of the past is refused"),
                None,
                "",
            )),
        }
    }
}

/// Runs something and gives the moves it made; the machine is as before afterwards.
fn watched<T>(machine: &mut Machine, work: impl FnOnce(&mut Machine) -> T) -> (T, Vec<Moved>) {
    let before = std::mem::replace(&mut machine.watch, Watch::Moves(Vec::new()));
    let result = work(machine);
    match std::mem::replace(&mut machine.watch, before) {
        Watch::Moves(moves) => (result, moves),
        Watch::Off | Watch::Counts(_) => (result, Vec::new()),
    }
}
