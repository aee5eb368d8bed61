"""The trader: prices, the trading house, markets and office."""

import pytest
from tests.games.puerto_rico.cargo import occupied, unoccupied
from tests.games.puerto_rico.table import act, asked, each, legal, place, position, seat

PRICES = {"corn": 0, "indigo": 1, "sugar": 2, "tobacco": 3, "coffee": 4}


@pytest.mark.parametrize(("good", "price"), PRICES.items())
def test_a_good_brings_its_price_and_the_trader_one_more(good: str, price: int) -> None:
    """PR-60: corn 0, indigo 1, sugar 2, tobacco 3, coffee 4 (PR-8); the trader gets 1 more."""
    state = position(seats=[{"goods": {good: 2}, "purse": 3}])
    act(state, "play.take(trader)", f"trader.sell({good})")
    assert seat(state, 0)["purse"] == 3 + price + 1
    assert seat(state, 0)["goods"] == {good: 1}
    assert place(state, "house") == {good: 1}

    state = position(seats=[{}, {"goods": {good: 2}, "purse": 3}])
    act(state, "play.take(trader)", f"trader.sell({good})")
    assert seat(state, 1)["purse"] == 3 + price


def test_each_player_may_sell_one_good_in_turn() -> None:
    """PR-60: from the trader clockwise, one good each, and anybody may decline."""
    goods = {"goods": {"corn": 2, "indigo": 2, "sugar": 2, "tobacco": 2}}
    state = act(position(seats=[goods] * 4, to_move=2, governor=1), "play.take(trader)")
    order = []
    for sold in ("corn", "indigo", None):
        order.append(state.current_player())
        act(state, "trader.trading.pass" if sold is None else f"trader.sell({sold})")
    assert legal(state) == {"trader.sell(sugar)", "trader.sell(tobacco)", "trader.trading.pass"}
    order.append(state.current_player())
    act(state, "trader.sell(tobacco)")
    assert order == [2, 3, 0, 1]
    assert each(state, "purse") == [0, 3, 1, 1]
    assert (asked(state), state.current_player()) == ("play", 3)


def test_without_a_sale_the_trader_gets_no_extra_doubloon() -> None:
    """PR-60: no sale, no extra doubloon, whether he won't or can't."""
    state = act(position(seats=[{"goods": {"coffee": 1}}]), "play.take(trader)", "trader.trading.pass")
    assert seat(state, 0) | {"goods": {"coffee": 1}, "purse": 0} == seat(state, 0)
    assert each(act(position(), "play.take(trader)"), "purse") == [0, 0, 0, 0]


def test_a_player_without_goods_is_not_asked() -> None:
    """PR-60: only what a player has can be sold."""
    state = act(position(seats=[{}, {"goods": {"corn": 1}}]), "play.take(trader)")
    assert state.current_player() == 1
    assert legal(state) == {"trader.sell(corn)", "trader.trading.pass"}


def test_a_kind_that_lies_in_the_house_cannot_be_sold() -> None:
    """PR-61: all goods in the house are of different kinds."""
    state = position(seats=[{"goods": {"corn": 1, "sugar": 1}}, {"goods": {"sugar": 1}}], house={"corn": 1})
    act(state, "play.take(trader)")
    assert legal(state) == {"trader.sell(sugar)", "trader.trading.pass"}
    act(state, "trader.sell(sugar)")
    assert (asked(state), state.current_player()) == ("play", 1)
    assert seat(state, 1)["goods"] == {"sugar": 1}


def test_the_phase_ends_once_the_house_is_full() -> None:
    """PR-61: the house holds four goods; with the fourth the phase is over for all."""
    state = position(
        seats=[{"goods": {"tobacco": 1}}, {"goods": {"coffee": 1}}, {"goods": {"coffee": 1}}],
        house={"corn": 1, "indigo": 1, "sugar": 1},
    )
    act(state, "play.take(trader)", "trader.sell(tobacco)")
    assert (asked(state), state.current_player()) == ("play", 1)
    assert each(state, "goods")[1:3] == [{"coffee": 1}, {"coffee": 1}]
    assert each(state, "purse") == [4, 0, 0, 0]


def test_the_third_good_does_not_end_the_phase() -> None:
    """PR-61: with three goods the next player may still sell."""
    state = position(seats=[{"goods": {"sugar": 1}}, {"goods": {"coffee": 1}}], house={"corn": 1, "indigo": 1})
    act(state, "play.take(trader)", "trader.sell(sugar)")
    assert legal(state) == {"trader.sell(coffee)", "trader.trading.pass"}


def test_a_full_house_is_emptied_into_the_supply() -> None:
    """PR-62: at the end a house with four goods is emptied into the supply."""
    state = position(seats=[{"goods": {"coffee": 1}}], house={"corn": 1, "indigo": 1, "sugar": 1})
    before = place(state, "supply")
    act(state, "play.take(trader)", "trader.sell(coffee)")
    assert place(state, "house") == {}
    assert place(state, "supply") == {kind: before[kind] + (kind != "tobacco") for kind in before}


