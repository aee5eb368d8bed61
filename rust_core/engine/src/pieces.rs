//! Single pieces and where they were, as one player knows it.
//!
//! A state counts pieces by entry. To say what a player can know of them they are numbered here, and each
//! has a track: the rows in which it lay, one after another. Which of several equal pieces of a row went
//! somewhere makes no difference, so chance says it.
//!
//! A [`World`] lets other pieces go along the same tracks. It says, for every moment at which pieces that
//! lay together unseen begin to part, who takes whose place.

use rulewright_ir::program::{Class, Holds, Sight, Slot};

use crate::engine::Engine;
use crate::interp::{Cell, Moved};
use crate::layout::{SlotLayout, Sort};
use crate::observe::sees;
use crate::resample::ResampleError;
use crate::rng::Pcg32;
use crate::trail::Trail;

/// Pieces that are followed; more would only waste memory.
const MOST_PIECES: usize = 1 << 20;

/// Cells for each entry of a kind, side by side: one part of one place.
struct Row<'a> {
    place: &'a SlotLayout,
    slot: u16,
    start: u32,
    kind: usize,
    is_hidden: bool,
}

impl Row<'_> {
    fn cell(&self, entry: u32) -> Cell {
        let offset = match self.place.sort {
            Sort::ByIndex(_) => entry,
            Sort::Plain | Sort::Entry(_) => 0,
        };
        Cell {
            slot: self.slot,
            index: self.start + offset,
        }
    }

    /// The entries it has cells for, with their cells.
    fn cells(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let size = row_size(self.place);
        let cells = self.start..self.start + size;
        cells.map(|index| (self.place.sort.entry(index), index))
    }
}

fn row_size(place: &SlotLayout) -> u32 {
    match place.sort {
        Sort::ByIndex(size) => size.max(1),
        Sort::Plain | Sort::Entry(_) => 1,
    }
}

/// All rows of the kinds of which a piece can be hidden from somebody.
pub(crate) struct Rows<'a> {
    rows: Vec<Row<'a>>,
    /// The first row of each slot, if its rows are among these.
    first: Vec<Option<u32>>,
}

impl<'a> Rows<'a> {
    pub(crate) fn of(engine: &'a Engine, player: u8) -> Self {
        let program = engine.program();
        let kind_of = |slot: &Slot| match slot.class {
            Class::Place(Holds::Kind(kind) | Holds::Entry(kind, _)) => Some(kind.index()),
            Class::Place(Holds::Token(_)) | Class::Var(_) | Class::Control(_) => None,
        };
        let mut can_hide = vec![false; program.kinds.len()];
        for slot in program.slots.iter().filter(|s| s.sight != Sight::All) {
            if let Some(hides) = kind_of(slot).and_then(|kind| can_hide.get_mut(kind)) {
                *hides = true;
            }
        }
        let mut rows = Vec::new();
        let mut first = vec![None; program.slots.len()];
        let slots = program.slots.iter().zip(engine.layout().slots());
        for ((number, (slot, place)), first) in (0..).zip(slots).zip(&mut first) {
            let Some(kind) = kind_of(slot).filter(|kind| can_hide.get(*kind) == Some(&true)) else {
                continue;
            };
            *first = Some(rows.len() as u32);
            // A place that may owe, must hold something or never runs out has no pieces to be told apart.
            let is_usual = place.low == 0 && !place.unlimited;
            let size = row_size(place);
            rows.extend((0..place.len / size).map(|part| Row {
                place,
                slot: number,
                start: part * size,
                kind,
                is_hidden: is_usual && !sees(slot, place, player, part * size),
            }));
        }
        Rows { rows, first }
    }

    /// The row of a cell and the entry in it, unless its pieces are not followed.
    fn row(&self, cell: Cell) -> Option<(u32, u32)> {
        let first = self.first.get(usize::from(cell.slot)).copied().flatten()?;
        let place = self.rows.get(first as usize)?.place;
        Some((
            first + cell.index / row_size(place),
            place.sort.entry(cell.index),
        ))
    }

