//! Threads that wait for work between the steps of a batch.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// A few threads beside the caller's own. Starting threads at every step would take longer than the step.
pub(crate) struct Team {
    others: usize,
    pool: Option<ThreadPool>,
    /// Where the threads were started: a process that was forked off has none of them.
    process: u32,
}

impl Team {
    pub(crate) fn new(others: usize) -> Self {
        Team {
            others,
            pool: start(others),
            process: std::process::id(),
        }
    }

    /// How many threads there are, with the caller's own.
    pub(crate) fn threads(&self) -> usize {
        self.others + 1
    }

    /// Does all work and gives the results in the order of the pieces. Each thread takes the next piece when
    /// it is free: this one begins at once, while the others have to be woken.
    pub(crate) fn run<T, W>(&mut self, work: Vec<W>) -> Vec<T>
    where
        T: Send,
        W: FnOnce() -> T + Send,
    {
        self.follow_fork();
        let Some(pool) = self.pool.as_ref().filter(|_| work.len() > 1) else {
            return work.into_iter().map(|piece| piece()).collect();
        };
        let woken = self.others.min(work.len() - 1);
        let work = Mutex::new(work.into_iter().enumerate());
        let results = Mutex::new(Vec::new());
        let take_pieces = || {
            while let Some((number, piece)) = next(&work) {
                let result = piece();
                lock(&results).push((number, result));
            }
        };
        pool.in_place_scope(|scope| {
            for _ in 0..woken {
                scope.spawn(|_| take_pieces());
            }
            take_pieces();
        });
        // The scope ends after all pieces; a piece that panicked has ended it with its panic.
        let mut results = std::mem::take(&mut *lock(&results));
        results.sort_by_key(|(number, _)| *number);
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// After a fork the old threads are not there, and waiting for them would never end.
    fn follow_fork(&mut self) {
        let process = std::process::id();
        if self.process != process {
            self.process = process;
            // Ending the old pool would wait for locks that its threads may have held.
            std::mem::forget(self.pool.take());
            self.pool = start(self.others);
        }
    }
}

fn next<T>(list: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    lock(list).next()
}

/// Nothing that is done while it is held can panic, so that what is behind it is whole.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Nothing if no threads are wanted or the system gives none: the caller then does all work.
fn start(others: usize) -> Option<ThreadPool> {
    if others == 0 {
        return None;
    }
    let pool = ThreadPoolBuilder::new().num_threads(others);
    pool.thread_name(|_| "rulewright batch".to_owned())
        .build()
        .ok()
}
