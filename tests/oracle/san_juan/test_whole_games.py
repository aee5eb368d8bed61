"""Random games from beginning to end: all cards are there at every step, and the games end."""

import json

import pytest
from tests.oracle.san_juan.arranging import all_cards
from tests.oracle.san_juan.chance import Pcg32, size
from tests.oracle.san_juan.game import Game


def cards_in_use(game: Game) -> int:
    """Cards that can still be drawn, built, paid or sold."""
    seats = game.state.seats
    return game.state.cards_to_draw() + sum(size(seat.hand) + size(seat.goods_by_kind()) for seat in seats)


def play_randomly(players: int, seed: int, *, thrifty: bool) -> Game:
    """Play until the end, at most 3,000 decisions; check all counts at each step."""
    game = Game(players, seed, starting_hand_variant=seed % 2 == 1)
    choice = Pcg32(seed ^ 0x9E3779B97F4A7C15)
    for _ in range(3000):
        if game.is_over:
            break
        options = game.legal()
        assert len(options) > 1
        assert options == sorted(set(options))
        if thrifty:
            options = [text for text in options if not text.startswith(("crane.over", "chapel.tuck"))] or options
        game.apply(options[choice.below(len(options))])
        assert all_cards(game.state) == 110
        for seat in game.state.seats:
            assert all(number == 1 or kind in seat.goods for kind, number in seat.buildings.items())
            assert all(size(seat.goods[kind]) <= seat.buildings.get(kind, 0) for kind in seat.goods)
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_when_no_card_is_buried(players: int) -> None:
    for seed in range(50):
        game = play_randomly(players, seed, thrifty=True)
        assert game.is_over
        assert max(size(seat.buildings) for seat in game.state.seats) == 12
        assert game.winners()
        json.dumps(game.position())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_quite_random_games_end_or_run_short_of_cards(players: int) -> None:
    # Cards tucked and built over never come back, so a game can stand still: the page names no end for it.
    ended = 0
    for seed in range(50):
        game = play_randomly(players, seed, thrifty=False)
        assert game.is_over or cards_in_use(game) < 20
        ended += game.is_over
    assert ended >= 35


def test_equal_seeds_give_equal_games() -> None:
    assert play_randomly(3, 4, thrifty=True).position() == play_randomly(3, 4, thrifty=True).position()
