"""Forests and the timber yard: X1-11 and X1-23."""

import pytest
from tests.games.puerto_rico.table import Plain, act, asked, each, legal, occupied, place, seat
from tests.games.puerto_rico_1897.table import position

from rulewright.vm import State

NEW = ("new_buildings",)
ASKED = {"timber_yard.forest", "timber_yard.pass"}
KINDS = ("corn", "fruit", "sugar", "tobacco", "coffee")


def table(*seats: Plain, **parts: Plain) -> State:
    """The choice of a role by seat 0, three players."""
    return position(3, expansions=NEW, seats=seats, **parts)


def with_forests(count: int, **places: Plain) -> Plain:
    island = places.pop("island", {})
    return {"island": island | {"forest": count}, "forests": {"sugar": count}, **places}


def test_a_new_plantation_may_be_laid_as_a_forest() -> None:
    """X1-11: asked at the moment of laying, while the tile still lies in the row; never for a quarry."""
    yard = occupied("timber_yard")
    state = act(table(yard, row={"corn": 2}), "play.take(planter)", "planter.plantation(corn)")
    assert legal(state) == ASKED
    assert place(state, "row") == {"corn": 2}
    forest = act(state.clone(), "timber_yard.forest")
    assert seat(forest, 0)["island"] == {"forest": 1}
    assert seat(forest, 0)["forests"] == {"corn": 1}
    assert place(forest, "row") == {"corn": 1}
    plain = act(state, "timber_yard.pass")
    assert seat(plain, 0)["island"] == {"corn": 1}
    assert seat(plain, 0)["forests"] == {}
    quarry = act(table(yard, row={"corn": 2}), "play.take(planter)", "planter.quarry")
    assert quarry.current_player() == 1


def test_laying_a_forest_needs_an_occupied_yard() -> None:
    """X1-11: without a worker there, and for the others, there is no question."""
    bare = table({"city": {"timber_yard": 1}}, row={"corn": 2})
    act(bare, "play.take(planter)", "planter.plantation(corn)")
    assert (asked(bare), bare.current_player()) == ("planter", 1)


def test_a_tile_that_lies_can_t_become_a_forest_later() -> None:
    """X1-11: at the moment of laying only: the sugar there stays, whatever happens to the corn."""
    state = table(occupied("timber_yard", island={"sugar": 1}), row={"corn": 2})
    act(state, "play.take(planter)", "planter.plantation(corn)", "timber_yard.forest")
    assert seat(state, 0)["island"] == {"forest": 1, "sugar": 1}


@pytest.mark.parametrize(("forests", "cut"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (11, 5)])
def test_two_forests_make_every_building_one_cheaper(forests: int, cut: int) -> None:
    """X1-11: whatever its column, and whether the yard is occupied or owned at all; never below 0."""
    for building, cost in (("small_market", 1), ("small_fruit_store", 1), ("factory", 7), ("residence", 10)):
        price = max(0, cost - cut)
        state = act(table({}, with_forests(forests, purse=price)), "play.take(builder)")
        if state.current_player() == 0:
            act(state, "builder.pass")
        assert f"builder.build({building})" in legal(state)
        act(state, f"builder.build({building})")
        assert seat(state, 1)["purse"] == 0
        if price > 0:
            poor = act(table({}, with_forests(forests, purse=price - 1)), "play.take(builder)")
            if poor.current_player() == 0:
                act(poor, "builder.pass")
            assert poor.current_player() != 1 or f"builder.build({building})" not in legal(poor)


def test_four_forests_two_quarries_and_the_builder_buy_the_large_warehouse_for_one() -> None:
    """X1-11: the worked example: 6 - 2 - 2 - 1; a third quarry would not count in column 2."""
    for quarries in (2, 3):
        owner = with_forests(4, island={"quarry": quarries}, fields={"quarry": quarries}, purse=1)
        state = act(table(owner), "play.take(builder)", "builder.build(large_warehouse)")
        assert seat(state, 0)["purse"] == 0


def test_forests_take_no_workers() -> None:
    """X1-11: three forests and one corn with four workers: one on the corn, three on the portrait."""
    state = table(with_forests(3, island={"corn": 1}, portrait=4), to_move=1)
    act(state, "play.take(recruiter)", "recruiter.extra.pass")
    assert seat(state, 0)["fields"] == {"corn": 1}
    assert seat(state, 0)["portrait"] == 3


def test_the_hospital_s_worker_of_a_forest_goes_to_the_portrait() -> None:
    """X1-11: he is asked as for any tile, and the worker waits; for a plantation he stands on it."""
    owner = occupied("timber_yard", "hospital")
    state = act(table(owner, row={"corn": 2}), "play.take(planter)", "planter.plantation(corn)", "timber_yard.forest")
    assert legal(state) == {"hospital.settle", "hospital.pass"}
    act(state, "hospital.settle")
    assert (seat(state, 0)["portrait"], seat(state, 0)["fields"]) == (1, {})
    plain = act(table(owner, row={"corn": 2}), "play.take(planter)", "planter.plantation(corn)", "timber_yard.pass")
    act(plain, "hospital.settle")
    assert (seat(plain, 0)["portrait"], seat(plain, 0)["fields"]) == (0, {"corn": 1})


