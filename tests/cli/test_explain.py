"""Explanations on the command line: from a record, and in the middle of a game."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

RULES = """
game stand "Stand" { players 2..2 }
kind fruit is token { key price 1..3  apple price 1, pear price 2, fig price 3 }
each player { place crate holds fruit starts if it is fig then 0 else 1 }
place market holds fruit starts 9
var first: player
phase selling {
  turns from first {
    may choose { sell(f: fruit) where my.crate[f] > 0 and market[f] < 10 { move 1 f from my.crate to market } }
  }
}
play { repeat 2 times { play selling } }
value score = my.crate.count
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "stand.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture
def record(run: Run, rules: Path, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    typed = "selling.sell(apple)\nselling.pass\n"
    assert run("play", str(rules), "--seats", "human,human", "--save", str(path), "--seed", "1", typed=typed).code == 0
    return path


def test_a_whole_decision(run: Run, rules: Path, record: Path) -> None:
    shown = run("explain", str(record), "--game", str(rules), "--move", "1")
    assert shown.code == 0
    assert shown.out.splitlines() == [
        "Seat 1 decides selling.choice.",
        "",
        "Legal:",
        "  selling.sell(pear)",
        "  selling.pass",
        "",
        "Not legal:",
        "  selling.sell(apple): market[apple] < 10 fails: market[apple] is 10 (stand.rules:9)",
        "  selling.sell(fig): my.crate[fig] > 0 fails: my.crate[fig] is 0 (stand.rules:9)",
    ]


def test_one_action(run: Run, rules: Path, record: Path) -> None:
    shown = run("explain", str(record), "Selling.sell( apple )", "--game", str(rules), "--move", "0")
    assert shown.out.splitlines() == [
        "selling.sell(apple) is legal for seat 0:",
        "- my.crate[apple] > 0 holds: my.crate[apple] is 1 (stand.rules:9)",
        "- market[apple] < 10 holds: market[apple] is 9 (stand.rules:9)",
    ]


def test_another_seat(run: Run, rules: Path, record: Path) -> None:
    shown = run("explain", str(record), "selling.sell(fig)", "--game", str(rules), "--move", "0", "--seat", "1")
    assert "- it is the turn of seat 0, not of seat 1" in shown.out.splitlines()


def test_for_programs(run: Run, rules: Path, record: Path) -> None:
    shown = run("explain", str(record), "selling.sell(fig)", "--game", str(rules), "--move", "0", "--json")
    (told,) = json.loads(shown.out)
    assert (told["name"], told["legal"], told["player"]) == ("selling.sell(fig)", False, 0)
    assert told["reasons"][0]["place"] == "stand.rules:9"
    assert told["reasons"][0]["values"] == [["my.crate[fig]", 0]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--move", "9"), "the record has no position before move 9; the moves are 0 to 2"),
        (("selling.sell(aple)",), "did you mean `selling.sell(apple)`?"),
    ],
)
def test_what_is_not_there(run: Run, rules: Path, record: Path, words: tuple[str, ...], said: str) -> None:
    shown = run("explain", str(record), *words, "--game", str(rules))
    assert shown.code == 2
    assert said in shown.err


def test_no_record(run: Run) -> None:
    shown = run("explain", "nowhere.json")
    assert shown.code == 2
    assert "`nowhere.json` is neither a code nor a file with a record" in shown.err


def test_asking_why_in_a_game(run: Run, rules: Path) -> None:
    typed = "why\nwhy selling.sell(fig)\nwhy 1\n"
    shown = run("play", str(rules), "--seats", "human,human", "--seed", "1", typed=typed)
    assert shown.code == 0
    told = shown.out[shown.out.index("Seat 0> why\n") :].splitlines()
    assert told[1] == "Seat 0 decides selling.choice."
    assert "- my.crate[fig] > 0 fails: my.crate[fig] is 0 (stand.rules:9)" in told
    assert "selling.sell(apple) is legal for seat 0:" in told
