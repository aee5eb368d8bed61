//! Which action and which cell of a program is which of the hand-written game.
//!
//! Both sides know their actions and cells by text only, so the texts are compared once, here;
//! a comparison of two positions then only looks up numbers.

use std::collections::BTreeMap;

use rulewright_baseline::{action_count, action_text, position_names};
use rulewright_engine::{Engine, SlotLayout, State};
use rulewright_ir::{Class, Dim, Program, Slot};

/// In place of an action that the hand-written game doesn't have.
pub(crate) const UNKNOWN: u16 = u16::MAX;

/// What belongs together in a program and in the hand-written game.
pub(crate) struct Mapping {
    /// By action of the program: the action of the hand-written game, or `UNKNOWN`.
    pub(crate) actions: Vec<u16>,
    /// Names of the numbers in a position.
    pub(crate) names: Vec<String>,
    /// Where the program keeps each of them.
    cells: Vec<(SlotLayout, u32)>,
    /// What only one side has, one sentence each.
    pub(crate) notes: Vec<String>,
}

impl Mapping {
    /// Fails with one sentence if the program lacks a number of the position.
    pub(crate) fn of(engine: &Engine) -> Result<Self, String> {
        let mut notes = Vec::new();
        let actions = match_actions(engine, &mut notes);
        let names = position_names(engine.program().players);
        let cells = match_cells(engine, &names, &mut notes)?;
        Ok(Self {
            actions,
            names,
            cells,
            notes,
        })
    }

    /// Whether the state holds exactly these numbers.
    pub(crate) fn is_position(&self, state: &State, numbers: &[i32]) -> bool {
        let block = state.as_bytes();
        let mut same = numbers.len() == self.cells.len();
        for ((slot, index), &number) in self.cells.iter().zip(numbers) {
            same &= slot.read(block, *index) == Some(number);
        }
        same
    }

    /// The named numbers that differ: name, the state's number, the other one.
    pub(crate) fn unequal<'a>(
        &'a self,
        state: &'a State,
        numbers: &'a [i32],
    ) -> impl Iterator<Item = (&'a str, i32, i32)> {
        let block = state.as_bytes();
        let cells = self.cells.iter().zip(&self.names).zip(numbers);
        cells.filter_map(move |(((slot, index), name), &number)| {
            let here = slot.read(block, *index)?;
            (here != number).then_some((name.as_str(), here, number))
        })
    }
}

fn match_actions(engine: &Engine, notes: &mut Vec<String>) -> Vec<u16> {
    let mut by_hand: BTreeMap<String, u16> =
        (0..action_count()).map(|a| (action_text(a), a)).collect();
    let mut program_only = Vec::new();
    let mut actions = Vec::new();
    for action in 0..engine.program().actions {
        let text = engine.action_text(action).unwrap_or_default();
        let found = by_hand.remove(&text);
        actions.push(found.unwrap_or(UNKNOWN));
        if found.is_none() {
            program_only.push(text);
        }
    }
    note(notes, "actions of the program only", &program_only);
    let hand_only: Vec<String> = by_hand.into_keys().collect();
    note(notes, "actions of the hand-written game only", &hand_only);
    actions
}

fn match_cells(
    engine: &Engine,
    names: &[String],
    notes: &mut Vec<String>,
) -> Result<Vec<(SlotLayout, u32)>, String> {
    let program = engine.program();
    let mut by_name = BTreeMap::new();
    for (slot, layout) in program.slots.iter().zip(engine.layout().slots()) {
        for (index, name) in (0..).zip(cell_names(program, slot)) {
            // Which of the two is meant could not be told.
            if by_name.insert(name, (layout, index)).is_some() {
                return Err(format!("two slots are called `{}`", slot.name));
            }
        }
    }
    let mut cells = Vec::with_capacity(names.len());
    for name in names {
        let (layout, index) = by_name
            .remove(name)
            .ok_or_else(|| format!("the program has nothing called `{name}`"))?;
        cells.push((layout.clone(), index));
    }
    let left = program.slots.iter().filter(|slot| {
        let first = cell_names(program, slot).into_iter().next();
        let declared = !matches!(slot.class, Class::Control(_)) && !slot.unlimited;
        declared && first.is_some_and(|name| by_name.contains_key(&name))
    });
    let left: Vec<String> = left.map(|slot| slot.name.clone()).collect();
    note(notes, "slots of the program only", &left);
    Ok(cells)
}

fn note(notes: &mut Vec<String>, what: &str, names: &[String]) {
    if !names.is_empty() {
        notes.push(format!("{what}: {}", names.join(" ")));
    }
}

/// The names of a slot's cells in their order, such as `goods[0][corn]`.
fn cell_names(program: &Program, slot: &Slot) -> Vec<String> {
    let mut names = vec![slot.name.clone()];
    for dim in &slot.dims {
        let entries: Vec<String> = match *dim {
            Dim::Player => (0..program.players).map(|p| p.to_string()).collect(),
            Dim::Kind(kind) => program
                .kinds
                .get(kind.index())
                .map_or_else(Vec::new, |kind| kind.entries.clone()),
            Dim::Count(count) => (0..count).map(|i| i.to_string()).collect(),
        };
        let longer = |name: &String| -> Vec<String> {
            entries.iter().map(|e| format!("{name}[{e}]")).collect()
        };
        names = names.iter().flat_map(longer).collect();
    }
    names
}
