"""Rule files with the mistakes that people make, and what their author gets to read.

`rules/` holds the bundled games as they once were, so that a change of their rules changes no message
here. `cases/*.patch` holds the mistakes: `@ file`, the text before (`-`) and after (`+`); a text may go on
in lines without a sign. All messages of a patch file are in the `.golden` beside it.
"""

import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from rulewright.compiler import compile_game
from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.source import SourceFile
from rulewright.sources import Addition, GameSources, find_sources

CASES = Path(__file__).parent / "cases"
RULES = Path(__file__).parent / "rules"
FEWEST = 150
SHARE = 0.95
"""Of all mistakes, so many have a first message that points to their line."""


@dataclass(frozen=True, slots=True)
class Case:
    """One mistake in one bundled file."""

    number: int
    path: str
    before: str
    after: str

    @property
    def game(self) -> str:
        return self.path.split("/")[0]

    @property
    def addition(self) -> Path | None:
        parts = self.path.split("/")
        return RULES / self.path if len(parts) > 2 else None

    @property
    def name(self) -> str:
        """How messages call the file."""
        return self.path.split("/")[-1]

    @property
    def text(self) -> str:
        return (RULES / self.path).read_text(encoding="utf-8")

    @property
    def broken(self) -> str:
        # The number of blanks does not count: a formatted neighbour may have moved them.
        words = re.findall(r"\S+|\s+", self.before)
        pattern = "".join(r"\s+" if "\n" in w else "[ ]+" if w.isspace() else re.escape(w) for w in words)
        found = list(re.finditer(pattern, self.text))
        assert len(found) == 1, f"`{self.before}` is {len(found)} times in {self.path}"
        return self.text[: found[0].start()] + self.after + self.text[found[0].end() :]

    @property
    def lines(self) -> range:
        """The lines with the mistake; where a line is gone, those around the gap count too."""
        old, new = self.text.split("\n"), self.broken.split("\n")
        first = next(i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b)
        last = next(i for i, (a, b) in enumerate(zip(reversed(old), reversed(new), strict=False)) if a != b)
        end = len(new) - last
        if len(new) < len(old):
            return range(first, max(first + 2, end + 1))
        return range(first + 1, max(first + 2, end + 1))


def read_cases(patch: Path) -> list[Case]:
    found: list[Case] = []
    for part in patch.read_text(encoding="utf-8").split("\n@ ")[1:]:
        match = re.fullmatch(r"([^\n]+)\n- (.*?)\n\+ (.*?)\n?", part, re.DOTALL)
        assert match is not None, part
        found.append(Case(len(found) + 1, *match.groups()))
    return found


@cache
def error_of(case: Case) -> RuleError | None:
    changed = SourceFile(case.name, case.broken)
    if case.addition is not None:
        base = find_sources(RULES / case.game)
        sources = GameSources(base.home, base.files, (Addition(case.addition.stem, (changed,)),))
    else:
        base = find_sources(RULES / case.game)
        files = tuple(changed if f.name == case.name else f for f in base.files)
        sources = GameSources(base.home, files)
    try:
        compile_game(sources)
    except RuleError as error:
        return error
    return None


PATCHES = sorted(CASES.glob("*.patch"))
EVERY = [(patch.stem, case) for patch in PATCHES for case in read_cases(patch)]


def points_at_the_mistake(case: Case) -> bool:
    error = error_of(case)
    assert error is not None
    span = error.diagnostics[0].primary.span
    return span.source.name == case.name and span.line in case.lines


@pytest.mark.parametrize("patch", PATCHES, ids=lambda p: p.stem)
def test_the_author_reads_what_is_written_down(patch: Path) -> None:
    texts = []
    for case in read_cases(patch):
        assert error_of(case) is not None, f"{patch.name} {case.number}: `{case.after}` is no mistake"
        texts.append(f"=== {case.number}: {case.path}\n--- {case.before}\n+++ {case.after}\n\n{error_of(case)}\n")
    text = "\n".join(texts)
    golden = patch.with_suffix(".golden")
    if os.environ.get("BLESS"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8"), f"{golden.name} differs; if it is better now, BLESS=1 writes it"


def test_there_are_enough_cases() -> None:
    assert len({(case.path, case.before, case.after) for _, case in EVERY}) == len(EVERY) >= FEWEST


def test_the_first_message_points_to_the_line_of_the_mistake() -> None:
    missed = [f"{name} {case.number}: {case.after}" for name, case in EVERY if not points_at_the_mistake(case)]
    assert len(missed) <= (1 - SHARE) * len(EVERY), "\n".join(missed)


@pytest.mark.parametrize(("name", "case"), EVERY, ids=lambda x: x if isinstance(x, str) else str(x.number))
def test_one_mistake_is_not_told_often(name: str, case: Case) -> None:
    error = error_of(case)
    assert error is not None
    assert len(error.diagnostics) <= 3, str(error)


@pytest.mark.parametrize(("name", "case"), EVERY, ids=lambda x: x if isinstance(x, str) else str(x.number))
def test_no_word_of_the_compiler_is_shown(name: str, case: Case) -> None:
    error = error_of(case)
    assert error is not None
    for diagnostic in error.diagnostics:
        labels = (diagnostic.primary, *diagnostic.secondary)
        text = " ".join([diagnostic.message, diagnostic.advice or "", *(label.text for label in labels)])
        own_words = re.sub(r"`[^`]*`", "", text)
        assert not re.search(r"[A-Z]{2,}_|__|\b[A-Z]{4,}\b|_(decl|stmt|expr|clause)\b|\bANON\b", own_words), text


@pytest.mark.parametrize("home", sorted(RULES.iterdir()), ids=lambda p: p.name)
def test_without_a_mistake_nothing_is_wrong(home: Path) -> None:
    compile_game(home)
