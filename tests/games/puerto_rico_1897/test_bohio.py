"""The bohio: X1-14."""

import pytest
from tests.games.puerto_rico.table import Plain, act, asked, legal, occupied, place, seat
from tests.games.puerto_rico_1897.table import position

from rulewright.vm import State

NEW = ("new_buildings",)
GUESTS = "bohio.to_field"
"""The question where guests go."""


def table(*seats: Plain, **parts: Plain) -> State:
    return position(3, expansions=NEW, seats=seats, **parts)


def host(*buildings: str, guests: int = 1, staff: Plain = None, **places: Plain) -> Plain:
    """A seat with guests in its bohio and free circles on the other buildings."""
    return {
        "city": dict.fromkeys(("bohio", *buildings), 1),
        "staff": {"bohio": guests} | (staff or {}),
        **places,
    }


def test_guests_wait_there_at_the_spread() -> None:
    """X1-14: its two circles are building circles: the register is filled for them too (PR-31, PR-32)."""
    state = table({"city": {"bohio": 1}, "portrait": 3}, work_register=0, to_move=1)
    act(state, "play.take(recruiter)", "recruiter.extra.pass")
    assert (seat(state, 0)["staff"], seat(state, 0)["portrait"]) == ({"bohio": 2}, 1)
    empty = table({"city": {"bohio": 1, "large_fruit_store": 1}}, to_move=1)
    act(empty, "play.take(recruiter)", "recruiter.extra.pass")
    assert place(empty, "work_register") == 5


def test_a_guest_moves_before_his_own_turn_and_works_at_once() -> None:
    """X1-14: to the office before a sale: the kind that lies in the house can be sold."""
    state = table({}, host("office", goods={"corn": 1}), house={"corn": 1})
    act(state, "play.take(trader)")
    assert state.current_player() == 1
    assert legal(state) == {"bohio.to_building(office)", "bohio.pass"}
    moved = act(state.clone(), "bohio.to_building(office)")
    assert seat(moved, 1)["staff"] == {"office": 1}
    assert "trader.sell(corn)" in legal(moved)
    act(state, "bohio.pass")
    assert asked(state) == GUESTS, "nothing to sell; asked again at the end of the phase"


def test_two_guests_move_in_rising_order_of_places() -> None:
    """X1-14: fields before buildings, each result once; the same place again if it has room."""
    island = {"corn": 2, "sugar": 1}
    state = table(host("office", guests=2, island=island), row={"coffee": 1})
    act(state, "play.take(trader)")
    assert legal(state) == {
        *("bohio.to_field(corn)", "bohio.to_field(sugar)", "bohio.to_building(office)", "bohio.pass")
    }
    later = act(state.clone(), "bohio.to_field(sugar)")
    assert legal(later) == {"bohio.to_building(office)", "bohio.pass"}
    again = act(state.clone(), "bohio.to_field(corn)")
    assert legal(again) == {
        *("bohio.to_field(corn)", "bohio.to_field(sugar)", "bohio.to_building(office)", "bohio.pass")
    }


@pytest.mark.parametrize(("role", "times"), [("builder", 2), ("planter", 2), ("trader", 2), ("captain", 2)])
def test_the_owner_is_asked_before_his_turn_and_at_the_end(role: str, times: int) -> None:
    """X1-14: while he has a guest and a free circle."""
    state = table({}, host("office", goods={"corn": 1}, purse=9), row={"corn": 4})
    act(state, f"play.take({role})")
    asks = 0
    while asked(state) != "play":
        if asked(state) == GUESTS:
            assert state.current_player() == 1
            asks += 1
        texts = legal(state)
        act(state, next((text for text in sorted(texts) if text.endswith("pass")), min(texts)))
    # In the captain phase he loads at his first turn and then has one more turn before it ends.
    assert asks == times + (role == "captain")


def test_it_is_asked_at_the_end_of_an_adventurer_phase_and_never_in_a_recruiter_phase() -> None:
    """X1-14."""
    state = position(4, expansions=NEW, seats=[{}, host("office")])
    act(state, "play.take(adventurer)")
    assert (asked(state), state.current_player()) == (GUESTS, 1)
    other = position(4, expansions=NEW, seats=[{}, host("office")], work_register=0)
    act(other, "play.take(recruiter)", "recruiter.extra.pass")
    assert asked(other).startswith("recruiter"), "the spread, and no guests"


