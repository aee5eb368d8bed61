//! The linear instructions.
//!
//! Operands are absolute numbers of registers. An instruction is 16 bytes at most; what does not fit
//! (ranges, texts) stands in a table. `to` is an address. `skip` is how many instructions to go
//! on by: all jumps but those of loops go forward, and that is quicker. Until
//! [`super::join`] is done, a `skip` holds an address too.

/// The register of an operand. The file has exactly as many registers as a `u16` has values, so that
/// the compiler sees that no access can be outside.
pub(crate) type R = u16;

/// Address of an instruction.
pub(crate) type Pc = u32;

/// Takes what a `call` without a destination returns, and what nobody reads; never read.
pub(super) const SINK: R = 0;

/// `dst = a ? b`, for some operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Two {
    pub(super) dst: R,
    pub(super) a: R,
    pub(super) b: R,
}

/// `mid = a ? b; dst = mid ? c`, for some operations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    pub(super) mid: R,
    pub(super) a: R,
    pub(super) b: R,
    pub(super) dst: R,
    pub(super) c: R,
}

/// A comparison that keeps its result, and a jump if that is false.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub(super) two: Two,
    pub(super) skip: u32,
}

/// A comparison, and a jump if it fails. The result is not kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Test {
    pub(super) a: R,
    pub(super) b: R,
    pub(super) skip: u32,
}

/// An operation, and then a test of its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThenTest {
    pub(super) two: Two,
    pub(super) than: R,
    pub(super) skip: u16,
}

/// `dst = cell a + b` of a slot of bytes, where the index was proved to be inside, and then a test of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellTest {
    pub(super) dst: R,
    pub(super) a: R,
    pub(super) b: R,
    pub(super) base: u16,
    pub(super) than: R,
    pub(super) skip: u16,
}

/// `dst = cell` of a slot of bytes, where the index was proved to be inside; `then` something of the cell
/// and `with`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellThen {
    pub(super) dst: R,
    pub(super) index: R,
    pub(super) base: u16,
    pub(super) then: R,
    pub(super) with: R,
}

/// A cell by a computed index; `base` is the byte of cell 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    pub(super) dst: R,
    pub(super) index: R,
    pub(super) base: u32,
    pub(super) len: u32,
}

/// Two cells whose bytes are known at load, as row and column: `product = row * width; dst = product +
/// column`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(super) row: R,
    pub(super) row_at: u16,
    pub(super) column: R,
    pub(super) column_at: u16,
    pub(super) width: R,
    pub(super) product: R,
    pub(super) dst: R,
}

/// Sets a cell whose byte is known at load, if the value is in the range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PutU8 {
    pub(super) value: R,
    pub(super) low: u8,
    pub(super) high: u8,
    pub(super) slot: u16,
    pub(super) at: u32,
}

/// The same for two bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PutI16 {
    pub(super) value: R,
    pub(super) low: i16,
    pub(super) high: i16,
    pub(super) slot: u16,
    pub(super) at: u32,
}

/// Sets a cell of a slot of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoreU8 {
    pub(super) index: R,
    pub(super) value: R,
    pub(super) low: u8,
    pub(super) high: u8,
    pub(super) base: u16,
    pub(super) len: u16,
    pub(super) slot: u16,
}

/// Tokens from cell `i` of one slot to cell `j` of another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Route {
    pub(super) from: u16,
    pub(super) i: R,
    pub(super) to: u16,
    pub(super) j: R,
}

/// The turns of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(super) reg: R,
    pub(super) end: R,
}

