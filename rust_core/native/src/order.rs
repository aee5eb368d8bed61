//! Proves that the numbers which a legal function offers rise, so that nothing is checked while running.
//!
//! A number is written as a sum of registers times literals and a literal. Registers that are given a value in
//! one place only stand for it: the verifier sees to it that they are never read before. So two numbers of
//! the same turn of a loop differ by what is left when the registers that they share are taken away.

use std::collections::BTreeMap;

use rulewright_ir::ids::Reg;
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{Arith, Instr, Op, Operand};
use rulewright_ir::ranges::{Ranges, FULL};

/// Most definitions that are followed from a number back to what it is made of.
const DEEPEST: usize = 24;
/// Literals of sums stay below it. Factors and ends of ranges have 32 bits, so nothing here runs over.
const LARGEST: i128 = 1 << 80;

/// Whether the numbers offered rise, whatever way the code takes.
pub(crate) fn rise(ranges: &Ranges, body: &[Instr]) -> bool {
    let mut order = Order {
        ranges,
        made_by: BTreeMap::new(),
    };
    for_each_instr(body, 0, &mut |instr, _| {
        if let Some(dst) = instr.op.dst() {
            let twice = order.made_by.contains_key(&dst);
            order.made_by.insert(dst, (!twice).then_some(&instr.op));
        }
    });
    order.block(body).is_ok()
}

/// A sum of registers times literals, and a literal.
#[derive(Clone, Debug, Default)]
struct Sum {
    terms: BTreeMap<Reg, i64>,
    number: i128,
}

/// The first and the last number that some code offers; both are exact or too far out.
#[derive(Clone, Debug)]
struct Run {
    first: Sum,
    last: Sum,
}

/// It can't be shown.
struct Unproved;

struct Order<'a> {
    ranges: &'a Ranges,
    /// What gives a register its value; nothing if several instructions do.
    made_by: BTreeMap<Reg, Option<&'a Op>>,
}

