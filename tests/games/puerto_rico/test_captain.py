"""The captain: who must load what on which ship, and what it is worth."""

import pytest
from tests.games.puerto_rico.cargo import FULL_SHIPS, occupied, unoccupied
from tests.games.puerto_rico.table import Seat, act, asked, each, legal, place, position, seat


def test_loading_goes_round_from_the_captain_until_nobody_can() -> None:
    """PR-70: clockwise, round and round, one kind a turn; here the captain sits in seat 2."""
    two = {"goods": {"corn": 2, "sugar": 2}}
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"sugar": 1}}
    state = position(seats=[two, two, two, {}], to_move=2, governor=1, cargo=cargo)
    act(state, "play.take(captain)")
    order = []
    for kind, ship in (("corn", "small_ship"), ("sugar", "middle_ship"), ("corn", "small_ship")):
        order.append(state.current_player())
        assert legal(state) == {"captain.load(corn,small_ship)", "captain.load(sugar,middle_ship)"}
        act(state, f"captain.load({kind},{ship})")
    assert order == [2, 0, 1]
    assert place(state, "cargo") == {"small_ship": {"corn": 5}, "middle_ship": {"sugar": 6}}, "after the second turns"
    assert each(state, "chips") == [2, 3, 5, 0]


def test_who_can_load_must_load() -> None:
    """PR-70: there is no way to decline, and a single possible load is made unasked."""
    state = position(seats=[{"goods": {"corn": 1, "sugar": 1}}, {"goods": {"tobacco": 2}}])
    act(state, "play.take(captain)")
    assert all(text.startswith("captain.load(") for text in legal(state))
    act(state, "captain.load(corn,small_ship)")
    assert legal(state) == {"captain.load(tobacco,middle_ship)", "captain.load(tobacco,large_ship)"}


def test_the_phase_goes_on_while_one_player_can_load() -> None:
    """PR-70: seat 2 alone loads three kinds, with three players passed over after each of them."""
    goods = {"corn": 1, "sugar": 1, "tobacco": 1}
    state = position(
        seats=[{}, {}, {"goods": goods}],
        cargo={"small_ship": {"corn": 1}, "middle_ship": {"sugar": 1}, "large_ship": {"tobacco": 1}},
    )
    act(state, "play.take(captain)", "captain.load(sugar,middle_ship)", "captain.load(corn,small_ship)")
    assert (asked(state), state.current_player()) == ("play", 1)
    assert each(state, "goods") == [{}, {}, {}, {}]
    assert each(state, "chips") == [0, 0, 3, 0]


def test_a_phase_in_which_nobody_can_load_ends_at_once() -> None:
    """PR-70: goods that fit no ship are not loaded."""
    state = act(position(seats=[{"goods": {"coffee": 1}}], cargo=FULL_SHIPS), "play.take(captain)")
    assert asked(state) == "captain.storing"
    assert each(state, "chips") == [0, 0, 0, 0]


