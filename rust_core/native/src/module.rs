//! Puts the module together: types, functions, memory, first values.

use std::borrow::Cow;

use rulewright_engine::Engine;
use rulewright_ir::ids::{ChanceId, DecisionId, FuncId};
use rulewright_ir::operands::for_each_instr;
use rulewright_ir::program::{Instr, Op, Program};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ExportKind, ExportSection, Function, FunctionSection,
    GlobalSection, GlobalType, Instruction, MemorySection, MemoryType, Module, TypeSection,
    ValType,
};

use crate::drive::fixed;
use crate::emit::{Emitter, BASE, LIST};
use crate::memory::{first_block, Map, STATE};
use crate::plan::{segments_kept, Fixed, Plan};
use crate::points;
use crate::sites::Sites;

/// The bytes of a module and what its faults mean.
pub(crate) struct Translation {
    pub(crate) bytes: Vec<u8>,
    pub(crate) sites: Sites,
    pub(crate) map: Map,
}

/// The WebAssembly module of a program, for tools that look at it; nothing if a state and its lists do not
/// fit into the memory of a module.
#[must_use]
pub fn translate(engine: &Engine) -> Option<Vec<u8>> {
    translation(engine).map(|translation| translation.bytes)
}

/// The globals that are set again after a trap.
pub(crate) const BASE_NAME: &str = "base";
pub(crate) const LIST_NAME: &str = "list";

const WAYS_IN: [(&str, Fixed); 8] = [
    ("legal", Fixed::Legal),
    ("start", Fixed::Start),
    ("apply", Fixed::Apply),
    ("outcome", Fixed::Outcome),
    ("sample", Fixed::Sample),
    ("results", Fixed::Results),
    ("playout", Fixed::Playout),
    ("steps", Fixed::Steps),
];

/// Types and code of all functions, in the order of their numbers.
#[derive(Default)]
struct Functions {
    types: Vec<(Vec<ValType>, Vec<ValType>)>,
    type_of: Vec<u32>,
    code: Vec<Function>,
}

impl Functions {
    fn add(&mut self, params: &[ValType], results: &[ValType], code: Function) {
        let wanted = |(p, r): &(Vec<ValType>, Vec<ValType>)| p == params && r == results;
        let known = self.types.iter().position(wanted);
        let number = known.unwrap_or_else(|| {
            self.types.push((params.to_vec(), results.to_vec()));
            self.types.len() - 1
        });
        self.type_of.push(number as u32);
        self.code.push(code);
    }
}

/// Translates the program of an engine; nothing if its memory would be too large.
pub(crate) fn translation(engine: &Engine) -> Option<Translation> {
    let (program, layout) = (engine.running(), engine.layout());
    let map = Map::of(program, layout)?;
    let plan = Plan {
        program,
        layout,
        sight: engine.sight(),
        map,
        kept: segments_kept(program),
    };
    let mut sites = Sites::default();
    let functions = functions(&plan, &mut sites);
    let bytes = assemble(&plan, functions);
    Some(Translation {
        bytes,
        sites,
        map: plan.map,
    })
}

fn functions(plan: &Plan<'_>, sites: &mut Sites) -> Functions {
    const INT: ValType = ValType::I32;
    const LONG: ValType = ValType::I64;
    let mut all = Functions::default();
    let fixed_functions: [(Fixed, &[ValType], &[ValType]); 17] = [
        (Fixed::Fail, &[INT, LONG, LONG], &[]),
        (Fixed::FloorDiv, &[INT, INT], &[INT]),
        (Fixed::FloorMod, &[INT, INT], &[INT]),
        (Fixed::Next, &[INT], &[INT]),
        (Fixed::Below, &[INT, INT], &[INT]),
        (Fixed::Seed, &[INT, LONG], &[]),
        (Fixed::Resume, &[INT], &[INT]),
        (Fixed::Take, &[INT], &[INT]),
        (Fixed::Legal, &[], &[INT]),
        (Fixed::Start, &[LONG, INT], &[INT]),
        (Fixed::Apply, &[INT, INT], &[INT]),
        (Fixed::Outcome, &[INT, INT], &[INT]),
        (Fixed::Sample, &[INT], &[INT]),
        (Fixed::Results, &[], &[]),
        (Fixed::Playout, &[LONG], &[INT]),
        (Fixed::Observe, &[INT, INT], &[]),
        (Fixed::Steps, &[INT; 4], &[INT]),
    ];
    for (which, params, results) in fixed_functions {
        debug_assert_eq!(which as usize, all.code.len());
        all.add(params, results, fixed(plan, sites, which));
    }
    let program = plan.program;
    for (func, is_called) in program.funcs.iter().zip(called(program)) {
        let count = func.params.len();
        // Legal functions are part of their decisions, and only the interpreter asks for limits.
        let body = if is_called { &func.body } else { &[][..] };
        let ends = func.result.is_some();
        let code = code(
            plan,
            sites,
            &func.name,
            (count, func.locals.len()),
            body,
            ends,
        );
        let results: &[ValType] = if ends { &[INT] } else { &[] };
        all.add(&vec![INT; count], results, code);
    }
    for segment in &program.segments {
        let count = segment.params.len();
        let registers = (count, segment.locals.len());
        let code = code(plan, sites, &segment.name, registers, &segment.body, true);
        all.add(&vec![INT; count], &[INT], code);
    }
    for d in 0..program.decisions.len() as u32 {
        all.add(&[], &[INT], points::decide(plan, sites, DecisionId(d)));
    }
    for h in 0..program.chances.len() as u32 {
        all.add(&[INT], &[INT], points::chance(plan, sites, ChanceId(h)));
    }
    all
}

