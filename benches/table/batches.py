"""Batches against playouts on one thread, in turns within one process; choosing the actions is not counted."""

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
            mask = self.buffers["mask"]
            actions = np.where(mask, self.rng.random(mask.shape, np.float32), np.float32(-1)).argmax(1)
            start = time.perf_counter_ns()
            self.batch.step(actions, **self.buffers)
            spent += time.perf_counter_ns() - start
        self.times.append(spent / steps / len(self.batch))

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
    keys = [(size, threads, seen) for size in bench.effort.batch_sizes for threads in (1, 2) for seen in (False, True)]
    positions = _positions(game)
    sides = {key: make(game, positions, *key) for key in keys}
    playouts = in_turns(game, list(sides.values()), bench.effort.batches)
    rows = []
    for seen, wanted in ((False, 1.2), (True, 0.6)):
        what = f"batch of {AIM:,} with masks{' and observations' * seen}, two threads, against native playouts on one"
        rows.append(ratio(f"{what}, {SUBJECT.players} players", sides[AIM, 2, seen].figure, playouts, wanted))
    lines: list[tuple[str | float | None, ...]] = [("playouts", 1, playouts.median, 1, None, None)]
    for size, threads in dict.fromkeys(key[:2] for key in keys):
        plain, seeing = sides[size, threads, False].figure, sides[size, threads, True].figure
        with_masks, with_all = (times_as_fast(each, playouts).median for each in (plain, seeing))
        lines.append((f"{size:,}", threads, plain.median, with_masks, seeing.median, with_all))
    heads = ("games", "threads", "with masks, ns", "to playouts", "with observations too, ns", "to playouts")
    note = f"{SUBJECT.name}; ns a decision, and decisions a second against playouts on one thread, in turns."
    return Findings(rows, [Table("By batch size", heads, tuple(lines), note)])


def make(game: rw.Game, positions: Sequence[bytes], size: int, threads: int, with_observations: bool) -> Side:
    """A batch at positions from the midst of games."""
    batch = game.batch(size, 1, restart=True, threads=threads)
    for place in range(size):
        batch.put(place, positions[place * 7919 % len(positions)])
    buffers: dict[str, Any] = {"mask": np.zeros((size, game.num_actions), np.uint8)}
    if with_observations:
        buffers["observation"] = np.zeros((size, game.observation_tensor_size()), np.float32)
    batch.write(**buffers)
    return Side(batch, buffers, np.random.default_rng(1))


def in_turns(game: rw.Game, sides: Sequence[Side], repeats: int) -> Figure:
    """Lets all sides and playouts on one thread take turns; returns the figure of the playouts."""
    times = []
    for repeat in range(repeats):
        start = time.perf_counter_ns()
        played = game.playouts(PLAYOUTS, repeat * PLAYOUTS, 1)
        spent = time.perf_counter_ns() - start
        times.append(spent / sum(played.decisions))
        for side in sides:
            side.take_turn()
    for side in sides:
        side.check()
    return Figure(tuple(times))


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
