"""The bar is drawn for a person who has waited a second, and for nobody else."""

import io

import pytest

from rulewright.cli.progress import Progress
from rulewright.cli.table import Align, draw, in_words


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr("rulewright.cli.progress.time.monotonic", lambda: now[0])
    return now


def test_short_work_shows_nothing(clock: list[float]) -> None:
    stream = Terminal()
    with Progress(10, "games", stream) as bar:
        clock[0] = 0.9
        bar.show(5)
    assert stream.getvalue() == ""


def test_a_file_gets_no_bar(clock: list[float]) -> None:
    stream = io.StringIO()
    with Progress(10, "games", stream) as bar:
        clock[0] = 5.0
        bar.show(5)
    assert stream.getvalue() == ""


def test_long_work_shows_a_bar_and_wipes_it_out(clock: list[float]) -> None:
    stream = Terminal()
    with Progress(10, "games", stream) as bar:
        clock[0] = 4.0
        bar.show(5)
        drawn = stream.getvalue()
    assert drawn == "\r[" + "#" * 15 + " " * 15 + "]  50%  5 of 10 games, 4 s left"
    assert stream.getvalue() == drawn + "\r" + " " * (len(drawn) - 1) + "\r"


def test_tables_are_aligned_and_end_without_blanks() -> None:
    drawn = draw(("name", "n"), [("a", "10"), ("long name", "9")], (Align.LEFT, Align.RIGHT))
    assert drawn.splitlines() == ["name        n", "---------  --", "a          10", "long name   9"]
    assert draw(("a", "b"), [("x", "")], (Align.LEFT, Align.LEFT)).splitlines()[-1] == "x"


def test_numbers_in_words() -> None:
    assert [in_words(numbers) for numbers in ([], [3], [3, 4], [3, 4, 5])] == ["", "3", "3 and 4", "3, 4 and 5"]