def test_a_ship_holds_one_kind() -> None:
    """PR-71: sugar finds no room beside corn, tobacco and indigo."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"tobacco": 1}, "large_ship": {"indigo": 1}}
    state = act(position(seats=[{"goods": {"sugar": 2}}], cargo=cargo), "play.take(captain)")
    assert asked(state) == "captain.storing"
    assert place(state, "cargo") == cargo


def test_no_two_ships_hold_the_same_kind() -> None:
    """PR-71: 6 corn, corn ship with room for 1: that ship, though an empty one would take all."""
    state = position(seats=[{"goods": {"corn": 6, "sugar": 1}}], cargo={"small_ship": {"corn": 4}})
    act(state, "play.take(captain)")
    assert legal(state) == {
        "captain.load(corn,small_ship)",
        "captain.load(sugar,middle_ship)",
        "captain.load(sugar,large_ship)",
    }
    act(state, "captain.load(corn,small_ship)")
    assert legal(state) == {"captain.load(sugar,middle_ship)", "captain.load(sugar,large_ship)"}
    assert seat(state, 0)["goods"] == {"corn": 5, "sugar": 1}


def test_a_full_ship_takes_nothing_and_its_kind_goes_nowhere_else() -> None:
    """PR-71: the corn ship is full: corn cannot be loaded, on it or on the empty ships."""
    state = position(seats=[{"goods": {"corn": 2}}, {"goods": {"sugar": 1}}], cargo={"middle_ship": {"corn": 6}})
    act(state, "play.take(captain)")
    assert state.current_player() == 1
    assert legal(state) == {"captain.load(sugar,small_ship)", "captain.load(sugar,large_ship)"}


def test_a_kind_that_fills_one_ship_is_not_loaded_on_another() -> None:
    """PR-115: 9 corn and three empty ships: 7 on the 7, and the other 2 stay though two ships are empty."""
    state = position(seats=[{"goods": {"corn": 9}}])
    act(state, "play.take(captain)")
    assert asked(state) == "captain.storing"
    assert place(state, "cargo") == {"large_ship": {"corn": 7}}
    assert seat(state, 0) | {"goods": {"corn": 2}, "chips": 8} == seat(state, 0)


def test_of_two_empty_ships_the_one_that_takes_more_is_used() -> None:
    """PR-72: 6 sugar, empty ships of 5 and 7: the 7. The kind is free to choose."""
    state = position(seats=[{"goods": {"sugar": 6, "corn": 1}}], cargo={"middle_ship": {"corn": 1}})
    act(state, "play.take(captain)")
    assert legal(state) == {"captain.load(sugar,large_ship)", "captain.load(corn,middle_ship)"}


@pytest.mark.parametrize(
    ("sugar", "ships"), [(6, ["middle", "large"]), (3, ["small", "middle", "large"]), (9, ["large"]), (7, ["large"])]
)
def test_among_empty_ships_those_that_take_the_most_are_free_to_choose(sugar: int, ships: list[str]) -> None:
    """PR-114: ships of 5, 6 and 7: 6 sugar the 6 or the 7, 3 sugar any, 9 sugar the 7."""
    # The tobacco is there so that one possible ship is asked about too.
    state = position(seats=[{"goods": {"sugar": sugar, "tobacco": 8}}])
    act(state, "play.take(captain)")
    loads = {f"captain.load(sugar,{ship}_ship)" for ship in ships}
    assert legal(state) == loads | {"captain.load(tobacco,large_ship)"}


def test_a_load_is_as_large_as_possible() -> None:
    """PR-72: all goods of the kind if they fit, else as many as there is room for."""
    state = position(
        seats=[{"goods": {"corn": 4, "sugar": 3}}, {}], cargo={"small_ship": {"corn": 2}, "middle_ship": {"sugar": 2}}
    )
    act(state, "play.take(captain)", "captain.load(sugar,middle_ship)")
    assert place(state, "cargo") == {"small_ship": {"corn": 5}, "middle_ship": {"sugar": 5}}
    assert seat(state, 0)["goods"] == {"corn": 1}


def test_one_point_a_good_and_one_more_for_the_captains_first_load() -> None:
    """PR-73: 2 corn 2 + 1, then 3 sugar 3; seat 1 gets 2 for its 2 tobacco."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"sugar": 1}, "large_ship": {"tobacco": 1}}
    state = position(seats=[{"goods": {"corn": 2, "sugar": 3}}, {"goods": {"tobacco": 2, "corn": 1}}], cargo=cargo)
    act(state, "play.take(captain)", "captain.load(corn,small_ship)")
    assert each(state, "chips") == [3, 0, 0, 0]
    act(state, "captain.load(tobacco,large_ship)")
    assert each(state, "chips") == [6, 3, 0, 0]
    assert place(state, "vp_pool") == 100 - 9


def test_a_captain_who_does_not_load_gets_no_extra_point() -> None:
    """PR-73: no load, no extra; nor does the extra fall to the player who loads first."""
    state = act(position(seats=[{}, {"goods": {"corn": 9}}]), "play.take(captain)")
    assert each(state, "chips") == [0, 7, 0, 0]


def test_the_captains_extra_point_comes_once_in_each_captain_phase() -> None:
    """PR-73: two phases in two rounds, each captain gets his own extra point."""
    state = position(seats=[{"goods": {"corn": 9}}], to_move=0, governor=1)
    act(state, "play.take(captain)", "captain.keep(corn,1)")
    assert each(state, "chips") == [8, 0, 0, 0]
    act(state, "play.take(prospector)", "play.take(craftsman)", "play.take(captain)", "captain.load(corn,small_ship)")
    assert each(state, "chips") == [10, 0, 0, 0]


