"""The commands on the real engine, with a program that was written by hand instead of compiled."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from rulewright import api
from rulewright.vm import Game

STALL = Path(__file__).parent.parent / "vm" / "programs" / "stall.ir"


@pytest.fixture(autouse=True)
def stall(monkeypatch: pytest.MonkeyPatch) -> Game:
    game = Game.from_program_text(STALL.read_text(encoding="utf-8"), title="The Stall")
    monkeypatch.setattr(api, "load", lambda *_, **__: game)
    return game


def test_simulate_gives_the_same_numbers_with_any_number_of_threads(run: Run) -> None:
    def found(jobs: str) -> dict[str, object]:
        shown = run("simulate", "stall", "--games", "300", "--seed", "5", "--jobs", jobs, "--json")
        assert (shown.code, shown.err) == (0, "")
        result: dict[str, object] = json.loads(shown.out)
        return {key: value for key, value in result.items() if key not in ("jobs", "seconds", "games_per_second")}

    assert found("1") == found("2")
    assert found("1")["games"] == 300


def test_perft_and_its_parts_agree(run: Run) -> None:
    whole = json.loads(run("perft", "stall", "--depth", "3", "--json").out)
    parts = json.loads(run("perft", "stall", "--depth", "3", "--divide", "--json").out)
    assert whole["leaves"] == parts["leaves"] == sum(parts["divide"].values()) > 0


def test_a_game_that_was_played_and_saved_is_replayed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played = run("play", "stall", "--seats", "random,random,random", "--seed", "3", "--save", str(file))
    assert (played.code, played.err) == (0, "")
    assert "The game is over." in played.out
    shown = run("replay", str(file), "--show")
    assert (shown.code, shown.err) == (0, "")
    assert "the game is over" in shown.out
    # The same actions by the same players, and the same result.
    actions = [line.replace(" (random)", "") for line in played.out.splitlines() if " (random): " in line]
    replayed = [line.split("  ", 1)[1] for line in shown.out.splitlines() if ": " in line and "  Seat " in line]
    assert [line.strip() for line in replayed] == actions


def test_a_human_plays_by_number_and_takes_back(run: Run) -> None:
    shown = run("play", "stall", "--seed", "1", typed="1\nundo\n1\nquit\n")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.count("Seat 0 decides:") >= 3


def test_a_record_of_other_actions_no_longer_fits(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "stall", "--seats", "random,random,random", "--seed", "3", "--save", str(file))
    record = json.loads(file.read_text())
    record["actions"][0] = 10_000
    record["action_texts"] = []
    file.write_text(json.dumps(record))
    shown = run("replay", str(file))
    assert shown.code == 1
    assert "no longer fits: move 0" in shown.err
