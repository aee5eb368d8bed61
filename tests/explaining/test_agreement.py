"""What is explained agrees with the engine, which shares no code with it."""

from functools import cache

import pytest
from tests.effort import Proved, chosen, effort
from tests.explaining.positions import random_positions

import rulewright
from rulewright.compiler import compile_game
from rulewright.explaining.evaluator import Cells, Evaluator, Frame
from rulewright.semantics import model as m
from rulewright.vm import Game

POSITIONS = effort(short=25, long=1000)
"""Of each game."""

EVERY = ("new_buildings", "festival", "smuggler", "citizens")
FEW = [
    ("puerto_rico", 3, ()),
    ("puerto_rico", 5, ()),
    ("san_juan", 2, ()),
    ("san_juan", 4, ()),
    ("puerto_rico_1897", 2, ()),
    ("puerto_rico_1897", 4, ("new_buildings", "festival", "smuggler")),
    ("puerto_rico_1897", 3, EVERY),
]
MORE = [
    *FEW,
    ("puerto_rico", 4, ()),
    ("san_juan", 3, ()),
    *(("puerto_rico_1897", players, ()) for players in (3, 4, 5)),
    *(("puerto_rico_1897", players, EVERY) for players in (2, 4, 5)),
]
CASES = chosen(short=FEW, long=MORE)


@cache
def load(name: str, players: int, expansions: tuple[str, ...]) -> Game:
    return rulewright.load(name, players=players, expansions=expansions)


@pytest.mark.proof("explain")
@pytest.mark.parametrize(("name", "players", "expansions"), CASES)
def test_every_action_of_random_positions(name: str, players: int, expansions: tuple[str, ...], proved: Proved) -> None:
    game = load(name, players, expansions)
    for state in random_positions(game, POSITIONS):
        legal = set(state.legal_actions())
        for action in range(game.num_actions):
            explanation = state.explain(action)
            assert explanation.legal == (action in legal), f"{state}\n\n{explanation}"
            # A verdict without a reason explains nothing, nor does one with reasons for the opposite.
            assert bool(explanation.against) != explanation.legal, f"{state}\n\n{explanation}"
    proved(positions=POSITIONS, actions=POSITIONS * game.num_actions)


@pytest.mark.proof("explain")
@pytest.mark.parametrize(("name", "players", "expansions"), CASES)
def test_the_values_are_those_of_the_engine(
    name: str, players: int, expansions: tuple[str, ...], proved: Proved
) -> None:
    compiled = compile_game(name, players=players, expansions=expansions)
    game = load(name, players, expansions)
    for state in random_positions(game, POSITIONS, seed=2):
        cells = Cells(game.description, state.to_bytes())
        evaluator = Evaluator(compiled.woven, compiled.translation.layout, cells)
        for path, engine in (("score", state.scores()), ("tiebreak", state.tiebreaks())):
            function = compiled.woven.functions[path]
            call = m.CallMember(function.member, (), function.body.type)
            assert [evaluator.value(call, Frame(seat)) for seat in range(players)] == engine
    proved(positions=POSITIONS)
