"""Batches of random games: the same numbers however they are cut up."""

import json

import pytest
from tests.cli.conftest import Run
from tests.cli.fake_game import FakeGame, FakeLibrary

from rulewright.cli import simulate
from rulewright.cli.simulate import play_batch


def test_the_table(run: Run, library: FakeLibrary) -> None:
    shown = run("simulate", "crates", "--games", "200", "--seed", "3", "--jobs", "1")
    assert shown.code == 0
    assert shown.err == ""
    lines = shown.out.splitlines()
    assert lines[0] == "Crates and Blocks: 200 games of 2 random players, seed 3"
    assert lines[2].split() == ["seat", "score", "95%", "interval", "min", "max", "wins", "95%", "interval"]
    assert [line.split()[0] for line in lines[4:6]] == ["0", "1"]
    assert len({len(line) for line in lines[2:6]}) == 1
    assert lines[7].startswith("decisions a game: ")
    assert lines[8].endswith(" games per second (1 thread)")


def test_the_same_numbers_for_programs(run: Run, library: FakeLibrary) -> None:
    found = json.loads(run("simulate", "crates", "--games", "200", "--seed", "3", "--json").out)
    assert (found["game"], found["players"], found["games"], found["seed"]) == ("crates", 2, 200, 3)
    assert found["counters"] == {}
    assert found["games_per_second"] > 0
    assert [seat["seat"] for seat in found["seats"]] == [0, 1]
    for seat in found["seats"]:
        assert seat["score"]["min"] <= seat["score"]["low"] <= seat["score"]["mean"] <= seat["score"]["high"]
        assert seat["win_share"]["low"] <= seat["win_share"]["mean"] <= seat["win_share"]["high"]
    assert sum(seat["win_share"]["mean"] for seat in found["seats"]) == pytest.approx(1.0)


def test_counters_of_the_game_are_shown(run: Run, library: FakeLibrary) -> None:
    library.game.with_rounds = True
    assert "rounds at the end: " in run("simulate", "crates", "--games", "10").out
    assert json.loads(run("simulate", "crates", "--games", "10", "--json").out)["counters"]["rounds"]["min"] >= 2


def test_one_game_has_no_interval_of_the_mean(run: Run, library: FakeLibrary) -> None:
    shown = run("simulate", "crates", "--games", "1")
    assert "1 game of" in shown.out
    assert " - " in shown.out
    found = json.loads(run("simulate", "crates", "--games", "1", "--json").out)
    assert found["seats"][0]["score"]["low"] is None


def test_every_seed_is_played_once_however_the_batch_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts = FakeGame(), FakeGame()
    one = play_batch(whole, 500, 7, 1)  # type: ignore[arg-type]
    monkeypatch.setattr(simulate, "CHUNK_SECONDS", 0.0)
    other = play_batch(parts, 500, 7, 3)  # type: ignore[arg-type]
    assert len(parts.batches) > len(whole.batches)
    assert all(threads == 3 for _, _, threads in parts.batches)
    for game in (whole, parts):
        seeds = [seed for count, first, _ in game.batches for seed in range(first, first + count)]
        assert seeds == list(range(7, 507))
    assert [tally.mean for tally in one.scores] == [tally.mean for tally in other.scores]
