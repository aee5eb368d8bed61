//! Every check while running gives the same fault on both: kind, place and code.

use rulewright_engine::{ChanceMode, Fault, FUEL};

use crate::both::Both;
use crate::programs::frame;

/// The fault of the first segment, equal on both.
fn fault(body: &str, legal: &str) -> Fault {
    let mut both = Both::new(frame(body, legal, ""));
    both.initial(1, ChanceMode::Sampled).expect_err(body)
}

#[test]
fn faults_of_instructions() {
    for body in [
        "r0 = const 4 r1 = load s1 r0 @0 over",
        "r0 = const -1 r1 = load s3 r0 @0 over",
        "r0 = const 2 r1 = sum s1 r0 3 @0 over",
        "r0 = const -2 r1 = sum s1 r0 3 @0 over",
        "r0 = const 2147483647 r1 = sum s1 r0 3 @0 over",
        "r0 = const 1001 store s1 0 r0 @0 over",
        "r0 = const -1001 store s1 3 r0 @0 over",
        "r0 = const -2147483648 store s1 3 r0 @0 over",
        "r0 = const 9 store s1 r0 1 @0 over",
        "r0 = const 3 move s2 0 s3 0 r0 @0 over",
        "r0 = const 2147483647 move s2 0 s3 0 r0 @0 over",
        "r0 = const 2147483647 move s6 0 s5 0 r0 @0 over",
        "r0 = const 18 move s6 0 s5 0 r0 @0 over",
        "r0 = const -1 move s5 0 s5 1 r0 @0 over",
        "r0 = const 7 move s5 r0 s5 1 1 @0 over",
        "r0 = const 7 move s5 0 s5 r0 1 @0 over",
        "r0 = const 1 move s2 r0 s3 5 1 @0 over",
        "r0 = const -1 move s2 r0 s3 5 1 @0 over",
        "r0 = const 6 move s2 0 s3 r0 1 @0 over",
        "r0 = const 2 move s2 r0 s4 0 1 @0 over",
        "r0 = const 1 move_all s2 0 s3 r0 3 @0 over",
        "r0 = const 4 move_all s2 0 s3 r0 3 @0 over",
        "r0 = const 3 gather s5 r0 2 s5 0 @0 over",
        "r0 = const 0 r1 = div 3 r0 @0 over",
        "r0 = const 0 r1 = mod 3 r0 @0 over",
        "r0 = const 3 r1 = table c0 r0 @0 over",
        "r0 = const -1 r1 = table c0 r0 @0 over",
        "r0 = const 1 r1 = dot s1 0 c0 r0 3 @0 over",
        "r0 = const -1 r1 = dot s1 0 c0 r0 3 @0 over",
        "r0 = const 9 r1 = dot s1 r0 c0 0 3 @0 over",
        "r0 = const 2 jump r0 [g0 g1] @0",
        "r0 = const -1 jump r0 [g0 g1] @0",
        "fault \"the end is near\" @0",
        "r0 = const 2 each r1 in 0 3 s1 r0 { store s1 0 1 } @0 over",
        "r0 = const -1 each r1 in 0 3 s1 r0 { store s1 0 1 } @0 over",
        "r0 = const 5 each r1 in 0 r0 s2 0 { store s1 0 1 } @0 over",
        "r0 = const 2147483647 each r1 in r0 2147483647 s2 0 { over } each r1 in -1 r0 s2 0 { over } @0 over",
        // Room for some of it only: it fails on the way.
        "move s5 0 s6 0 3 move s5 1 s6 0 3 move s6 0 s5 0 19 move s6 0 s5 1 2 gather s5 0 2 s5 1 @0 over",
        "r0 = const 0 r1 = div 3 r0 over",
    ] {
        fault(body, "offer 0");
    }
}

