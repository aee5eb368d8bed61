"""What is measured: repeats of a figure, rows that want something of it, and tables."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


class BenchError(Exception):
    """A benchmark that can't be run or that came to a wrong result; the text is one sentence."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The values of all repeats."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle value."""
        return statistics.median(self.values)

    @property
    def least(self) -> float:
        """The least value: the one that other work on the machine has disturbed least."""
        return min(self.values)

    @property
    def middle_half(self) -> tuple[float, float]:
        """Half of the repeats lie between these."""
        if len(self.values) < 2:
            return self.values[0], self.values[0]
        low, _, high = statistics.quantiles(self.values, n=4, method="inclusive")
        return low, high


def times_as_fast(a: Figure, b: Figure) -> Figure:
    """How many times as fast `a` is as `b`, if both are times and repeat `i` of one stood beside that of the other."""
    return Figure(tuple(slow / fast for fast, slow in zip(a.values, b.values, strict=True)))


@dataclass(frozen=True, slots=True)
class Row:
    """A figure, and what is wanted of it."""

    what: str
    figure: Figure
    wanted: float
    unit: str
    """Empty for a ratio."""
    by_least: float
    """The same from the least times alone."""
    is_limit: bool = True
    """Whether the figure should be at most what is wanted; otherwise at least."""

    @property
    def is_met(self) -> bool:
        """Judged by the middle value."""
        return self.figure.median <= self.wanted if self.is_limit else self.figure.median >= self.wanted


def at_most(what: str, figure: Figure, wanted: float, unit: str) -> Row:
    """A row for a time."""
    return Row(what, figure, wanted, unit, figure.least)


def ratio(what: str, fast: Figure, slow: Figure, wanted: float, *, is_limit: bool = False) -> Row:
    """A row for how many times as fast `fast` is as `slow`; both are times."""
    by_least = slow.least / fast.least
    return Row(what, times_as_fast(fast, slow), wanted, "", by_least, is_limit)


@dataclass(frozen=True, slots=True)
class Table:
    """A table without aims."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str | float | None, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """What a section has found out."""

    rows: Sequence[Row] = ()
    tables: Sequence[Table] = ()
    remarks: Sequence[str] = ()
    """What could not be measured, and why."""
