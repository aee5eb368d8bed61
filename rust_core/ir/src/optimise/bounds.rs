//! Comparisons with a number that is bounded, where the bound decides nothing.

use super::facts::Facts;
use super::forward::Pass;
use super::values::{How, Value};
use crate::ids::Reg;
use crate::program::{Arith, Compare, Op, Operand, Type};

impl Pass<'_> {
    /// `max(x, c) <= y` as `x <= y` where y is at least c, and what is like it.
    pub(super) fn compare_less(&mut self, facts: &Facts, op: &mut Op) {
        let Op::Compare { kind, a, b, .. } = op else {
            return;
        };
        let (kind, sides) = (*kind, (*a, *b));
        let (Some(x), Some(y)) = (
            facts.value(&mut self.values, sides.0),
            facts.value(&mut self.values, sides.1),
        ) else {
            return;
        };
        if let Some(less) = self.other_than_bound(facts, x, kind, y) {
            *a = Operand::Reg(less);
        }
        let turned = match kind {
            Compare::Lt => Compare::Gt,
            Compare::Le => Compare::Ge,
            Compare::Gt => Compare::Lt,
            Compare::Ge => Compare::Le,
            same => same,
        };
        if let Some(less) = self.other_than_bound(facts, y, turned, x) {
            *b = Operand::Reg(less);
        }
    }

    /// The register with `x` if `bounded` is the least or the greatest of `x` and a number, and that number
    /// compares with `y` in any case as `kind` says or in no case.
    fn other_than_bound(
        &self,
        facts: &Facts,
        bounded: Value,
        kind: Compare,
        y: Value,
    ) -> Option<Reg> {
        let How::Arith(of, x, bound) = self.values.how(bounded)? else {
            return None;
        };
        let bound = i64::from(self.values.constant(bound)?);
        let (low, high) = self.values.range(y);
        let is_same = match (of, kind) {
            (Arith::Max, Compare::Le | Compare::Gt) => bound <= low,
            (Arith::Max, Compare::Lt | Compare::Ge) => bound < low,
            (Arith::Min, Compare::Ge | Compare::Lt) => bound >= high,
            (Arith::Min, Compare::Gt | Compare::Le) => bound > high,
            _ => false,
        };
        let is_int = |reg: Reg| self.types.get(reg.index()) == Some(&Type::Int);
        is_same
            .then(|| facts.holder(&self.values, x, is_int))
            .flatten()
    }
}
