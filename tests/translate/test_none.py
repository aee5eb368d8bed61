"""Variables that may hold `none`: what they start with, how they read, and what a fault says."""

from pathlib import Path

import pytest

import rulewright
from rulewright.vm import RuleFault, State

RULES = """
game letters "Letters" { players 2..3 }
token seal
kind desk { east, west }
place tray holds seal starts 3
each player { place bag holds seal  var favourite: desk optional }
var first: player
var holder: player optional
var owners[desk]: player optional
phase sending {
  var latest: desk optional
  turns from first {
    must choose {
      hold(d: desk) { set holder = me  set my.favourite = d  set owners[d] = me  set latest = d }
      drop where holder is me { set holder = none  set my.favourite = none }
      stay { if latest is none and holder is not none { as holder { move 1 seal from tray to my.bag } } }
      trust { as holder { move 1 seal from tray to my.bag } }
      ask { as holder { may choose { bow { } } } }
    }
  }
}
play { repeat 2 times { play sending } }
value score = my.bag
"""


def start(folder: Path) -> State:
    file = folder / "letters.rules"
    file.write_text(RULES, encoding="utf-8")
    return rulewright.load(file, players=2).new_initial_state(seed=1)


def act(state: State, *texts: str) -> State:
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def test_a_variable_that_may_be_none_starts_so(tmp_path: Path) -> None:
    state = start(tmp_path).to_dict()
    assert (state["holder"], state["owners"]) == (None, {"east": None, "west": None})
    assert [seat["favourite"] for seat in state["players"]] == [None, None]  # type: ignore[attr-defined]


def test_it_holds_players_and_entries_and_can_be_none_again(tmp_path: Path) -> None:
    state = start(tmp_path)
    assert "sending.drop" not in {state.action_to_string(a) for a in state.legal_actions()}
    act(state, "sending.hold(west)")
    assert state.to_dict()["holder"] == 0
    assert state.to_dict()["owners"] == {"east": None, "west": 0}
    act(state, "sending.stay", "sending.drop")
    assert state.to_dict()["holder"] is None
    assert state.to_dict()["players"][0]["favourite"] is None  # type: ignore[index]


def test_a_variable_of_a_phase_is_none_again_when_the_phase_ends(tmp_path: Path) -> None:
    """In the first phase `latest` is set, so the seal is given in the second only."""
    state = act(start(tmp_path), "sending.hold(east)", "sending.stay")
    assert state.to_dict()["tray"] == 3
    act(state, "sending.stay")
    assert state.to_dict()["players"][0]["bag"] == 1  # type: ignore[index]


@pytest.mark.parametrize(("action", "line"), [("sending.trust", 17), ("sending.ask", 18)])
def test_nobodys_turn_is_a_fault_with_its_line(tmp_path: Path, action: str, line: int) -> None:
    with pytest.raises(RuleFault, match=rf"letters.rules:{line}:"):
        act(start(tmp_path), action)


def test_a_position_can_be_set_up_with_none(tmp_path: Path) -> None:
    state = act(start(tmp_path), "sending.hold(west)")
    game = state.game
    again = game.state_from_dict(state.to_dict())
    assert again.to_bytes() == state.to_bytes()
    assert game.state_from_dict({"holder": None}).to_dict()["holder"] is None