#[test]
fn an_empty_tank_is_found_at_the_same_place() {
    for body in [
        "goto g0 @0",
        "for r0 in 0 2000000000 { r1 = copy r0 } over",
        "for r0 in 0 2000000000 { r1 = copy r0 } @0 over",
        "jump 0 [g0]",
        "r0 = load s1 0 @0 jump 0 [g0]",
        "resume s7 @0",
        "for r0 in 0 2000 { for r1 in 0 2000 { r2 = sum s1 0 4 r2 = mod r2 7 store s1 0 r2 } @0 } over",
        "for r0 in 0 2000000 { each r1 in 0 3 s2 0 { store s1 0 r1 } @0 } over",
    ] {
        fault(body, "offer 0");
    }
    fault("decide d0", "offer 2");
    fault("r0 = mul 2 3 r1 = add r0 1 @0 decide d0", "offer 2");
    fault("decide d0", "for r0 in 0 100 { r1 = copy r0 } @0 offer 2");
    for turns in FUEL - 3..FUEL + 3 {
        let body = format!("for r0 in 0 {turns} {{ r1 = copy r0 }} over");
        let mut both = Both::new(frame(&body, "", ""));
        let result = both.initial(1, ChanceMode::Sampled);
        assert_eq!(result.is_ok(), turns < FUEL, "{turns}");
    }
}

#[test]
fn turns_that_are_paid_for_at_once_hide_no_other_fault() {
    for body in [
        // More turns than a number can say.
        "for r0 in -2000000000 2000000000 { r1 = copy r0 } over",
        // Too many turns, but one of the first fails or leaves the loop.
        "r1 = load s1 0 for r0 in 0 2000000000 { r2 = sub 5 r0 r2 = div 9 r2 @0 store s1 1 r2 @0 } over",
        "for r0 in 0 2000000000 { r1 = load s1 r0 @0 store s1 0 r1 @0 } over",
        "for r0 in 0 2000000000 { for r1 in 0 9 { r2 = table c0 r0 @0 store s1 0 r2 @0 } } over",
        "for r0 in 0 2000000000 { fault \"enough\" @0 } over",
    ] {
        fault(body, "");
    }
    let mut both = Both::new(frame(
        "for r0 in 0 2000000000 { r4 = gt r0 9 if r4 { break } } over",
        "",
        "",
    ));
    assert!(both.initial(1, ChanceMode::Sampled).is_ok());
}

#[test]
fn faults_of_offers() {
    for legal in [
        "",
        "offer 1 offer 0",
        "offer 1 offer 1",
        "r0 = const 5 offer r0",
        "r0 = const 8 offer r0",
        "r0 = const 9 offer r0",
        "r0 = const -1 offer r0",
        "r0 = const 2147483647 offer r0",
        "return",
    ] {
        fault("decide d0", legal);
    }
}

#[test]
fn faults_of_chance_points() {
    for body in [
        "chance h0",
        "store s9 1 -2 chance h0",
        "store s9 0 3 store s9 2 -1 chance h0",
        "store s0 0 1 chance h1",
    ] {
        fault(body, "offer 0");
    }
}

#[test]
fn nothing_legal_is_found_when_asked_too() {
    // The first answer empties the list that the second question finds.
    let legal = "r0 = load s1 0 r4 = eq r0 0 if r4 { offer 0 offer 2 }";
    let mut both = Both::new(frame("decide d0", legal, ""));
    let mut state = both.initial(1, ChanceMode::Sampled).expect("a start");
    let engine = both.engine.clone();
    engine
        .set_cell(&mut state, rulewright_ir::SlotId(1), 0, 1)
        .expect("a value of the slot");
    assert!(both.legal(&state).is_err());
}

#[test]
fn a_failed_step_leaves_the_block_and_the_instance_fit_for_use() {
    let body = "r0 = load s1 0 r4 = eq r0 1 store s1 0 1 if r4 { move s2 0 s3 0 1 r1 = const 0 r1 = div 1 r1 @0 over } decide d0";
    let mut both = Both::new(frame(body, "offer 0 offer 2", ""));
    let mut state = both.initial(1, ChanceMode::Sampled).expect("a start");
    assert!(both.apply(&mut state, 2, ChanceMode::Sampled).is_err());
    both.apply(&mut state, 0, ChanceMode::Sampled)
        .expect("a legal action");
}
