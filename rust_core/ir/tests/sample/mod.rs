//! A small program that uses every declaration and every instruction, and a random generator for
//! the tests that break things. The comments `; slots` and so on mark where a test adds its own.

/// Passes the verifier.
pub(crate) const SAMPLE: &str = r#"rulewright-ir 1
game "shapes" players 2 actions 20 length 100
hash "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
file "a.rules"
span 0 3 1 3 9
span 0 4 2 4 7
kind "colour" { "red" "blue" "green" }
kind "nothing" { }
token "bead"
token "disc \"small\"\n\\"
slot "me" u8 [] 0..1 control player all                 ; s0
slot "crates" u8 [player k0] 0..11 place k0 all         ; s1
slot "pocket" i16 [player] 0..100 place t0 owner+count   ; s2
slot "mint" u8 [] 0..0 place t0 all unlimited           ; s3
slot "back" i16 [] 0..99 control segment none           ; s4
slot "flag" u8 [] 0..1 var bool all                     ; s5
slot "shelf" u8 [k0] 0..50 place k0 all init 9          ; s6
slot "reds" u8 [] 0..50 place k0.0 none+count           ; s7
slot "round" i32 [4] -5..100 var int all init 1         ; s8
slot "heap" u8 [k0] 0..0 place k0 all unlimited         ; s9
slot "pot" i16 [] -10..10 place t1 none                 ; s10
slot "hue" i16 [] -1..2 var k0 all init -1              ; s11
slot "blues" u8 [2] 0..50 place k0.1 all                ; s12
; slots
table { 2 4 6 -8 }
func "worth" (int bool) int [int bool int] {            ; f0
  r2 = const -3
  r2 = copy r0
  r2 = add r2 1 @1
  r2 = sub r2 r0
  r2 = mul r2 2
  r2 = div r2 2
  r2 = mod r2 5
  r2 = min r2 4
  r2 = max r2 0
  r3 = eq r2 r0
  r3 = ne r3 r1
  r3 = lt r2 3
  r3 = le r2 3
  r3 = gt r2 3
  r3 = ge r2 3
  r3 = and r3 r1
  r3 = or r3 0
  r3 = not r3
  r2 = select r3 r2 7
  r4 = load s8 0
  r4 = sum s1 3 3
  r4 = dot s6 0 c0 1 3
  r4 = table c0 r2
  r3 = load s5 0
  for r2 in 0 r4 {
    if r3 { break } else { r0 = add r0 r2 }
  } @0
  if r3 { return 5 } else { fault "no \"worth\"" @0 }
}
func "flagged" () bool [int] {                          ; f1
  r0 = call f0 3 1
  call f0 r0 0
  return 1
}
func "legal" () none [int int bool] {                   ; f2
  for r0 in 0 3 {
    r1 = load s6 r0
    r2 = gt r1 0
    if r2 { offer r0 }
  }
  each r0 in 0 3 s6 0 { r1 = load s6 r0 } @0
  offer 3
  return
}
func "score" (int) int [] { r0 = load s2 r0 return r0 } ; f3
func "pay" (int) none [] {                              ; f4
  move s3 0 s2 r0 1
  move s6 0 s7 0 1
  move s7 0 s1 3 1
  move s6 r0 s1 r0 2
  move s6 r0 s12 1 2
  move s9 1 s12 0 1
  move_all s1 3 s6 0 3
  move_all s6 0 s9 0 3
  gather s2 0 2 s3 0
}
func "aims" () none [] { offer 4 offer 11 }                  ; f5
; funcs
segment "start" () [int] {                              ; g0
  store s8 1 4
  store s5 0 1
  return_to s4 g4
  call f4 0
  decide d0 @0
}
segment "took" (int) [bool] {                           ; g1
  r1 = lt r0 2
  if r1 { goto g3 r0 }
  jump r0 [g0 g2 g4]
}
segment "passed" () [] { chance h0 }                    ; g2
segment "drawn" (int) [] { resume s4 }                  ; g3
segment "end" () [] { over }                            ; g4
; segments
decision "turn" f2 @0 {
  option "take" 0 [k0] g1
  option "pass" 3 [] g2
  ; options
}
decision "aim" f5 {
  option "hit" 4 [player -1..2] g5
  ; aims
}
segment "aimed" (int int) [] { over }                   ; g5
chance "draw" s6 3 g3 @0
chance "next" s8 2 s11 g3
chance "seat" uniform 2 g3
; chances
limit s1 f3
actor s0
entry g0
score f3
tiebreak f3
"#;

/// Enough randomness for tests, the same on every run.
#[allow(dead_code, reason = "not every test file draws numbers")]
pub(crate) struct Draws(pub(crate) u64);

#[allow(dead_code, reason = "not every test file draws numbers")]
impl Draws {
    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}
