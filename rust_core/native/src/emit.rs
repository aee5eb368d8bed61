//! One function while it is written: its instructions, labels, spare locals and checks.

use std::collections::BTreeSet;

use rulewright_ir::ids::{DecisionId, Reg, SegmentId, SpanId};
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{Instr, Operand};
use rulewright_ir::ranges::Ranges;
use wasm_encoder::{BlockType, Function, Instruction, MemArg, ValType};

use crate::anchors::anchored;
use crate::memory::ANCHOR;
use crate::part::Part;
use crate::plan::{Fixed, Plan};
use crate::sites::{SiteKind, Sites};

/// Instructions, as the encoder knows them.
pub(crate) type I = Instruction<'static>;

/// The global with the fuel that is left.
pub(crate) const FUEL_LEFT: u32 = 0;
/// The global with what the code was called for.
pub(crate) const MODE: u32 = 1;
/// The global with the address of the state that the code works on.
pub(crate) const BASE: u32 = 2;
/// The global with the address where the list of what is legal goes.
pub(crate) const LIST: u32 = 3;
/// The mode in which a chance point stops the game; 0 is the one in which it draws.
pub(crate) const EXPLICIT: i32 = 1;
/// The mode in which a decision only finds the legal actions.
pub(crate) const ASKING: i32 = 2;

/// Spare locals of type i32.
const SPARE: u32 = 8;
/// Spare locals of type i64.
const SPARE_LONG: u32 = 2;
/// Locals that every function has besides its registers: the spare ones and the address of the state.
const OWN: u32 = SPARE + SPARE_LONG + 1;

/// A function while it is written. Its locals are the registers, the spare ones, and what loops need.
pub(crate) struct Emitter<'a> {
    pub(crate) plan: &'a Plan<'a>,
    pub(crate) sites: &'a mut Sites,
    /// Those of the registers of the code being written.
    ranges: Ranges,
    /// The first of these registers.
    first: u32,
    /// The decision whose code is part of this function, and how many blocks are around it.
    again: Option<(DecisionId, u32)>,
    /// Registers that several instructions give a value.
    given_twice: BTreeSet<Reg>,
    /// Registers whose values are computed where they stand in the code.
    anchored: BTreeSet<Reg>,
    code: Vec<I>,
    /// Checks in it.
    checks: u64,
    name: String,
    params: u32,
    registers: u32,
    /// Whether the address of the state is needed.
    uses_state: bool,
    /// Types of the locals after the spare ones.
    more: Vec<ValType>,
    depth: u32,
    /// Depth outside each loop around, and nothing else: where a break goes.
    loops: Vec<u32>,
}

impl<'a> Emitter<'a> {
    /// Starts a function with that many registers, of which the first are parameters.
    pub(crate) fn new(
        plan: &'a Plan<'a>,
        sites: &'a mut Sites,
        name: &str,
        params: usize,
        registers: usize,
    ) -> Self {
        Emitter {
            plan,
            sites,
            ranges: Ranges::default(),
            first: 0,
            again: None,
            given_twice: BTreeSet::new(),
            anchored: BTreeSet::new(),
            code: Vec::new(),
            checks: 0,
            name: name.to_owned(),
            params: params as u32,
            registers: registers as u32,
            uses_state: false,
            more: Vec::new(),
            depth: 0,
            loops: Vec::new(),
        }
    }

    /// The finished function.
    pub(crate) fn finish(self) -> Function {
        let first = [
            (self.registers - self.params, ValType::I32),
            (SPARE, ValType::I32),
            (SPARE_LONG, ValType::I64),
            (1, ValType::I32),
        ];
        let more = self.more.iter().map(|of| (1, *of));
        let mut function = Function::new(first.into_iter().chain(more).collect::<Vec<_>>());
        if self.uses_state {
            let base = self.base();
            function
                .instruction(&Instruction::GlobalGet(BASE))
                .instruction(&Instruction::LocalSet(base));
        }
        for instruction in &self.code {
            function.instruction(instruction);
        }
        function.instruction(&Instruction::End);
        function
    }

    /// Looks at the program's code before it is translated, to leave out checks that cannot fail.
    pub(crate) fn look_at(&mut self, registers: usize, body: &[Instr]) {
        let sizes = (self.params as usize, registers);
        self.ranges = Ranges::of(self.plan.program, sizes, body);
        self.first = 0;
        self.given_twice = given_twice(body);
        self.anchored = anchored(body);
    }

    /// The same for code in a function of other code.
    pub(crate) fn look_at_part(&mut self, part: &Part) {
        self.ranges = part.ranges(self.plan.program);
        self.first = part.first;
        self.given_twice = given_twice(&part.body);
        self.anchored = anchored(&part.body);
    }

