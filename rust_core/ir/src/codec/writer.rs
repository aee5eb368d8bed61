//! Writes the content of the binary form.

use crate::ids::{Reg, SegmentId, SpanId};
use crate::opcodes::{Gives, Opcode};
use crate::program::{
    Class, Dim, Holds, Instr, Operand, Param, Program, Sight, Slot, Type, Value, Weights, Width,
};
use crate::shape::{write_op, Sink};

/// Adds the content to the bytes so far.
pub(super) fn write_program(program: &Program, bytes: Vec<u8>) -> Vec<u8> {
    let mut writer = Writer { bytes };
    writer.program(program);
    writer.bytes
}

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn number(&mut self, value: u64) {
        let mut rest = value;
        while rest >= 0x80 {
            self.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    fn count(&mut self, value: u32) {
        self.number(u64::from(value));
    }

    fn signed(&mut self, value: i32) {
        self.count(((value << 1) ^ (value >> 31)) as u32);
    }

    fn string(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn maybe(&mut self, value: Option<u32>) {
        self.number(value.map_or(0, |value| u64::from(value) + 1));
    }

    fn span(&mut self, span: Option<SpanId>) {
        self.maybe(span.map(|span| span.0));
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.number(items.len() as u64);
        for item in items {
            each(self, item);
        }
    }

    fn types(&mut self, types: &[Type]) {
        self.list(types, |writer, &each| writer.bytes.push(type_byte(each)));
    }

    fn program(&mut self, program: &Program) {
        self.string(&program.game);
        self.bytes.push(program.players);
        self.count(program.actions);
        self.count(program.length);
        self.string(&program.hash);
        self.list(&program.files, |writer, file| writer.string(file));
        self.list(&program.spans, |writer, span| {
            for value in [
                span.file,
                span.line,
                span.column,
                span.end_line,
                span.end_column,
            ] {
                writer.count(value);
            }
        });
        self.list(&program.kinds, |writer, kind| {
            writer.string(&kind.name);
            writer.list(&kind.entries, |writer, entry| writer.string(entry));
        });
        self.list(&program.tokens, |writer, token| writer.string(token));
        self.list(&program.slots, Self::slot);
        self.list(&program.tables, |writer, table| {
            writer.list(table, |writer, &value| writer.signed(value));
        });
        self.list(&program.funcs, |writer, func| {
            writer.string(&func.name);
            writer.types(&func.params);
            writer
                .bytes
                .push(func.result.map_or(0, |each| type_byte(each) + 1));
            writer.types(&func.locals);
            writer.block(&func.body);
        });
        self.list(&program.segments, |writer, segment| {
            writer.string(&segment.name);
            writer.types(&segment.params);
            writer.types(&segment.locals);
            writer.block(&segment.body);
        });
        self.points(program);
        self.list(&program.limits, |writer, limit| {
            writer.count(limit.slot.0);
            writer.count(limit.most.0);
        });
        self.count(program.actor.0);
        self.count(program.entry.0);
        self.count(program.score.0);
        self.count(program.tiebreak.0);
    }

    fn points(&mut self, program: &Program) {
        self.list(&program.decisions, |writer, decision| {
            writer.string(&decision.name);
            writer.count(decision.legal.0);
            writer.span(decision.span);
            writer.list(&decision.options, |writer, option| {
                writer.string(&option.name);
                writer.count(option.first);
                writer.list(&option.params, |writer, &param| writer.param(param));
                writer.count(option.target.0);
            });
        });
        self.list(&program.chances, |writer, chance| {
            writer.string(&chance.name);
            match chance.source {
                Weights::Uniform(count) => {
                    writer.bytes.push(0);
                    writer.count(count);
                }
                Weights::Cells { slot, len, base } => {
                    writer.bytes.push(1);
                    writer.count(slot.0);
                    writer.count(len);
                    writer.maybe(base.map(|base| base.0));
                }
            }
            writer.count(chance.target.0);
            writer.span(chance.span);
        });
    }

    fn param(&mut self, param: Param) {
        match param {
            Param::Player => self.bytes.push(0),
            Param::Kind(kind) => {
                self.bytes.push(1);
                self.count(kind.0);
            }
            Param::Range(low, high) => {
                self.bytes.push(2);
                self.signed(low);
                self.signed(high);
            }
        }
    }

    fn slot(&mut self, slot: &Slot) {
        self.string(&slot.name);
        self.bytes.push(match slot.width {
            Width::U8 => 0,
            Width::I16 => 1,
            Width::I32 => 2,
        });
        self.list(&slot.dims, |writer, dim| match dim {
            Dim::Player => writer.bytes.push(0),
            Dim::Kind(kind) => {
                writer.bytes.push(1);
                writer.count(kind.0);
            }
            Dim::Count(count) => {
                writer.bytes.push(2);
                writer.count(*count);
            }
        });
        self.signed(slot.low);
        self.signed(slot.high);
        match slot.class {
            Class::Place(Holds::Token(token)) => {
                self.bytes.push(0);
                self.count(token.0);
            }
            Class::Place(Holds::Kind(kind)) => {
                self.bytes.push(1);
                self.count(kind.0);
            }
            Class::Place(Holds::Entry(kind, entry)) => {
                self.bytes.push(2);
                self.count(kind.0);
                self.count(entry);
            }
            Class::Var(value) => self.value(3, value),
            Class::Control(value) => self.value(4, value),
        }
        self.bytes.push(match slot.sight {
            Sight::All => 0,
            Sight::Owner => 1,
            Sight::Nobody => 2,
        });
        self.bytes.push(u8::from(slot.count_seen));
        self.list(&slot.init, |writer, value| writer.signed(*value));
        self.bytes.push(u8::from(slot.unlimited));
    }

    fn value(&mut self, class: u8, value: Value) {
        self.bytes.push(class);
        match value {
            Value::Int => self.bytes.push(0),
            Value::Bool => self.bytes.push(1),
            Value::Player => self.bytes.push(2),
            Value::Segment => self.bytes.push(3),
            Value::Kind(kind) => {
                self.bytes.push(4);
                self.count(kind.0);
            }
        }
    }
}

fn type_byte(of: Type) -> u8 {
    match of {
        Type::Int => 0,
        Type::Bool => 1,
    }
}

impl Sink for Writer {
    fn head(&mut self, code: Opcode, dst: Option<Reg>) {
        self.bytes.push(code.byte());
        match code.gives() {
            Gives::Never => {}
            Gives::Always => self.count(dst.map_or(0, |dst| dst.0)),
            Gives::Maybe => self.maybe(dst.map(|dst| dst.0)),
        }
    }

    fn loop_reg(&mut self, reg: Reg) {
        self.count(reg.0);
    }

    fn operand(&mut self, operand: Operand) {
        match operand {
            Operand::Reg(reg) => {
                self.bytes.push(0);
                self.count(reg.0);
            }
            Operand::Imm(value) => {
                self.bytes.push(1);
                self.signed(value);
            }
        }
    }

    fn operands(&mut self, operands: &[Operand]) {
        self.list(operands, |writer, &operand| writer.operand(operand));
    }

    fn maybe_operand(&mut self, operand: Option<Operand>) {
        self.bytes.push(u8::from(operand.is_some()));
        if let Some(operand) = operand {
            self.operand(operand);
        }
    }

    fn int(&mut self, value: i32) {
        self.signed(value);
    }

    fn length(&mut self, value: u32) {
        self.count(value);
    }

    fn id(&mut self, _letter: u8, number: u32) {
        self.count(number);
    }

    fn segments(&mut self, segments: &[SegmentId]) {
        self.list(segments, |writer, segment| writer.count(segment.0));
    }

    fn text(&mut self, text: &str) {
        self.string(text);
    }

    fn block(&mut self, block: &[Instr]) {
        self.list(block, |writer, instr| {
            write_op(&instr.op, writer);
            writer.span(instr.span);
        });
    }

    fn otherwise(&mut self, block: &[Instr]) {
        self.block(block);
    }
}
