//! Instructions one by one: whatever the interpreter leaves in the cells, the compiled code leaves too.

use rulewright_engine::ChanceMode;

use crate::both::Both;
use crate::programs::frame;

const EDGES: [i32; 9] = [i32::MIN, i32::MIN + 1, -7, -1, 0, 1, 3, 64, i32::MAX];

/// Runs a body that ends the game.
fn run(body: &str) {
    let mut both = Both::new(frame(body, "offer 0", ""));
    let result = both.initial(3, ChanceMode::Sampled);
    assert!(result.is_ok(), "{body}");
}

#[test]
fn arithmetic_at_the_edges() {
    // The low digits of a result are kept, whatever its size.
    for op in ["add", "sub", "mul", "div", "mod", "min", "max"] {
        let mut body: Vec<String> = Vec::new();
        for a in EDGES {
            for b in EDGES {
                let by_zero = b == 0 && matches!(op, "div" | "mod");
                if !by_zero {
                    body.push(format!(
                        "r0 = const {a} r1 = const {b} r2 = {op} r0 r1 r3 = {op} r0 {b} r2 = mul r2 31 \
                         r2 = add r2 r3 r3 = load s1 0 r3 = mul r3 7 r2 = add r2 r3 r2 = mod r2 1000 store s1 0 r2 "
                    ));
                }
            }
        }
        run(&format!("{} over", body.concat()));
    }
}

#[test]
fn comparisons_and_truth() {
    // One bit after the other goes into a cell, which is cut off before it is full.
    let mut body: Vec<String> = Vec::new();
    for op in ["eq", "ne", "lt", "le", "gt", "ge"] {
        for a in EDGES {
            for b in [-1, 0, 1] {
                body.push(format!(
                    "r0 = const {a} r4 = {op} r0 {b} r5 = not r4 r0 = select r4 5 6 \
                     r4 = and r4 r5 r5 = or r4 r5 r1 = select r4 1 2 r0 = mul r0 r1 if r5 {{ r0 = add r0 9 }} \
                     r2 = load s1 0 r2 = mul r2 3 r2 = add r2 r0 r2 = mod r2 1000 store s1 0 r2 "
                ));
            }
        }
    }
    run(&format!("{} over", body.concat()));
}

#[test]
fn loops_and_breaks() {
    for body in [
        "r0 = const 0 r1 = const 4 for r0 in 0 r1 { r1 = const 2 store s1 r0 r0 } store s1 0 r0 over",
        "r0 = const 8 for r0 in 3 3 { r1 = copy r0 } store s1 0 r0 over",
        "r2 = const 0 for r0 in 0 5 { for r1 in 0 5 { r4 = gt r1 r0 if r4 { break } r2 = add r2 1 } } store s1 0 r2 over",
        "for r0 in -3 3 { r4 = eq r0 1 if r4 { store s1 0 r0 over } } over",
        "for r0 in 0 3 { r1 = table c0 r0 store s1 r0 r1 } over",
    ] {
        run(body);
    }
}

#[test]
fn loops_over_cells_that_are_not_0() {
    let fill =
        "store s1 0 7 store s1 3 -1 store s10 0 1 store s10 3 2 store s10 20 9 store s10 39 1 ";
    for body in [
        "each r0 in 0 4 s1 0 { r1 = load s1 2 r1 = mul r1 4 r1 = add r1 r0 store s1 2 r1 } over",
        "each r0 in 0 40 s10 0 { r1 = load s1 1 r1 = add r1 r0 store s1 1 r1 } over",
        "each r0 in 1 39 s10 0 { r1 = load s1 1 r1 = add r1 r0 store s1 1 r1 } over",
        // The first cell is 3 on, the ends are in registers, and a turn is left early.
        "r0 = const 0 r1 = const 37 r2 = const 3 each r3 in r0 r1 s10 r2 { r4 = gt r3 10 if r4 { store s1 1 r3 break } store s1 2 r3 r1 = const 1 r2 = const 0 } over",
        // A turn that makes others, and one that takes one away.
        "each r0 in 0 40 s10 0 { r1 = add r0 2 r1 = min r1 39 store s10 r1 0 r2 = load s1 1 r2 = add r2 r0 store s1 1 r2 r1 = add r0 1 r1 = min r1 30 store s10 r1 1 } over",
        "each r0 in 0 3 s2 0 { each r1 in 0 3 s3 3 { store s9 r0 r1 } } over",
        "each r0 in 5 5 s10 0 { fault \"a turn\" } each r0 in 9 2 s10 0 { fault \"a turn\" } over",
        "each r0 in 0 40 s10 0 { each r1 in r0 40 s10 0 { r2 = load s1 1 r2 = add r2 1 store s1 1 r2 } } over",
    ] {
        let more = "slot \"many\" u8 [40] 0..9 var int all";
        let mut both = Both::new(frame(&format!("{fill}{body}"), "offer 0", more));
        both.initial(3, ChanceMode::Sampled).expect(body);
    }
}