def test_the_hacienda_s_tile_is_looked_at_first() -> None:
    """X1-11: drawn, then asked, then laid; after it the normal tile is asked for in the same way."""
    owner = occupied("timber_yard", "hacienda")
    state = act(table(owner, row={"corn": 2}), "play.take(planter)", "hacienda.explore")
    drawn = seat(state, 0)["drawn"]
    assert sum(drawn.values()) == 1
    assert legal(state) == ASKED
    assert seat(state, 0)["island"] == {}
    laid = act(state.clone(), "timber_yard.pass")
    assert seat(laid, 0)["island"] == drawn
    act(state, "timber_yard.forest")
    assert seat(state, 0)["island"] == {"forest": 1}
    assert seat(state, 0)["secret_forests"] == drawn
    assert seat(state, 0)["drawn"] == {}
    act(state, "planter.plantation(corn)", "timber_yard.forest")
    assert seat(state, 0)["island"] == {"forest": 2}
    assert seat(state, 0)["forests"] == {"corn": 1}


def test_both_tiles_of_the_publishing_house_may_be_forests() -> None:
    """X1-11."""
    owner = occupied("timber_yard", "publishing_house")
    state = act(table(owner, row={"corn": 4}), "play.take(planter)", "planter.plantation(corn)", "timber_yard.forest")
    act(state, "planter.pass", "planter.pass", "publishing_house.plantation(corn)")
    assert legal(state) == ASKED
    act(state, "timber_yard.forest")
    assert seat(state, 0)["island"] == {"forest": 2}


def test_the_yard_makes_no_forest_of_a_tile_without_room() -> None:
    """X1-11: eleven tiles: the twelfth may be a forest, and then the island is full."""
    owner = occupied("timber_yard", island={"corn": 5, "fruit": 6})
    state = act(table(owner, row={"sugar": 2}), "play.take(planter)", "planter.plantation(sugar)", "timber_yard.forest")
    act(state, "planter.pass", "planter.pass")
    assert each(state, "island")[0] == {"corn": 5, "fruit": 6, "forest": 1}
    full = table(with_forests(1, island={"corn": 5, "fruit": 6}), row={"sugar": 2})
    assert act(full, "play.take(planter)").current_player() == 1


# ---- what is known ---------------------------------------------------------------


def seen(state: State, player: int) -> str:
    return state.observation_string(player)


def test_a_forest_from_the_open_row_is_known_to_all() -> None:
    """X1-23: it lies with the open ones; two tables that differ in the kind beneath look different to everybody."""
    state = table(occupied("timber_yard"), row={"corn": 1, "sugar": 1})
    act(state, "play.take(planter)", "planter.plantation(corn)", "timber_yard.forest")
    assert (seat(state, 0)["forests"], seat(state, 0)["secret_forests"]) == ({"corn": 1}, {})
    # The stack differs too, but nobody sees of what kinds it is.
    corn, sugar = (table({"island": {"forest": 1}, "forests": {kind: 1}}) for kind in ("corn", "sugar"))
    for player in range(3):
        assert seen(corn, player) != seen(sugar, player)


def test_a_drawn_forest_is_known_to_its_owner_alone() -> None:
    """X1-23: two tables that differ in it, and in the stack, look the same to the others; all see that it is one."""

    def forest_of(kind: str) -> State:
        return table({"island": {"forest": 1}, "secret_forests": {kind: 1}})

    first, second = forest_of("corn"), forest_of("coffee")
    assert seen(first, 0) != seen(second, 0)
    for player in (1, 2):
        assert seen(first, player) == seen(second, player)
        assert first.observation_tensor(player) == second.observation_tensor(player)
        assert seen(first, player) != seen(table({}), player)


def test_the_drawn_tile_is_a_secret_until_it_is_laid() -> None:
    """X1-23: whatever was drawn, the others see the same while its owner thinks."""
    states = {}
    for seed in range(40):
        state = table(occupied("timber_yard", "hacienda"), row={"corn": 2}, seed=seed)
        act(state, "play.take(planter)", "hacienda.explore")
        states[next(iter(seat(state, 0)["drawn"]))] = state
    assert set(states) == set(KINDS)
    for player in (1, 2):
        assert len({seen(state, player) for state in states.values()}) == 1
    assert len({seen(state, 0) for state in states.values()}) == len(KINDS)


def test_resampling_keeps_the_number_of_secret_forests() -> None:
    """X1-23: to the others they may be of any kind; to their owner they are what they are."""
    state = table({"island": {"forest": 3}, "secret_forests": {"corn": 3}})
    found = set()
    for seed in range(60):
        assert seat(state.resample(0, seed), 0)["secret_forests"] == {"corn": 3}
        other = seat(state.resample(1, seed), 0)["secret_forests"]
        assert sum(other.values()) == 3
        found.add(tuple(sorted(other.items())))
    assert len(found) > 5


def test_forests_are_no_plantations_for_production() -> None:
    """X1-23: a forest of corn brings no corn."""
    state = table({"island": {"forest": 2, "corn": 1}, "forests": {"corn": 2}, "fields": {"corn": 1}}, to_move=1)
    act(state, "play.take(producer)")
    assert seat(state, 0)["goods"] == {"corn": 1}


def test_forests_count_for_the_residence() -> None:
    """P97-3: 6 forests and 5 corn are 11 tiles: 6."""
    owner = occupied("residence", island={"forest": 6, "corn": 5}, forests={"sugar": 6})
    assert table(owner).scores()[0] == 4 + 6
