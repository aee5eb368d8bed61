"""The mistakes of somebody who writes a first building, role, variant or expansion, and what he gets to read.

`additions.txt` holds them one after another: `=== LINE: what is wrong`, then the file. LINE is where the mistake
is, and the first message has to point there. All messages are in `additions.golden`.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from tests.golden import assert_golden

from rulewright import lint
from rulewright.compiler import compile_game
from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.render.full import render
from rulewright.diagnostics.source import SourceFile
from rulewright.sources import Addition, GameSources, find_sources

HERE = Path(__file__).parent
MOST_MESSAGES = 5
"""Some files have several mistakes of one sort."""


@dataclass(frozen=True, slots=True)
class Case:
    """A file that adds to a game, and the line with the mistake."""

    title: str
    line: int
    text: str


def read_cases() -> list[Case]:
    parts = re.split(r"^=== (\d+): (.*)\n", (HERE / "additions.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [Case(parts[i + 1], int(parts[i]), parts[i + 2].rstrip("\n") + "\n") for i in range(1, len(parts), 3)]


CASES = read_cases()


@cache
def messages_of(case: Case) -> tuple[Diagnostic, ...]:
    base = find_sources(HERE / "rules" / "puerto_rico")
    mine = Addition("mine", (SourceFile("mine.rules", case.text),))
    try:
        compiled = compile_game(GameSources(base.home, base.files, (mine,)))
    except RuleError as error:
        return error.diagnostics
    return lint.warnings_of(compiled)


def test_the_author_reads_what_is_written_down() -> None:
    texts = [
        f"=== {case.title}\n{case.text}\n" + "\n".join(f"{render(d)}\n" for d in messages_of(case)) for case in CASES
    ]
    assert_golden(HERE / "additions.golden", "\n".join(texts))


def test_the_cases_differ() -> None:
    assert len({case.text for case in CASES}) == len({case.title for case in CASES}) == len(CASES) >= 100


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_first_message_points_to_the_line_and_shows_a_way_out(case: Case) -> None:
    found = messages_of(case)
    assert 1 <= len(found) <= MOST_MESSAGES
    span = found[0].primary.span
    assert (span.source.name, span.line) == ("mine.rules", case.line), render(found[0])
    assert found[0].advice, render(found[0])
