//! Chance points: outcomes, draws, and that both modes play the same game.

use rulewright_engine::{ApplyError, ChanceMode, Engine, FaultKind, Machine, Pcg32, State, Status};
use rulewright_ir::{ChanceId, DecisionId, SlotId};

use crate::programs::{engine, frame, BAG};

const ME: SlotId = SlotId(0);
const WEIGHTS: SlotId = SlotId(9);
const SET: &str = "store s9 0 2 store s9 1 0 store s9 2 3";

fn start(engine: &Engine, seed: u64, chance: ChanceMode, machine: &mut Machine) -> State {
    engine
        .initial(seed, chance, machine)
        .expect("the game starts")
}

#[test]
fn an_explicit_chance_point_shows_its_outcomes() {
    let engine = frame(&format!("{SET} chance h0"), "", "");
    let mut machine = Machine::new();
    let mut state = start(&engine, 1, ChanceMode::Explicit, &mut machine);
    assert_eq!(engine.status(&state), Status::Chance(ChanceId(0)));
    assert_eq!(engine.current_player(&state), None);
    let found = engine.chance_outcomes(&state);
    assert_eq!((found.outcomes, found.total), (vec![(0, 2), (2, 3)], 5));

    let before = state.clone();
    let explicit = ChanceMode::Explicit;
    for outcome in [1, 3, u32::MAX] {
        let refused = engine.apply_outcome(&mut state, outcome, explicit, &mut machine);
        assert_eq!(refused, Err(ApplyError::IllegalOutcome { outcome }));
    }
    assert_eq!(
        engine.apply(&mut state, 0, explicit, &mut machine),
        Err(ApplyError::AtChance)
    );
    assert_eq!(state, before);

    engine
        .apply_outcome(&mut state, 2, explicit, &mut machine)
        .expect("a possible outcome");
    assert_eq!(engine.status(&state), Status::Over);
    assert_eq!(engine.cell(&state, SlotId(1), 0), Some(2));
    assert_eq!(
        engine.apply_outcome(&mut state, 2, explicit, &mut machine),
        Err(ApplyError::Over)
    );
}

#[test]
fn a_draw_takes_the_first_outcome_whose_running_sum_exceeds_the_number() {
    let engine = frame(&format!("{SET} chance h0"), "", "");
    let mut machine = Machine::new();
    for seed in 0..200 {
        let state = start(&engine, seed, ChanceMode::Sampled, &mut machine);
        let mut rng = Pcg32::seeded(seed);
        let wanted = if rng.below(5) < 2 { 0 } else { 2 };
        assert_eq!(
            engine.cell(&state, SlotId(1), 0),
            Some(wanted),
            "seed {seed}"
        );
        // The generator went on, so the next draw takes the next number.
        let kept = state.as_bytes().first_chunk();
        assert_eq!(kept, Some(&rng.raw().to_le_bytes()), "seed {seed}");
    }
}

#[test]
fn the_draws_of_a_game_take_one_number_after_the_other() {
    let engine = engine(BAG);
    let mut machine = Machine::new();
    for seed in 0..20 {
        let mut rng = Pcg32::seeded(seed);
        let mut bag = [3_u32; 3];
        let mut state = start(&engine, seed, ChanceMode::Sampled, &mut machine);
        while engine.status(&state) != Status::Over {
            // The last kind left is drawn without a number.
            let drawn = if bag.iter().filter(|left| **left > 0).count() == 1 {
                bag.iter().position(|left| *left > 0)
            } else {
                let mut x = rng.below(bag.iter().sum());
                bag.iter().position(|left| {
                    let is_here = x < *left;
                    x = x.saturating_sub(*left);
                    is_here
                })
            };
            let drawn = drawn.expect("a crate is left");
            bag[drawn] -= 1;
            assert_eq!(
                engine.cell(&state, SlotId(4), 0),
                Some(drawn as i32),
                "seed {seed}"
            );
            engine
                .apply(&mut state, 4, ChanceMode::Sampled, &mut machine)
                .expect("it is kept");
        }
        assert_eq!(bag, [0; 3]);
    }
}

#[test]
fn weights_can_start_at_a_cell_named_by_a_slot() {
    let engine = frame("store s0 0 1 store s9 0 5 store s9 2 4 chance h1", "", "");
    let mut machine = Machine::new();
    // Weights are 0 and 4, so outcome 1 is forced and the generator untouched.
    let state = start(&engine, 9, ChanceMode::Explicit, &mut machine);
    assert_eq!(engine.status(&state), Status::Over);
    assert_eq!(engine.cell(&state, SlotId(1), 0), Some(1));
    assert_eq!(
        state.as_bytes().first_chunk(),
        Some(&Pcg32::seeded(9).raw().to_le_bytes())
    );
    assert_eq!(engine.cell(&state, ME, 0), Some(1));
}

