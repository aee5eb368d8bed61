//! The linear instructions and what the interpreter needs beside them.
//!
//! Operands are absolute numbers of registers. An instruction is 16 bytes at most; what does not fit
//! (ranges, texts) stands in a table.

use rulewright_ir::ids::SpanId;

/// The register of an operand. The file has exactly as many registers as a `u16` has values, so that
/// the compiler sees that no access can be outside.
pub(crate) type R = u16;

/// Address of an instruction.
pub(crate) type Pc = u32;

/// Takes what a `call` without a destination returns; never read.
pub(super) const SINK: R = 0;

/// One instruction. `to` is where a jump goes; comparisons that end in `Jump` keep their result and
/// jump if it is false.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ins {
    Halt,
    Copy {
        dst: R,
        a: R,
    },
    Add {
        dst: R,
        a: R,
        b: R,
    },
    Sub {
        dst: R,
        a: R,
        b: R,
    },
    Mul {
        dst: R,
        a: R,
        b: R,
    },
    Div {
        dst: R,
        a: R,
        b: R,
    },
    Mod {
        dst: R,
        a: R,
        b: R,
    },
    Min {
        dst: R,
        a: R,
        b: R,
    },
    Max {
        dst: R,
        a: R,
        b: R,
    },
    /// `product = a * b; dst = product + c`: how an index is computed.
    MulAdd {
        product: R,
        dst: R,
        a: R,
        b: R,
        c: R,
    },
    Eq {
        dst: R,
        a: R,
        b: R,
    },
    Ne {
        dst: R,
        a: R,
        b: R,
    },
    Lt {
        dst: R,
        a: R,
        b: R,
    },
    Le {
        dst: R,
        a: R,
        b: R,
    },
    Gt {
        dst: R,
        a: R,
        b: R,
    },
    Ge {
        dst: R,
        a: R,
        b: R,
    },
    EqJump {
        dst: R,
        a: R,
        b: R,
        to: Pc,
    },
    NeJump {
        dst: R,
        a: R,
        b: R,
        to: Pc,
    },
    LtJump {
        dst: R,
        a: R,
        b: R,
        to: Pc,
    },
    LeJump {
        dst: R,
        a: R,
        b: R,
        to: Pc,
    },
    GtJump {
        dst: R,
        a: R,
        b: R,
        to: Pc,
    },
    GeJump {
        dst: R,
        a: R,
        b: R,
        to: Pc,
    },
    And {
        dst: R,
        a: R,
        b: R,
    },
    Or {
        dst: R,
        a: R,
        b: R,
    },
    Not {
        dst: R,
        a: R,
    },
    Select {
        dst: R,
        cond: R,
        a: R,
        b: R,
    },
    JumpUnless {
        cond: R,
        to: Pc,
    },
    JumpIf {
        cond: R,
        to: Pc,
    },
    Jump {
        to: Pc,
    },
    /// `index = a + b; dst = cell`, of a slot of bytes and where the index was proved to be inside.
    At {
        index: R,
        dst: R,
        a: R,
        b: R,
        base: u32,
    },
    /// `dst = cell a + b`, as before, and a jump unless it is greater than `than`.
    AtGtJump {
        dst: R,
        a: R,
        b: R,
        than: R,
        base: u16,
        to: Pc,
    },
    /// The same unless it is equal.
    AtEqJump {
        dst: R,
        a: R,
        b: R,
        than: R,
        base: u16,
        to: Pc,
    },
    /// Sets a cell whose byte is known at load, if the value is in the range.
    PutU8 {
        value: R,
        at: u32,
        low: u8,
        high: u8,
        slot: u16,
    },
    PutI16 {
        value: R,
        at: u32,
        low: i16,
        high: i16,
        slot: u16,
    },
    /// A cell by a computed index; `base` is the byte of cell 0.
    LoadU8 {
        dst: R,
        index: R,
        base: u32,
        len: u32,
    },
    LoadI16 {
        dst: R,
        index: R,
        base: u32,
        len: u32,
    },
    LoadI32 {
        dst: R,
        index: R,
        base: u32,
        len: u32,
    },
    /// A cell whose byte is known at load.
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
    Sum {
        dst: R,
        slot: u16,
        index: R,
        len: u32,
    },
    Dot {
        dst: R,
        slot: u16,
        index: R,
        table: u16,
        start: R,
        len: u32,
    },
    /// An entry of a table by index; all tables stand in one array.
    Table {
        dst: R,
        index: R,
        base: u32,
        len: u32,
    },
    Call {
        dst: R,
        to: Pc,
    },
    Store {
        slot: u16,
        index: R,
        value: R,
    },
    Move {
        from: u16,
        i: R,
        to: u16,
        j: R,
        amount: R,
    },
    /// A move where the entries must be compared.
    MoveEntry {
        from: u16,
        i: R,
        to: u16,
        j: R,
        amount: R,
    },
    MoveAll {
        from: u16,
        i: R,
        to: u16,
        j: R,
        len: u32,
    },
    Gather {
        from: u16,
        i: R,
        to: u16,
        j: R,
        len: u32,
    },
    ReturnTo {
        slot: u16,
        segment: u16,
    },
    /// First turn of the loop, unless there is none.
    ForEnter {
        reg: R,
        start: R,
        end: R,
        to: Pc,
    },
    /// Next turn of the loop, back to `to`; after the last one the register stays as it is.
    ForNext {
        reg: R,
        end: R,
        to: Pc,
    },
    /// The same for a loop over the cells that are not 0: `index` and on, of a slot.
    EachEnter {
        reg: R,
        start: R,
        end: R,
        slot: u16,
        index: R,
        to: Pc,
    },
    EachNext {
        reg: R,
        end: R,
        slot: u16,
        index: R,
        to: Pc,
    },
    Return {
        value: R,
    },
    Offer {
        action: R,
    },
    Fault {
        text: u32,
    },
    Goto {
        to: Pc,
    },
    Decide {
        decision: u16,
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

/// A program made ready for the loop.
#[derive(Debug)]
pub(crate) struct Code {
    pub(super) ins: Vec<Ins>,
    /// Span of each instruction.
    pub(super) spans: Vec<Option<SpanId>>,
    /// First instruction of each segment and function, with its name, rising.
    pub(super) names: Vec<(Pc, String)>,
    /// Values of the registers from 1: the constants.
    pub(super) constants: Vec<i32>,
    /// Entries of all tables.
    pub(super) entries: Vec<i32>,
    /// Start and length of each table in `entries`.
    pub(super) tables: Vec<(u32, u32)>,
    pub(super) texts: Vec<String>,
    pub(super) targets: Vec<Pc>,
    pub(super) segments: Vec<SegmentCode>,
    pub(super) funcs: Vec<FuncCode>,
    /// First register of every segment.
    pub(super) segment_frame: R,
}

/// Where a segment is.
#[derive(Clone, Copy, Debug)]
pub(super) struct SegmentCode {
    pub(super) pc: Pc,
    /// `resume` and `jump` bring no arguments.
    pub(super) takes_arguments: bool,
}

/// Where a function is.
#[derive(Clone, Copy, Debug)]
pub(super) struct FuncCode {
    pub(super) pc: Pc,
    /// Its first register.
    pub(super) frame: R,
}

impl Code {
    /// The segment or function an instruction belongs to.
    pub(crate) fn name_at(&self, pc: Pc) -> &str {
        let after = self.names.partition_point(|(start, _)| *start <= pc);
        after
            .checked_sub(1)
            .and_then(|i| self.names.get(i))
            .map_or("", |(_, name)| name)
    }

    /// Number of instructions.
    pub(crate) fn len(&self) -> usize {
        self.ins.len()
    }

    /// The span of an instruction.
    pub(crate) fn span_at(&self, pc: Pc) -> Option<SpanId> {
        self.spans.get(pc as usize).copied().flatten()
    }

    /// The stated text of a fault.
    pub(crate) fn text(&self, text: u32) -> &str {
        self.texts.get(text as usize).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::Ins;

    #[test]
    fn an_instruction_takes_sixteen_bytes_at_most() {
        assert!(size_of::<Ins>() <= 16);
    }
}
