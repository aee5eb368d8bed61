"""Draws from decks of which there are several: each player's own, and the parts of one."""

from pathlib import Path

import pytest

from rulewright.api import load
from rulewright.harness.invariants import check_random_play
from rulewright.vm import Game, State

GAME = """
game bags "Bags" { players 2..3  length 500 }
kind shape { ring, cube }
kind bead is token { key amount 0..3  red amount 2, blue amount 1, green amount 3 }
each player {
  deck  bag   holds bead starts it.amount
  deck  box   per shape holds bead hidden from all count seen
  place shown holds bead
}
var starter: player
setup { }
play {
  repeat 3 times {
    turns from starter {
      may choose {
        put(s: shape) where my.bag.count > 0 { draw 1 from my.bag to my.box[s] }
        show(s: shape) where my.box[s].count > 0 { draw 1 from my.box[s] to my.shown }
      }
    }
  }
}
value score = my.shown.count
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "bags.rules"
    path.write_text(GAME, encoding="utf-8")
    return load(path, players=3)


def in_seat(state: State, seat: int, place: str) -> object:
    players = state.to_dict()["players"]
    assert isinstance(players, list)
    return players[seat][place]


def test_a_draw_takes_from_ones_own_deck(game: Game) -> None:
    state = game.state_from_dict(
        {
            "to_move": 1,
            "at": {"decision": "play.choice"},
            "players": [
                {"bag": {"red": 2, "blue": 1}, "shown": {"green": 3}},
                {"bag": {"green": 3}, "shown": {"red": 2, "blue": 1}},
                {"bag": {"red": 2, "blue": 1, "green": 3}},
            ],
        }
    )
    state.apply_action(state.string_to_action("play.put(cube)"))
    assert in_seat(state, 1, "bag") == {"green": 2}
    assert in_seat(state, 1, "box") == {"cube": {"green": 1}}
    assert in_seat(state, 0, "bag") == {"red": 2, "blue": 1}


def test_a_draw_takes_from_the_part_that_is_named(game: Game) -> None:
    state = game.state_from_dict(
        {
            "to_move": 2,
            "at": {"decision": "play.choice"},
            "players": [
                {"bag": {"red": 2, "blue": 1, "green": 3}},
                {"bag": {"red": 2, "blue": 1, "green": 3}},
                {"box": {"ring": {"red": 2}, "cube": {"blue": 1, "green": 3}}},
            ],
        }
    )
    state.apply_action(state.string_to_action("play.show(ring)"))
    assert in_seat(state, 2, "shown") == {"red": 1}
    assert in_seat(state, 2, "box") == {"ring": {"red": 1}, "cube": {"blue": 1, "green": 3}}


def test_its_chances_are_those_of_the_deck(game: Game) -> None:
    state = game.new_initial_state(seed=1, explicit_chance=True)
    state.apply_action(state.string_to_action("play.put(ring)"))
    assert dict(state.chance_outcomes()) == pytest.approx({0: 2 / 6, 1: 1 / 6, 2: 3 / 6})


def test_random_games_keep_all_invariants(game: Game) -> None:
    assert check_random_play(game, range(20)).games == 20
