//! The fields of each instruction, in order, once for both forms.
//!
//! The printer and the encoder are a [`Sink`] each, the parser and the decoder a [`Source`] each;
//! this module alone knows which fields an instruction has.

use crate::ids::{ChanceId, DecisionId, FuncId, Reg, SegmentId, SlotId, TableId};
use crate::opcodes::Opcode;
use crate::program::{Arith, Cell, Compare, Instr, Op, Operand};

/// Takes an instruction apart, field by field.
pub(crate) trait Sink {
    /// The name, and the register before it. A loop's register is a field of its own.
    fn head(&mut self, code: Opcode, dst: Option<Reg>);
    /// The register of a loop.
    fn loop_reg(&mut self, reg: Reg);
    /// A register or literal.
    fn operand(&mut self, operand: Operand);
    /// A list of them.
    fn operands(&mut self, operands: &[Operand]);
    /// An operand that may be missing.
    fn maybe_operand(&mut self, operand: Option<Operand>);
    /// A signed number.
    fn int(&mut self, value: i32);
    /// A length.
    fn length(&mut self, value: u32);
    /// An entity: the letter of its sort and its number.
    fn id(&mut self, letter: u8, number: u32);
    /// A list of segments.
    fn segments(&mut self, segments: &[SegmentId]);
    /// A string.
    fn text(&mut self, text: &str);
    /// A block.
    fn block(&mut self, block: &[Instr]);
    /// The block after `else`.
    fn otherwise(&mut self, block: &[Instr]);
}

/// Puts an instruction together, field by field.
pub(crate) trait Source {
    /// What it fails with.
    type Error;
    /// The register before the name.
    fn dst(&mut self) -> Result<Reg, Self::Error>;
    /// The same where it may be missing.
    fn maybe_dst(&mut self) -> Result<Option<Reg>, Self::Error>;
    /// The register of a loop.
    fn loop_reg(&mut self) -> Result<Reg, Self::Error>;
    /// A register or literal.
    fn operand(&mut self) -> Result<Operand, Self::Error>;
    /// A list of them.
    fn operands(&mut self) -> Result<Vec<Operand>, Self::Error>;
    /// An operand that may be missing.
    fn maybe_operand(&mut self) -> Result<Option<Operand>, Self::Error>;
    /// A signed number.
    fn int(&mut self) -> Result<i32, Self::Error>;
    /// A length.
    fn length(&mut self) -> Result<u32, Self::Error>;
    /// The number of an entity of the sort with that letter.
    fn id(&mut self, letter: u8) -> Result<u32, Self::Error>;
    /// A list of segments.
    fn segments(&mut self) -> Result<Vec<SegmentId>, Self::Error>;
    /// A string.
    fn text(&mut self) -> Result<String, Self::Error>;
    /// A block.
    fn block(&mut self) -> Result<Vec<Instr>, Self::Error>;
    /// The block after `else`; empty if missing.
    fn otherwise(&mut self) -> Result<Vec<Instr>, Self::Error>;
}

fn write_cell<S: Sink>(sink: &mut S, cell: Cell) {
    sink.id(b's', cell.0 .0);
    sink.operand(cell.1);
}

fn read_cell<S: Source>(source: &mut S) -> Result<Cell, S::Error> {
    Ok((SlotId(source.id(b's')?), source.operand()?))
}

