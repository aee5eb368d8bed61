//! Instructions that the interpreter joins, or has a quick form of: the same results and the same faults at
//! the same places as one by one.

use rulewright_engine::{ChanceMode, Engine, Fault, Machine, State};
use rulewright_ir::ids::SlotId;
use rulewright_ir::verify;

use crate::programs::frame;

/// Slots 10 to 13, tables 1 and 2, span 1. The bytes stand at the end of a state.
const MORE: &str = r#"
slot "flag" u8 [] 0..5 var int all init 3
slot "count" i16 [] 0..50 var int all init 7
slot "bag" u8 [k0] 0..3 place k0 all
slot "bytes" u8 [player 8] 0..255 var int all init { 1 2 3 4 5 6 7 8 9 0 0 5 0 0 0 250 }
table { 1 2 3 4 5 6 7 8 }
table { 100000 2 3 }
span 0 9 1 9 9
"#;

/// The first stop, as it is run; the same as it comes out of the program as it is written.
fn first_stop(body: &str, legal: &str) -> (Result<State, Fault>, Vec<u32>) {
    let engine = frame(body, legal, MORE);
    let verified = verify(engine.program().clone()).expect("it was verified before");
    let written = Engine::as_written(verified).expect("a small program fits");
    let run = |engine: &Engine| {
        let (mut machine, mut legal) = (Machine::new(), Vec::new());
        let state = engine.initial(1, ChanceMode::Sampled, &mut machine);
        if let Ok(state) = &state {
            engine
                .legal(state, &mut machine, &mut legal)
                .expect("it was asked before");
        }
        (state, legal)
    };
    let found = run(&engine);
    assert_eq!(found, run(&written), "{body} {legal}");
    found
}

/// The first cells of `number` after the first segment.
fn numbers(body: &str, count: usize) -> Vec<i32> {
    let engine = frame(body, "offer 0", MORE);
    let (state, _) = first_stop(body, "offer 0");
    let state = state.expect(body);
    (0..count)
        .map(|i| engine.cell(&state, SlotId(1), i).expect("a cell"))
        .collect()
}

/// What failed, and where.
fn fault(body: &str, legal: &str) -> (String, Option<String>) {
    let fault = first_stop(body, legal).0.expect_err(body);
    (fault.kind.to_string(), fault.place)
}

#[test]
fn joined_instructions_keep_all_results() {
    let cases: [(&str, &[i32]); 9] = [
        // Two cells as row and column.
        ("r0 = load s0 0 r1 = load s10 0 r2 = mul r0 8 r2 = add r2 r1 r3 = load s13 r2 store s1 0 r3 store s1 1 r2 over", &[4, 3]),
        ("r0 = load s10 0 r1 = min r0 2 r1 = add r1 5 r2 = sub 9 r1 r4 = le r2 2 if r4 { store s1 0 r1 } else { store s1 0 -1 } store s1 1 r2 over", &[7, 2]),
        ("r0 = load s10 0 r2 = sub 3 r0 r4 = gt r2 0 if r4 { store s1 0 1 } else { store s1 0 2 } store s1 1 r2 over", &[2, 0]),
        ("r0 = load s0 0 r1 = load s13 r0 r2 = sub 10 r1 store s1 0 r2 store s1 1 r1 over", &[9, 1]),
        ("r0 = load s0 0 r1 = load s13 r0 r4 = gt r1 1 r3 = select r4 6 7 store s1 0 r3 store s1 1 r1 over", &[7, 1]),
        ("r0 = load s10 0 r4 = gt r0 0 if r4 { r1 = load s13 r0 r5 = eq r1 0 if r5 { store s1 0 1 } else { store s1 0 r1 } } store s1 1 r0 over", &[4, 3]),
        ("r0 = load s11 0 r1 = sub r0 2 store s11 0 r1 r2 = load s11 0 store s1 0 r2 store s1 1 r0 over", &[5, 7]),
        ("r0 = load s0 0 r1 = add r0 7 r2 = mod r1 4 store s1 0 r2 store s1 1 r1 over", &[3, 7]),
        ("r0 = load s11 0 r1 = load s10 0 r2 = sub r0 r1 r2 = min r2 2 r2 = max r2 1 store s1 0 r2 over", &[2]),
    ];
    for (body, left) in cases {
        assert_eq!(numbers(body, left.len()), left, "{body}");
    }
}

