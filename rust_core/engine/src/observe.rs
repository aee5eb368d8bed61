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
use rulewright_ir::program::{Program, Sight as Seen, Slot, Width};

use crate::engine::Engine;
use crate::layout::{Layout, SlotLayout, Sort};
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

/// How the cells of a program become the numbers of an observation; made once, for all back ends.
#[derive(Debug)]
pub struct Sight {
    /// What comes after the numbers for stops and players.
    pub pieces: Vec<Piece>,
    /// Numbers of an observation.
    pub len: usize,
}

/// Numbers that follow one another in an observation.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// Cells that everybody sees.
    Open(Run),
    /// Cells of which each player sees a group of his own; the others are 0.
    Own(Run, usize),
    /// Cells that nobody sees.
    Hidden(usize),
    /// The sum of each group of cells.
    Sums(Run, usize),
}

/// Cells that stand one after another in a block.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// First byte.
    pub offset: usize,
    /// Number of cells.
    pub len: usize,
    /// Width of a cell.
    pub width: Width,
}

impl Sight {
    pub(crate) fn of(program: &Program, layout: &Layout) -> Self {
        let mut pieces = Vec::new();
        let stands = program.decisions.len() + program.chances.len() + 1;
        let mut len = stands + 2 * usize::from(program.players);
        let all = program.slots.iter().zip(layout.slots());
        for (slot, place) in all.filter(|(slot, place)| is_shown(slot, place)) {
            let cells = Run {
                offset: place.offset as usize,
                len: place.cells(),
                width: place.width,
            };
            if cells.len == 0 {
                continue;
            }
            let group = place.group.max(1) as usize;
            let piece = match slot.sight {
                Seen::All => Piece::Open(cells),
                Seen::Owner => Piece::Own(cells, group),
                Seen::Nobody => Piece::Hidden(cells.len),
            };
            match (pieces.last_mut(), piece) {
                // Long runs of bytes are turned into numbers many at a time.
                (Some(Piece::Open(last)), Piece::Open(next)) if last.is_before(next) => {
                    last.len += next.len;
                }
                (_, piece) => pieces.push(piece),
            }
            let sums = groups(slot, place);
            if sums > 0 {
                pieces.push(Piece::Sums(cells, counted(place).max(1) as usize));
            }
            len += cells.len + sums;
        }
        Sight { pieces, len }
    }
}

impl Run {
    fn is_before(self, other: Run) -> bool {
        let end = self.offset + self.len * self.width.bytes();
        self.width == other.width && end == other.offset
    }

    /// Some of the cells, by index.
    fn part(self, from: usize, len: usize) -> Run {
        let offset = self.offset + from * self.width.bytes();
        Run {
            offset,
            len,
            ..self
        }
    }

    fn bytes(self, block: &[u8]) -> &[u8] {
        let end = self.offset + self.len * self.width.bytes();
        block.get(self.offset..end).unwrap_or(&[])
    }

    /// Writes the cells as numbers.
    fn put(self, block: &[u8], out: &mut [f32]) {
        let bytes = self.bytes(block);
        match self.width {
            Width::U8 => {
                for (place, byte) in out.iter_mut().zip(bytes) {
                    *place = f32::from(*byte);
                }
            }
            Width::I16 => {
                for (place, word) in out.iter_mut().zip(bytes.chunks_exact(2)) {
                    *place = word
                        .first_chunk()
                        .map_or(0.0, |word| f32::from(i16::from_le_bytes(*word)));
                }
            }
            Width::I32 => {
                for (place, word) in out.iter_mut().zip(bytes.chunks_exact(4)) {
                    let value = word
                        .first_chunk()
                        .map_or(0, |word| i32::from_le_bytes(*word));
                    *place = number(i64::from(value));
                }
            }
        }
    }

    fn sum(self, block: &[u8]) -> i64 {
        let bytes = self.bytes(block);
        match self.width {
            Width::U8 => bytes.iter().map(|byte| i64::from(*byte)).sum(),
            Width::I16 => {
                let words = bytes.chunks_exact(2).filter_map(<[u8]>::first_chunk);
                words.map(|word| i64::from(i16::from_le_bytes(*word))).sum()
            }
            Width::I32 => {
                let words = bytes.chunks_exact(4).filter_map(<[u8]>::first_chunk);
                words.map(|word| i64::from(i32::from_le_bytes(*word))).sum()
            }
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "observations are f32; 24 bits hold what games count"
)]
fn number(value: i64) -> f32 {
    value as f32
}

/// What is left of a buffer that is filled from the front.
struct Rest<'a>(&'a mut [f32]);

impl<'a> Rest<'a> {
    /// Takes the next `len` places; fewer if there are no more, but the length is checked before.
    fn next(&mut self, len: usize) -> &'a mut [f32] {
        let whole = std::mem::take(&mut self.0);
        let (part, after) = whole.split_at_mut(len.min(whole.len()));
        self.0 = after;
        part
    }
}

/// All 0, but 1 at `hot`.
fn one_hot(out: &mut [f32], hot: Option<usize>) {
    out.fill(0.0);
    if let Some(place) = hot.and_then(|hot| out.get_mut(hot)) {
        *place = 1.0;
    }
}

impl Engine {
    /// How many numbers an observation has.
    #[must_use]
    pub fn observation_len(&self) -> usize {
        self.sight().len
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
        self.observe_block(&state.block, player, out)
    }

    /// The same of the bytes of a state. Others give numbers that mean nothing.
    ///
    /// # Errors
    /// As [`Engine::observation`].
    pub fn observe_block(
        &self,
        block: &[u8],
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
        let mut rest = Rest(out);
        let (decisions, chances) = (program.decisions.len(), program.chances.len());
        let stands = match self.stands_at(block) {
            Status::Decision(id) => id.index(),
            Status::Chance(id) => decisions + id.index(),
            Status::Over => decisions + chances,
        };
        one_hot(rest.next(decisions + chances + 1), Some(stands));
        let seats = usize::from(players);
        let turn = self.decider(block).map(usize::from);
        one_hot(rest.next(seats), turn);
        one_hot(rest.next(seats), Some(usize::from(player)));
        for piece in &self.sight().pieces {
            match *piece {
                Piece::Open(cells) => cells.put(block, rest.next(cells.len)),
                Piece::Own(cells, group) => {
                    let out = rest.next(cells.len);
                    out.fill(0.0);
                    let from = usize::from(player) * group;
                    if let Some(own) = out.get_mut(from..from + group) {
                        cells.part(from, group).put(block, own);
                    }
                }
                Piece::Hidden(len) => rest.next(len).fill(0.0),
                Piece::Sums(cells, size) => {
                    let out = rest.next(cells.len / size);
                    for (index, place) in out.iter_mut().enumerate() {
                        *place = number(cells.part(index * size, size).sum(block));
                    }
                }
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
}

/// Whether a slot is part of observations.
fn is_shown(slot: &Slot, place: &SlotLayout) -> bool {
    !place.is_segment || slot.sight == Seen::All
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
        Seen::All => true,
        Seen::Owner => index / place.group.max(1) == u32::from(player),
        Seen::Nobody => false,
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
    if slot.count_seen && slot.sight != Seen::All {
        place.cells() / counted(place).max(1) as usize
    } else {
        0
    }
}
