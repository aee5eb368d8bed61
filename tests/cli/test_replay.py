"""A record that fits, one that no longer does, and files that hold none."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.fake_game import RULES_HASH, FakeLibrary

from rulewright.vm import Record


def write(path: Path, actions: list[int], rules_hash: str = RULES_HASH, game: str = "crates") -> None:
    path.write_text(Record(game, 2, rules_hash, 0, tuple(actions)).to_json())


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    write(path, [1, 1, 0])
    return path


def test_a_record_that_fits(run: Run, library: FakeLibrary, record: Path) -> None:
    shown = run("replay", str(record))
    assert shown.code == 0
    assert shown.out.splitlines() == [
        "The record fits: 3 actions, the game is over.",
        "",
        "seat  score  tiebreak  result",
        "----  -----  --------  ------",
        "   0      3         0  won",
        "   1      2         0",
    ]


def test_every_action_is_shown_with_its_player(run: Run, library: FakeLibrary, record: Path) -> None:
    shown = run("replay", str(record), "--show")
    assert shown.out.splitlines()[:3] == [
        "0  Seat 0: take.two",
        "1  Seat 1: take.two",
        "2  Seat 0: take.one",
    ]


def test_a_replay_for_programs(run: Run, library: FakeLibrary, record: Path) -> None:
    assert json.loads(run("replay", str(record), "--json").out) == {
        "ok": True,
        "error": None,
        "move": None,
        "rules_changed": False,
        "over": True,
        "scores": [3, 2],
        "tiebreaks": [0, 0],
        "returns": [1.0, 0.0],
        "moves": [
            {"seat": 0, "action": "take.two"},
            {"seat": 1, "action": "take.two"},
            {"seat": 0, "action": "take.one"},
        ],
    }


def test_a_record_that_no_longer_fits(run: Run, library: FakeLibrary, record: Path) -> None:
    write(record, [1, 1, 1])
    shown = run("replay", str(record))
    assert shown.code == 1
    assert shown.err == f"rulewright: `{record}` no longer fits: move 2: action 1 is not legal here\n"
    shown = run("replay", str(record), "--json")
    assert shown.code == 1
    assert json.loads(shown.out) == {
        "ok": False,
        "error": "move 2: action 1 is not legal here",
        "move": 2,
        "rules_changed": False,
    }


def test_changed_rules_that_still_fit_are_mentioned(run: Run, library: FakeLibrary, record: Path) -> None:
    write(record, [1, 1, 0], rules_hash="0ther")
    shown = run("replay", str(record))
    assert shown.code == 0
    assert "The rules have changed" in shown.out
    assert json.loads(run("replay", str(record), "--json").out)["rules_changed"] is True


def test_the_game_of_the_record_is_loaded_unless_another_is_named(run: Run, library: FakeLibrary, record: Path) -> None:
    run("replay", str(record))
    assert (library.asked[0]["game"], library.asked[0]["players"]) == ("crates", 2)
    run("replay", str(record), "--game", "crats")
    assert library.asked[1]["game"] == "crats"


def test_a_record_of_an_unknown_game_is_wrong_use(run: Run, library: FakeLibrary, record: Path) -> None:
    write(record, [], game="crats")
    shown = run("replay", str(record))
    assert shown.code == 2
    assert "did you mean `crates`?" in shown.err


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b"9" * 5000, b'{"seed": 1}'])
def test_a_file_without_a_record_is_wrong_use(run: Run, library: FakeLibrary, record: Path, content: bytes) -> None:
    record.write_bytes(content)
    shown = run("replay", str(record))
    assert shown.code == 2
    assert shown.err.startswith("rulewright: ")
    assert shown.err.count("\n") == 1


def test_a_folder_is_no_record(run: Run, library: FakeLibrary, tmp_path: Path) -> None:
    assert run("replay", str(tmp_path)).code == 2