    fn is_hidden(&self, row: u32) -> bool {
        self.rows.get(row as usize).is_some_and(|row| row.is_hidden)
    }
}

/// One piece that goes from one row to another.
struct Step {
    piece: u32,
    from: u32,
    to: u32,
}

/// Pieces that lie together where the player can't see them and that he does not see later, right before
/// one of them leaves.
struct Parting {
    step: usize,
    pieces: Vec<u32>,
}

/// Every piece along a trail.
pub(crate) struct Followed {
    entry: Vec<u32>,
    first_row: Vec<u32>,
    last_row: Vec<u32>,
    steps: Vec<Step>,
    partings: Vec<Parting>,
}

/// For every parting, whose place each of its pieces takes.
#[derive(Clone)]
pub(crate) struct World(Vec<Vec<u32>>);

/// The entries that go along the tracks in a world.
struct Dealt {
    first: Vec<u32>,
    carried: Vec<u32>,
    last: Vec<u32>,
}

impl Followed {
    pub(crate) fn along(
        rows: &Rows<'_>,
        trail: &Trail,
        rng: &mut Pcg32,
    ) -> Result<Self, ResampleError> {
        let mut followed = Followed {
            entry: Vec::new(),
            first_row: Vec::new(),
            last_row: Vec::new(),
            steps: Vec::new(),
            partings: Vec::new(),
        };
        let mut lying: Vec<Vec<u32>> = vec![Vec::new(); rows.rows.len()];
        for (number, row) in (0..).zip(&rows.rows) {
            for (entry, index) in row.cells() {
                for _ in 0..row.place.read(&trail.start, index).unwrap_or(0).max(0) {
                    let piece = followed.add(entry, number)?;
                    put(&mut lying, number, piece);
                }
            }
        }
        for moved in &trail.moves {
            let (Some((from, entry)), Some((to, _))) = (rows.row(moved.from), rows.row(moved.to))
            else {
                continue;
            };
            for _ in 0..moved.amount {
                let piece = match followed.take(&mut lying, from, entry, rng) {
                    Some(piece) => piece,
                    // It comes from where pieces are not counted.
                    None => followed.add(entry, from)?,
                };
                put(&mut lying, to, piece);
                followed.steps.push(Step { piece, from, to });
            }
        }
        for (row, pieces) in (0..).zip(&lying) {
            for piece in pieces {
                if let Some(last) = followed.last_row.get_mut(*piece as usize) {
                    *last = row;
                }
            }
        }
        followed.find_partings(rows, trail.is_open);
        Ok(followed)
    }

    fn add(&mut self, entry: u32, row: u32) -> Result<u32, ResampleError> {
        if self.entry.len() >= MOST_PIECES {
            return Err(ResampleError::Pieces { most: MOST_PIECES });
        }
        self.entry.push(entry);
        self.first_row.push(row);
        self.last_row.push(row);
        Ok(self.entry.len() as u32 - 1)
    }

    /// Takes one of the pieces of an entry out of a row.
    fn take(&self, lying: &mut [Vec<u32>], row: u32, entry: u32, rng: &mut Pcg32) -> Option<u32> {
        let row = lying.get_mut(row as usize)?;
        let is_one = |piece: &u32| self.entry.get(*piece as usize) == Some(&entry);
        let number = row.iter().filter(|piece| is_one(piece)).count() as u32;
        let nth = rng.below(number) as usize;
        let mut places = row.iter().enumerate().filter(|(_, piece)| is_one(piece));
        let place = places.nth(nth)?.0;
        Some(row.swap_remove(place))
    }

