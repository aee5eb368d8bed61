//! States as bytes: layout, copies, and that no bytes whatever make the engine panic.

use rulewright_engine::{ChanceMode, Engine, Machine, Pcg32, State, StateError, Status};
use rulewright_ir::SlotId;

use crate::programs::{engine, frame, BAG, BEADS};

const MODE: ChanceMode = ChanceMode::Explicit;

#[test]
fn slots_stand_in_order_aligned_and_padded() {
    let engine = engine(BEADS);
    let layout = engine.layout();
    let offsets: Vec<u32> = layout.slots().iter().map(|slot| slot.offset).collect();
    // Header 12; u8; two i16 after one byte of padding; u8; rounded up to 4.
    assert_eq!(offsets, [12, 14, 16, 20]);
    assert_eq!(layout.size(), 24);
    assert_eq!(layout.cells(SlotId(2)), 2);
    let state = engine
        .initial(1, MODE, &mut Machine::new())
        .expect("the game starts");
    let mut wanted = Pcg32::seeded(1).raw().to_le_bytes().to_vec();
    wanted.extend([0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(state.as_bytes(), wanted);
    // Computed with a script from the text of `Engine::hash`.
    assert_eq!(engine.hash(&state), 0x6221_81e3_b656_1d82);
}

#[test]
fn every_state_of_a_game_comes_back_from_its_bytes() {
    let engine = engine(BAG);
    let mut machine = Machine::new();
    let mut rng = Pcg32::seeded(5);
    let mut state = engine
        .initial(3, MODE, &mut machine)
        .expect("the game starts");
    let mut history = Vec::new();
    while engine.status(&state) != Status::Over {
        let copy = engine
            .state_from_bytes(state.as_bytes())
            .expect("its own bytes");
        assert_eq!(copy, state);
        history.push(copy);
        step(&engine, &mut state, &mut rng, &mut machine);
    }
    engine.validate(state.as_bytes()).expect("the last state");
    // Undo is going back to the bytes; from there the game goes on as it did.
    for pair in history.windows(2) {
        let mut legal = Vec::new();
        engine
            .legal(&pair[0], &mut machine, &mut legal)
            .expect("legal actions");
        let outcomes = engine.chance_outcomes(&pair[0]).outcomes;
        let mut reached = legal.iter().any(|action| {
            let mut next = pair[0].clone();
            engine
                .apply(&mut next, *action, MODE, &mut machine)
                .expect("legal");
            next == pair[1]
        });
        reached |= outcomes.iter().any(|(outcome, _)| {
            let mut next = pair[0].clone();
            engine
                .apply_outcome(&mut next, *outcome, MODE, &mut machine)
                .expect("possible");
            next == pair[1]
        });
        assert!(reached);
    }
}

/// Any action or outcome; faults are allowed, panics are not.
fn step(engine: &Engine, state: &mut State, rng: &mut Pcg32, machine: &mut Machine) {
    let mut legal = Vec::new();
    let _ = engine.legal(state, machine, &mut legal);
    let outcomes = engine.chance_outcomes(state).outcomes;
    if !legal.is_empty() {
        let action = legal[rng.below(legal.len() as u32) as usize];
        let _ = engine.apply(state, action, MODE, machine);
    } else if !outcomes.is_empty() {
        let (outcome, _) = outcomes[rng.below(outcomes.len() as u32) as usize];
        let _ = engine.apply_outcome(state, outcome, MODE, machine);
    }
}

#[test]
fn what_is_wrong_with_bytes_is_said() {
    let engine = engine(BAG);
    let state = engine
        .initial(3, MODE, &mut Machine::new())
        .expect("the game starts");
    let with = |at: usize, value: u8| {
        let mut bytes = state.as_bytes().to_vec();
        bytes[at] = value;
        engine.validate(&bytes).expect_err("wrong bytes")
    };
    let size = state.as_bytes().len();
    assert_eq!(
        engine.validate(&[]),
        Err(StateError::Size {
            wanted: size,
            given: 0
        })
    );
    assert_eq!(with(8, 9), StateError::Position { number: 9, sort: 1 });
    assert_eq!(with(10, 3), StateError::Position { number: 0, sort: 3 });
    assert_eq!(with(11, 1), StateError::Padding { at: 11 });
    assert_eq!(with(12, 2).to_string(), "`me` at 0 is 2; it holds 0 to 1");
    assert_eq!(with(14, 4).to_string(), "`bag` at 1 is 4; it holds 0 to 3");
    let next = engine.layout().slots()[5].offset as usize;
    assert_eq!(
        with(next, 3),
        StateError::Segment {
            name: "next".into(),
            index: 0,
            value: 3
        }
    );
    let mut copy = state.clone();
    assert_eq!(engine.set_cell(&mut copy, SlotId(5), 0, 4), Ok(()));
    assert!(engine.set_cell(&mut copy, SlotId(5), 1, 4).is_err());
    assert!(engine.set_cell(&mut copy, SlotId(50), 0, 4).is_err());
    assert!(engine.set_cell(&mut copy, SlotId(1), 0, 4).is_err());
}

#[test]
fn noise_never_panics() {
    let mut rng = Pcg32::seeded(77);
    let mut machine = Machine::new();
    for engine in [
        engine(BEADS),
        engine(BAG),
        frame("decide d0", "offer 0 offer 1", ""),
    ] {
        let first = engine
            .initial(1, MODE, &mut machine)
            .expect("the game starts");
        let mut taken = 0;
        for round in 0..20_000 {
            let mut bytes = first.as_bytes().to_vec();
            if round % 10 == 0 {
                bytes.truncate(rng.below(bytes.len() as u32 + 1) as usize);
                for byte in &mut bytes {
                    *byte = rng.next_u32() as u8;
                }
            } else {
                for _ in 0..=rng.below(3) {
                    let at = rng.below(bytes.len() as u32) as usize;
                    bytes[at] = rng.below(4) as u8;
                }
            }
            let Ok(mut state) = engine.state_from_bytes(&bytes) else {
                continue;
            };
            taken += 1;
            for _ in 0..3 {
                step(&engine, &mut state, &mut rng, &mut machine);
                engine
                    .validate(state.as_bytes())
                    .expect("a step keeps a state valid");
            }
            let _ = engine.sample_chance(&mut state, MODE, &mut machine);
            let _ = engine.scores(&state, &mut machine);
            let mut out = vec![0.0; engine.observation_len()];
            engine
                .observation(&state, 1, &mut out)
                .expect("an observation");
            engine
                .validate(engine.redact(&state, 0).as_bytes())
                .expect("a redacted state is valid");
        }
        assert!(taken > 1_000, "only {taken} states were valid");
    }
}
