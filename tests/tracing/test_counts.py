"""Runs and instructions by line, on a game whose counts can be worked out by hand."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

import rulewright
from rulewright.api import describe_games
from rulewright.compiler import CompiledGame, compile_game
from rulewright.tracing import Line, LineReport, Tracer, page_of

RULES = """
game drill "Drill <1>" { players 2..2 }
kind color { red, green, blue }
var flips: 0..99
var rests: 0..99
var sums:  0..999
var first: player
event noon
phase work {
  value weight(c: color) = 2
  turns from first {
    each c: color { set sums += weight(c) }
    must choose {
      flip { set flips += 1 }
      rest {
        set rests += 1
      }
    }
    emit noon
    if sums > 500 {
      set sums = 0
    }
    pick 1 { name(c: color) { do tally(c) } }
  }
  step tally(c: color) { set sums += 0 }
}
play { repeat 4 times { play work } }
value score = sums
"""
GAMES = 7


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "drill.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture
def compiled(rules: Path) -> CompiledGame:
    return compile_game(rules)


def lines_of(report: LineReport) -> dict[str, Line]:
    return {line.text.strip(): line for file in report.files for line in file.lines if line.text.strip() != "}"}


def test_runs_by_hand(compiled: CompiledGame) -> None:
    tracer = Tracer(compiled)
    playouts = tracer.play(GAMES, 3)
    flips, rests = (sum(p["counters"][name] for p in playouts) for name in ("flips", "rests"))
    # Two players in four phases of each game decide once.
    assert flips + rests == 8 * GAMES
    lines = lines_of(tracer.report())
    expected = {
        "value weight(c: color) = 2": 3 * 8,
        "turns from first {": 4,
        "each c: color { set sums += weight(c) }": 3 * 8,
        "must choose {": 8,
        "if sums > 500 {": 8,
        "pick 1 { name(c: color) { do tally(c) } }": 8,
        "step tally(c: color) { set sums += 0 }": 8,
        "play { repeat 4 times { play work } }": 4,
        # Both players' points at the end.
        "value score = sums": 2,
    }
    assert {text: lines[text].runs for text in expected} == {text: GAMES * runs for text, runs in expected.items()}
    assert lines["flip { set flips += 1 }"].runs == flips
    assert (lines["rest {"].runs, lines["set rests += 1"].runs) == (rests, rests)
    never = lines["set sums = 0"]
    assert (never.status, never.runs, never.instructions) == ("never", 0, 0)
    assert lines["emit noon"].status == "absent"
    assert lines["kind color { red, green, blue }"].status == "none"


def test_instructions_are_those_of_the_lines(compiled: CompiledGame) -> None:
    tracer = Tracer(compiled)
    tracer.play(GAMES, 0)
    report = tracer.report()
    parts = sum(line.instructions for file in report.files for line in file.lines)
    assert report.instructions == parts + report.elsewhere
    # `set flips += 1` reads a cell, adds and writes it: three instructions each time.
    flip = lines_of(report)["flip { set flips += 1 }"]
    assert flip.instructions >= 3 * flip.runs
    assert report.hottest(1)[0][1].instructions == max(line.instructions for line in lines_of(report).values())
    assert sum(report.share(line) for file in report.files for line in file.lines) <= 1


def test_parts_and_threads_change_nothing(compiled: CompiledGame) -> None:
    one, other = Tracer(compiled), Tracer(compiled)
    one.play(10, 5)
    other.play(4, 5, jobs=3)
    other.play(6, 9, jobs=2)
    assert one.report() == other.report()


@pytest.mark.parametrize("name", [info.name for info in describe_games()])
def test_a_marked_program_plays_the_same_games(name: str) -> None:
    tracer = Tracer(compile_game(name))
    assert tracer.play(3, 11) == rulewright.load(name).playouts(3, 11, 1)
    report = tracer.report()
    assert report.elsewhere < report.instructions / 20


class Cells(HTMLParser):
    """The texts of a page, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not any(name in ("src", "href") and not (value or "").startswith("#") for name, value in attrs)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_page_holds_every_line_and_needs_nothing_else(compiled: CompiledGame) -> None:
    tracer = Tracer(compiled)
    tracer.play(2, 0)
    page = Cells()
    page.feed(page_of(tracer.report()))
    assert page.open == []
    assert "Drill <1>: what ran" in page.texts
    for line in compiled.layers[0].declarations[0].span.source.text.splitlines():
        assert not line or line in page.texts
