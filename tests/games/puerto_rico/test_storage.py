"""Storage after the captain phase: what may be kept, and that every way to keep it is met once."""

from itertools import product

import pytest
from tests.games.puerto_rico.cargo import (
    FULL_SHIPS,
    STORES,
    Goods,
    occupied,
    storable,
    storings,
    unoccupied,
    with_goods,
)
from tests.games.puerto_rico.table import act, asked, each, legal, place, position, seat

EXAMPLE: Goods = (3, 0, 2, 0, 1)
"""3 corn, 2 sugar and 1 coffee."""

SMALL_POSITIONS: list[Goods] = [
    (0, 0, 0, 0, 0),
    (1, 0, 0, 0, 0),
    (0, 0, 0, 0, 3),
    (1, 1, 1, 1, 1),
    (2, 2, 0, 0, 0),
    (2, 2, 2, 2, 2),
    (4, 1, 0, 1, 2),
    (0, 3, 3, 1, 0),
    EXAMPLE,
]

CASES = list(product(SMALL_POSITIONS, STORES))
"""Each of the positions with warehouses for 0, 1, 2 and 3 kinds."""


def kept_ways(goods: Goods, kinds: int) -> list[Goods]:
    """What is kept after each sequence of decisions of a captain who has nothing to load."""
    seats = [occupied(*STORES[kinds], goods=with_goods(goods))]
    return list(storings(act(position(seats=seats, cargo=FULL_SHIPS), "play.take(captain)"), 0))


def largest(ways: set[Goods]) -> set[Goods]:
    """Those to which no good can be added."""
    return {way for way in ways if not any(all(map(int.__le__, way, other)) for other in ways if other != way)}


def test_without_a_warehouse_one_good_is_kept() -> None:
    """PR-76: each player keeps one good of his choice, or none; the rest goes to the supply."""
    assert set(kept_ways((2, 0, 1, 0, 0), 0)) == {(0, 0, 0, 0, 0), (1, 0, 0, 0, 0), (0, 0, 1, 0, 0)}
    state = position(seats=[{"goods": {"corn": 2, "coffee": 3}}], cargo=FULL_SHIPS)
    before = place(state, "supply")
    act(state, "play.take(captain)")
    assert legal(state) == {"captain.keep(corn,0)", "captain.keep(corn,1)"}
    act(state, "captain.keep(corn,1)")
    assert asked(state) == "play", "with the corn kept nothing else can be, and nothing is asked"
    assert seat(state, 0)["goods"] == {"corn": 1}
    emptied = {"corn": 5 + 1, "indigo": 6, "sugar": 7, "tobacco": 0, "coffee": 3}
    assert place(state, "supply") == {kind: before[kind] + emptied[kind] for kind in before}


def test_an_unoccupied_warehouse_keeps_nothing() -> None:
    """PR-76: only an occupied warehouse works (PR-14)."""
    seats = [unoccupied("small_warehouse", "large_warehouse", goods={"coffee": 3})]
    state = act(position(seats=seats, cargo=FULL_SHIPS), "play.take(captain)")
    assert legal(state) == {"captain.keep(coffee,0)", "captain.keep(coffee,1)"}


@pytest.mark.parametrize(
    ("kinds", "kept"),
    [(0, {(1, 0, 0, 0, 0)}), (1, {(4, 1, 0, 0, 0)}), (2, {(4, 4, 1, 0, 0)}), (3, {(4, 4, 3, 1, 0)})],
)
def test_so_many_kinds_and_one_good_more(kinds: int, kept: set[Goods]) -> None:
    """PR-76: small warehouse one kind, large two, both three and one good of a fourth; never more than that."""
    ways = set(kept_ways((4, 4, 3, 3, 3), kinds))
    assert kept <= largest(ways)
    most = max(map(sum, ways))
    assert most == sum(sorted((4, 4, 3, 3, 3), reverse=True)[:kinds]) + 1


