"""A place is no larger than what can come to it, even where pieces of some sort never run out."""

import re
from pathlib import Path

import pytest

from rulewright.compiler import compile_game

GAME = """
game yard "Yard" {{ players 2..2  length 100 }}
kind crop is token {{ wheat, rye }}
kind tile is token includes crop {{ key amount 0..9 default 0  wheat amount 5, rye amount 3, meadow, tent }}
place stack holds tile starts it.amount
place row   holds tile
place gone  holds tile
place grass holds meadow unlimited
each player {{
  place field holds tile
  place camp  holds tile most 6
}}
var starter: player
setup {{ move 1 meadow from grass to starter.field }}
play {{
  repeat 3 times {{
    turns from starter {{
      must choose {{
        grow(c: crop) where stack[c] > 0 {{ {grow} }}
        rest {{ {rest} }}
      }}
    }}
  }}
}}
value score = my.field.count
"""


def most_in_places(tmp_path: Path, *, grow: str = "move 1 c from stack to my.field", rest: str = "") -> dict[str, int]:
    """The most that a cell of each place can hold, by the program of a game with these two actions."""
    path = tmp_path / "yard.rules"
    path.write_text(GAME.format(grow=grow, rest=rest), encoding="utf-8")
    slots = re.findall(
        r'^slot "(\w+)" \w+ \[[^]]*\] 0\.\.(\d+) place k\d+ ', compile_game(path, players=2).program_text, re.M
    )
    return {name: int(most) for name, most in slots}


def test_only_places_that_endless_pieces_come_to_are_large(tmp_path: Path) -> None:
    most = most_in_places(tmp_path)
    assert most == {"stack": 5, "row": 5, "gone": 5, "field": 32000, "camp": 5}


@pytest.mark.parametrize(
    ("rest", "large"),
    [
        ("move 1 meadow from my.field to row", {"field", "row"}),
        ("move all from my.field to gone", {"field", "gone"}),
        ("move all from my.field to row move all from row to gone", {"field", "row", "gone"}),
        # Only other entries leave the field.
        ("move up to 1 wheat from my.field to row", {"field"}),
        ("each c: crop { move all c from my.field to gone }", {"field"}),
        ("each t: tile { move up to 1 t from my.field to gone }", {"field", "gone"}),
        # Where they come from there are none.
        ("move all from row to gone", {"field"}),
    ],
)
def test_endless_pieces_come_as_far_as_moves_take_them(tmp_path: Path, rest: str, large: set[str]) -> None:
    most = most_in_places(tmp_path, rest=rest)
    assert {name for name, number in most.items() if number == 32000} == large


def test_a_limit_holds_all_the_same(tmp_path: Path) -> None:
    assert most_in_places(tmp_path, rest="move up to 1 meadow from grass to my.camp")["camp"] == 6


def test_draws_take_pieces_along(tmp_path: Path) -> None:
    rules = (
        GAME.replace("stack[c] > 0", "stack.count > 0")
        .replace("place stack ", "deck  stack ")
        .replace("place gone ", "deck  gone ")
    )
    path = tmp_path / "yard.rules"
    path.write_text(
        rules.format(
            grow="draw 1 from stack to my.field", rest="move all from my.field to gone draw 1 from gone to row"
        ),
        encoding="utf-8",
    )
    text = compile_game(path, players=2).program_text
    assert re.search(r'^slot "row" \w+ \[k\d+\] 0\.\.32000', text, re.M)
    assert re.search(r'^slot "stack" \w+ \[k\d+\] 0\.\.5 ', text, re.M)


def test_what_a_deck_is_refilled_from_comes_to_it(tmp_path: Path) -> None:
    rules = GAME.replace("stack[c] > 0", "stack.count > 0").replace("place stack ", "deck  stack ")
    rules = rules.replace("starts it.amount", "starts it.amount refilled from gone")
    path = tmp_path / "yard.rules"
    grow, rest = "draw 1 from stack to my.field", "move all from my.field to gone"
    path.write_text(rules.format(grow=grow, rest=rest), encoding="utf-8")
    text = compile_game(path, players=2).program_text
    assert re.search(r'^slot "stack" \w+ \[k\d+\] 0\.\.32000 ', text, re.M)
