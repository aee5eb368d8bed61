//! What a player sees of a state, as numbers and as a state without secrets.
//!
//! An observation is, in this order:
//! 1. where the state stands, one number each: every decision, every chance point, the end;
//! 2. whose turn it is, one number for each player (all 0 when no player decides);
//! 3. who looks, one number for each player;
//! 4. for every slot in the order of the program: its cells as they are, 0 for a cell the player may not
//!    see; then, if the slot shows counts, the sum of each group of cells (the entries of a kind that lie
//!    in one part of a place; of other slots one group for each player if the first dimension is the
//!    players, else one for the slot). Kept segments say what the game goes on with and are left out
//!    unless everybody sees them.
//!
//! The generator is never part of it. The length depends on the program alone.

use rulewright_ir::ids::SlotId;
use rulewright_ir::program::{Sight, Slot};

use crate::engine::Engine;
use crate::layout::{SlotLayout, Sort};
use crate::rng::Pcg32;
use crate::state::{set_generator, State, Status};

/// Why there is no observation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObserveError {
    /// A buffer of the wrong length.
    #[error("an observation has {wanted} numbers, and there is room for {given}")]
    Length {
        /// Numbers of an observation.
        wanted: usize,
        /// Length of the buffer.
        given: usize,
    },
    /// No such player.
    #[error("there is no player {player} among {players}")]
    Player {
        /// The player asked for.
        player: u8,
        /// Number of players.
        players: u8,
    },
}

/// Fills a buffer from the front; what does not fit is dropped, but the length is checked before.
struct Writer<'a> {
    out: std::slice::IterMut<'a, f32>,
}

impl Writer<'_> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "observations are f32; 24 bits hold what games count"
    )]
    fn put(&mut self, value: i64) {
        if let Some(place) = self.out.next() {
            *place = value as f32;
        }
    }

    /// `len` numbers, 1 at `hot` and 0 elsewhere.
    fn one_hot(&mut self, len: usize, hot: Option<usize>) {
        for i in 0..len {
            self.put(i64::from(Some(i) == hot));
        }
    }
}

impl Engine {
    /// How many numbers an observation has.
    #[must_use]
    pub fn observation_len(&self) -> usize {
        let program = self.program();
        let stands = program.decisions.len() + program.chances.len() + 1;
        let slots: usize = self
            .seen_slots()
            .map(|(slot, place)| place.cells() + groups(slot, place))
            .sum();
        stands + 2 * usize::from(program.players) + slots
    }

    /// Writes what a player sees into `out`; the module's text says what stands where.
    ///
    /// # Errors
    /// If there is no such player or `out` has the wrong length.
    pub fn observation(
        &self,
        state: &State,
        player: u8,
        out: &mut [f32],
    ) -> Result<(), ObserveError> {
        let program = self.program();
        let players = program.players;
        if player >= players {
            return Err(ObserveError::Player { player, players });
        }
        let wanted = self.observation_len();
        if out.len() != wanted {
            return Err(ObserveError::Length {
                wanted,
                given: out.len(),
            });
        }
        let mut writer = Writer {
            out: out.iter_mut(),
        };
        let (decisions, chances) = (program.decisions.len(), program.chances.len());
        let stands = match self.status(state) {
            Status::Decision(id) => id.index(),
            Status::Chance(id) => decisions + id.index(),
            Status::Over => decisions + chances,
        };
        writer.one_hot(decisions + chances + 1, Some(stands));
        writer.one_hot(
            usize::from(players),
            self.current_player(state).map(usize::from),
        );
        writer.one_hot(usize::from(players), Some(usize::from(player)));
        for (slot, place) in self.seen_slots() {
            for index in 0..place.cells() as u32 {
                let is_seen = sees(slot, place, player, index);
                let value = if is_seen {
                    place.read(&state.block, index).unwrap_or(0)
                } else {
                    0
                };
                writer.put(i64::from(value));
            }
            for group in 0..groups(slot, place) as u32 {
                let size = counted(place);
                let cells = group * size..(group + 1) * size;
                let sum: i64 = cells
                    .map(|i| i64::from(place.read(&state.block, i).unwrap_or(0)))
                    .sum();
                writer.put(sum);
            }
        }
        Ok(())
    }

    /// The state without what a player may not see: hidden cells hold 0, or the value of their range
    /// nearest to 0, hidden segments their first value, and the generator is zero. Sums that are shown
    /// although their cells are hidden are not kept. It is for showing, not for playing on.
    #[must_use]
    pub fn redact(&self, state: &State, player: u8) -> State {
        let mut open = state.clone();
        set_generator(&mut open.block, Pcg32::from_raw(0));
        for (slot, place) in self.program().slots.iter().zip(self.layout().slots()) {
            let neutral = if place.is_segment {
                place.init
            } else {
                nearest_to_zero(place)
            };
            for index in 0..place.cells() as u32 {
                if !sees(slot, place, player, index) {
                    place.write(&mut open.block, index, neutral);
                }
            }
        }
        open
    }

    /// Whether a player sees a cell.
    #[must_use]
    pub fn is_visible(&self, slot: SlotId, index: usize, player: u8) -> bool {
        let found = self
            .program()
            .slots
            .get(slot.index())
            .zip(self.layout().slot(slot));
        found.is_some_and(|(slot, place)| {
            index < place.cells() && sees(slot, place, player, index as u32)
        })
    }

    fn seen_slots(&self) -> impl Iterator<Item = (&Slot, &SlotLayout)> {
        let all = self.program().slots.iter().zip(self.layout().slots());
        all.filter(|(slot, place)| !place.is_segment || slot.sight == Sight::All)
    }
}

fn nearest_to_zero(place: &SlotLayout) -> i32 {
    if place.low > 0 {
        place.low
    } else {
        place.high.min(0)
    }
}

pub(crate) fn sees(slot: &Slot, place: &SlotLayout, player: u8, index: u32) -> bool {
    match slot.sight {
        Sight::All => true,
        Sight::Owner => index / place.group.max(1) == u32::from(player),
        Sight::Nobody => false,
    }
}

/// Cells that are summed up in one count.
fn counted(place: &SlotLayout) -> u32 {
    match place.sort {
        Sort::ByIndex(size) if size > 1 => size,
        _ => place.group,
    }
}

/// How many sums a slot shows.
fn groups(slot: &Slot, place: &SlotLayout) -> usize {
    if slot.count_seen && slot.sight != Sight::All {
        place.cells() / counted(place).max(1) as usize
    } else {
        0
    }
}
