//! What each instruction computes. A body leaves its result in cell 0 of `number`.

use rulewright_engine::{ChanceMode, Machine, State, Status};
use rulewright_ir::SlotId;

use crate::programs::frame;

fn cells(body: &str, slot: u32, count: usize) -> Vec<i32> {
    let engine = frame(body, "offer 0", "");
    let result = engine.initial(1, ChanceMode::Sampled, &mut Machine::new());
    let state: State = result.unwrap_or_else(|fault| panic!("{fault}: {body}"));
    assert_eq!(engine.status(&state), Status::Over);
    (0..count)
        .map(|i| engine.cell(&state, SlotId(slot), i).expect("a cell"))
        .collect()
}

fn number(body: &str) -> i32 {
    cells(body, 1, 1)[0]
}

#[test]
fn arithmetic_and_comparison() {
    let cases = [
        ("add 2 r0", 9),
        ("sub 2 r0", -5),
        ("mul r0 r0", 49),
        ("div r0 -2", -4),
        ("mod r0 -2", -1),
        ("min r0 3", 3),
        ("max r0 3", 7),
        ("copy r0", 7),
        ("const -12", -12),
        ("table c0 2", 30),
    ];
    for (op, value) in cases {
        assert_eq!(
            number(&format!("r0 = const 7 r1 = {op} store s1 0 r1 over")),
            value,
            "{op}"
        );
    }
    let cases = [
        ("eq", [0, 1, 0]),
        ("ne", [1, 0, 1]),
        ("lt", [0, 0, 1]),
        ("le", [0, 1, 1]),
        ("gt", [1, 0, 0]),
        ("ge", [1, 1, 0]),
    ];
    for (op, truths) in cases {
        for (right, truth) in [6, 7, 8].into_iter().zip(truths) {
            let kept =
                format!("r0 = const 7 r4 = {op} r0 {right} r1 = select r4 1 0 store s1 0 r1 over");
            assert_eq!(number(&kept), truth, "{kept}");
            // The same as a jump, and its result used afterwards.
            let jump = format!(
                "r0 = const 7 r4 = {op} r0 {right} if r4 {{ r1 = const 10 }} else {{ r1 = const 20 }}
                 r2 = select r4 1 0 r1 = add r1 r2 store s1 0 r1 over"
            );
            assert_eq!(number(&jump), if truth == 1 { 11 } else { 20 }, "{jump}");
        }
    }
}

#[test]
fn numbers_wrap() {
    let body =
        "r0 = const 2147483647 r1 = add r0 1 r4 = lt r1 0 r2 = select r4 1 0 store s1 0 r2 over";
    assert_eq!(number(body), 1);
}

#[test]
fn truth_values() {
    for (a, b, and, or) in [(0, 0, 0, 0), (0, 1, 0, 1), (1, 0, 0, 1), (1, 1, 1, 1)] {
        let set = format!("r4 = eq {a} 1 r5 = eq {b} 1");
        assert_eq!(
            number(&format!(
                "{set} r4 = and r4 r5 r0 = select r4 1 0 store s1 0 r0 over"
            )),
            and
        );
        assert_eq!(
            number(&format!(
                "{set} r4 = or r4 r5 r0 = select r4 1 0 store s1 0 r0 over"
            )),
            or
        );
        assert_eq!(
            number(&format!(
                "{set} r5 = not r4 r0 = select r5 1 0 store s1 0 r0 over"
            )),
            1 - a
        );
    }
}

#[test]
fn a_product_and_the_sum_on_it_keep_both_results() {
    for sum in ["add r1 r3", "add r3 r1"] {
        let body = format!(
            "r0 = const 6 r3 = const 4 r1 = mul r0 7 r2 = {sum} store s1 0 r1 store s1 1 r2 over"
        );
        assert_eq!(cells(&body, 1, 2), [42, 46]);
    }
    let twice = "r0 = const 6 r1 = mul r0 7 r1 = add r1 r1 store s1 0 r1 over";
    assert_eq!(number(twice), 84);
}

#[test]
fn loops_run_from_the_first_to_the_one_before_the_last() {
    let turns = |from: &str, to: &str| {
        number(&format!("r1 = const 0 r2 = const 5 for r0 in {from} {to} {{ r1 = add r1 r0 r2 = const 99 }} store s1 0 r1 over"))
    };
    assert_eq!(turns("0", "4"), 6);
    assert_eq!(turns("3", "3"), 0);
    assert_eq!(turns("4", "0"), 0);
    // The end is fixed when the loop starts.
    assert_eq!(turns("0", "r2"), 10);
    let broken = "r1 = const 0 for r0 in 0 9 { r4 = eq r0 3 if r4 { break } r1 = add r1 1 } store s1 0 r1 over";
    assert_eq!(number(broken), 3);
    let nested = "r1 = const 0 r3 = const 3 for r0 in 0 r3 { for r2 in 0 r3 { r4 = gt r2 r0 if r4 { break } r1 = add r1 1 } } store s1 0 r1 over";
    assert_eq!(number(nested), 6);
}