def test_the_harbor_brings_one_more_point_for_each_load() -> None:
    """PR-74: 2 corn 2 + 1, 1 sugar 1 + 1; unoccupied nothing, and nothing for the loads of others."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"sugar": 1}, "large_ship": {"tobacco": 1}}
    goods = {"corn": 2, "sugar": 1}
    for player, chips in ((occupied("harbor", goods=goods), 5), (unoccupied("harbor", goods=goods), 3)):
        state = position(seats=[{}, player, {"goods": {"tobacco": 1}}], cargo=cargo)
        act(state, "play.take(captain)", "captain.load(corn,small_ship)")
        assert each(state, "chips") == [0, chips, 1, 0]


def test_the_captain_with_a_harbor_gets_both_points() -> None:
    """PR-74: 7 corn on the 7: 7, 1 for the captain, 1 for the harbor."""
    state = act(position(seats=[occupied("harbor", goods={"corn": 7})]), "play.take(captain)")
    assert seat(state, 0)["chips"] == 9


def test_full_ships_are_emptied_last_and_the_others_keep_their_goods() -> None:
    """PR-77: while the goods are stored the full ship is still full; then it is emptied into the supply."""
    state = position(seats=[{"goods": {"corn": 4}}], cargo={"small_ship": {"corn": 3}, "large_ship": {"sugar": 6}})
    act(state, "play.take(captain)")
    assert asked(state) == "captain.storing"
    assert place(state, "cargo") == {"small_ship": {"corn": 5}, "large_ship": {"sugar": 6}}
    assert place(state, "supply")["corn"] == 3
    act(state, "captain.keep(corn,1)")
    assert place(state, "cargo") == {"large_ship": {"sugar": 6}}
    assert place(state, "supply") == {"corn": 9, "indigo": 11, "sugar": 5, "tobacco": 9, "coffee": 9}


@pytest.mark.parametrize(("corn", "ends"), [(1, False), (2, True), (4, True)])
def test_the_last_chip_ends_the_game_with_the_round(corn: int, ends: bool) -> None:
    """PR-78: 3 chips left: 1 corn and the captain's point leave one; 2 corn take the last, 4 go past it."""
    state = position(seats=[{"goods": {"corn": corn}}, {"chips": 97}], cargo={"large_ship": {"corn": 1}})
    act(state, "play.take(captain)")
    assert place(state, "ending") is ends
    assert seat(state, 0)["chips"] == corn + 1
    assert place(state, "vp_pool") == 3 - corn - 1


@pytest.mark.parametrize(("left", "ends"), [(2, True), (3, False)])
def test_the_harbors_point_may_be_the_last_chip(left: int, ends: bool) -> None:
    """PR-78: 1 corn and the harbor's point take the last of 2 chips, and not of 3."""
    seats = [{"chips": 100 - left}, occupied("harbor", goods={"corn": 1})]
    state = act(position(seats=seats, cargo={"large_ship": {"corn": 1}}), "play.take(captain)")
    assert place(state, "ending") is ends