def test_a_house_with_fewer_goods_keeps_them() -> None:
    """PR-62: with three goods they stay, also when nobody sold anything."""
    state = position(seats=[{"goods": {"sugar": 1}}], house={"corn": 1, "indigo": 1})
    act(state, "play.take(trader)", "trader.sell(sugar)")
    assert place(state, "house") == {"corn": 1, "indigo": 1, "sugar": 1}
    state = act(position(house={"corn": 1, "indigo": 1, "coffee": 1}), "play.take(trader)")
    assert place(state, "house") == {"corn": 1, "indigo": 1, "coffee": 1}


def test_the_house_is_not_emptied_during_the_phase() -> None:
    """PR-113: the fourth good is sold by the second player; those after him find no empty house."""
    sellers = [{"goods": {"tobacco": 1}}, {"goods": {"coffee": 1}}]
    later = [occupied("office", goods={"corn": 1, "coffee": 1}), {"goods": {"corn": 1, "sugar": 1}}]
    state = position(seats=sellers + later, house={"corn": 1, "indigo": 1})
    act(state, "play.take(trader)", "trader.sell(tobacco)")
    assert place(state, "house") == {"corn": 1, "indigo": 1, "tobacco": 1}
    act(state, "trader.sell(coffee)")
    assert asked(state) == "play"
    assert place(state, "house") == {}
    assert each(state, "goods") == [{}, {}, {"corn": 1, "coffee": 1}, {"corn": 1, "sugar": 1}]


@pytest.mark.parametrize(
    ("markets", "more"), [(["small_market"], 1), (["large_market"], 2), (["small_market", "large_market"], 3)]
)
def test_markets_raise_the_price(markets: list[str], more: int) -> None:
    """PR-63: small market +1, large market +2, both +3; unoccupied nothing."""
    for seats, paid in (
        ([{}, occupied(*markets, goods={"sugar": 1})], 2 + more),
        ([{}, unoccupied(*markets, goods={"sugar": 1})], 2),
        ([occupied(*markets), {"goods": {"sugar": 1}}], 2),
    ):
        state = act(position(seats=seats), "play.take(trader)", "trader.sell(sugar)")
        assert each(state, "purse") == [0, paid, 0, 0]


def test_markets_pay_only_for_a_sale() -> None:
    """PR-63: the markets pay for each sale, so for none nothing."""
    seats = [occupied("small_market", "large_market", goods={"sugar": 1})]
    assert seat(act(position(seats=seats), "play.take(trader)", "trader.trading.pass"), 0)["purse"] == 0


def test_the_trader_with_both_markets_sells_coffee_for_8() -> None:
    """PR-112: 4 + 1 + 2 + 1 = 8."""
    state = position(seats=[occupied("small_market", "large_market", goods={"coffee": 1})])
    assert seat(act(state, "play.take(trader)", "trader.sell(coffee)"), 0)["purse"] == 8


def test_corn_with_a_small_market_brings_1() -> None:
    """PR-112: 0 + 1 = 1 for a player who is not the trader."""
    state = position(seats=[{}, occupied("small_market", goods={"corn": 1})])
    assert seat(act(state, "play.take(trader)", "trader.sell(corn)"), 1)["purse"] == 1


def test_the_office_sells_a_kind_that_lies_there() -> None:
    """PR-64: its owner may sell corn beside corn; without it, or unoccupied, he may not."""
    goods = {"corn": 1, "indigo": 1}
    state = act(position(seats=[occupied("office", goods=goods)], house={"corn": 1}), "play.take(trader)")
    assert legal(state) == {"trader.sell(corn)", "trader.sell(indigo)", "trader.trading.pass"}
    act(state, "trader.sell(corn)")
    assert place(state, "house") == {"corn": 2}
    assert seat(state, 0)["purse"] == 1
    for seats in ([unoccupied("office", goods=goods)], [{"goods": goods}, occupied("office")]):
        state = act(position(seats=seats, house={"corn": 1}), "play.take(trader)")
        assert legal(state) == {"trader.sell(indigo)", "trader.trading.pass"}


def test_four_goods_fill_the_house_whatever_their_kinds() -> None:
    """PR-64: with an office three kinds may make a full house, and it is emptied like any other."""
    state = position(seats=[occupied("office", goods={"corn": 2})], house={"corn": 1, "indigo": 1, "sugar": 1})
    act(state, "play.take(trader)", "trader.sell(corn)")
    assert place(state, "house") == {}


def test_a_full_house_takes_nothing_from_an_office() -> None:
    """PR-64: a full house takes nothing even so."""
    state = position(
        seats=[{"goods": {"coffee": 1}}, occupied("office", goods={"corn": 1, "tobacco": 1})],
        house={"corn": 1, "indigo": 1, "sugar": 1},
    )
    act(state, "play.take(trader)", "trader.sell(coffee)")
    assert (asked(state), state.current_player()) == ("play", 1)
    assert seat(state, 1)["goods"] == {"corn": 1, "tobacco": 1}
