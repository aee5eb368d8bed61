//! Threads that wait for work between the steps of a batch.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon_core::{ThreadPool, ThreadPoolBuilder, Yield};

use crate::round::Round;

/// How long threads look out for the next step before they sleep: with sleeping ones two threads were no
/// faster than one, and a caller who chooses actions comes back in a few milliseconds.
const AWAKE: Duration = Duration::from_millis(4);
/// How long the caller looks out for the last pieces of others before he sleeps.
const PATIENCE: Duration = Duration::from_micros(200);

/// A few threads beside the caller's own. Starting threads at every step would take longer than the step.
pub(crate) struct Team {
    others: usize,
    pool: Option<ThreadPool>,
    lookout: Arc<Lookout>,
    /// Where the threads were started: a process that was forked off has none of them.
    process: u32,
}

/// The threads that look out for work.
struct Lookout {
    since: Instant,
    /// Microseconds after that until which they do.
    until: AtomicU64,
    /// How many they are.
    awake: AtomicUsize,
}

impl Lookout {
    fn new() -> Arc<Self> {
        Arc::new(Lookout {
            since: Instant::now(),
            until: AtomicU64::new(0),
            awake: AtomicUsize::new(0),
        })
    }

    fn now(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Looks out for work until the time is over. Other processes come first.
    fn keep(&self) {
        while self.now() < self.until.load(Ordering::Relaxed) {
            if rayon_core::yield_now() != Some(Yield::Executed) {
                std::thread::yield_now();
            }
        }
        self.awake.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Team {
    pub(crate) fn new(others: usize) -> Self {
        Team {
            others,
            pool: start(others),
            lookout: Lookout::new(),
            process: std::process::id(),
        }
    }

    /// How many threads there are, with the caller's own.
    pub(crate) fn threads(&self) -> usize {
        self.others + 1
    }

    /// Looks at all pieces, then does the work of each and gives the results in the order of the pieces; nothing
    /// if a look said no, and then no work was done. A thread takes the same pieces every time, because what
    /// they need is near its processor, and others' when it has done with them: this thread begins at once,
    /// while the others have to be woken.
    pub(crate) fn run<P, T>(
        &mut self,
        pieces: Vec<P>,
        look: impl Fn(&P) -> bool + Sync,
        work: impl Fn(P) -> T + Sync,
    ) -> Option<Vec<T>>
    where
        P: Send,
        T: Send,
    {
        self.follow_fork();
        let threads = self.threads();
        let Some(pool) = self.pool.as_ref().filter(|_| pieces.len() > 1) else {
            let is_right = pieces.iter().all(look);
            return is_right.then(|| pieces.into_iter().map(work).collect());
        };
        let woken = self.others.min(pieces.len() - 1);
        let round = Round::new(pieces, threads);
        let take_part = |thread| round.take_part(thread, &look, &work);
        pool.in_place_scope(|scope| {
            for _ in 0..woken {
                scope.spawn(|_| take_part(rayon_core::current_thread_index().map_or(0, |n| n + 1)));
            }
            take_part(0);
            // The scope ends when the others have ended, and by then this thread may have gone to sleep.
            let start = Instant::now();
            while !round.is_over() && start.elapsed() < PATIENCE {
                std::hint::spin_loop();
            }
        });
        self.stay_awake(pool);
        round.results()
    }

    /// Lets the threads look out for the next step, those that don't yet too.
    fn stay_awake(&self, pool: &ThreadPool) {
        let until = self.lookout.now() + AWAKE.as_micros() as u64;
        self.lookout.until.store(until, Ordering::Relaxed);
        let awake = self.lookout.awake.load(Ordering::Relaxed);
        for _ in awake..self.others {
            self.lookout.awake.fetch_add(1, Ordering::Relaxed);
            let lookout = Arc::clone(&self.lookout);
            pool.spawn(move || lookout.keep());
        }
    }

    /// After a fork the old threads are not there, and waiting for them would never end.
    fn follow_fork(&mut self) {
        let process = std::process::id();
        if self.process != process {
            self.process = process;
            // Ending the old pool would wait for locks that its threads may have held.
            std::mem::forget(self.pool.take());
            self.pool = start(self.others);
            self.lookout = Lookout::new();
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
