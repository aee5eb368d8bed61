"""Explanations as people read them: for every decision of two games, legal actions and illegal ones."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.golden import assert_golden

import rulewright
from rulewright.vm import Game, State
from rulewright.vm.explanation import Explanation

HERE = Path(__file__).parent
CASES = [("puerto_rico", 4, 30), ("san_juan", 2, 30)]
TRIES = 60
MOST = 3
"""Texts of one family of actions and one verdict; they differ in what decides."""


def told(game: Game, games: int) -> Iterator[tuple[str, Explanation]]:
    """Explanations that differ in kind, met in random games."""
    rng = random.Random(5)
    seen: dict[tuple[str, bool], list[tuple[str, ...]]] = {}
    tries: Counter[tuple[str, bool]] = Counter()
    for seed in range(games):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            for option, action, legal in asked(game, state, rng):
                kinds = seen.setdefault((option, legal), [])
                tries[option, legal] += 1
                if len(kinds) == MOST or tries[option, legal] > TRIES:
                    continue
                explanation = state.explain(action)
                reasons = explanation.reasons if explanation.legal else explanation.against
                kind = tuple(f"{r.place} {[x.entry for x in r.refinements if x.decides]}" for r in reasons)
                if kind not in kinds:
                    kinds.append(kind)
                    yield option, explanation
            state.apply_action(rng.choice(state.legal_actions()))


def asked(game: Game, state: State, rng: random.Random) -> Iterator[tuple[str, int, bool]]:
    """One legal and one illegal action of each option of the decision."""
    legal = set(state.legal_actions())
    for option in game.description.decisions[state.stop()[1]].options:
        numbers = range(option.first, option.first + option.size)
        for verdict in (True, False):
            some = [number for number in numbers if (number in legal) == verdict]
            if some:
                yield option.name, rng.choice(some), verdict


@pytest.mark.parametrize(("name", "players", "games"), CASES)
def test_every_decision(name: str, players: int, games: int) -> None:
    game = rulewright.load(name, players=players)
    found = sorted(told(game, games), key=lambda each: (each[0], not each[1].legal))
    met = {option for option, _ in found}
    assert met == {option.name for d in game.description.decisions for option in d.options}
    assert_golden(HERE / f"{name}.txt", "\n\n".join(str(explanation) for _, explanation in found) + "\n")
