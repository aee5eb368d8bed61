//! A program as it is written and as it is run: the same games, with less work.

use rulewright_engine::{ApplyError, ChanceMode, Engine, FaultKind, Machine, Pcg32};
use rulewright_ir::{print_text, verify, Op};

use crate::generated;
use crate::programs::{engine, frame, BAG, BEADS};

/// Programs made at random, and with how many different numbers each is run.
const PROGRAMS: u64 = 3000;
const FILLINGS: u32 = 6;

/// The same program as it is written.
fn written(engine: &Engine) -> std::sync::Arc<Engine> {
    let verified = verify(engine.program().clone()).expect("it was verified before");
    Engine::as_written(verified).expect("a small program fits")
}

#[test]
fn games_are_the_same() {
    for engine in [engine(BEADS), engine(BAG)] {
        assert_eq!(
            engine.playouts(0..50, 1),
            written(&engine).playouts(0..50, 1)
        );
    }
}

/// The first segment as it is run, without registers: the names of its instructions in order.
fn names(body: &str) -> String {
    let engine = frame(
        body,
        "offer 0",
        "slot \"many\" u8 [player 20] 0..9 var int all",
    );
    let mut machine = Machine::new();
    let first = engine.initial(1, ChanceMode::Sampled, &mut machine);
    let other = written(&engine).initial(1, ChanceMode::Sampled, &mut machine);
    assert_eq!(first, other, "{body}");
    let segment = engine.running().segments.first().expect("a segment");
    let mut names = Vec::new();
    rulewright_ir::operands::for_each_instr(&segment.body, 0, &mut |instr, _| {
        if !matches!(instr.op, Op::Over) {
            names.push(instr.op.opcode().name());
        }
    });
    names.join(" ")
}

#[test]
fn what_is_known_is_not_computed() {
    for (body, left) in [
        // Constants, equal values, and what nobody reads.
        ("r0 = const 2 r1 = add r0 3 store s1 0 r1 over", "store"),
        ("r0 = load s1 0 r1 = load s1 0 r2 = add r0 r1 store s1 1 r2 over", "load add store"),
        ("r0 = load s1 0 r1 = mul r0 3 over", ""),
        ("store s1 2 5 r0 = load s1 2 store s1 0 r0 over", "store store"),
        // A write in between, a cell that may be missing, a division that may fail: nothing is left out.
        ("r0 = load s1 0 store s1 1 3 r1 = load s1 0 r2 = add r0 r1 store s1 2 r2 over", "load store load add store"),
        ("r0 = load s1 1 r1 = load s2 r0 @0 over", "load load"),
        ("r0 = load s1 0 r1 = div 4 r0 @0 over", "load div"),
        // A condition that was shown before.
        ("r0 = load s1 0 r4 = gt r0 0 if r4 { r5 = gt r0 0 if r5 { store s1 1 1 } } over", "load gt if store"),
        // `a and b` as it comes from the translator.
        ("r0 = load s1 0 r4 = gt r0 0 if r4 { r1 = load s1 1 r4 = gt r1 0 } if r4 { store s1 2 1 } over", "load gt if load gt if store"),
    ] {
        assert_eq!(names(body), left, "{body}");
    }
}

#[test]
fn loops_are_written_out_or_become_one_instruction() {
    for (body, left) in [
        ("for r0 in 0 3 { r1 = table c0 r0 store s1 r0 r1 } over", "store store store"),
        ("r1 = const 0 for r0 in 0 20 { r2 = load s10 r0 r1 = add r1 r2 } store s1 0 r1 over", "sum store"),
        ("r3 = load s0 0 r3 = mul r3 20 r1 = const 0 for r0 in 2 20 { r2 = add r3 r0 r2 = load s10 r2 r1 = add r1 r2 } store s1 0 r1 over",
         "load mul add sum store"),
        ("r2 = load s0 0 for r0 in r2 20 { r1 = load s10 r0 r4 = gt r1 0 if r4 { store s1 0 r0 } } over",
         "load each store"),
        ("r4 = const 0 for r0 in 0 3 { r1 = load s2 r0 r5 = gt r1 2 if r5 { r4 = const 1 break } } if r4 { store s1 0 1 } over",
         "const load gt if const load gt if const load gt if const if store"),
        ("for r0 in 0 2000 { r1 = load s1 0 r1 = mod r1 9 store s1 0 r1 } over", "for load mod store"),
    ] {
        assert_eq!(names(body), left, "{body}");
    }
}

