//! A batch with the actions of all its steps known beforehand: choosing them costs nothing while it is measured.

use rulewright_engine::State;
use rulewright_native::{Backend, Batch, BatchError, Rows, Runner};

const SEED: u64 = 1;

/// Games on one thread that are stepped together, and can be again.
pub struct Recorded {
    batch: Batch,
    actions: Vec<Vec<i64>>,
    mask: Vec<u8>,
    observation: Vec<f32>,
}

impl Recorded {
    /// Plays `steps` steps of `games` games and keeps the actions.
    ///
    /// # Errors
    /// If the rules fail, or a mask is not what the interpreter says of the position.
    pub fn new(
        backend: &Backend,
        reference: &Backend,
        games: usize,
        steps: usize,
    ) -> Result<Self, String> {
        let engine = backend.engine();
        let width = engine.program().actions as usize;
        let mut made = Recorded {
            batch: Batch::new(backend, games, SEED, 1, true).map_err(|error| fails(&error))?,
            actions: Vec::with_capacity(steps),
            mask: vec![0; games * width],
            observation: vec![0.0; games * engine.observation_len()],
        };
        made.write(false)?;
        for step in 0..steps {
            let choose = |(game, row): (usize, &[u8])| pick(row, game + step);
            let rows = made.mask.chunks_exact(width).enumerate();
            let actions: Vec<i64> = rows.map(choose).collect();
            made.take(&actions, false).map_err(|error| fails(&error))?;
            made.actions.push(actions);
        }
        made.write(true)?;
        made.check(reference)?;
        Ok(made)
    }

    /// Starts all games anew.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn rewind(&mut self) -> Result<(), String> {
        self.batch.reset(SEED).map_err(|error| fails(&error))
    }

    /// Takes all steps once more and gives the number of decisions; to be called after [`Recorded::rewind`].
    ///
    /// # Errors
    /// If the rules fail.
    pub fn play(&mut self, with_observations: bool) -> Result<u64, String> {
        let actions = std::mem::take(&mut self.actions);
        let mut steps = actions.iter();
        let done = steps.try_for_each(|step| self.take(step, with_observations));
        self.actions = actions;
        done.map_err(|error| fails(&error))?;
        Ok((self.actions.len() * self.batch.count()) as u64)
    }

    /// Writes masks, and observations if they are asked for, of the present positions.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn write(&mut self, with_observations: bool) -> Result<(), String> {
        let rows = rows(&mut self.mask, &mut self.observation, with_observations);
        self.batch.write(rows).map_err(|error| fails(&error))
    }

    /// A sum over what was written last, to be compared.
    #[must_use]
    pub fn mark(&self) -> u64 {
        let mask = self.mask.iter().map(|&flag| u64::from(flag));
        let seen = self.observation.iter().map(|x| u64::from(x.to_bits()));
        mask.chain(seen).fold(0, |sum, part| {
            (sum.rotate_left(5) ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    }

    fn take(&mut self, actions: &[i64], with_observations: bool) -> Result<(), BatchError> {
        let rows = rows(&mut self.mask, &mut self.observation, with_observations);
        self.batch.step(actions, rows)
    }

    /// Compares every mask with the legal actions, and every observation with the one of the single state.
    fn check(&self, reference: &Backend) -> Result<(), String> {
        let engine = reference.engine();
        let mut runner = Runner::new(reference).map_err(|error| fails(&error))?;
        let mut legal = Vec::new();
        let mut seen = vec![0.0; engine.observation_len()];
        let width = engine.program().actions as usize;
        let masks = self.mask.chunks_exact(width);
        let views = self.observation.chunks_exact(seen.len().max(1));
        for (game, (mask, view)) in masks.zip(views).enumerate() {
            let block = self.batch.block(game).unwrap_or(&[]);
            let state = State::from_back_end(block);
            let found = runner.legal(&state, &mut legal);
            found.map_err(|fault| fails(&fault))?;
            let player = engine.current_player(&state).unwrap_or(0);
            let shown = engine.observation(&state, player, &mut seen);
            shown.map_err(|error| fails(&error))?;
            let offered = (0..).zip(mask).filter(|(_, &flag)| flag == 1);
            if !offered.map(|(action, _)| action).eq(legal.iter().copied()) || seen != view {
                return Err(format!(
                    "the batch writes something else for game {game} than the engine says, so no speed is given"
                ));
            }
        }
        Ok(())
    }
}

fn rows<'a>(mask: &'a mut [u8], observation: &'a mut [f32], with_observations: bool) -> Rows<'a> {
    Rows {
        mask: Some(mask),
        observation: with_observations.then_some(observation),
        ..Rows::default()
    }
}

/// One of the legal actions; another one from step to step.
fn pick(row: &[u8], turn: usize) -> i64 {
    let legal = || row.iter().enumerate().filter(|(_, &flag)| flag == 1);
    let count = legal().count().max(1);
    legal()
        .nth(turn % count)
        .map_or(-1, |(action, _)| action as i64)
}

fn fails(error: &dyn std::fmt::Display) -> String {
    format!("the batch fails: {error}")
}
