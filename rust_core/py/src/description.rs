//! What a program is made of, as plain Python data; `rulewright.vm.description` gives it types.
//!
//! A choice among sorts (a dimension, a value, what a place holds, a parameter) is a tuple: the name of
//! the sort and its numbers, 0 where it has none.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rulewright_engine::Engine;
use rulewright_ir::{
    ActionOption, Class, Dim, Holds, Param, Program, Sight, Slot, SlotId, SpanId, Value, Weights,
};

/// The description of a program.
pub(crate) fn describe<'py>(py: Python<'py>, engine: &Engine) -> PyResult<Bound<'py, PyDict>> {
    let program = engine.program();
    let all = PyDict::new(py);
    all.set_item("game", &program.game)?;
    all.set_item("players", program.players)?;
    all.set_item("actions", program.actions)?;
    all.set_item("length", program.length)?;
    all.set_item("hash", &program.hash)?;
    all.set_item("files", &program.files)?;
    let kinds = PyList::empty(py);
    for kind in &program.kinds {
        let item = PyDict::new(py);
        item.set_item("name", &kind.name)?;
        item.set_item("entries", &kind.entries)?;
        kinds.append(item)?;
    }
    all.set_item("kinds", kinds)?;
    all.set_item("tokens", &program.tokens)?;
    let slots = PyList::empty(py);
    for (number, slot) in program.slots.iter().enumerate() {
        slots.append(describe_slot(py, engine, SlotId(number as u32), slot)?)?;
    }
    all.set_item("slots", slots)?;
    let decisions = PyList::empty(py);
    for decision in &program.decisions {
        let item = PyDict::new(py);
        item.set_item("name", &decision.name)?;
        item.set_item("place", place(program, decision.span))?;
        let options = PyList::empty(py);
        for option in &decision.options {
            options.append(describe_option(py, program, option)?)?;
        }
        item.set_item("options", options)?;
        decisions.append(item)?;
    }
    all.set_item("decisions", decisions)?;
    let chances = PyList::empty(py);
    for chance in &program.chances {
        let item = PyDict::new(py);
        item.set_item("name", &chance.name)?;
        item.set_item("place", place(program, chance.span))?;
        let (outcomes, slot) = match chance.source {
            Weights::Cells { slot, len, .. } => (len, Some(slot.0)),
            Weights::Uniform(count) => (count, None),
        };
        item.set_item("outcomes", outcomes)?;
        item.set_item("slot", slot)?;
        chances.append(item)?;
    }
    all.set_item("chances", chances)?;
    all.set_item("actor", program.actor.0)?;
    all.set_item("observation_len", engine.observation_len())?;
    all.set_item("block_size", engine.layout().size())?;
    Ok(all)
}

fn describe_slot<'py>(
    py: Python<'py>,
    engine: &Engine,
    id: SlotId,
    slot: &Slot,
) -> PyResult<Bound<'py, PyDict>> {
    let cells = engine.layout().cells(id);
    let item = PyDict::new(py);
    item.set_item("name", &slot.name)?;
    item.set_item(
        "dims",
        slot.dims
            .iter()
            .map(|dim| dim_tuple(*dim))
            .collect::<Vec<_>>(),
    )?;
    item.set_item("width", slot.width.bytes())?;
    item.set_item(
        "offset",
        engine.layout().slot(id).map_or(0, |place| place.offset),
    )?;
    item.set_item("cells", cells)?;
    item.set_item("low", slot.low)?;
    item.set_item("high", slot.high)?;
    let (purpose, holds, value) = match slot.class {
        Class::Place(holds) => ("place", Some(holds_tuple(holds)), None),
        Class::Var(value) => ("var", None, Some(value_tuple(value))),
        Class::Control(value) => ("control", None, Some(value_tuple(value))),
    };
    item.set_item("purpose", purpose)?;
    item.set_item("holds", holds)?;
    item.set_item("value", value)?;
    let sight = match slot.sight {
        Sight::All => "all",
        Sight::Owner => "owner",
        Sight::Nobody => "none",
    };
    item.set_item("sight", sight)?;
    item.set_item("count_seen", slot.count_seen)?;
    item.set_item("init", first_values(slot, cells))?;
    item.set_item("unlimited", slot.unlimited)?;
    Ok(item)
}

/// The value of every cell before the game starts.
fn first_values(slot: &Slot, cells: usize) -> Vec<i32> {
    (0..cells).map(|index| slot.first_value(index)).collect()
}

fn describe_option<'py>(
    py: Python<'py>,
    program: &Program,
    option: &ActionOption,
) -> PyResult<Bound<'py, PyDict>> {
    let item = PyDict::new(py);
    item.set_item("name", &option.name)?;
    item.set_item("title", py.None())?;
    item.set_item("first", option.first)?;
    item.set_item("size", program.option_size(option))?;
    item.set_item(
        "params",
        option
            .params
            .iter()
            .map(|param| param_tuple(*param))
            .collect::<Vec<_>>(),
    )?;
    Ok(item)
}

fn dim_tuple(dim: Dim) -> (&'static str, u32) {
    match dim {
        Dim::Player => ("player", 0),
        Dim::Kind(kind) => ("kind", kind.0),
        Dim::Count(count) => ("count", count),
    }
}

fn value_tuple(value: Value) -> (&'static str, u32) {
    match value {
        Value::Int => ("int", 0),
        Value::Bool => ("bool", 0),
        Value::Player => ("player", 0),
        Value::Kind(kind) => ("kind", kind.0),
        Value::Segment => ("segment", 0),
    }
}

fn holds_tuple(holds: Holds) -> (&'static str, u32, u32) {
    match holds {
        Holds::Token(token) => ("token", token.0, 0),
        Holds::Kind(kind) => ("kind", kind.0, 0),
        Holds::Entry(kind, entry) => ("entry", kind.0, entry),
    }
}

fn param_tuple(param: Param) -> (&'static str, i32, i32) {
    match param {
        Param::Player => ("player", 0, 0),
        Param::Kind(kind) => ("kind", kind.0 as i32, 0),
        Param::Range(low, high) => ("range", low, high),
    }
}

fn place(program: &Program, span: Option<SpanId>) -> Option<String> {
    let span = program.spans.get(span?.index())?;
    let file = program.files.get(span.file as usize)?;
    Some(format!("{file}:{}:{}", span.line, span.column))
}
