"""Each thing that can stand against an action, on small games and on positions that are set up."""

import dataclasses
import json
import pickle
from pathlib import Path

import pytest

import rulewright
from rulewright.vm import Game, InvalidAction, RulewrightError
from rulewright.vm.explanation import Explanation

RULES = """
game stalls "Stalls" { players 2..3 }
kind fruit is token { key price 0..3
  grape price 0, apple price 1, pear price 1, fig price 3, date price 2 players 3..3 }
kind helper { active when my.hired[it] }
each player { place crate holds fruit starts 1  place shelf holds fruit most 2  var hired[helper]: bool }
place market holds fruit starts 9
var first: player
var done: bool

helper porter "Porter" { selling.allowed(_) or true }
helper clerk "Clerk" {
  selling.limit += 1
  option in selling.offer once a phase, never forced {
    give(f: fruit) where my.crate[f] > 0 { move 1 f from my.crate to market }
  }
  on selling.counting { may choose { bow where my.crate.count > 1 { set done } } }
}

phase selling {
  event counting
  value limit = 2
  test allowed(f: fruit) = f.price < limit
  turns from first {
    must choose offer if possible {
      sell(f: fruit) where my.crate[f] > 0 and allowed(f) alike f.price { move 1 f from my.crate to market }
    }
    emit counting
    may choose rest { stop where not done { set done } }
  }
}
play { play selling }
value score = market.count
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("rules") / "stalls.rules"
    file.write_text(RULES, encoding="utf-8")
    return rulewright.load(file, players=2)


def texts(explanation: Explanation) -> list[str]:
    return [reason.text for reason in explanation.reasons]


def test_a_condition_with_its_values_and_what_would_change_it(game: Game) -> None:
    explanation = game.new_initial_state().explain("selling.sell(fig)")
    assert not explanation.legal
    assert str(explanation) == (
        "selling.sell(fig) is not legal for seat 0:\n"
        "- allowed(fig) fails (stalls.rules:26)\n"
        "  - fig.price < limit fails: fig.price is 3, limit is 2 (stalls.rules:23)\n"
        "    - limit is 2 (stalls.rules:22)\n"
        "  - Porter would allow it (stalls.rules:11), but my.hired[porter] fails (stalls.rules:5)"
    )
    assert (
        explanation.summary
        == "selling.sell(fig): fig.price < limit fails: fig.price is 3, limit is 2 (stalls.rules:23)"
    )
    (against,) = explanation.against
    (deciding,) = against.refinements
    assert (deciding.entry, deciding.effect, deciding.active, deciding.decides) == ("porter", "or true", False, True)


def test_a_refinement_that_works_is_named(game: Game) -> None:
    state = game.state_from_dict({"players": [{"crate": {"apple": 1, "fig": 1}, "hired": {"porter": True}}]})
    explanation = state.explain("selling.sell(fig)")
    assert explanation.legal
    assert "Porter allows it (stalls.rules:11): my.hired[porter] holds (stalls.rules:5)" in str(explanation)


def test_values_show_what_changed_them(game: Game) -> None:
    state = game.state_from_dict({"players": [{"crate": {"apple": 1, "fig": 1}, "hired": {"clerk": True}}]})
    explanation = state.explain("selling.sell(fig)")
    assert not explanation.legal
    assert "limit is 3 (stalls.rules:22)" in str(explanation)
    assert "Clerk: += 1 (stalls.rules:13)" in str(explanation)


def test_alike(game: Game) -> None:
    explanation = game.new_initial_state().explain("selling.sell(pear)")
    assert not explanation.legal
    assert [r.text for r in explanation.against] == [
        "selling.sell(apple) is the same, and stands for both: in each, pear.price is 1"
    ]


def test_a_forced_choice_is_not_declined(game: Game) -> None:
    state = game.state_from_dict({"players": [{"crate": {"apple": 1}, "hired": {"clerk": True}}]})
    explanation = state.explain("selling.offer.pass")
    assert not explanation.legal
    assert texts(explanation) == ["one of these must be taken: selling.sell(apple)"]


def test_what_is_never_forced(game: Game) -> None:
    state = game.state_from_dict({"players": [{"crate": {"fig": 1}, "hired": {"clerk": True}}, {}], "market": {}})
    # With the clerk the fig is still too dear, so nothing must be sold.
    explanation = state.explain("selling.offer.pass")
    assert explanation.legal
    assert texts(explanation) == [
        "nothing that must be chosen is possible; clerk.give(fig) can be taken, and never must"
    ]
    assert state.explain("clerk.give(fig)").legal
    owner = {"crate": {"apple": 1}, "hired": {"clerk": True}, "clerk.give.used": True}
    taken = game.state_from_dict({"players": [owner]})
    assert texts(taken.explain("clerk.give(apple)"))[0] == "it may be taken once a phase, and it was"


def test_another_decision_and_an_entry_that_does_not_work(game: Game) -> None:
    state = game.new_initial_state()
    explanation = state.explain("clerk.bow")
    assert not explanation.legal
    assert texts(explanation)[:2] == [
        "seat 0 is asked `selling.offer` now (stalls.rules:25), and this is an answer to `clerk.bow`",
        "Clerk does not work for seat 0",
    ]


def test_what_would_be_answered_by_itself(game: Game) -> None:
    state = game.state_from_dict({"done": True})
    explanation = state.explain("selling.stop")
    assert texts(explanation)[1:] == [
        "asked now, seat 0 could not do it",
        "asked now, seat 0 could only answer selling.rest.pass: that is taken unasked",
    ]
    assert "not done fails: done is true" in str(explanation)


def test_another_player_s_turn(game: Game) -> None:
    state = game.new_initial_state()
    explanation = state.explain("selling.sell(fig)", player=1)
    assert not explanation.legal
    assert explanation.player == 1
    assert texts(explanation)[0] == "it is the turn of seat 0, not of seat 1"
    assert "asked now, seat 1 could not do it" in texts(explanation)
    with pytest.raises(RulewrightError, match="no player 7"):
        state.explain("selling.sell(fig)", player=7)


def test_an_entry_that_needs_other_players(game: Game) -> None:
    explanation = game.new_initial_state().explain("selling.sell(date)")
    assert (explanation.action, explanation.legal) == (None, False)
    assert str(explanation) == (
        "selling.sell(date) is not legal:\n- `date` is not there with 2 players, only with 3 (stalls.rules:4)"
    )


def test_no_such_action(game: Game) -> None:
    state = game.new_initial_state()
    with pytest.raises(InvalidAction, match="selling"):
        state.explain("selling.sell(plum)")
    with pytest.raises(InvalidAction):
        state.explain(game.num_actions)


def test_the_end(game: Game) -> None:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert texts(state.explain(0)) == ["the game is over"]


def test_chance() -> None:
    game = rulewright.load("puerto_rico", players=3)
    state = game.new_initial_state(0, explicit_chance=True)
    assert state.is_chance_node()
    explanation = state.explain(1)
    assert explanation.legal
    assert texts(explanation)[0].endswith("this outcome has the probability 0.3333")
    assert not state.explain(3).legal
    assert not state.explain("play.take(mayor)").legal


SPREAD = """
game lots "Lots" { players 2..2 }
token hand
kind field { near, far }
each player { place pool holds hand starts 3  place on holds hand per field most 2 }
phase working { as first { spread my.pool over my.on } }
var first: player
play { play working }
value score = my.pool
"""


def test_the_bounds_of_a_spread(tmp_path: Path) -> None:
    file = tmp_path / "lots.rules"
    file.write_text(SPREAD, encoding="utf-8")
    state = rulewright.load(file).new_initial_state()
    against = {
        "working.on(near,0)": ["0 is too few here; still to spread: 3; the places after this one have room for 2"],
        "working.on(near,1)": [],
        "working.on(near,2)": [],
        "working.on(far,1)": ["the question is about near"],
    }
    assert {name: [r.text for r in state.explain(name).against] for name in against} == against


DIVIDE = """
game parts "Parts" { players 2..2 }
var first: player
var cut: 0..9
phase cutting { as first { may choose { slice(n: 0..4) where n > 0 and 12 / n > 3 { set cut = n } } } }
play { play cutting }
value score = cut
"""


def test_what_can_t_be_worked_out(tmp_path: Path) -> None:
    file = tmp_path / "parts.rules"
    file.write_text(DIVIDE, encoding="utf-8")
    state = rulewright.load(file).new_initial_state()
    nothing = state.explain("cutting.slice(0)")
    assert [reason.holds for reason in nothing.reasons] == [False, None]
    assert str(nothing) == "cutting.slice(0) is not legal for seat 0:\n- 0 > 0 fails (parts.rules:5)"
    assert [state.explain(f"cutting.slice({n})").legal for n in range(5)] == [False, True, True, True, False]


PICK = """
game bags "Bags" { players 2..2 }
kind bead is token { red, green, blue }
place heap holds bead
each player { place bag holds bead starts if it is green then 0 else 1 }
phase picking { as first { pick 1 to 2 { give(b: bead) of my.bag[b] { move 1 b from my.bag to heap } } } }
var first: player
play { play picking }
value score = my.bag.count
"""


def test_the_bounds_of_a_pick(tmp_path: Path) -> None:
    file = tmp_path / "bags.rules"
    file.write_text(PICK, encoding="utf-8")
    state = rulewright.load(file).new_initial_state()
    names = ["picking.give(red)", "picking.give(green)", "picking.pass"]
    assert [[r.text for r in state.explain(name).against] for name in names] == [
        [],
        ["my.bag[green] > 0 fails: my.bag[green] is 0"],
        ["1 more must be named first"],
    ]
    state.apply_action(state.string_to_action("picking.give(red)"))
    assert state.explain("picking.pass").legal
    later = state.explain("picking.give(red)").against
    assert later[0].text == "my.bag[red] > 0 fails: my.bag[red] is 0"


def test_plain_data_and_frozen(game: Game) -> None:
    explanation = game.new_initial_state().explain("selling.sell(fig)")
    data = json.loads(json.dumps(explanation.to_dict()))
    assert data["legal"] is False
    assert data["reasons"][1]["because"][0]["values"] == [["fig.price", 3], ["limit", 2]]
    with pytest.raises(dataclasses.FrozenInstanceError):
        explanation.legal = True  # type: ignore[misc]


def test_a_game_without_its_rules_says_so(game: Game) -> None:
    restored = pickle.loads(pickle.dumps(game))
    with pytest.raises(RulewrightError, match="without its rule files"):
        restored.new_initial_state().explain(0)