    /// Opens the block at whose start a decision is come to once more.
    pub(crate) fn open_decision(&mut self, decision: DecisionId) {
        self.again = Some((decision, self.depth));
        self.push(Instruction::Loop(BlockType::Empty));
    }

    /// Comes to a decision; the code after it is never reached.
    pub(crate) fn come_to(&mut self, decision: DecisionId) {
        match self.again {
            Some((here, outside)) if here == decision => {
                self.push(Instruction::Br(self.depth - outside - 1));
            }
            _ => self.push(Instruction::ReturnCall(self.plan.decide(decision))),
        }
    }

    /// Sees to it that the value of a register is computed here if several branches need it.
    pub(crate) fn anchor(&mut self, reg: Reg) {
        if self.anchored.contains(&reg) {
            self.all([
                Instruction::I32Const(0),
                Instruction::LocalGet(reg.0),
                Instruction::I32Store(at(ANCHOR)),
            ]);
        }
    }

    /// The values that registers can have.
    pub(crate) fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// The values that an operand can have.
    pub(crate) fn range(&self, operand: Operand) -> (i64, i64) {
        self.ranges.get(self.in_part(operand))
    }

    /// The operand by the number that it has in the program; one that no code of the program knows is unknown.
    fn in_part(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Reg(reg) => Operand::Reg(Reg(reg.0.wrapping_sub(self.first))),
            Operand::Imm(_) => operand,
        }
    }

    /// Whether one instruction alone gives a register its value.
    pub(crate) fn is_given_once(&self, reg: Reg) -> bool {
        !self.given_twice.contains(&reg)
    }

    /// Whether an operand is always at least `low` and below `end`.
    pub(crate) fn is_within(&self, operand: Operand, low: i64, end: i64) -> bool {
        let (least, most) = self.range(operand);
        low <= least && most < end
    }

    /// Says in which code of the program the instructions to come lie, for the faults in them.
    pub(crate) fn stands_in(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    /// How many blocks are around.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Adds an instruction and keeps count of the blocks around.
    pub(crate) fn push(&mut self, instruction: I) {
        match instruction {
            Instruction::If(_) | Instruction::Block(_) | Instruction::Loop(_) => self.depth += 1,
            Instruction::End => self.depth -= 1,
            _ => {}
        }
        self.code.push(instruction);
    }

    /// The place of the next instruction.
    pub(crate) fn here(&self) -> usize {
        self.code.len()
    }

    /// How many checks of this function there are so far.
    pub(crate) fn checks(&self) -> u64 {
        self.checks
    }

    /// Writes code that goes to no block around it, and puts it before what was written after a place.
    pub(crate) fn insert_at(&mut self, place: usize, write: impl FnOnce(&mut Self)) {
        let after = self.code.split_off(place.min(self.code.len()));
        write(self);
        self.code.extend(after);
    }

    /// Adds several instructions.
    pub(crate) fn all<const N: usize>(&mut self, instructions: [I; N]) {
        for instruction in instructions {
            self.push(instruction);
        }
    }

    /// A spare local of type i32.
    pub(crate) fn spare(&self, number: u32) -> u32 {
        self.registers + number.min(SPARE - 1)
    }

    /// A spare local of type i64.
    pub(crate) fn spare_long(&self, number: u32) -> u32 {
        self.registers + SPARE + number.min(SPARE_LONG - 1)
    }

    /// The local with the address of the state.
    pub(crate) fn base(&self) -> u32 {
        self.registers + SPARE + SPARE_LONG
    }

    /// The address of the state. A function asks for it once, when it begins.
    pub(crate) fn state(&mut self) -> I {
        self.uses_state = true;
        Instruction::LocalGet(self.base())
    }

    /// The address of the state onto the stack.
    pub(crate) fn push_state(&mut self) {
        let state = self.state();
        self.push(state);
    }

    /// A vector for the moment, the same at each call.
    pub(crate) fn vector(&mut self) -> u32 {
        let number = self.more.iter().position(|of| *of == ValType::V128);
        match number {
            Some(number) => self.registers + OWN + number as u32,
            None => self.local(ValType::V128),
        }
    }

    /// A local that nothing else uses.
    pub(crate) fn local(&mut self, of: ValType) -> u32 {
        self.more.push(of);
        self.registers + OWN + self.more.len() as u32 - 1
    }

    /// Enters the blocks of a loop.
    pub(crate) fn open_loop(&mut self) {
        self.loops.push(self.depth);
    }

    /// Leaves the blocks of a loop.
    pub(crate) fn close_loop(&mut self) {
        self.loops.pop();
    }

    /// Leaves the innermost loop.
    pub(crate) fn leave_loop(&mut self) {
        // The verifier allows it inside a loop only.
        if let Some(outside) = self.loops.last() {
            let label = self.depth - outside - 1;
            self.push(Instruction::Br(label));
        }
    }

    /// An operand onto the stack.
    pub(crate) fn get(&mut self, operand: Operand) {
        self.push(match operand {
            Operand::Reg(reg) => Instruction::LocalGet(reg.0),
            Operand::Imm(value) => Instruction::I32Const(value),
        });
    }

    /// Opens an `if` on the value on the stack.
    pub(crate) fn open_if(&mut self) {
        self.push(Instruction::If(BlockType::Empty));
    }

    /// Fails without values.
    pub(crate) fn fail(&mut self, kind: SiteKind, span: Option<SpanId>) {
        self.fail_with(
            kind,
            span,
            &[Instruction::I64Const(0)],
            &[Instruction::I64Const(0)],
        );
    }

    /// Fails with two values of type i64.
    pub(crate) fn fail_with(&mut self, kind: SiteKind, span: Option<SpanId>, a: &[I], b: &[I]) {
        let name = std::mem::take(&mut self.name);
        self.fail_at(kind, span, &name, a, b);
        self.name = name;
    }

    fn fail_at(&mut self, kind: SiteKind, span: Option<SpanId>, name: &str, a: &[I], b: &[I]) {
        self.checks += 1;
        let site = self.sites.add(kind, span, name);
        self.push(Instruction::I32Const(site));
        for value in a.iter().chain(b) {
            self.push(value.clone());
        }
        self.push(Instruction::Call(Fixed::Fail as u32));
        self.push(Instruction::Unreachable);
    }

    /// Takes fuel; fails if there is too little.
    pub(crate) fn burn(&mut self, cost: u32, span: Option<SpanId>) {
        let name = std::mem::take(&mut self.name);
        self.burn_at(cost, span, &name);
        self.name = name;
    }

    fn burn_at(&mut self, cost: u32, span: Option<SpanId>, name: &str) {
        if cost == 0 {
            return;
        }
        self.push(Instruction::I32Const(cost as i32));
        self.burn_stack_at(span, name);
    }

    /// Takes as much fuel as the stack says.
    pub(crate) fn burn_stack(&mut self, span: Option<SpanId>) {
        let name = std::mem::take(&mut self.name);
        self.burn_stack_at(span, &name);
        self.name = name;
    }

    fn burn_stack_at(&mut self, span: Option<SpanId>, name: &str) {
        let left = self.spare(7);
        self.all([
            Instruction::LocalSet(left),
            Instruction::GlobalGet(FUEL_LEFT),
            Instruction::LocalGet(left),
            Instruction::I32Sub,
            Instruction::LocalTee(left),
            Instruction::GlobalSet(FUEL_LEFT),
            Instruction::LocalGet(left),
            Instruction::I32Const(0),
            Instruction::I32LtS,
        ]);
        self.open_if();
        let nothing = [Instruction::I64Const(0)];
        self.fail_at(SiteKind::Fuel, span, name, &nothing, &nothing);
        self.push(Instruction::End);
    }

    /// Enters a segment from outside its code; the arguments are on the stack.
    pub(crate) fn enter(&mut self, segment: SegmentId) {
        let number = self.pay_for(segment);
        self.push(Instruction::ReturnCall(number));
    }

    /// The same, and comes back with the number of legal actions on the stack.
    pub(crate) fn call(&mut self, segment: SegmentId) {
        let number = self.pay_for(segment);
        self.push(Instruction::Call(number));
    }

    /// Takes the fuel of entering a segment; gives the number of its function.
    pub(crate) fn pay_for(&mut self, segment: SegmentId) -> u32 {
        let (name, span) = self.plan.entry(segment);
        self.burn_at(1, span, name);
        self.plan.segment(segment)
    }
}

/// The registers that several instructions give a value.
fn given_twice(body: &[Instr]) -> BTreeSet<Reg> {
    let (mut once, mut twice) = (BTreeSet::new(), BTreeSet::new());
    for_each_instr(body, 0, &mut |instr, _| {
        let again = instr.op.dst().filter(|dst| !once.insert(*dst));
        twice.extend(again);
    });
    twice
}

/// An operand as an i64.
pub(crate) fn long(operand: Operand) -> Vec<I> {
    match operand {
        Operand::Reg(reg) => vec![Instruction::LocalGet(reg.0), Instruction::I64ExtendI32S],
        Operand::Imm(value) => vec![Instruction::I64Const(i64::from(value))],
    }
}

/// A place in memory.
pub(crate) fn at(address: u32) -> MemArg {
    MemArg {
        offset: u64::from(address),
        align: 0,
        memory_index: 0,
    }
}