impl Order<'_> {
    fn block(&self, body: &[Instr]) -> Result<Option<Run>, Unproved> {
        let mut run: Option<Run> = None;
        for instr in body {
            let next = match &instr.op {
                Op::Offer { action } => Some(self.offered(*action)?),
                Op::If {
                    then, otherwise, ..
                } => {
                    let (then, otherwise) = (self.block(then)?, self.block(otherwise)?);
                    self.either(then, otherwise)?
                }
                Op::For { dst, body, .. } | Op::Each { dst, body, .. } => self.turns(*dst, body)?,
                _ => None,
            };
            run = self.joined(run, next)?;
        }
        Ok(run)
    }

    fn offered(&self, action: Operand) -> Result<Run, Unproved> {
        let sum = self.sum(action, 0)?;
        // Otherwise it may have run over, and the sum is not the number.
        let fits = i128::from(FULL.0) <= self.least(&sum) && self.most(&sum) <= i128::from(FULL.1);
        fits.then_some(Run {
            first: sum.clone(),
            last: sum,
        })
        .ok_or(Unproved)
    }

    /// One run after another.
    fn joined(&self, before: Option<Run>, after: Option<Run>) -> Result<Option<Run>, Unproved> {
        match (before, after) {
            (Some(before), Some(after)) => {
                let step = after.first.plus(&before.last, -1)?;
                (self.least(&step) > 0)
                    .then_some(Some(Run {
                        first: before.first,
                        last: after.last,
                    }))
                    .ok_or(Unproved)
            }
            (one, None) | (None, one) => Ok(one),
        }
    }

    /// One run or another: from the lesser of their first numbers to the greater of their last ones.
    fn either(&self, one: Option<Run>, other: Option<Run>) -> Result<Option<Run>, Unproved> {
        let (Some(one), Some(other)) = (one.clone(), other.clone()) else {
            return Ok(one.or(other));
        };
        let (first, _) = self.in_order(one.first, other.first)?;
        let (_, last) = self.in_order(one.last, other.last)?;
        Ok(Some(Run { first, last }))
    }

    /// Two numbers, the greater one last, if it is always the same one.
    fn in_order(&self, a: Sum, b: Sum) -> Result<(Sum, Sum), Unproved> {
        if self.is_at_most(&a, &b)? {
            Ok((a, b))
        } else if self.is_at_most(&b, &a)? {
            Ok((b, a))
        } else {
            Err(Unproved)
        }
    }

    fn is_at_most(&self, a: &Sum, b: &Sum) -> Result<bool, Unproved> {
        let step = b.clone().plus(a, -1)?;
        Ok(self.least(&step) >= 0)
    }

    /// A loop: each turn must begin above the end of the one before, whose register is less by 1 or more.
    fn turns(&self, dst: Reg, body: &[Instr]) -> Result<Option<Run>, Unproved> {
        let Some(mut run) = self.block(body)? else {
            return Ok(None);
        };
        for_each_instr(body, 0, &mut |instr, _| {
            if let Some(own) = instr.op.dst() {
                self.bound(&mut run, own);
            }
        });
        let factor = run.first.terms.get(&dst).copied().unwrap_or(0);
        let mut step = run.first.clone().plus(&run.last, -1)?;
        step.number += i128::from(factor);
        if factor <= 0 || self.least(&step) <= 0 {
            return Err(Unproved);
        }
        self.bound(&mut run, dst);
        Ok(Some(run))
    }

    /// Puts the ends of a register's range in its place, because it differs from turn to turn.
    fn bound(&self, run: &mut Run, reg: Reg) {
        if let Some(factor) = run.first.terms.remove(&reg) {
            run.first.number += self.ends(reg, factor).0;
        }
        if let Some(factor) = run.last.terms.remove(&reg) {
            run.last.number += self.ends(reg, factor).1;
        }
    }

    /// The least and the greatest value of a register times a factor.
    fn ends(&self, reg: Reg, factor: i64) -> (i128, i128) {
        let (low, high) = self.ranges.get(Operand::Reg(reg));
        let (a, b) = (
            i128::from(low) * i128::from(factor),
            i128::from(high) * i128::from(factor),
        );
        (a.min(b), a.max(b))
    }

    fn least(&self, sum: &Sum) -> i128 {
        let terms = sum.terms.iter();
        terms.map(|(r, f)| self.ends(*r, *f).0).sum::<i128>() + sum.number
    }

    fn most(&self, sum: &Sum) -> i128 {
        let terms = sum.terms.iter();
        terms.map(|(r, f)| self.ends(*r, *f).1).sum::<i128>() + sum.number
    }

    fn sum(&self, operand: Operand, depth: usize) -> Result<Sum, Unproved> {
        let reg = match operand {
            Operand::Imm(number) => return Ok(Sum::number(number)),
            Operand::Reg(reg) => reg,
        };
        let made_by = self.made_by.get(&reg).copied().flatten();
        let itself = || Sum {
            terms: BTreeMap::from([(reg, 1)]),
            number: 0,
        };
        // A register with several values is none of the names for one.
        let Some(op) = made_by else {
            return Err(Unproved);
        };
        if depth == DEEPEST {
            return Ok(itself());
        }
        match *op {
            Op::Const { value, .. } => Ok(Sum::number(value)),
            Op::Copy { a, .. } => self.sum(a, depth + 1),
            Op::Arith {
                kind: Arith::Add,
                a,
                b,
                ..
            } => self.sum(a, depth + 1)?.plus(&self.sum(b, depth + 1)?, 1),
            Op::Arith {
                kind: Arith::Sub,
                a,
                b,
                ..
            } => self.sum(a, depth + 1)?.plus(&self.sum(b, depth + 1)?, -1),
            Op::Arith {
                kind: Arith::Mul,
                a,
                b: Operand::Imm(factor),
                ..
            }
            | Op::Arith {
                kind: Arith::Mul,
                a: Operand::Imm(factor),
                b: a,
                ..
            } => Sum::default().plus(&self.sum(a, depth + 1)?, i64::from(factor)),
            _ => Ok(itself()),
        }
    }
}

impl Sum {
    fn number(number: i32) -> Self {
        Sum {
            terms: BTreeMap::new(),
            number: i128::from(number),
        }
    }

