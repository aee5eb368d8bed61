//! Many games of one program, stepped together.
//!
//! The games are parted into shares once, and each share has a runner of its own; threads take shares as they
//! become free. What comes of a game depends on its seed and its actions alone. All actions are looked at before
//! the first is taken, so that one that is not legal changes nothing; rules that fail in one game leave that game
//! as it was and the others one step further, on any number of threads.

use std::ops::Range;

use rulewright_engine::{ChanceMode, Engine, Fault, Pcg32, State, Status};

use crate::engine::NativeError;
use crate::games::{Games, Plan};
use crate::lane::Lane;
use crate::rows::{Rows, Widths};
use crate::runner::{threads_for, Backend};
use crate::team::Team;

/// Why a batch was not made or a step not taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BatchError {
    /// A list that is not one row for each game.
    #[error("`{what}` has {given} numbers in place of {wanted}")]
    Length {
        /// Which list.
        what: &'static str,
        /// Numbers that it should have.
        wanted: usize,
        /// Numbers that it has.
        given: usize,
    },
    /// An action that is not legal.
    #[error("game {game}: {reason}")]
    Illegal {
        /// The game.
        game: usize,
        /// What is wrong with the action.
        reason: String,
    },
    /// No such game.
    #[error("there is no game {game}; the batch has {count}, counted from 0")]
    NoGame {
        /// The number asked for.
        game: usize,
        /// Number of games.
        count: usize,
    },
    /// A position where chance decides: a batch draws by itself.
    #[error("chance decides there, and a batch has no chance points; take an outcome first")]
    AtChance,
    /// The rules failed while running. That game is as before (or over, if it failed while points were
    /// counted); the others have come through, but for those above it that failed too.
    #[error("game {game}: {fault}")]
    Fault {
        /// The game.
        game: usize,
        /// What went wrong.
        fault: Box<Fault>,
    },
    /// There is no memory for the instances of the code.
    #[error(transparent)]
    NoRoom(#[from] NativeError),
}

/// Games for which it does not pay to wake a thread.
const FEWEST_GAMES: usize = 32;
/// Shares for each thread: one that was woken late does fewer.
const PARTS: usize = 2;

/// Games that are stepped together.
pub struct Batch {
    backend: Backend,
    shares: Vec<Share>,
    plan: Plan,
    team: Team,
}

/// Games that are stepped by one thread, one after another.
struct Share {
    first: usize,
    lane: Lane,
    games: Games,
}

impl Batch {
    /// Starts `count` games, the first with `seed` and each other with the next. 0 threads are as many as
    /// there are cores. With `restart` a game that ends is followed at once by another one, whose seed is
    /// greater by `count`.
    ///
    /// # Errors
    /// If the rules fail, or there is no memory.
    pub fn new(
        backend: &Backend,
        count: usize,
        seed: u64,
        threads: usize,
        restart: bool,
    ) -> Result<Self, BatchError> {
        // Threads that are asked for by number are taken; of a few games nobody else needs to be woken.
        let fewest = if threads == 0 { FEWEST_GAMES } else { 1 };
        let threads = threads_for(count.div_ceil(fewest), threads);
        let parts = match threads {
            1 => 1,
            _ => (threads * PARTS).min(count),
        };
        let engine = backend.engine();
        let plan = Plan {
            count,
            seed,
            restart,
            widths: Widths::of(engine),
        };
        let share = |number: usize| -> Result<Share, NativeError> {
            let (first, end) = (count * number / parts, count * (number + 1) / parts);
            Ok(Share {
                first,
                lane: Lane::new(backend, end - first)?,
                games: Games::new(end - first),
            })
        };
        let mut batch = Batch {
            backend: backend.clone(),
            shares: (0..parts).map(share).collect::<Result<_, _>>()?,
            plan,
            team: Team::new(threads - 1),
        };
        batch.reset(seed)?;
        Ok(batch)
    }

