//! Legal actions, applying them, forced answers, results, counts.

use rulewright_engine::{ApplyError, ChanceMode, Engine, Machine, Perft, State, Status};
use rulewright_ir::{parse_text, verify, DecisionId, SlotId};

use crate::programs::{engine, BEADS};

const PILE: SlotId = SlotId(1);

fn start(engine: &Engine, machine: &mut Machine) -> State {
    engine
        .initial(1, ChanceMode::Sampled, machine)
        .expect("the game starts")
}

fn legal(engine: &Engine, state: &State, machine: &mut Machine) -> Vec<u32> {
    let mut out = vec![99];
    engine
        .legal(state, machine, &mut out)
        .expect("legal actions");
    out
}

#[test]
fn a_game_goes_from_decision_to_decision_to_its_end() {
    let engine = engine(BEADS);
    let mut machine = Machine::new();
    let mut state = start(&engine, &mut machine);
    assert_eq!(engine.status(&state), Status::Decision(DecisionId(0)));
    assert_eq!(engine.current_player(&state), Some(0));
    assert_eq!(legal(&engine, &state, &mut machine), [0, 1, 2]);
    assert_eq!(engine.returns(&state, &mut machine), Ok(vec![0.0, 0.0]));

    for (action, pile, player) in [(2, 7, 1), (2, 4, 0)] {
        engine
            .apply(&mut state, action, ChanceMode::Sampled, &mut machine)
            .expect("a legal action");
        assert_eq!(engine.cell(&state, PILE, 0), Some(pile));
        assert_eq!(engine.current_player(&state), Some(player));
    }
    // Player 0 leaves one bead; player 1 has no choice, so the game is over at once.
    engine
        .apply(&mut state, 2, ChanceMode::Sampled, &mut machine)
        .expect("a legal action");
    assert_eq!(engine.status(&state), Status::Over);
    assert_eq!(engine.current_player(&state), None);
    assert_eq!(engine.scores(&state, &mut machine), Ok(vec![0, 1]));
    assert_eq!(engine.tiebreaks(&state, &mut machine), Ok(vec![6, 4]));
    assert_eq!(engine.returns(&state, &mut machine), Ok(vec![0.0, 1.0]));
    assert!(legal(&engine, &state, &mut machine).is_empty());
    assert_eq!(
        engine.apply(&mut state, 0, ChanceMode::Sampled, &mut machine),
        Err(ApplyError::Over)
    );
}

#[test]
fn an_illegal_action_changes_nothing() {
    let engine = engine(BEADS);
    let mut machine = Machine::new();
    let mut state = start(&engine, &mut machine);
    for _ in 0..2 {
        engine
            .apply(&mut state, 2, ChanceMode::Sampled, &mut machine)
            .expect("a legal action");
    }
    engine
        .apply(&mut state, 1, ChanceMode::Sampled, &mut machine)
        .expect("a legal action");
    assert_eq!(legal(&engine, &state, &mut machine), [0, 1]);
    let before = state.clone();
    for action in [2, 3, 77, u32::MAX] {
        let result = engine.apply(&mut state, action, ChanceMode::Sampled, &mut machine);
        assert_eq!(result, Err(ApplyError::Illegal { action }));
        assert_eq!(state, before);
    }
    let result = engine.apply_outcome(&mut state, 0, ChanceMode::Sampled, &mut machine);
    assert_eq!(result, Err(ApplyError::NotAtChance));
}

#[test]
fn equal_results_share_the_win() {
    let engine = crate::programs::frame("over", "offer 0", "");
    let mut machine = Machine::new();
    let state = start(&engine, &mut machine);
    assert_eq!(engine.scores(&state, &mut machine), Ok(vec![0, 0]));
    assert_eq!(engine.returns(&state, &mut machine), Ok(vec![0.5, 0.5]));
}

#[test]
fn one_machine_serves_several_engines() {
    let (one, other) = (
        engine(BEADS),
        crate::programs::frame("decide d0", "offer 0 offer 1", ""),
    );
    let mut machine = Machine::new();
    let first = start(&one, &mut machine);
    let second = start(&other, &mut machine);
    for _ in 0..3 {
        assert_eq!(legal(&one, &first, &mut machine), [0, 1, 2]);
        assert_eq!(legal(&other, &second, &mut machine), [0, 1]);
    }
    // A state of another game is refused and does no harm.
    let mut out = Vec::new();
    assert!(one.legal(&second, &mut machine, &mut out).is_err());
    assert!(one.scores(&second, &mut machine).is_err());
}

/// Counts by the rules of the game, without the engine.
fn count(pile: u32, depth: u32) -> Perft {
    let mut total = Perft::default();
    if depth == 0 {
        return Perft { leaves: 1, ..total };
    }
    if pile == 0 {
        return Perft {
            terminals: 1,
            ..total
        };
    }
    total.decisions = 1;
    for take in 1..=pile.min(3) {
        // One bead left is no decision: the next player takes it.
        let rest = if pile - take == 1 { 0 } else { pile - take };
        let part = count(rest, depth - 1);
        total.leaves += part.leaves;
        total.decisions += part.decisions;
        total.terminals += part.terminals;
    }
    total
}

#[test]
fn perft_counts_what_the_rules_give() {
    let engine = engine(BEADS);
    let mut machine = Machine::new();
    let state = start(&engine, &mut machine);
    for depth in 0..12 {
        let found = engine.perft(&state, depth, &mut machine).expect("a count");
        assert_eq!(found, count(10, depth), "depth {depth}");
    }
    let parts = engine.divide(&state, 4, &mut machine).expect("a count");
    assert_eq!(
        parts.iter().map(|part| part.0).collect::<Vec<_>>(),
        [0, 1, 2]
    );
    assert_eq!(
        parts.iter().map(|part| part.1.leaves).sum::<u64>(),
        count(10, 4).leaves
    );
}

#[test]
fn engines_and_states_can_be_shared_by_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Engine>();
    is_shared::<State>();
    is_shared::<Machine>();
}

#[test]
fn a_program_with_too_many_registers_is_refused() {
    let ints = "int ".repeat(40_000);
    let text = format!(
        r#"rulewright-ir 1
game "large" players 1 actions 1 length 1
hash "0000000000000000000000000000000000000000000000000000000000000000"
slot "me" u8 [] 0..0 control player all
func "score" (int) int [] {{ return 0 }}
func "large" () none [{ints}] {{ return }}
segment "main" () [{ints}] {{ call f1 over }}
actor s0
entry g0
score f0
tiebreak f0
"#
    );
    let verified = verify(parse_text(&text).expect("a text")).expect("a verified program");
    let error = Engine::as_written(verified).expect_err("two frames of 40,000 do not fit");
    assert_eq!(
        error.to_string(),
        "the program needs 80002 registers at once, and the engine has 65535"
    );
}
