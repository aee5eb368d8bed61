//! Random play: the same for every number of threads, and as docs/ir.md says.

use rulewright_engine::{ChanceMode, FaultKind, Machine, Pcg32, Status};

use crate::programs::{engine, frame, BAG, BEADS};

#[test]
fn the_number_of_threads_changes_nothing() {
    let engine = engine(BAG);
    let one = engine.playouts(10..75, 1).expect("games");
    assert_eq!(one.len(), 65);
    for threads in [0, 2, 3, 7, 64, 1000] {
        assert_eq!(
            engine.playouts(10..75, threads).expect("games"),
            one,
            "{threads} threads"
        );
    }
    assert_eq!(
        engine.playout(12, &mut Machine::new()).as_ref(),
        Ok(&one[2])
    );
    let none = std::ops::Range { start: 5, end: 3 };
    assert!(engine.playouts(none, 4).expect("no games").is_empty());
    assert_eq!(
        engine
            .playouts(u64::MAX - 3..u64::MAX, 2)
            .expect("games")
            .len(),
        3
    );
}

#[test]
fn a_playout_is_the_game_played_step_by_step() {
    for engine in [engine(BEADS), engine(BAG)] {
        let mut machine = Machine::new();
        for seed in 0..40 {
            let mut rng = Pcg32::seeded(seed ^ 0x9E37_79B9_7F4A_7C15);
            let mut state = engine
                .initial(seed, ChanceMode::Sampled, &mut machine)
                .expect("a start");
            let mut decisions = 0;
            while engine.status(&state) != Status::Over {
                let mut legal = Vec::new();
                // Another machine: nothing may depend on what the first one remembers.
                engine
                    .legal(&state, &mut Machine::new(), &mut legal)
                    .expect("legal actions");
                let action = legal[rng.below(legal.len() as u32) as usize];
                engine
                    .apply(&mut state, action, ChanceMode::Sampled, &mut machine)
                    .expect("a step");
                decisions += 1;
            }
            let game = engine.playout(seed, &mut Machine::new()).expect("a game");
            assert_eq!(game.decisions, decisions);
            assert_eq!(Ok(game.scores), engine.scores(&state, &mut machine));
            assert_eq!(Ok(game.tiebreaks), engine.tiebreaks(&state, &mut machine));
            assert_eq!(Ok(game.returns), engine.returns(&state, &mut machine));
        }
    }
}

#[test]
fn a_game_longer_than_declared_is_a_fault() {
    // Five decisions are declared; the third option asks again without end.
    let engine = frame("decide d0", "offer 2 offer 0", "");
    assert!(matches!(
        engine
            .playout(1, &mut Machine::new())
            .expect_err("numbers must rise")
            .kind,
        FaultKind::OfferOrder { .. }
    ));
    let engine = frame(
        "r0 = load s1 0 r0 = add r0 1 store s1 0 r0 decide d2",
        "offer 0",
        MORE,
    );
    let fault = engine
        .playout(1, &mut Machine::new())
        .expect_err("an endless game");
    assert_eq!(fault.kind, FaultKind::TooLong { limit: 5 });
    assert!(engine.playouts(0..10, 3).is_err());
}

const MORE: &str = "func \"again.legal\" () none [] { offer 6 offer 7 }
decision \"again\" f4 { option \"again.one\" 6 [] g0 option \"again.two\" 7 [] g0 }";

#[test]
fn instructions_are_counted_by_their_span() {
    // Five turns of one instruction each, and one more behind a condition that never holds.
    let counting = frame(
        "for r0 in 0 5 { r1 = const 0 @0 }  r2 = load s1 0  r4 = eq r2 9  if r4 { r1 = const 1 @0 }  over",
        "offer 0 offer 1",
        "",
    );
    let counted = counting.count_playouts(0..3).expect("games");
    assert_eq!(counted.by_span, [3 * 5]);
    // In each game: into the loop, back or out five times, a load, the condition, the end; and for each of two players
    // the two instructions of `score` and of `tiebreak`.
    assert_eq!(counted.elsewhere, 3 * (1 + 5 + 1 + 1 + 1 + 2 * 4));
}

#[test]
fn counting_changes_no_game() {
    for engine in [engine(BEADS), engine(BAG)] {
        let counted = engine.count_playouts(10..30).expect("games");
        assert_eq!(Ok(counted.playouts), engine.playouts(10..30, 1));
        assert!(counted.elsewhere > 0);
    }
}