#[test]
fn a_uniform_chance_point_has_equal_weights() {
    let engine = frame("chance h2", "", "chance \"test.die\" uniform 4 g2 @0");
    let mut machine = Machine::new();
    let state = start(&engine, 1, ChanceMode::Explicit, &mut machine);
    assert_eq!(
        engine.chance_outcomes(&state).outcomes,
        [(0, 1), (1, 1), (2, 1), (3, 1)]
    );
    let sampled = start(&engine, 1, ChanceMode::Sampled, &mut machine);
    let wanted = Pcg32::seeded(1).below(4) as i32;
    assert_eq!(engine.cell(&sampled, SlotId(1), 0), Some(wanted));
}

#[test]
fn impossible_weights_are_faults() {
    let mut machine = Machine::new();
    let none = frame("chance h0", "", "").initial(1, ChanceMode::Explicit, &mut machine);
    let fault = none.expect_err("no outcome");
    assert_eq!(
        fault.kind,
        FaultKind::NoOutcome {
            chance: "test.chance".into()
        }
    );
    assert_eq!(fault.place.as_deref(), Some("test.rules:7:3"));
    let negative =
        frame("store s9 1 -2 chance h0", "", "").initial(1, ChanceMode::Sampled, &mut machine);
    assert_eq!(
        negative.expect_err("a negative weight").kind,
        FaultKind::NegativeWeight {
            chance: "test.chance".into(),
            outcome: 1,
            weight: -2
        }
    );
}

#[test]
fn an_explicit_game_left_to_its_generator_is_the_sampled_game() {
    let engine = engine(BAG);
    let mut machine = Machine::new();
    for seed in 0..50 {
        let mut picks = Pcg32::seeded(seed + 1000);
        let mut sampled = start(&engine, seed, ChanceMode::Sampled, &mut machine);
        let mut explicit = start(&engine, seed, ChanceMode::Explicit, &mut machine);
        loop {
            while let Status::Chance(_) = engine.status(&explicit) {
                let outcomes = engine.chance_outcomes(&explicit).outcomes;
                // By number from a copy: only the generator differs.
                let mut by_number = explicit.clone();
                let taken = engine
                    .sample_chance(&mut explicit, ChanceMode::Explicit, &mut machine)
                    .expect("a draw");
                assert!(outcomes.iter().any(|(outcome, _)| *outcome == taken));
                let again =
                    engine.apply_outcome(&mut by_number, taken, ChanceMode::Explicit, &mut machine);
                again.expect("the same outcome");
                assert_eq!(by_number.as_bytes().get(8..), explicit.as_bytes().get(8..));
            }
            assert_eq!(sampled, explicit, "seed {seed}");
            if engine.status(&sampled) == Status::Over {
                break;
            }
            assert_eq!(engine.status(&sampled), Status::Decision(DecisionId(0)));
            let mut legal = Vec::new();
            engine
                .legal(&sampled, &mut machine, &mut legal)
                .expect("legal actions");
            let action = legal[picks.below(legal.len() as u32) as usize];
            engine
                .apply(&mut sampled, action, ChanceMode::Sampled, &mut machine)
                .expect("a step");
            engine
                .apply(&mut explicit, action, ChanceMode::Explicit, &mut machine)
                .expect("a step");
        }
    }
}

#[test]
fn draws_follow_the_weights() {
    let engine = frame(&format!("{SET} chance h0"), "", "");
    let mut machine = Machine::new();
    let mut counts = [0_u32; 3];
    for seed in 0..20_000 {
        let state = start(&engine, seed, ChanceMode::Sampled, &mut machine);
        counts[engine.cell(&state, SlotId(1), 0).expect("an outcome") as usize] += 1;
    }
    // 8,000 of 20,000 with a standard deviation of 69; five of them on each side.
    assert!(
        counts[0].abs_diff(8_000) < 350 && counts[1] == 0,
        "{counts:?}"
    );
}

#[test]
fn a_state_at_a_chance_point_without_outcomes_can_be_looked_at() {
    let engine = frame(&format!("{SET} chance h0"), "", "");
    let mut machine = Machine::new();
    let mut state = start(&engine, 1, ChanceMode::Explicit, &mut machine);
    for index in 0..3 {
        engine
            .set_cell(&mut state, WEIGHTS, index, 0)
            .expect("in range");
    }
    assert_eq!(engine.chance_outcomes(&state).total, 0);
    let drawn = engine.sample_chance(&mut state, ChanceMode::Sampled, &mut machine);
    assert!(matches!(drawn, Err(ApplyError::Fault(_))));
}
