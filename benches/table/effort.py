"""How much is done for a figure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """Numbers of repeats; each section says of what."""

    games: int
    """Games that a side plays before the next has its turn: enough that it has its code and tables in the caches again,
    and few enough that most turns end before the system gives the core to somebody else."""
    playouts: int
    batch_sizes: tuple[int, ...]
    batches: int
    loads: int
    counted_games: int
    counted_steps: int
    criterion: tuple[str, ...]
    """Arguments for criterion."""
    pytest: tuple[str, ...]
    """Arguments for pytest-benchmark."""
    is_short: bool
    """Whether sections leave out what is not needed for an aim."""
    is_proof: bool = False
    """Whether it is enough to see that it works: one game, one number of players."""


EFFORTS = {
    "full": Effort(
        games=20,
        playouts=201,
        batch_sizes=(1, 16, 128, 1024, 8192),
        batches=200,
        loads=7,
        counted_games=20,
        counted_steps=100,
        criterion=("--warm-up-time", "0.3", "--measurement-time", "1", "--sample-size", "40"),
        pytest=(),
        is_short=False,
    ),
    "quick": Effort(
        games=20,
        playouts=20,
        batch_sizes=(1, 128, 1024),
        batches=30,
        loads=2,
        counted_games=4,
        counted_steps=10,
        criterion=("--warm-up-time", "0.05", "--measurement-time", "0.2", "--sample-size", "10"),
        pytest=("--benchmark-max-time=0.1", "--benchmark-min-rounds=3", "-k", "not batch and not load"),
        is_short=True,
    ),
    "least": Effort(
        games=1,
        playouts=2,
        batch_sizes=(16, 1024),
        batches=2,
        loads=1,
        counted_games=1,
        counted_steps=1,
        criterion=("--warm-up-time", "0.01", "--measurement-time", "0.01", "--sample-size", "10"),
        pytest=("--benchmark-max-time=0.01", "--benchmark-min-rounds=1", "-k", "step_loop or clone"),
        is_short=True,
        is_proof=True,
    ),
}
