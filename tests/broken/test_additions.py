"""The mistakes of somebody who writes a first building, card, role, variant or game, and what he gets to read.

`additions.txt` (of Puerto Rico), `cards.txt` (of San Juan) and `games.txt` (whole games) hold them one after another:
`=== LINE: what is wrong`, then the file. LINE is where the mistake is, and the first message has to point there. All
messages are in the `.golden` beside it.
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
GAMES = {"additions": "puerto_rico", "cards": "san_juan", "games": None}
"""What the files of each list add to."""
MOST_MESSAGES = 5
"""Some files have several mistakes of one sort."""


@dataclass(frozen=True, slots=True)
class Case:
    """A file that adds to a game or is one, and the line with the mistake."""

    corpus: str
    title: str
    line: int
    text: str


def read_cases(corpus: str) -> list[Case]:
    text = (HERE / f"{corpus}.txt").read_text(encoding="utf-8")
    parts = re.split(r"^=== (\d+): (.*)\n", text, flags=re.MULTILINE)
    return [
        Case(corpus, parts[i + 1], int(parts[i]), parts[i + 2].rstrip("\n") + "\n") for i in range(1, len(parts), 3)
    ]


CASES = [case for corpus in GAMES for case in read_cases(corpus)]


@cache
def messages_of(case: Case) -> tuple[Diagnostic, ...]:
    mine = SourceFile("mine.rules", case.text)
    game = GAMES[case.corpus]
    try:
        if game is None:
            return lint.warnings_of(compile_game(GameSources(HERE, (mine,))))
        base = find_sources(HERE / "rules" / game)
        return lint.warnings_of(compile_game(GameSources(base.home, base.files, (Addition("mine", (mine,)),))))
    except RuleError as error:
        return error.diagnostics


@pytest.mark.parametrize("corpus", GAMES)
def test_the_author_reads_what_is_written_down(corpus: str) -> None:
    texts = [
        f"=== {case.title}\n{case.text}\n" + "\n".join(f"{render(d)}\n" for d in messages_of(case))
        for case in CASES
        if case.corpus == corpus
    ]
    assert_golden(HERE / f"{corpus}.golden", "\n".join(texts))


def test_the_cases_differ() -> None:
    assert len({case.text for case in CASES}) == len({case.title for case in CASES}) == len(CASES) >= 250


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_first_message_points_to_the_line_and_shows_a_way_out(case: Case) -> None:
    found = messages_of(case)
    assert 1 <= len(found) <= MOST_MESSAGES
    span = found[0].primary.span
    assert (span.source.name, span.line) == ("mine.rules", case.line), render(found[0])
    assert found[0].advice, render(found[0])
