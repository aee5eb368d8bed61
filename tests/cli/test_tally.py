"""Means and intervals against numbers that were worked out elsewhere."""

import statistics

import pytest

from rulewright.cli.tally import Tally, student_point


def tally(values: list[float]) -> Tally:
    result = Tally()
    for value in values:
        result.add(value)
    return result


def test_mean_least_and_greatest() -> None:
    values = [3.0, 8.0, 1.0, 4.0]
    found = tally(values)
    assert (found.count, found.mean, found.least, found.greatest) == (4, 4.0, 1.0, 8.0)


def test_the_interval_of_a_mean() -> None:
    values = [3.0, 8.0, 1.0, 4.0, 4.0]
    interval = tally(values).mean_interval()
    assert interval is not None
    assert (interval.low + interval.high) / 2 == pytest.approx(4.0)
    width = 2 * 2.776 * statistics.stdev(values) / 5**0.5
    assert interval.high - interval.low == pytest.approx(width, rel=5e-3)


def test_large_values_lose_no_precision() -> None:
    near = tally([1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4]).mean_interval()
    plain = tally([1.0, 2.0, 3.0, 4.0]).mean_interval()
    assert near is not None
    assert plain is not None
    assert near.high - near.low == pytest.approx(plain.high - plain.low)


def test_one_value_has_no_interval() -> None:
    assert tally([7.0]).mean_interval() is None
    assert Tally().share_interval() is None


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # The usual examples of Wilson's interval.
    [(0, 10, 0.0, 0.2775), (1, 10, 0.0179, 0.4042), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)],
)
def test_the_interval_of_a_share(wins: int, games: int, low: float, high: float) -> None:
    interval = tally([1.0] * wins + [0.0] * (games - wins)).share_interval()
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("free", "point"),
    [(1, 12.706), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (10**6, 1.95996)],
)
def test_students_points(free: int, point: float) -> None:
    assert student_point(free) == pytest.approx(point, rel=5e-3)
