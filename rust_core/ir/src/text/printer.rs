//! Writes the canonical text form: one declaration or instruction on a line, two blanks for each
//! block around it, lists in the order of [`Program`]'s fields.

use std::fmt::{self, Write};

use crate::ids::{Reg, SegmentId};
use crate::opcodes::Opcode;
use crate::program::{
    Class, Dim, Holds, Instr, Operand, Param, Program, Sight, Slot, Type, Value, Weights, Width,
};
use crate::shape::{write_op, Sink};

/// The canonical text form of a program.
#[must_use]
pub fn print_text(program: &Program) -> String {
    let mut printer = Printer {
        out: String::new(),
        depth: 0,
        folds: false,
    };
    printer.program(program);
    printer.out
}

/// One instruction on one line, blocks left out: for messages.
pub(crate) fn print_head(instr: &Instr) -> String {
    let mut printer = Printer {
        out: String::new(),
        depth: 0,
        folds: true,
    };
    write_op(&instr.op, &mut printer);
    printer.out
}

struct Printer {
    out: String,
    depth: usize,
    /// Whether blocks are shown as `{ … }`.
    folds: bool,
}

impl Printer {
    fn put(&mut self, args: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(args);
    }

    fn quoted(&mut self, text: &str) {
        self.out.push('"');
        for found in text.chars() {
            match found {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                _ => self.out.push(found),
            }
        }
        self.out.push('"');
    }

    fn named(&mut self, word: &str, name: &str) {
        self.out.push_str(word);
        self.out.push(' ');
        self.quoted(name);
    }

    /// Items with one blank between them.
    fn spaced<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.out.push(' ');
            }
            each(self, item);
        }
    }

    fn program(&mut self, program: &Program) {
        self.out.push_str("rulewright-ir 1\n");
        self.named("game", &program.game);
        self.put(format_args!(
            " players {} actions {} length {}\n",
            program.players, program.actions, program.length
        ));
        self.named("hash", &program.hash);
        self.out.push('\n');
        for file in &program.files {
            self.named("file", file);
            self.out.push('\n');
        }
        for span in &program.spans {
            self.put(format_args!(
                "span {} {} {} {} {}\n",
                span.file, span.line, span.column, span.end_line, span.end_column
            ));
        }
        for kind in &program.kinds {
            self.named("kind", &kind.name);
            self.out.push_str(" {");
            for entry in &kind.entries {
                self.out.push(' ');
                self.quoted(entry);
            }
            self.out.push_str(" }\n");
        }
        for token in &program.tokens {
            self.named("token", token);
            self.out.push('\n');
        }
        for slot in &program.slots {
            self.slot(slot);
        }
        for table in &program.tables {
            self.out.push_str("table {");
            for number in table {
                self.put(format_args!(" {number}"));
            }
            self.out.push_str(" }\n");
        }
        self.code(program);
        self.points(program);
        for limit in &program.limits {
            self.put(format_args!("limit {} {}\n", limit.slot, limit.most));
        }
        self.put(format_args!(
            "actor {}\nentry {}\nscore {}\ntiebreak {}\n",
            program.actor, program.entry, program.score, program.tiebreak
        ));
    }

    fn code(&mut self, program: &Program) {
        for func in &program.funcs {
            self.named("func", &func.name);
            self.types(" (", &func.params, ")");
            self.put(format_args!(" {}", func.result.map_or("none", type_name)));
            self.types(" [", &func.locals, "]");
            self.block(&func.body);
            self.out.push('\n');
        }
        for segment in &program.segments {
            self.named("segment", &segment.name);
            self.types(" (", &segment.params, ")");
            self.types(" [", &segment.locals, "]");
            self.block(&segment.body);
            self.out.push('\n');
        }
    }

    fn points(&mut self, program: &Program) {
        for decision in &program.decisions {
            self.named("decision", &decision.name);
            self.put(format_args!(" {}", decision.legal));
            if let Some(span) = decision.span {
                self.put(format_args!(" {span}"));
            }
            self.out.push_str(" {\n");
            for option in &decision.options {
                self.named("  option", &option.name);
                self.put(format_args!(" {} [", option.first));
                self.spaced(&option.params, |printer, param| match param {
                    Param::Player => printer.out.push_str("player"),
                    Param::Kind(kind) => printer.put(format_args!("{kind}")),
                    Param::Range(low, high) => printer.put(format_args!("{low}..{high}")),
                });
                self.put(format_args!("] {}\n", option.target));
            }
            self.out.push_str("}\n");
        }
        for chance in &program.chances {
            self.named("chance", &chance.name);
            match chance.source {
                Weights::Uniform(count) => self.put(format_args!(" uniform {count}")),
                Weights::Cells { slot, len, base } => {
                    self.put(format_args!(" {slot} {len}"));
                    if let Some(base) = base {
                        self.put(format_args!(" {base}"));
                    }
                }
            }
            self.put(format_args!(" {}", chance.target));
            if let Some(span) = chance.span {
                self.put(format_args!(" {span}"));
            }
            self.out.push('\n');
        }
    }

    fn slot(&mut self, slot: &Slot) {
        self.named("slot", &slot.name);
        self.out.push_str(match slot.width {
            Width::U8 => " u8 [",
            Width::I16 => " i16 [",
            Width::I32 => " i32 [",
        });
        self.spaced(&slot.dims, |printer, dim| match dim {
            Dim::Player => printer.out.push_str("player"),
            Dim::Kind(kind) => printer.put(format_args!("{kind}")),
            Dim::Count(count) => printer.put(format_args!("{count}")),
        });
        self.put(format_args!("] {}..{}", slot.low, slot.high));
        match slot.class {
            Class::Place(Holds::Token(token)) => self.put(format_args!(" place {token}")),
            Class::Place(Holds::Kind(kind)) => self.put(format_args!(" place {kind}")),
            Class::Place(Holds::Entry(kind, entry)) => {
                self.put(format_args!(" place {kind}.{entry}"));
            }
            Class::Var(value) => self.value(" var ", value),
            Class::Control(value) => self.value(" control ", value),
        }
        self.out.push_str(match slot.sight {
            Sight::All => " all",
            Sight::Owner => " owner",
            Sight::Nobody => " none",
        });
        if slot.count_seen {
            self.out.push_str("+count");
        }
        match slot.init.as_slice() {
            [] => {}
            [all] => self.put(format_args!(" init {all}")),
            each => {
                self.out.push_str(" init {");
                for value in each {
                    self.put(format_args!(" {value}"));
                }
                self.out.push_str(" }");
            }
        }
        if slot.unlimited {
            self.out.push_str(" unlimited");
        }
        self.out.push('\n');
    }

    fn value(&mut self, class: &str, value: Value) {
        self.out.push_str(class);
        match value {
            Value::Int => self.out.push_str("int"),
            Value::Bool => self.out.push_str("bool"),
            Value::Player => self.out.push_str("player"),
            Value::Kind(kind) => self.put(format_args!("{kind}")),
            Value::Segment => self.out.push_str("segment"),
        }
    }

    fn types(&mut self, open: &str, types: &[Type], close: &str) {
        self.out.push_str(open);
        self.spaced(types, |printer, &each| {
            printer.out.push_str(type_name(each));
        });
        self.out.push_str(close);
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
    }
}