#[test]
fn sums_over_many_cells() {
    let more = "slot \"many\" u8 [140] 0..255 var int all init 3 slot \"beads\" u8 [140] 0..200 place t0 all init 1
        slot \"heap\" i16 [2] 0..150 place t0 all table { 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 0 0 0 0 0 0 0 0 0 0 1 127 }";
    for len in [
        1_usize, 5, 6, 7, 8, 9, 15, 16, 17, 23, 24, 31, 32, 33, 38, 63, 64, 65, 127, 128, 129,
    ] {
        for first in [0, 1, 11] {
            let factors = len.min(38);
            let body = format!(
                "store s10 0 255 store s10 {len} 254 r0 = const {first} r1 = sum s10 r0 {len} r2 = sum s10 {first} {len} \
                 r1 = mul r1 3 r1 = add r1 r2 r1 = mod r1 1000 store s1 0 r1 \
                 r1 = dot s10 r0 c1 0 {factors} r2 = load s0 0 r3 = dot s10 {first} c1 r2 {factors} r1 = mul r1 3 r1 = add r1 r3 r1 = mod r1 1000 store s1 1 r1 \
                 gather s11 r0 {len} s12 1 @0 over"
            );
            let mut both = Both::new(frame(&body, "offer 0", more));
            both.initial(3, ChanceMode::Sampled).expect(&body);
        }
    }
}

#[test]
fn moves_of_every_sort() {
    for body in [
        "move s2 0 s3 0 2 over",
        "r0 = const 1 move s2 r0 s3 4 2 over",
        "r0 = const 1 move s2 r0 s4 0 2 move s4 0 s2 1 1 over",
        "r0 = const 3 move s6 0 s5 1 r0 move s5 0 s6 0 2 over",
        "r0 = const 3 move_all s2 0 s3 r0 3 over",
        "move_all s3 0 s8 0 3 over",
        "r0 = const 0 gather s5 r0 2 s5 1 over",
        "gather s5 0 2 s6 0 over",
        "r0 = sum s3 0 6 store s1 0 r0 r0 = dot s2 0 c0 0 3 store s1 1 r0 r1 = const 0 r0 = dot s3 3 c0 r1 3 store s1 2 r0 over",
        "return_to s7 g1 resume s7",
        "r0 = const 1 jump r0 [g0 g1]",
    ] {
        run(body);
    }
}

#[test]
fn chance_points_with_weights_and_a_base() {
    for body in [
        "store s9 1 4 chance h0",
        "store s9 0 1 store s9 1 4 store s9 2 5 chance h0",
        "store s0 0 1 store s9 1 2 store s9 2 5 chance h1",
        "chance h2",
        "chance h3",
    ] {
        let more = "chance \"test.even\" uniform 7 g2 @0 chance \"test.sure\" uniform 1 g2 @0";
        let mut both = Both::new(frame(body, "offer 0", more));
        for seed in 0..50 {
            both.initial(seed, ChanceMode::Sampled).expect(body);
            both.initial(seed, ChanceMode::Explicit).expect(body);
        }
    }
}
