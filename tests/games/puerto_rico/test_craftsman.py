"""The craftsman: what is produced, what the factory pays, the extra good."""

import pytest
from tests.games.puerto_rico.cargo import grower
from tests.games.puerto_rico.table import act, asked, each, legal, place, position, seat

PLANTS = {"indigo_plant": 3, "sugar_mill": 3, "tobacco_storage": 3, "coffee_roaster": 2}


def test_each_kind_gives_the_smaller_of_plantations_and_circles() -> None:
    """PR-50: the smaller of occupied plantations and occupied circles; of corn one for each plantation."""
    more_land = grower({"indigo_plant": 1, "coffee_roaster": 1}, indigo=3, coffee=2, corn=2)
    more_circles = grower({"sugar_mill": 3, "tobacco_storage": 3}, sugar=2, tobacco=1)
    state = act(position(seats=[{}, more_land, more_circles]), "play.take(craftsman)")
    assert each(state, "goods")[:3] == [{}, {"corn": 2, "indigo": 1, "coffee": 1}, {"sugar": 2, "tobacco": 1}]
    empty_land = grower({"sugar_mill": 3}, sugar=1) | {"island": {"sugar": 3, "corn": 2}}
    assert seat(act(position(seats=[{}, empty_land]), "play.take(craftsman)"), 1)["goods"] == {"sugar": 1}


def test_both_buildings_of_a_kind_count_together() -> None:
    """PR-50: the circles are those on all of the kind's production buildings."""
    state = position(seats=[{}, grower({"small_indigo_plant": 1, "indigo_plant": 2}, indigo=4)])
    assert seat(act(state, "play.take(craftsman)"), 1)["goods"] == {"indigo": 3}


def test_goods_come_from_the_supply_and_what_it_lacks_is_lost() -> None:
    """PR-50: with 2 corn in the supply three corn plantations give 2, and the third is lost."""
    state = position(seats=[{}, grower(corn=3), {"goods": {"corn": 8}}])
    assert place(state, "supply")["corn"] == 2
    act(state, "play.take(craftsman)")
    assert seat(state, 1)["goods"] == {"corn": 2}
    assert place(state, "supply").get("corn", 0) == 0


def test_the_example_gives_2_corn_1_tobacco_3_sugar() -> None:
    """PR-53: 3 corn (2 occupied), 2 tobacco with one circle, 4 sugar (3 occupied) with four circles."""
    player = {
        "island": {"corn": 3, "tobacco": 2, "sugar": 4},
        "fields": {"corn": 2, "tobacco": 2, "sugar": 3},
        "city": {"tobacco_storage": 1, "small_sugar_mill": 1, "sugar_mill": 1},
        "staff": {"tobacco_storage": 1, "small_sugar_mill": 1, "sugar_mill": 3},
    }
    state = act(position(seats=[{}, player]), "play.take(craftsman)")
    assert seat(state, 1)["goods"] == {"corn": 2, "tobacco": 1, "sugar": 3}
    assert each(state, "goods")[2:] == [{}, {}]


@pytest.mark.parametrize(
    "player",
    [
        grower(indigo=2),
        grower({"indigo_plant": 3}),
        grower({"indigo_plant": 3}, sugar=2),
        {"island": {"indigo": 2}, "city": {"indigo_plant": 1}, "staff": {"indigo_plant": 3}},
        {"island": {"indigo": 2}, "fields": {"indigo": 2}, "city": {"indigo_plant": 1}},
        {"island": {"corn": 3}},
        grower(quarry=3),
    ],
    ids=["no plant", "no land", "other land", "land unoccupied", "plant unoccupied", "corn unoccupied", "quarries"],
)
def test_a_colonist_without_its_counterpart_produces_nothing(player: dict[str, object]) -> None:
    """PR-54: colonists without a matching plantation or circle produce nothing."""
    state = act(position(seats=[player, player]), "play.take(craftsman)")
    assert asked(state) == "play"
    assert each(state, "goods") == [{}, {}, {}, {}]


def test_unused_plantations_are_not_saved_up() -> None:
    """PR-54: three indigo plantations and one circle give 1 in each craftsman phase, never more."""
    state = position(seats=[{}, grower({"indigo_plant": 1}, indigo=3)], to_move=0, governor=1)
    act(state, "play.take(craftsman)")
    assert seat(state, 1)["goods"] == {"indigo": 1}
    act(state, "play.take(craftsman)")
    assert seat(state, 1)["goods"] == {"indigo": 2}


