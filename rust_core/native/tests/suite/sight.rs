//! What batches write of a position is what the engine says of it, whatever sorts of cells it has.

use std::fmt::Write;

use rulewright_engine::{ChanceMode, Machine};
use rulewright_native::{Backend, Batch, NativeEngine, Rows};

use crate::programs::frame;

/// Numbers of cells around those at which the code of a sum changes.
const LENGTHS: [usize; 15] = [1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 127, 128, 129, 256, 300];

#[test]
fn hidden_cells_are_added_up() {
    let mut more = String::new();
    for (number, len) in LENGTHS.iter().enumerate() {
        let names = (0..*len).fold(String::new(), |names, cell| {
            names + &format!("\"n{cell}\" ")
        });
        let kind = number + 1;
        // Full cells, so that sums are large; what stands behind a place is not 0 either.
        for (width, most) in [("u8", 255), ("i16", 30_000)] {
            let sort = format!("{width} [k{kind}] 0..{most} place k{kind}");
            writeln!(more, "slot \"{width} {len}\" {sort} none+count init {most}")
                .expect("a string");
        }
        writeln!(more, "kind \"kind {len}\" {{ {names} }}").expect("a string");
    }
    let engine = frame("decide d0", "offer 0 offer 1", &more);
    let native = Backend::Native(NativeEngine::new(&engine).expect("it compiles"));
    let mut batch = Batch::new(&native, 3, 1, 1, false).expect("there is room");
    let width = engine.observation_len();
    let mut seen = vec![-1.0; 3 * width];
    let rows = Rows {
        observation: Some(&mut seen),
        ..Rows::default()
    };
    batch
        .step(&[-1, 0, -1], rows)
        .expect("the rules do not fail");
    let state = engine.initial(1, ChanceMode::Sampled, &mut Machine::new());
    let mut wanted = vec![0.0; width];
    let state = state.expect("the rules do not fail");
    engine
        .observation(&state, 0, &mut wanted)
        .expect("a player");
    assert_eq!(seen[..width], wanted);
    assert!(wanted.contains(&(300.0 * 255.0)) && wanted.contains(&(127.0 * 255.0)));
}
