"""Sums over many games, and how sure one can be of them.

Nothing here keeps the games: a tally is a handful of numbers however many games it has seen.
All intervals are at 95%.
"""

import math
from dataclasses import dataclass

_Z = 1.959963984540054
"""The normal distribution's two-sided 95% point."""

_FEW = (12.706, 4.303, 3.182)
"""Student's 95% points for 1, 2 and 3 degrees of freedom, where the series below is too rough."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the true value probably lies."""

    low: float
    high: float


class Tally:
    """Mean, least and greatest of a quantity.

    The mean and the spread are updated value by value (Welford), so that no large squares are
    subtracted from each other.
    """

    __slots__ = ("_spread", "count", "greatest", "least", "mean")

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.least = math.inf
        self.greatest = -math.inf
        self._spread = 0.0

    def add(self, value: float) -> None:
        """Take one more value into account."""
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self._spread += step * (value - self.mean)
        self.least = min(self.least, value)
        self.greatest = max(self.greatest, value)

    def mean_interval(self) -> Interval | None:
        """Interval of the mean; a single value has none."""
        if self.count < 2:
            return None
        free = self.count - 1
        half = student_point(free) * math.sqrt(self._spread / free / self.count)
        return Interval(self.mean - half, self.mean + half)

    def share_interval(self) -> Interval | None:
        """Interval of the mean read as a share of all games (Wilson).

        Shared wins are no whole successes; for them the interval is a little too wide.
        """
        if not self.count:
            return None
        n, p = self.count, self.mean
        scale = 1 + _Z * _Z / n
        middle = (p + _Z * _Z / (2 * n)) / scale
        # A mean of shares can leave 0..1 by the last bit.
        half = _Z / scale * math.sqrt(max(0.0, p * (1 - p)) / n + _Z * _Z / (4 * n * n))
        return Interval(max(0.0, middle - half), min(1.0, middle + half))


def student_point(free: int) -> float:
    """Student's two-sided 95% point for so many degrees of freedom, to within half a percent."""
    if free <= len(_FEW):
        return _FEW[free - 1]
    z3, z5, z7 = _Z**3, _Z**5, _Z**7
    # The first terms of the expansion around the normal distribution.
    first = (z3 + _Z) / 4
    second = (5 * z5 + 16 * z3 + 3 * _Z) / 96
    third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * _Z) / 384
    return _Z + first / free + second / free**2 + third / free**3
