//! What every part of the translation looks up: the program, its layout, addresses and the numbers of
//! the module's functions.

use std::collections::{BTreeMap, BTreeSet};

use rulewright_engine::{Layout, Sight, SlotLayout};
use rulewright_ir::ids::{ChanceId, DecisionId, FuncId, SegmentId, SlotId, SpanId};
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{Class, Holds, Op, Program};

use crate::memory::Map;

/// Functions that every module has, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixed {
    /// `(site, a, b)`: keeps the record of a failed check and traps.
    Fail,
    /// `(a, b)`: quotient rounded to minus infinity; b is not 0.
    FloorDiv,
    /// `(a, b)`: rest of that.
    FloorMod,
    /// `(address)`: the next 32 bits of the generator there.
    Next,
    /// `(address, n)`: a number below n.
    Below,
    /// `(address, seed)`: seeds the generator there.
    Seed,
    /// `(segment)`: enters a segment without parameters.
    Resume,
    /// `(action)`: takes an action at the state's decision.
    Take,
    /// The legal actions of the state's decision into memory, and their number.
    Legal,
    /// `(seed, mode)`: a new game to its first stop.
    Start,
    /// `(action, mode)`: takes a legal action with a full tank.
    Apply,
    /// `(outcome, mode)`: takes an outcome with a full tank.
    Outcome,
    /// `(mode)`: draws at the state's chance point.
    Sample,
    /// Points and tiebreaks of all players into memory.
    Results,
    /// `(seed)`: a whole random game; the number of decisions.
    Playout,
    /// `(player, address)`: writes what a player sees of the state.
    Observe,
    /// `(entry, end, room, last, views, each)`: takes the actions of a queue; the entry at which it stopped.
    Steps,
}

/// How many fixed functions there are.
pub(crate) const FIXED: u32 = Fixed::Steps as u32 + 1;

/// Which token a cell of a place holds, as far as the index decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// The same in all cells.
    Plain,
    /// The entry `index % size`.
    ByIndex(u32),
    /// This entry in all cells.
    Entry(u32),
}

/// The program and all numbers that follow from it.
pub(crate) struct Plan<'a> {
    /// In the form in which it is run.
    pub(crate) program: &'a Program,
    pub(crate) layout: &'a Layout,
    pub(crate) sight: &'a Sight,
    pub(crate) map: Map,
    /// The segments that the code keeps in each slot.
    pub(crate) kept: BTreeMap<SlotId, BTreeSet<SegmentId>>,
}

/// The segments that the code of a program keeps in each slot.
pub(crate) fn segments_kept(program: &Program) -> BTreeMap<SlotId, BTreeSet<SegmentId>> {
    let mut kept: BTreeMap<SlotId, BTreeSet<SegmentId>> = BTreeMap::new();
    let segments = program.segments.iter().map(|segment| &segment.body);
    for body in segments.chain(program.funcs.iter().map(|func| &func.body)) {
        for_each_instr(body, 0, &mut |instr, _| {
            if let Op::ReturnTo { slot, segment } = instr.op {
                kept.entry(slot).or_default().insert(segment);
            }
        });
    }
    kept
}

impl Plan<'_> {
    /// Number of a segment's function.
    pub(crate) fn segment(&self, segment: SegmentId) -> u32 {
        FIXED + self.program.funcs.len() as u32 + segment.0
    }

    fn decisions(&self) -> u32 {
        self.segment(SegmentId(self.program.segments.len() as u32))
    }

    /// `() -> count`: comes to a decision, and goes on if the answer is forced.
    pub(crate) fn decide(&self, decision: DecisionId) -> u32 {
        self.decisions() + decision.0
    }

    /// `(drawn) -> count`: comes to a chance point; draws whatever the mode if `drawn`.
    pub(crate) fn chance(&self, chance: ChanceId) -> u32 {
        self.decisions() + self.program.decisions.len() as u32 + chance.0
    }

    /// The place of a slot; the verifier has checked the number.
    pub(crate) fn slot(&self, slot: SlotId) -> Option<&SlotLayout> {
        self.layout.slot(slot)
    }

    /// Which tokens a slot's cells hold.
    pub(crate) fn sort(&self, slot: SlotId) -> Sort {
        match self.program.slots.get(slot.index()).map(|slot| slot.class) {
            Some(Class::Place(Holds::Kind(kind))) => {
                Sort::ByIndex(self.program.kind_size(kind).max(1))
            }
            Some(Class::Place(Holds::Entry(_, entry))) => Sort::Entry(entry),
            _ => Sort::Plain,
        }
    }

    /// Name and first span of a segment: where the interpreter stands when it enters one without fuel.
    pub(crate) fn entry(&self, segment: SegmentId) -> (&str, Option<SpanId>) {
        let found = self.program.segments.get(segment.index());
        found.map_or(("", None), |found| {
            (
                found.name.as_str(),
                found.body.first().and_then(|first| first.span),
            )
        })
    }
}

/// Number of an IR function.
pub(crate) fn func_number(func: FuncId) -> u32 {
    FIXED + func.0
}
