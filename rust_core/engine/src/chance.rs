//! Chance points: their outcomes, their weights and the draw.

use rulewright_ir::ids::ChanceId;
use rulewright_ir::program::{Chance, Weights};

use crate::engine::Engine;
use crate::fault::{ApplyError, Fault, FaultKind};
use crate::interp::Machine;
use crate::state::{generator, set_generator, State, Status};

/// What happens at a chance point with more than one possible outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanceMode {
    /// The state's own generator decides and the game goes on.
    Sampled,
    /// The state stands there until an outcome is applied.
    Explicit,
}

/// The possible outcomes of a chance point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChanceOutcomes {
    /// Outcomes with their weights; all weights are positive, outcomes rise.
    pub outcomes: Vec<(u32, u64)>,
    /// Sum of the weights.
    pub total: u64,
}

/// Where the weights of a chance point stand in one state.
#[derive(Clone, Copy)]
pub(crate) struct Wheel<'a> {
    engine: &'a Engine,
    chance: &'a Chance,
    first: i64,
}

/// The sum of the weights, below 2^32, and the outcome if only one is possible.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    pub(crate) total: u32,
    pub(crate) only: Option<u32>,
}

impl Wheel<'_> {
    fn len(&self) -> u32 {
        match self.chance.source {
            Weights::Cells { len, .. } => len,
            Weights::Uniform(count) => count,
        }
    }

    /// The segment that goes on with an outcome.
    pub(crate) fn target(&self) -> usize {
        self.chance.target.index()
    }

    fn fault(&self, kind: FaultKind) -> Fault {
        self.engine.fault(kind, self.chance.span, &self.chance.name)
    }

    /// All weights, if none of them is wrong; [`Self::weight`] says what is.
    fn bytes<'b>(&self, block: &'b [u8]) -> Option<&'b [u8]> {
        let Weights::Cells { slot, len, .. } = self.chance.source else {
            return None;
        };
        let place = self.engine.layout().slot(slot)?;
        let (first, len) = (u32::try_from(self.first).ok()?, len.checked_sub(1)?);
        let last = place.byte(i32::try_from(first.checked_add(len)?).ok()?)?;
        block.get(place.byte(first as i32)?..=last)
    }

    fn weight(&self, block: &[u8], outcome: u32) -> Result<u32, Fault> {
        let Weights::Cells { slot, .. } = self.chance.source else {
            return Ok(u32::from(outcome < self.len()));
        };
        let index = self.first + i64::from(outcome);
        let value = usize::try_from(index)
            .ok()
            .and_then(|i| self.engine.layout().read(block, slot, i));
        let Some(value) = value else {
            let slot_name = self.engine.slot_name(slot.index());
            let len = self.engine.layout().cells(slot) as u32;
            return Err(self.fault(FaultKind::Index {
                slot: slot_name,
                index,
                len,
            }));
        };
        u32::try_from(value).map_err(|_| {
            self.fault(FaultKind::NegativeWeight {
                chance: self.chance.name.clone(),
                outcome,
                weight: value,
            })
        })
    }

    pub(crate) fn spread(&self, block: &[u8]) -> Result<Spread, Fault> {
        let name = || self.chance.name.clone();
        if let Weights::Uniform(count) = self.chance.source {
            return match count {
                0 => Err(self.fault(FaultKind::NoOutcome { chance: name() })),
                _ => Ok(Spread {
                    total: count,
                    only: (count == 1).then_some(0),
                }),
            };
        }
        let mut total = 0_u64;
        let mut possible = 0_u32;
        let mut last = 0;
        let mut count = |outcome: u32, weight: u32| {
            if weight > 0 {
                total += u64::from(weight);
                possible += 1;
                last = outcome;
            }
        };
        if let Some(bytes) = self.bytes(block) {
            for (outcome, weight) in (0..).zip(bytes) {
                count(outcome, u32::from(*weight));
            }
        } else {
            for outcome in 0..self.len() {
                count(outcome, self.weight(block, outcome)?);
            }
        }
        if possible == 0 {
            return Err(self.fault(FaultKind::NoOutcome { chance: name() }));
        }
        let Ok(sum) = u32::try_from(total) else {
            return Err(self.fault(FaultKind::HeavyWeights {
                chance: name(),
                total,
            }));
        };
        Ok(Spread {
            total: sum,
            only: (possible == 1).then_some(last),
        })
    }

    /// The first outcome whose running sum of weights exceeds `x`.
    fn outcome_at(&self, block: &[u8], x: u32) -> Result<u32, Fault> {
        if let Weights::Uniform(_) = self.chance.source {
            return Ok(x);
        }
        let mut running = 0_u64;
        if let Some(bytes) = self.bytes(block) {
            let found = bytes.iter().position(|weight| {
                running += u64::from(*weight);
                running > u64::from(x)
            });
            if let Some(outcome) = found {
                return Ok(outcome as u32);
            }
        }
        running = 0;
        for outcome in 0..self.len() {
            running += u64::from(self.weight(block, outcome)?);
            if running > u64::from(x) {
                return Ok(outcome);
            }
        }
        Err(self.fault(FaultKind::NoOutcome {
            chance: self.chance.name.clone(),
        }))
    }

    /// Draws with the generator in the block and puts it back; no number is used if only one outcome is
    /// possible.
    pub(crate) fn draw(&self, block: &mut [u8], spread: Spread) -> Result<u32, Fault> {
        if let Some(only) = spread.only {
            return Ok(only);
        }
        let mut rng = generator(block);
        let x = rng.below(spread.total);
        set_generator(block, rng);
        self.outcome_at(block, x)
    }
}

