//! Every check while running: what it says, where it points, and that the state is untouched.

use rulewright_engine::{ApplyError, ChanceMode, Fault, FaultKind, Machine, State, FUEL};

use crate::programs::frame;

/// The fault of the first segment.
fn fault(body: &str) -> Fault {
    let engine = frame(body, "offer 0", "");
    let result = engine.initial(1, ChanceMode::Sampled, &mut Machine::new());
    result.expect_err(body)
}

#[test]
fn each_fault_says_what_and_where() {
    let cases = [
        (
            "r0 = const 4 r1 = load s1 r0 @0 over",
            "there is no cell 4 in `number`, which has 4",
        ),
        (
            "r0 = const -1 r1 = load s3 r0 @0 over",
            "there is no cell -1 in `shelf`, which has 6",
        ),
        (
            "r0 = const 2 r1 = sum s1 r0 3 @0 over",
            "there is no cell 4 in `number`, which has 4",
        ),
        (
            "r0 = const 1001 store s1 0 r0 @0 over",
            "1001 does not fit into `number` at 0, which holds -1000 to 1000",
        ),
        (
            "r0 = const 9 store s1 r0 1 @0 over",
            "there is no cell 9 in `number`, which has 4",
        ),
        (
            "r0 = const 3 move s2 0 s3 0 r0 @0 over",
            "-1 does not fit into `box` at 0, which holds 0 to 5",
        ),
        (
            "r0 = const 18 move s6 0 s5 0 r0 @0 over",
            "21 does not fit into `pocket` at 0, which holds 0 to 20",
        ),
        (
            "r0 = const -1 move s5 0 s5 1 r0 @0 over",
            "a move of -1 tokens out of `pocket`; the number cannot be negative",
        ),
        (
            "r0 = const 1 move s2 r0 s3 5 1 @0 over",
            "a move from `box` at 1 to `shelf` at 5, which holds another entry",
        ),
        (
            "r0 = const 2 move s2 r0 s4 0 1 @0 over",
            "a move from `box` at 2 to `blues` at 0, which holds another entry",
        ),
        (
            "r0 = const 1 move_all s2 0 s3 r0 3 @0 over",
            "a move from `box` at 0 to `shelf` at 1, which holds another entry",
        ),
        ("r0 = const 0 r1 = div 3 r0 @0 over", "a division by zero"),
        ("r0 = const 0 r1 = mod 3 r0 @0 over", "a division by zero"),
        (
            "r0 = const 3 r1 = table c0 r0 @0 over",
            "there is no entry 3 in a table of 3",
        ),
        (
            "r0 = const -1 r1 = table c0 r0 @0 over",
            "there is no entry -1 in a table of 3",
        ),
        (
            "r0 = const 1 r1 = dot s1 0 c0 r0 3 @0 over",
            "there is no entry 3 in a table of 3",
        ),
        (
            "r0 = const 2 jump r0 [g0 g1] @0",
            "there is no branch 2 among 2",
        ),
        ("fault \"the end is near\" @0", "the end is near"),
    ];
    for (body, sentence) in cases {
        let fault = fault(body);
        assert_eq!(fault.kind.to_string(), sentence, "{body}");
        assert_eq!(fault.place.as_deref(), Some("test.rules:7:3"), "{body}");
        assert_eq!(fault.code, "test.main");
        assert_eq!(
            fault.to_string(),
            format!("test.rules:7:3: {sentence} (in `test.main`)")
        );
    }
}

#[test]
fn a_fault_without_span_names_its_code() {
    let fault = fault("r0 = const 0 r1 = div 3 r0 over");
    assert_eq!(fault.to_string(), "a division by zero (in `test.main`)");
    assert_eq!(fault.span, None);
}

#[test]
fn endless_code_runs_out_of_fuel() {
    for body in [
        "goto g0 @0",
        "for r0 in 0 2000000000 { r1 = copy r0 } over",
        "jump 0 [g0]",
    ] {
        assert_eq!(fault(body).kind, FaultKind::Fuel { limit: FUEL }, "{body}");
    }
    // The first segment takes one unit, so one turn less than the limit is the most.
    let inside = format!("for r0 in 0 {} {{ r1 = copy r0 }} over", FUEL - 1);
    assert!(frame(&inside, "", "")
        .initial(1, ChanceMode::Sampled, &mut Machine::new())
        .is_ok());
    assert_eq!(
        fault(&format!("for r0 in 0 {FUEL} {{ r1 = copy r0 }} over")).kind,
        FaultKind::Fuel { limit: FUEL }
    );
}

#[test]
fn forced_answers_that_never_end_run_out_of_fuel() {
    let engine = frame("decide d0", "offer 2", "");
    let fault = engine
        .initial(1, ChanceMode::Sampled, &mut Machine::new())
        .expect_err("an endless game");
    assert_eq!(fault.kind, FaultKind::Fuel { limit: FUEL });
}

#[test]
fn a_decision_needs_rising_numbers_of_its_own() {
    let start = |legal: &str| {
        frame("decide d0", legal, "").initial(1, ChanceMode::Sampled, &mut Machine::new())
    };
    let kind = |legal: &str| start(legal).expect_err(legal).kind;
    assert_eq!(
        kind(""),
        FaultKind::NoLegalAction {
            decision: "test.choice".into()
        }
    );
    assert_eq!(
        start("").expect_err("none").place.as_deref(),
        Some("test.rules:7:3")
    );
    assert_eq!(
        kind("offer 1 offer 0"),
        FaultKind::OfferOrder {
            action: 0,
            previous: 1
        }
    );
    assert_eq!(
        kind("offer 1 offer 1"),
        FaultKind::OfferOrder {
            action: 1,
            previous: 1
        }
    );
    let foreign = |action: i32| kind(&format!("r0 = const {action} offer r0"));
    for action in [5, 8, 9, -1, i32::MAX] {
        assert_eq!(foreign(action), FaultKind::OfferForeign { action });
    }
}

#[test]
fn a_failed_step_leaves_the_state_as_it_was() {
    let body = "r0 = load s1 0 r4 = eq r0 1 store s1 0 1 if r4 { move s2 0 s3 0 1 r1 = const 0 r1 = div 1 r1 @0 over } decide d0";
    let engine = frame(body, "offer 0 offer 2", "");
    let mut machine = Machine::new();
    let mut state: State = engine
        .initial(1, ChanceMode::Sampled, &mut machine)
        .expect("the first stop");
    let before = state.clone();
    let result = engine.apply(&mut state, 2, ChanceMode::Sampled, &mut machine);
    assert!(
        matches!(result, Err(ApplyError::Fault(fault)) if fault.kind == FaultKind::DivideByZero)
    );
    assert_eq!(state, before);
    // And the machine is fit for use.
    engine
        .apply(&mut state, 0, ChanceMode::Sampled, &mut machine)
        .expect("a legal action");
}
