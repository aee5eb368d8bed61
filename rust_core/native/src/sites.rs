//! Places in the code where a check can fail.
//!
//! The module knows a site by its number and gives two values with it; everything else that a fault says
//! is known when the code is made and is kept here.

use rulewright_engine::{Engine, Fault, FaultKind, FUEL};
use rulewright_ir::ids::{ChanceId, DecisionId, SlotId, SpanId};
use rulewright_ir::program::Program;

/// What failed; `a` and `b` are the values that the module gives.
#[derive(Clone, Debug)]
pub(crate) enum SiteKind {
    /// No cell `a`.
    Index(SlotId),
    /// `a` does not fit into cell `b`.
    Range(SlotId),
    /// A slot without cells was read.
    Unlimited(SlotId),
    /// A move of `a` tokens.
    NegativeMove(SlotId),
    /// Cells `a` and `b` hold different entries.
    Misaligned(SlotId, SlotId),
    /// A division by zero.
    DivideByZero,
    /// No entry `a` in a table of this length.
    TableIndex(u32),
    /// No branch `a` among this many.
    JumpIndex(u32),
    /// The slot holds `a`.
    NotResumable(SlotId),
    /// The tank is empty.
    Fuel,
    /// Action `a` after `b`.
    OfferOrder,
    /// Action `a` of another decision.
    OfferForeign,
    /// A `fault` instruction.
    Stated(String),
    /// Nothing was offered.
    NoLegalAction(DecisionId),
    /// All weights are 0.
    NoOutcome(ChanceId),
    /// Outcome `a` has the weight `b`.
    NegativeWeight(ChanceId),
    /// The weights sum to `a`.
    HeavyWeights(ChanceId),
    /// A game of too many decisions, at decision `a`.
    TooLong,
    /// What a verified program and a valid state never lead to.
    Damaged(&'static str),
}

/// A site: what can fail there, and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) kind: SiteKind,
    pub(crate) span: Option<SpanId>,
    pub(crate) code: String,
}

/// All sites of a module by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sites {
    list: Vec<Site>,
}

impl Sites {
    /// Adds a site and gives its number.
    pub(crate) fn add(&mut self, kind: SiteKind, span: Option<SpanId>, code: &str) -> i32 {
        let number = self.list.len() as i32;
        self.list.push(Site {
            kind,
            span,
            code: code.to_owned(),
        });
        number
    }

    /// The fault that the interpreter would give.
    pub(crate) fn fault(&self, engine: &Engine, site: u32, a: i64, b: i64) -> Fault {
        let program = engine.program();
        let Some(site) = self.list.get(site as usize) else {
            return damaged(program, "the module stopped at no site");
        };
        let kind = kind(engine, &site.kind, a, b);
        match (&site.kind, program.decisions.get(a as usize)) {
            (SiteKind::TooLong, Some(at)) => fault_at(program, kind, at.span, &at.name),
            _ => fault_at(program, kind, site.span, &site.code),
        }
    }
}

/// A fault with its place.
pub(crate) fn fault_at(
    program: &Program,
    kind: FaultKind,
    span: Option<SpanId>,
    code: &str,
) -> Fault {
    Fault {
        kind,
        span,
        code: code.to_owned(),
        place: span.and_then(|span| place(program, span)),
    }
}

/// A fault of the engine itself.
pub(crate) fn damaged(program: &Program, what: &'static str) -> Fault {
    fault_at(program, FaultKind::Damaged(what), None, &program.game)
}

fn place(program: &Program, span: SpanId) -> Option<String> {
    let span = program.spans.get(span.index())?;
    let file = program
        .files
        .get(span.file as usize)
        .map_or("?", String::as_str);
    Some(format!("{file}:{}:{}", span.line, span.column))
}

fn kind(engine: &Engine, kind: &SiteKind, a: i64, b: i64) -> FaultKind {
    let program = engine.program();
    let slot_name = |slot: SlotId| {
        let found = program.slots.get(slot.index());
        found.map_or_else(String::new, |slot| slot.name.clone())
    };
    let chance_name = |chance: ChanceId| {
        let found = program.chances.get(chance.index());
        found.map_or_else(String::new, |chance| chance.name.clone())
    };
    match *kind {
        SiteKind::Index(slot) => FaultKind::Index {
            slot: slot_name(slot),
            index: a,
            len: engine.layout().slot(slot).map_or(0, |place| place.len),
        },
        SiteKind::Range(slot) => {
            let range = engine.layout().slot(slot);
            let (low, high) = range.map_or((0, 0), |place| (place.low, place.high));
            FaultKind::Range {
                slot: slot_name(slot),
                index: b,
                value: a,
                low,
                high,
            }
        }
        SiteKind::Unlimited(slot) => FaultKind::Unlimited {
            slot: slot_name(slot),
        },
        SiteKind::NegativeMove(slot) => FaultKind::NegativeMove {
            slot: slot_name(slot),
            amount: a as i32,
        },
        SiteKind::Misaligned(from, to) => FaultKind::Misaligned {
            from: slot_name(from),
            from_index: a,
            to: slot_name(to),
            to_index: b,
        },
        SiteKind::DivideByZero => FaultKind::DivideByZero,
        SiteKind::TableIndex(len) => FaultKind::TableIndex { index: a, len },
        SiteKind::JumpIndex(len) => FaultKind::JumpIndex {
            index: a as i32,
            len,
        },
        SiteKind::NotResumable(slot) => FaultKind::NotResumable {
            slot: slot_name(slot),
            value: a as i32,
        },
        SiteKind::Fuel => FaultKind::Fuel { limit: FUEL },
        SiteKind::OfferOrder => FaultKind::OfferOrder {
            action: a as i32,
            previous: b as u32,
        },
        SiteKind::OfferForeign => FaultKind::OfferForeign { action: a as i32 },
        SiteKind::Stated(ref text) => FaultKind::Stated(text.clone()),
        SiteKind::NoLegalAction(decision) => {
            let found = program.decisions.get(decision.index());
            FaultKind::NoLegalAction {
                decision: found.map_or_else(String::new, |decision| decision.name.clone()),
            }
        }
        SiteKind::NoOutcome(chance) => FaultKind::NoOutcome {
            chance: chance_name(chance),
        },
        SiteKind::NegativeWeight(chance) => FaultKind::NegativeWeight {
            chance: chance_name(chance),
            outcome: a as u32,
            weight: b as i32,
        },
        SiteKind::HeavyWeights(chance) => FaultKind::HeavyWeights {
            chance: chance_name(chance),
            total: a as u64,
        },
        SiteKind::TooLong => FaultKind::TooLong {
            limit: program.length,
        },
        SiteKind::Damaged(what) => FaultKind::Damaged(what),
    }
}