    fn find_partings(&mut self, rows: &Rows<'_>, is_open: bool) {
        // The step after which a piece is not seen any more; 0 if it never was.
        let mut seen_until = vec![0_usize; self.entry.len()];
        for (number, step) in self.steps.iter().enumerate() {
            let is_seen = !rows.is_hidden(step.from) || !rows.is_hidden(step.to);
            if let (true, Some(until)) = (is_seen, seen_until.get_mut(step.piece as usize)) {
                *until = number + 1;
            }
        }
        let is_unseen = |piece: &u32, step: usize| {
            let until = seen_until.get(*piece as usize);
            until.is_some_and(|until| *until <= step)
        };
        let mut lying: Vec<Vec<u32>> = vec![Vec::new(); rows.rows.len()];
        for (piece, row) in (0..).zip(&self.first_row) {
            put(&mut lying, *row, piece);
        }
        let mut partings = Vec::new();
        if is_open {
            let kinds = rows.rows.iter().map(|row| row.kind + 1).max().unwrap_or(0);
            let mut together: Vec<Vec<u32>> = vec![Vec::new(); kinds];
            for (row, pieces) in rows.rows.iter().zip(&lying) {
                if let (true, Some(all)) = (row.is_hidden, together.get_mut(row.kind)) {
                    all.extend(pieces.iter().filter(|piece| is_unseen(piece, 0)));
                }
            }
            partings.extend(
                together
                    .into_iter()
                    .map(|pieces| Parting { step: 0, pieces }),
            );
        }
        // Rows into which something came since their pieces were last shuffled.
        let mut is_fresh = vec![true; rows.rows.len()];
        for (number, step) in self.steps.iter().enumerate() {
            let (from, to) = (step.from as usize, step.to as usize);
            if rows.is_hidden(step.from) && is_fresh.get(from) == Some(&true) {
                let row = lying.get(from).map_or(&[][..], Vec::as_slice);
                let unseen = row.iter().filter(|piece| is_unseen(piece, number));
                partings.push(Parting {
                    step: number,
                    pieces: unseen.copied().collect(),
                });
                set(&mut is_fresh, from, false);
            }
            if let Some(row) = lying.get_mut(from) {
                row.retain(|piece| *piece != step.piece);
            }
            put(&mut lying, step.to, step.piece);
            set(&mut is_fresh, to, true);
        }
        partings.retain(|parting| parting.pieces.len() > 1);
        self.partings = partings;
    }

    /// Number of pieces.
    pub(crate) fn len(&self) -> usize {
        self.entry.len()
    }

    /// The world in which all is as it was.
    pub(crate) fn truth(&self) -> World {
        let all = |parting: &Parting| (0..parting.pieces.len() as u32).collect();
        World(self.partings.iter().map(all).collect())
    }

    /// A world by chance, all equally likely.
    pub(crate) fn shuffled(&self, rng: &mut Pcg32) -> World {
        let World(mut places) = self.truth();
        for places in &mut places {
            for last in (1..places.len()).rev() {
                places.swap(last, rng.below(last as u32 + 1) as usize);
            }
        }
        World(places)
    }

    /// The same world, but for two pieces that take each other's place.
    pub(crate) fn exchanged(world: &World, rng: &mut Pcg32) -> World {
        let World(mut places) = world.clone();
        let parting = rng.below(places.len() as u32) as usize;
        if let Some(places) = places.get_mut(parting) {
            let number = places.len() as u32;
            let (a, b) = (rng.below(number) as usize, rng.below(number) as usize);
            places.swap(a, b);
        }
        World(places)
    }

    fn deal(&self, World(worlds): &World) -> Dealt {
        let mut now = self.entry.clone();
        let mut first = None;
        let mut carried = Vec::with_capacity(self.steps.len());
        let mut partings = self.partings.iter().zip(worlds).peekable();
        for (number, step) in self.steps.iter().enumerate() {
            while let Some((parting, places)) = partings.next_if(|(p, _)| p.step == number) {
                exchange(&mut now, &parting.pieces, places);
            }
            if first.is_none() {
                first = Some(now.clone());
            }
            carried.push(now.get(step.piece as usize).copied().unwrap_or(0));
        }
        for (parting, places) in partings {
            exchange(&mut now, &parting.pieces, places);
        }
        Dealt {
            first: first.unwrap_or_else(|| now.clone()),
            carried,
            last: now,
        }
    }

