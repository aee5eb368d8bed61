"""A player who forgets nothing: resampling agrees with the exact probabilities of all that may have happened.

The game is so small that every way it can go is worked out with explicit chance. Seat 0 draws and drops
cards face down; seat 1 hoards cards that nobody sees and drops some of them at random; the pile is made
anew from what was dropped. What seat 0 knows in the end depends on all of it: his own cards went into the
new pile, and what he draws from it tells him what seat 1 may have got.
"""

from collections import Counter, defaultdict
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.vm import Game, State

RULES = """
game memory "Memory" { players 2..2  length 200 }
kind card is token { key copies 1..6  red copies 2, green copies 2, blue copies 1 }
deck pile holds card starts it.copies refilled from away
place away holds card hidden from all count seen
each player { place hand holds card hidden from others count seen  deck stash holds card }
var starter: player
phase turning {
  as starter {
    draw 1 from pile to my.hand
    may choose { drop(c: card) where my.hand[c] > 0 { move 1 c from my.hand to away } }
  }
  as next(starter) {
    draw 1 from pile to my.stash
    if my.stash.count > 1 { draw 1 from my.stash to away }
  }
}
play { repeat 5 times { play turning } }
value score = my.hand.count
"""
RESAMPLES = 1500
SIGMAS = 4.5

View = tuple[Any, ...]
Hidden = tuple[Any, ...]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path: Path = tmp_path_factory.mktemp("memory") / "memory.rules"
    path.write_text(RULES, encoding="utf-8")
    return rulewright.load(path, players=2)


def seen(state: State) -> View:
    position: Any = state.to_dict()
    hand = tuple(sorted(position["players"][0]["hand"].items()))
    return hand, sum(position["pile"].values()), sum(position["away"].values())


def hidden(state: State) -> Hidden:
    position: Any = state.to_dict()
    places = (position["pile"], position["away"], position["players"][1]["stash"])
    return tuple(tuple(sorted(place.items())) for place in places)


class Ways:
    """Every way to a certain decision, by what seat 0 saw: how likely each hidden position is, and a state for it."""

    def __init__(self, game: Game, decisions: int) -> None:
        self.chances: dict[View, Counter[Hidden]] = defaultdict(Counter)
        self.states: dict[View, dict[Hidden, State]] = defaultdict(dict)
        self._go(game.new_initial_state(explicit_chance=True), 1.0, decisions, ())

    def _go(self, state: State, chance: float, decisions: int, past: View) -> None:
        if state.is_chance_node():
            for outcome, probability in state.chance_outcomes():
                child = state.clone()
                child.apply_action(outcome)
                self._go(child, chance * probability, decisions, past)
            return
        past = (*past, seen(state))
        if decisions == 0:
            self.chances[past][hidden(state)] += chance  # type: ignore[assignment]
            self.states[past][hidden(state)] = state
            return
        state.apply_action(state.legal_actions()[0])  # the first card that he can drop
        self._go(state, chance, decisions - 1, past)


@pytest.mark.parametrize("decisions", [2, 3, 4])
def test_resampling_agrees_with_all_that_may_have_happened(game: Game, decisions: int) -> None:
    """Two: the pile is as at first. Three: made anew once. Four: some of the new pile is gone again."""
    ways = Ways(game, decisions)
    rich = sorted(ways.chances, key=lambda past: -len(ways.chances[past]))[:4]
    assert len(ways.chances[rich[0]]) > 1
    for past in rich:
        chances = ways.chances[past]
        whole = sum(chances.values())
        for truth in list(ways.states[past].values())[:3]:
            found = Counter(hidden(truth.resample(0, seed)) for seed in range(RESAMPLES))
            assert found.keys() <= chances.keys()
            for position, chance in chances.items():
                expected = chance / whole
                deviation = sqrt(expected * (1 - expected) / RESAMPLES)
                assert abs(found[position] / RESAMPLES - expected) <= SIGMAS * deviation + 1e-9, (past, position)


def test_a_resampled_position_keeps_the_memory(game: Game) -> None:
    """What is resampled once more is as likely as it was at first."""
    ways = Ways(game, 3)
    past = max(ways.chances, key=lambda past: len(ways.chances[past]))
    chances = ways.chances[past]
    truth = next(iter(ways.states[past].values())).resample(0, 1)
    found = Counter(hidden(truth.resample(0, seed)) for seed in range(RESAMPLES))
    assert found.keys() <= chances.keys()
    for position, chance in chances.items():
        expected = chance / sum(chances.values())
        assert abs(found[position] / RESAMPLES - expected) <= SIGMAS * sqrt(expected * (1 - expected) / RESAMPLES)


def test_without_a_past_every_hidden_piece_may_lie_anywhere(game: Game) -> None:
    ways = Ways(game, 2)
    more = 0
    for past, states in ways.states.items():
        forgotten = game.deserialize(next(iter(states.values())).to_bytes())
        found = {hidden(forgotten.resample(0, seed)) for seed in range(200)}
        assert found >= ways.chances[past].keys()
        more += len(found) > len(ways.chances[past])
    assert more > 0
