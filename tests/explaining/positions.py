"""Positions of random games, spread over whole games."""

import random
from collections.abc import Iterator

from rulewright.vm import Game, State

SHARE = 0.08
"""Of all positions on the way, so that many games and all of their parts are met."""


def random_positions(game: Game, count: int, seed: int = 1) -> Iterator[State]:
    """So many positions; in every third game chance is explicit, so that its stops are among them."""
    rng = random.Random(seed)
    found = number = 0
    while True:
        state = game.new_initial_state(number, explicit_chance=number % 3 == 2)
        number += 1
        while not state.is_terminal():
            if rng.random() < SHARE:
                yield state
                found += 1
                if found == count:
                    return
            state.apply_action(rng.choice(state.legal_actions()))
