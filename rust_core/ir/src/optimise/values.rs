//! Values by number: what is computed in the same way from the same values has the same number.

use std::collections::HashMap;

use crate::ids::{Reg, SlotId, TableId};
use crate::program::{Arith, Compare};
use crate::ranges::{Range, FULL};

/// Number of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Value(u32);

/// How a value is computed. Cells are read at a version of their slot, which changes with each write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum How {
    Int(i32),
    Arith(Arith, Value, Value),
    Compare(Compare, Value, Value),
    And(Value, Value),
    Or(Value, Value),
    Not(Value),
    Select(Value, Value, Value),
    Load(SlotId, u32, Value),
    Sum(SlotId, u32, Value, u32),
    Dot(SlotId, u32, Value, TableId, Value, u32),
    Table(TableId, Value),
}

#[derive(Debug, Default)]
pub(super) struct Values {
    ranges: Vec<Range>,
    how: Vec<Option<How>>,
    numbers: HashMap<How, Value>,
    /// Registers that were given a value at some time, in that order.
    holders: Vec<Vec<Reg>>,
    versions: u32,
}

impl Values {
    /// A value of which nothing but its range is known.
    pub(super) fn unknown(&mut self, range: Range) -> Value {
        self.add(range, None)
    }

    pub(super) fn int(&mut self, value: i32) -> Value {
        self.find_or_add(How::Int(value), (i64::from(value), i64::from(value)))
    }

    /// The value that is computed in this way, which lies in this range.
    pub(super) fn find_or_add(&mut self, how: How, range: Range) -> Value {
        if let Some(known) = self.numbers.get(&how) {
            return *known;
        }
        // What can wrap around can be anything.
        let fits = FULL.0 <= range.0 && range.1 <= FULL.1 && range.0 <= range.1;
        let value = self.add(if fits { range } else { FULL }, Some(how));
        self.numbers.insert(how, value);
        value
    }

    /// One of two values, the first if the condition holds. Between truth values it is what `and` or `or` would give.
    pub(super) fn choice(&mut self, cond: Option<Value>, a: Value, b: Value) -> Value {
        let (x, y) = (self.range(a), self.range(b));
        let range = (x.0.min(y.0), x.1.max(y.1));
        let Some(cond) = cond else {
            return self.unknown(range);
        };
        if let Some(How::Not(inner)) = self.how(cond) {
            return self.choice(Some(inner), b, a);
        }
        let are_truths = [cond, a, b].iter().all(|v| is_truth(self.range(*v)));
        let (whether_a, whether_b) = (self.constant(a), self.constant(b));
        if !are_truths {
            return self.find_or_add(How::Select(cond, a, b), range);
        }
        match (whether_a, whether_b) {
            (Some(1), Some(0)) => cond,
            (Some(0), Some(1)) => self.find_or_add(How::Not(cond), (0, 1)),
            (_, Some(0)) => self.find_or_add(How::And(cond, a), (0, 1)),
            _ if b == cond => self.find_or_add(How::And(cond, a), (0, 1)),
            (Some(1), _) => self.find_or_add(How::Or(cond, b), (0, 1)),
            _ if a == cond => self.find_or_add(How::Or(cond, b), (0, 1)),
            _ => self.find_or_add(How::Select(cond, a, b), (0, 1)),
        }
    }

    /// Says that computing in this way would give a value that is known.
    pub(super) fn say(&mut self, how: How, value: Value) {
        self.numbers.insert(how, value);
    }

    fn add(&mut self, range: Range, how: Option<How>) -> Value {
        self.ranges.push(range);
        self.how.push(how);
        self.holders.push(Vec::new());
        Value((self.ranges.len() - 1) as u32)
    }

    pub(super) fn range(&self, value: Value) -> Range {
        self.ranges.get(value.0 as usize).copied().unwrap_or(FULL)
    }

    /// The only number in its range.
    pub(super) fn constant(&self, value: Value) -> Option<i32> {
        let (least, most) = self.range(value);
        (least == most).then_some(least as i32)
    }

    pub(super) fn how(&self, value: Value) -> Option<How> {
        self.how.get(value.0 as usize).copied().flatten()
    }

    /// Notes that a register was given a value.
    pub(super) fn hold(&mut self, value: Value, reg: Reg) {
        if let Some(holders) = self.holders.get_mut(value.0 as usize) {
            if !holders.contains(&reg) {
                holders.push(reg);
            }
        }
    }

    /// The registers that may still have a value.
    pub(super) fn holders(&self, value: Value) -> &[Reg] {
        self.holders
            .get(value.0 as usize)
            .map_or(&[], Vec::as_slice)
    }

    /// A number for a slot after a write, different from all before.
    pub(super) fn next_version(&mut self) -> u32 {
        self.versions += 1;
        self.versions
    }
}

fn is_truth(range: Range) -> bool {
    range.0 >= 0 && range.1 <= 1
}