def test_production_is_not_asked_and_old_goods_stay() -> None:
    """PR-50: goods are added to those that a player has; nobody but the craftsman is asked anything."""
    state = position(seats=[{}, grower(corn=1) | {"goods": {"corn": 2, "coffee": 1}}, grower(corn=1)])
    act(state, "play.take(craftsman)")
    assert (asked(state), state.current_player()) == ("play", 1)
    assert each(state, "goods")[1:3] == [{"corn": 3, "coffee": 1}, {"corn": 1}]


def test_goods_that_run_short_go_to_the_players_earlier_in_the_order() -> None:
    """PR-110: 4 corn for three players with 2 each, craftsman in seat 2: seats 2 and 3 get theirs, seat 0 none."""
    seats = [grower(corn=2), {"goods": {"corn": 6}}, grower(corn=2), grower(corn=2)]
    state = position(seats=seats, to_move=2, governor=0)
    act(state, "play.take(craftsman)")
    assert each(state, "goods") == [{}, {"corn": 6}, {"corn": 2}, {"corn": 2}]


def test_goods_that_run_short_within_a_share_give_the_rest() -> None:
    """PR-110: 3 corn for two players with 2 each: the craftsman 2, the next 1."""
    state = position(seats=[grower(corn=2), grower(corn=2), {"goods": {"corn": 7}}])
    act(state, "play.take(craftsman)")
    assert each(state, "goods")[:2] == [{"corn": 2}, {"corn": 1}]


def test_the_craftsman_may_take_one_more_of_what_he_produced() -> None:
    """PR-51: one more good, of a kind of his choice among those that he has just produced."""
    state = position(seats=[grower({"indigo_plant": 2}, corn=1, indigo=2), grower({"sugar_mill": 1}, sugar=1)])
    act(state, "play.take(craftsman)")
    assert (asked(state), state.current_player()) == ("craftsman", 0)
    assert legal(state) == {"craftsman.extra(corn)", "craftsman.extra(indigo)", "craftsman.pass"}
    assert each(state, "goods")[:2] == [{"corn": 1, "indigo": 2}, {"sugar": 1}]
    before = place(state, "supply")["indigo"]
    act(state, "craftsman.extra(indigo)")
    assert (asked(state), state.current_player()) == ("play", 1)
    assert each(state, "goods")[:2] == [{"corn": 1, "indigo": 3}, {"sugar": 1}]
    assert place(state, "supply")["indigo"] == before - 1


def test_the_extra_good_can_be_declined() -> None:
    """PR-51: he need not take it."""
    state = act(position(seats=[grower(corn=1)]), "play.take(craftsman)", "craftsman.pass")
    assert seat(state, 0)["goods"] == {"corn": 1}


def test_a_craftsman_who_produced_nothing_gets_nothing_extra() -> None:
    """PR-51: nothing produced, nothing extra; what the others produced does not count."""
    state = act(position(seats=[{}, grower(corn=1)]), "play.take(craftsman)")
    assert (asked(state), state.current_player()) == ("play", 1)
    assert each(state, "goods")[:2] == [{}, {"corn": 1}]


def test_the_extra_good_is_taken_at_the_very_end() -> None:
    """PR-51: of 2 corn the craftsman produces one and his neighbour the other: none is left for the extra."""
    state = position(seats=[grower({"indigo_plant": 1}, corn=1, indigo=1), grower(corn=1), {"goods": {"corn": 8}}])
    act(state, "play.take(craftsman)")
    assert legal(state) == {"craftsman.extra(indigo)", "craftsman.pass"}
    assert each(state, "goods")[:2] == [{"corn": 1, "indigo": 1}, {"corn": 1}]


def test_a_kind_he_could_not_produce_for_want_of_goods_is_no_extra() -> None:
    """PR-51: corn is gone, so he produced none and no corn is offered."""
    state = position(seats=[grower({"sugar_mill": 1}, corn=2, sugar=1), {"goods": {"corn": 10}}])
    assert legal(act(state, "play.take(craftsman)")) == {"craftsman.extra(sugar)", "craftsman.pass"}


