"""Pages that are followed step by step, as they are written.

A fence ``rules file NAME`` writes the file; in a fence ``console`` every line that starts with ``$`` is run, and
what it prints is compared. A line with ``…`` alone stands for any lines. Commands run in an empty folder.
"""

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from tests.docs.test_samples import PAGES, ROOT, Sample, samples

from rulewright.cli.command import Exit
from rulewright.cli.main import main

FOLLOWED = [p for p in PAGES if any(s.words == ("console",) for s in samples(p))]
ANY = "…"


def commands(sample: Sample) -> list[tuple[str, str]]:
    """The commands of a fence, each with what it prints."""
    found = re.split(r"^\$ ", sample.text, flags=re.MULTILINE)
    assert found[0] == "", f"{sample}: a console starts with a command"
    return [(command, output) for command, _, output in (part.partition("\n") for part in found[1:])]


def run(command: str) -> str:
    """What our own command prints, to both streams. In this process: starting one for each takes too long."""
    words = shlex.split(command)
    assert words[0] == "rulewright", f"only our own commands are run: {command}"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        assert main(words[1:]) in (Exit.OK, Exit.WRONG), printed.getvalue()
    return printed.getvalue()


def matches(expected: str, printed: str) -> bool:
    lines = [r"(?:[^\n]*\n)*" if line == ANY else re.escape(line) + r"\n" for line in expected.splitlines()]
    return re.fullmatch("".join(lines), printed) is not None


@pytest.mark.parametrize("page", FOLLOWED, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_page_can_be_followed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for sample in samples(page):
        if sample.words[:2] == ("rules", "file"):
            file = tmp_path / sample.words[2]
            file.parent.mkdir(exist_ok=True)
            file.write_text(sample.text, encoding="utf-8")
        if sample.words == ("console",):
            for command, expected in commands(sample):
                printed = run(command)
                assert matches(expected, printed), f"{sample}: $ {command}\n{printed}"


def test_the_tutorial_and_the_guides_are_followed() -> None:
    names = {str(p.relative_to(ROOT / "docs")) for p in FOLLOWED if p.is_relative_to(ROOT / "docs")}
    assert {"tutorial.md", "guides/expansion.md", "guides/variant.md", "guides/game.md"} <= names


def test_every_file_of_a_page_is_used() -> None:
    """A file on a page that is not followed would be checked by nothing."""
    assert [str(s) for p in PAGES if p not in FOLLOWED for s in samples(p) if s.words[:2] == ("rules", "file")] == []


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n", "a\nc\n", False),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\n…\n", "a\n", True),
        ("a\n…\nd\n", "a\nb\n", False),
        ("", "a\n", False),
    ],
)
def test_outputs_are_compared_line_by_line(expected: str, printed: str, same: bool) -> None:
    assert matches(expected, printed) is same
