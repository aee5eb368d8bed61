//! Draws by rows of weights: both back ends draw the same with the same numbers, or fail alike.

use std::fmt::Write;

use rulewright_engine::{ChanceMode, FaultKind};

use crate::both::Both;
use crate::programs::frame;

/// A draw by the first cells of a row whose other cells are full.
fn game(weights: &[u8], base: usize) -> Both {
    let (len, row) = (weights.len(), 80_usize);
    let mut body = format!("store s0 0 {base} ");
    for cell in 0..row {
        let weight = cell
            .checked_sub(base)
            .and_then(|number| weights.get(number));
        let weight = weight.unwrap_or(&255);
        write!(body, "store s10 {cell} {weight} ").expect("a string");
    }
    let more = format!(
        "slot \"row\" u8 [{row}] 0..255 var int all chance \"test.row\" s10 {len} {} g2 @0",
        if base > 0 { "s0" } else { "" }
    );
    Both::new(frame(&(body + "chance h2"), "offer 0", &more))
}

/// Draws with some seeds, and stops there once.
fn draws(weights: &[u8], base: usize) {
    let mut both = game(weights, base);
    for seed in 0..40 {
        both.initial(seed, ChanceMode::Sampled)
            .expect("something is possible");
    }
    let stop = both.initial(1, ChanceMode::Explicit);
    let mut stop = stop.expect("something is possible");
    if weights.iter().filter(|weight| **weight > 0).count() > 1 {
        both.sample(&mut stop).expect("something is possible");
    }
}

#[test]
fn many_weights() {
    for len in [9, 15, 16, 17, 31, 32, 33, 48, 63, 64, 65] {
        for weight in [1, 3, 7, 255] {
            draws(&vec![weight; len], 0);
        }
        let sparse: Vec<u8> = (0..len).map(|cell| (cell % 5 == 4).into()).collect();
        draws(&sparse, 0);
    }
}

#[test]
fn sums_around_a_byte() {
    for last in [252, 253, 254, 255] {
        let mut weights = [0; 20];
        (weights[3], weights[19]) = (1, last);
        draws(&weights, 0);
        weights[11] = 1;
        draws(&weights, 0);
    }
}

#[test]
fn one_outcome_is_not_drawn() {
    for (len, place) in [(9, 0), (17, 16), (29, 8), (64, 63)] {
        let mut weights = vec![0; len];
        weights[place] = 5;
        draws(&weights, 0);
    }
}

#[test]
fn a_row_may_begin_later() {
    for len in [5, 9, 29] {
        draws(&vec![2; len], 1);
    }
}

#[test]
fn nothing_to_draw_is_one_fault() {
    for len in [5, 9, 29, 64, 70] {
        let fault = game(&vec![0; len], 0).initial(1, ChanceMode::Sampled);
        let kind = fault.expect_err("nothing is possible").kind;
        assert!(matches!(kind, FaultKind::NoOutcome { .. }), "{kind:?}");
    }
}
