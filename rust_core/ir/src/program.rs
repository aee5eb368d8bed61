//! What a program is: plain data, in the order of the text form.
//!
//! Nothing here is checked; `verify` turns a `Program` into a [`crate::Verified`] one, and only
//! that can be run. Every list is indexed by the matching id in [`crate::ids`].

use crate::ids::{
    ChanceId, DecisionId, FuncId, KindId, Reg, SegmentId, SlotId, SpanId, TableId, TokenId,
};

/// One game for one number of players, ready to be verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The game's name.
    pub game: String,
    /// Number of players, 1 to 16.
    pub players: u8,
    /// Number of action numbers; all are below it.
    pub actions: u32,
    /// Declared bound on the number of decisions in a game.
    pub length: u32,
    /// Hash of the rule texts, 64 hex digits.
    pub hash: String,
    /// Names of the rule files.
    pub files: Vec<String>,
    /// Places in the rule files.
    pub spans: Vec<Span>,
    /// Kinds with the names of their entries.
    pub kinds: Vec<Kind>,
    /// Names of plain tokens.
    pub tokens: Vec<String>,
    /// The parts of the state.
    pub slots: Vec<Slot>,
    /// Constant tables.
    pub tables: Vec<Vec<i32>>,
    /// Functions; each calls only earlier ones.
    pub funcs: Vec<Func>,
    /// Segments: code between two stops.
    pub segments: Vec<Segment>,
    /// Decision points.
    pub decisions: Vec<Decision>,
    /// Chance points.
    pub chances: Vec<Chance>,
    /// Places whose parts have a limit that depends on the position.
    pub limits: Vec<Limit>,
    /// The slot that holds whose turn it is.
    pub actor: SlotId,
    /// Where a game starts.
    pub entry: SegmentId,
    /// `(player) -> int`: a player's points.
    pub score: FuncId,
    /// `(player) -> int`: decides among equal points.
    pub tiebreak: FuncId,
}

/// The most that each part of a place may hold. A part is a row of cells, one for each entry that the place
/// holds, or a single cell; parts are numbered in the order of their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The place.
    pub slot: SlotId,
    /// `(part) -> int`: the limit.
    pub most: FuncId,
}

/// A place in a rule file; lines and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Index into `files`.
    pub file: u32,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

/// A kind and the names of its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Name of the kind.
    pub name: String,
    /// Names of the entries.
    pub entries: Vec<String>,
}

/// Width of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 0 to 255.
    U8,
    /// 16 bits, signed.
    I16,
    /// 32 bits, signed.
    I32,
}

/// A dimension of a slot or of an option's parameter list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dim {
    /// One for each player.
    Player,
    /// One for each entry.
    Kind(KindId),
    /// A plain number of cells.
    Count(u32),
}

/// What a cell's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Int,
    /// 0 or 1.
    Bool,
    /// A seat.
    Player,
    /// An entry of a kind, or -1.
    Kind(KindId),
    /// A segment to go on with.
    Segment,
}

/// What a place holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A plain token.
    Token(TokenId),
    /// Entries of a kind; the last dimension is that kind.
    Kind(KindId),
    /// One entry of a kind only.
    Entry(KindId, u32),
}

/// What a slot is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Holds tokens; changed by moves alone.
    Place(Holds),
    /// Declared by the rules.
    Var(Value),
    /// Made by the compiler: loops, turns, return addresses.
    Control(Value),
}

/// Who sees a slot's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Everybody.
    All,
    /// The player of the first dimension.
    Owner,
    /// Nobody.
    Nobody,
}

/// A part of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Name as in the rules.
    pub name: String,
    /// Width of a cell.
    pub width: Width,
    /// Dimensions, the last varying fastest.
    pub dims: Vec<Dim>,
    /// Least value of a cell.
    pub low: i32,
    /// Greatest value of a cell.
    pub high: i32,
    /// What it is for.
    pub class: Class,
    /// Who sees it.
    pub sight: Sight,
    /// Whether everybody sees the total of what `sight` hides.
    pub count_seen: bool,
    /// First values: none (all 0), one for all cells, or one for each.
    pub init: Vec<i32>,
    /// A source and sink without cells.
    pub unlimited: bool,
}

impl Slot {
    /// First value of a cell.
    #[must_use]
    pub fn first_value(&self, index: usize) -> i32 {
        match self.init.as_slice() {
            [] => 0,
            [all] => *all,
            each => each.get(index).copied().unwrap_or(0),
        }
    }
}

/// Type of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// 32-bit number.
    Int,
    /// Truth value.
    Bool,
}

/// A function: structured code that always comes to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Func {
    /// Name for listings and profiles.
    pub name: String,
    /// Types of the parameters, registers 0 and up.
    pub params: Vec<Type>,
    /// Type of the result.
    pub result: Option<Type>,
    /// Types of the other registers.
    pub locals: Vec<Type>,
    /// Code.
    pub body: Vec<Instr>,
}

