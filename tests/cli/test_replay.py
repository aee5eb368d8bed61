"""A record that fits, one that no longer does, and files that hold none."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.fake_game import FakeLibrary


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"players": 2, "seed": 0, "actions": [1, 1, 0]}))
    return path


def test_a_record_that_fits(run: Run, library: FakeLibrary, record: Path) -> None:
    shown = run("replay", str(record))
    assert shown.code == 0
    assert shown.out.splitlines() == [
        "The record fits: 3 actions, the game is over.",
        "",
        "player  score  tiebreak  result",
        "------  -----  --------  ------",
        "     1      3         0  won",
        "     2      2         0",
    ]


def test_every_action_is_shown_with_its_player(run: Run, library: FakeLibrary, record: Path) -> None:
    shown = run("replay", str(record), "--show")
    assert shown.out.splitlines()[:3] == [
        "1  Player 1: take.two",
        "2  Player 2: take.two",
        "3  Player 1: take.one",
    ]


def test_a_replay_for_programs(run: Run, library: FakeLibrary, record: Path) -> None:
    assert json.loads(run("replay", str(record), "--json", "--show").out) == {
        "ok": True,
        "error": None,
        "actions": 3,
        "over": True,
        "scores": [3, 2],
        "tiebreaks": [0, 0],
        "returns": [1.0, 0.0],
        "moves": [
            {"player": 1, "action": "take.two"},
            {"player": 2, "action": "take.two"},
            {"player": 1, "action": "take.one"},
        ],
    }


def test_a_record_that_no_longer_fits(run: Run, library: FakeLibrary, record: Path) -> None:
    record.write_text(json.dumps({"players": 2, "seed": 0, "actions": [1, 1, 1]}))
    shown = run("replay", str(record))
    assert shown.code == 1
    assert shown.err == f"rulewright: `{record}` no longer fits: action 3 is not legal there\n"
    shown = run("replay", str(record), "--json")
    assert shown.code == 1
    assert json.loads(shown.out) == {"ok": False, "error": "action 3 is not legal there"}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"seed": 1}'])
def test_a_file_without_a_record_is_wrong_use(run: Run, library: FakeLibrary, record: Path, content: bytes) -> None:
    record.write_bytes(content)
    shown = run("replay", str(record))
    assert shown.code == 2
    assert shown.err.startswith("rulewright: ")
    assert shown.err.count("\n") == 1


def test_a_folder_is_no_record(run: Run, library: FakeLibrary, tmp_path: Path) -> None:
    assert run("replay", str(tmp_path)).code == 2
