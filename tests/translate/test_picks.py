"""`pick`: every set is reached by exactly one sequence of actions."""

from itertools import combinations
from pathlib import Path
from typing import cast

import pytest

import rulewright
from rulewright.diagnostics import RuleError
from rulewright.vm import State

RULES = """
game bags "Bags" {{ players 2..2 }}
kind bead is token {{ red, green, blue }}
place heap holds bead
each player {{ place bag holds bead starts if it is green then 2 else 1  var met: bool }}
phase picking {{
  as starter {{
    pick {number} {{ {option} }}
  }}
}}
var starter: player
play {{ play picking }}
value score = my.bag.count
"""
FROM_BAG = "give(b: bead) of my.bag[b] { move 1 b from my.bag to heap }"


def results(state: State, found: list[str]) -> list[str]:
    """What lies on the heap at the end of every sequence."""
    if state.is_terminal():
        found.append(str(state.to_dict()["heap"]))
    else:
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            results(after, found)
    return found


def start(folder: Path, number: str, option: str = FROM_BAG) -> State:
    file = folder / "bags.rules"
    file.write_text(RULES.format(number=number, option=option), encoding="utf-8")
    return rulewright.load(file, players=2).new_initial_state(seed=1)


def sets(least: int, most: int) -> set[tuple[str, ...]]:
    beads = ("red", "green", "green", "blue")
    return {chosen for size in range(least, most + 1) for chosen in combinations(beads, size)}


@pytest.mark.parametrize(
    ("number", "least", "most"),
    [("1", 1, 1), ("2", 2, 2), ("3", 3, 3), ("9", 4, 4), ("0 - 1", 0, 0), ("up to 2", 0, 2), ("1 to 3", 1, 3)],
)
def test_every_set_is_reached_in_one_way(tmp_path: Path, number: str, least: int, most: int) -> None:
    found = results(start(tmp_path, number), [])
    assert len(found) == len(set(found)) == len(sets(least, most))


def test_a_set_of_players(tmp_path: Path) -> None:
    state = start(tmp_path, "up to 2", "meet(p: player) where not p.met { set p.met }")
    assert [state.action_to_string(a) for a in state.legal_actions()] == [
        "picking.meet(0)",
        "picking.meet(1)",
        "picking.pass",
    ]
    state.apply_action(state.string_to_action("picking.meet(1)"))
    assert state.is_terminal()  # nobody comes after him


def test_what_was_named_last_is_shown_to_nobody(tmp_path: Path) -> None:
    state = start(tmp_path, "up to 3")
    following = next(slot for slot in state.game.description.slots if slot.label == "picking.following")
    assert following.sight == "none"


def test_a_thing_without_a_number_is_named_once(tmp_path: Path) -> None:
    state = start(tmp_path, "3", "meet(p: player) { set p.met }")
    assert state.is_terminal()  # both were met, and nobody is met twice
    players = cast(list[dict[str, bool]], state.to_dict()["players"])
    assert all(player["met"] for player in players)


# Three sorts of things: single ones in front and behind, and beads between them.
SORTS = """
  coin { set my.met }
  give(b: bead) of my.bag[b] { move 1 b from my.bag to heap }
  stone where stones > 0 { set stones -= 1 }
"""


@pytest.mark.parametrize(
    ("number", "least", "most"), [("2", 2, 2), ("5", 5, 5), ("up to 2", 0, 2), ("1 to 3", 1, 3), ("6", 6, 6)]
)
def test_sets_of_several_sorts_are_reached_in_one_way(tmp_path: Path, number: str, least: int, most: int) -> None:
    things = ("coin", "red", "green", "green", "blue", "stone")
    wanted = {chosen for size in range(least, most + 1) for chosen in combinations(things, size)}
    rules = RULES.format(number=number, option=SORTS) + "var stones: 0..1\nsetup { set stones = 1 }\n"
    file = tmp_path / "bags.rules"
    file.write_text(rules, encoding="utf-8")
    state = rulewright.load(file, players=2).new_initial_state(seed=1)
    found: list[tuple[object, ...]] = []

    def follow(state: State) -> None:
        if state.is_terminal():
            position = state.to_dict()
            found.append((str(position["heap"]), position["stones"], str(position["players"])))
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            follow(after)

    follow(state)
    assert len(found) == len(set(found)) == len(wanted)


def test_a_set_of_numbers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="E0301"):
        start(tmp_path, "2", "count_to(n: 1..3) { }")
