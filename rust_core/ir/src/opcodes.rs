//! The list of instructions: name, number in the binary form, and shape of the text.
//!
//! This is the only place where names and numbers are given; the text form, the binary form and
//! the exported list ([`Opcode::ALL`]) all come from it. Numbers are part of the binary format:
//! new instructions go to the end.

use crate::program::{Arith, Compare, Op};

/// Whether an instruction writes a register, `rD = …`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// No result.
    Never,
    /// Always a result.
    Always,
    /// A result or none.
    Maybe,
}

macro_rules! opcodes {
    ($($name:ident $word:literal $gives:ident $form:literal;)*) => {
        /// An instruction's name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "docs/ir.md has the table")]
        pub enum Opcode { $($name),* }

        impl Opcode {
            /// All of them, in the order of their numbers.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$name),*];

            /// The word of the text form.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Opcode::$name => $word),* }
            }

            /// What follows the word, spelt as in docs/ir.md.
            #[must_use]
            pub fn form(self) -> &'static str {
                match self { $(Opcode::$name => $form),* }
            }

            /// Whether it writes a register.
            #[must_use]
            pub fn gives(self) -> Gives {
                match self { $(Opcode::$name => Gives::$gives),* }
            }

            /// The instruction of that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Opcode> {
                match name { $($word => Some(Opcode::$name),)* _ => None }
            }
        }
    };
}

opcodes! {
    Const "const" Always "N";
    Copy "copy" Always "a";
    Add "add" Always "a b";
    Sub "sub" Always "a b";
    Mul "mul" Always "a b";
    Div "div" Always "a b";
    Mod "mod" Always "a b";
    Min "min" Always "a b";
    Max "max" Always "a b";
    Eq "eq" Always "a b";
    Ne "ne" Always "a b";
    Lt "lt" Always "a b";
    Le "le" Always "a b";
    Gt "gt" Always "a b";
    Ge "ge" Always "a b";
    And "and" Always "a b";
    Or "or" Always "a b";
    Not "not" Always "a";
    Select "select" Always "c a b";
    Load "load" Always "sN i";
    Sum "sum" Always "sN i L";
    Dot "dot" Always "sN i cM j L";
    Table "table" Always "cM i";
    Call "call" Maybe "fN a…";
    Store "store" Never "sN i v";
    Move "move" Never "sA i sB j n";
    MoveAll "move_all" Never "sA i sB j L";
    Gather "gather" Never "sA i L sB j";
    ReturnTo "return_to" Never "sN gM";
    If "if" Never "a { … } else { … }";
    For "for" Never "rD in a b { … }";
    Break "break" Never "";
    Return "return" Never "[a]";
    Offer "offer" Never "a";
    Fault "fault" Never "\"text\"";
    Goto "goto" Never "gN a…";
    Decide "decide" Never "dN";
    Chance "chance" Never "hN";
    Resume "resume" Never "sN";
    Jump "jump" Never "a [gN …]";
    Over "over" Never "";
    Each "each" Never "rD in a b sN i { … }";
}

impl Opcode {
    /// The instruction with that number in the binary form.
    #[must_use]
    pub fn from_byte(byte: u8) -> Option<Opcode> {
        Opcode::ALL.get(usize::from(byte)).copied()
    }

    /// Its number in the binary form.
    #[must_use]
    pub fn byte(self) -> u8 {
        self as u8
    }
}

impl Arith {
    /// The instruction that does it.
    #[must_use]
    pub fn opcode(self) -> Opcode {
        match self {
            Arith::Add => Opcode::Add,
            Arith::Sub => Opcode::Sub,
            Arith::Mul => Opcode::Mul,
            Arith::Div => Opcode::Div,
            Arith::Mod => Opcode::Mod,
            Arith::Min => Opcode::Min,
            Arith::Max => Opcode::Max,
        }
    }
}

impl Compare {
    /// The instruction that does it.
    #[must_use]
    pub fn opcode(self) -> Opcode {
        match self {
            Compare::Eq => Opcode::Eq,
            Compare::Ne => Opcode::Ne,
            Compare::Lt => Opcode::Lt,
            Compare::Le => Opcode::Le,
            Compare::Gt => Opcode::Gt,
            Compare::Ge => Opcode::Ge,
        }
    }
}

impl Op {
    /// Its name.
    #[must_use]
    pub fn opcode(&self) -> Opcode {
        match self {
            Op::Const { .. } => Opcode::Const,
            Op::Copy { .. } => Opcode::Copy,
            Op::Arith { kind, .. } => kind.opcode(),
            Op::Compare { kind, .. } => kind.opcode(),
            Op::And { .. } => Opcode::And,
            Op::Or { .. } => Opcode::Or,
            Op::Not { .. } => Opcode::Not,
            Op::Select { .. } => Opcode::Select,
            Op::Load { .. } => Opcode::Load,
            Op::Sum { .. } => Opcode::Sum,
            Op::Dot { .. } => Opcode::Dot,
            Op::Table { .. } => Opcode::Table,
            Op::Call { .. } => Opcode::Call,
            Op::Store { .. } => Opcode::Store,
            Op::Move { .. } => Opcode::Move,
            Op::MoveAll { .. } => Opcode::MoveAll,
            Op::Gather { .. } => Opcode::Gather,
            Op::ReturnTo { .. } => Opcode::ReturnTo,
            Op::If { .. } => Opcode::If,
            Op::For { .. } => Opcode::For,
            Op::Each { .. } => Opcode::Each,
            Op::Break => Opcode::Break,
            Op::Return { .. } => Opcode::Return,
            Op::Offer { .. } => Opcode::Offer,
            Op::Fault { .. } => Opcode::Fault,
            Op::Goto { .. } => Opcode::Goto,
            Op::Decide { .. } => Opcode::Decide,
            Op::Chance { .. } => Opcode::Chance,
            Op::Resume { .. } => Opcode::Resume,
            Op::Jump { .. } => Opcode::Jump,
            Op::Over => Opcode::Over,
        }
    }

    /// The register that it writes, a loop's register included.
    #[must_use]
    pub fn dst(&self) -> Option<crate::ids::Reg> {
        match self {
            Op::Const { dst, .. }
            | Op::Copy { dst, .. }
            | Op::Arith { dst, .. }
            | Op::Compare { dst, .. }
            | Op::And { dst, .. }
            | Op::Or { dst, .. }
            | Op::Not { dst, .. }
            | Op::Select { dst, .. }
            | Op::Load { dst, .. }
            | Op::Sum { dst, .. }
            | Op::Dot { dst, .. }
            | Op::Table { dst, .. }
            | Op::For { dst, .. }
            | Op::Each { dst, .. } => Some(*dst),
            Op::Call { dst, .. } => *dst,
            _ => None,
        }
    }
}