impl Engine {
    pub(crate) fn wheel(&self, id: ChanceId, block: &[u8]) -> Result<Wheel<'_>, Fault> {
        let Some(chance) = self.program().chances.get(id.index()) else {
            return Err(self.fault(
                FaultKind::Damaged("a chance point is missing"),
                None,
                "chance",
            ));
        };
        let base = match chance.source {
            Weights::Cells {
                base: Some(slot), ..
            } => self.layout().read(block, slot, 0).unwrap_or(0),
            _ => 0,
        };
        Ok(Wheel {
            engine: self,
            chance,
            first: i64::from(base),
        })
    }

    /// The possible outcomes with their weights; none unless the state stands at a chance point.
    #[must_use]
    pub fn chance_outcomes(&self, state: &State) -> ChanceOutcomes {
        let Status::Chance(id) = self.status(state) else {
            return ChanceOutcomes::default();
        };
        let block = &state.block;
        let Ok(wheel) = self.wheel(id, block) else {
            return ChanceOutcomes::default();
        };
        let mut found = ChanceOutcomes::default();
        for outcome in 0..wheel.len() {
            match wheel.weight(block, outcome) {
                Ok(0) => {}
                Ok(weight) => {
                    found.outcomes.push((outcome, u64::from(weight)));
                    found.total += u64::from(weight);
                }
                Err(_) => return ChanceOutcomes::default(),
            }
        }
        found
    }

    /// Takes an outcome of the chance point at which the state stands.
    ///
    /// # Errors
    /// If the state stands elsewhere, the outcome is not possible or the rules fail; the state is as before.
    pub fn apply_outcome(
        &self,
        state: &mut State,
        outcome: u32,
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<(), ApplyError> {
        let (id, wheel) = self.at_chance(state)?;
        let is_possible = outcome < wheel.len() && wheel.weight(&state.block, outcome)? > 0;
        if !is_possible {
            return Err(ApplyError::IllegalOutcome { outcome });
        }
        self.guarded(state, machine, |engine, block, machine| {
            engine.go_on(block, id, outcome, chance, machine)
        })?;
        Ok(())
    }

    /// Lets the state's own generator take an outcome, and says which. A game in which every chance
    /// point is left this way has the same bytes as a sampled one.
    ///
    /// # Errors
    /// If the state stands elsewhere or the rules fail; the state is as before.
    pub fn sample_chance(
        &self,
        state: &mut State,
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<u32, ApplyError> {
        let (id, wheel) = self.at_chance(state)?;
        let spread = wheel.spread(&state.block)?;
        let outcome = self.guarded(state, machine, |engine, block, machine| {
            let outcome = wheel.draw(block, spread)?;
            engine.go_on(block, id, outcome, chance, machine)?;
            Ok(outcome)
        })?;
        Ok(outcome)
    }

    fn at_chance(&self, state: &State) -> Result<(ChanceId, Wheel<'_>), ApplyError> {
        self.check_size(state)?;
        match self.status(state) {
            Status::Chance(id) => Ok((id, self.wheel(id, &state.block)?)),
            Status::Decision(_) => Err(ApplyError::NotAtChance),
            Status::Over => Err(ApplyError::Over),
        }
    }

    /// Goes on from a chance point with an outcome.
    fn go_on(
        &self,
        block: &mut [u8],
        id: ChanceId,
        outcome: u32,
        chance: ChanceMode,
        machine: &mut Machine,
    ) -> Result<(), Fault> {
        let target = self
            .program()
            .chances
            .get(id.index())
            .map_or(usize::MAX, |c| c.target.index());
        self.advance(block, target, &[outcome as i32], chance, machine)
    }
}
