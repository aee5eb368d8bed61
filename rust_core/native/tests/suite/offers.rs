//! What is offered and drawn without branches: rows of numbers, numbers behind conditions, a few weights; and
//! forced answers that lead back to their decision.

use std::sync::Arc;

use rulewright_engine::{ChanceMode, Engine, Pcg32, State};
use rulewright_ir::ids::SlotId;
use rulewright_ir::{parse_text, verify};

use crate::both::Both;

/// Numbers 3 to 18 in a row, then some behind conditions, then one that is always there.
fn program(weights: &str, cells: u32) -> String {
    let hash = "0".repeat(64);
    format!(
        r#"rulewright-ir 1
game "offers" players 2 actions 32 length 40
hash "{hash}"
file "test.rules"
span 0 7 3 7 30
slot "me" u8 [] 0..1 control player all
slot "from" u8 [] 0..13 var int all
slot "to" u8 [] 0..13 var int all
slot "flags" u8 [8] 0..1 var bool all init 1
slot "left" u8 [] 0..9 var int all init 1
slot "last" i16 [] -1..99 var int all
slot "weights" {weights} var int all
table {{ 0 3 9 1 5 2 8 4 7 6 0 9 5 1 }}
func "legal" () none [int int int int bool bool bool bool bool int] {{
  r0 = load s1 0 r1 = load s2 0 r4 = load s3 0
  if r4 {{ for r2 in r0 r1 {{ r3 = add r2 4 offer r3 }} }}
  r5 = const 0 r9 = const 0
  r6 = load s3 1
  if r6 {{ offer 20 r5 = const 1 }}
  r7 = load s3 2
  if r7 {{
    r8 = load s3 3
    if r8 {{ r9 = load s2 0 r9 = min r9 1 offer 21 }}
    r9 = table c0 r0 r9 = add r9 r1 r8 = gt r0 6
    if r8 {{ r5 = copy r8 offer 22 }}
  }}
  r4 = not r5
  if r4 {{ r4 = lt r0 r1 if r4 {{ offer 23 }} }}
  offer 24
  r8 = gt r9 9 if r8 {{ offer 25 }}
}}
func "score" (int) int [int] {{ r1 = load s5 0 return r1 }}
segment "test.start" () [] {{ decide d0 }}
segment "test.row" (int) [int bool] {{
  store s5 0 r0 r1 = mod r0 7 store s1 0 r1 r1 = load s4 0 r2 = gt r1 0
  if r2 {{ r1 = sub r1 1 store s4 0 r1 decide d0 }}
  chance h0
}}
segment "test.flag" (int) [] {{ store s3 r0 0 decide d0 }}
segment "test.pass" () [int bool] {{
  store s3 1 0 r0 = load s4 0 r1 = gt r0 0
  if r1 {{ r0 = sub r0 1 store s4 0 r0 store s3 0 0 store s3 2 0 decide d0 }}
  chance h0
}}
segment "test.drawn" (int) [] {{ store s5 0 r0 over }}
decision "test.choice" f0 @0 {{
  option "test.row" 3 [0..16] g1 option "test.flag" 20 [0..3] g2 option "test.pass" 24 [] g3 option "test.more" 25 [] g3
}}
chance "test.chance" s6 {cells} g4 @0
actor s0 entry g0 score f1 tiebreak f1
"#
    )
}

fn engine(text: &str) -> Arc<Engine> {
    let program = parse_text(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let verified = verify(program).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Engine::new(verified).expect("a small program fits")
}

/// Any values; many weights are 0, and sometimes all but one or all of them.
fn fill(engine: &Engine, state: &mut State, rng: &mut Pcg32) {
    let many = rng.below(9);
    for (number, slot) in engine.program().slots.iter().enumerate() {
        if matches!(number, 0 | 5) {
            continue;
        }
        let cells = engine.layout().slots()[number].cells();
        for index in 0..cells {
            let wide = (i64::from(slot.high) - i64::from(slot.low) + 1) as u32;
            let value = slot.low.wrapping_add(rng.below(wide) as i32);
            let value = if number < 6 || rng.below(8) < many {
                value
            } else {
                0
            };
            engine
                .set_cell(state, SlotId(number as u32), index, value)
                .expect("a value of the slot");
        }
    }
}

fn play(weights: &str, cells: u32) {
    let mut both = Both::new(engine(&program(weights, cells)));
    let mut rng = Pcg32::seeded(7);
    let first = both.initial(1, ChanceMode::Explicit);
    let first = first.expect("a choice or a draw");
    for _ in 0..200 {
        let mut state = first.clone();
        fill(&both.engine, &mut state, &mut rng);
        // Some have no outcome: a fault that both must find.
        for action in both.legal(&state).expect("something is legal") {
            for mode in [ChanceMode::Sampled, ChanceMode::Explicit] {
                both.apply(&mut state.clone(), action, mode).ok();
            }
        }
    }
}

#[test]
fn offers_and_draws_without_branches() {
    for (weights, cells) in [
        ("u8 [6] 0..12", 6),
        ("u8 [8] 0..31", 8),
        ("u8 [8] 0..1", 8),
        ("u8 [1] 0..255", 1),
        ("u8 [2] 0..127", 2),
        ("u8 [9] 0..2", 9),
        ("u8 [9] 0..2", 5),
        ("i16 [7] 0..32000", 7),
        ("i16 [3] -1..2", 3),
        ("i32 [5] 0..2147483647", 5),
    ] {
        play(weights, cells);
    }
}
