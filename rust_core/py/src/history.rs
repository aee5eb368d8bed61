//! The way a state came: a list that clones share.
//!
//! Each step keeps the position before it, so that taking an action back is a move of a pointer and a
//! clone of a state copies none of its past.

use std::sync::Arc;

use rulewright_engine::State;

/// One action and the position before it.
pub(crate) struct Step {
    pub(crate) action: u32,
    pub(crate) before: State,
    previous: Option<Arc<Step>>,
}

impl Drop for Step {
    /// Takes the list apart one by one: the usual way would nest as deep as the game is long.
    fn drop(&mut self) {
        let mut next = self.previous.take();
        while let Some(mut step) = next.and_then(Arc::into_inner) {
            next = step.previous.take();
        }
    }
}

/// All steps of a state, the last one first.
#[derive(Clone, Default)]
pub(crate) struct History {
    last: Option<Arc<Step>>,
    len: usize,
}

impl History {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn push(&mut self, action: u32, before: State) {
        let previous = self.last.take();
        self.last = Some(Arc::new(Step {
            action,
            before,
            previous,
        }));
        self.len += 1;
    }

    /// Takes the last step off; its action and the position before it.
    pub(crate) fn pop(&mut self) -> Option<(u32, State)> {
        let step = self.last.take()?;
        self.len -= 1;
        self.last.clone_from(&step.previous);
        Some((step.action, step.before.clone()))
    }

    /// The steps from the first to the last.
    pub(crate) fn steps(&self) -> Vec<&Step> {
        let mut steps: Vec<&Step> =
            std::iter::successors(self.last.as_deref(), |step| step.previous.as_deref()).collect();
        steps.reverse();
        steps
    }
}