    /// The engine of its program.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        self.backend.engine()
    }

    /// Number of games.
    #[must_use]
    pub fn count(&self) -> usize {
        self.plan.count
    }

    /// Threads that share the work.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.team.threads()
    }

    /// Starts all games anew.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn reset(&mut self, seed: u64) -> Result<(), BatchError> {
        let plan = Plan { seed, ..self.plan };
        let shares = self.shares.iter_mut().collect();
        let done = self.team.run(shares, |_| true, |share| share.start(plan));
        first_error(done.unwrap_or_default())?;
        self.plan = plan;
        Ok(())
    }

    /// Takes an action in each game, then writes what `rows` asks for. An action below 0 leaves its game as
    /// it is.
    ///
    /// # Errors
    /// If a list has the wrong length or an action is not legal: all games are as before and nothing is
    /// written. If the rules fail in a game: see [`BatchError::Fault`]; everything is written.
    pub fn step(&mut self, actions: &[i64], rows: Rows<'_>) -> Result<(), BatchError> {
        let (count, plan) = (self.plan.count, self.plan);
        self.check_len(actions.len())?;
        rows.check(plan.widths, count)?;
        let mut rows = rows;
        let work = self.shares.iter_mut().map(|share| {
            let rows = rows.take(plan.widths, share.games.len());
            (share.own(actions), rows, share)
        });
        let done = self.team.run(
            work.collect(),
            |(own, _, share)| share.find_illegal(own).is_none(),
            |(own, rows, share)| share.step(own, rows, plan),
        );
        match done {
            Some(outcomes) => first_error(outcomes),
            None => self.refuse(actions),
        }
    }

    /// Writes what `rows` asks for of the present positions; rewards are those of games that are over.
    ///
    /// # Errors
    /// If a list has the wrong length or the rules fail.
    pub fn write(&mut self, rows: Rows<'_>) -> Result<(), BatchError> {
        let plan = self.plan;
        rows.check(plan.widths, plan.count)?;
        let mut rows = rows;
        let work = self.shares.iter_mut().map(|share| {
            let rows = rows.take(plan.widths, share.games.len());
            (rows, share)
        });
        let write = |(rows, share): (Rows<'_>, &mut Share)| share.write(rows, plan);
        let done = self.team.run(work.collect(), |_| true, write);
        first_error(done.unwrap_or_default())
    }

    /// Draws a legal action for each game, -1 where the game is over. Equal seeds and positions give equal
    /// actions, whatever the threads are.
    ///
    /// # Errors
    /// If the list has the wrong length.
    pub fn draw_actions(&mut self, seed: u64, out: &mut [i64]) -> Result<(), BatchError> {
        self.check_len(out.len())?;
        let mut rest = out;
        let work = self.shares.iter_mut().map(|share| {
            let (own, others) = std::mem::take(&mut rest).split_at_mut(share.games.len());
            rest = others;
            (own, &*share)
        });
        // By the threads that have the lists near them, and will soon ask for the actions.
        let draw = |(own, share): (&mut [i64], &Share)| share.draw(seed, own);
        self.team.run(work.collect(), |_| true, draw);
        Ok(())
    }

    /// The bytes of a game's position.
    #[must_use]
    pub fn block(&self, game: usize) -> Option<&[u8]> {
        let share = self.share_of(game)?;
        Some(share.lane.block(game - share.first))
    }

    /// The seed of the game at a place; nothing if it began with a position from outside.
    #[must_use]
    pub fn seed_of(&self, game: usize) -> Option<u64> {
        let share = self.share_of(game)?;
        let (round, seeded) = share.games.mark_of(game - share.first);
        seeded.then(|| self.plan.seed_of(game, round))
    }

    /// Puts a position in the place of a game.
    ///
    /// # Errors
    /// If there is no such game, chance decides there or the rules fail.
    pub fn put(&mut self, game: usize, state: &State) -> Result<(), BatchError> {
        let count = self.plan.count;
        if let Status::Chance(_) = self.engine().status(state) {
            return Err(BatchError::AtChance);
        }
        let share = self.shares.iter_mut().find(|share| share.holds(game));
        let share = share.ok_or(BatchError::NoGame { game, count })?;
        let place = game - share.first;
        let put = share.lane.put(place, state);
        put.map_err(|fault| failed(game, fault))?;
        let (round, _) = share.games.mark_of(place);
        share.games.mark(place, round, false);
        Ok(())
    }

    /// Whether a list has an action for each game.
    fn check_len(&self, given: usize) -> Result<(), BatchError> {
        match self.plan.count {
            wanted if wanted != given => Err(BatchError::Length {
                what: "actions",
                wanted,
                given,
            }),
            _ => Ok(()),
        }
    }

    fn share_of(&self, game: usize) -> Option<&Share> {
        self.shares.iter().find(|share| share.holds(game))
    }

    /// The error of the first game whose action is not legal.
    #[cold]
    fn refuse(&self, actions: &[i64]) -> Result<(), BatchError> {
        for share in &self.shares {
            if let Some((place, action)) = share.find_illegal(share.own(actions)) {
                return Err(self.refusal(share.first + place, action));
            }
        }
        Ok(())
    }

    fn refusal(&self, game: usize, action: i64) -> BatchError {
        let engine = self.engine();
        let block = self.block(game).unwrap_or(&[]);
        let number = u32::try_from(action).ok();
        let text = number.and_then(|number| engine.action_text(number));
        let here = match engine.stands_at(block) {
            Status::Decision(id) => engine.program().decisions.get(id.index()),
            Status::Chance(_) | Status::Over => None,
        };
        let reason = match (text, here, engine.decider(block)) {
            (None, _, _) => format!("this game has no action {action}"),
            (Some(text), Some(decision), Some(player)) => format!(
                "action {action} `{text}` is not legal here: player {player} decides `{}`",
                decision.name
            ),
            _ => "the game is over; its action must be below 0, or the batch be made to restart"
                .to_owned(),
        };
        BatchError::Illegal { game, reason }
    }
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let game = &self.engine().program().game;
        f.debug_struct("Batch")
            .field("game", game)
            .field("plan", &self.plan)
            .finish_non_exhaustive()
    }
}

