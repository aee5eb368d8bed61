"""But for names and the pool of five players a game of the edition goes as one of 2001: P97-1, P97-2, P97-6."""

from random import Random

import pytest
from tests.games.puerto_rico.table import Plain, act, legal
from tests.games.puerto_rico_1897.names import NEW_NAMES, OLD_NAMES, in_new_names, in_old_names
from tests.games.puerto_rico_1897.table import game

from rulewright.vm import State

GAMES = 30
MORE_POINTS = {3: 0, 4: 0, 5: 4}
"""In the pool of the edition."""
LOADS = ("play.take(captain)", "captain.", "wharf.")
"""Actions after which the pool may be smaller."""


def parts(state: State) -> dict[str, Plain]:
    """The position without the pool."""
    return {name: value for name, value in state.to_dict().items() if name != "vp_pool"}


def pool(state: State) -> int:
    points: Plain = state.to_dict()["vp_pool"]
    return int(points)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_equal_seeds_and_choices_lead_to_equal_scores(players: int) -> None:
    """P97-2: in every position the same choices are open, and in the end the scores are the same."""
    compared = 0
    for seed in range(2 * GAMES):
        old = game(players, name="puerto_rico").new_initial_state(seed)
        new = game(players).new_initial_state(seed)
        rng = Random(seed)
        while not old.is_terminal():
            choices = sorted(legal(new))
            assert sorted(in_new_names(text) for text in legal(old)) == choices
            assert old.current_player() == new.current_player()
            if old.history_len() % 20 == 0:
                assert in_new_names(parts(old)) == parts(new)
                assert pool(new) == pool(old) + MORE_POINTS[players]
            text = rng.choice(choices)
            act(new, text)
            act(old, in_old_names(text))
            if MORE_POINTS[players] and text.startswith(LOADS) and pool(old) <= 0:
                break  # from here the game of 2001 ends sooner
        else:
            compared += 1
            assert new.is_terminal()
            assert old.scores() == new.scores()
            assert old.tiebreaks() == new.tiebreaks()
            assert old.returns() == new.returns()
            assert in_new_names(parts(old)) == parts(new)
        if compared == GAMES:
            break
    assert compared == GAMES


def test_every_new_name_has_one_old_name() -> None:
    """So that texts can be led over and back."""
    assert len(OLD_NAMES) == len(NEW_NAMES)
    assert set(OLD_NAMES).isdisjoint(NEW_NAMES)
    texts = [game(5).action_to_string(action) for action in range(game(5).num_actions)]
    assert [in_new_names(in_old_names(text)) for text in texts] == texts
