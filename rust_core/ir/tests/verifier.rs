//! The verifier: the sample passes, and each rule has programs that break it and nothing else.
//!
//! A case replaces one piece of the sample's text; the piece must stand there exactly once.

mod sample;

use rulewright_ir::verify::Fault;
use rulewright_ir::{parse_text, verify, FuncId};
use sample::SAMPLE;

/// Rule, piece of the sample, what stands there instead.
type Case = (&'static str, &'static str, &'static str);

const DECLARATIONS: &[Case] = &[
    ("Players", "players 2", "players 0"),
    ("Players", "players 2", "players 17"),
    ("TooMany", "actions 20", "actions 1048577"),
    ("Hash", "hash \"0", "hash \""),
    ("Hash", "hash \"0", "hash \"g"),
    ("NoSuch", "span 0 3", "span 1 3"),
    ("EmptyRange", "; slots", "slot \"a\" u8 [] 2..1 var int all"),
    (
        "RangeBeyondWidth",
        "; slots",
        "slot \"a\" u8 [] -1..1 var int all",
    ),
    (
        "RangeBeyondWidth",
        "; slots",
        "slot \"a\" u8 [] 0..256 var int all",
    ),
    (
        "RangeBeyondWidth",
        "; slots",
        "slot \"a\" i16 [] 0..32768 var int all",
    ),
    (
        "RangeBeyondValue",
        "; slots",
        "slot \"a\" u8 [] 0..2 var bool all",
    ),
    (
        "RangeBeyondValue",
        "; slots",
        "slot \"a\" u8 [] 0..2 var player all",
    ),
    (
        "RangeBeyondValue",
        "; slots",
        "slot \"a\" i16 [] -2..1 control player all",
    ),
    (
        "RangeBeyondValue",
        "; slots",
        "slot \"a\" u8 [] 0..3 var k0 all",
    ),
    (
        "InitOutside",
        "; slots",
        "slot \"a\" u8 [] 1..2 var int all",
    ),
    (
        "InitOutside",
        "; slots",
        "slot \"a\" u8 [] 0..2 var int all init 3",
    ),
    (
        "InitCount",
        "; slots",
        "slot \"a\" u8 [3] 0..2 var int all init { 1 2 }",
    ),
    (
        "LastDimension",
        "; slots",
        "slot \"a\" u8 [k0 player] 0..2 place k0 all",
    ),
    (
        "LastDimension",
        "; slots",
        "slot \"a\" u8 [] 0..2 place k0 all",
    ),
    ("NoSuch", "; slots", "slot \"a\" u8 [k2] 0..2 var int all"),
    ("NoSuch", "; slots", "slot \"a\" u8 [] 0..2 var k2 all"),
    ("NoSuch", "; slots", "slot \"a\" u8 [] 0..2 place t2 all"),
    ("NoSuch", "; slots", "slot \"a\" u8 [] 0..2 place k2 all"),
    ("NoSuch", "; slots", "slot \"a\" u8 [] 0..2 place k2.0 all"),
    ("NoSuch", "; slots", "slot \"a\" u8 [] 0..2 place k0.3 all"),
    ("NoSuch", "; slots", "slot \"a\" u8 [] 0..2 place k1.0 all"),
    (
        "TooMany",
        "; slots",
        "slot \"a\" u8 [1024 1025] 0..2 var int all",
    ),
    (
        "TooMany",
        "; slots",
        "slot \"a\" u8 [4294967295 4294967295 4294967295] 0..2 var int all",
    ),
    (
        "TooMany",
        "; slots",
        "slot \"a\" u8 [1024 1025] 0..2 place t0 all unlimited",
    ),
    (
        "TooMany",
        "; slots",
        "slot \"a\" u8 [1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1] 0..2 var int all",
    ),
    (
        "UnlimitedValue",
        "; slots",
        "slot \"a\" u8 [] 0..2 var int all unlimited",
    ),
    (
        "OwnerDimension",
        "; slots",
        "slot \"a\" u8 [] 0..2 var int owner",
    ),
    (
        "OwnerDimension",
        "; slots",
        "slot \"a\" u8 [k0 player] 0..2 var int owner+count",
    ),
    (
        "CountOfSeen",
        "; slots",
        "slot \"a\" u8 [] 0..2 var int all+count",
    ),
    (
        "SegmentVar",
        "; slots",
        "slot \"a\" u8 [] 0..2 var segment all",
    ),
];

const POINTS: &[Case] = &[
    ("NoSuch", "\"turn\" f2 @0", "\"turn\" f9 @0"),
    ("NoSuch", "\"turn\" f2 @0", "\"turn\" f2 @2"),
    ("LegalSignature", "\"turn\" f2 @0", "\"turn\" f1 @0"),
    ("LegalSignature", "\"turn\" f2 @0", "\"turn\" f4 @0"),
    ("NoSuch", "; options", "option \"a\" 15 [k2] g1"),
    ("NoSuch", "; options", "option \"a\" 15 [] g9"),
    ("EmptyParam", "; options", "option \"a\" 15 [2..1] g1"),
    ("ActionsBeyond", "; options", "option \"a\" 18 [k0] g1"),
    ("ActionsBeyond", "; options", "option \"a\" 0 [-2147483648..2147483647 0..2147483647 0..9] g1"),
    ("ActionsShared", "; options", "option \"a\" 2 [] g2"),
    ("ActionsShared", "; options", "option \"a\" 11 [k0] g1"),
    ("ActionsShared", "; options", "option \"a\" 3 [] g2"),
    ("TargetParams", "; options", "option \"a\" 15 [k0] g2"),
    ("TargetParams", "; options", "option \"a\" 15 [k0] g5"),
    ("SegmentParams", "; options", "option \"a\" 15 [] g1"),
    ("TooMany", "; options", "option \"a\" 15 [0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0 0..0] g1"),
    ("NoSuch", "; chances", "chance \"a\" s99 1 g3"),
    ("NoSuch", "; chances", "chance \"a\" s6 1 s99 g3"),
    ("NoSuch", "; chances", "chance \"a\" uniform 2 g9"),
    ("NoSuch", "; chances", "chance \"a\" uniform 2 g3 @2"),
    ("UnlimitedRead", "; chances", "chance \"a\" s9 3 g3"),
    ("LengthBeyond", "; chances", "chance \"a\" s6 4 g3"),
    ("ChanceBase", "; chances", "chance \"a\" s6 1 s8 g3"),
    ("ChanceBase", "; chances", "chance \"a\" s6 1 s3 g3"),
    ("Outcomes", "; chances", "chance \"a\" s6 0 g3"),
    ("Outcomes", "; chances", "chance \"a\" uniform 0 g3"),
    ("Outcomes", "; chances", "chance \"a\" uniform 2147483648 g3"),
    ("TargetParams", "; chances", "chance \"a\" uniform 2 g4"),
    ("NoSuch", "actor s0", "actor s99"),
    ("ActorSlot", "actor s0", "actor s5"),
    ("ActorSlot", "actor s0", "actor s2"),
    ("ActorSlot", "\"me\" u8 [] 0..1", "\"me\" i16 [] -1..1"),
    ("ActorSlot", "\"me\" u8 []", "\"me\" u8 [2]"),
    ("NoSuch", "limit s1 f3", "limit s99 f3"),
    ("NoSuch", "limit s1 f3", "limit s1 f99"),
    ("LimitSlot", "limit s1 f3", "limit s5 f3"),
    ("ScoreSignature", "limit s1 f3", "limit s1 f1"),
    ("Writes", "limit s1 f3", "limit s1 f6 func \"w\" (int) int [] { store s5 0 1 return r0 }"),
    ("NoSuch", "entry g0", "entry g9"),
    ("SegmentParams", "entry g0", "entry g1"),
    ("NoSuch", "score f3", "score f9"),
    ("ScoreSignature", "score f3", "score f1"),
    ("ScoreSignature", "tiebreak f3", "tiebreak f4"),
    ("Writes", "offer 4 offer 11", "call f4 0"),
    ("Writes", "(int) int [] {", "(int) int [] { store s5 0 1"),
    ("Writes", "offer 4 offer 11", "return_to s4 g4"),
];

/// Bodies of a function without parameters and result, with registers `int int bool bool`.
const FUNCTIONS: &[(&str, &str)] = &[
    ("NoSuch", "r4 = const 1"),
    ("NoSuch", "r0 = copy r4"),
    ("NoSuch", "r0 = const 1 @2"),
    ("NoSuch", "r0 = load s99 0"),
    ("NoSuch", "r0 = table c1 0"),
    ("NoSuch", "call f99"),
    ("NoSuch", "return_to s4 g9"),
    ("WrongType", "r2 = const 1 r0 = add 1 r2"),
    ("WrongType", "r2 = add 1 1"),
    ("WrongType", "r0 = eq 1 1"),
    ("WrongType", "r0 = const 1 r2 = const 1 r3 = eq r2 r0"),
    ("WrongType", "r0 = const 1 r2 = const 1 r3 = eq r0 r2"),
    ("WrongType", "r2 = const 1 r3 = lt r2 1"),
    ("WrongType", "r0 = const 1 r2 = and r0 1"),
    ("WrongType", "r0 = const 1 r2 = or 1 r0"),
    ("WrongType", "r0 = not 1"),
    ("WrongType", "r0 = const 1 r2 = copy r0"),
    ("WrongType", "r0 = const 1 r1 = select r0 1 2"),
    ("WrongType", "r2 = const 1 r1 = select 1 1 r2"),
    ("WrongType", "r2 = load s8 0"),
    ("WrongType", "r2 = sum s8 0 1"),
    ("WrongType", "r2 = dot s8 0 c0 0 1"),
    ("WrongType", "r2 = table c0 0"),
    ("WrongType", "r2 = const 0 r0 = load s8 r2"),
    ("WrongType", "r2 = const 0 r0 = table c0 r2"),
    ("WrongType", "r2 = const 0 r0 = call f0 r2 1"),
    ("WrongType", "r2 = call f0 1 1"),
    ("WrongType", "r2 = const 0 store s8 0 r2"),
    ("WrongType", "r2 = const 0 move s3 0 s2 0 r2"),
    ("WrongType", "r0 = const 0 if r0 { }"),
    ("WrongType", "for r2 in 0 1 { }"),
    ("WrongType", "r2 = const 0 for r0 in 0 r2 { }"),
    ("BoolLiteral", "r2 = const 2"),
    ("BoolLiteral", "r2 = not -1"),
    ("BoolLiteral", "if 2 { }"),
    ("BoolLiteral", "r2 = const 1 r3 = eq r2 2"),
    ("BoolLiteral", "r0 = call f0 1 2"),
    ("Unassigned", "r0 = copy r1"),
    ("Unassigned", "r0 = add r0 1"),
    ("Unassigned", "if 1 { r0 = const 1 } r1 = copy r0"),
    ("Unassigned", "if 1 { } else { r0 = const 1 } r1 = copy r0"),
    ("Unassigned", "if 1 { r0 = const 1 } else { r1 = copy r0 }"),
    ("Unassigned", "if 1 { r0 = const 1 return } r1 = copy r0"),
    (
        "Unassigned",
        "if 1 { r0 = const 1 } else { if 1 { r0 = const 2 } } r1 = copy r0",
    ),
    ("Unassigned", "for r0 in 0 3 { r1 = const 1 } r0 = copy r1"),
    ("Unassigned", "for r0 in 0 3 { } r1 = copy r0"),
    ("Unassigned", "for r0 in r0 3 { }"),
    ("Unassigned", "for r0 in 0 3 { if r2 { } r2 = const 1 }"),
    ("LoopRegister", "for r0 in 0 3 { r0 = const 1 }"),
    (
        "LoopRegister",
        "for r0 in 0 3 { for r1 in 0 2 { r0 = call f0 1 1 } }",
    ),
    ("LoopRegister", "for r0 in 0 3 { for r0 in 0 2 { } }"),
    ("Unreachable", "return return"),
    ("Unreachable", "fault \"x\" r0 = const 1"),
    ("Unreachable", "for r0 in 0 3 { break r1 = const 1 }"),
    (
        "Unreachable",
        "if 1 { return } else { return } r0 = const 1",
    ),
    ("OnlyInSegments", "over"),
    ("OnlyInSegments", "goto g0"),
    ("OnlyInSegments", "decide d0"),
    ("OnlyInSegments", "chance h0"),
    ("OnlyInSegments", "resume s4"),
    ("OnlyInSegments", "jump 0 [g0]"),
    ("BreakOutside", "break"),
    ("BreakOutside", "if 1 { break }"),
    ("ReturnValue", "return 1"),
    ("OfferOutside", "offer 1"),
    ("CallOfLater", "call f6"),
    ("CallOfLegal", "call f2"),
    ("CallWithoutResult", "r0 = call f4 1"),
    ("Arguments", "call f4"),
    ("Arguments", "call f4 1 2"),
    ("IndexOutside", "r0 = load s8 4"),
    ("IndexOutside", "r0 = load s8 -1"),
    ("IndexOutside", "r0 = sum s8 1 4"),
    ("IndexOutside", "r0 = dot s8 0 c0 1 4"),
    ("IndexOutside", "r0 = dot s8 1 c0 0 4"),
    ("IndexOutside", "r0 = table c0 4"),
    ("IndexOutside", "store s5 1 1"),
    ("IndexOutside", "move s2 2 s3 0 1"),
    ("IndexOutside", "move s3 1 s2 0 1"),
    ("IndexOutside", "move_all s1 4 s6 0 3"),
    ("IndexOutside", "gather s2 1 2 s3 0"),
    ("LengthBeyond", "r0 = const 0 r0 = sum s8 r0 5"),
    ("LengthBeyond", "r0 = const 0 r0 = dot s1 r0 c0 r0 5"),
    ("LengthBeyond", "r0 = const 0 move_all s1 r0 s6 r0 4"),
    ("LengthBeyond", "gather s2 0 3 s3 0"),
    ("UnlimitedRead", "r0 = load s3 0"),
    ("UnlimitedRead", "r0 = sum s9 0 3"),
    ("UnlimitedRead", "r0 = dot s9 0 c0 0 3"),
    ("UnlimitedRead", "move_all s9 0 s6 0 3"),
    ("UnlimitedRead", "gather s3 0 1 s2 0"),
    ("StoreToPlace", "store s2 0 1"),
    ("StoreToPlace", "store s3 0 1"),
    ("StoreToSegment", "store s4 0 1"),
    ("NoSegmentSlot", "return_to s8 g4"),
    ("NoSegmentSlot", "return_to s5 g4"),
    ("SegmentParams", "return_to s4 g1"),
    ("NoPlace", "move s8 0 s2 0 1"),
    ("NoPlace", "move s2 0 s5 0 1"),
    ("OtherToken", "move s2 0 s10 0 1"),
    ("OtherToken", "move s2 0 s1 0 1"),
    ("OtherToken", "move s7 0 s2 0 1"),
    ("OtherToken", "gather s2 0 2 s10 0"),
    ("OtherEntry", "move s6 0 s1 1 1"),
    ("OtherEntry", "move s6 1 s7 0 1"),
    ("OtherEntry", "move s12 0 s1 3 1"),
    ("OtherEntry", "move s7 0 s12 0 1"),
    ("OtherEntry", "move_all s1 2 s6 0 3"),
    ("OtherEntry", "r0 = const 0 move_all s6 r0 s12 0 2"),
    ("BothUnlimited", "move s3 0 s3 0 1"),
    ("GatherOfKind", "gather s6 0 3 s7 0"),
    ("GatherOfKind", "gather s7 0 1 s6 0"),
];

/// Bodies of a segment with one int parameter, and registers `bool`.
const SEGMENTS: &[(&str, &str)] = &[
    ("NoTerminator", ""),
    ("NoTerminator", "r1 = const 1 if r1 { over }"),
    ("NoTerminator", "for r0 in 0 3 { over }"),
    ("OnlyInFunctions", "return"),
    ("OfferOutside", "offer 1"),
    ("Unreachable", "over over"),
    ("Arguments", "goto g1"),
    ("Arguments", "goto g4 r0"),
    ("WrongType", "r1 = const 1 goto g1 r1"),
    ("NoSuch", "goto g9"),
    ("NoSuch", "decide d9"),
    ("NoSuch", "chance h9"),
    ("NoSuch", "resume s99"),
    ("NoSuch", "jump 0 [g4 g9]"),
    ("SegmentParams", "jump r0 [g4 g1]"),
    ("WrongType", "r1 = const 1 jump r1 [g4]"),
    ("NoSegmentSlot", "resume s5"),
    ("CallOfLegal", "call f2 over"),
];

/// Whole declarations for rules that need more than a body.
const OTHERS: &[Case] = &[
    ("NoReturn", "; funcs", "func \"a\" () int [] { }"),
    (
        "NoReturn",
        "; funcs",
        "func \"a\" () int [int] { for r0 in 0 3 { return 1 } }",
    ),
    (
        "NoReturn",
        "; funcs",
        "func \"a\" () int [] { if 1 { return 1 } }",
    ),
    ("ReturnValue", "; funcs", "func \"a\" () int [] { return }"),
    (
        "WrongType",
        "; funcs",
        "func \"a\" (int) bool [] { return r0 }",
    ),
    (
        "BoolLiteral",
        "; funcs",
        "func \"a\" () bool [] { return 3 }",
    ),
    (
        "CallOfLater",
        "; funcs",
        "func \"a\" () none [] { call f7 } func \"b\" () none [] { }",
    ),
    ("OfferUnknown", "offer 4 offer 11", "offer 3"),
    ("OfferUnknown", "offer 4 offer 11", "offer 12"),
    ("OfferUnknown", "offer 4 offer 11", "offer -1"),
    (
        "SegmentOutside",
        "\"back\" i16 [] 0..99",
        "\"back\" i16 [] 0..3",
    ),
    ("NoSegmentSlot", "\"back\" i16 []", "\"back\" i16 [2]"),
];

fn refused(rule: &str, text: &str) {
    let program = parse_text(text).expect("a case must be sound");
    match verify(program) {
        Ok(_) => panic!("{rule} was not noticed"),
        Err(error) => assert_eq!(error.fault.name(), rule, "{error}"),
    }
}

fn replaced(piece: &str, by: &str) -> String {
    assert_eq!(
        SAMPLE.matches(piece).count(),
        1,
        "`{piece}` must stand once in the sample"
    );
    SAMPLE.replace(piece, by)
}

fn with_function(body: &str) -> String {
    replaced(
        "; funcs",
        &format!("func \"a\" () none [int int bool bool] {{ {body} }}"),
    )
}

fn with_segment(body: &str) -> String {
    replaced("; segments", "").replace(
        "chance \"draw\"",
        &format!("segment \"a\" (int) [bool] {{ {body} }} chance \"draw\""),
    )
}

#[test]
fn the_sample_passes() {
    let program = parse_text(SAMPLE).expect("the sample is a program");
    let verified = verify(program.clone()).expect("the sample is valid");
    assert_eq!(verified.program(), &program);
    let facts = verified.func_facts(FuncId(1)).expect("f1 exists");
    assert_eq!((facts.depth, facts.writes), (2, false));
    assert!(verified
        .func_facts(FuncId(4))
        .is_some_and(|facts| facts.writes));
    assert_eq!(verified.into_program(), program);
}

#[test]
fn declarations_are_checked() {
    for (rule, piece, by) in DECLARATIONS.iter().chain(POINTS).chain(OTHERS) {
        refused(rule, &replaced(piece, by));
    }
}

#[test]
fn code_of_functions_is_checked() {
    for (rule, body) in FUNCTIONS {
        refused(rule, &with_function(body));
    }
}

#[test]
fn code_of_segments_is_checked() {
    for (rule, body) in SEGMENTS {
        refused(rule, &with_segment(body));
    }
}

#[test]
fn every_rule_has_an_example() {
    // These two take a program that no short text can say; they have tests of their own.
    let apart = ["TooDeep", "CallDepth"];
    for name in Fault::NAMES {
        let shown = DECLARATIONS
            .iter()
            .chain(POINTS)
            .chain(OTHERS)
            .any(|case| case.0 == *name)
            || FUNCTIONS.iter().chain(SEGMENTS).any(|case| case.0 == *name)
            || apart.contains(name);
        assert!(shown, "no example breaks {name}");
    }
}

#[test]
fn what_is_sound_is_not_refused() {
    let bodies = [
        "if 1 { r0 = const 1 } else { r0 = const 2 } r1 = copy r0",
        "if 1 { return } else { r0 = const 2 } r1 = copy r0",
        "if 1 { r0 = const 1 } else { fault \"x\" } r1 = copy r0",
        "r1 = const 4 for r0 in 0 3 { r1 = add r1 r0 } r0 = copy r1",
        "for r0 in 0 3 { r1 = copy r0 if 1 { break } r1 = add r1 1 } for r0 in 0 3 { }",
        "r0 = const 5 for r0 in 0 3 { } r1 = copy r0",
        "for r0 in 0 3 { r1 = const 2 } r1 = const 3 r1 = copy r1",
        "r2 = load s5 0 r0 = load s5 0 store s5 0 r2 store s5 0 r0",
        "r2 = eq 3 3 r3 = eq r2 1 r3 = ne 0 r2",
        "r0 = sum s1 6 0 r0 = sum s1 0 6",
        "r0 = const 7 move s6 r0 s7 r0 1 move_all s1 0 s6 r0 3 move_all s1 3 s1 0 3",
        "move s1 4 s12 1 1 move s12 0 s9 1 2 move_all s12 0 s12 1 1 gather s12 0 2 s12 0",
        "call f0 1 1 r0 = load s4 0",
    ];
    for body in bodies {
        let program = parse_text(&with_function(body)).expect("sound");
        if let Err(error) = verify(program) {
            panic!("{body}\n{error}");
        }
    }
}

#[test]
fn calls_are_limited_in_depth() {
    let chain = |length: usize| {
        let calls = |number| match number {
            0 => String::new(),
            _ => format!("call f{}", 5 + number),
        };
        let funcs: Vec<String> = (0..length)
            .map(|number| format!("func \"c\" () none [] {{ {} }}", calls(number)))
            .collect();
        let funcs = funcs.join(" ");
        parse_text(&replaced("; funcs", &funcs)).expect("sound")
    };
    assert!(verify(chain(64)).is_ok());
    let error = verify(chain(65)).expect_err("too deep");
    assert_eq!(error.fault, Fault::CallDepth);
}

#[test]
fn registers_are_limited() {
    let types = "int ".repeat(65_535);
    refused(
        "TooMany",
        &replaced("; funcs", &format!("func \"a\" (int) none [{types}] {{ }}")),
    );
}

#[test]
fn messages_name_entity_instruction_and_place() {
    let program = parse_text(&with_function("r0 = load s8 4 @1")).expect("sound");
    let error = verify(program).expect_err("outside").to_string();
    assert_eq!(
        error,
        "f6 \"a\": index 4 is outside of s8, which has 4 cells, in `r0 = load s8 4` (a.rules:4:2)"
    );
    let program = parse_text(&with_segment("if r0 { over } over")).expect("sound");
    let error = verify(program).expect_err("an int is no bool").to_string();
    assert_eq!(
        error,
        "g6 \"a\": r0 is Int, it must be Bool, in `if r0 { … }`"
    );
}
