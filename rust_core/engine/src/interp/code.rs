//! A program made ready for the loop: the instructions, and what they need beside them.

use rulewright_ir::ids::SpanId;

use super::ins::{Ins, Pc, R};

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
    pub(super) dots: Vec<Dot>,
    pub(super) texts: Vec<String>,
    pub(super) targets: Vec<Pc>,
    pub(super) segments: Vec<SegmentCode>,
    pub(super) funcs: Vec<FuncCode>,
    /// First register of every segment.
    pub(super) segment_frame: R,
}

/// The cells and the table of a `dot`.
#[derive(Debug)]
pub(super) struct Dot {
    pub(super) slot: u16,
    pub(super) table: u16,
    pub(super) len: u32,
    /// The entries themselves, eight at a time and zeros at the end, if the first one is known at load and
    /// all of them are small.
    pub(super) factors: Vec<[i16; 8]>,
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
