//! What is the same in all turns of a loop: values are computed before it, and conditions asked before two loops.
//!
//! `for … { … if c { x } … }` becomes `if c { for … { … x … } } else { for … { … } }` where `c` was known before:
//! the turns ask for nothing that nobody has. Each such condition makes the loop stand twice, so only some do.

use super::body::{fresh, is_crowded, rename, weight, written};
use super::facts::Facts;
use super::forward::{Found, Pass};
use crate::ids::{Reg, SlotId, SpanId};
use crate::program::{Instr, Op, Operand};

/// Most instructions that loops of one body may have more for it.
pub(super) const ROOM: usize = 240;

/// The condition of an `if` in a loop that is the same in all its turns and not known yet: one that most turns
/// come to. `shown` says what a register from before the loop is known to be; nothing of others.
fn lasting(turns: &Instr, shown: impl Fn(Reg) -> Option<Option<i32>>) -> Option<Reg> {
    let changed = written(std::slice::from_ref(turns));
    let mut level: Vec<&[Instr]> = turns.op.blocks().into_iter().collect();
    while !level.is_empty() {
        let mut inside: Vec<&[Instr]> = Vec::new();
        for instr in level.into_iter().flatten() {
            let Op::If {
                cond: Operand::Reg(cond),
                then,
                otherwise,
            } = &instr.op
            else {
                continue;
            };
            let lasts = changed.binary_search(cond).is_err();
            match shown(*cond).filter(|_| lasts) {
                Some(None) => return Some(*cond),
                Some(Some(0)) => inside.push(otherwise),
                Some(Some(_)) => inside.push(then),
                None => inside.extend([then.as_slice(), otherwise]),
            }
        }
        level = inside;
    }
    None
}

/// Fewer cells of a wide instruction cost no fuel.
const FREE_CELLS: u32 = 64;

impl Pass<'_> {
    /// Asks a lasting condition before the loop, if there is one and room for a second loop. Both may be written out
    /// if the loop is short; if not, that was tried with one.
    pub(super) fn unswitched(
        &mut self,
        op: &Op,
        span: Option<SpanId>,
        is_short: bool,
        facts: &mut Facts,
        out: &mut Vec<Instr>,
    ) -> Option<()> {
        let turns = Instr {
            op: op.clone(),
            span,
        };
        let more = weight(std::slice::from_ref(&turns));
        let room = self.room.checked_sub(more)?;
        let shown = |reg: Reg| {
            let value = facts.get(reg)?;
            Some(facts.known(&self.values, value))
        };
        let cond = lasting(&turns, shown)?;
        if is_crowded(&self.types) {
            return None;
        }
        self.room = room;
        let choice = Instr {
            op: Op::If {
                cond: Operand::Reg(cond),
                otherwise: vec![self.with_own_registers(&turns, facts)],
                then: vec![turns],
            },
            span: None,
        };
        self.twins += usize::from(!is_short);
        self.instr(&choice, &mut &[][..], facts, out);
        self.twins -= usize::from(!is_short);
        Some(())
    }

    /// A copy with other registers for what does not last after it. A register that is given its value at one
    /// place stands for that value, which tells the back ends more.
    fn with_own_registers(&mut self, turns: &Instr, facts: &Facts) -> Instr {
        let mut code = [turns.clone()];
        let mut own = written(&code);
        own.retain(|reg| facts.get(*reg).is_none());
        let first = self.types.len() as u32;
        for reg in &own {
            fresh(&mut self.types, *reg);
        }
        rename(&mut code, &|reg| match own.binary_search(&reg) {
            Ok(place) => Reg(first + place as u32),
            Err(_) => reg,
        });
        let [copy] = code;
        copy
    }

    /// Computes what is the same in all turns before them, if it can't fail. Only what each turn comes to
    /// is looked at, so that at most one computation is made for nothing.
    pub(super) fn hoist(
        &mut self,
        turns: &mut Op,
        (changed, slots): (&[Reg], &[SlotId]),
        facts: &mut Facts,
        out: &mut Vec<Instr>,
    ) {
        let [Some(body), _] = turns.blocks_mut() else {
            return;
        };
        // Registers that have, where it stands, the value of one from before the loop.
        let mut copies: Vec<(Reg, Reg)> = Vec::new();
        for instr in body.iter_mut() {
            let before = self.first_of(instr, (changed, slots), &copies, facts, out);
            let own = written(std::slice::from_ref(instr));
            copies.retain(|(reg, _)| own.binary_search(reg).is_err());
            if let (Some(before), Some(dst)) = (before, instr.op.dst()) {
                let a = Operand::Reg(before);
                instr.op = Op::Copy { dst, a };
                copies.push((dst, before));
            }
        }
    }

    /// Computes before the loop what an instruction of its turns does, if it is the same in all of them; the
    /// register with the value.
    fn first_of(
        &mut self,
        instr: &Instr,
        (changed, slots): (&[Reg], &[SlotId]),
        copies: &[(Reg, Reg)],
        facts: &mut Facts,
        out: &mut Vec<Instr>,
    ) -> Option<Reg> {
        let dst = instr.op.dst()?;
        let is_free = matches!(instr.op, Op::Const { .. } | Op::Copy { .. });
        if instr.op.is_loop() || is_free || is_crowded(&self.types) {
            return None;
        }
        let mut op = instr.op.clone();
        let mut lasts = true;
        op.for_each_operand_mut(&mut |operand| {
            if let Operand::Reg(reg) = operand {
                match copies.iter().find(|(copy, _)| copy == reg) {
                    Some((_, before)) => *reg = *before,
                    None => lasts &= changed.binary_search(reg).is_err(),
                }
            }
        });
        let is_fixed = match op {
            Op::Load { cell, .. } => !slots.contains(&cell.0),
            // More cells pay fuel, and what the written program does not pay may not be paid here.
            Op::Sum { cell, len, .. } | Op::Dot { cell, len, .. } => {
                !slots.contains(&cell.0) && len < FREE_CELLS
            }
            _ => true,
        };
        let is_safe = match self.find(facts, &op)? {
            Found::Known(_) => true,
            Found::New(_, _, is_safe) => is_safe,
        };
        (lasts && is_fixed && is_safe).then_some(())?;
        let before = fresh(&mut self.types, dst);
        if let Some(dst) = op.dst_mut() {
            *dst = before;
        }
        let span = instr.span;
        self.instr(&Instr { op, span }, &mut &[][..], facts, out);
        Some(before)
    }
}
