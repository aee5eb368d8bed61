"""Every command on the bundled games, through compiler and engine."""

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from rulewright.resources import bundled_games

GAMES = bundled_games()
GAME = GAMES[0]


def test_the_list_has_every_bundled_game(run: Run) -> None:
    shown = run("games", "--json")
    assert (shown.code, shown.err) == (0, "")
    assert [game["name"] for game in json.loads(shown.out)] == GAMES
    assert all(name in run("games").out for name in GAMES)


def test_every_bundled_game_is_free_of_errors(run: Run) -> None:
    shown = run("check", "--all", "--concise")
    assert (shown.code, shown.err) == (0, ""), shown.out
    *games, total = shown.out.splitlines()
    assert {line.partition(":")[0].partition(" + ")[0] for line in games} == set(GAMES)
    assert re.fullmatch(r"\d+ combinations, \d+ programs: .*", total)


def test_a_copy_of_a_game_with_a_mistake_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text("game tiny { players 2..3 length 10 }\nvar pile: nonsense\n")
    shown = run("check", str(tmp_path))
    assert shown.code == 1
    assert "nonsense" in shown.out
    assert "^" in shown.out
    assert run("check", str(tmp_path), "--json").code == 1


@pytest.mark.parametrize("stage", ["ast", "symbols", "model", "woven", "ir", "layout", "description"])
def test_every_stage_can_be_dumped(run: Run, stage: str) -> None:
    shown = run("dump", GAME, "--stage", stage)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.strip()


def test_the_binary_program_can_be_dumped(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.bin"
    assert run("dump", GAME, "--stage", "binary", "--output", str(file)).code == 0
    assert file.stat().st_size > 0


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_to_its_end_and_replayed(run: Run, name: str, tmp_path: Path) -> None:
    [players] = {game["players"][0] for game in json.loads(run("games", "--json").out) if game["name"] == name}
    file = tmp_path / "game.json"
    seats = ",".join(["random"] * players)
    played = run("play", name, "--seats", seats, "--seed", "3", "--save", str(file))
    assert (played.code, played.err) == (0, "")
    assert "The game is over." in played.out
    shown = run("replay", str(file))
    assert (shown.code, shown.err) == (0, "")
    # The same table of results, but for the column that says who played.
    results = [line.split() for line in played.out.splitlines()[-players:]]
    assert [line.split() for line in shown.out.splitlines()[-players:]] == [[row[0], *row[2:]] for row in results]


def test_a_human_may_start(run: Run) -> None:
    shown = run("play", GAME, "--seed", "1", typed="1\nundo\nhelp\n")
    assert (shown.code, shown.err) == (0, "")
    assert "The game was left before its end." in shown.out


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_simulated(run: Run, name: str) -> None:
    shown = run("simulate", name, "--games", "20", "--seed", "1", "--json")
    assert (shown.code, shown.err) == (0, "")
    found = json.loads(shown.out)
    assert sum(seat["win_share"]["mean"] for seat in found["seats"]) == pytest.approx(1.0)


def test_perft_and_its_parts_agree(run: Run) -> None:
    whole = json.loads(run("perft", GAME, "--depth", "2", "--json").out)
    parts = json.loads(run("perft", GAME, "--depth", "2", "--divide", "--json").out)
    assert whole["leaves"] == sum(parts["divide"].values()) > 0


@pytest.mark.parametrize("command", [["check"], ["simulate"], ["play"], ["perft", "--depth", "1"]])
def test_a_misspelt_game_is_answered_with_the_right_one(run: Run, command: list[str]) -> None:
    shown = run(command[0], GAME[:-1], *command[1:])
    assert shown.code == 2
    assert f"did you mean `{GAME}`?" in shown.err
    assert shown.err.count("\n") == 1


def test_too_many_players_are_one_sentence(run: Run) -> None:
    shown = run("simulate", GAME, "--players", "99")
    assert shown.code == 2
    assert shown.err.startswith("rulewright: ")
    assert shown.err.count("\n") == 1


def test_a_path_that_is_not_there_is_one_sentence(run: Run) -> None:
    shown = run("check", "no/such/folder")
    assert shown.code == 2
    assert shown.err.count("\n") == 1


def test_a_player_does_not_see_what_others_hold(run: Run) -> None:
    shown = run("play", "san_juan", "--players", "2", "--seed", "1", "--seats", "human,random")
    (hands,) = [line for line in shown.out.splitlines() if line.startswith("hand ")]
    (deck,) = [line for line in shown.out.splitlines() if line.startswith("card_stack ")]
    assert hands.endswith(" hidden")
    assert "poor_house" in hands
    assert deck.split()[2:] == ["hidden"]
