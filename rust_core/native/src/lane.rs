//! The positions of a share of a batch, and who runs them.

use rulewright_engine::{ChanceMode, Engine, Fault, State};

use crate::engine::NativeError;
use crate::machine::{Look, Views};
use crate::runner::{Backend, Runner};

/// Positions of many games with what one thread runs them with. Machine code has them in its own memory and
/// steps many in one call; the interpreter has them here and steps one after another.
pub(crate) struct Lane {
    pub(crate) runner: Runner,
    /// The positions that are not in an instance.
    states: Vec<State>,
    /// The actions that they are to take.
    queue: Vec<i64>,
    /// What was legal after the last step by the interpreter.
    legal: Vec<u32>,
}

impl Lane {
    pub(crate) fn new(backend: &Backend, count: usize) -> Result<Self, NativeError> {
        let mut runner = Runner::new(backend)?;
        let mut states = Vec::new();
        match &mut runner {
            Runner::Native(machine) => machine.keep(count)?,
            Runner::Interpreter(..) => states.resize(count, State::from_back_end(&[])),
        }
        Ok(Lane {
            runner,
            states,
            queue: Vec::new(),
            legal: Vec::new(),
        })
    }

    pub(crate) fn engine(&self) -> &Engine {
        self.runner.engine()
    }

    /// The bytes of a position.
    pub(crate) fn block(&self, place: usize) -> &[u8] {
        self.look().block(place)
    }

    /// The positions, and what the last run of the queue left.
    pub(crate) fn look(&self) -> Outlook<'_> {
        match &self.runner {
            Runner::Native(machine) => Outlook::Native(machine.look()),
            Runner::Interpreter(..) => Outlook::Interpreter(&self.states, &self.legal),
        }
    }

    /// Puts a position in a place.
    pub(crate) fn put(&mut self, place: usize, state: &State) {
        match &mut self.runner {
            Runner::Native(machine) => machine.put_kept(place, state.as_bytes()),
            Runner::Interpreter(..) => {
                if let Some(here) = self.states.get_mut(place) {
                    here.clone_from(state);
                }
            }
        }
    }

    /// Says which action each game takes; one below 0 is none. They are known to be legal.
    pub(crate) fn enqueue(&mut self, actions: &[i64]) {
        match &mut self.runner {
            Runner::Native(machine) => machine.fill_queue(actions),
            Runner::Interpreter(..) => actions.clone_into(&mut self.queue),
        }
    }

    /// Takes actions of the queue, from that of a game on. Gives the number of games that it came past and
    /// the fault that stopped it: the action after them was not taken, and its game is as before.
    pub(crate) fn run_queue(&mut self, next: usize, views: Views) -> (usize, Option<Fault>) {
        match &mut self.runner {
            Runner::Native(machine) => machine.run_queue(next, views),
            Runner::Interpreter(engine, machine) => {
                let entry = self.queue.get(next).copied();
                let Some((action, here)) = entry.zip(self.states.get_mut(next)) else {
                    return (0, None);
                };
                let Ok(action) = u32::try_from(action) else {
                    return (1, None);
                };
                let mut state = here.clone();
                let stepped = engine
                    .apply_known(&mut state, action, ChanceMode::Sampled, machine)
                    .and_then(|()| engine.legal(&state, machine, &mut self.legal));
                match stepped {
                    Ok(()) => {
                        *here = state;
                        (1, None)
                    }
                    Err(fault) => (0, Some(fault)),
                }
            }
        }
    }
}

/// The positions of a lane after a run of its queue.
#[derive(Clone, Copy)]
pub(crate) enum Outlook<'a> {
    /// In an instance.
    Native(Look<'a>),
    /// Beside the interpreter, with what is legal after the one step that it took.
    Interpreter(&'a [State], &'a [u32]),
}

impl<'a> Outlook<'a> {
    /// The bytes of a position.
    #[inline]
    pub(crate) fn block(self, place: usize) -> &'a [u8] {
        match self {
            Outlook::Native(look) => look.position(place),
            Outlook::Interpreter(states, _) => states.get(place).map_or(&[], State::as_bytes),
        }
    }

    /// What is seen of a game that the last run came past, as the bytes of numbers; nothing if its position
    /// is to be asked.
    #[inline]
    pub(crate) fn seen(self, place: usize) -> Option<&'a [u8]> {
        match self {
            Outlook::Native(look) => Some(look.seen(place)),
            Outlook::Interpreter(..) => None,
        }
    }

    /// Calls `see` with everything that is legal in a game that has taken its action, and gives the number
    /// of calls.
    #[inline]
    pub(crate) fn legal(self, place: usize, see: impl FnMut(u32)) -> usize {
        match self {
            Outlook::Native(look) => {
                let legal = look.legal(place);
                let count = legal.len();
                legal.for_each(see);
                count
            }
            Outlook::Interpreter(_, legal) => {
                legal.iter().copied().for_each(see);
                legal.len()
            }
        }
    }
}
