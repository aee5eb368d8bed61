//! Another position that a player can't tell from the true one.
//!
//! What he sees stays. The pieces of each kind that lie where he can't see them are put on one pile,
//! shuffled, and dealt anew: every hidden row of cells (one part of one place) gets as many as it had, and
//! every single piece is equally likely to lie anywhere. Plain tokens have nothing to exchange, and
//! variables that he can't see stay as they are: no rule says how likely their values are.
//!
//! The shuffle has its own generator. The generator of the new state is drawn from it, because the true one
//! would tell what chance brings.

use rulewright_ir::program::{Class, Holds};

use crate::engine::Engine;
use crate::fault::Fault;
use crate::interp::Machine;
use crate::layout::SlotLayout;
use crate::observe::ObserveError;
use crate::rng::Pcg32;
use crate::state::{set_generator, State, Status};

/// Deals that are tried before giving up or before walking from deal to deal.
const MOST_DEALS: u32 = 1000;
/// Shuffles that are tried before single pieces are exchanged instead.
const MOST_SHUFFLES: u32 = 64;
/// Exchanges for each piece, when whole shuffles do not respect the limits of the cells.
const EXCHANGES: usize = 64;
/// Hidden pieces of one kind; more would only waste memory.
const MOST_PIECES: usize = 1 << 20;

/// Why there is no other position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResampleError {
    /// No such player.
    #[error(transparent)]
    Player(#[from] ObserveError),
    /// The state belongs to another game.
    #[error(transparent)]
    Foreign(#[from] Fault),
    /// Too many hidden pieces.
    #[error(
        "more than {MOST_PIECES} pieces of `{kind}` are hidden, which is too many to deal anew"
    )]
    Pieces {
        /// Name of the kind.
        kind: String,
    },
    /// The player to move had to have a choice, and no deal gave him one.
    #[error("in {MOST_DEALS} deals the player to move never had a choice, as he has now")]
    NoChoice,
}

/// Cells for each entry of a kind, side by side, that a player can't see.
struct Row<'a> {
    place: &'a SlotLayout,
    start: u32,
    pieces: usize,
}

/// All hidden rows of one kind, and the entries of the pieces in them in the order of the rows.
struct Pile<'a> {
    size: u32,
    rows: Vec<Row<'a>>,
    pieces: Vec<u32>,
}

impl Engine {
    /// A position that a player can't tell from this one; the module's text says how it is made.
    ///
    /// If another player is to move, he has at least two legal actions there too: one answer would not
    /// have been asked for, and the player knows that it was.
    ///
    /// # Errors
    /// If there is no such player, or no such position is found.
    pub fn resample(
        &self,
        state: &State,
        player: u8,
        seed: u64,
        machine: &mut Machine,
    ) -> Result<State, ResampleError> {
        self.check_size(state)?;
        let players = self.program().players;
        if player >= players {
            return Err(ObserveError::Player { player, players }.into());
        }
        let mut piles = self.hidden_piles(state, player)?;
        let mut rng = Pcg32::seeded(seed);
        let is_asked = self.current_player(state).is_some_and(|p| p != player);
        let mut other = state.clone();
        for _ in 0..MOST_DEALS {
            for pile in &mut piles {
                pile.deal(&mut rng);
                pile.write(&mut other.block);
            }
            if !is_asked || self.has_choice(&other, machine) {
                let seed = u64::from(rng.next_u32()) << 32 | u64::from(rng.next_u32());
                set_generator(&mut other.block, Pcg32::seeded(seed));
                return Ok(other);
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

    fn hidden_piles(&self, state: &State, player: u8) -> Result<Vec<Pile<'_>>, ResampleError> {
        let program = self.program();
        let mut piles: Vec<Pile<'_>> = Vec::with_capacity(program.kinds.len());
        for kind in &program.kinds {
            let size = kind.entries.len() as u32;
            piles.push(Pile {
                size,
                rows: Vec::new(),
                pieces: Vec::new(),
            });
        }
        for (slot, place) in program.slots.iter().zip(self.layout().slots()) {
            // A place for one entry alone is left: everybody knows what lies there.
            let Class::Place(Holds::Kind(kind)) = slot.class else {
                continue;
            };
            let Some(pile) = piles.get_mut(kind.index()) else {
                continue;
            };
            for start in (0..place.cells() as u32).step_by(pile.size.max(1) as usize) {
                if !crate::observe::sees(slot, place, player, start)
                    && !pile.take(&state.block, place, start)
                {
                    let kind = program.kinds.get(kind.index());
                    return Err(ResampleError::Pieces {
                        kind: kind.map_or_else(String::new, |kind| kind.name.clone()),
                    });
                }
            }
        }
        // One row has nothing to exchange with.
        piles.retain(|pile| pile.rows.len() > 1);
        Ok(piles)
    }
}

impl<'a> Pile<'a> {
    /// Adds a row and its pieces; false if they are too many.
    fn take(&mut self, block: &[u8], place: &'a SlotLayout, start: u32) -> bool {
        let cells: Vec<i32> = (0..self.size)
            .map(|entry| place.read(block, start + entry).unwrap_or(0))
            .collect();
        // A row that owes pieces, or must have some of an entry, is no part of a free shuffle.
        if place.low > 0 || cells.iter().any(|number| *number < 0) {
            return true;
        }
        let pieces: usize = cells.iter().map(|number| *number as usize).sum();
        if pieces.saturating_add(self.pieces.len()) > MOST_PIECES {
            return false;
        }
        for (entry, number) in cells.into_iter().enumerate() {
            self.pieces
                .extend(std::iter::repeat_n(entry as u32, number as usize));
        }
        self.rows.push(Row {
            place,
            start,
            pieces,
        });
        true
    }

    /// Another order of the pieces, each as likely as any other that respects the limits of the cells.
    fn deal(&mut self, rng: &mut Pcg32) {
        let before = self.pieces.clone();
        for _ in 0..MOST_SHUFFLES {
            for last in (1..self.pieces.len()).rev() {
                self.pieces.swap(last, rng.below(last as u32 + 1) as usize);
            }
            if self.fits() {
                return;
            }
        }
        // Tight limits: from an order that fits, exchange two pieces as long as all still fits. The walk can
        // be gone both ways with equal chances, so in the long run all orders are equally likely.
        self.pieces = before;
        let number = self.pieces.len() as u32;
        for _ in 0..self.pieces.len() * EXCHANGES {
            let (a, b) = (rng.below(number) as usize, rng.below(number) as usize);
            self.pieces.swap(a, b);
            if !self.fits() {
                self.pieces.swap(a, b);
            }
        }
    }

    /// The number of pieces of each entry in each row, row by row.
    fn counts(&self) -> impl Iterator<Item = (&Row<'a>, Vec<i32>)> + '_ {
        let mut rest = self.pieces.as_slice();
        self.rows.iter().map(move |row| {
            let (own, others) = rest.split_at_checked(row.pieces).unwrap_or((rest, &[]));
            rest = others;
            let mut counts = vec![0; self.size as usize];
            for entry in own {
                if let Some(count) = counts.get_mut(*entry as usize) {
                    *count += 1;
                }
            }
            (row, counts)
        })
    }

    fn fits(&self) -> bool {
        self.counts()
            .all(|(row, counts)| counts.iter().all(|number| row.place.admits(*number)))
    }

    fn write(&self, block: &mut [u8]) {
        for (row, counts) in self.counts() {
            for (index, number) in (row.start..).zip(counts) {
                row.place.write(block, index, number);
            }
        }
    }
}
