"""Batches against playouts on one thread, in turns within one process; choosing the actions is not counted.

The actions are drawn by the batch, which leaves in the processor's caches what was there. What a step costs after a
caller who has filled them with matrices of his own stands in a row of its own, and so do playouts on two threads: they
say what the machine's second core is worth.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from benches.table.bench import Bench
from benches.table.figures import BenchError, Figure, Findings, Table, ratio, times_as_fast
from benches.table.programs import BY_HAND

import rulewright as rw

SUBJECT = BY_HAND[0]
AIM = 1024
"""The size of the batch that has an aim."""
DECISIONS = 16 * 1024
"""What a batch does before the next has its turn, at least one step. Several steps follow one another, as in a loop
that learns: after a pause the threads sleep, and nothing of the batch is near the processor."""
PLAYOUTS = 200
"""Games of a turn of playouts: many, for each call makes an instance of the machine code first."""
POSITIONS = 2048
"""Positions of random games that the batches start from, so that they are as mixed as in playouts."""
CHECKED = 8
"""Games whose rows are compared with single states."""


@dataclass(slots=True)
class Side:
    """A batch, what it writes, and its times."""

    batch: rw.Batch
    buffers: dict[str, Any]
    rng: Any
    by_numpy: bool = False
    """Whether the actions are drawn from the mask, through matrices of some megabytes."""
    times: list[float] = field(default_factory=list)

    @property
    def figure(self) -> Figure:
        """Nanoseconds a decision."""
        return Figure(tuple(self.times))

    def take_turn(self) -> None:
        """Takes some steps and keeps their time."""
        steps = max(1, DECISIONS // len(self.batch))
        spent = 0
        for _ in range(steps):
            actions = self.choose()
            start = time.perf_counter_ns()
            self.batch.step(actions, **self.buffers)
            spent += time.perf_counter_ns() - start
        self.times.append(spent / steps / len(self.batch))

    def choose(self) -> np.ndarray[Any, Any]:
        """A legal action of each game."""
        if self.by_numpy:
            mask = self.buffers["mask"]
            drawn: np.ndarray[Any, Any] = np.where(mask, self.rng.random(mask.shape, np.float32), np.float32(-1))
            return np.asarray(drawn.argmax(1))
        actions = np.empty(len(self.batch), np.int64)
        self.batch.draw_actions(actions, int(self.rng.integers(1 << 62)))
        return actions

    def check(self) -> None:
        """Compares rows with what single states say.

        Raises:
            BenchError: they differ.
        """
        for place in range(0, len(self.batch), max(1, len(self.batch) // CHECKED)):
            state = self.batch.state(place)
            is_right = list(self.buffers["mask"][place]) == state.legal_actions_mask()
            if is_right and "observation" in self.buffers:
                player = max(state.current_player(), 0)
                is_right = list(self.buffers["observation"][place]) == state.observation_tensor(player)
            if not is_right:
                raise BenchError(f"game {place} of a batch writes something else than its state says")


def measure(bench: Bench) -> Findings:
    """The rows and the table of this section."""
    game = bench.rules.load(SUBJECT)
    compare_playouts(game, bench.rules.load(SUBJECT, "interpreter"), bench.effort.games)
    ways = [(size, False) for size in bench.effort.batch_sizes] + [(AIM, True)]
    keys = [(*way, threads, seen) for way in ways for threads in (1, 2) for seen in (False, True)]
    positions = _positions(game)
    sides = {
        (size, by_numpy, threads, seen): make(game, positions, size, threads, seen, by_numpy=by_numpy)
        for size, by_numpy, threads, seen in keys
    }
    playouts, on_two = in_turns(game, list(sides.values()), bench.effort.batches)
    rows = []
    for seen, wanted in ((False, 1.2), (True, 0.6)):
        what = f"batch of {AIM:,} with masks{' and observations' * seen}, two threads, against native playouts on one"
        rows.append(ratio(f"{what}, {SUBJECT.players} players", sides[AIM, False, 2, seen].figure, playouts, wanted))
    gained = times_as_fast(on_two, playouts).median
    lines: list[tuple[str | float | None, ...]] = [
        ("playouts", 1, playouts.median, 1, None, None),
        ("playouts", 2, on_two.median, gained, None, None),
    ]
    for size, by_numpy, threads in dict.fromkeys(key[:3] for key in keys):
        plain, seeing = (sides[size, by_numpy, threads, seen].figure for seen in (False, True))
        with_masks, with_all = (times_as_fast(each, playouts).median for each in (plain, seeing))
        name = f"{size:,}, actions drawn from the masks by NumPy" if by_numpy else f"{size:,}"
        lines.append((name, threads, plain.median, with_masks, seeing.median, with_all))
    heads = ("games", "threads", "with masks, ns", "to playouts", "with observations too, ns", "to playouts")
    note = f"{SUBJECT.name}; ns a decision, and decisions a second against playouts on one thread, in turns."
    return Findings(rows, [Table("By batch size", heads, tuple(lines), note)])


def make(
    game: rw.Game,
    positions: Sequence[bytes],
    size: int,
    threads: int,
    with_observations: bool,
    *,
    by_numpy: bool = False,
) -> Side:
    """A batch at positions from the midst of games."""
    batch = game.batch(size, 1, restart=True, threads=threads)
    for place in range(size):
        batch.put(place, positions[place * 7919 % len(positions)])
    buffers: dict[str, Any] = {"mask": np.zeros((size, game.num_actions), np.uint8)}
    if with_observations:
        buffers["observation"] = np.zeros((size, game.observation_tensor_size()), np.float32)
    batch.write(**buffers)
    return Side(batch, buffers, np.random.default_rng(1), by_numpy)


def in_turns(game: rw.Game, sides: Sequence[Side], repeats: int) -> tuple[Figure, Figure]:
    """Lets all sides and playouts take turns; returns the figures of the playouts on one thread and on two."""
    times: tuple[list[float], list[float]] = ([], [])
    for repeat in range(repeats):
        for threads, kept in enumerate(times, start=1):
            start = time.perf_counter_ns()
            played = game.playouts(PLAYOUTS, repeat * PLAYOUTS, threads)
            spent = time.perf_counter_ns() - start
            kept.append(spent / sum(played.decisions))
        for side in sides:
            side.take_turn()
    for side in sides:
        side.check()
    alone, together = times
    return Figure(tuple(alone)), Figure(tuple(together))


def compare_playouts(game: rw.Game, reference: rw.Game, games: int) -> None:
    """Raises BenchError if two engines don't play the same games."""
    if any(
        one != other for one, other in zip(game.playouts(games, 0, 1), reference.playouts(games, 0, 1), strict=True)
    ):
        raise BenchError("native and interpreter end games differently, so no speed is given")


def _positions(game: rw.Game) -> list[bytes]:
    found = list(_walk(game))
    random.Random(1).shuffle(found)
    return found[:POSITIONS]


def _walk(game: rw.Game) -> Iterator[bytes]:
    """All positions of some games."""
    rng = random.Random(1)
    for seed in range(12):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            yield state.to_bytes()
            state.apply_action(rng.choice(state.legal_actions()))
