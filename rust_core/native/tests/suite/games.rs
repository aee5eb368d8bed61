//! Whole games: in step, by explicit chance, and as playouts.

use rulewright_engine::{ApplyError, ChanceMode, Pcg32, Status};

use crate::both::Both;
use crate::generated;
use crate::programs::{engine, frame, BAG, BEADS};

#[test]
fn random_games_are_equal_at_every_stop() {
    for text in [BEADS, BAG] {
        let mut both = Both::new(engine(text));
        for seed in 0..40 {
            let mut rng = Pcg32::seeded(seed);
            let mut state = both.initial(seed, ChanceMode::Sampled).expect("a start");
            loop {
                let legal = both.legal(&state).expect("no fault");
                both.results(&state);
                let Some(action) = legal.get(rng.below(legal.len() as u32) as usize) else {
                    break;
                };
                both.apply(&mut state, *action, ChanceMode::Sampled)
                    .expect("a legal action");
            }
            assert_eq!(both.engine.status(&state), Status::Over);
        }
    }
}

#[test]
fn explicit_chance_is_equal_for_draws_and_chosen_outcomes() {
    let mut both = Both::new(engine(BAG));
    for seed in 0..20 {
        let mut rng = Pcg32::seeded(seed);
        let mut state = both.initial(seed, ChanceMode::Explicit).expect("a start");
        loop {
            match both.engine.status(&state) {
                Status::Over => break,
                Status::Chance(_) if rng.below(5) == 0 => {
                    let result = both.apply(&mut state, 2, ChanceMode::Explicit);
                    assert_eq!(result, Err(ApplyError::AtChance));
                }
                Status::Chance(_) if rng.below(2) == 0 => {
                    both.sample(&mut state).expect("a draw");
                }
                Status::Chance(_) => {
                    let outcome = rng.below(5);
                    let result = both.outcome(&mut state, outcome);
                    assert!(matches!(
                        result,
                        Ok(()) | Err(ApplyError::IllegalOutcome { .. })
                    ));
                }
                Status::Decision(_) => {
                    let legal = both.legal(&state).expect("no fault");
                    let pick = rng.below(legal.len() as u32) as usize;
                    both.apply(&mut state, legal[pick], ChanceMode::Explicit)
                        .expect("a legal action");
                }
            }
        }
        assert_eq!(
            both.apply(&mut state, 0, ChanceMode::Sampled),
            Err(ApplyError::Over)
        );
    }
}

#[test]
fn playouts_are_equal_and_end_at_the_declared_length() {
    for text in [BEADS, BAG] {
        let mut both = Both::new(engine(text));
        for seed in (0..100).chain([u64::MAX]) {
            let wanted = both.engine.playout(seed, &mut both.machine);
            assert_eq!(both.compiled.playout(seed), wanted);
        }
    }
    let mut endless = Both::new(frame("decide d0", "offer 1 offer 2", ""));
    let mut faults = 0;
    for seed in 0..400 {
        let wanted = endless.engine.playout(seed, &mut endless.machine);
        faults += u32::from(wanted.is_err());
        assert_eq!(endless.compiled.playout(seed), wanted);
    }
    assert!(faults > 0);
}

#[test]
fn an_illegal_action_and_a_foreign_block_are_refused_alike() {
    let mut both = Both::new(engine(BEADS));
    let mut state = both.initial(1, ChanceMode::Sampled).expect("a start");
    for action in [3, 4, 5, u32::MAX] {
        let result = both.apply(&mut state, action, ChanceMode::Sampled);
        assert_eq!(result, Err(ApplyError::Illegal { action }));
    }
    let mut other = Both::new(engine(BAG));
    assert!(other.legal(&state).is_err());
}

#[test]
fn generated_programs_do_the_same() {
    for seed in 0..40 {
        let mut both = Both::new(engine(&generated::program(seed)));
        let mut rng = Pcg32::seeded(seed);
        for _ in 0..6 {
            let mut state = both.initial(seed, ChanceMode::Sampled).expect("a start");
            generated::fill(&both.engine, &mut state, &mut rng);
            // Equal ends, also if it is a fault.
            both.apply(&mut state, 0, ChanceMode::Sampled).ok();
            both.results(&state);
        }
    }
}
