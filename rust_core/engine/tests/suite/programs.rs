//! The programs the tests run: a game of taking beads, a game of drawing from a bag, and a frame into
//! which a test puts a few lines of its own.

use std::sync::Arc;

use rulewright_engine::Engine;
use rulewright_ir::{parse_text, verify};

/// 64 hex digits.
const HASH: &str = "hash \"0000000000000000000000000000000000000000000000000000000000000000\"\n";

/// Two players take 1 to 3 beads in turn; whoever takes the last one wins.
pub(crate) const BEADS: &str = r#"
file "beads.rules"
span 0 3 5 3 20
token "bead"
slot "me" u8 [] 0..1 control player all
slot "pile" i16 [] 0..100 place t0 all init 10
slot "pocket" i16 [player] 0..100 place t0 all
slot "last" u8 [] 0..1 control player all
func "turn.legal" () none [int int] {
  r0 = load s1 0
  r0 = min r0 3
  for r1 in 0 r0 { offer r1 }
}
func "score" (int) int [int bool] {
  r1 = load s3 0
  r2 = eq r1 r0
  r1 = select r2 1 0
  return r1
}
func "tiebreak" (int) int [int] { r1 = load s2 r0  return r1 }
segment "start" () [] { decide d0 }
segment "take" (int) [int int bool] {
  r1 = load s0 0
  move s1 0 s2 r1 r0 @0
  store s3 0 r1
  r1 = sub 1 r1
  store s0 0 r1
  r2 = load s1 0
  r3 = eq r2 0
  if r3 { over }
  decide d0
}
decision "turn" f0 @0 { option "turn.take" 0 [1..3] g1 }
actor s0
entry g0
score f1
tiebreak f2
"#;

/// Two players draw crates from a bag that nobody looks into; each draw may be laid open or kept.
pub(crate) const BAG: &str = r#"
file "bag.rules"
span 0 1 1 1 9
kind "crate" { "red" "blue" "green" }
slot "me" u8 [] 0..1 control player all
slot "bag" u8 [k0] 0..3 place k0 none+count init 3
slot "hand" u8 [player k0] 0..9 place k0 owner+count
slot "open" i16 [player k0] 0..9 place k0 all
slot "drawn" i16 [] -1..2 var k0 none init -1
slot "next" i16 [] 0..99 control segment none
table { 1 2 5 }
func "show.legal" () none [] { offer 2  offer 3  offer 4 }
func "score" (int) int [int int] {
  r1 = mul r0 3
  r2 = dot s3 r1 c0 0 3
  return r2
}
func "tiebreak" (int) int [int int] {
  r1 = mul r0 3
  r2 = sum s2 r1 3
  return r2
}
segment "turn" () [int bool] {
  r0 = sum s1 0 3
  r1 = eq r0 0
  if r1 { over }
  chance h0
}
segment "drawn" (int) [int int] {
  r1 = load s0 0
  r2 = mul r1 3
  r2 = add r2 r0
  move s1 r0 s2 r2 1
  store s4 0 r0
  return_to s5 g4
  decide d0
}
segment "show" (int int) [int int int] {
  r2 = load s0 0
  r3 = mul r2 3
  r4 = load s4 0
  r3 = add r3 r4
  move s2 r3 s3 r3 1
  resume s5
}
segment "keep" () [] { resume s5 }
segment "next" () [int] {
  r0 = load s0 0
  r0 = sub 1 r0
  store s0 0 r0
  store s4 0 -1
  jump 0 [g0]
}
decision "show" f0 @0 {
  option "show.open" 2 [player 5..5] g2
  option "show.keep" 4 [] g3
}
chance "draw" s1 3 g1 @0
actor s0
entry g0
score f1
tiebreak f2
"#;

/// An engine for one of the programs above, two players.
pub(crate) fn engine(text: &str) -> Arc<Engine> {
    let head = "rulewright-ir 1\ngame \"test\" players 2 actions 5 length 100\n";
    load(&format!("{head}{HASH}{text}"))
}

/// An engine for a whole text.
fn load(text: &str) -> Arc<Engine> {
    let program = parse_text(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let verified = verify(program).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Engine::new(verified).expect("a small program fits")
}

/// A program around some lines: `segment` is the body of the first segment (registers r0 to r3 are ints,
/// r4 and r5 bools), `legal` that of a legal function, `more` whole entities. Every instruction with `@0`
/// lies at `test.rules:7:3`.
pub(crate) fn frame(segment: &str, legal: &str, more: &str) -> Arc<Engine> {
    load(&format!(
        r#"rulewright-ir 1
game "frame" players 2 actions 9 length 5
{HASH}
file "test.rules"
span 0 7 3 7 30
kind "crate" {{ "red" "blue" "green" }}
token "bead"
slot "me" u8 [] 0..1 control player all
slot "number" i32 [4] -1000..1000 var int all
slot "box" u8 [k0] 0..5 place k0 all init 2
slot "shelf" i16 [player k0] 0..5 place k0 all init 1
slot "blues" i16 [] 0..9 place k0.1 all
slot "pocket" i16 [player] 0..20 place t0 all init 3
slot "mint" u8 [] 0..0 place t0 all unlimited
slot "back" i16 [] 0..9 control segment all
slot "store" u8 [k0] 0..0 place k0 all unlimited
slot "weights" i16 [3] -5..5 var int all
table {{ 10 20 30 }}
func "legal" () none [int int int int bool bool] {{ {legal} }}
func "score" (int) int [int] {{ r1 = load s1 r0  return r1 }}
func "tiebreak" (int) int [int] {{ r1 = load s5 r0  return r1 }}
func "other.legal" () none [] {{ offer 5 }}
segment "test.main" () [int int int int bool bool] {{ {segment} }}
segment "test.took" () [] {{ over }}
segment "test.outcome" (int) [] {{ store s1 0 r0  over }}
decision "test.choice" f0 @0 {{ option "test.take" 0 [] g1  option "test.pass" 1 [] g1 option "test.more" 2 [] g0 }}
decision "test.other" f3 @0 {{ option "test.third" 5 [] g1 }}
chance "test.chance" s9 3 g2 @0
chance "test.based" s9 2 s0 g2 @0
actor s0
entry g0
score f1
tiebreak f2
{more}
"#
    ))
}