/// Code from one stop of the game to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Name for listings and profiles.
    pub name: String,
    /// Types of the parameters, registers 0 and up.
    pub params: Vec<Type>,
    /// Types of the other registers.
    pub locals: Vec<Type>,
    /// Code; every path ends with a terminator.
    pub body: Vec<Instr>,
}

/// A point where a player decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Name for listings.
    pub name: String,
    /// The function that offers the legal numbers.
    pub legal: FuncId,
    /// Where it stands in the rules.
    pub span: Option<SpanId>,
    /// What can be chosen.
    pub options: Vec<ActionOption>,
}

/// A family of actions of one decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionOption {
    /// Name of the action.
    pub name: String,
    /// First action number.
    pub first: u32,
    /// Parameters, the last varying fastest.
    pub params: Vec<Param>,
    /// Where the game goes on, with the parameters as arguments.
    pub target: SegmentId,
}

/// A parameter of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// A seat.
    Player,
    /// An entry.
    Kind(KindId),
    /// A number from a range, both ends included.
    Range(i32, i32),
}

/// A point where chance decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Name for listings.
    pub name: String,
    /// Where the weights come from.
    pub source: Weights,
    /// Where the game goes on, with the outcome as argument.
    pub target: SegmentId,
    /// Where it stands in the rules.
    pub span: Option<SpanId>,
}

/// Weights of the outcomes of a chance point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Cells of a slot.
    Cells {
        /// The slot.
        slot: SlotId,
        /// How many cells.
        len: u32,
        /// Scalar slot with the index of the first one; 0 if missing.
        base: Option<SlotId>,
    },
    /// That many outcomes of equal weight.
    Uniform(u32),
}

/// A register or a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// A number, or 0 and 1 for a bool.
    Imm(i32),
}

/// Arithmetic on two ints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it; docs/ir.md has the table")]
pub enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Min,
    Max,
}

/// Comparison of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it; docs/ir.md has the table")]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// An instruction and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instr {
    /// What it does.
    pub op: Op,
    /// Where it stands in the rules.
    pub span: Option<SpanId>,
}

/// One end of a move: a slot and the index of a cell.
pub type Cell = (SlotId, Operand);

/// What an instruction does; the table in docs/ir.md is the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "fields are in the order of the text form; docs/ir.md has the table"
)]
pub enum Op {
    Const {
        dst: Reg,
        value: i32,
    },
    Copy {
        dst: Reg,
        a: Operand,
    },
    Arith {
        dst: Reg,
        kind: Arith,
        a: Operand,
        b: Operand,
    },
    Compare {
        dst: Reg,
        kind: Compare,
        a: Operand,
        b: Operand,
    },
    And {
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Or {
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Not {
        dst: Reg,
        a: Operand,
    },
    Select {
        dst: Reg,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    Load {
        dst: Reg,
        cell: Cell,
    },
    Sum {
        dst: Reg,
        cell: Cell,
        len: u32,
    },
    Dot {
        dst: Reg,
        cell: Cell,
        table: TableId,
        start: Operand,
        len: u32,
    },
    Table {
        dst: Reg,
        table: TableId,
        index: Operand,
    },
    Call {
        dst: Option<Reg>,
        func: FuncId,
        args: Vec<Operand>,
    },
    Store {
        cell: Cell,
        value: Operand,
    },
    Move {
        from: Cell,
        to: Cell,
        amount: Operand,
    },
    MoveAll {
        from: Cell,
        to: Cell,
        len: u32,
    },
    Gather {
        from: Cell,
        len: u32,
        to: Cell,
    },
    ReturnTo {
        slot: SlotId,
        segment: SegmentId,
    },
    If {
        cond: Operand,
        then: Vec<Instr>,
        otherwise: Vec<Instr>,
    },
    For {
        dst: Reg,
        from: Operand,
        to: Operand,
        body: Vec<Instr>,
    },
    /// A `for` that takes the turns only whose cell, `rD` after `cell`, is not 0.
    Each {
        dst: Reg,
        from: Operand,
        to: Operand,
        cell: Cell,
        body: Vec<Instr>,
    },
    Break,
    Return {
        value: Option<Operand>,
    },
    Offer {
        action: Operand,
    },
    Fault {
        text: String,
    },
    Goto {
        segment: SegmentId,
        args: Vec<Operand>,
    },
    Decide {
        decision: DecisionId,
    },
    Chance {
        chance: ChanceId,
    },
    Resume {
        slot: SlotId,
    },
    Jump {
        index: Operand,
        segments: Vec<SegmentId>,
    },
    Over,
}
