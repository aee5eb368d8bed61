//! Random play from the start to the end, by seed.
//!
//! The game's own generator is seeded with the seed, the generator that picks the actions with
//! `seed XOR 0x9E3779B97F4A7C15`, so that a change of one does not shift the other. A result depends on
//! the program and the seed alone, not on the thread that ran it.

use std::ops::Range;
use std::thread::ScopedJoinHandle;

use rulewright_ir::ids::SlotId;
use rulewright_ir::program::{Class, Sight, Value};

use crate::chance::ChanceMode;
use crate::engine::Engine;
use crate::fault::{Fault, FaultKind};
use crate::game::shares;
use crate::interp::Machine;
use crate::rng::Pcg32;
use crate::state::{State, Status};

const PICK_SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// A finished game of random play.
#[derive(Clone, Debug, PartialEq)]
pub struct Playout {
    /// Every player's points.
    pub scores: Vec<i32>,
    /// What decides among equal points.
    pub tiebreaks: Vec<i32>,
    /// Every player's share of the win.
    pub returns: Vec<f64>,
    /// Decisions taken; forced answers are none.
    pub decisions: u32,
    /// Last values of the counters, in the order of [`Engine::counters`].
    pub counters: Vec<i32>,
}

impl Engine {
    /// Plays one game at random.
    ///
    /// # Errors
    /// If the rules fail, or the game takes more decisions than the program declares.
    pub fn playout(&self, seed: u64, machine: &mut Machine) -> Result<Playout, Fault> {
        let mut state = self.initial(seed, ChanceMode::Sampled, machine)?;
        let mut rng = Pcg32::seeded(seed ^ PICK_SEED);
        let limit = self.program().length;
        let mut decisions = 0;
        // Chance points never stop a sampled game, so only decisions remain.
        while let Status::Decision(id) = self.status(&state) {
            if decisions == limit {
                let (code, span) = self
                    .program()
                    .decisions
                    .get(id.index())
                    .map_or(("", None), |d| (&d.name, d.span));
                return Err(self.fault(FaultKind::TooLong { limit }, span, code));
            }
            // The step before left the legal actions in the machine.
            let pick = rng.below(machine.legal.len() as u32);
            let action = machine
                .legal
                .get(pick as usize)
                .copied()
                .unwrap_or(u32::MAX);
            machine.refuel();
            self.answer(&mut state.block, action, ChanceMode::Sampled, machine)?;
            decisions += 1;
        }
        let scores = self.scores(&state, machine)?;
        let tiebreaks = self.tiebreaks(&state, machine)?;
        let returns = shares(&scores, &tiebreaks);
        Ok(Playout {
            scores,
            tiebreaks,
            returns,
            decisions,
            counters: self.counter_values(&state),
        })
    }

    /// The variables that count something all through a game: single numbers that everybody sees. Those
    /// of a phase, named `phase.variable`, are cleared when it ends and count nothing.
    pub fn counters(&self) -> impl Iterator<Item = (SlotId, &str)> {
        let numbered = self.program().slots.iter().enumerate();
        numbered.filter_map(|(number, slot)| {
            let counts = slot.class == Class::Var(Value::Int)
                && slot.dims.is_empty()
                && slot.sight == Sight::All
                && !slot.name.contains('.');
            counts.then_some((SlotId(number as u32), slot.name.as_str()))
        })
    }

    fn counter_values(&self, state: &State) -> Vec<i32> {
        self.counters()
            .map(|(slot, _)| self.cell(state, slot, 0).unwrap_or(0))
            .collect()
    }

    /// Plays one game for each seed, in the order of the seeds. 0 threads are as many as there are cores.
    ///
    /// # Errors
    /// The fault of the first seed that has one.
    pub fn playouts(&self, seeds: Range<u64>, threads: usize) -> Result<Vec<Playout>, Fault> {
        let count = usize::try_from(seeds.end.saturating_sub(seeds.start)).unwrap_or(usize::MAX);
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores() } else { threads }.clamp(1, count.clamp(1, 256));
        if threads == 1 {
            return self.playouts_in_turn(seeds);
        }
        let share = (count as u64).div_ceil(threads as u64);
        let parts: Vec<Result<Vec<Playout>, Fault>> = std::thread::scope(|scope| {
            let mut running = Vec::with_capacity(threads);
            for number in 0..threads as u64 {
                let start = seeds
                    .start
                    .saturating_add(number.saturating_mul(share))
                    .min(seeds.end);
                let part = start..start.saturating_add(share).min(seeds.end);
                let seeds = part.clone();
                let spawned = std::thread::Builder::new()
                    .spawn_scoped(scope, move || self.playouts_in_turn(seeds));
                running.push((part, spawned));
            }
            let lost = || self.fault(FaultKind::Damaged("a thread ended early"), None, "playouts");
            let finish =
                |(part, spawned): (Range<u64>, std::io::Result<ScopedJoinHandle<'_, _>>)| {
                    match spawned {
                        Ok(thread) => thread.join().unwrap_or_else(|_| Err(lost())),
                        // The system gives no more threads: this one does the work.
                        Err(_) => self.playouts_in_turn(part),
                    }
                };
            running.into_iter().map(finish).collect()
        });
        let mut all = Vec::new();
        for part in parts {
            all.extend(part?);
        }
        Ok(all)
    }

    fn playouts_in_turn(&self, seeds: Range<u64>) -> Result<Vec<Playout>, Fault> {
        let mut machine = Machine::new();
        seeds.map(|seed| self.playout(seed, &mut machine)).collect()
    }
}
