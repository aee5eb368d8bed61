//! Single pieces and where they were, as one player knows it.
//!
//! A state counts pieces by entry. To say what a player can know of them they are numbered here, and each
//! has a track: the rows in which it lay, one after another. Which of several equal pieces of a row went
//! somewhere makes no difference, so chance says it.
//!
//! A [`World`] lets other pieces go along the same tracks. It says, for every moment at which pieces that
//! lay together unseen begin to part, who takes whose place. All worlds that look the same to the player
//! are equally likely, because chance took each piece of a row with the same probability.

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
        let size = self.place.part_size();
        let cells = self.start..self.start + size;
        cells.map(|index| (self.place.sort.entry(index), index))
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
            let size = place.part_size();
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
            first + cell.index / place.part_size(),
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
    /// Whether the player saw which one it was.
    is_seen: bool,
}

/// Pieces that lie together where the player can't see them, right before one of them leaves.
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

/// Instead of an entry: any one will do.
const ANY: u32 = u32::MAX;

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
        if trail.is_open {
            followed.partings = everything_hidden(rows, &lying);
        }
        // Rows into which something came since one of their pieces left.
        let mut is_fresh = vec![true; rows.rows.len()];
        for moved in &trail.moves {
            let (Some((from, entry)), Some((to, _))) = (rows.row(moved.from), rows.row(moved.to))
            else {
                continue;
            };
            if rows.is_hidden(from) && is_fresh.get(from as usize) == Some(&true) {
                followed.partings.push(Parting {
                    step: followed.steps.len(),
                    pieces: lying.get(from as usize).cloned().unwrap_or_default(),
                });
                set(&mut is_fresh, from, false);
            }
            set(&mut is_fresh, to, true);
            for _ in 0..moved.amount {
                let piece = match followed.take(&mut lying, from, entry, rng) {
                    Some(piece) => piece,
                    // It comes from where pieces are not counted.
                    None => followed.add(entry, from)?,
                };
                put(&mut lying, to, piece);
                followed.steps.push(Step {
                    piece,
                    from,
                    to,
                    is_seen: !rows.is_hidden(from) || !rows.is_hidden(to),
                });
            }
        }
        for (row, pieces) in (0..).zip(&lying) {
            for piece in pieces {
                if let Some(last) = followed.last_row.get_mut(*piece as usize) {
                    *last = row;
                }
            }
        }
        followed.partings.retain(|parting| parting.pieces.len() > 1);
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

    /// Number of pieces.
    pub(crate) fn len(&self) -> usize {
        self.entry.len()
    }

    /// The world in which all is as it was.
    pub(crate) fn truth(&self) -> World {
        let all = |parting: &Parting| (0..parting.pieces.len() as u32).collect();
        World(self.partings.iter().map(all).collect())
    }

    /// Another world, in which everything that the player saw is the same. Each parting in turn is dealt
    /// anew: the pieces that he sees later keep their entries, though any piece of the entry may be the one,
    /// and all others take any of the places left. After some sweeps all such worlds are equally likely,
    /// whichever the first one was.
    pub(crate) fn swept(&self, world: &World, rng: &mut Pcg32) -> World {
        let wanted = self.wanted(world);
        let mut now = self.entry.clone();
        let mut all = Vec::with_capacity(self.partings.len());
        for (parting, wanted) in self.partings.iter().zip(&wanted) {
            let entry = |piece: &u32| now.get(*piece as usize).copied().unwrap_or(0);
            let entries: Vec<u32> = parting.pieces.iter().map(entry).collect();
            let places = deal_places(&entries, wanted, rng);
            exchange(&mut now, &parting.pieces, &places);
            all.push(places);
        }
        World(all)
    }

    /// For every parting and each of its pieces, the entry that the player sees later on in its place.
    fn wanted(&self, World(worlds): &World) -> Vec<Vec<u32>> {
        let mut later = vec![ANY; self.entry.len()];
        let mut all = vec![Vec::new(); self.partings.len()];
        let mut steps = self.steps.iter().enumerate().rev().peekable();
        let partings = self.partings.iter().zip(worlds).zip(&mut all);
        for ((parting, places), wanted) in partings.rev() {
            while let Some((_, step)) = steps.next_if(|(number, _)| *number >= parting.step) {
                let piece = step.piece as usize;
                if let (true, Some(later)) = (step.is_seen, later.get_mut(piece)) {
                    *later = self.entry.get(piece).copied().unwrap_or(ANY);
                }
            }
            let wants = |piece: &u32| later.get(*piece as usize).copied().unwrap_or(ANY);
            *wanted = parting.pieces.iter().map(wants).collect();
            for (place, wants) in places.iter().zip(&*wanted) {
                let piece = parting.pieces.get(*place as usize);
                if let Some(later) = piece.and_then(|piece| later.get_mut(*piece as usize)) {
                    *later = *wants;
                }
            }
        }
        all
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

    /// Whether everything that the player saw is the same in a world.
    pub(crate) fn looks_the_same(&self, world: &World) -> bool {
        let dealt = self.deal(world);
        let mut steps = self.steps.iter().zip(&dealt.carried);
        steps.all(|(step, entry)| {
            !step.is_seen || self.entry.get(step.piece as usize) == Some(entry)
        })
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

    /// Whether no cell holds more than it may at the end of a world.
    pub(crate) fn fits(&self, rows: &Rows<'_>, world: &World) -> bool {
        let dealt = self.deal(world);
        let counts = counts(rows, &self.last_row, &dealt.last);
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
        for (place, cell, number) in counts(rows, &self.last_row, &dealt.last) {
            place.write(block, cell, number);
        }
    }

    /// The trail of a world.
    pub(crate) fn trail(&self, rows: &Rows<'_>, world: &World, truth: &Trail) -> Trail {
        let dealt = self.deal(world);
        let mut start = truth.start.clone();
        for (place, cell, number) in counts(rows, &self.first_row, &dealt.first) {
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

/// How many pieces of each entry lie in each hidden row, with their cells.
fn counts<'r>(
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

fn put(lying: &mut [Vec<u32>], row: u32, piece: u32) {
    if let Some(row) = lying.get_mut(row as usize) {
        row.push(piece);
    }
}

fn set(flags: &mut [bool], row: u32, value: bool) {
    if let Some(flag) = flags.get_mut(row as usize) {
        *flag = value;
    }
}

/// All hidden pieces of a kind as if they lay together, kind by kind.
fn everything_hidden(rows: &Rows<'_>, lying: &[Vec<u32>]) -> Vec<Parting> {
    let kinds = rows.rows.iter().map(|row| row.kind + 1).max().unwrap_or(0);
    let mut together: Vec<Vec<u32>> = vec![Vec::new(); kinds];
    for (row, pieces) in rows.rows.iter().zip(lying) {
        if let (true, Some(all)) = (row.is_hidden, together.get_mut(row.kind)) {
            all.extend(pieces);
        }
    }
    let parting = |pieces| Parting { step: 0, pieces };
    together.into_iter().map(parting).collect()
}

/// Gives each place one of the entries, by chance: the one that is wanted there, or any.
fn deal_places(entries: &[u32], wanted: &[u32], rng: &mut Pcg32) -> Vec<u32> {
    let mut left: Vec<u32> = (0..entries.len() as u32).collect();
    shuffle(&mut left, rng);
    let mut places = vec![0; entries.len()];
    for (place, wanted) in places.iter_mut().zip(wanted) {
        if *wanted != ANY {
            let is_it = |number: &u32| entries.get(*number as usize) == Some(wanted);
            // There always is one: the world before had it too.
            if let Some(at) = left.iter().position(is_it) {
                *place = left.remove(at);
            }
        }
    }
    // Once more: the first of several equal ones was taken, so the others stand rather at the end.
    shuffle(&mut left, rng);
    for (place, wanted) in places.iter_mut().zip(wanted) {
        if *wanted == ANY {
            *place = left.pop().unwrap_or(0);
        }
    }
    places
}

fn shuffle(numbers: &mut [u32], rng: &mut Pcg32) {
    for last in (1..numbers.len()).rev() {
        numbers.swap(last, rng.below(last as u32 + 1) as usize);
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
