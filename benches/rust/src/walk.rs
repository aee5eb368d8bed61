//! Positions of random games, to measure single calls at.

use rulewright_engine::{ChanceMode, State, Status};
use rulewright_native::Runner;

use crate::Table;

/// Positions where somebody decides, each with an action that is legal there.
pub struct Walk {
    /// The positions, in the order of play.
    pub states: Vec<State>,
    /// One legal action for each.
    pub actions: Vec<u32>,
}

impl Walk {
    /// Plays games until there are `count` positions.
    ///
    /// # Errors
    /// If the rules fail, or the back ends differ in a legal action or a next position.
    pub fn new(table: &Table, count: usize) -> Result<Self, String> {
        let [(_, interpreter), (_, native)] = table.backends();
        let no_room = |error| format!("a back end can't be made: {error}");
        let mut reference = Runner::new(&interpreter).map_err(no_room)?;
        let mut runner = Runner::new(&native).map_err(no_room)?;
        let mut walk = Walk {
            states: Vec::with_capacity(count),
            actions: Vec::with_capacity(count),
        };
        let (mut legal, mut wanted) = (Vec::new(), Vec::new());
        let mut seed = 0;
        let fails = |fault: &dyn std::fmt::Display| format!("the program fails: {fault}");
        while walk.states.len() < count {
            let start = runner.initial(seed, ChanceMode::Sampled);
            let mut state = start.map_err(|fault| fails(&fault))?;
            while let Status::Decision(_) = table.engine().status(&state) {
                if walk.states.len() == count {
                    break;
                }
                let place = walk.states.len();
                reference
                    .legal(&state, &mut wanted)
                    .and_then(|()| runner.legal(&state, &mut legal))
                    .map_err(|fault| fails(&fault))?;
                // Any rule that is not always the first action will do.
                let pick = (place * 7 + seed as usize) % wanted.len().max(1);
                let Some(&action) = wanted.get(pick).filter(|_| legal == wanted) else {
                    return Err(differ("legal actions", place));
                };
                walk.states.push(state.clone());
                walk.actions.push(action);
                let mut other = state.clone();
                reference
                    .apply(&mut other, action, ChanceMode::Sampled)
                    .and_then(|()| runner.apply(&mut state, action, ChanceMode::Sampled))
                    .map_err(|error| fails(&error))?;
                if other != state {
                    return Err(differ("next position", place));
                }
            }
            seed += 1;
        }
        Ok(walk)
    }
}

fn differ(what: &str, place: usize) -> String {
    format!("the back ends differ in the {what} of position {place}, so no speed is given")
}
