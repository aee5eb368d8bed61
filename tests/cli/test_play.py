"""A game at the terminal, typed by a script and by a person."""

import io
import json
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.fake_game import FakeLibrary

from rulewright.cli.command import UsageError
from rulewright.cli.main import main
from rulewright.cli.play import find_action

HUMANS = ("--seats", "human,human", "--seed", "0")
"""Two people, and a pile of five crates."""


class Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_whole_game(run: Run, library: FakeLibrary) -> None:
    shown = run("play", "crates", *HUMANS, typed="2\ntake.two\n1\n")
    assert shown.code == 0
    assert shown.err == ""
    assert shown.out == (
        "Crates and Blocks, 2 players, seed 0\n"
        "\npile: 5 crates\n\nSeat 0 decides:\n  1  take.one\n  2  take.two\nSeat 0> 2\n"
        "\npile: 3 crates\n\nSeat 1 decides:\n  1  take.one\n  2  take.two\nSeat 1> take.two\n"
        "\npile: 1 crates\n\nSeat 0 decides:\n  1  take.one\nSeat 0> 1\n"
        "\npile: 0 crates\n\nThe game is over.\n\n"
        "seat  player  score  tiebreak  result\n"
        "----  ------  -----  --------  ------\n"
        "   0  human       3         0  won\n"
        "   1  human       2         0\n"
    )


def test_the_end_of_the_input_ends_the_game_politely(run: Run, library: FakeLibrary) -> None:
    shown = run("play", "crates", *HUMANS, typed="1\n")
    assert shown.code == 0
    assert "The game was left before its end." in shown.out
    assert "won" not in shown.out


def test_quit(run: Run, library: FakeLibrary) -> None:
    shown = run("play", "crates", *HUMANS, typed="quit\n1\n")
    assert shown.code == 0
    assert shown.out.count("decides:") == 1


def test_random_players_need_nobody(run: Run, library: FakeLibrary) -> None:
    words = ("play", "crates", "--seats", "random,random,random", "--seed", "4")
    shown = run(*words)
    assert shown.code == 0
    assert "Seat 0 (random): take." in shown.out
    assert "The game is over." in shown.out
    assert library.asked[0]["players"] == 3
    assert run(*words).out == shown.out


def test_without_seats_one_human_plays_against_random_players(run: Run, library: FakeLibrary) -> None:
    shown = run("play", "crates", "--players", "3", typed="take.one\n")
    assert "Seat 0> take.one" in shown.out
    assert "Seat 1 (random): " in shown.out
    assert "Seat 2 (random): " in shown.out


def test_undo_goes_back_to_the_last_human_decision(run: Run, library: FakeLibrary) -> None:
    shown = run("play", "crates", "--seats", "human,random", "--seed", "2", typed="1\nundo\n2\n")
    asked = [line for line in shown.out.splitlines() if line.startswith("pile:")]
    assert asked[0] == asked[2] == "pile: 7 crates"


def test_undo_at_the_start_is_refused(run: Run, library: FakeLibrary) -> None:
    shown = run("play", "crates", *HUMANS, typed="undo\n")
    assert (shown.code, shown.err) == (2, "rulewright: there is nothing to take back\n")


def test_a_saved_game_can_be_replayed(run: Run, library: FakeLibrary, tmp_path: Path) -> None:
    half, whole = tmp_path / "half.json", tmp_path / "whole.json"
    shown = run("play", "crates", *HUMANS, "--save", str(whole), typed=f"1\nsave {half}\n2\n2\n")
    assert f"the game so far is in `{half}`" in shown.out
    assert json.loads(half.read_text())["actions"] == [0]
    assert json.loads(whole.read_text())["actions"] == [0, 1, 1]
    assert run("replay", str(whole)).code == 0


def test_help_and_show_change_nothing(run: Run, library: FakeLibrary) -> None:
    shown = run("play", "crates", *HUMANS, typed="help\n\nshow\n")
    assert "save FILE" in shown.out
    assert shown.out.count("pile: 5 crates") == 2


@pytest.mark.parametrize("line", ["3", "take.three", "save", "save /no/such/folder/file", "undo"])
def test_a_script_is_stopped_at_an_impossible_answer(run: Run, library: FakeLibrary, line: str) -> None:
    shown = run("play", "crates", *HUMANS, typed=f"{line}\n1\n")
    assert shown.code == 2
    assert shown.err.startswith("rulewright: ")
    assert shown.err.count("\n") == 1


def test_a_person_is_asked_again(
    library: FakeLibrary, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Keyboard("take.tow\n7\nundo\nsave\ntake.two\n"))
    assert main(["play", "crates", *HUMANS]) == 0
    out = capsys.readouterr().out
    assert "did you mean `take.two`?" in out
    assert "there is no action number `7`, the numbers are 1 to 2" in out
    assert "there is nothing to take back" in out
    assert "`save` needs the name of a file" in out
    assert "pile: 3 crates" in out


TEXTS = ["load(red, 2)", "load(red, 3)", "pass"]


@pytest.mark.parametrize(
    ("line", "index"), [("1", 0), ("3", 2), ("load(red, 3)", 1), ("LOAD( red,3 )", 1), ("pa", 2), ("pass", 2)]
)
def test_an_action_is_found(line: str, index: int) -> None:
    assert find_action(line, TEXTS) == index


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("0", "numbers are 1 to 3"),
        ("4", "numbers are 1 to 3"),
        ("9" * 5000, "numbers are 1 to 3"),
        ("load", "beginning of 2 actions"),
        ("pss", "did you mean `pass`?"),
        ("zebra", "`help` lists"),
    ],
)
def test_no_action_is_found(line: str, part: str) -> None:
    with pytest.raises(UsageError, match=part.replace("?", r"\?")):
        find_action(line, TEXTS)
