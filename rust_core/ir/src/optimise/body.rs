//! The code of a function or segment while it is changed, with the types of its registers.

use super::unswitch::ROOM;
use crate::ids::Reg;
use crate::limits;
use crate::operands::{for_each_instr, for_each_instr_mut};
use crate::program::{Instr, Op, Operand, Type};

/// Most registers of a body while it is changed; beyond it loops stay loops.
const MOST_REGISTERS: usize = limits::ENTITIES / 8;

#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) params: usize,
    /// Of all registers, parameters first.
    pub(super) types: Vec<Type>,
    pub(super) code: Vec<Instr>,
    /// Instructions that loops which stand twice may still add.
    pub(super) room: usize,
}

impl Body {
    pub(super) fn new(params: &[Type], locals: &[Type], code: Vec<Instr>) -> Self {
        Body {
            params: params.len(),
            types: [params, locals].concat(),
            code,
            room: ROOM,
        }
    }

    /// Local registers and code, without the registers that are not used any more.
    pub(super) fn finish(mut self) -> (Vec<Type>, Vec<Instr>) {
        let mut places: Vec<Option<Reg>> = vec![None; self.types.len()];
        let mut locals = Vec::new();
        for (number, place) in places.iter_mut().enumerate().take(self.params) {
            *place = Some(Reg(number as u32));
        }
        let (params, types) = (self.params, &self.types);
        let mut place = |reg: &mut Reg| {
            if let (Some(place), Some(of)) = (places.get_mut(reg.index()), types.get(reg.index())) {
                *reg = *place.get_or_insert_with(|| {
                    locals.push(*of);
                    Reg((params + locals.len() - 1) as u32)
                });
            }
        };
        for_each_instr_mut(&mut self.code, &mut |instr| {
            if let Some(dst) = instr.op.dst_mut() {
                place(dst);
            }
            instr.op.for_each_operand_mut(&mut |operand| {
                if let Operand::Reg(reg) = operand {
                    place(reg);
                }
            });
        });
        (locals, self.code)
    }
}

/// Whether so many registers are too many to add more.
pub(super) fn is_crowded(types: &[Type]) -> bool {
    types.len() > MOST_REGISTERS
}

/// Another register of the same type as `like`.
pub(super) fn fresh(types: &mut Vec<Type>, like: Reg) -> Reg {
    let of = types.get(like.index()).copied().unwrap_or(Type::Int);
    types.push(of);
    Reg((types.len() - 1) as u32)
}

/// Puts other registers in the place of some, in a block.
pub(super) fn rename(code: &mut [Instr], to: &impl Fn(Reg) -> Reg) {
    for_each_instr_mut(code, &mut |instr| {
        if let Some(dst) = instr.op.dst_mut() {
            *dst = to(*dst);
        }
        instr.op.for_each_operand_mut(&mut |operand| {
            if let Operand::Reg(reg) = operand {
                *reg = to(*reg);
            }
        });
    });
}

/// How many instructions a block comes to; what only names a value costs nothing.
pub(super) fn weight(code: &[Instr]) -> usize {
    let mut count = 0;
    for_each_instr(code, 0, &mut |instr, _| {
        count += usize::from(!matches!(instr.op, Op::Const { .. } | Op::Copy { .. }));
    });
    count
}

/// The registers that a block writes.
pub(super) fn written(code: &[Instr]) -> Vec<Reg> {
    let mut all = Vec::new();
    for_each_instr(code, 0, &mut |instr, _| all.extend(instr.op.dst()));
    all.sort_unstable();
    all.dedup();
    all
}
