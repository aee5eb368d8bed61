//! Threads that wait for work between the steps of a batch.

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

    /// Does all work, the first piece on this thread, and gives the results in the order of the pieces.
    pub(crate) fn run<T, W>(&mut self, work: impl IntoIterator<Item = W>) -> Vec<T>
    where
        T: Send,
        W: FnOnce() -> T + Send,
    {
        self.follow_fork();
        let Some(pool) = &self.pool else {
            return work.into_iter().map(|piece| piece()).collect();
        };
        let mut work = work.into_iter();
        let first = work.next();
        let rest: Vec<W> = work.collect();
        let mut results: Vec<Option<T>> = rest.iter().map(|_| None).collect();
        let first = pool.in_place_scope(|scope| {
            for (piece, result) in rest.into_iter().zip(&mut results) {
                scope.spawn(move |_| *result = Some(piece()));
            }
            first.map(|piece| piece())
        });
        // The scope ends after all pieces; a piece that panicked has ended it with its panic.
        first
            .into_iter()
            .chain(results.into_iter().flatten())
            .collect()
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