/// The turns of a loop over the cells that are not 0: `index` and on, of a slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Each {
    pub(super) reg: R,
    pub(super) end: R,
    pub(super) slot: u16,
    pub(super) index: R,
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ins {
    Halt,
    Copy {
        dst: R,
        a: R,
    },
    Not {
        dst: R,
        a: R,
    },
    Add(Two),
    Sub(Two),
    Mul(Two),
    Div(Two),
    Mod(Two),
    Min(Two),
    Max(Two),
    Eq(Two),
    Ne(Two),
    Lt(Two),
    Le(Two),
    Gt(Two),
    Ge(Two),
    And(Two),
    Or(Two),
    Select {
        cond: R,
        two: Two,
    },

    // Two of them.
    MulAdd(Chain),
    AddAdd(Chain),
    AddMod(Chain),
    MinAdd(Chain),
    SubMin(Chain),
    MinMax(Chain),

    // Jumps.
    Jump {
        skip: u32,
    },
    JumpUnless {
        cond: R,
        skip: u32,
    },
    JumpIf {
        cond: R,
        skip: u32,
    },
    EqJump(Kept),
    NeJump(Kept),
    LtJump(Kept),
    LeJump(Kept),
    GtJump(Kept),
    GeJump(Kept),
    IfEq(Test),
    IfNe(Test),
    IfLt(Test),
    IfLe(Test),
    IfGt(Test),
    IfGe(Test),
    /// `dst = not a`, and a jump if that is false.
    NotJump {
        dst: R,
        a: R,
        skip: u32,
    },
    /// `dst = a - b`, and a jump unless it is at most `than`, or greater.
    SubIfLe(ThenTest),
    SubIfGt(ThenTest),

    // Cells of slots of bytes, where the index was proved to be inside.
    /// `index = a + b; dst = cell`
    At {
        index: R,
        at: Two,
        base: u32,
    },
    Cell {
        dst: R,
        index: R,
        base: u32,
    },
    /// `then = with - cell`
    CellSub(CellThen),
    /// `then = cell > with`
    CellGt(CellThen),
    CellIfEq(CellTest),
    CellIfGt(CellTest),
    /// Up to eight cells, of which the sum is wanted.
    SumFew(Load),

    // Cells whose byte is known at load.
    PeekU8 {
        dst: R,
        at: u32,
    },
    PeekI16 {
        dst: R,
        at: u32,
    },
    PeekI32 {
        dst: R,
        at: u32,
    },
    /// A jump if the cell is 0, or if it is not.
    PeekIfSet {
        dst: R,
        at: u32,
        skip: u32,
    },
    PeekIfClear {
        dst: R,
        at: u32,
        skip: u32,
    },
    PeekI16Sub {
        dst: R,
        at: u32,
        then: Two,
    },
    Grid(Grid),
    PutU8(PutU8),
    PutI16(PutI16),

    // Cells of which nothing is known.
    LoadU8(Load),
    LoadI16(Load),
    LoadI32(Load),
    Sum {
        dst: R,
        slot: u16,
        index: R,
        len: u32,
    },
    /// `what` is a number in `dots`.
    Dot {
        dst: R,
        index: R,
        start: R,
        what: u32,
    },
    StoreU8(StoreU8),
    Store {
        slot: u16,
        index: R,
        value: R,
    },
    Move {
        route: Route,
        amount: R,
    },
    /// A move where the entries must be compared.
    MoveEntry {
        route: Route,
        amount: R,
    },
    MoveAll {
        route: Route,
        len: u32,
    },
    Gather {
        route: Route,
        len: u32,
    },
    ReturnTo {
        slot: u16,
        segment: u16,
    },

    /// An entry of a table by index; all tables stand in one array.
    Table(Load),
    Call {
        dst: R,
        to: Pc,
    },
    Return {
        value: R,
    },
    Offer {
        action: R,
    },
    OfferCopy {
        action: R,
        dst: R,
        a: R,
    },
    /// Two sums, and the second is offered.
    AddAddOffer(Chain),
    Fault {
        text: u32,
    },

    /// First turn of the loop, unless there is none.
    ForEnter {
        start: R,
        turn: Turn,
        skip: u32,
    },
    /// Next turn of the loop, back to `to`; after the last one the register stays as it is.
    ForNext {
        turn: Turn,
        to: Pc,
    },
    /// The same for a loop over the cells that are not 0.
    EachEnter {
        start: R,
        each: Each,
        skip: u32,
    },
    EachNext {
        each: Each,
        to: Pc,
    },

    Goto {
        to: Pc,
    },
    /// The legal function stands at `to`.
    Decide {
        decision: u16,
        to: Pc,
    },
    Chance {
        chance: u16,
    },
    Resume {
        slot: u16,
    },
    /// `len` addresses in `targets` from `start`.
    Pick {
        index: R,
        start: u32,
        len: u32,
    },
    Over,
}

#[cfg(test)]
mod tests {
    use super::Ins;

    #[test]
    fn an_instruction_takes_sixteen_bytes_at_most() {
        assert!(size_of::<Ins>() <= 16);
    }
}