#[test]
fn the_ends_of_a_loop_are_fixed_even_if_their_registers_change() {
    let cases: [(&str, &[i32]); 4] = [
        ("r0 = load s10 0 r1 = const 0 for r2 in 0 r0 { r0 = load s0 0 r1 = add r1 1 } store s1 0 r1 store s1 1 r0 over", &[3, 0]),
        ("r0 = load s10 0 r1 = const 0 for r2 in 0 r0 { r1 = add r1 r2 } store s1 0 r1 store s1 1 r0 over", &[3, 3]),
        ("r0 = load s10 0 r1 = const 0 for r0 in 0 r0 { r1 = add r1 1 } store s1 0 r1 store s1 1 r0 over", &[3, 2]),
        ("r0 = load s0 0 r1 = const 0 each r2 in 0 8 s13 r0 { r0 = load s10 0 r1 = add r1 r2 } store s1 0 r1 store s1 1 r0 over", &[28, 3]),
    ];
    for (body, left) in cases {
        assert_eq!(numbers(body, left.len()), left, "{body}");
    }
}

#[test]
fn bytes_are_summed_weighed_and_set_up_to_the_end_of_a_state() {
    let cases: [(&str, i32); 9] = [
        ("r0 = load s0 0 r0 = mul r0 8 r1 = sum s13 r0 8 store s1 0 r1 over", 36),
        ("r1 = sum s13 8 8 store s1 0 r1 over", 264),
        ("r1 = sum s13 11 5 store s1 0 r1 over", 255),
        ("r1 = sum s13 8 1 store s1 0 r1 over", 9),
        ("r0 = load s0 0 r1 = dot s13 r0 c1 1 7 store s1 0 r1 over", 168),
        ("r1 = dot s13 11 c1 0 5 r1 = sub r1 1000 store s1 0 r1 over", 255),
        ("r1 = dot s13 0 c2 0 3 r1 = sub r1 100000 store s1 0 r1 over", 13),
        ("r0 = load s10 0 store s13 r0 77 r1 = sum s13 0 8 store s1 0 r1 over", 109),
        ("r0 = load s10 0 r0 = sub r0 2 move s2 r0 s12 r0 2 r1 = load s12 r0 move s2 0 s2 0 1 r2 = sum s2 0 3 r1 = mul r1 10 r1 = add r1 r2 store s1 0 r1 over", 24),
    ];
    for (body, left) in cases {
        assert_eq!(numbers(body, 1), [left], "{body}");
    }
}

#[test]
fn a_joined_instruction_fails_where_its_part_stands() {
    let here = Some("test.rules:7:3".to_owned());
    let there = Some("test.rules:9:1".to_owned());
    let cases = [
        ("r0 = load s0 0 r1 = add r0 7 @1 r1 = mod r1 r0 @0 store s1 0 r1 over", "a division by zero", &here),
        ("r0 = load s10 0 r0 = mul r0 5 @1 r1 = dot s13 r0 c1 0 5 @0 over", "there is no cell 19 in `bytes`, which has 16", &here),
        ("r0 = load s10 0 r1 = mul r0 100 @1 store s13 r0 r1 @0 over", "300 does not fit into `bytes` at 3, which holds 0 to 255", &here),
        ("r0 = load s10 0 r0 = mul r0 6 @1 store s13 r0 1 @0 over", "there is no cell 18 in `bytes`, which has 16", &here),
        ("r0 = load s11 0 @1 r1 = sub r0 8 @1 store s11 0 r1 @0 over", "-1 does not fit into `count` at 0, which holds 0 to 50", &here),
        ("r0 = load s10 0 @1 move s2 1 s12 1 r0 @0 over", "-1 does not fit into `box` at 1, which holds 0 to 5", &here),
        ("r0 = load s0 0 @1 move s2 2 s12 2 2 @1 move s3 2 s12 2 1 @1 r0 = add r0 1 move s3 5 s12 2 r0 @0 over", "4 does not fit into `bag` at 2, which holds 0 to 3", &here),
    ];
    for (body, what, place) in cases {
        let (kind, found) = fault(body, "offer 0");
        assert_eq!((kind.as_str(), &found), (what, place), "{body}");
    }
    let offers = "r3 = load s0 0 r0 = load s10 0 for r1 in 0 r0 { r2 = add r3 r1 @0 r2 = add r2 3 @0 offer r2 @1 }";
    let (kind, found) = fault("decide d0", offers);
    assert_eq!((kind.contains('3'), found), (true, there), "{kind}");
}

#[test]
fn offers_are_the_same_alone_and_joined() {
    let rows =
        "r3 = load s0 0 r0 = load s10 0 for r1 in 0 r0 { r2 = add r3 r1 r2 = add r2 r3 offer r2 }";
    assert_eq!(first_stop("decide d0", rows).1, [0, 1, 2]);
    let guarded = "r3 = const 0 r0 = load s0 0 r4 = eq r0 0 if r4 { offer 0 r3 = const 1 } \
                   r1 = load s10 0 r5 = eq r1 0 if r5 { offer 1 r3 = const 2 } r4 = eq r3 1 if r4 { offer 2 }";
    assert_eq!(first_stop("decide d0", guarded).1, [0, 2]);
}
