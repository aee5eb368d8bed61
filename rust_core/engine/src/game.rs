//! Playing: from one stop of a game to the next.
//!
//! Between two stops the engine takes forced answers by itself (a decision with one legal action, a
//! chance point with one possible outcome). Everything between two stops shares one tank of fuel, the
//! legal functions of the decisions on the way included; a legal function asked from outside has a tank
//! of its own. Whatever fails, the caller's state is as it was.

use rulewright_ir::ids::{ChanceId, DecisionId, FuncId};

use crate::chance::ChanceMode;
use crate::engine::Engine;
use crate::fault::{ApplyError, Fault, FaultKind};
use crate::interp::{Machine, Stop, Trap};
use crate::rng::Pcg32;
use crate::state::{set_generator, set_position, State, Status};

impl Engine {
    /// The first stop of a game.
    ///
    /// # Errors
    /// If the rules fail on the way there.
    pub fn initial(
        &self,
        seed: u64,
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<State, Fault> {
        self.bind(machine);
        machine.refuel();
        machine.has_legal = false;
        let mut block = self.layout().first_block(self.program());
        set_generator(&mut block, Pcg32::seeded(seed));
        self.advance(
            &mut block,
            self.program().entry.index(),
            &[],
            chance,
            machine,
        )?;
        Ok(State { block })
    }

    /// The legal actions, rising; none at a chance point and when the game is over.
    ///
    /// # Errors
    /// If the rules fail, or nothing is legal at a decision.
    pub fn legal(
        &self,
        state: &State,
        machine: &mut Machine,
        out: &mut Vec<u32>,
    ) -> Result<(), Fault> {
        out.clear();
        self.check_size(state)?;
        if let Status::Decision(id) = self.status(state) {
            self.legal_in_machine(state, id, machine)?;
            out.extend_from_slice(&machine.legal);
        }
        Ok(())
    }

    /// Takes a legal action and runs to the next stop.
    ///
    /// # Errors
    /// If the action is not legal here or the rules fail; the state is as before.
    pub fn apply(
        &self,
        state: &mut State,
        action: u32,
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<(), ApplyError> {
        self.check_size(state)?;
        match self.status(state) {
            Status::Over => return Err(ApplyError::Over),
            Status::Chance(_) => return Err(ApplyError::AtChance),
            Status::Decision(id) => self.legal_in_machine(state, id, machine)?,
        }
        if machine.legal.binary_search(&action).is_err() {
            return Err(ApplyError::Illegal { action });
        }
        self.apply_known(state, action, chance, machine)?;
        Ok(())
    }

    /// Takes an action that is known to be legal; another one gives a fault or a state that means nothing.
    ///
    /// # Errors
    /// If the rules fail; the state is as before.
    pub fn apply_known(
        &self,
        state: &mut State,
        action: u32,
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<(), Fault> {
        self.guarded(state, machine, |engine, block, machine| {
            engine.answer(block, action, chance, machine)
        })
    }

    /// Takes an action in a bare block; a fault leaves the block half changed.
    pub(crate) fn answer(
        &self,
        block: &mut [u8],
        action: u32,
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<(), Fault> {
        let stop = self.context().run_action(action, block, machine);
        self.go_to_stop(stop, block, chance, machine)
    }

    /// Runs one step on a state, with a full tank; goes back to the state as it was after a fault, and
    /// remembers the legal actions of the next stop.
    pub(crate) fn guarded<T>(
        &self,
        state: &mut State,
        machine: &mut Machine,
        step: impl FnOnce(&Self, &mut [u8], &mut Machine) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.bind(machine);
        machine.refuel();
        machine.has_legal = false;
        machine.backup.clear();
        machine.backup.extend_from_slice(&state.block);
        let result = step(self, &mut state.block, machine);
        if result.is_err() {
            state.block.copy_from_slice(&machine.backup);
        } else if let Status::Decision(_) = self.status(state) {
            remember_legal(state, machine);
        }
        result
    }

    /// Enters a segment and runs to the next stop, which it writes into the header. At a decision the
    /// legal actions are in the machine.
    pub(crate) fn advance(
        &self,
        block: &mut [u8],
        segment: usize,
        args: &[i32],
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<(), Fault> {
        let stop = self.context().run_segment(segment, args, block, machine);
        self.go_to_stop(stop, block, chance, machine)
    }

    /// Goes on from where the interpreter came to a stop to one that is left to others.
    fn go_to_stop(
        &self,
        first: Result<Stop, Trap>,
        block: &mut [u8],
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<(), Fault> {
        let mut stop = first;
        loop {
            stop = match stop {
                Ok(Stop::Decide(number)) => {
                    let id = DecisionId(u32::from(number));
                    match *machine.legal.as_slice() {
                        [] => return Err(self.nothing_legal(id)),
                        [only] => self.context().run_action(only, block, machine),
                        _ => {
                            set_position(block, Status::Decision(id));
                            return Ok(());
                        }
                    }
                }
                Ok(Stop::Chance(number)) => {
                    let id = ChanceId(u32::from(number));
                    let wheel = self.wheel(id, block)?;
                    let spread = wheel.spread(block)?;
                    if spread.only.is_none() && chance == ChanceMode::Explicit {
                        set_position(block, Status::Chance(id));
                        return Ok(());
                    }
                    let outcome = wheel.draw(block, spread)?;
                    let target = wheel.target();
                    self.context()
                        .run_segment(target, &[outcome as i32], block, machine)
                }
                Ok(Stop::Over) => {
                    set_position(block, Status::Over);
                    return Ok(());
                }
                Ok(Stop::Returned(_)) => {
                    let kind = FaultKind::Damaged("a segment returned");
                    return Err(self.fault(kind, None, "segment"));
                }
                Err(trap) => return Err(self.fault_of(trap)),
            };
        }
    }

    #[cold]
    fn nothing_legal(&self, id: DecisionId) -> Fault {
        let Some(decision) = self.program().decisions.get(id.index()) else {
            let kind = FaultKind::Damaged("a decision is missing");
            return self.fault(kind, None, "decision");
        };
        let kind = FaultKind::NoLegalAction {
            decision: decision.name.clone(),
        };
        self.fault(kind, decision.span, &decision.name)
    }

    /// Runs the legal function of a decision; the numbers are in the machine, at least one.
    fn offer(&self, block: &mut [u8], id: DecisionId, machine: &mut Machine) -> Result<(), Fault> {
        let decision = self.program().decisions.get(id.index());
        machine.legal.clear();
        machine.deciding = id.0;
        if let Some(decision) = decision {
            self.look(block, decision.legal, &[], machine)?;
        }
        if machine.legal.is_empty() {
            return Err(self.nothing_legal(id));
        }
        Ok(())
    }

    /// Runs a legal or score function; the verifier proves that these leave the block as it is.
    fn look(
        &self,
        block: &mut [u8],
        func: FuncId,
        args: &[i32],
        machine: &mut Machine,
    ) -> Result<i32, Fault> {
        match self
            .context()
            .run_function(func.index(), args, block, machine)
        {
            Ok(Stop::Returned(value)) => Ok(value),
            Ok(_) => Err(self.fault(
                FaultKind::Damaged("a function did not return"),
                None,
                "function",
            )),
            Err(trap) => Err(self.fault_of(trap)),
        }
    }

    /// Runs a function on a state that is only lent, with a tank of its own.
    pub(crate) fn ask(
        &self,
        state: &State,
        machine: &mut Machine,
        question: impl FnOnce(&mut [u8], &mut Machine) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.bind(machine);
        machine.refuel();
        let mut copy = std::mem::take(&mut machine.backup);
        copy.clear();
        copy.extend_from_slice(&state.block);
        let result = question(&mut copy, machine);
        machine.backup = copy;
        result
    }

    /// The legal actions of a state into the machine, unless they are there from the step before.
    pub(crate) fn legal_in_machine(
        &self,
        state: &State,
        id: DecisionId,
        machine: &mut Machine,
    ) -> Result<(), Fault> {
        self.bind(machine);
        if machine.has_legal && machine.legal_for.as_slice() == &*state.block {
            return Ok(());
        }
        machine.has_legal = false;
        self.ask(state, machine, |block, machine| {
            self.offer(block, id, machine)
        })?;
        remember_legal(state, machine);
        Ok(())
    }

    /// What a function of one number says about a state.
    pub(crate) fn value_of(
        &self,
        func: FuncId,
        number: i32,
        state: &State,
        machine: &mut Machine,
    ) -> Result<i32, Fault> {
        let mut value = 0;
        self.ask(state, machine, |block, machine| {
            value = self.look(block, func, &[number], machine)?;
            Ok(())
        })?;
        Ok(value)
    }

    /// Every player's points.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn scores(&self, state: &State, machine: &mut Machine) -> Result<Vec<i32>, Fault> {
        self.for_each_player(state, self.program().score, machine)
    }

    /// What decides among equal points, for every player.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn tiebreaks(&self, state: &State, machine: &mut Machine) -> Result<Vec<i32>, Fault> {
        self.for_each_player(state, self.program().tiebreak, machine)
    }

    /// Every player's share of the win: those with the greatest (points, tiebreak) share 1 equally.
    /// Zeros while the game is not over.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn returns(&self, state: &State, machine: &mut Machine) -> Result<Vec<f64>, Fault> {
        if self.status(state) != Status::Over {
            return Ok(vec![0.0; usize::from(self.program().players)]);
        }
        let scores = self.scores(state, machine)?;
        let tiebreaks = self.tiebreaks(state, machine)?;
        Ok(shares(&scores, &tiebreaks))
    }

    fn for_each_player(
        &self,
        state: &State,
        func: FuncId,
        machine: &mut Machine,
    ) -> Result<Vec<i32>, Fault> {
        self.check_size(state)?;
        let mut values = Vec::with_capacity(usize::from(self.program().players));
        self.ask(state, machine, |block, machine| {
            for player in 0..self.program().players {
                machine.refuel();
                values.push(self.look(block, func, &[i32::from(player)], machine)?);
            }
            Ok(())
        })?;
        Ok(values)
    }
}

/// The share of the win of each player.
pub(crate) fn shares(scores: &[i32], tiebreaks: &[i32]) -> Vec<f64> {
    let results = || scores.iter().zip(tiebreaks);
    let best = results().max();
    let winners = results().filter(|result| Some(*result) == best).count();
    let share = 1.0 / f64::from(u8::try_from(winners).unwrap_or(u8::MAX).max(1));
    results()
        .map(|result| if Some(result) == best { share } else { 0.0 })
        .collect()
}

fn remember_legal(state: &State, machine: &mut Machine) {
    machine.legal_for.clear();
    machine.legal_for.extend_from_slice(&state.block);
    machine.has_legal = true;
}
