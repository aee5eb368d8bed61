"""Every sample in README.md and docs/ is run, so that none of them goes stale.

The word behind a fence's language says how:

- ``rules game``: a whole game in one file; it is compiled for every number of players and played.
- ``rules building``: an addition to the first bundled game; it is compiled with it and played. A third
  word is the name of the file that the Python samples of the same page find it under.
- ``rules file``: a file of a page that is followed step by step, see ``test_walkthroughs.py``; the third word
  is its name.
- ``rules quote``: stands word for word in a bundled rule file (white space does not count).
- ``python``: the samples of a page run one after another and share their names.

Rule samples of any other sort are refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import rulewright
from rulewright.compiler import head_of

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BASE = "puerto_rico"
_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Sample:
    page: Path
    line: int
    words: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def samples(page: Path) -> Iterator[Sample]:
    text = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield Sample(page, line, tuple(match["info"].split()), match["text"])


def find(language: str, sort: str) -> list[Sample]:
    return [s for page in PAGES for s in samples(page) if s.words[:2] == (language, sort)]


def squeezed(text: str) -> str:
    return " ".join(re.sub(r"#[^\n]*", "", text).split())


def test_every_rule_sample_says_how_it_is_checked() -> None:
    rules = [s for page in PAGES for s in samples(page) if s.words[:1] == ("rules",)]
    assert rules, "no samples found: is the pattern still right?"
    assert [str(s) for s in rules if s.words[1:2] not in (("game",), ("building",), ("quote",), ("file",))] == []


@pytest.mark.parametrize("sample", find("rules", "game"), ids=str)
def test_a_whole_game_can_be_played(sample: Sample, tmp_path: Path) -> None:
    file = tmp_path / "sample.rules"
    file.write_text(sample.text, encoding="utf-8")
    for players in head_of(file).players:
        game = rulewright.load(file, players=players)
        assert len(game.playouts(5, 1, 1)) == 5


# The cookbook's have a test of their own, which plays them longer.
@pytest.mark.parametrize("sample", [s for s in find("rules", "building") if s.page.stem != "cookbook"], ids=str)
def test_an_addition_can_be_played(sample: Sample, tmp_path: Path) -> None:
    file = tmp_path / "sample.rules"
    file.write_text(sample.text, encoding="utf-8")
    game = rulewright.load(BASE, players=4, expansions=[file])
    assert len(game.playouts(5, 1, 1)) == 5


@pytest.mark.parametrize("sample", find("rules", "quote"), ids=str)
def test_a_quotation_stands_in_the_rule_files(sample: Sample) -> None:
    files = sorted((ROOT / "rules_dsl").rglob("*.rules"))
    assert any(squeezed(sample.text) in squeezed(f.read_text(encoding="utf-8")) for f in files)


@pytest.mark.parametrize("page", [p for p in PAGES if any(s.words == ("python",) for s in samples(p))], ids=str)
def test_the_python_samples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "sample"}
    for sample in samples(page):
        if sample.words[:2] in (("rules", "building"), ("rules", "file")) and len(sample.words) > 2:
            Path(sample.words[2]).parent.mkdir(exist_ok=True)
            Path(sample.words[2]).write_text(sample.text, encoding="utf-8")
        if sample.words == ("python",):
            # As many empty lines before it as in the page, so that a traceback names the right line.
            code = compile("\n" * sample.line + sample.text, str(page), "exec")
            exec(code, names)
