//! Numbers of the entities of a program, one type each; printed as in the text form.

use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $letter:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index into the program's list.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A kind.
    KindId = "k";
    /// A plain token.
    TokenId = "t";
    /// A slot of the state.
    SlotId = "s";
    /// A constant table.
    TableId = "c";
    /// A function.
    FuncId = "f";
    /// A segment.
    SegmentId = "g";
    /// A decision point.
    DecisionId = "d";
    /// A chance point.
    ChanceId = "h";
    /// A register.
    Reg = "r";
    /// A place in the rule files.
    SpanId = "@";
}