#[test]
fn cells_are_read_summed_and_weighed() {
    let set = "store s1 0 5 store s1 1 -6 store s1 2 7 r0 = const 1";
    assert_eq!(
        number(&format!("{set} r1 = load s1 r0 store s1 0 r1 over")),
        -6
    );
    assert_eq!(
        number(&format!("{set} r1 = sum s1 0 3 store s1 0 r1 over")),
        6
    );
    assert_eq!(
        number(&format!("{set} r1 = sum s3 r0 2 store s1 0 r1 over")),
        2
    );
    assert_eq!(
        number(&format!("{set} r1 = dot s1 r0 c0 r0 2 store s1 0 r1 over")),
        90
    );
    assert_eq!(
        number(&format!("{set} r1 = dot s2 0 c0 0 3 store s1 0 r1 over")),
        120
    );
    assert_eq!(
        number(&format!("{set} r1 = dot s3 0 c0 0 3 store s1 0 r1 over")),
        60
    );
}

#[test]
fn moves_keep_every_token() {
    let body = "r0 = const 1 move s2 r0 s3 4 2 over";
    assert_eq!(cells(body, 2, 3), [2, 0, 2]);
    assert_eq!(cells(body, 3, 6), [1, 1, 1, 1, 3, 1]);
    let all = "r0 = const 3 move_all s2 0 s3 r0 3 over";
    assert_eq!(cells(all, 2, 3), [0, 0, 0]);
    assert_eq!(cells(all, 3, 6), [1, 1, 1, 3, 3, 3]);
    assert_eq!(cells("move s2 1 s4 0 1 over", 4, 1), [1]);
    assert_eq!(cells("move s5 0 s5 0 3 over", 5, 2), [3, 3]);
    assert_eq!(
        cells("move s6 0 s5 1 4 move s5 0 s6 0 2 over", 5, 2),
        [1, 7]
    );
    assert_eq!(cells("gather s5 0 2 s6 0 over", 5, 2), [0, 0]);
    assert_eq!(
        cells("r0 = const 1 move s8 r0 s2 r0 1 over", 2, 3),
        [2, 3, 2]
    );
}

#[test]
fn segments_hand_on_their_arguments_all_at_once() {
    let more =
        "segment \"swap\" (int int int) [] { store s1 0 r0 store s1 1 r1 store s1 2 r2 over }
                segment \"turn\" (int int int) [] { goto g3 r2 r0 r1 }";
    let engine = frame("goto g4 1 2 3", "", more);
    let state = engine
        .initial(1, ChanceMode::Sampled, &mut Machine::new())
        .expect("the end");
    let found: Vec<_> = (0..3)
        .filter_map(|i| engine.cell(&state, SlotId(1), i))
        .collect();
    assert_eq!(found, [3, 1, 2]);
}

#[test]
fn a_kept_segment_is_resumed() {
    assert_eq!(number("store s1 0 4 return_to s7 g1 resume s7"), 4);
}

#[test]
fn calls_have_registers_of_their_own() {
    let more = "func \"inner\" (int) int [int] { r1 = mul r0 10 return r1 }
                func \"outer\" (int int) int [int int] { r2 = call f4 r0 r3 = call f4 r1 r2 = sub r2 r3 return r2 }
                func \"early\" (int) none [bool] { r1 = gt r0 1 if r1 { return } store s1 3 r0 }";
    let body = "r0 = const 7 r1 = const 3 r2 = call f5 r0 r1 store s1 0 r2 store s1 1 r0 call f6 2 call f6 1 over";
    let engine = frame(body, "", more);
    let state = engine
        .initial(1, ChanceMode::Sampled, &mut Machine::new())
        .expect("the end");
    let found: Vec<_> = (0..4)
        .filter_map(|i| engine.cell(&state, SlotId(1), i))
        .collect();
    assert_eq!(found, [40, 7, 0, 1]);
}

#[test]
fn the_register_of_a_loop_keeps_the_value_of_the_last_turn() {
    let after = |loops: &str| number(&format!("r0 = const 50 {loops} store s1 0 r0 over"));
    assert_eq!(after("for r0 in 0 3 { r1 = copy r0 }"), 2);
    assert_eq!(after("for r0 in 3 3 { r1 = copy r0 }"), 50);
    assert_eq!(after("for r0 in r0 53 { r1 = copy r0 }"), 52);
    assert_eq!(after("for r0 in 48 r0 { r1 = copy r0 }"), 49);
}