#[test]
fn what_lasts_is_asked_and_computed_before_a_loop() {
    for (body, left) in [
        // Asked once, before two loops.
        ("r1 = load s0 0 r4 = gt r1 0 r2 = load s1 3 for r0 in r2 3 { if r4 { store s1 r0 1 } else { store s1 r0 2 } } over",
         "load gt load if for store for store"),
        // One of the two does nothing.
        ("r1 = load s0 0 r4 = gt r1 0 r2 = load s1 3 for r0 in r2 3 { if r4 { store s1 r0 1 } } over",
         "load gt load if for store"),
        // It is another one in each turn.
        ("r1 = load s0 0 r4 = gt r1 0 r2 = load s1 3 for r0 in r2 3 { if r4 { store s1 r0 1 } r4 = not r4 } over",
         "load gt load for if store not"),
        // A cell that nothing in the loop writes is read before it.
        ("r2 = load s1 3 for r0 in r2 20 { r1 = load s0 0 r3 = add r1 r0 store s10 r3 1 @0 } over",
         "load load for add store"),
        ("r2 = load s1 3 for r0 in r2 3 { r1 = load s1 0 r3 = add r1 r0 store s1 r0 r3 @0 } over",
         "load for load add store"),
        // What may fail is computed where it stands, or it would fail without a turn too.
        ("r1 = load s1 0 r2 = load s1 3 for r0 in r2 3 { r3 = div 4 r1 @0 store s1 r0 r3 @0 } over",
         "load load for div store"),
    ] {
        assert_eq!(names(body), left, "{body}");
    }
}

#[test]
fn a_short_loop_is_written_out_for_each_answer() {
    assert_eq!(
        names("r1 = load s0 0 r4 = gt r1 0 for r0 in 0 2 { if r4 { store s1 r0 1 } else { store s1 r0 2 } } over"),
        "load gt if store store store store"
    );
}

#[test]
fn the_same_choice_is_made_once() {
    for (body, left) in [
        // Between numbers.
        ("r3 = load s10 0 r4 = gt r3 0 r0 = const 2 if r4 { r0 = load s1 1 } r1 = const 2 if r4 { r1 = load s1 1 } store s1 0 r0 store s1 2 r1 over",
         "load gt const if load store store"),
        // `a and b` shows a; without `a or b` there is no a.
        ("r3 = load s10 0 r4 = gt r3 0 r5 = copy r4 if r4 { r1 = load s1 1 r5 = gt r1 0 } r5 = not r5 if r5 { store s1 2 1 } else { if r4 { store s1 3 1 } } over",
         "load gt copy if load gt not if store store"),
        ("r3 = load s10 0 r4 = gt r3 0 r5 = copy r4 if r4 { } else { r1 = load s1 1 r5 = gt r1 0 } if r5 { store s1 2 1 } else { if r4 { store s1 3 1 } } over",
         "load gt copy if load gt if store"),
        // Another condition, or another value.
        ("r3 = load s10 0 r4 = gt r3 0 r0 = const 2 if r4 { r0 = load s1 1 } r5 = gt r3 2 r1 = const 2 if r5 { r1 = load s1 1 } store s1 0 r0 store s1 2 r1 over",
         "load gt const if load gt const if load store store"),
        ("r3 = load s10 0 r4 = gt r3 0 r0 = const 2 if r4 { r0 = load s1 1 } store s1 0 r0 r1 = const 2 if r4 { r1 = load s1 1 } store s1 2 r1 over",
         "load gt const if load store const if load store"),
    ] {
        assert_eq!(names(body), left, "{body}");
    }
}

#[test]
fn a_turn_over_cells_begins_with_one_that_is_not_0() {
    for (body, left) in [
        ("r2 = load s10 0 each r0 in r2 3 s2 0 { r1 = load s2 r0 r4 = gt r1 0 if r4 { store s10 r0 1 } } over",
         "load each store"),
        // That there was no turn says nothing of the cell.
        ("each r0 in 2 3 s2 0 { store s10 r0 1 } r1 = load s2 2 r4 = gt r1 0 if r4 { store s1 0 1 } over",
         "each store load gt if store"),
        // What the turn wrote may be anything.
        ("r2 = load s10 0 each r0 in r2 9 s10 1 { r1 = load s2 0 r3 = add r0 1 store s10 r3 r1 r1 = load s10 r3 r4 = gt r1 0 if r4 { store s1 r0 1 } } over",
         "load load gt if each add store store each add store"),
    ] {
        assert_eq!(names(body), left, "{body}");
    }
}

#[test]
fn what_a_branch_or_a_loop_in_a_loop_gives_a_register_does_not_last() {
    for body in [
        "r2 = load s1 3 for r0 in r2 3 { r1 = load s2 0 each r3 in 0 3 s1 0 { r1 = load s1 r3 } r3 = add r1 1 r3 = min r3 4 store s1 r0 r3 } over",
        "r2 = load s1 3 for r0 in r2 3 { r1 = load s2 0 r4 = gt r0 0 if r4 { r1 = const 2 } r3 = add r1 1 r3 = min r3 4 store s1 r0 r3 } over",
    ] {
        assert!(names(body).ends_with("add min store"), "{body}: {}", names(body));
    }
}

