//! Another position that a player can't tell from the true one.
//!
//! Every single piece is followed along the trail of the game. Pieces that lay together where the player
//! could not see them can't be told apart by him afterwards: when one of them leaves, it may have been any
//! of them. So the trail is gone along again, and where pieces leave a hidden row of cells (one part of one
//! place), those lying in it are dealt anew, in such a way that he sees the same as he did. What he
//! saw go into a hidden pile stays in it until the pile is drawn from.
//!
//! If nothing is known of the past, every hidden piece is equally likely to lie anywhere. Each row keeps
//! its number. Plain tokens have nothing to exchange, and variables that the player can't see stay as
//! they are: no rule says how likely their values are. How the others choose is not taken into account.
//!
//! The shuffle has its own generator. The generator of the new state is drawn from it, because the true one
//! would tell what chance brings.

use crate::engine::Engine;
use crate::fault::Fault;
use crate::interp::Machine;
use crate::observe::ObserveError;
use crate::pieces::{Followed, Rows, World};
use crate::rng::Pcg32;
use crate::state::{set_generator, State, Status};
use crate::trail::Trail;

/// Worlds that are tried before giving up.
const MOST_DEALS: u32 = 1000;
/// Times that all hidden pieces are dealt anew, before nothing of the true deal is left in it.
const SWEEPS: u32 = 16;
/// Worlds that are tried before single pieces are exchanged instead.
const MOST_SHUFFLES: u32 = 64;
/// Exchanges for each piece, when whole shuffles do not respect the limits of the cells.
const EXCHANGES: usize = 16;

/// Why there is no other position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResampleError {
    /// No such player.
    #[error(transparent)]
    Player(#[from] ObserveError),
    /// The state belongs to another game.
    #[error(transparent)]
    Foreign(#[from] Fault),
    /// Too many pieces.
    #[error("there are more than {most} pieces of kinds that can be hidden, which is too many to follow")]
    Pieces {
        /// How many can be followed.
        most: usize,
    },
    /// The player to move had to have a choice, and no deal gave him one.
    #[error("in {MOST_DEALS} deals the player to move never had a choice, as he has now")]
    NoChoice,
}

impl Engine {
    /// A position that a player can't tell from this one, and a trail that leads there; the module's text
    /// says how it is made. `trail` leads to `state`.
    ///
    /// If another player is to move, he has at least two legal actions there too: one answer would not
    /// have been asked for, and the player knows that it was.
    ///
    /// # Errors
    /// If there is no such player, or no such position is found.
    pub fn resample(
        &self,
        state: &State,
        trail: &Trail,
        player: u8,
        seed: u64,
        machine: &mut Machine,
    ) -> Result<(State, Trail), ResampleError> {
        self.check_size(state)?;
        let players = self.program().players;
        if player >= players {
            return Err(ObserveError::Player { player, players }.into());
        }
        let rows = Rows::of(self, player);
        let mut rng = Pcg32::seeded(seed);
        let followed = Followed::along(&rows, trail, &mut rng)?;
        let is_asked = self.current_player(state).is_some_and(|p| p != player);
        for _ in 0..MOST_DEALS {
            let world = fitting(&followed, &rows, &mut rng);
            let mut other = state.clone();
            followed.write(&rows, &world, &mut other.block);
            if !is_asked || self.has_choice(&other, machine) {
                let seed = u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32());
                set_generator(&mut other.block, Pcg32::seeded(seed));
                return Ok((other, followed.trail(&rows, &world, trail)));
            }
        }
        Err(ResampleError::NoChoice)
    }

    fn has_choice(&self, state: &State, machine: &mut Machine) -> bool {
        let Status::Decision(id) = self.status(state) else {
            return true;
        };
        self.legal_in_machine(state, id, machine).is_ok() && machine.legal.len() > 1
    }
}

/// A world that looks the same to the player and in which no cell holds more than it may, each as likely
/// as any other.
fn fitting(followed: &Followed, rows: &Rows<'_>, rng: &mut Pcg32) -> World {
    let mut world = followed.truth();
    for _ in 0..SWEEPS {
        world = followed.swept(&world, rng);
    }
    for _ in 0..MOST_SHUFFLES {
        if followed.fits(rows, &world) {
            return world;
        }
        world = followed.swept(&world, rng);
    }
    // Tight limits: from a world that fits, exchange two pieces as long as all still fits. The walk can be
    // gone both ways with equal chances, so in the long run all worlds are equally likely.
    let mut world = followed.truth();
    for _ in 0..followed.len() * EXCHANGES {
        let other = Followed::exchanged(&world, rng);
        if followed.looks_the_same(&other) && followed.fits(rows, &other) {
            world = other;
        }
    }
    world
}
