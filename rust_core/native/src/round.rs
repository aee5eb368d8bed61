//! Pieces of work that several threads share, each with some that are its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The pieces of one step.
pub(crate) struct Round<P, T> {
    pieces: Vec<Piece<P, T>>,
    threads: usize,
    /// How many were not looked at yet, and of how many the work is not done.
    unseen: AtomicUsize,
    undone: AtomicUsize,
    /// Whether a look has said no.
    is_refused: AtomicBool,
}

struct Piece<P, T> {
    /// Whether a thread looks at it or has done so.
    is_seen: AtomicBool,
    stage: Mutex<Stage<P, T>>,
}

enum Stage<P, T> {
    Waiting(P),
    Taken,
    Done(T),
}

impl<P, T> Round<P, T> {
    pub(crate) fn new(pieces: Vec<P>, threads: usize) -> Self {
        let count = || AtomicUsize::new(pieces.len());
        Round {
            threads,
            unseen: count(),
            undone: count(),
            is_refused: AtomicBool::new(false),
            pieces: pieces.into_iter().map(Piece::new).collect(),
        }
    }

    /// What one of the threads does: it looks at pieces, waits until all were looked at, and does work if
    /// nothing was wrong.
    pub(crate) fn take_part(
        &self,
        thread: usize,
        look: &impl Fn(&P) -> bool,
        work: &impl Fn(P) -> T,
    ) {
        for piece in self.in_turn(thread) {
            if !piece.is_seen.swap(true, Ordering::Relaxed) {
                let _last = CountsDown(&self.unseen);
                if let Stage::Waiting(waiting) = &*piece.stage() {
                    if !look(waiting) {
                        self.is_refused.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
        // A thread that is woken late finds nothing to look at; those that are awake are soon done.
        let mut turns = 0_u32;
        while self.unseen.load(Ordering::Acquire) > 0 {
            turns = turns.saturating_add(1);
            if turns < SPINS {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        if self.is_refused.load(Ordering::Relaxed) {
            return;
        }
        for piece in self.in_turn(thread) {
            if let Some(waiting) = piece.take() {
                let _last = CountsDown(&self.undone);
                let done = work(waiting);
                *piece.stage() = Stage::Done(done);
            }
        }
    }

    /// All pieces: a thread's own first, then those of the others, which begin at the other end.
    fn in_turn(&self, thread: usize) -> impl Iterator<Item = &Piece<P, T>> {
        let (count, threads) = (self.pieces.len(), self.threads);
        let thread = thread.min(threads - 1);
        let (first, end) = (count * thread / threads, count * (thread + 1) / threads);
        let others = (1..=count - (end - first)).map(move |back| (first + count - back) % count);
        let numbers = (first..end).chain(others);
        numbers.filter_map(|number| self.pieces.get(number))
    }

    /// Whether no work is left: all is done, or none will be.
    pub(crate) fn is_over(&self) -> bool {
        self.undone.load(Ordering::Acquire) == 0 || self.is_refused.load(Ordering::Relaxed)
    }

    /// The results in the order of the pieces; nothing if a look said no.
    pub(crate) fn results(self) -> Option<Vec<T>> {
        let done = self.pieces.into_iter().map(Piece::result);
        done.collect()
    }
}

/// Turns of waiting for a look before other processes come first.
const SPINS: u32 = 1 << 12;

impl<P, T> Piece<P, T> {
    fn new(piece: P) -> Self {
        Piece {
            is_seen: AtomicBool::new(false),
            stage: Mutex::new(Stage::Waiting(piece)),
        }
    }

    /// Nothing that panics while it is held leaves it half changed.
    fn stage(&self) -> MutexGuard<'_, Stage<P, T>> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<P> {
        let mut stage = self.stage();
        match std::mem::replace(&mut *stage, Stage::Taken) {
            Stage::Waiting(piece) => Some(piece),
            other => {
                *stage = other;
                None
            }
        }
    }

    fn result(self) -> Option<T> {
        let stage = self.stage.into_inner();
        match stage.unwrap_or_else(PoisonError::into_inner) {
            Stage::Done(result) => Some(result),
            Stage::Waiting(_) | Stage::Taken => None,
        }
    }
}

/// Counts down when it goes, after a panic too: others wait for it.
struct CountsDown<'a>(&'a AtomicUsize);

impl Drop for CountsDown<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(round: &Round<usize, usize>, thread: usize) -> Vec<usize> {
        let place = |piece: &Piece<usize, usize>| match &*piece.stage() {
            Stage::Waiting(number) => *number,
            _ => usize::MAX,
        };
        round.in_turn(thread).map(place).collect()
    }

    #[test]
    fn a_thread_begins_with_its_own_and_goes_on_at_the_far_end_of_the_others() {
        let round = Round::new((0..8).collect(), 2);
        assert_eq!(numbers(&round, 0), [0, 1, 2, 3, 7, 6, 5, 4]);
        assert_eq!(numbers(&round, 1), [4, 5, 6, 7, 3, 2, 1, 0]);
        let round = Round::new((0..7).collect(), 3);
        assert_eq!(numbers(&round, 0), [0, 1, 6, 5, 4, 3, 2]);
        assert_eq!(numbers(&round, 1), [2, 3, 1, 0, 6, 5, 4]);
        assert_eq!(numbers(&round, 2), [4, 5, 6, 3, 2, 1, 0]);
        // There is no such thread, and all pieces are there for it too.
        assert_eq!(numbers(&round, 9), [4, 5, 6, 3, 2, 1, 0]);
    }

    #[test]
    fn all_work_is_done_once_whoever_takes_part() {
        for threads in 1..6 {
            let round = Round::new((0..20).collect(), threads);
            let (looks, works) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let look = |_: &usize| {
                looks.fetch_add(1, Ordering::Relaxed);
                works.load(Ordering::Relaxed) == 0
            };
            let work = |piece| {
                works.fetch_add(1, Ordering::Relaxed);
                piece * 3
            };
            std::thread::scope(|scope| {
                for thread in 0..threads {
                    let round = &round;
                    scope.spawn(move || round.take_part(thread, &look, &work));
                }
            });
            assert!(round.is_over());
            let wanted: Vec<usize> = (0..20).map(|piece| piece * 3).collect();
            assert_eq!(round.results(), Some(wanted), "all were looked at first");
            assert_eq!(looks.into_inner(), 20);
            assert_eq!(works.into_inner(), 20);
        }
    }

    #[test]
    fn no_work_is_done_if_a_look_says_no() {
        for threads in 1..4 {
            for wrong in 0..7 {
                let round = Round::new((0..7).collect(), threads);
                let work = |_| unreachable!("a piece is wrong");
                std::thread::scope(|scope| {
                    for thread in 0..threads {
                        let round = &round;
                        scope.spawn(move || {
                            round.take_part(thread, &|piece| *piece != wrong, &work);
                        });
                    }
                });
                assert!(round.is_over());
                let results: Option<Vec<()>> = round.results();
                assert!(results.is_none());
            }
        }
    }
}