    /// How many pieces of each entry lie in each hidden row at the end of a world: row by row, with their cells.
    fn counts<'r>(
        &self,
        rows: &'r Rows<'r>,
        row_of: &[u32],
        entries: &[u32],
    ) -> Vec<(&'r SlotLayout, u32, i32)> {
        let mut lying: Vec<Vec<u32>> = vec![Vec::new(); rows.rows.len()];
        for (row, entry) in row_of.iter().zip(entries) {
            put(&mut lying, *row, *entry);
        }
        let mut counts = Vec::new();
        for (row, lying) in rows.rows.iter().zip(&lying) {
            if row.is_hidden {
                let number = |entry| lying.iter().filter(|other| **other == entry).count() as i32;
                counts.extend(
                    row.cells()
                        .map(|(entry, cell)| (row.place, cell, number(entry))),
                );
            }
        }
        counts
    }

    /// Whether no cell holds more than it may at the end of a world.
    pub(crate) fn fits(&self, rows: &Rows<'_>, world: &World) -> bool {
        let dealt = self.deal(world);
        let counts = self.counts(rows, &self.last_row, &dealt.last);
        let total: i32 = counts.iter().map(|(_, _, number)| number).sum();
        let hidden = self.last_row.iter().filter(|row| rows.is_hidden(**row));
        // A row for one entry alone takes no other: then a piece would be missing.
        total as usize == hidden.count()
            && counts
                .iter()
                .all(|(place, _, number)| place.admits(*number))
    }

    /// Writes what lies in the hidden rows at the end of a world.
    pub(crate) fn write(&self, rows: &Rows<'_>, world: &World, block: &mut [u8]) {
        let dealt = self.deal(world);
        for (place, cell, number) in self.counts(rows, &self.last_row, &dealt.last) {
            place.write(block, cell, number);
        }
    }

    /// The trail of a world.
    pub(crate) fn trail(&self, rows: &Rows<'_>, world: &World, truth: &Trail) -> Trail {
        let dealt = self.deal(world);
        let mut start = truth.start.clone();
        for (place, cell, number) in self.counts(rows, &self.first_row, &dealt.first) {
            place.write(&mut start, cell, number);
        }
        let cell = |row: u32, entry| rows.rows.get(row as usize).map(|row| row.cell(entry));
        let moved = |(step, entry): (&Step, &u32)| {
            Some(Moved {
                from: cell(step.from, *entry)?,
                to: cell(step.to, *entry)?,
                amount: 1,
            })
        };
        Trail {
            start,
            is_open: truth.is_open,
            moves: self
                .steps
                .iter()
                .zip(&dealt.carried)
                .filter_map(moved)
                .collect(),
        }
    }
}

fn put(lying: &mut [Vec<u32>], row: u32, piece: u32) {
    if let Some(row) = lying.get_mut(row as usize) {
        row.push(piece);
    }
}

fn set(flags: &mut [bool], at: usize, value: bool) {
    if let Some(flag) = flags.get_mut(at) {
        *flag = value;
    }
}

/// Each piece gets the entry of the one whose place it takes.
fn exchange(now: &mut [u32], pieces: &[u32], places: &[u32]) {
    let entry = |now: &[u32], piece: u32| now.get(piece as usize).copied().unwrap_or(0);
    let before: Vec<u32> = pieces.iter().map(|piece| entry(now, *piece)).collect();
    for (piece, place) in pieces.iter().zip(places) {
        if let (Some(now), Some(entry)) =
            (now.get_mut(*piece as usize), before.get(*place as usize))
        {
            *now = *entry;
        }
    }
}
