"""The prospector, what ends the game, and who has won then."""

import pytest
from tests.games.puerto_rico.cargo import FULL_SHIPS, occupied
from tests.games.puerto_rico.printed import city_of
from tests.games.puerto_rico.table import Plain, Seat, act, asked, each, place, position, seat

from rulewright.vm import State


def test_the_prospector_takes_one_doubloon_and_nobody_else_acts() -> None:
    """PR-85: one doubloon for the chooser; the next thing is the next player's choice of a role."""
    goods = {"goods": {"corn": 2}, "purse": 3}
    state = act(position(seats=[goods] * 4, to_move=1), "play.take(prospector)")
    assert each(state, "purse") == [3, 4, 3, 3]
    assert (asked(state), state.current_player()) == ("play", 2)
    assert each(state, "goods") == [{"corn": 2}] * 4


def test_the_prospector_takes_what_lies_on_the_card() -> None:
    """PR-85: 2 doubloons on the card and the one of the action make 3."""
    state = act(position(coins={"prospector": 2, "mayor": 1}), "play.take(prospector)")
    assert each(state, "purse") == [3, 0, 0, 0]
    assert place(state, "coins") == {"mayor": 1}


def test_the_second_prospector_of_five_players_pays_the_same() -> None:
    """PR-85: both cards bring one doubloon each to their choosers."""
    state = position(5, coins={"second_prospector": 1})
    act(state, "play.take(second_prospector)", "play.take(prospector)")
    assert each(state, "purse") == [2, 1, 0, 0, 0]


def ends_by_chips(last: int) -> dict[str, Plain]:
    """The captain in seat 2 takes what is left of the chips, `last` of them, with 1 corn and his extra point."""
    return {
        "seats": [{"chips": 100 - last}, {}, {"goods": {"corn": 1}}],
        "cargo": {"large_ship": {"corn": 1}},
    }


def ends_by_city(spaces: int) -> dict[str, Plain]:
    """The builder in seat 2 has so many city spaces in use and can pay for a small market only."""
    return {"seats": [{}, {}, {"city": city_of(spaces, without="small_market"), "purse": 0}]}


def played_on(state: State) -> None:
    """Seat 2 has played its role in a round that seat 0 began: seat 3 has its turn, and the game is over."""
    assert place(state, "ending") is True
    assert not state.is_terminal()
    assert (asked(state), state.current_player()) == ("play", 3)
    act(state, "play.take(prospector)")
    assert seat(state, 3)["purse"] == 1
    assert state.is_terminal()


def played_over(state: State) -> None:
    """The same round without an end: after seat 3 the next governor begins a new one."""
    assert place(state, "ending") is False
    act(state, "play.take(prospector)")
    assert not state.is_terminal()
    assert (asked(state), state.current_player()) == ("play", 1)


def third_of_four(**places: Plain) -> State:
    """Seat 2 chooses a role in a round that seat 0 began."""
    return position(to_move=2, governor=0, taken=["settler", "trader"], **places)


def test_the_last_chip_ends_the_game_with_the_round() -> None:
    """PR-90: the last VP chip is taken (PR-78), seat 3 still plays, and then it is over."""
    played_on(act(third_of_four(**ends_by_chips(2)), "play.take(captain)"))
    played_over(act(third_of_four(**ends_by_chips(3)), "play.take(captain)"))


def test_the_twelfth_city_space_ends_the_game_with_the_round() -> None:
    """PR-90: the twelfth space is built on (PR-44), seat 3 still plays, and then it is over."""
    played_on(act(third_of_four(**ends_by_city(11)), "play.take(builder)", "builder.build(small_market)"))
    played_over(act(third_of_four(**ends_by_city(10)), "play.take(builder)", "builder.build(small_market)"))


def test_a_colonist_ship_that_cannot_be_filled_ends_the_game_with_the_round() -> None:
    """PR-90: the ship needs 4 and the supply has 3 (PR-33), seat 3 still plays, and then it is over."""
    played_on(act(third_of_four(colonists=3), "play.take(mayor)", "mayor.extra.pass"))
    played_over(act(third_of_four(colonists=4), "play.take(mayor)", "mayor.extra.pass"))


