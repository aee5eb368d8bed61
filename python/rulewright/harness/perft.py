"""Counts of positions as a text file: one line for each number of players, seed and depth.

A change of a count is a change of the game; `--divide` of the command line shows below which action.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields

from rulewright.vm import Game


@dataclass(frozen=True, slots=True, order=True)
class PerftLine:
    """The counts of one depth; the meaning of each is in the engine's `perft`."""

    players: int
    seed: int
    depth: int
    leaves: int
    decisions: int
    chance_nodes: int
    terminals: int


def count_line(game: Game, seed: int, depth: int) -> PerftLine:
    """Counts the positions `depth` plies after the first position of a seed."""
    found = game.new_initial_state(seed).perft(depth)
    return PerftLine(
        game.num_players,
        seed,
        depth,
        found["leaves"],
        found["decisions"],
        found["chance_nodes"],
        found["terminals"],
    )


def deepen(game: Game, seed: int, *, seconds: float, growth: float = 8.0) -> Iterator[PerftLine]:
    """Counts from depth 1 on, as long as the next depth is likely to take less than `seconds`."""
    depth = 0
    while True:
        depth += 1
        start = time.perf_counter()
        yield count_line(game, seed, depth)
        if (time.perf_counter() - start) * growth > seconds:
            return


def render_perft(lines: Iterable[PerftLine]) -> str:
    """The text of a file: a line of names, then the counts in columns."""
    rows = [[field.name for field in fields(PerftLine)]]
    rows += [[str(value) for value in astuple(line)] for line in sorted(lines)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join("  ".join(f"{w:>{n}}" for w, n in zip(row, widths, strict=True)) + "\n" for row in rows)


def parse_perft(text: str) -> list[PerftLine]:
    """The lines of such a file.

    Raises:
        ValueError: it is none.
    """
    head, *rows = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")] or [[]]
    if head != [field.name for field in fields(PerftLine)]:
        raise ValueError("a file of counts begins with the names of its columns")
    return [PerftLine(*map(int, row)) for row in rows]
