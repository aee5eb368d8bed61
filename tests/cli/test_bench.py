"""How fast a game runs: the table, what is saved, what is compared, what is refused."""

import json
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from rulewright.harness.speed import Measure, SpeedError, Work, measure
from rulewright.vm import Game

SMALL = ("bench", "san_juan", "--players", "2", "--repeats", "2", "--games", "3", "--positions", "40", "--depth", "1")
NAMES = {
    "playouts",
    "decisions",
    "legal actions",
    "apply",
    "clone",
    "observation",
    "step from Python",
    "batch with masks",
    "perft",
}


def test_every_figure_of_both_engines_is_there(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    shown = run(*SMALL, "--save", str(kept), "--json")
    assert shown.code == 0
    found = json.loads(shown.out)
    assert found == json.loads(kept.read_text(encoding="utf-8"))
    assert {(each["engine"], each["name"]) for each in found["figures"]} == {
        (engine, name) for engine in ("interpreter", "native") for name in NAMES
    }
    assert all(len(each["values"]) == 2 and min(each["values"]) > 0 for each in found["figures"])
    table = run(*SMALL, "--compare", str(kept)).out
    assert table.splitlines()[1].split()[-2:] == ["to", "saved"]
    assert "native" in table


def test_a_game_by_hand_is_measured_beside(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "by_hand"
    program.write_text(f'#!{sys.executable}\nprint(\'{{"decisions": 500, "seconds": 0.5}}\')\n', encoding="utf-8")
    program.chmod(0o700)
    found = json.loads(run(*SMALL, "--baseline", str(program), "--json").out)
    figures = {each["name"]: each["median"] for each in found["figures"] if each["engine"] == "baseline"}
    assert figures == {"playouts": 6.0, "decisions": 1000.0}


@pytest.mark.parametrize(
    ("text", "words"),
    [("{}", "holds no figures"), ("nothing", "holds no figures"), ('{"form": "other"}', "is in another form")],
)
def test_a_file_without_figures_is_refused(run: Run, tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "kept.json"
    file.write_text(text, encoding="utf-8")
    shown = run(*SMALL, "--compare", str(file))
    assert shown.code == 2
    assert words in shown.err


@pytest.mark.parametrize(("option", "words"), [("--compare", "can't be read"), ("--baseline", "can't be run")])
def test_a_file_that_is_not_there_is_named(run: Run, tmp_path: Path, option: str, words: str) -> None:
    shown = run(*SMALL, option, str(tmp_path / "missing"))
    assert shown.code == 2
    assert words in shown.err


def test_engines_that_differ_have_no_speed() -> None:
    stall = Path(__file__).parents[1] / "vm" / "programs" / "stall.ir"
    text = stall.read_text(encoding="utf-8")
    planted = text.replace("0..20 place k0 all init 6", "0..20 place k0 all init 5")
    assert planted != text
    games = {"one": Game.from_program_text(text), "other": Game.from_program_text(planted)}
    with pytest.raises(SpeedError, match="one and other don't give the same games"):
        list(measure(games, Work(games=2, positions=10, depth=1, seed=1), 1))


def test_median_and_spread() -> None:
    figure = Measure("native", "clone", "ns", (90.0, 110.0, 100.0))
    assert (figure.median, figure.spread) == (100.0, 0.2)