#[test]
fn bounds_that_decide_nothing_are_not_compared() {
    for (body, left) in [
        ("r0 = load s10 0 r1 = load s1 1 r1 = sub r1 3 r2 = max 0 r1 r4 = le r2 r0 if r4 { store s1 2 1 } over",
         "load load sub le if store"),
        ("r0 = load s10 0 r1 = load s1 1 r1 = sub r1 3 r2 = max 0 r1 r4 = lt r0 r2 if r4 { store s1 2 1 } over",
         "load load sub lt if store"),
        // At the bound itself `lt` and `le` differ.
        ("r0 = load s10 0 r1 = load s1 1 r1 = sub r1 3 r2 = max 0 r1 r4 = lt r2 r0 if r4 { store s1 2 1 } over",
         "load load sub max lt if store"),
        // The other one may be less than the bound.
        ("r0 = load s10 0 r1 = load s1 1 r1 = sub r1 3 r2 = max 1 r1 r4 = le r2 r0 if r4 { store s1 2 1 } over",
         "load load sub max le if store"),
        // What the register has been shown to be is not stored in it again.
        ("r0 = load s1 0 r1 = copy r0 r4 = eq r0 2 if r4 { r1 = const 2 } store s1 1 r1 over",
            "load store"),
    ] {
        assert_eq!(names(body), left, "{body}");
    }
}

#[test]
fn a_literal_that_the_verifier_would_refuse_stays_in_its_register() {
    for body in [
        "r0 = const 4 r1 = load s1 r0 @0 over",
        "r0 = const 1 move s2 r0 s3 5 1 @0 over",
        "r0 = const 9 store s1 r0 1 @0 over",
        "r0 = const 3 r1 = table c0 r0 @0 over",
    ] {
        let code = names(body);
        assert!(code.starts_with("const "), "{body}: {code}");
    }
}

#[test]
fn the_form_that_is_run_can_be_kept() {
    for engine in [engine(BEADS), engine(BAG)] {
        let verified = verify(engine.program().clone()).expect("it was verified before");
        let again = Engine::with_kept(verified, engine.running().clone()).expect("it fits");
        assert_eq!(again.running(), engine.running());
        assert_eq!(again.playouts(0..50, 1), engine.playouts(0..50, 1));
    }
}

#[test]
fn what_can_not_be_the_kept_form_is_worked_out_again() {
    let [beads, bag] = [engine(BEADS), engine(BAG)];
    let refused = {
        let mut program = beads.running().clone();
        let segment = program.segments.first_mut().expect("a segment");
        segment.body.clear(); // a path without an end
        program
    };
    let renamed = {
        let mut program = beads.running().clone();
        program.slots.first_mut().expect("a slot").name += "2";
        program
    };
    for kept in [bag.running().clone(), refused, renamed] {
        let verified = verify(beads.program().clone()).expect("it was verified before");
        let again = Engine::with_kept(verified, kept).expect("it fits");
        assert_eq!(again.running(), beads.running());
    }
}

#[test]
fn what_one_of_two_ways_has_written_is_read_again() {
    for body in [
        "r0 = load s1 0 r4 = gt r0 0 if r4 { store s1 0 3 } r1 = load s1 0 store s1 1 r1 over",
        "r0 = load s1 0 r4 = gt r0 0 if r4 { } else { store s1 0 3 } r1 = load s1 0 store s1 1 r1 over",
        "r0 = load s1 0 r4 = eq r0 0 if r4 { store s1 0 3 } else { } r1 = load s1 0 store s1 1 r1 over",
        "r0 = load s1 0 r4 = eq r0 0 if r4 { } else { store s1 0 3 } r1 = load s1 0 store s1 1 r1 over",
    ] {
        assert_eq!(names(body).matches("load").count(), 2, "{body}");
    }
}

#[test]
fn what_a_loop_writes_is_read_again() {
    for body in [
        "r0 = load s1 0 for r1 in 0 700 { store s1 0 r1 @0 } r2 = load s1 0 store s1 1 r2 over",
        "r0 = load s1 0 for r1 in 0 700 { r2 = load s1 0 r2 = add r2 1 store s1 0 r2 @0 } store s1 1 r0 over",
    ] {
        // With both forms it comes to the same state.
        assert!(names(body).contains("for"), "{body}");
    }
}

#[test]
fn generated_programs_do_the_same() {
    let (mut shortened, mut faults, mut ends) = (0, 0, 0);
    for seed in 0..PROGRAMS {
        let running = engine(&generated::program(seed));
        let written = written(&running);
        shortened += u32::from(print_text(running.running()) != print_text(running.program()));
        let mut machine = Machine::new();
        let mut rng = Pcg32::seeded(seed);
        for _ in 0..FILLINGS {
            let mut state = running
                .initial(seed, ChanceMode::Sampled, &mut machine)
                .expect("nothing can fail before the decision");
            generated::fill(&running, &mut state, &mut rng);
            let mut other = state.clone();
            let done = running.apply(&mut state, 0, ChanceMode::Sampled, &mut machine);
            let wanted = written.apply(&mut other, 0, ChanceMode::Sampled, &mut machine);
            if matches!(&wanted, Err(ApplyError::Fault(fault)) if matches!(fault.kind, FaultKind::Fuel { .. }))
            {
                continue; // with less work it gets further
            }
            assert_eq!((&done, &state), (&wanted, &other), "seed {seed}");
            *(if done.is_ok() { &mut ends } else { &mut faults }) += 1;
        }
    }
    // They are worth something: most are shortened, and both ends are met.
    assert!(shortened > PROGRAMS as u32 * 9 / 10, "{shortened}");
    assert!(ends > 500 && faults > 100, "{ends} ends, {faults} faults");
}
