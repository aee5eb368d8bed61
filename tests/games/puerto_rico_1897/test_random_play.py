"""The two variants hold what every game must hold, on random play (P97-6, P2-5)."""

from random import Random

import pytest
from tests.games.puerto_rico.table import act
from tests.games.puerto_rico_1897.pair import Pair
from tests.games.puerto_rico_1897.table import game

from rulewright.harness import check_random_play

SEEDS = range(300, 303)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_historical_prices_hold_at_every_step(players: int) -> None:
    played = game(players, "historical_prices")
    report = check_random_play(played, SEEDS)
    assert report.games == len(SEEDS)
    assert report.steps > len(SEEDS) * 50
    assert report.longest <= played.max_game_length()


def test_two_players_hold_at_every_step() -> None:
    played = game(2, "two_players", name="puerto_rico")
    report = check_random_play(played, SEEDS)
    assert report.games == len(SEEDS)
    assert report.steps > len(SEEDS) * 50
    assert report.longest <= played.max_game_length()


@pytest.mark.parametrize("two", [Pair(old=False), Pair(old=True)], ids=["edition", "2001"])
def test_every_round_of_two_players_has_six_roles(two: Pair) -> None:
    """P2-5: the last round too is played to its end, and the register never sinks below 2 at a refill (P2-4)."""
    for seed in range(20):
        state, rng, taken = two.start(seed), Random(seed), 0
        while not state.is_terminal():
            text = state.action_to_string(rng.choice(state.legal_actions()))
            if text.startswith("play.take"):
                assert state.current_player() == (two.place(state, "governor") + taken) % 2
                assert two.place(state, "work_register") >= 2 or two.place(state, "workers") == 0
                taken += 1
            act(state, text)
        assert taken == 6 * two.place(state, "round")
