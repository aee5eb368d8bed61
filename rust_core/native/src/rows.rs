//! Where a batch writes: lists of the caller's with one row for each game.

use std::slice::ChunksExactMut;

use rulewright_engine::{Engine, Status};

use crate::batch::BatchError;
use crate::machine::Views;

/// In the place of the player to move when the game is over.
const TERMINAL_PLAYER: i32 = -4;

/// Bytes that are cleared in one piece: more of them at once would go by an instruction of the processor that is
/// slow to begin with.
const CLEARED: usize = 1024;

/// Lists with one row for each game; those that are not given are not written.
#[derive(Debug, Default)]
pub struct Rows<'a> {
    /// The player to move, -4 in a game that is over.
    pub player: Option<&'a mut [i32]>,
    /// For each action 1 if it is legal, else 0.
    pub mask: Option<&'a mut [u8]>,
    /// What the player to move sees; in a game that is over, player 0.
    pub observation: Option<&'a mut [f32]>,
    /// Whether `observation` has in place of that what each player sees, one after another.
    pub each_player: bool,
    /// Each player's share of the win if the game ended with this step, else 0.
    pub reward: Option<&'a mut [f32]>,
    /// 1 if the game ended with this step or was over before, else 0.
    pub done: Option<&'a mut [u8]>,
}

/// How many numbers a game has in each list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Widths {
    actions: usize,
    seen: usize,
    players: usize,
}

impl Widths {
    pub(crate) fn of(engine: &Engine) -> Self {
        Widths {
            actions: engine.program().actions as usize,
            seen: engine.observation_len(),
            players: usize::from(engine.program().players),
        }
    }
}

impl<'a> Rows<'a> {
    /// Whether every list has a row for each of `count` games.
    pub(crate) fn check(&self, widths: Widths, count: usize) -> Result<(), BatchError> {
        let Widths {
            actions,
            seen,
            players,
        } = widths;
        check("current_player", self.player.as_deref(), count)?;
        check("mask", self.mask.as_deref(), count * actions)?;
        let views = count * self.views_of_a_game(players);
        check("observation", self.observation.as_deref(), views * seen)?;
        check("reward", self.reward.as_deref(), count * players)?;
        check("done", self.done.as_deref(), count)
    }

    /// Takes the rows of the next `games` games.
    pub(crate) fn take(&mut self, widths: Widths, games: usize) -> Rows<'a> {
        let Widths {
            actions,
            seen,
            players,
        } = widths;
        let views = games * self.views_of_a_game(players);
        Rows {
            player: front(&mut self.player, games),
            mask: front(&mut self.mask, games * actions),
            observation: front(&mut self.observation, views * seen),
            each_player: self.each_player,
            reward: front(&mut self.reward, games * players),
            done: front(&mut self.done, games),
        }
    }

    /// Whether more is asked for than masks.
    pub(crate) fn shows_more(&self) -> bool {
        self.player.is_some()
            || self.done.is_some()
            || self.reward.is_some()
            || self.observation.is_some()
    }

    fn views_of_a_game(&self, players: usize) -> usize {
        if self.each_player {
            players
        } else {
            1
        }
    }

    /// Writes the rewards of a game; without any, zeros.
    pub(crate) fn put_reward(&mut self, widths: Widths, game: usize, returns: &[f64]) {
        if self.reward.is_none() {
            return;
        }
        let reward = part(&mut self.reward, game, widths.players);
        reward.fill(0.0);
        for (place, share) in reward.iter_mut().zip(returns) {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "shares of a win are f32 in batches"
            )]
            {
                *place = *share as f32;
            }
        }
    }

    /// Writes whether a game has ended.
    pub(crate) fn put_done(&mut self, game: usize, is_over: bool) {
        // Not by `fill`: a call for nothing or for one number costs more than all the rest.
        if let Some(done) = part(&mut self.done, game, 1).first_mut() {
            *done = u8::from(is_over);
        }
    }

    /// The mask of a game, all 0; empty if it is not asked for.
    #[inline]
    pub(crate) fn clear_mask(&mut self, widths: Widths, game: usize) -> &mut [u8] {
        let mask = part(&mut self.mask, game, widths.actions);
        mask.fill(0);
        mask
    }

    /// The masks of all games, all 0; none if they are not asked for.
    pub(crate) fn clear_masks(&mut self, widths: Widths) -> ChunksExactMut<'_, u8> {
        let masks = self.mask.as_deref_mut().unwrap_or(&mut []);
        masks.chunks_mut(CLEARED).for_each(|part| part.fill(0));
        masks.chunks_exact_mut(widths.actions.max(1))
    }

    /// What is to be seen of each game.
    pub(crate) fn views(&self) -> Views {
        match self.observation {
            Some(_) if self.each_player => Views::Each,
            Some(_) => Views::Mover,
            None => Views::None,
        }
    }

    /// Writes who is to move in a game and whether it is over.
    pub(crate) fn show_turn(&mut self, engine: &Engine, block: &[u8], game: usize) {
        if self.done.is_some() {
            self.put_done(game, engine.stands_at(block) == Status::Over);
        }
        if let Some(player) = part(&mut self.player, game, 1).first_mut() {
            *player = engine.decider(block).map_or(TERMINAL_PLAYER, i32::from);
        }
    }

    /// Writes what is seen of a game.
    pub(crate) fn see(&mut self, engine: &Engine, block: &[u8], widths: Widths, game: usize) {
        let first = match self.views() {
            Views::Each => 0,
            Views::Mover | Views::None => engine.decider(block).unwrap_or(0),
        };
        let views = self.views_of(widths, game);
        for (player, view) in (first..).zip(views.chunks_exact_mut(widths.seen.max(1))) {
            // Lengths and seats are right by now, so that nothing is refused.
            let _ = engine.observe_block(block, player, view);
        }
    }

    /// The numbers for what is seen of a game.
    fn views_of(&mut self, widths: Widths, game: usize) -> &mut [f32] {
        let views = self.views_of_a_game(widths.players);
        part(&mut self.observation, game, views * widths.seen)
    }

    /// Writes what is seen of a game, from the bytes of the numbers.
    pub(crate) fn put_views(&mut self, bytes: &[u8], widths: Widths, game: usize) {
        let views = self.views_of(widths, game);
        for (place, number) in views.iter_mut().zip(bytes.as_chunks().0) {
            *place = f32::from_le_bytes(*number);
        }
    }
}

/// The numbers of one game, of which each has `len`; none if the list is not asked for.
#[inline]
fn part<'b, T>(list: &'b mut Option<&mut [T]>, game: usize, len: usize) -> &'b mut [T] {
    let list = list.as_deref_mut().unwrap_or(&mut []);
    list.get_mut(game * len..(game + 1) * len)
        .unwrap_or(&mut [])
}

fn check<T>(what: &'static str, list: Option<&[T]>, wanted: usize) -> Result<(), BatchError> {
    match list.map(<[T]>::len) {
        Some(given) if given != wanted => Err(BatchError::Length {
            what,
            wanted,
            given,
        }),
        _ => Ok(()),
    }
}

/// Takes the first `len` numbers off a list.
fn front<'a, T>(list: &mut Option<&'a mut [T]>, len: usize) -> Option<&'a mut [T]> {
    let whole = list.take()?;
    let (part, rest) = whole.split_at_mut(len.min(whole.len()));
    *list = Some(rest);
    Some(part)
}
