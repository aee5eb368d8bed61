"""What a player can know of the cards: his own ones, what was shown, what he put away himself, and no more."""

import random
from collections import Counter
from math import sqrt

import pytest
from tests.effort import Proved, effort
from tests.games.san_juan.table import COPIES, act, game, of, place, position, seat

from rulewright.vm import State

SIGMAS = 4.8
"""Some hundred means are compared in a run."""
RESAMPLES = effort(short=1_000, long=10_000)


def hidden_rows(state: State, player: int) -> dict[str, Counter[str]]:
    """The cards that a player can't see, by where they lie."""
    rows: dict[str, Counter[str]] = {name: Counter(place(state, name)) for name in ("card_stack", "discard")}
    for other in range(state.game.num_players):
        if other != player:
            rows[f"hand {other}"] = Counter(of(state, other, "hand"))
            rows[f"tucked {other}"] = Counter(of(state, other, "tucked"))
        for plant, cards in of(state, other, "goods").items():
            rows[f"good on {plant} {other}"] = Counter(cards)
    return rows


def put_away(state: State, player: int) -> Counter[str]:
    """The cards that a player saw go into the discard: out of his hand or his fan, asked or not, or out of the pit."""
    slots = {slot.number: slot for slot in state.game.description.slots}
    away: Counter[str] = Counter()
    for step in range(state.history_len()):
        for from_slot, from_cell, to_slot, _, number in state.moves_of_step(step):
            place = slots[from_slot]
            is_seen = place.name == "pit" or (place.name in ("hand", "fan") and from_cell // place.group == player)
            if is_seen and slots[to_slot].name == "discard":
                away[place.token_at(from_cell).name] += number
    return away


def mid_game(players: int, seed: int) -> State:
    """Somewhere in a game, before the deck is empty for the first time."""
    rng = random.Random(seed)
    state = game(players).new_initial_state(seed)
    while True:
        texts = {state.action_to_string(action): action for action in state.legal_actions()}
        asked = [text for text in texts if not text.endswith(".pass")]
        state.apply_action(texts[rng.choice(sorted(asked))])
        # If another one were to move, he would have to have a choice: that tells something of his cards.
        is_late = state.history_len() > 40 and state.current_player() == 0
        if is_late and place(state, "discard") and put_away(state, 0):
            return state


@pytest.mark.proof("hidden")
@pytest.mark.parametrize(("players", "resamples"), [(2, 10_000), (3, RESAMPLES), (4, RESAMPLES)])
def test_resampled_cards_are_as_likely_as_they_should_be(players: int, resamples: int, proved: Proved) -> None:
    """SJ-13: many times other hidden cards; the mean of each card in each row is the expected one.

    What seat 0 has seen go away lies in the discard; every other card that he can't see is equally likely anywhere.
    """
    state = mid_game(players, seed=players)
    away = put_away(state, 0)
    before = hidden_rows(state, 0)
    assert before["discard"] >= away
    assert before["card_stack"].total() > 20, "the deck is the first one"
    pool = sum(before.values(), Counter[str]()) - away
    whole = pool.total()
    found: Counter[tuple[str, str]] = Counter()
    for seed in range(resamples):
        other = state.resample(0, seed)
        rows = hidden_rows(other, 0)
        assert rows["discard"] >= away
        for row, cards in rows.items():
            for card, number in cards.items():
                found[row, card] += number
    for row, cards in before.items():
        known = away if row == "discard" else Counter[str]()
        drawn = cards.total() - known.total()
        for card in COPIES:
            share = pool[card] / whole
            mean = found[row, card] / resamples - known[card]
            deviation = sqrt(drawn * share * (1 - share) * (whole - drawn) / (whole - 1) / resamples)
            assert abs(mean - drawn * share) <= SIGMAS * deviation + 1e-9, (row, card, mean, drawn * share)
    proved(resamples=resamples)


def test_cards_that_a_gold_mine_turned_up_are_remembered() -> None:
    """SJ-31: seen by all, so everybody knows that they lie in the discard, also when none was taken."""
    stack = "smithy gold_mine archive smithy"
    state = position(seat(), seat("gold_mine"), seat(hand="hero tower"), stack=stack, last=True)
    act(state, "play.take(prospector)")
    act(state, "prospector.pass", "gold_mine.dig")
    shown = Counter(stack.split())
    assert Counter(place(state, "discard")) == shown
    for player in range(3):
        story = state.information_state_string(player)
        assert all(f"pit: {number} {card} came and left" in story for card, number in shown.items() if number == 1)
        for seed in range(20):
            assert Counter(place(state.resample(player, seed), "discard")) == shown


def test_nobody_else_sees_how_many_cards_are_tucked() -> None:
    """SJ-37: three under one chapel and one under another, or two and two: the owners know, a third player does not."""
    tables = [("hero statue well", "palace"), ("hero statue", "well palace")]
    first, second = (position(*(seat("chapel", tucked=under) for under in tucked)) for tucked in tables)
    assert first.observation_tensor(2) == second.observation_tensor(2)
    assert first.observation_string(2) == second.observation_string(2)
    for owner in (0, 1):
        assert first.observation_tensor(owner) != second.observation_tensor(owner)