def test_old_stock_gives_no_extra_good() -> None:
    """PR-111: 2 coffee and 1 corn in stock, corn produced: the extra good is corn and not coffee."""
    state = position(seats=[grower(corn=1) | {"goods": {"coffee": 2, "corn": 1}}])
    act(state, "play.take(craftsman)")
    assert legal(state) == {"craftsman.extra(corn)", "craftsman.pass"}


def test_what_was_produced_in_an_earlier_phase_gives_no_extra_good() -> None:
    """PR-111: corn of the phase before, and the colonist has moved from the corn to the quarry since."""
    land = {"island": {"corn": 1, "quarry": 1}, "fields": {"corn": 1}}
    state = position(seats=[land], to_move=0, governor=1)
    act(state, "play.take(craftsman)", "craftsman.pass", "play.take(mayor)", "mayor.recruit")
    assert (asked(state), state.current_player()) == ("mayor.fields", 0)
    act(state, "mayor.fields(corn,0)")
    assert seat(state, 0)["fields"] == {"quarry": 1}
    act(state, "play.take(prospector)", "play.take(craftsman)")
    assert (asked(state), state.current_player()) == ("play", 1)
    assert seat(state, 0)["goods"] == {"corn": 1}


@pytest.mark.parametrize(("kinds", "paid"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 5)])
def test_the_factory_pays_by_the_number_of_kinds(kinds: int, paid: int) -> None:
    """PR-52: 1, 2, 3 or 5 doubloons for 2, 3, 4 or 5 kinds; nothing for one."""
    land = dict.fromkeys(("corn", "indigo", "sugar", "tobacco", "coffee")[:kinds], 2)
    player = grower(PLANTS | {"factory": 1}, **land)
    state = act(position(seats=[{}, player]), "play.take(craftsman)")
    assert each(state, "purse") == [0, paid, 0, 0]


def test_the_factory_counts_only_what_was_really_produced() -> None:
    """PR-52: corn gone, 2 sugar and 1 tobacco produced: 1 doubloon."""
    player = grower({"sugar_mill": 2, "tobacco_storage": 1, "factory": 1}, corn=1, sugar=2, tobacco=1)
    state = act(position(seats=[{}, player, {"goods": {"corn": 10}}]), "play.take(craftsman)")
    assert seat(state, 1)["goods"] == {"sugar": 2, "tobacco": 1}
    assert each(state, "purse") == [0, 1, 0, 0]


def test_the_factory_counts_no_old_stock() -> None:
    """PR-52: coffee in stock is no kind produced: corn and sugar pay 1."""
    player = grower({"sugar_mill": 1, "factory": 1}, corn=1, sugar=1) | {"goods": {"coffee": 2}}
    assert seat(act(position(seats=[{}, player]), "play.take(craftsman)"), 1)["purse"] == 1


def test_an_unoccupied_factory_pays_nothing() -> None:
    """PR-52: only an occupied factory works (PR-14)."""
    player = grower({"sugar_mill": 1}, corn=1, sugar=1)
    player["city"] = {"sugar_mill": 1, "factory": 1}
    assert seat(act(position(seats=[{}, player]), "play.take(craftsman)"), 1)["purse"] == 0


def test_the_factory_pays_at_its_owners_production_and_the_extra_good_adds_nothing() -> None:
    """PR-54: two kinds pay 1 before the extra good is asked for, and no more after it."""
    state = position(seats=[grower({"sugar_mill": 1, "factory": 1}, corn=1, sugar=1)])
    act(state, "play.take(craftsman)")
    assert (asked(state), seat(state, 0)["purse"]) == ("craftsman", 1)
    act(state, "craftsman.extra(sugar)")
    assert seat(state, 0)["purse"] == 1


def test_the_factory_does_not_feel_what_later_players_take() -> None:
    """PR-54: the owner before the others is paid for 2 kinds, the one after them for what was left."""
    player = grower({"sugar_mill": 1, "factory": 1}, corn=1, sugar=1)
    state = position(seats=[{}, player, player, {"goods": {"corn": 9}}])
    act(state, "play.take(craftsman)")
    assert each(state, "goods")[1:3] == [{"corn": 1, "sugar": 1}, {"sugar": 1}]
    assert each(state, "purse") == [0, 1, 0, 0]