fn type_name(of: Type) -> &'static str {
    match of {
        Type::Int => "int",
        Type::Bool => "bool",
    }
}

impl Sink for Printer {
    fn head(&mut self, code: Opcode, dst: Option<Reg>) {
        if let Some(dst) = dst {
            self.put(format_args!("{dst} = "));
        }
        self.out.push_str(code.name());
    }

    fn loop_reg(&mut self, reg: Reg) {
        self.put(format_args!(" {reg} in"));
    }

    fn operand(&mut self, operand: Operand) {
        match operand {
            Operand::Reg(reg) => self.put(format_args!(" {reg}")),
            Operand::Imm(value) => self.put(format_args!(" {value}")),
        }
    }

    fn operands(&mut self, operands: &[Operand]) {
        for &operand in operands {
            self.operand(operand);
        }
    }

    fn maybe_operand(&mut self, operand: Option<Operand>) {
        if let Some(operand) = operand {
            self.operand(operand);
        }
    }

    fn int(&mut self, value: i32) {
        self.put(format_args!(" {value}"));
    }

    fn length(&mut self, value: u32) {
        self.put(format_args!(" {value}"));
    }

    fn id(&mut self, letter: u8, number: u32) {
        self.put(format_args!(" {}{number}", char::from(letter)));
    }

    fn segments(&mut self, segments: &[SegmentId]) {
        self.out.push_str(" [");
        self.spaced(segments, |printer, segment| {
            printer.put(format_args!("{segment}"));
        });
        self.out.push(']');
    }

    fn text(&mut self, text: &str) {
        self.out.push(' ');
        self.quoted(text);
    }

    fn block(&mut self, block: &[Instr]) {
        if self.folds {
            self.out.push_str(" { … }");
            return;
        }
        self.out.push_str(" {\n");
        self.depth += 1;
        for instr in block {
            self.indent();
            write_op(&instr.op, self);
            if let Some(span) = instr.span {
                self.put(format_args!(" {span}"));
            }
            self.out.push('\n');
        }
        self.depth -= 1;
        self.indent();
        self.out.push('}');
    }

    fn otherwise(&mut self, block: &[Instr]) {
        if !block.is_empty() {
            self.out.push_str(" else");
            self.block(block);
        }
    }
}
