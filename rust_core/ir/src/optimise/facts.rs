//! What is known at one point of the code: the value of each register, the version of each slot, and
//! what conditions on the way have shown.

use std::collections::BTreeMap;

use super::values::{How, Value, Values};
use crate::ids::{Reg, SlotId};
use crate::program::{Compare, Operand};

#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    registers: Vec<Option<Value>>,
    versions: BTreeMap<SlotId, u32>,
    shown: BTreeMap<Value, i32>,
}

impl Facts {
    pub(super) fn get(&self, reg: Reg) -> Option<Value> {
        self.registers.get(reg.index()).copied().flatten()
    }

    pub(super) fn set(&mut self, values: &mut Values, reg: Reg, value: Value) {
        if self.registers.len() <= reg.index() {
            self.registers.resize(reg.index() + 1, None);
        }
        if let Some(place) = self.registers.get_mut(reg.index()) {
            *place = Some(value);
        }
        values.hold(value, reg);
    }

    pub(super) fn version(&self, slot: SlotId) -> u32 {
        self.versions.get(&slot).copied().unwrap_or(0)
    }

    /// A slot is written.
    pub(super) fn touch(&mut self, values: &mut Values, slot: SlotId) {
        self.versions.insert(slot, values.next_version());
    }

    /// The number that a value is known to be.
    pub(super) fn known(&self, values: &Values, value: Value) -> Option<i32> {
        values
            .constant(value)
            .or_else(|| self.shown.get(&value).copied())
    }

    /// The value of an operand.
    pub(super) fn value(&self, values: &mut Values, operand: Operand) -> Option<Value> {
        match operand {
            Operand::Imm(number) => Some(values.int(number)),
            Operand::Reg(reg) => {
                let value = self.get(reg)?;
                match self.known(values, value) {
                    Some(number) => Some(values.int(number)),
                    None => Some(value),
                }
            }
        }
    }

    /// A register that has a value here, of those that `suits`.
    pub(super) fn holder(
        &self,
        values: &Values,
        value: Value,
        suits: impl Fn(Reg) -> bool,
    ) -> Option<Reg> {
        let holders = values.holders(value).iter().copied();
        holders
            .filter(|reg| self.get(*reg) == Some(value))
            .find(|reg| suits(*reg))
    }

    /// A condition has shown what a value is here.
    pub(super) fn learn(&mut self, values: &Values, value: Value, number: i32) {
        if values.constant(value).is_some() || self.shown.insert(value, number).is_some() {
            return;
        }
        match (values.how(value), number) {
            (Some(How::Not(a)), _) => self.learn(values, a, 1 - number),
            (Some(How::And(a, b)), 1) | (Some(How::Or(a, b)), 0) => {
                self.learn(values, a, number);
                self.learn(values, b, number);
            }
            (Some(How::Compare(Compare::Eq, a, b)), 1)
            | (Some(How::Compare(Compare::Ne, a, b)), 0) => {
                match (values.constant(a), values.constant(b)) {
                    (None, Some(number)) => self.learn(values, a, number),
                    (Some(number), None) => self.learn(values, b, number),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// What holds after an `if`, whichever way was taken: this one where the condition held, or the other. The same
    /// choice between the same values has the same number, wherever it is made.
    pub(super) fn meet(&mut self, values: &mut Values, cond: Option<Value>, other: &Facts) {
        for (number, place) in self.registers.iter_mut().enumerate() {
            let here = *place;
            let there = other.registers.get(number).copied().flatten();
            if here == there {
                continue;
            }
            *place = match (here, there) {
                (Some(a), Some(b)) => {
                    let value = values.choice(cond, a, b);
                    values.hold(value, Reg(number as u32));
                    Some(value)
                }
                _ => None,
            };
        }
        let slots: Vec<SlotId> = self
            .versions
            .keys()
            .chain(other.versions.keys())
            .copied()
            .collect();
        for slot in slots {
            if self.version(slot) != other.version(slot) {
                self.touch(values, slot);
            }
        }
        self.shown
            .retain(|value, number| other.shown.get(value) == Some(number));
    }

    /// Forgets what a loop may change: the registers and slots that it writes.
    pub(super) fn forget(&mut self, values: &mut Values, registers: &[Reg], slots: &[SlotId]) {
        for reg in registers {
            if self.get(*reg).is_some() {
                let value = values.unknown(crate::ranges::FULL);
                self.set(values, *reg, value);
            }
        }
        for slot in slots {
            self.touch(values, *slot);
        }
    }
}
