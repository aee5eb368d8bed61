//! What can go wrong while a game runs, in words for the author of the rules.
//!
//! A verified program cannot make the engine panic; what the verifier does not prove is checked while
//! running and ends here, with the place in the rule files when the program carries it.

use std::fmt;

use rulewright_ir::ids::SpanId;

/// A check that failed while running: what, and where in the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// Where in the rules, if the program says so.
    pub span: Option<SpanId>,
    /// Name of the segment, function, decision or chance point that ran.
    pub code: String,
    /// The span as `file:line:column`.
    pub place: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{} (in `{}`)", self.kind, self.code)
    }
}

impl std::error::Error for Fault {}

/// What went wrong; each prints as one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// A cell that does not exist.
    #[error("there is no cell {index} in `{slot}`, which has {len}")]
    Index {
        /// Name of the slot.
        slot: String,
        /// The index asked for.
        index: i64,
        /// Number of cells.
        len: u32,
    },
    /// A value outside the range of its slot.
    #[error("{value} does not fit into `{slot}` at {index}, which holds {low} to {high}")]
    Range {
        /// Name of the slot.
        slot: String,
        /// Index of the cell.
        index: i64,
        /// The value.
        value: i64,
        /// Least value.
        low: i32,
        /// Greatest value.
        high: i32,
    },
    /// The cells of a slot that keeps none were read.
    #[error("`{slot}` is unlimited, so it cannot be read or emptied")]
    Unlimited {
        /// Name of the slot.
        slot: String,
    },
    /// A move of less than nothing.
    #[error("a move of {amount} tokens out of `{slot}`; the number cannot be negative")]
    NegativeMove {
        /// Name of the slot the tokens should leave.
        slot: String,
        /// The number.
        amount: i32,
    },
    /// A move between cells that hold different entries of a kind.
    #[error(
        "a move from `{from}` at {from_index} to `{to}` at {to_index}, which holds another entry"
    )]
    Misaligned {
        /// Slot the tokens leave.
        from: String,
        /// Index there.
        from_index: i64,
        /// Slot the tokens reach.
        to: String,
        /// Index there.
        to_index: i64,
    },
    /// A division by zero.
    #[error("a division by zero")]
    DivideByZero,
    /// An entry of a constant table that does not exist.
    #[error("there is no entry {index} in a table of {len}")]
    TableIndex {
        /// The index asked for.
        index: i64,
        /// Number of entries.
        len: u32,
    },
    /// A `jump` by a number that has no segment.
    #[error("there is no branch {index} among {len}")]
    JumpIndex {
        /// The number.
        index: i32,
        /// Number of segments.
        len: u32,
    },
    /// A `resume` where nothing to resume was kept.
    #[error("`{slot}` holds {value}, which is no place to go on from")]
    NotResumable {
        /// Name of the slot.
        slot: String,
        /// Its value.
        value: i32,
    },
    /// Too many segments, calls and loop turns in one step.
    #[error("one step took more than {limit} segments, calls and loop turns")]
    Fuel {
        /// The limit.
        limit: u32,
    },
    /// A decision without a legal action.
    #[error("the player has to decide `{decision}` but no action is legal")]
    NoLegalAction {
        /// Name of the decision.
        decision: String,
    },
    /// Legal actions offered out of order.
    #[error("action {action} is offered after {previous}; the numbers must rise")]
    OfferOrder {
        /// The action offered.
        action: i32,
        /// The one before.
        previous: u32,
    },
    /// An action that belongs to another decision or to none.
    #[error("action {action} is offered but is no action of this decision")]
    OfferForeign {
        /// The action offered.
        action: i32,
    },
    /// A chance point whose weights sum to 0.
    #[error("the chance point `{chance}` has no possible outcome")]
    NoOutcome {
        /// Name of the chance point.
        chance: String,
    },
    /// A weight below 0.
    #[error("outcome {outcome} of the chance point `{chance}` has the weight {weight}")]
    NegativeWeight {
        /// Name of the chance point.
        chance: String,
        /// The outcome.
        outcome: u32,
        /// Its weight.
        weight: i32,
    },
    /// Weights that sum to 2^32 or more.
    #[error("the weights of the chance point `{chance}` sum to {total}, which is too much")]
    HeavyWeights {
        /// Name of the chance point.
        chance: String,
        /// The sum.
        total: u64,
    },
    /// A game that took more decisions than the program declares.
    #[error("the game took more than the {limit} decisions that it declares")]
    TooLong {
        /// The declared length.
        limit: u32,
    },
    /// A `fault` instruction.
    #[error("{0}")]
    Stated(String),
    /// A state that was not made by this engine.
    #[error("the state has {given} bytes and this game needs {wanted}")]
    ForeignState {
        /// Bytes of a state of this engine.
        wanted: usize,
        /// Bytes of the state given.
        given: usize,
    },
    /// Code that left its frame; a verified program has none.
    #[error("the program is damaged: {0}; please report this as a bug")]
    Damaged(&'static str),
}

/// Why an action or an outcome was not taken; the state is as before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError {
    /// Not among the legal actions.
    #[error("action {action} is not legal here")]
    Illegal {
        /// The action.
        action: u32,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Chance decides here, not a player.
    #[error("chance decides here, not a player")]
    AtChance,
    /// A player decides here, not chance.
    #[error("a player decides here, not chance")]
    NotAtChance,
    /// Not among the possible outcomes.
    #[error("outcome {outcome} is not possible here")]
    IllegalOutcome {
        /// The outcome.
        outcome: u32,
    },
    /// The rules failed while running.
    #[error(transparent)]
    Fault(#[from] Fault),
}
