//! Reads a compiled program from a file and makes an engine of it.

use std::path::Path;
use std::sync::Arc;

use rulewright_engine::Engine;

/// The engine for the program in a file, in its text form. The error is one sentence.
pub(crate) fn load_program(path: &Path) -> Result<Arc<Engine>, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("the program `{shown}` can't be read: {error}"))?;
    let program = rulewright_ir::parse_text(&text)
        .map_err(|error| format!("`{shown}` is not the text of a program: {error}"))?;
    let verified = rulewright_ir::verify(program)
        .map_err(|error| format!("the program `{shown}` is not sound: {error}"))?;
    let engine =
        Engine::new(verified).map_err(|error| format!("`{shown}` can't be loaded: {error}"))?;
    let players = engine.program().players;
    if (3..=5).contains(&players) {
        Ok(engine)
    } else {
        Err(format!(
            "the program `{shown}` is for {players} players, the hand-written game for 3 to 5"
        ))
    }
}