def test_loading_goes_on_after_the_last_chip() -> None:
    """PR-78: points earned past the last chip are still counted, for everybody."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"sugar": 1}, "large_ship": {"tobacco": 1}}
    seats: list[Seat] = [{"goods": {"corn": 2}}, {"goods": {"sugar": 3}}, {"goods": {"tobacco": 4}}, {"chips": 98}]
    state = act(position(seats=seats, cargo=cargo), "play.take(captain)")
    assert each(state, "chips") == [3, 3, 4, 98]
    assert place(state, "ending") is True


def test_the_example_of_four_players() -> None:
    """PR-79: Anna 7 + 2, Benno 1 + 3, Clara 1, Donni 1; the 6 and the 7 are emptied, 4 tobacco stay on the 5."""
    anna, benno = {"goods": {"corn": 2, "sugar": 6}}, {"goods": {"sugar": 2, "tobacco": 3}}
    clara, donni = {"goods": {"corn": 2, "tobacco": 1}}, {"goods": {"corn": 1, "indigo": 5}}
    state = position(seats=[anna, benno, clara, donni], cargo={"middle_ship": {"corn": 3}})
    act(state, "play.take(captain)")
    assert state.current_player() == 0
    assert legal(state) == {"captain.load(corn,middle_ship)", "captain.load(sugar,large_ship)"}
    act(state, "captain.load(sugar,large_ship)")
    assert each(state, "chips") == [7, 0, 0, 0]
    assert place(state, "cargo") == {"middle_ship": {"corn": 3}, "large_ship": {"sugar": 6}}

    assert state.current_player() == 1
    assert legal(state) == {"captain.load(sugar,large_ship)", "captain.load(tobacco,small_ship)"}
    act(state, "captain.load(sugar,large_ship)")
    assert each(state, "chips") == [7, 1, 0, 0]
    assert seat(state, 1)["goods"] == {"sugar": 1, "tobacco": 3}

    assert state.current_player() == 2
    assert legal(state) == {"captain.load(corn,middle_ship)", "captain.load(tobacco,small_ship)"}
    act(state, "captain.load(tobacco,small_ship)")

    # Donni's 1 corn, Anna's 2 corn and Benno's 3 tobacco are the only loads possible and so not asked.
    assert each(state, "chips") == [9, 4, 1, 1]
    assert place(state, "cargo") == {
        "small_ship": {"tobacco": 4},
        "middle_ship": {"corn": 6},
        "large_ship": {"sugar": 7},
    }
    assert each(state, "goods") == [{}, {"sugar": 1}, {"corn": 2}, {"indigo": 5}]

    assert (asked(state), state.current_player()) == ("captain.storing", 1)
    act(state, "captain.keep(sugar,1)", "captain.keep(corn,1)", "captain.keep(indigo,1)")
    assert each(state, "goods") == [{}, {"sugar": 1}, {"corn": 1}, {"indigo": 1}]
    assert place(state, "cargo") == {"small_ship": {"tobacco": 4}}
    assert place(state, "supply") == {"corn": 9, "indigo": 10, "sugar": 10, "tobacco": 5, "coffee": 9}
    assert (asked(state), state.current_player()) == ("play", 1)


def test_who_cannot_load_is_passed_over_and_the_table_goes_on() -> None:
    """PR-117: seats 0 to 2 bring no load, seat 3 loads three times; the fourth turn in a row without one ends it."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"sugar": 1}, "large_ship": {"tobacco": 1}}
    goods = {"corn": 1, "sugar": 1, "tobacco": 2}
    state = position(seats=[{"goods": {"coffee": 1}}, {}, {}, {"goods": goods}], cargo=cargo)
    act(state, "play.take(captain)", "captain.load(corn,small_ship)", "captain.load(sugar,middle_ship)")
    assert each(state, "chips") == [0, 0, 0, 4]
    assert (asked(state), state.current_player()) == ("captain.storing", 0)


def test_a_player_without_a_load_at_one_turn_may_load_at_the_next() -> None:
    """PR-117: seat 1 has no ship and declines its wharf; after seat 2's load it comes to seat 1 again."""
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"indigo": 6}, "large_ship": {"sugar": 7}}
    state = position(seats=[{}, occupied("wharf", goods={"coffee": 2}), {"goods": {"corn": 1}}], cargo=cargo)
    act(state, "play.take(captain)", "captain.loading.pass")
    assert (asked(state), state.current_player()) == ("captain.loading", 1)
    act(state, "wharf.ship_away(coffee)")
    assert each(state, "chips") == [0, 2, 1, 0]
    assert asked(state) == "play"


def test_storage_does_not_excuse_from_loading() -> None:
    """PR-81: the owner of both warehouses must load like everybody."""
    player = occupied("small_warehouse", "large_warehouse", goods={"corn": 2, "sugar": 1})
    state = position(seats=[player], cargo={"small_ship": {"corn": 1}, "large_ship": {"sugar": 1}})
    act(state, "play.take(captain)")
    assert legal(state) == {"captain.load(corn,small_ship)", "captain.load(sugar,large_ship)"}
    act(state, "captain.load(corn,small_ship)")
    assert each(state, "goods") == [{}, {}, {}, {}]


@pytest.mark.parametrize("role", ["settler", "mayor", "builder", "craftsman", "trader", "prospector"])
def test_goods_are_stored_at_the_end_of_a_captain_phase_only(role: str) -> None:
    """PR-81: after every other role a player without a warehouse still has all of his goods."""
    goods = {"corn": 3, "sugar": 2}
    state = act(position(seats=[{}, {}, {}, {"goods": goods}], row={"corn": 1}), f"play.take({role})")
    while asked(state) != "play":
        act(state, next(text for text in legal(state) if text.endswith("pass")))
    assert seat(state, 3)["goods"] == goods
