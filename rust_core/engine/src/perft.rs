//! Counting the positions at a depth: the quickest way to see that a change of the engine or of the
//! rules changed the game. One decision or one chance outcome is one ply; forced answers are none.

use rulewright_ir::ids::ChanceId;

use crate::chance::ChanceMode;
use crate::engine::Engine;
use crate::fault::{ApplyError, Fault, FaultKind};
use crate::interp::Machine;
use crate::state::{State, Status};

/// What a count found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// States after exactly the asked number of plies, those where the game is over included.
    pub leaves: u64,
    /// Decisions on the way to them.
    pub decisions: u64,
    /// Chance points on the way to them.
    pub chance_nodes: u64,
    /// States before that depth where the game is over.
    pub terminals: u64,
}

impl Engine {
    /// Counts the states `depth` plies after this one. The depth is cut at 10,000.
    ///
    /// # Errors
    /// If the rules fail somewhere on the way.
    pub fn perft(&self, state: &State, depth: u32, machine: &mut Machine) -> Result<Perft, Fault> {
        self.perft_by(state, depth, |state, see| {
            self.for_each_child(state, machine, see)
        })
    }

    /// The same with children from elsewhere: `expand` calls its second argument with every action or
    /// outcome of a state and the state after it.
    ///
    /// # Errors
    /// Those of `expand`.
    pub fn perft_by(
        &self,
        state: &State,
        depth: u32,
        mut expand: impl FnMut(&State, &mut dyn FnMut(u32, State)) -> Result<(), Fault>,
    ) -> Result<Perft, Fault> {
        let mut count = Perft::default();
        // A stack of our own: the depth comes from outside and must not end the thread's stack.
        let depth = depth.min(10_000);
        let mut open = vec![(state.clone(), depth)];
        while let Some((state, depth)) = open.pop() {
            if depth == 0 {
                count.leaves += 1;
                continue;
            }
            match self.status(&state) {
                Status::Over => count.terminals += 1,
                Status::Decision(_) => count.decisions += 1,
                Status::Chance(_) => count.chance_nodes += 1,
            }
            expand(&state, &mut |_, child| {
                // The last ply needs no place on the stack.
                if depth == 1 {
                    count.leaves += 1;
                } else {
                    open.push((child, depth - 1));
                }
            })?;
        }
        Ok(count)
    }

    /// The count for each action or outcome apart, rising; nothing at depth 0 or when the game is over.
    ///
    /// # Errors
    /// If the rules fail somewhere on the way.
    pub fn divide(
        &self,
        state: &State,
        depth: u32,
        machine: &mut Machine,
    ) -> Result<Vec<(u32, Perft)>, Fault> {
        let mut parts = Vec::new();
        let Some(rest) = depth.checked_sub(1) else {
            return Ok(parts);
        };
        let mut children = Vec::new();
        self.for_each_child(state, machine, &mut |number, child| {
            children.push((number, child));
        })?;
        for (number, child) in children {
            parts.push((number, self.perft(&child, rest, machine)?));
        }
        Ok(parts)
    }

    /// Calls `see` with every action or outcome and the state after it.
    fn for_each_child(
        &self,
        state: &State,
        machine: &mut Machine,
        see: &mut dyn FnMut(u32, State),
    ) -> Result<(), Fault> {
        match self.status(state) {
            Status::Over => {}
            Status::Decision(_) => {
                let mut legal = Vec::new();
                self.legal(state, machine, &mut legal)?;
                for action in legal {
                    let mut child = state.clone();
                    self.apply_known(&mut child, action, ChanceMode::Explicit, machine)?;
                    see(action, child);
                }
            }
            Status::Chance(id) => {
                self.check_weights(state, id)?;
                for (outcome, _) in self.chance_outcomes(state).outcomes {
                    let mut child = state.clone();
                    match self.apply_outcome(&mut child, outcome, ChanceMode::Explicit, machine) {
                        Ok(()) => see(outcome, child),
                        Err(ApplyError::Fault(fault)) => return Err(fault),
                        Err(_) => {
                            let kind = FaultKind::Damaged("an outcome was refused");
                            return Err(self.fault(kind, None, "perft"));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the chance point at which a state stands has weights that can be drawn by.
    ///
    /// # Errors
    /// If the weights are none, or the state is of another game.
    pub fn check_weights(&self, state: &State, id: ChanceId) -> Result<(), Fault> {
        self.check_size(state)?;
        self.wheel(id, &state.block)?.spread(&state.block)?;
        Ok(())
    }
}