/// Writes one instruction without its span.
pub(crate) fn write_op<S: Sink>(op: &Op, sink: &mut S) {
    let before = match op {
        Op::For { .. } | Op::Each { .. } => None,
        _ => op.dst(),
    };
    sink.head(op.opcode(), before);
    match op {
        Op::Const { value, .. } => sink.int(*value),
        Op::Copy { a, .. } | Op::Not { a, .. } | Op::Offer { action: a } => sink.operand(*a),
        Op::Arith { a, b, .. }
        | Op::Compare { a, b, .. }
        | Op::And { a, b, .. }
        | Op::Or { a, b, .. } => {
            sink.operand(*a);
            sink.operand(*b);
        }
        Op::Select { cond, a, b, .. } => {
            sink.operand(*cond);
            sink.operand(*a);
            sink.operand(*b);
        }
        Op::Load { cell, .. } => write_cell(sink, *cell),
        Op::Sum { cell, len, .. } => {
            write_cell(sink, *cell);
            sink.length(*len);
        }
        Op::Dot {
            cell,
            table,
            start,
            len,
            ..
        } => {
            write_cell(sink, *cell);
            sink.id(b'c', table.0);
            sink.operand(*start);
            sink.length(*len);
        }
        Op::Table { table, index, .. } => {
            sink.id(b'c', table.0);
            sink.operand(*index);
        }
        Op::Call { func, args, .. } => {
            sink.id(b'f', func.0);
            sink.operands(args);
        }
        Op::If {
            cond,
            then,
            otherwise,
        } => {
            sink.operand(*cond);
            sink.block(then);
            sink.otherwise(otherwise);
        }
        Op::For {
            dst,
            from,
            to,
            body,
        } => {
            sink.loop_reg(*dst);
            sink.operand(*from);
            sink.operand(*to);
            sink.block(body);
        }
        Op::Each {
            dst,
            from,
            to,
            cell,
            body,
        } => {
            sink.loop_reg(*dst);
            sink.operand(*from);
            sink.operand(*to);
            write_cell(sink, *cell);
            sink.block(body);
        }
        Op::Return { value } => sink.maybe_operand(*value),
        Op::Fault { text } => sink.text(text),
        Op::Goto { segment, args } => {
            sink.id(b'g', segment.0);
            sink.operands(args);
        }
        Op::Decide { decision } => sink.id(b'd', decision.0),
        Op::Chance { chance } => sink.id(b'h', chance.0),
        Op::Resume { slot } => sink.id(b's', slot.0),
        Op::Jump { index, segments } => {
            sink.operand(*index);
            sink.segments(segments);
        }
        Op::Break | Op::Over => {}
        _ => write_effect(op, sink),
    }
}

/// The fields of the instructions that change the state.
fn write_effect<S: Sink>(op: &Op, sink: &mut S) {
    match op {
        Op::Store { cell, value } => {
            write_cell(sink, *cell);
            sink.operand(*value);
        }
        Op::Move { from, to, amount } => {
            write_cell(sink, *from);
            write_cell(sink, *to);
            sink.operand(*amount);
        }
        Op::MoveAll { from, to, len } => {
            write_cell(sink, *from);
            write_cell(sink, *to);
            sink.length(*len);
        }
        Op::Gather { from, len, to } => {
            write_cell(sink, *from);
            sink.length(*len);
            write_cell(sink, *to);
        }
        Op::ReturnTo { slot, segment } => {
            sink.id(b's', slot.0);
            sink.id(b'g', segment.0);
        }
        // The caller has dealt with all others.
        _ => {}
    }
}

/// Reads the fields of one instruction whose name was read.
pub(crate) fn read_op<S: Source>(code: Opcode, source: &mut S) -> Result<Op, S::Error> {
    if let Some(op) = read_computation(code, source)? {
        return Ok(op);
    }
    Ok(match code {
        Opcode::Store => Op::Store {
            cell: read_cell(source)?,
            value: source.operand()?,
        },
        Opcode::Move => Op::Move {
            from: read_cell(source)?,
            to: read_cell(source)?,
            amount: source.operand()?,
        },
        Opcode::MoveAll => Op::MoveAll {
            from: read_cell(source)?,
            to: read_cell(source)?,
            len: source.length()?,
        },
        Opcode::Gather => Op::Gather {
            from: read_cell(source)?,
            len: source.length()?,
            to: read_cell(source)?,
        },
        Opcode::ReturnTo => Op::ReturnTo {
            slot: SlotId(source.id(b's')?),
            segment: SegmentId(source.id(b'g')?),
        },
        Opcode::If => Op::If {
            cond: source.operand()?,
            then: source.block()?,
            otherwise: source.otherwise()?,
        },
        Opcode::For => Op::For {
            dst: source.loop_reg()?,
            from: source.operand()?,
            to: source.operand()?,
            body: source.block()?,
        },
        Opcode::Each => Op::Each {
            dst: source.loop_reg()?,
            from: source.operand()?,
            to: source.operand()?,
            cell: read_cell(source)?,
            body: source.block()?,
        },
        Opcode::Break => Op::Break,
        Opcode::Return => Op::Return {
            value: source.maybe_operand()?,
        },
        Opcode::Offer => Op::Offer {
            action: source.operand()?,
        },
        Opcode::Fault => Op::Fault {
            text: source.text()?,
        },
        Opcode::Goto => Op::Goto {
            segment: SegmentId(source.id(b'g')?),
            args: source.operands()?,
        },
        Opcode::Decide => Op::Decide {
            decision: DecisionId(source.id(b'd')?),
        },
        Opcode::Chance => Op::Chance {
            chance: ChanceId(source.id(b'h')?),
        },
        Opcode::Resume => Op::Resume {
            slot: SlotId(source.id(b's')?),
        },
        Opcode::Jump => Op::Jump {
            index: source.operand()?,
            segments: source.segments()?,
        },
        // Every opcode that gives a result was read above, so only `over` is left.
        _ => Op::Over,
    })
}

