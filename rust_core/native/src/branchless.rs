//! Short code that offers a number behind a condition, run whether or not the condition holds.
//!
//! Whether a number is offered can't be foreseen as a rule, and a branch that is foreseen wrongly costs as much as dozens of
//! instructions. Code that can neither fail nor pay may run in any case: what it computes is looked at only if the
//! condition holds. A register that has another value too keeps that one by a selection.

use std::collections::BTreeSet;

use rulewright_ir::ids::Reg;
use rulewright_ir::program::{Arith, Instr, Op, Operand};
use wasm_encoder::{Instruction, ValType};

use crate::emit::{at, Emitter};
use crate::offers::Offers;

/// Most instructions of such an `if`. One that offers nothing is left as it is: without a branch those were slower.
const SHORT: usize = 16;

/// What is known of code while it is looked at.
struct Look {
    offers: Option<Offers>,
    offered: u32,
    size: usize,
    /// Registers that may have any value if the condition does not hold: no cell may be looked up by them.
    unsure: BTreeSet<Reg>,
}

impl Emitter<'_> {
    /// Whether an `if` offers something, is short, and can't fail or pay, whatever its condition.
    pub(crate) fn is_branchless(&self, instr: &Instr, offers: Option<Offers>) -> bool {
        let mut look = Look {
            offers: offers.filter(|offers| offers.last.is_none()),
            offered: 0,
            size: 0,
            unsure: BTreeSet::new(),
        };
        self.is_quiet(instr, &mut look) && look.offered > 0 && look.size <= SHORT
    }

    fn is_quiet(&self, instr: &Instr, look: &mut Look) -> bool {
        look.size += 1;
        let op = &instr.op;
        match op {
            Op::If {
                then, otherwise, ..
            } => {
                let mut parts = then.iter().chain(otherwise);
                return parts.all(|instr| self.is_quiet(instr, look));
            }
            Op::Offer { action } => {
                look.offered += 1;
                return look.offers.is_some_and(|o| self.is_own(*action, o));
            }
            Op::Arith {
                kind: Arith::Div | Arith::Mod,
                ..
            } => return false,
            // It is 0 or 1 in any case.
            Op::Compare { .. } => return true,
            Op::Load { cell, .. } => {
                let place = self.plan.slot(cell.0);
                return self.is_sure(cell.1, look)
                    && place.is_some_and(|place| {
                        !place.unlimited && self.is_within(cell.1, 0, i64::from(place.len))
                    });
            }
            Op::Table { table, index, .. } => {
                let entries = self.plan.program.tables.get(table.index());
                return self.is_sure(*index, look)
                    && entries.is_some_and(|e| self.is_within(*index, 0, e.len() as i64));
            }
            Op::Const { .. }
            | Op::Copy { .. }
            | Op::Arith { .. }
            | Op::And { .. }
            | Op::Or { .. }
            | Op::Not { .. }
            | Op::Select { .. } => {}
            _ => return false,
        }
        let mut is_sure = true;
        op.for_each_read(&mut |operand| is_sure &= self.is_sure(operand, look));
        if !is_sure {
            look.unsure.extend(op.dst());
        }
        true
    }

    fn is_sure(&self, operand: Operand, look: &Look) -> bool {
        match operand {
            Operand::Imm(_) => true,
            Operand::Reg(reg) => self.is_given_once(reg) && !look.unsure.contains(&reg),
        }
    }

    /// An `if` of that sort.
    pub(crate) fn branchless(
        &mut self,
        cond: Operand,
        (then, otherwise): (&[Instr], &[Instr]),
        offers: Option<Offers>,
    ) {
        self.get(cond);
        self.both(None, (then, otherwise), offers);
    }

    /// The two branches of the condition on the stack, inside of one in a local.
    fn both(
        &mut self,
        around: Option<u32>,
        (then, otherwise): (&[Instr], &[Instr]),
        offers: Option<Offers>,
    ) {
        let cond = self.local(ValType::I32);
        self.push(Instruction::LocalSet(cond));
        let holds = match around {
            Some(around) => {
                let holds = self.local(ValType::I32);
                self.all([
                    Instruction::LocalGet(around),
                    Instruction::LocalGet(cond),
                    Instruction::I32And,
                    Instruction::LocalSet(holds),
                ]);
                holds
            }
            None => cond,
        };
        self.quiet(then, holds, offers);
        if otherwise.is_empty() {
            return;
        }
        let fails = self.local(ValType::I32);
        self.all([Instruction::LocalGet(cond), Instruction::I32Eqz]);
        if let Some(around) = around {
            self.all([Instruction::LocalGet(around), Instruction::I32And]);
        }
        self.push(Instruction::LocalSet(fails));
        self.quiet(otherwise, fails, offers);
    }

    fn quiet(&mut self, body: &[Instr], holds: u32, offers: Option<Offers>) {
        for instr in body {
            match (&instr.op, offers) {
                (
                    Op::If {
                        cond,
                        then,
                        otherwise,
                    },
                    _,
                ) => {
                    self.get(*cond);
                    self.both(Some(holds), (then, otherwise), offers);
                }
                (Op::Offer { action }, Some(offers)) => {
                    self.push(Instruction::LocalGet(offers.end));
                    self.get(*action);
                    self.all([
                        Instruction::I32Store(at(0)),
                        Instruction::LocalGet(offers.end),
                        Instruction::LocalGet(holds),
                        Instruction::I32Const(2),
                        Instruction::I32Shl,
                        Instruction::I32Add,
                        Instruction::LocalSet(offers.end),
                    ]);
                }
                _ => match instr.op.dst().filter(|dst| !self.is_given_once(*dst)) {
                    Some(dst) => {
                        let before = self.local(ValType::I32);
                        self.all([Instruction::LocalGet(dst.0), Instruction::LocalSet(before)]);
                        self.instr(instr, offers);
                        self.all([
                            Instruction::LocalGet(dst.0),
                            Instruction::LocalGet(before),
                            Instruction::LocalGet(holds),
                            Instruction::Select,
                            Instruction::LocalSet(dst.0),
                        ]);
                    }
                    None => self.instr(instr, offers),
                },
            }
        }
    }
}
