"""`make bench`: the table that it writes, and that it writes none if results differ."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from benches.table import page
from benches.table.batches import compare_playouts, in_turns, make
from benches.table.figures import BenchError, Figure, Findings, Table, at_most, ratio
from benches.table.loading import cold_and_warm
from tests.rust_programs import binary

import rulewright as rw
from rulewright.resources import game_folder
from rulewright.vm import Game

ROOT = Path(__file__).parents[2]
GAME = "puerto_rico"
STALL = ROOT / "tests" / "vm" / "programs" / "stall.ir"


@pytest.fixture(scope="module")
def binaries() -> Path:
    """The folder of the programs of benches/rust."""
    if shutil.which("cargo") is None:
        pytest.skip("the sides are a Rust program")
    return binary("rulewright-benches", "engines").parent


def run(out: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "benches.table", "--effort", "least", "--out", out, *arguments]
    return subprocess.run(list(map(str, words)), cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)


def test_a_run_writes_rows_with_aims_and_tables_of_growth(tmp_path: Path, binaries: Path) -> None:
    shown = run(tmp_path, "--only", "playouts", "--only", "batches", "--binaries", binaries)
    assert shown.returncode == 0, shown.stderr
    found = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))
    rows = {row["what"]: row for row in found["rows"]}
    assert rows["native playouts against the hand-written game, 3 players"]["wanted"] == 0.5
    assert rows["native against interpreter, 3 players"]["wanted"] == 4
    assert sum(what.startswith("batch of 1,024") for what in rows) == 2
    for row in rows.values():
        assert len(row["values"]) >= 2
        assert min(row["values"]) > 0
        assert row["is_met"] == (row["median"] <= row["wanted"] if row["is_limit"] else row["median"] >= row["wanted"])
    assert [table["title"] for table in found["tables"]] == ["By number of players", "By batch size"]
    assert shown.stdout == (tmp_path / "table.md").read_text(encoding="utf-8") + "\n"


def test_games_that_end_differently_have_no_table(tmp_path: Path, binaries: Path) -> None:
    rules = tmp_path / "rules" / GAME
    shutil.copytree(game_folder(GAME), rules)
    file = rules / "buildings.rules"
    text = file.read_text(encoding="utf-8")
    # Only the points of the rule files change; the hand-written game keeps its own.
    planted = text.replace("cost 1 points 1", "cost 1 points 2")
    assert planted != text
    file.write_text(planted, encoding="utf-8")
    (tmp_path / "table.md").write_text("of another run", encoding="utf-8")
    shown = run(tmp_path, "--only", "playouts", "--rules", rules.parent, "--binaries", binaries)
    assert (shown.returncode, shown.stdout) == (1, "")
    assert shown.stderr.startswith("playouts: `engines` failed: hand ends seeds 0..")
    assert shown.stderr.endswith(f"of {GAME} differently, so no speed is given\n")
    assert len(shown.stderr.splitlines()) == 1
    assert not (tmp_path / "table.md").exists()


def test_programs_that_were_not_built_are_named(tmp_path: Path) -> None:
    shown = run(tmp_path, "--only", "playouts", "--binaries", tmp_path)
    assert shown.returncode == 1
    assert "engines` is not there; `cargo build" in shown.stderr


def stall(first: int) -> rw.Game:
    """A small game; with another first number another game."""
    text = STALL.read_text(encoding="utf-8")
    assert text.count("0..20 place k0 all init 6") == 1
    return Game.from_program_text(text.replace("0..20 place k0 all init 6", f"0..20 place k0 all init {first}"))


def test_engines_that_differ_are_not_compared() -> None:
    compare_playouts(stall(6), stall(6), 3)
    with pytest.raises(BenchError, match="end games differently"):
        compare_playouts(stall(6), stall(5), 3)


@pytest.mark.parametrize("by_numpy", [False, True])
@pytest.mark.parametrize("buffer", ["mask", "observation"])
def test_a_batch_that_writes_something_else_is_refused(buffer: str, by_numpy: bool) -> None:
    game = stall(6)
    side = make(game, [game.new_initial_state(1).to_bytes()], 4, 1, with_observations=True, by_numpy=by_numpy)
    alone, together = in_turns(game, [side], 2)
    assert len(alone.values) == len(together.values) == len(side.times) == 2
    side.check()
    side.buffers[buffer][0, 0] += 1
    with pytest.raises(BenchError, match="game 0 of a batch"):
        side.check()


def test_another_result_from_the_cache_is_refused() -> None:
    def once(cache: Path) -> tuple[float, object]:
        seen = cache / "seen"
        is_warm = seen.exists()
        seen.touch()
        return (5.0 if is_warm else 50.0), result[is_warm]

    result = ["same", "same"]
    cold, warm = cold_and_warm("something", once, 2)
    assert (cold.values, warm.values) == ((50.0, 50.0), (5.0, 5.0))
    result = ["same", "other"]
    with pytest.raises(BenchError, match="something gives another result"):
        cold_and_warm("something", once, 1)


def test_the_page_says_what_is_met() -> None:
    fast, slow = Figure((10.0, 20.0, 10.0)), Figure((30.0, 50.0, 20.0))
    rows = [
        ratio("fast", fast, slow, 2.4),
        ratio("faster", fast, slow, 2.6),
        ratio("dear", fast, slow, 2.4, is_limit=True),
        at_most("short", fast, 12, "ns"),
    ]
    assert [row.is_met for row in rows] == [True, False, False, True]
    table = Table("Growth", ("what", "ns"), (("one", 1234.5), ("two", None)), "A note.")
    shown = page.text({"made": "today"}, Findings(rows, [table], ["Something is missing."]))
    assert "| fast | at least 2.4 | 2.5 | 2.25 to 2.75 | 2 | 3 | yes |" in shown
    assert "| faster | at least 2.6 | 2.5 | 2.25 to 2.75 | 2 | 3 | no |" in shown
    assert "| short | at most 12 ns | 10 ns | 10 to 15 | 10 | 3 | yes |" in shown
    assert "\nSomething is missing.\n" in shown
    assert shown.endswith("## Growth\n\nA note.\n\n| what | ns |\n| --- | --- |\n| one | 1,234 |\n| two |  |\n")
