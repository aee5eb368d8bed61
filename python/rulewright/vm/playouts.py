"""Results of many games of random play, as columns."""

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, overload

if TYPE_CHECKING:
    from rulewright._native import PlayoutDict


class Playouts(Sequence["PlayoutDict"]):
    """Finished games of random play; `Game.playouts` makes them.

    Each column is a `memoryview` with a row for each game, which `numpy.asarray` takes without a copy:
    `scores` and `tiebreaks` (games, players) and `counters` (games, counters) of int32, `returns` (games,
    players) of float64, `decisions` (games,) of int32. `counter_names` are the names of the counters. A column
    without any number has one axis. As a sequence it gives the dict of each game.
    """

    __slots__ = ("counter_names", "counters", "decisions", "returns", "scores", "seeds", "tiebreaks")

    def __init__(
        self, seeds: range, players: int, counter_names: Sequence[str], columns: tuple[bytearray, ...]
    ) -> None:
        scores, tiebreaks, returns, decisions, counters = columns
        games = len(seeds)
        self.seeds = seeds
        self.counter_names = tuple(counter_names)
        self.scores: memoryview[int] = _table(scores, "i", (games, players))
        self.tiebreaks: memoryview[int] = _table(tiebreaks, "i", (games, players))
        self.returns: memoryview[float] = _table(returns, "d", (games, players))
        self.decisions: memoryview[int] = _table(decisions, "i", (games,))
        self.counters: memoryview[int] = _table(counters, "i", (games, len(counter_names)))

    def __len__(self) -> int:
        return len(self.seeds)

    @overload
    def __getitem__(self, index: int) -> "PlayoutDict": ...
    @overload
    def __getitem__(self, index: slice) -> "list[PlayoutDict]": ...
    def __getitem__(self, index: int | slice) -> "PlayoutDict | list[PlayoutDict]":
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = range(len(self))[index]

        def row(column: "memoryview[int]") -> list[int]:
            width = column.shape[1] if column.ndim == 2 and column.shape else 0
            return [column[number, place] for place in range(width)]

        return {
            "seed": self.seeds[number],
            "scores": row(self.scores),
            "tiebreaks": row(self.tiebreaks),
            "returns": [self.returns[number, seat] for seat in range(len(row(self.scores)))],
            "decisions": self.decisions[number],
            "counters": dict(zip(self.counter_names, row(self.counters), strict=True)),
        }

    def __iter__(self) -> "Iterator[PlayoutDict]":
        return map(self.__getitem__, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Playouts, list)):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Playouts of the seeds from {self.seeds.start} to {self.seeds.stop - 1}>"


@overload
def _table(data: bytearray, letter: Literal["i"], shape: tuple[int, ...]) -> "memoryview[int]": ...
@overload
def _table(data: bytearray, letter: Literal["d"], shape: tuple[int, ...]) -> "memoryview[float]": ...
def _table(data: bytearray, letter: Literal["i", "d"], shape: tuple[int, ...]) -> "memoryview[int] | memoryview[float]":
    """The numbers in their shape; no view can have an axis without any, so that it then has one axis."""
    return memoryview(data).cast(letter, shape) if data else memoryview(array(letter))