def test_the_producer_is_asked_before_his_extra_good_and_the_others_at_the_end() -> None:
    """X1-14: a guest on the publishing house makes it two extra goods."""
    producer = host("publishing_house", island={"corn": 1}, fields={"corn": 1})
    state = act(table(producer, host("office")), "play.take(producer)")
    assert (asked(state), state.current_player()) == (GUESTS, 0)
    assert seat(state, 0)["goods"] == {"corn": 1}, "production comes first"
    act(state, "bohio.to_building(publishing_house)", "producer.extra(corn)", "producer.extra(corn)")
    assert seat(state, 0)["goods"] == {"corn": 3}
    assert (asked(state), state.current_player()) == (GUESTS, 1)


def test_guests_move_to_free_circles_only_and_never_back() -> None:
    """X1-14: no question without a free circle; who has left works until the next recruiter phase."""
    state = table(host("office", staff={"office": 1}, island={"corn": 1}, fields={"corn": 1}), row={"corn": 4})
    act(state, "play.take(planter)")
    assert asked(state) == "planter"
    moved = table(host("office"), row={"corn": 4})
    act(moved, "play.take(planter)", "bohio.to_building(office)")
    assert all(not text.startswith("bohio") for text in legal(moved))
    assert seat(moved, 0)["staff"] == {"office": 1}


def test_a_guest_on_a_new_tile_at_the_end_of_the_planter_phase() -> None:
    """X1-14: the corn just laid has a free circle."""
    state = table(host(), row={"corn": 4})
    act(state, "play.take(planter)", "planter.plantation(corn)", "planter.pass", "planter.pass")
    assert (asked(state), state.current_player()) == (GUESTS, 0)
    assert place(state, "row") == {"corn": 3}, "before the leftovers are discarded"
    act(state, "bohio.to_field(corn)")
    assert seat(state, 0)["fields"] == {"corn": 1}
    assert place(state, "discard")["corn"] == 3 or place(state, "row") != {"corn": 3}


def test_storage_and_clearing_come_after_the_guests() -> None:
    """X1-14: a guest goes to the warehouse at the end of the captain phase, before the goods are stored."""
    full = {"small_ship": {"corn": 4}, "middle_ship": {"fruit": 5}, "large_ship": {"sugar": 6}}
    state = table(host("small_warehouse", goods={"coffee": 4}), cargo=full)
    act(state, "play.take(captain)", "bohio.pass", "bohio.to_building(small_warehouse)")
    assert legal(state) == {f"captain.keep(coffee,{n})" for n in range(5)}
    assert place(state, "cargo") == full
    house = {"corn": 1, "fruit": 1, "sugar": 1, "coffee": 1}
    trade = act(table(host("office"), house=house), "play.take(trader)")
    assert asked(trade) == GUESTS
    assert place(trade, "house") == house


def test_several_owners_are_asked_in_turn_order() -> None:
    """X1-14: from the chooser on."""
    state = position(4, expansions=NEW, seats=[host("office"), {}, {}, host("harbor")], to_move=1)
    act(state, "play.take(adventurer)")
    order = []
    while asked(state) == GUESTS:
        order.append(state.current_player())
        act(state, "bohio.pass")
    assert order == [3, 0]


def test_a_player_skipped_by_a_full_house_is_asked_at_the_end_only() -> None:
    """X1-14, X1-15: one with a trading post has a turn, and so a question before it."""
    house = {"corn": 1, "fruit": 1, "sugar": 1, "coffee": 1}
    trader = host("office", goods={"corn": 1})
    post = occupied("trading_post", goods={"corn": 1})
    post["city"] |= {"bohio": 1, "office": 1}
    post["staff"] |= {"bohio": 1}
    state = act(table(trader, post, house=house), "play.take(trader)")
    assert (asked(state), state.current_player()) == (GUESTS, 1)
    act(state, "bohio.pass", "trader.trading.pass")
    assert (asked(state), state.current_player()) == (GUESTS, 0)