def test_the_end_in_the_last_phase_of_a_round_is_the_end_of_the_game() -> None:
    """PR-90: the captain is the last to choose, and there is no other round."""
    seats: list[Seat] = [{"chips": 98}, {}, {}, {"goods": {"corn": 1}}]
    state = position(to_move=3, governor=0, seats=seats, cargo={"large_ship": {"corn": 1}})
    act(state, "play.take(captain)")
    assert state.is_terminal()
    assert state.returns() == [1.0, 0.0, 0.0, 0.0]


def test_after_the_last_round_no_coins_are_laid_on_roles() -> None:
    """PR-97: the three roles not chosen stay as they are; in a round before they get one doubloon each."""
    last: dict[str, Plain] = {
        "to_move": 3,
        "governor": 0,
        "taken": ["settler", "trader", "mayor"],
        "coins": {"builder": 1},
    }
    over = act(position(**last, ending=True), "play.take(prospector)")
    assert over.is_terminal()
    assert place(over, "coins") == {"builder": 1}
    on = act(position(**last), "play.take(prospector)")
    assert not on.is_terminal()
    assert place(on, "coins") == {"builder": 2, "craftsman": 1, "captain": 1}


def finished(*seats: Seat) -> State:
    """The game after a last phase in which seat 3 took the prospector's doubloon."""
    state = position(to_move=3, governor=0, seats=seats, ending=True)
    assert state.returns() == [0.0, 0.0, 0.0, 0.0]
    act(state, "play.take(prospector)")
    assert state.is_terminal()
    return state


@pytest.mark.parametrize(
    ("seats", "returns"),
    [
        ([{"chips": 5, "purse": 9}, {"chips": 6}, {"chips": 4, "goods": {"corn": 9}}], [0.0, 1.0, 0.0, 0.0]),
        ([{"chips": 5}, {"chips": 3, "city": {"hospice": 1, "hacienda": 1}}], [0.0, 1.0, 0.0, 0.0]),
        ([{"chips": 6, "purse": 2}, {"chips": 6, "purse": 3}, {"purse": 9}], [0.0, 1.0, 0.0, 0.0]),
        ([{"chips": 6, "goods": {"corn": 2}}, {"chips": 6, "purse": 1}], [1.0, 0.0, 0.0, 0.0]),
        (
            [{"chips": 6, "purse": 3}, {"chips": 6, "purse": 1, "goods": {"coffee": 1, "corn": 2}}],
            [0.0, 1.0, 0.0, 0.0],
        ),
        ([{"chips": 6, "purse": 3}, {"chips": 6, "purse": 1, "goods": {"coffee": 1, "corn": 1}}], [0.5, 0.5, 0.0, 0.0]),
        ([{}, {"purse": 1}, {"goods": {"corn": 1}}], [0.0, 1 / 3, 1 / 3, 1 / 3]),
    ],
    ids=["points", "buildings", "doubloons", "goods", "both together", "two share", "three share"],
)
def test_most_points_win_then_most_doubloons_and_goods(seats: list[dict[str, Plain]], returns: list[float]) -> None:
    """PR-97: points, then doubloons plus goods; who is still tied shares the win."""
    assert finished(*seats).returns() == pytest.approx(returns)


def test_what_storage_takes_does_not_break_a_tie() -> None:
    """PR-97: counted after the last phase, storage included: of 5 coffee 1 is left, and 2 doubloons beat it."""
    seats: list[Seat] = [{"chips": 6, "purse": 2}, {}, {}, {"chips": 6, "goods": {"coffee": 5}}]
    state = position(to_move=3, governor=0, seats=seats, cargo=FULL_SHIPS, ending=True)
    act(state, "play.take(captain)", "captain.keep(coffee,1)")
    assert state.is_terminal()
    assert state.tiebreaks() == [2, 0, 0, 1]
    assert state.returns() == [1.0, 0.0, 0.0, 0.0]


def test_points_of_the_last_phase_count() -> None:
    """PR-97: the last captain phase brings 2 + 1 points and a harbor's, and with them the win."""
    seats: list[Seat] = [{"chips": 10}, {}, {}, occupied("harbor", chips=4, goods={"corn": 2})]
    state = position(to_move=3, governor=0, seats=seats, cargo={"small_ship": {"corn": 1}}, ending=True)
    act(state, "play.take(captain)")
    assert state.scores() == [10, 0, 0, 4 + 3 + 2 + 1 + 1]
    assert state.returns() == [0.0, 0.0, 0.0, 1.0]
