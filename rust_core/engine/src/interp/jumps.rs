//! Where instructions jump to, and whether they can fail.

use super::ins::{Ins, Pc};

impl Ins {
    /// The address it may go on at, other than the next one. Only as long as nothing was joined: short
    /// jumps have no room for it.
    pub(super) fn goal(&self) -> Option<Pc> {
        let mut copy = *self;
        copy.long_goal().copied()
    }

    /// Sets the address while the code is being made.
    pub(super) fn set_goal(&mut self, to: Pc) {
        if let Some(goal) = self.long_goal() {
            *goal = to;
        }
    }

    fn long_goal(&mut self) -> Option<&mut Pc> {
        match self {
            Ins::Call { to, .. }
            | Ins::ForNext { to, .. }
            | Ins::EachNext { to, .. }
            | Ins::Goto { to }
            | Ins::Decide { to, .. } => Some(to),
            _ => self.long_skip(),
        }
    }

    fn long_skip(&mut self) -> Option<&mut u32> {
        match self {
            Ins::Jump { skip }
            | Ins::JumpUnless { skip, .. }
            | Ins::JumpIf { skip, .. }
            | Ins::NotJump { skip, .. }
            | Ins::PeekIfSet { skip, .. }
            | Ins::PeekIfClear { skip, .. }
            | Ins::ForEnter { skip, .. }
            | Ins::EachEnter { skip, .. } => Some(skip),
            Ins::EqJump(kept)
            | Ins::NeJump(kept)
            | Ins::LtJump(kept)
            | Ins::LeJump(kept)
            | Ins::GtJump(kept)
            | Ins::GeJump(kept) => Some(&mut kept.skip),
            Ins::IfEq(test)
            | Ins::IfNe(test)
            | Ins::IfLt(test)
            | Ins::IfLe(test)
            | Ins::IfGt(test)
            | Ins::IfGe(test) => Some(&mut test.skip),
            _ => None,
        }
    }

    /// Gives a jump its last form: to an address, or over so many instructions.
    pub(super) fn aim(&mut self, to: Pc, over: u32) {
        match self {
            Ins::SubIfLe(test) | Ins::SubIfGt(test) => test.skip = over as u16,
            Ins::CellIfEq(test) | Ins::CellIfGt(test) => test.skip = over as u16,
            _ => match self.long_skip() {
                Some(skip) => *skip = over,
                None => self.set_goal(to),
            },
        }
    }

    /// Whether it can fail, of those that are joined; a state that is too short was refused before.
    pub(super) fn fails(&self) -> bool {
        matches!(
            self,
            Ins::Mod(_)
                | Ins::AddMod(_)
                | Ins::Offer { .. }
                | Ins::OfferCopy { .. }
                | Ins::AddAddOffer(_)
        )
    }
}
