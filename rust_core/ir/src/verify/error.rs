//! What the verifier refuses: one fault for each rule, and the error that says where.

use std::fmt;

use thiserror::Error;

use crate::ids::{FuncId, Reg, SegmentId, SlotId, SpanId};
use crate::limits;
use crate::program::{Instr, Program, Type};
use crate::text::print_head;

/// Why a program is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct VerifyError {
    /// The entity: its id and name.
    pub place: String,
    /// The rule that is broken.
    pub fault: Fault,
    /// The instruction, blocks left out.
    pub instruction: Option<String>,
    /// Where it stands in the rules.
    pub position: Option<Box<Position>>,
}

/// A place in the rule files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)?;
        if let Some(instruction) = &self.instruction {
            write!(f, ", in `{instruction}`")?;
        }
        if let Some(at) = &self.position {
            write!(f, " ({}:{}:{})", at.file, at.line, at.column)?;
        }
        Ok(())
    }
}

impl VerifyError {
    pub(super) fn new(place: impl Into<String>, fault: Fault) -> Self {
        VerifyError {
            place: place.into(),
            fault,
            instruction: None,
            position: None,
        }
    }

    /// Adds the place in the rules, if the span exists.
    pub(super) fn at_span(mut self, program: &Program, span: Option<SpanId>) -> Self {
        let span = span.and_then(|span| program.spans.get(span.index()));
        if let Some((span, file)) =
            span.and_then(|span| Some((span, program.files.get(span.file as usize)?)))
        {
            let (file, line, column) = (file.clone(), span.line, span.column);
            self.position = Some(Box::new(Position { file, line, column }));
        }
        self
    }

    /// Adds the instruction and its place in the rules.
    pub(super) fn at_instr(mut self, program: &Program, instr: &Instr) -> Self {
        self.instruction = Some(print_head(instr));
        self.at_span(program, instr.span)
    }
}

/// Refuses a list that is longer than the limit for entities.
pub(super) fn check_list<T>(what: &'static str, list: &[T]) -> Result<(), Fault> {
    let (count, most) = (list.len(), limits::ENTITIES);
    if count > most {
        return Err(Fault::TooMany { what, count, most });
    }
    Ok(())
}

/// The item with that id.
pub(super) fn in_range<T>(list: &[T], index: usize, id: impl fmt::Display) -> Result<&T, Fault> {
    list.get(index)
        .ok_or_else(|| Fault::NoSuch { id: id.to_string() })
}

macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident: $of:ty),* })?;)*) => {
        /// The rule that a program breaks.
        #[derive(Clone, Debug, PartialEq, Eq, Error)]
        #[expect(missing_docs, reason = "the fields are the parts of the message")]
        pub enum Fault { $($(#[$doc])* $name $({ $($field: $of),* })?),* }

        impl Fault {
            /// Names of all rules, in the order of the list.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The rule's name.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(Fault::$name { .. } => stringify!($name)),* }
            }
        }
    };
}

faults! {
    /// An id beyond its list.
    #[error("there is no {id}")]
    NoSuch { id: String };
    /// A list or number beyond its limit.
    #[error("{count} {what}, at most {most} are allowed")]
    TooMany { what: &'static str, count: usize, most: usize };
    /// A number of players that cannot be.
    #[error("{players} players, allowed are 1 to {most}", most = limits::PLAYERS)]
    Players { players: u8 };
    /// A hash that is none.
    #[error("the hash is not 64 hex digits")]
    Hash;

    /// A range without values.
    #[error("the range {low}..{high} is empty")]
    EmptyRange { low: i32, high: i32 };
    /// A range that the width cannot hold.
    #[error("the range {low}..{high} does not fit the width")]
    RangeBeyondWidth { low: i32, high: i32 };
    /// A range that the value cannot have.
    #[error("the range {low}..{high} goes beyond {least}..{most}, the values of its {what}")]
    RangeBeyondValue { low: i32, high: i32, least: i32, most: i32, what: &'static str };
    /// A first value outside the range.
    #[error("the first value {init} is outside the range")]
    InitOutside { init: i32 };
    /// First values that are neither one for all cells nor one for each.
    #[error("{given} first values for {own} cells")]
    InitCount { given: usize, own: u64 };
    /// A place of a kind without that dimension.
    #[error("a place of a kind needs that kind as its last dimension")]
    LastDimension;
    /// A slot without cells that is no place.
    #[error("only a place can be unlimited")]
    UnlimitedValue;
    /// An owner without a dimension for it.
    #[error("a slot seen by its owner needs `player` as its first dimension")]
    OwnerDimension;
    /// A count of what everybody sees.
    #[error("a slot that all see has no count to show")]
    CountOfSeen;
    /// A segment kept by the rules.
    #[error("only a control slot can hold a segment")]
    SegmentVar;

    /// Blocks nested too deeply.
    #[error("blocks are nested deeper than {most}", most = limits::NESTING)]
    TooDeep;
    /// A type that does not fit.
    #[error("{what} is {found:?}, it must be {expected:?}")]
    WrongType { what: String, expected: Type, found: Type };
    /// A bool literal other than 0 and 1.
    #[error("{value} stands for a bool, which is 0 or 1")]
    BoolLiteral { value: i32 };
    /// A register that may have no value.
    #[error("{reg} is read before it is written on every path")]
    Unassigned { reg: Reg };
    /// A loop's register written by its body.
    #[error("{reg} counts a loop around this and cannot be written")]
    LoopRegister { reg: Reg };
    /// Code that is never reached.
    #[error("nothing before this goes on, so it is never reached")]
    Unreachable;
    /// A segment that just stops.
    #[error("a path reaches the end of the segment without a terminator")]
    NoTerminator;
    /// A function without its result.
    #[error("a path reaches the end of the function without a `return`")]
    NoReturn;
    /// A terminator in a function.
    #[error("this can stand in segments only")]
    OnlyInSegments;
    /// A `return` in a segment.
    #[error("this can stand in functions only")]
    OnlyInFunctions;
    /// A `break` without a loop.
    #[error("`break` stands outside of a loop")]
    BreakOutside;
    /// A `return` without the result, or with one too many.
    #[error("the `return` does not agree with the function's result")]
    ReturnValue;
    /// An `offer` elsewhere.
    #[error("only the legal function of a decision can `offer`")]
    OfferOutside;
    /// An offer of a number of something else.
    #[error("no option of the decision has the number {action}")]
    OfferUnknown { action: i32 };

    /// A call of the same or a later function.
    #[error("{func} does not stand before the function that calls it")]
    CallOfLater { func: FuncId };
    /// A call of a legal function.
    #[error("{func} is the legal function of a decision and cannot be called")]
    CallOfLegal { func: FuncId };
    /// A result taken from a function without one.
    #[error("{func} gives no result")]
    CallWithoutResult { func: FuncId };
    /// Calls within calls.
    #[error("calls are nested deeper than {most}", most = limits::CALL_DEPTH)]
    CallDepth;
    /// Too few or too many arguments.
    #[error("{target} takes {expected} arguments, here are {found}")]
    Arguments { target: String, expected: usize, found: usize };
    /// A segment that cannot be entered without arguments.
    #[error("{segment} is entered without arguments and must not have parameters")]
    SegmentParams { segment: SegmentId };

    /// A literal index beyond the slot or table.
    #[error("index {index} is outside of {id}, which has {size} cells")]
    IndexOutside { id: String, index: i64, size: u64 };
    /// A length beyond the slot or table.
    #[error("{len} cells are more than {id} has: {size}")]
    LengthBeyond { id: String, len: u32, size: u64 };
    /// A read of a slot without cells.
    #[error("{slot} is unlimited and cannot be read or emptied")]
    UnlimitedRead { slot: SlotId };
    /// A store to a place.
    #[error("{slot} is a place: only moves change it")]
    StoreToPlace { slot: SlotId };
    /// A store to a segment slot.
    #[error("{slot} holds a segment: only `return_to` changes it")]
    StoreToSegment { slot: SlotId };
    /// Not a slot for a segment.
    #[error("{slot} is not a control slot without dimensions that holds a segment")]
    NoSegmentSlot { slot: SlotId };
    /// A segment that the slot cannot keep.
    #[error("{segment} is outside the range of {slot}")]
    SegmentOutside { slot: SlotId, segment: SegmentId };
    /// A move from or to something else than a place.
    #[error("{slot} is not a place")]
    NoPlace { slot: SlotId };
    /// A move between different tokens.
    #[error("{from} and {to} do not hold the same token")]
    OtherToken { from: SlotId, to: SlotId };
    /// A move between different entries of a kind.
    #[error("the cells of {from} and {to} do not hold the same entry")]
    OtherEntry { from: SlotId, to: SlotId };
    /// A move from nowhere to nowhere.
    #[error("{from} and {to} are both unlimited")]
    BothUnlimited { from: SlotId, to: SlotId };
    /// A gathering of different entries.
    #[error("{slot} holds all entries of a kind, which cannot be gathered into one cell")]
    GatherOfKind { slot: SlotId };

    /// A legal function with parameters or a result.
    #[error("the legal function {func} must have no parameters and no result")]
    LegalSignature { func: FuncId };
    /// A scoring function with another signature.
    #[error("the {what} function {func} must take one int and give an int")]
    ScoreSignature { what: &'static str, func: FuncId };
    /// A question that changes the state.
    #[error("{func} is asked without a move being made, so it must not change the state")]
    Writes { func: FuncId };
    /// An actor slot that does not hold a seat.
    #[error("the actor slot {slot} must be a player, without dimensions, that is always a seat")]
    ActorSlot { slot: SlotId };
    /// A limit of what is no place.
    #[error("{slot} has a limit, but it is no place")]
    LimitSlot { slot: SlotId };
    /// A parameter without values.
    #[error("option {option:?}: the parameter {low}..{high} has no values")]
    EmptyParam { option: String, low: i32, high: i32 };
    /// Action numbers beyond the number of actions.
    #[error("option {option:?}: its numbers end at {end}, beyond the {actions} actions")]
    ActionsBeyond { option: String, end: u64, actions: u32 };
    /// Action numbers used twice.
    #[error("option {option:?}: its first number {first} belongs to option {other:?} too")]
    ActionsShared { option: String, first: u32, other: String };
    /// A segment that does not take what it is given.
    #[error("{segment} must take {count} ints")]
    TargetParams { segment: SegmentId, count: usize };
    /// Chance without outcomes.
    #[error("a chance point needs 1 to {most} outcomes, not {count}", most = i32::MAX)]
    Outcomes { count: u32 };
    /// A first index that is not one number.
    #[error("{slot} gives the first index and must be a slot with one cell and without dimensions")]
    ChanceBase { slot: SlotId };
}
