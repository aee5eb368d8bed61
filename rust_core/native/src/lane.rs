//! The games of a share of a batch, and who runs them.

use rulewright_engine::{ChanceMode, Engine, Fault, State};

use crate::alike::Alike;
use crate::engine::NativeError;
use crate::machine::{Look, Views};
use crate::offered::{Number, Offered, NEAR};
use crate::runner::{Backend, Runner};

/// Many games with what one thread runs them with. Machine code has them in its own memory and steps many in one
/// call; the interpreter has them here and steps one after another.
pub(crate) struct Lane {
    pub(crate) runner: Runner,
    /// The games that are not in an instance.
    here: Vec<Here>,
    /// In which order actions are taken, and which by the interpreter.
    alike: Alike,
    queue: Vec<i64>,
    /// What is legal after a step by the interpreter.
    legal: Vec<u32>,
}

/// A game beside the interpreter.
#[derive(Clone)]
pub(crate) struct Here {
    state: State,
    /// What is legal there, with some room behind it.
    numbers: Vec<Number>,
    count: usize,
}

impl Here {
    fn put(&mut self, state: State, legal: &[u32]) {
        self.state = state;
        self.count = legal.len();
        self.numbers.clear();
        self.numbers
            .extend(legal.iter().map(|number| number.to_le_bytes()));
        self.numbers.resize(self.count.max(NEAR), Number::default());
    }
}

impl Lane {
    pub(crate) fn new(backend: &Backend, count: usize) -> Result<Self, NativeError> {
        let mut runner = Runner::new(backend)?;
        let mut here = Vec::new();
        match &mut runner {
            Runner::Native(machine) => machine.keep(count)?,
            Runner::Interpreter(..) => {
                let nothing = Here {
                    state: State::from_back_end(&[]),
                    numbers: Vec::new(),
                    count: 0,
                };
                here.resize(count, nothing);
            }
        }
        Ok(Lane {
            alike: Alike::of(runner.engine().program()),
            runner,
            here,
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

    /// The games, and what the last run of the queue left.
    pub(crate) fn look(&self) -> Outlook<'_> {
        match &self.runner {
            Runner::Native(machine) => Outlook::Native(machine.look()),
            Runner::Interpreter(..) => Outlook::Interpreter(&self.here),
        }
    }

    /// Puts a position in a place.
    ///
    /// # Errors
    /// If the rules fail when they say what is legal there; the place is as before.
    pub(crate) fn put(&mut self, place: usize, state: &State) -> Result<(), Fault> {
        self.runner.legal(state, &mut self.legal)?;
        match &mut self.runner {
            Runner::Native(machine) => machine.put_kept(place, state.as_bytes(), &self.legal),
            Runner::Interpreter(..) => {
                if let Some(here) = self.here.get_mut(place) {
                    here.put(state.clone(), &self.legal);
                }
            }
        }
        Ok(())
    }

    /// Says which action each game takes; one below 0 is none. They are known to be legal. Gives the number of
    /// those that take one.
    pub(crate) fn enqueue(&mut self, actions: &[i64]) -> usize {
        self.alike.sort(actions);
        let places = self.alike.places();
        let count = places.len();
        match &mut self.runner {
            Runner::Native(machine) => machine.fill_queue(places.map(|place| {
                let action = actions.get(place).copied().unwrap_or(0);
                (place, action as u32)
            })),
            Runner::Interpreter(..) => actions.clone_into(&mut self.queue),
        }
        count
    }

    /// The game that comes at a time in the queue.
    pub(crate) fn place(&self, number: usize) -> Option<usize> {
        self.alike.place(number)
    }

    /// Takes actions of the queue between two times. Gives the number of games that it came past and the fault
    /// that stopped it: the action after them was not taken, and its game is as before.
    pub(crate) fn run_queue(
        &mut self,
        (next, end): (usize, usize),
        views: Views,
    ) -> (usize, Option<Fault>) {
        match &mut self.runner {
            Runner::Native(machine) => machine.run_queue((next, end), views),
            Runner::Interpreter(engine, machine) => {
                let place = self.alike.place(next);
                let action = place.and_then(|place| self.queue.get(place));
                let action = action.and_then(|action| u32::try_from(*action).ok());
                let here = place.and_then(|place| self.here.get_mut(place));
                let Some((action, here)) = action.zip(here) else {
                    return (1, None);
                };
                let mut state = here.state.clone();
                let stepped = engine
                    .apply_known(&mut state, action, ChanceMode::Sampled, machine)
                    .and_then(|()| engine.legal(&state, machine, &mut self.legal));
                match stepped {
                    Ok(()) => {
                        here.put(state, &self.legal);
                        (1, None)
                    }
                    Err(fault) => (0, Some(fault)),
                }
            }
        }
    }
}

/// The games of a lane after a run of its queue.
#[derive(Clone, Copy)]
pub(crate) enum Outlook<'a> {
    /// In an instance.
    Native(Look<'a>),
    /// Beside the interpreter.
    Interpreter(&'a [Here]),
}

impl<'a> Outlook<'a> {
    /// The bytes of a position.
    #[inline]
    pub(crate) fn block(self, place: usize) -> &'a [u8] {
        match self {
            Outlook::Native(look) => look.position(place),
            Outlook::Interpreter(games) => {
                games.get(place).map_or(&[], |here| here.state.as_bytes())
            }
        }
    }

    /// What is seen of a game that the last run came past at a time, as the bytes of numbers; nothing if its
    /// position is to be asked.
    #[inline]
    pub(crate) fn seen(self, number: usize) -> Option<&'a [u8]> {
        match self {
            Outlook::Native(look) => Some(look.seen(number)),
            Outlook::Interpreter(..) => None,
        }
    }

    /// What is legal in a game.
    #[inline]
    pub(crate) fn legal(self, place: usize) -> Offered<'a> {
        match self {
            Outlook::Native(look) => look.legal(place),
            Outlook::Interpreter(games) => match games.get(place) {
                Some(here) => Offered::new(&here.numbers, here.count),
                None => Offered::new(&[], 0),
            },
        }
    }
}
