"""`change kind`: an addition gives a kind of the game more keys."""

from pathlib import Path

import pytest

import rulewright
from rulewright.diagnostics import RuleError

GAME = """
game boats "Boats" { players 2..2 }
kind boat { key seats 1..9  raft seats 2, ferry seats 8 }
var first: player
play { turns from first { must choose { board(b: boat) where allowed(b) or b is raft { } } } }
test allowed(b: boat) = true
value score = 0
"""
ADDED = """
expansion harbors for boats {{
  change kind boat {{ key {key} }}
  boat yacht {{ seats 4 {word} }}
  allowed(b) and {condition}
}}
"""


def load(folder: Path, key: str, word: str, condition: str) -> rulewright.Game:
    (folder / "boats.rules").write_text(GAME, encoding="utf-8")
    (folder / "harbors.rules").write_text(ADDED.format(key=key, word=word, condition=condition), encoding="utf-8")
    return rulewright.load(folder / "boats.rules", expansions=[folder / "harbors.rules"])


def offered(game: rulewright.Game) -> set[str]:
    state = game.new_initial_state(1)
    return {state.action_to_string(action) for action in state.legal_actions()}


@pytest.mark.parametrize(
    ("key", "word", "condition"),
    [
        ("swift flag", "swift", "b.swift"),
        ("speed 0..9 default 1", "speed 5", "b.speed > 1"),
        ("twin boat optional", "twin raft", "b.twin is not none"),
    ],
)
def test_entries_of_the_game_and_of_the_addition_have_the_new_key(
    tmp_path: Path, key: str, word: str, condition: str
) -> None:
    assert offered(load(tmp_path, key, word, condition)) == {"play.board(raft)", "play.board(yacht)"}


def test_a_key_without_a_default_is_missing_in_the_games_own_entries(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"(?s)E0205.*speed"):
        load(tmp_path, "speed 0..9", "speed 5", "true")


def test_a_key_that_the_kind_has_already_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"(?s)E0202.*seats"):
        load(tmp_path, "seats 0..9", "", "true")
