"""Every code has a rule file that provokes it, and the text that its author gets to read.

A golden is `CODE-slug[-n].rules`, or a folder of that name with `game.rules` and the additions that
are played with it, and the rendering in a `.diag` file beside it. A comment marks the line that the
first diagnostic must point to: `# CODE` at its end, or `# ^ CODE` on the line after it.
"""

import os
import re
from functools import cache
from pathlib import Path

import pytest

from rulewright.compiler import compile_game
from rulewright.diagnostics.codes import CODES
from rulewright.diagnostics.errors import RuleError
from rulewright.lint import warnings_of

HERE = Path(__file__).parent
GOLDENS = sorted(p for p in HERE.iterdir() if re.match(r"[EW]\d{4}-", p.name) and p.suffix != ".diag")
NAME = re.compile(r"([EW]\d{4})-([a-z]+(?:-[a-z]+)*)(?:-\d+)?")


@cache
def error_of(golden: Path) -> RuleError:
    game = golden
    additions: list[Path] = []
    if golden.is_dir():
        game = golden / "game.rules"
        additions = sorted(p for p in golden.glob("*.rules") if p != game)
    try:
        compiled = compile_game(game, expansions=additions)
    except RuleError as error:
        return error
    found = warnings_of(compiled)
    assert found, "nothing is wrong with it"
    return RuleError(found)


def marked_line(golden: Path, code: str) -> tuple[str, int]:
    files = sorted(golden.glob("*.rules")) if golden.is_dir() else [golden]
    marks = []
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            if line == f"# ^ {code}":
                marks.append((file.name, number - 1))
            elif line.endswith(f"# {code}"):
                marks.append((file.name, number))
    assert len(marks) == 1, f"mark one line with `# {code}`"
    return marks[0]


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda p: p.stem)
def test_the_author_reads_what_is_written_down(golden: Path) -> None:
    error = error_of(golden)
    expected = golden.with_name(f"{golden.name.removesuffix('.rules')}.diag")
    text = f"{error}\n"
    if os.environ.get("BLESS"):
        expected.write_text(text, encoding="utf-8")
    assert expected.exists(), f"{expected.name} is missing; BLESS=1 writes it"
    assert text == expected.read_text(encoding="utf-8"), (
        f"{expected.name} differs; if the new text is better, BLESS=1 writes it"
    )


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda p: p.stem)
def test_the_first_diagnostic_points_to_the_marked_line(golden: Path) -> None:
    match = NAME.fullmatch(golden.name.removesuffix(".rules"))
    assert match is not None
    code, slug = match.groups()
    assert CODES[code].slug == slug
    first = error_of(golden).diagnostics[0]
    span = first.primary.span
    assert (first.code, span.source.name, span.line) == (code, *marked_line(golden, code))


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda p: p.stem)
def test_no_word_of_the_compiler_is_shown(golden: Path) -> None:
    for diagnostic in error_of(golden).diagnostics:
        labels = (diagnostic.primary, *diagnostic.secondary)
        text = " ".join([diagnostic.message, diagnostic.advice or "", *(label.text for label in labels)])
        own_words = re.sub(r"`[^`]*`", "", text)
        assert not re.search(r"[A-Z]{2,}_|__|\b[A-Z]{4,}\b|_(decl|stmt|expr|clause)\b", own_words), text


def test_every_code_has_a_golden() -> None:
    assert {golden.name[:5] for golden in GOLDENS} == set(CODES)


def test_no_rendering_is_left_over() -> None:
    renderings = {p.stem for p in HERE.glob("*.diag")}
    assert renderings == {golden.name.removesuffix(".rules") for golden in GOLDENS}
