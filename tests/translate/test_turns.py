"""`turns … where`: who has a turn is seen when it comes to him, whatever happened before."""

from pathlib import Path

import pytest

import rulewright
from rulewright.vm import State

RULES = """
game circle "Circle" {{ players 4..4 }}
var starter: player
var barred[player]: bool
var order[player]: 0..9
var turns_had: 0..9
event turn_over
kind charm {{ active when my.lucky }}
charm ribbon {{ on turn_over {{ may choose {{ wave {{ set my.waved }} }} }} }}
each player {{ var lucky: bool  var waved: bool }}
phase round {{
  turns from starter {where} {{
    set turns_had += 1
    set order[me] = turns_had
    may choose {{ bar(p: player) where not barred[p] {{ set barred[p] }} }}
  }}
  turns from starter {{ emit turn_over }}
}}
setup {{ {setup} }}
play {{ play round }}
value score = order[me]
"""


def start(folder: Path, where: str, setup: str = "") -> State:
    file = folder / "circle.rules"
    file.write_text(RULES.format(where=where, setup=setup), encoding="utf-8")
    return rulewright.load(file, players=4).new_initial_state(seed=1)


def play(state: State, *texts: str) -> list[int]:
    """Takes these actions and passes then; answers who was asked."""
    asked = []
    given = list(texts)
    while not state.is_terminal():
        asked.append(state.current_player())
        state.apply_action(state.string_to_action(given.pop(0) if given else "round.pass"))
    return asked


@pytest.mark.parametrize("first", range(4))
def test_everybody_has_a_turn_from_the_first_on(tmp_path: Path, first: int) -> None:
    setup = " ".join(["set starter = next(starter)"] * first)
    for where in ("", "where not barred[me]", "where true"):
        assert play(start(tmp_path, where, setup)) == [(first + n) % 4 for n in range(4)]


def test_a_condition_is_looked_at_when_the_turn_comes(tmp_path: Path) -> None:
    """Who is barred before his turn has none; who is barred after it had it."""
    state = start(tmp_path, "where not barred[me]")
    assert play(state, "round.bar(2)", "round.bar(3)") == [0, 1]
    assert state.scores() == [1, 2, 0, 0]
    state = start(tmp_path, "where not barred[me]", "set starter = next(next(starter))")
    assert play(state, "round.bar(0)", "round.bar(3)") == [2, 3, 1]


def test_nobody_may_have_a_turn(tmp_path: Path) -> None:
    state = start(tmp_path, "where turns_had > 0")
    assert state.is_terminal()
    assert state.scores() == [0, 0, 0, 0]


def test_an_event_asks_only_those_who_react(tmp_path: Path) -> None:
    """The second turns of the phase: the ribbon is active for seat 1 alone."""
    state = start(tmp_path, "where false", "each p: player where p is next(starter) { set p.lucky }")
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["ribbon.wave", "ribbon.pass"]
    assert state.current_player() == 1
    state.apply_action(state.string_to_action("ribbon.wave"))
    assert state.is_terminal()


def test_whose_turn_it_was_is_put_back(tmp_path: Path) -> None:
    """Equal positions have equal bytes: after the turns nothing is left of them."""
    one = start(tmp_path, "where not barred[me]")
    two = start(tmp_path, "where not barred[me]")
    play(one)
    play(two)
    assert one.to_bytes() == two.to_bytes()
    control = one.to_dict().get("control", {})
    assert not any(control.values()) if isinstance(control, dict) else True
