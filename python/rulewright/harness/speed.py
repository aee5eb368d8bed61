"""How fast a game runs: the same work by each engine, in turns, and checked before it counts."""

from __future__ import annotations

import statistics
import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulewright.vm import Game, State

BATCH = 256
"""Games in the batch that is measured."""


class SpeedError(Exception):
    """Two engines that don't agree: no speed is worth anything then."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure: what was repeated, in which unit, and the value of each repeat."""

    engine: str
    name: str
    unit: str
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle value."""
        return statistics.median(self.values)

    @property
    def spread(self) -> float:
        """How far the repeats lie apart, as a share of the middle one."""
        return (max(self.values) - min(self.values)) / self.median if self.median else 0.0


@dataclass(frozen=True, slots=True)
class Work:
    """How much is done in one repeat."""

    games: int
    positions: int
    depth: int
    seed: int


def measure(games: dict[str, Game], work: Work, repeats: int) -> Iterator[list[Measure]]:
    """Measures every engine `repeats` times, the engines taking turns; after each repeat all so far.

    Raises:
        SpeedError: the engines don't agree on a result.
    """
    found: dict[tuple[str, str, str], list[float]] = {}
    for _ in range(repeats):
        results = {name: _one_repeat(game, work, found, name) for name, game in games.items()}
        if len({repr(result) for result in results.values()}) > 1:
            raise SpeedError(f"{' and '.join(results)} don't give the same games, so no speed is given")
        yield [Measure(*key, tuple(values)) for key, values in found.items()]


def _one_repeat(
    game: Game, work: Work, found: dict[tuple[str, str, str], list[float]], engine: str
) -> tuple[object, ...]:
    """Adds one value to each figure; returns what the engines must agree on."""

    def note(name: str, unit: str, value: float) -> None:
        found.setdefault((engine, name, unit), []).append(value)

    start = time.perf_counter()
    playouts = game.playouts(work.games, work.seed, 1)
    seconds = time.perf_counter() - start
    decisions = sum(playouts.decisions)
    note("playouts", "games/s", work.games / seconds)
    note("decisions", "decisions/s", decisions / seconds)

    path = _walk(game, work)
    blocks = [state.to_bytes() for state, _ in path]
    note("legal actions", "ns", _each(path, blocks, game, lambda state, _: state.legal_actions()))
    note("apply", "ns", _each(path, blocks, game, lambda state, action: state.apply_action(action)))
    note("clone", "ns", _each(path, blocks, game, lambda state, _: state.clone()))
    note("observation", "ns", _each(path, blocks, game, lambda state, _: state.observation_tensor(0)))
    note("step from Python", "ns", _steps(game, work))
    note("batch with masks", "decisions/s", _batch(game, work))

    state = game.new_initial_state(work.seed)
    start = time.perf_counter()
    count = state.perft(work.depth)
    note("perft", "leaves/s", count["leaves"] / (time.perf_counter() - start))
    return playouts.scores.tolist(), decisions, count, blocks


def _walk(game: Game, work: Work) -> list[tuple[State, int]]:
    """Positions of games played one after another, each with an action that is legal there."""
    path: list[tuple[State, int]] = []
    seed = work.seed
    while len(path) < work.positions:
        state = game.new_initial_state(seed)
        while not state.is_terminal() and len(path) < work.positions:
            legal = state.legal_actions()
            action = legal[(len(path) * 7 + seed) % len(legal)]
            path.append((state.clone(), action))
            state.apply_action(action)
        seed += 1
    return path


def _each(
    path: list[tuple[State, int]], blocks: list[bytes], game: Game, work: Callable[[State, int], object]
) -> float:
    """Nanoseconds of some work at a position that nobody looked at before."""
    fresh = [(game.deserialize(block), action) for block, (_, action) in zip(blocks, path, strict=True)]
    start = time.perf_counter_ns()
    for state, action in fresh:
        work(state, action)
    return (time.perf_counter_ns() - start) / len(fresh)


def _steps(game: Game, work: Work) -> float:
    """Nanoseconds a decision of a loop of `legal_actions`, `apply_action` and `is_terminal`."""
    decisions, seed = 0, work.seed
    start = time.perf_counter_ns()
    while decisions < work.positions:
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[decisions % len(legal)])
            decisions += 1
        seed += 1
    return (time.perf_counter_ns() - start) / decisions


def _batch(game: Game, work: Work) -> float:
    """Decisions a second of a batch that writes masks; choosing the actions is not counted."""
    batch = game.batch(BATCH, work.seed, restart=True, threads=1)
    width = game.num_actions
    flags = bytearray(BATCH * width)
    mask = memoryview(flags).cast("B", (BATCH, width))
    batch.write(mask=mask)
    steps = max(1, work.positions // BATCH)
    spent = 0
    for step in range(steps):
        rows = (flags[place * width : (place + 1) * width] for place in range(BATCH))
        pick = bytearray.find if step % 2 else bytearray.rfind
        actions = array("i", [pick(row, 1) for row in rows])
        start = time.perf_counter_ns()
        batch.step(actions, mask=mask)
        spent += time.perf_counter_ns() - start
    return steps * BATCH / (spent / 1e9)