def test_the_one_good_may_be_of_any_kind_not_stored() -> None:
    """PR-118: small warehouse, 3 corn, 2 sugar, 1 coffee: any kind whole and any one other good."""
    assert largest(set(kept_ways(EXAMPLE, 1))) == {
        (3, 0, 1, 0, 0),
        (3, 0, 0, 0, 1),
        (1, 0, 2, 0, 0),
        (0, 0, 2, 0, 1),
    }, "the coffee whole and one corn, or one sugar, is less than the same with the coffee as the one good"


def test_each_of_the_examples_can_be_chosen() -> None:
    """PR-118: corn and one sugar, corn and the coffee, sugar and one corn; not corn and both sugar."""
    for choice, kept in (
        (("captain.keep(corn,3)", "captain.keep(sugar,1)"), {"corn": 3, "sugar": 1}),
        (("captain.keep(corn,3)", "captain.keep(sugar,0)", "captain.keep(coffee,1)"), {"corn": 3, "coffee": 1}),
        (("captain.keep(corn,1)", "captain.keep(sugar,2)"), {"corn": 1, "sugar": 2}),
        (("captain.keep(corn,1)", "captain.keep(sugar,0)", "captain.keep(coffee,1)"), {"corn": 1, "coffee": 1}),
    ):
        seats = [occupied("small_warehouse", goods=with_goods(EXAMPLE))]
        state = act(position(seats=seats, cargo=FULL_SHIPS), "play.take(captain)", *choice)
        assert asked(state) == "play"
        assert seat(state, 0)["goods"] == kept
    state = act(position(seats=seats, cargo=FULL_SHIPS), "play.take(captain)", "captain.keep(corn,3)")
    assert legal(state) == {"captain.keep(sugar,0)", "captain.keep(sugar,1)"}


@pytest.mark.parametrize(("goods", "kinds"), CASES)
def test_each_kept_set_is_reached_by_exactly_one_sequence(goods: Goods, kinds: int) -> None:
    """PR-118: no two sequences of decisions keep the same goods."""
    ways = kept_ways(goods, kinds)
    assert len(ways) == len(set(ways))


@pytest.mark.parametrize(("goods", "kinds"), CASES)
def test_the_fullest_kept_sets_are_those_of_the_definition(goods: Goods, kinds: int) -> None:
    """PR-118: any kinds whole, as many as the warehouses keep, and any one other good."""
    ways = set(kept_ways(goods, kinds))
    assert largest(ways) == largest(storable(goods, kinds))
    assert ways <= storable(goods, kinds)


@pytest.mark.parametrize(("goods", "kinds"), CASES)
def test_the_kept_sets_are_those_of_the_definition(goods: Goods, kinds: int) -> None:
    """PR-76: keeping less is legal, so what may be kept may be kept in part: 2 of 3 corn in a warehouse."""
    assert set(kept_ways(goods, kinds)) == storable(goods, kinds)


def test_nothing_is_asked_of_who_has_no_goods() -> None:
    """PR-76: a player without goods has nothing to choose."""
    state = act(position(seats=[occupied("small_warehouse")]), "play.take(captain)")
    assert (asked(state), state.current_player()) == ("play", 1)


def test_players_store_in_turn_order_from_the_captain() -> None:
    """PR-76: captain in seat 2: 2, 3, 0, 1."""
    state = position(seats=[{"goods": {"tobacco": 2}}] * 4, cargo=FULL_SHIPS, to_move=2, governor=1)
    act(state, "play.take(captain)")
    order = []
    while asked(state) == "captain.storing":
        order.append(state.current_player())
        act(state, "captain.keep(tobacco,1)")
    assert order == [2, 3, 0, 1]
    assert each(state, "goods") == [{"tobacco": 1}] * 4


def test_a_warehouse_serves_its_owner_only() -> None:
    """PR-76: seat 1 has the warehouse, seat 2 keeps one good like everybody else."""
    seats = [{}, occupied("small_warehouse", goods={"coffee": 3}), {"goods": {"tobacco": 3}}]
    state = act(position(seats=seats, cargo=FULL_SHIPS), "play.take(captain)")
    assert "captain.keep(coffee,3)" in legal(state)
    act(state, "captain.keep(coffee,3)")
    assert legal(state) == {"captain.keep(tobacco,0)", "captain.keep(tobacco,1)"}