/// The error of the lowest game, whatever the threads were: shares come in the order of their games, and
/// each stops at its first.
fn first_error(outcomes: Vec<Result<(), BatchError>>) -> Result<(), BatchError> {
    outcomes.into_iter().collect()
}

#[cold]
fn failed(game: usize, fault: Fault) -> BatchError {
    let fault = Box::new(fault);
    BatchError::Fault { game, fault }
}

impl Share {
    fn holds(&self, game: usize) -> bool {
        (self.first..self.first + self.games.len()).contains(&game)
    }

    /// The actions of its own games.
    fn own<'a>(&self, actions: &'a [i64]) -> &'a [i64] {
        let numbers = self.first..self.first + self.games.len();
        actions.get(numbers).unwrap_or(&[])
    }

    /// The first positions of all games.
    fn start(&mut self, plan: Plan) -> Result<(), BatchError> {
        for place in 0..self.games.len() {
            let begun = self.begin(place, 0, plan);
            begun.map_err(|fault| failed(self.first + place, fault))?;
        }
        Ok(())
    }

    /// The first position of a game.
    fn begin(&mut self, place: usize, round: u64, plan: Plan) -> Result<(), Fault> {
        let seed = plan.seed_of(self.first + place, round);
        let state = self.lane.runner.initial(seed, ChanceMode::Sampled)?;
        self.lane.put(place, &state)?;
        self.games.mark(place, round, true);
        Ok(())
    }

    /// The first place with an action that is neither legal nor below 0.
    fn find_illegal(&self, actions: &[i64]) -> Option<(usize, i64)> {
        let look = self.lane.look();
        let wrong = |(place, action): &(usize, &i64)| match u32::try_from(**action) {
            Ok(number) => !look.legal(*place).has(number),
            Err(_) => **action >= 0,
        };
        let found = actions.iter().enumerate().find(wrong);
        found.map(|(place, action)| (place, *action))
    }

    /// A legal action of each game, each with the same chance; -1 where nothing is legal. Each game has a
    /// generator of its own, so that it does not matter who draws for which.
    fn draw(&self, seed: u64, out: &mut [i64]) {
        let look = self.lane.look();
        // Mixed twice: the next seed is not to give a game what its neighbour has had.
        let start = mixed(seed).wrapping_add(self.first as u64);
        for (place, drawn) in out.iter_mut().enumerate() {
            let mut rng = Pcg32::from_raw(mixed(start.wrapping_add(place as u64)));
            *drawn = look.legal(place).draw(&mut rng);
        }
    }

    /// One step of all games; the fault of the first game that has one.
    fn step(&mut self, actions: &[i64], mut rows: Rows<'_>, plan: Plan) -> Result<(), BatchError> {
        let end = self.lane.enqueue(actions);
        let mut faults = Vec::new();
        let mut next = 0;
        while next < end {
            let (passed, fault) = self.lane.run_queue((next, end), rows.views());
            self.show_views(next..next + passed, &mut rows, plan);
            next += passed;
            if let Some(fault) = fault {
                let place = self.lane.place(next).unwrap_or(0);
                self.show_view(place, &mut rows, plan);
                faults.push((place, fault));
                next += 1;
            }
        }
        self.take_stock(actions, &mut rows, plan, &mut faults);
        let first = faults.into_iter().min_by_key(|(place, _)| *place);
        first.map_or(Ok(()), |(place, fault)| {
            Err(failed(self.first + place, fault))
        })
    }

    /// Writes what is seen of the games that came at some times of the queue.
    fn show_views(&self, numbers: Range<usize>, rows: &mut Rows<'_>, plan: Plan) {
        if rows.observation.is_none() {
            return;
        }
        let look = self.lane.look();
        for number in numbers {
            let place = self.lane.place(number).unwrap_or(0);
            match look.seen(number) {
                Some(seen) => rows.put_views(seen, plan.widths, place),
                None => self.show_view(place, rows, plan),
            }
        }
    }

    /// Writes what is seen of a game.
    fn show_view(&self, place: usize, rows: &mut Rows<'_>, plan: Plan) {
        rows.see(
            self.lane.engine(),
            self.lane.block(place),
            plan.widths,
            place,
        );
    }

    /// Writes the rest of what is asked for, and starts other games where some ended. Game by game in their order,
    /// and list by list, because what is asked for is the same for all.
    fn take_stock(
        &mut self,
        actions: &[i64],
        rows: &mut Rows<'_>,
        plan: Plan,
        faults: &mut Vec<(usize, Fault)>,
    ) {
        let mut ended = Vec::new();
        let (engine, look) = (self.lane.engine(), self.lane.look());
        let mut masks = rows.clear_masks(plan.widths);
        for (place, action) in actions.iter().enumerate() {
            let legal = look.legal(place);
            legal.mark(masks.next().unwrap_or_default());
            if legal.is_empty() && *action >= 0 {
                ended.push(place);
            }
        }
        if rows.shows_more() {
            for (place, action) in actions.iter().enumerate() {
                rows.put_reward(plan.widths, place, &[]);
                rows.show_turn(engine, look.block(place), place);
                if *action < 0 {
                    self.show_view(place, rows, plan);
                }
            }
        }
        for place in ended {
            if let Err(fault) = self.end(place, rows, plan) {
                faults.push((place, fault));
                rows.put_reward(plan.widths, place, &[]);
            }
        }
    }

    /// Writes the reward of a game that is over, and starts another one if that is wanted.
    fn end(&mut self, place: usize, rows: &mut Rows<'_>, plan: Plan) -> Result<(), Fault> {
        self.reward(place, rows, plan)?;
        if plan.restart {
            let (round, _) = self.games.mark_of(place);
            self.begin(place, round.wrapping_add(1), plan)?;
            self.show(place, rows, plan);
            rows.put_done(place, true);
        }
        Ok(())
    }

    /// Writes what is asked for of a game that stays as it is, without a reward.
    fn stay(&mut self, place: usize, rows: &mut Rows<'_>, plan: Plan) {
        rows.put_reward(plan.widths, place, &[]);
        self.show(place, rows, plan);
    }

    /// Writes what a game's position alone decides.
    fn show(&self, place: usize, rows: &mut Rows<'_>, plan: Plan) {
        let (engine, look) = (self.lane.engine(), self.lane.look());
        look.legal(place).mark(rows.clear_mask(plan.widths, place));
        let block = look.block(place);
        rows.show_turn(engine, block, place);
        rows.see(engine, block, plan.widths, place);
    }

    /// Writes the rewards of a game if they are asked for; zeros while it is not over.
    fn reward(&mut self, place: usize, rows: &mut Rows<'_>, plan: Plan) -> Result<(), Fault> {
        if rows.reward.is_some() {
            let state = State::from_back_end(self.lane.block(place));
            let returns = self.lane.runner.returns(&state)?;
            rows.put_reward(plan.widths, place, &returns);
        }
        Ok(())
    }

    /// What is asked for of all present positions.
    fn write(&mut self, mut rows: Rows<'_>, plan: Plan) -> Result<(), BatchError> {
        for place in 0..self.games.len() {
            self.stay(place, &mut rows, plan);
            let rewarded = self.reward(place, &mut rows, plan);
            rewarded.map_err(|fault| failed(self.first + place, fault))?;
        }
        Ok(())
    }
}

/// Neighbouring numbers far apart: the last step of the generator `SplitMix64`.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
