"""Positions that a player can't tell apart: what stays, what varies, and how often.

The game is a rule text of its own: 15 cards in 3 colours, hands that others don't see, a deck, and a
pile that lies face down.
"""

from collections import Counter
from math import sqrt
from pathlib import Path

import pytest
from tests.effort import Proved

import rulewright
from rulewright.vm import Game, InvalidState, RulewrightError, State

RULES = """
game cards "Cards" { players 3..3  length 200 }
kind card is token { key copies 1..6  red copies 6, green copies 4, blue copies 5 }
deck pile holds card starts it.copies
place away holds card hidden from all count seen
each player { place hand holds card hidden from others count seen }
var starter: player
setup { turns from starter { draw 3 from pile to my.hand } }
phase dropping {
  turns from starter {
    may choose { drop(c: card) where my.hand[c] > 0 { move 1 c from my.hand to away } }
  }
}
play { repeat 3 times { play dropping } }
value score = my.hand.count
"""
CARDS = ("red", "green", "blue")
RESAMPLES = 10_000
SIGMAS = 4.5
"""The interval: a frequency lies within so many standard deviations of what is expected."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path: Path = tmp_path_factory.mktemp("cards") / "cards.rules"
    path.write_text(RULES, encoding="utf-8")
    return rulewright.load(path, players=3)


@pytest.fixture(scope="module")
def state(game: Game) -> State:
    """Each player has dropped a card; seat 0 decides again."""
    state = game.new_initial_state(5)
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 0
    return state


def rows(state: State) -> dict[str, Counter[str]]:
    position = state.to_dict()
    found = {name: Counter(position[name]) for name in ("pile", "away")}  # type: ignore[call-overload]
    for seat, own in enumerate(position["players"]):  # type: ignore[arg-type, var-annotated]
        found[f"hand {seat}"] = Counter(own["hand"])
    return found


def test_the_player_notices_nothing(state: State) -> None:
    for seed in range(50):
        other = state.resample(0, seed)
        assert other.observation_tensor(0) == state.observation_tensor(0)
        assert other.observation_string(0) == state.observation_string(0)
        assert other.information_state_string(0) == state.information_state_string(0)
        assert other.redacted_bytes(0) == state.redacted_bytes(0)
        assert other.legal_actions() == state.legal_actions()


def test_the_others_hold_other_cards(state: State) -> None:
    found = [rows(state.resample(0, seed)) for seed in range(100)]
    assert len({tuple(sorted(each["hand 1"].items())) for each in found}) > 3
    assert len({tuple(sorted(each["away"].items())) for each in found}) > 3
    assert all(each["hand 0"] == rows(state)["hand 0"] for each in found)


def test_no_card_is_made_or_lost_and_every_row_keeps_its_number(state: State) -> None:
    before = rows(state)
    for seed in range(100):
        after = rows(state.resample(0, seed))
        assert sum(after.values(), Counter()) == sum(before.values(), Counter())
        assert {name: row.total() for name, row in after.items()} == {n: row.total() for n, row in before.items()}


@pytest.mark.proof("hidden")
def test_every_card_is_equally_likely_everywhere(state: State, proved: Proved) -> None:
    """Over 10,000 resamples the mean number of each card in each hidden row is the hypergeometric one.

    But for the card that seat 0 has dropped: that one surely lies where it went.
    """
    before = rows(state)
    hidden = [name for name in before if name != "hand 0"]
    dropped = Counter([state.action_to_string(state.history()[0]).split("(")[1].rstrip(")")])
    assert before["away"] >= dropped
    pool = sum((before[name] for name in hidden), Counter[str]()) - dropped
    whole = pool.total()
    seen: Counter[tuple[str, str]] = Counter()
    for seed in range(RESAMPLES):
        after = rows(state.resample(0, seed))
        for name in hidden:
            for card, number in after[name].items():
                seen[name, card] += number
    for name in hidden:
        known = dropped if name == "away" else Counter[str]()
        drawn = before[name].total() - known.total()
        for card in CARDS:
            share = pool[card] / whole
            deviation = sqrt(drawn * share * (1 - share) * (whole - drawn) / (whole - 1) / RESAMPLES)
            mean = seen[name, card] / RESAMPLES - known[card]
            assert abs(mean - drawn * share) <= SIGMAS * deviation, (name, card, mean, drawn * share)
    proved(resamples=RESAMPLES)


def test_equal_seeds_give_equal_positions_and_the_true_one_is_left_alone(state: State) -> None:
    before = state.to_bytes()
    assert state.resample(1, 7) == state.resample(1, 7)
    assert state.resample(1, 7) != state.resample(1, 8)
    assert state.to_bytes() == before


def test_the_future_of_the_true_game_is_not_in_it(state: State) -> None:
    generators = {state.resample(0, seed).to_dict()["generator"] for seed in range(20)}
    assert len(generators) == 20
    assert state.to_dict()["generator"] not in generators


def test_the_true_past_is_not_in_it(state: State) -> None:
    other = state.resample(0, 1)
    assert (other.history(), other.path(), other.seed, other.resampled_for) == ([], [], None, 0)
    with pytest.raises(InvalidState, match="no action to take back"):
        other.undo_action()
    with pytest.raises(InvalidState, match="resampled for seat 0, so no game led to it and it has no record"):
        other.to_record()
    assert "dropping" not in other.information_state_string(1).partition("\n\n0.")[2]


def test_the_story_goes_on_after_resampling(state: State) -> None:
    first, second = state.clone(), state.resample(0, 3)
    action = state.legal_actions()[0]
    first.apply_action(action)
    second.apply_action(action)
    assert second.information_state_string(0) == first.information_state_string(0)
    again = second.resample(0, 4)
    assert again.information_state_string(0) == first.information_state_string(0)


def test_somebody_else_to_move_still_has_a_choice(state: State) -> None:
    for player in (1, 2):
        for seed in range(50):
            assert len(state.resample(player, seed).legal_actions()) > 1


@pytest.mark.parametrize("player", [-1, 3])
def test_only_players_can_be_asked_for(state: State, player: int) -> None:
    with pytest.raises(RulewrightError, match=f"there is no player {player}; the seats are 0 to 2"):
        state.resample(player, 1)
