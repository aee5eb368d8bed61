//! What players see: own cells, sums of hidden ones, never the generator.

use rulewright_engine::{ChanceMode, Engine, Machine, ObserveError, State};
use rulewright_ir::SlotId;

use crate::programs::{engine, BAG};

const MODE: ChanceMode = ChanceMode::Explicit;

fn seen(engine: &Engine, state: &State, player: u8) -> Vec<f32> {
    let mut out = vec![-7.0; engine.observation_len()];
    engine
        .observation(state, player, &mut out)
        .expect("an observation");
    out
}

/// Both players hold a crate: 0 a red one, 1 a green one; player 1 decides.
fn dealt(engine: &Engine) -> State {
    let mut machine = Machine::new();
    let mut state = engine
        .initial(1, MODE, &mut machine)
        .expect("the game starts");
    engine
        .apply_outcome(&mut state, 0, MODE, &mut machine)
        .expect("a red crate");
    engine
        .apply(&mut state, 4, MODE, &mut machine)
        .expect("it is kept");
    engine
        .apply_outcome(&mut state, 2, MODE, &mut machine)
        .expect("a green crate");
    state
}

#[test]
fn an_observation_has_own_cells_and_sums() {
    let engine = engine(BAG);
    let state = dealt(&engine);
    let mut wanted = vec![1., 0., 0.]; // at the decision
    wanted.extend([0., 1., 1., 0.]); // player 1 is to move, player 0 looks
    wanted.extend([1.]); // me
    wanted.extend([0., 0., 0., 7.]); // bag, its sum
    wanted.extend([1., 0., 0., 0., 0., 0., 1., 1.]); // hands, their sums
    wanted.extend([0.; 6]); // open
    wanted.extend([0.]); // drawn; the kept segment is left out
    assert_eq!(seen(&engine, &state, 0), wanted);
    let other = seen(&engine, &state, 1);
    assert_eq!(other[3..7], [0., 1., 0., 1.]);
    assert_eq!(other[12..20], [0., 0., 0., 0., 0., 1., 1., 1.]);
}

#[test]
fn states_a_player_cannot_tell_apart_look_the_same() {
    let engine = engine(BAG);
    let state = dealt(&engine);
    let mut other = state.clone();
    engine.reseed(&mut other, 99);
    // Player 1 has a blue crate in place of the green one.
    for (slot, index, value) in [(1, 1, 2), (1, 2, 3), (2, 5, 0), (2, 4, 1), (4, 0, 1)] {
        engine
            .set_cell(&mut other, SlotId(slot), index, value)
            .expect("in range");
    }
    assert_eq!(seen(&engine, &state, 0), seen(&engine, &other, 0));
    assert_ne!(seen(&engine, &state, 1), seen(&engine, &other, 1));
    assert_eq!(engine.redact(&state, 0), engine.redact(&other, 0));
    assert_ne!(engine.redact(&state, 1), engine.redact(&other, 1));
}

#[test]
fn a_redacted_state_keeps_what_is_seen() {
    let engine = engine(BAG);
    let state = dealt(&engine);
    let open = engine.redact(&state, 1);
    assert_eq!(open.as_bytes().get(..8), Some(&[0; 8][..]));
    assert_eq!(open.as_bytes().get(8..12), state.as_bytes().get(8..12));
    let hand: Vec<_> = (0..6)
        .filter_map(|i| engine.cell(&open, SlotId(2), i))
        .collect();
    assert_eq!(hand, [0, 0, 0, 0, 0, 1]);
    assert_eq!(engine.cell(&open, SlotId(1), 0), Some(0));
    assert_eq!(engine.redact(&open, 1), open);
    assert!(engine.is_visible(SlotId(2), 5, 1) && !engine.is_visible(SlotId(2), 5, 0));
}

#[test]
fn wrong_questions_are_refused() {
    let engine = engine(BAG);
    let state = dealt(&engine);
    let wanted = engine.observation_len();
    let short = engine.observation(&state, 0, &mut vec![0.0; wanted - 1]);
    assert_eq!(
        short,
        Err(ObserveError::Length {
            wanted,
            given: wanted - 1
        })
    );
    let nobody = engine.observation(&state, 2, &mut vec![0.0; wanted]);
    assert_eq!(
        nobody,
        Err(ObserveError::Player {
            player: 2,
            players: 2
        })
    );
}
