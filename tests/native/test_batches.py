"""Batches of bundled games are equal to single games, by both back ends, for any number of threads."""

from array import array
from random import Random

import numpy as np
import pytest
from tests.additions import Table, every_table, tables
from tests.effort import Proved, chosen, effort

from rulewright.vm import Game, State
from rulewright.vm.game import EngineName

GAMES = 6
SEED = 40
STEPS = effort(short=40, long=600)
FEW = [table for table in tables() if len(table.expansions) != 1]


@pytest.mark.proof("backends")
@pytest.mark.parametrize("engine", ["interpreter", "native"])
@pytest.mark.parametrize("table", chosen(short=FEW, long=every_table()), ids=str)
def test_batches_are_equal_to_single_games(table: Table, engine: EngineName, proved: Proved) -> None:
    game = table.load(engine=engine)
    for threads in (1, 2, 5):
        proved(steps=_play(game, threads))


def _play(game: Game, threads: int) -> int:
    """Goes through games in a batch and one by one; a game that ends is followed by another."""
    batch = game.batch(GAMES, SEED, restart=True, threads=threads)
    states = [game.new_initial_state(SEED + place) for place in range(GAMES)]
    seeds = [SEED + place for place in range(GAMES)]
    players = np.full(GAMES, 99, np.int32)
    mask = np.full((GAMES, game.num_actions), 99, np.uint8)
    observation = np.full((GAMES, game.observation_tensor_size()), 99, np.float32)
    reward = np.full((GAMES, game.num_players), 99, np.float32)
    done = np.full(GAMES, 99, np.uint8)
    picks = Random(threads)
    for _ in range(STEPS):
        actions = array("i", [picks.choice(state.legal_actions()) for state in states])
        batch.step(actions, current_player=players, mask=mask, observation=observation, reward=reward, done=done)
        for place, action in enumerate(actions):
            states[place].apply_action(action)
            assert bool(done[place]) == states[place].is_terminal()
            assert list(reward[place]) == pytest.approx(states[place].returns())
            if states[place].is_terminal():
                seeds[place] += GAMES
                states[place] = game.new_initial_state(seeds[place])
            assert batch.block(place) == states[place].to_bytes()
            _assert_shown(states[place], players[place], mask[place].tolist(), observation[place].tolist())
    return STEPS * GAMES


def _assert_shown(state: State, player: object, mask: list[int], observation: list[float]) -> None:
    assert player == state.current_player()
    assert mask == state.legal_actions_mask()
    assert observation == state.observation_tensor(state.current_player())