/// The instructions that give a result.
fn read_computation<S: Source>(code: Opcode, source: &mut S) -> Result<Option<Op>, S::Error> {
    let arith = |source: &mut S, kind| {
        Ok(Op::Arith {
            dst: source.dst()?,
            kind,
            a: source.operand()?,
            b: source.operand()?,
        })
    };
    let compare = |source: &mut S, kind| {
        Ok(Op::Compare {
            dst: source.dst()?,
            kind,
            a: source.operand()?,
            b: source.operand()?,
        })
    };
    Ok(Some(match code {
        Opcode::Const => Op::Const {
            dst: source.dst()?,
            value: source.int()?,
        },
        Opcode::Copy => Op::Copy {
            dst: source.dst()?,
            a: source.operand()?,
        },
        Opcode::Add => arith(source, Arith::Add)?,
        Opcode::Sub => arith(source, Arith::Sub)?,
        Opcode::Mul => arith(source, Arith::Mul)?,
        Opcode::Div => arith(source, Arith::Div)?,
        Opcode::Mod => arith(source, Arith::Mod)?,
        Opcode::Min => arith(source, Arith::Min)?,
        Opcode::Max => arith(source, Arith::Max)?,
        Opcode::Eq => compare(source, Compare::Eq)?,
        Opcode::Ne => compare(source, Compare::Ne)?,
        Opcode::Lt => compare(source, Compare::Lt)?,
        Opcode::Le => compare(source, Compare::Le)?,
        Opcode::Gt => compare(source, Compare::Gt)?,
        Opcode::Ge => compare(source, Compare::Ge)?,
        Opcode::And => Op::And {
            dst: source.dst()?,
            a: source.operand()?,
            b: source.operand()?,
        },
        Opcode::Or => Op::Or {
            dst: source.dst()?,
            a: source.operand()?,
            b: source.operand()?,
        },
        Opcode::Not => Op::Not {
            dst: source.dst()?,
            a: source.operand()?,
        },
        Opcode::Select => Op::Select {
            dst: source.dst()?,
            cond: source.operand()?,
            a: source.operand()?,
            b: source.operand()?,
        },
        Opcode::Load => Op::Load {
            dst: source.dst()?,
            cell: read_cell(source)?,
        },
        Opcode::Sum => Op::Sum {
            dst: source.dst()?,
            cell: read_cell(source)?,
            len: source.length()?,
        },
        Opcode::Dot => Op::Dot {
            dst: source.dst()?,
            cell: read_cell(source)?,
            table: TableId(source.id(b'c')?),
            start: source.operand()?,
            len: source.length()?,
        },
        Opcode::Table => Op::Table {
            dst: source.dst()?,
            table: TableId(source.id(b'c')?),
            index: source.operand()?,
        },
        Opcode::Call => Op::Call {
            dst: source.maybe_dst()?,
            func: FuncId(source.id(b'f')?),
            args: source.operands()?,
        },
        _ => return Ok(None),
    }))
}