/// Which functions the code of a game calls, and those for its results.
fn called(program: &Program) -> Vec<bool> {
    let mut is_called = vec![false; program.funcs.len()];
    let mut call = |func: FuncId| {
        if let Some(called) = is_called.get_mut(func.index()) {
            *called = true;
        }
    };
    call(program.score);
    call(program.tiebreak);
    let legal = program.decisions.iter().map(|decision| decision.legal);
    let legal = legal.filter_map(|legal| program.funcs.get(legal.index()));
    let segments = program.segments.iter().map(|segment| &segment.body);
    for body in segments.chain(legal.map(|func| &func.body)) {
        calls_in(body, &mut call);
    }
    // A function calls those before it only.
    for (number, func) in program.funcs.iter().enumerate().rev() {
        if is_called.get(number) == Some(&true) {
            calls_in(&func.body, &mut |func| {
                if let Some(called) = is_called.get_mut(func.index()) {
                    *called = true;
                }
            });
        }
    }
    is_called
}

fn calls_in(body: &[Instr], see: &mut impl FnMut(FuncId)) {
    for_each_instr(body, 0, &mut |instr, _| {
        if let Op::Call { func, .. } = instr.op {
            see(func);
        }
    });
}

/// A function or segment. `ends` says that its end is never reached, as the verifier proves.
fn code(
    plan: &Plan<'_>,
    sites: &mut Sites,
    name: &str,
    (params, locals): (usize, usize),
    body: &[Instr],
    ends: bool,
) -> Function {
    let mut emit = Emitter::new(plan, sites, name, params, params + locals);
    emit.look_at(params + locals, body);
    emit.block(body, None);
    if ends {
        emit.push(Instruction::Unreachable);
    }
    emit.finish()
}

fn assemble(plan: &Plan<'_>, functions: Functions) -> Vec<u8> {
    let mut types = TypeSection::new();
    for (params, results) in functions.types {
        types.ty().function(params, results);
    }
    let mut declared = FunctionSection::new();
    for number in functions.type_of {
        declared.function(number);
    }
    let mut memory = MemorySection::new();
    memory.memory(MemoryType {
        minimum: plan.map.pages,
        // An instance grows when it is to step many games, and never by itself.
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    // In the order of their numbers: no fuel, no mode, and the places of a single state and its list.
    for first in [0, 0, STATE, plan.map.legal] {
        let kind = GlobalType {
            val_type: ValType::I32,
            mutable: true,
            shared: false,
        };
        globals.global(kind, &ConstExpr::i32_const(first as i32));
    }
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0);
    exports.export(BASE_NAME, ExportKind::Global, BASE);
    exports.export(LIST_NAME, ExportKind::Global, LIST);
    for (name, which) in WAYS_IN {
        exports.export(name, ExportKind::Func, which as u32);
    }
    let mut code = CodeSection::new();
    for function in &functions.code {
        code.function(function);
    }
    let mut module = Module::new();
    module
        .section(&types)
        .section(&declared)
        .section(&memory)
        .section(&globals)
        .section(&exports)
        .section(&code)
        .section(&data(plan));
    module.finish()
}

/// What stands in memory from the start.
fn data(plan: &Plan<'_>) -> DataSection {
    let (program, map) = (plan.program, &plan.map);
    let mut data = DataSection::new();
    let mut put = |address: u32, bytes: Cow<'_, [u8]>| {
        let offset = ConstExpr::i32_const(address as i32);
        data.active(0, &offset, bytes.iter().copied());
    };
    put(map.first_block, first_block(program, plan.layout).into());
    for (table, address) in program.tables.iter().zip(&map.tables) {
        let bytes: Vec<u8> = table.iter().flat_map(|entry| entry.to_le_bytes()).collect();
        put(*address, bytes.into());
    }
    let resumable = program
        .segments
        .iter()
        .map(|s| u8::from(s.params.is_empty()));
    put(map.resumable, resumable.collect::<Vec<u8>>().into());
    data
}