    /// The sum with another one times a factor.
    fn plus(mut self, other: &Sum, factor: i64) -> Result<Sum, Unproved> {
        for (reg, of) in &other.terms {
            let term = self.terms.entry(*reg).or_default();
            *term += of * factor;
        }
        self.number += other.number * i128::from(factor);
        self.terms.retain(|_, factor| *factor != 0);
        let fits = self.terms.values().all(|f| f.abs() <= FULL.1) && self.number.abs() < LARGEST;
        fits.then_some(self).ok_or(Unproved)
    }
}

#[cfg(test)]
mod tests {
    use super::rise;
    use rulewright_ir::parse_text;
    use rulewright_ir::ranges::Ranges;

    /// Whether the order is proved for a body with six registers, of which the first is a cell from 0 to 3.
    fn is_proved(body: &str) -> bool {
        let text = format!(
            "rulewright-ir 1 game \"g\" players 1 actions 99 length 9 hash \"{}\"\n\
             slot \"a\" u8 [8] 0..3 var int all\n\
             func \"f\" () none [int int int int int int] {{ r0 = load s0 0 {body} }}\n\
             segment \"g\" () [] {{ over }} actor s0 entry g0 \
             score f0 tiebreak f0",
            "0".repeat(64)
        );
        let program = parse_text(&text).expect("the text has the right form");
        let body = &program.funcs[0].body;
        rise(&Ranges::of(&program, (0, 6), body), body)
    }

    #[test]
    fn what_rises_is_proved() {
        for body in [
            "",
            "offer 3 offer 4 offer 9",
            // The greater number may stand in either branch.
            "offer 2 r1 = lt r0 2 if r1 { offer 5 offer 6 } else { offer 3 offer 6 } offer 7",
            "r1 = lt r0 2 if r1 { each r2 in 0 8 s0 0 { offer r2 } } \
             else { each r3 in 0 8 s0 0 { r4 = add r3 1 offer r4 } } offer 9",
            "r1 = lt r0 2 if r1 { offer 3 } else { offer 5 } offer 6",
            "for r1 in 0 9 { r2 = add r1 5 offer r2 } offer 14",
            // A row for each cell of a part that is known before the loop.
            "r3 = mul r0 4 for r1 in 0 4 { r2 = add r3 r1 offer r2 }",
            "for r1 in 0 3 { r2 = mul r1 4 for r3 in 0 4 { r4 = add r2 r3 offer r4 } }",
            "for r1 in 0 3 { r2 = mul r1 4 r3 = load s0 r1 r4 = add r2 r3 offer r4 }",
            "each r1 in 0 8 s0 0 { r2 = mul r1 2 offer r2 r3 = add r2 1 offer r3 }",
        ] {
            assert!(is_proved(body), "{body}");
        }
    }

    #[test]
    fn what_may_not_rise_is_not() {
        for body in [
            "offer 4 offer 3",
            "offer 4 offer 4",
            "offer r0 offer 3",
            "r1 = lt r0 2 if r1 { offer 5 } offer 4",
            "offer 4 r1 = lt r0 2 if r1 { offer 5 } else { offer 4 }",
            "r1 = lt r0 2 if r1 { offer 5 } else { offer 3 } offer 5",
            // Neither is always the greater one.
            "r1 = lt r0 2 if r1 { offer r0 } else { offer 2 } offer 9",
            "for r1 in 0 9 { r2 = add r1 5 offer r2 } offer 13",
            "for r1 in 0 9 { offer 5 }",
            "for r1 in 0 9 { r2 = sub 9 r1 offer r2 }",
            "for r1 in 0 3 { r2 = mul r1 3 for r3 in 0 4 { r4 = add r2 r3 offer r4 } }",
            "for r1 in 0 3 { r2 = mul r1 3 r3 = load s0 r1 r4 = add r2 r3 offer r4 }",
            "each r1 in 0 8 s0 0 { r2 = add r1 1 offer r1 offer r2 }",
            // The register is given two values.
            "r1 = const 3 offer r1 r1 = const 2 offer r1",
            // The product runs over.
            "for r1 in 0 9 { r2 = mul r1 1073741824 offer r2 }",
        ] {
            assert!(!is_proved(body), "{body}");
        }
    }
}
