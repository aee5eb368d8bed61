"""What the new buildings do, forests, black market and bohio apart: X1-10, X1-13, X1-15 to X1-22, X1-24, X1-25."""

import pytest
from tests.games.puerto_rico.cargo import unoccupied
from tests.games.puerto_rico.table import Plain, act, asked, each, legal, occupied, place, seat
from tests.games.puerto_rico_1897.table import position

from rulewright.vm import State

NEW = ("new_buildings",)
NO_ROOM = {"small_ship": {"corn": 5}, "middle_ship": {"fruit": 6}, "large_ship": {"sugar": 7}}
"""The ships of four players with no room at all."""


def table(*seats: Plain, **parts: Plain) -> State:
    """The choice of a role by seat 0, four players."""
    return position(4, expansions=NEW, seats=seats, **parts)


def grower(*buildings: str, staff: Plain = None, **fields: int) -> Plain:
    """A seat with occupied plantations and buildings, one worker each unless `staff` says otherwise."""
    workers = dict.fromkeys(buildings, 1) | (staff or {})
    return {"island": fields, "fields": fields, "city": dict.fromkeys(workers, 1), "staff": workers}


# ---- canal -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("buildings", "fields", "made"),
    [
        (("large_fruit_store",), {"fruit": 1}, {"fruit": 2}),
        (("large_sugar_mill",), {"sugar": 1}, {"sugar": 2}),
        (("large_fruit_store", "large_sugar_mill"), {"fruit": 1, "sugar": 1}, {"fruit": 2, "sugar": 2}),
        (("small_fruit_store", "small_sugar_mill"), {"fruit": 1, "sugar": 1}, {"fruit": 1, "sugar": 1}),
        (("large_fruit_store", "small_fruit_store"), {"fruit": 2}, {"fruit": 3}),
        (("tobacco_storage", "coffee_roaster"), {"tobacco": 1, "coffee": 1}, {"tobacco": 1, "coffee": 1}),
        (("large_fruit_store",), {"corn": 2}, {"corn": 2}),
        (("large_sugar_mill",), {"corn": 2}, {"corn": 2}),
    ],
)
def test_the_canal_brings_one_fruit_and_one_sugar_more(
    buildings: tuple[str, ...], fields: dict[str, int], made: dict[str, int]
) -> None:
    """X1-10: with the large fruit store and the large sugar mill, never for the small ones; something was produced."""
    owner = grower("canal", *buildings, **fields)
    state = act(table({}, owner), "play.take(producer)")
    assert seat(state, 1)["goods"] == made
    idle = owner | {"staff": dict.fromkeys(buildings, 1)}
    assert seat(act(table({}, idle), "play.take(producer)"), 1)["goods"] == fields


def test_the_canal_needs_a_good_in_the_supply_and_an_occupied_store() -> None:
    """X1-10: the last fruit is produced and no other is left; an empty large store does not count."""
    owner = grower("canal", "large_fruit_store", fruit=1)
    state = table({"goods": {"fruit": 10}}, owner)
    assert seat(act(state, "play.take(producer)"), 1)["goods"] == {"fruit": 1}
    small = grower("canal", "small_fruit_store", fruit=1) | {
        "city": dict.fromkeys(("canal", "small_fruit_store", "large_fruit_store"), 1)
    }
    assert seat(act(table({}, small), "play.take(producer)"), 1)["goods"] == {"fruit": 1}


def test_what_the_canal_brings_is_produced() -> None:
    """X1-10, X1-24: before factory and distillery. 3 fruit and 1 corn: 2 from the distillery, 1 from the factory."""
    owner = grower("canal", "factory", "distillery", staff={"large_fruit_store": 2}, fruit=2, corn=1)
    state = act(table({}, owner), "play.take(producer)")
    assert seat(state, 1)["goods"] == {"corn": 1, "fruit": 3}
    assert seat(state, 1)["purse"] == 1 + 2


def test_the_producer_takes_his_extra_good_of_what_the_canal_left() -> None:
    """X1-10: at his own production: with two fruit in the supply nothing is left for the extra good."""
    owner = grower("canal", "large_fruit_store", fruit=1)
    state = act(table(owner, {"goods": {"fruit": 9}}), "play.take(producer)")
    assert seat(state, 0)["goods"] == {"fruit": 2}
    assert asked(state) == "play"


# ---- storage hall ----------------------------------------------------------------


def test_the_storage_hall_keeps_three_goods_more() -> None:
    """X1-13: of any kinds, on top of the one good: four corn, or two corn and two coffee, never five."""
    goods = {"corn": 4, "coffee": 3}
    state = table(occupied("storage_hall", goods=goods), cargo=NO_ROOM)
    act(state, "play.take(captain)")
    assert legal(state) == {f"captain.keep(corn,{n})" for n in range(5)}
    act(state, "captain.keep(corn,2)")
    assert legal(state) == {f"captain.keep(coffee,{n})" for n in range(3)}
    act(state, "captain.keep(coffee,2)")
    assert seat(state, 0)["goods"] == {"corn": 2, "coffee": 2}
    bare = act(table(unoccupied("storage_hall", goods=goods), cargo=NO_ROOM), "play.take(captain)")
    assert legal(bare) == {"captain.keep(corn,0)", "captain.keep(corn,1)"}


def test_the_storage_hall_goes_with_a_warehouse() -> None:
    """X1-13: all six tobacco in the warehouse, and four other goods."""
    goods = {"fruit": 3, "tobacco": 6, "coffee": 3}
    state = table(occupied("storage_hall", "small_warehouse", goods=goods), cargo=NO_ROOM)
    act(state, "play.take(captain)", "captain.keep(fruit,3)", "captain.keep(tobacco,6)")
    assert legal(state) == {"captain.keep(coffee,0)", "captain.keep(coffee,1)"}


# ---- trading post ----------------------------------------------------------------


def test_the_trading_post_sells_to_the_supply_without_markets() -> None:
    """X1-15: coffee for 4, and the trader's coin; small and large market bring nothing; the house stays empty."""
    owner = occupied("trading_post", "small_market", "large_market", goods={"coffee": 1, "corn": 1})
    state = act(table(owner), "play.take(trader)")
    assert legal(state) == {
        *("trader.sell(coffee)", "trader.sell(corn)"),
        *("trading_post.sell(coffee)", "trading_post.sell(corn)", "trader.trading.pass"),
    }
    supply = place(state, "supply")
    act(state, "trading_post.sell(coffee)")
    assert seat(state, 0)["purse"] == 4 + 1
    assert place(state, "supply")["coffee"] == supply["coffee"] + 1
    assert place(state, "house") == {}
    assert asked(state) == "play", "one sale only"
    house = act(table(owner), "play.take(trader)", "trader.sell(coffee)")
    assert seat(house, 0)["purse"] == 4 + 1 + 3
    other = act(table({}, owner), "play.take(trader)", "trading_post.sell(corn)")
    assert seat(other, 1)["purse"] == 0


def test_the_trading_post_works_with_a_full_house() -> None:
    """X1-15: its owner still gets his turn, the others are skipped; a kind that lies in the house may be sold."""
    full = {"corn": 1, "fruit": 1, "sugar": 1, "tobacco": 1}
    goods = {"goods": {"coffee": 1, "corn": 1}}
    seats = [goods, occupied("trading_post", **goods), occupied("office", **goods), unoccupied("trading_post", **goods)]
    state = act(table(*seats, house=full), "play.take(trader)")
    assert state.current_player() == 1
    assert legal(state) == {"trading_post.sell(coffee)", "trading_post.sell(corn)", "trader.trading.pass"}
    act(state, "trading_post.sell(corn)")
    assert asked(state) == "play"
    assert place(state, "house") == {}, "a full house is emptied at the end"


# ---- church ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("building", "points"),
    [
        *(("canal", 0), ("small_fruit_store", 0), ("large_fruit_store", 1), ("office", 1), ("factory", 1)),
        *(("coffee_roaster", 1), ("monument", 2), ("residence", 2)),
    ],
)
def test_the_church_gives_points_by_column(building: str, points: int) -> None:
    """X1-16: 1 for columns 2 and 3, 2 for column 4, production buildings too, none for column 1."""
    state = act(table({}, occupied("church", purse=10)), "play.take(builder)", "builder.pass")
    pool = place(state, "vp_pool")
    act(state, f"builder.build({building})")
    assert seat(state, 1)["chips"] == points
    assert place(state, "vp_pool") == pool - points


def test_the_church_counts_a_building_for_nothing_but_not_itself() -> None:
    """X1-16: also for one bought at 0; it must be occupied before the purchase."""
    quarries = {"island": {"quarry": 2}, "fields": {"quarry": 2}}
    free = table({}, occupied("church", purse=1, **quarries))
    act(free, "play.take(builder)", "builder.pass", "builder.build(large_fruit_store)")
    assert (seat(free, 1)["chips"], seat(free, 1)["purse"]) == (1, 0)
    bought = act(table(occupied("school", purse=9)), "play.take(builder)", "builder.build(church)", "school.enrol")
    assert seat(bought, 0)["chips"] == 0
    idle = act(table(unoccupied("church", purse=9)), "play.take(builder)", "builder.build(office)")
    assert seat(idle, 0)["chips"] == 0


# ---- small wharf -----------------------------------------------------------------


def test_the_small_wharf_ships_any_goods_for_half_a_point_each() -> None:
    """X1-17: 2 of 3 corn and 3 fruit: 5 goods, 2 VP, and the captain's point; once a phase."""
    owner = occupied("small_wharf", goods={"corn": 3, "fruit": 3})
    state = act(table(owner, cargo=NO_ROOM), "play.take(captain)")
    assert legal(state) == {"small_wharf.load", "captain.loading.pass"}
    act(state, "small_wharf.load")
    assert legal(state) == {f"small_wharf.ship(corn,{n})" for n in range(4)}
    act(state, "small_wharf.ship(corn,2)")
    assert legal(state) == {f"small_wharf.ship(fruit,{n})" for n in range(4)}
    supply = place(state, "supply")
    act(state, "small_wharf.ship(fruit,3)")
    assert seat(state, 0)["chips"] == 2 + 1
    assert place(state, "supply")["fruit"] == supply["fruit"] + 3
    assert legal(state) == {"captain.keep(corn,0)", "captain.keep(corn,1)"}, "the wharf is used up"


def test_at_least_one_good_goes_and_one_is_a_load_for_nothing() -> None:
    """X1-17: one good for 0 VP is a load: harbor, lighthouse and the captain's point apply."""
    owner = occupied("small_wharf", "harbor", "lighthouse", goods={"corn": 1, "fruit": 1})
    state = act(table({}, owner, cargo=NO_ROOM), "play.take(captain)", "small_wharf.load", "small_wharf.ship(corn,0)")
    assert seat(state, 1)["goods"] == {"corn": 1}, "the fruit had to go"
    assert (seat(state, 1)["chips"], seat(state, 1)["purse"]) == (1, 1)
    mine = act(table(owner, cargo=NO_ROOM), "play.take(captain)", "small_wharf.load", "small_wharf.ship(corn,0)")
    assert (seat(mine, 0)["chips"], seat(mine, 0)["purse"]) == (1 + 1, 1 + 1)


def test_the_small_wharf_never_forces_and_goes_with_the_wharf_in_either_order() -> None:
    """X1-17: who can load a ship must use a ship or a wharf; who can't may decline."""
    owner = occupied("small_wharf", "wharf", goods={"corn": 2, "fruit": 2})
    for first, second in (("wharf", "small_wharf"), ("small_wharf", "wharf")):
        state = act(table(owner, cargo=NO_ROOM), "play.take(captain)")
        assert legal(state) == {
            *("wharf.ship_away(corn)", "wharf.ship_away(fruit)", "small_wharf.load", "captain.loading.pass")
        }
        for yard in (first, second):
            if yard == "wharf":
                act(state, "wharf.ship_away(corn)")
            elif first == "wharf":
                act(state, "small_wharf.load", "small_wharf.ship(fruit,2)")
            else:
                act(state, "small_wharf.load", "small_wharf.ship(corn,0)", "small_wharf.ship(fruit,2)")
        assert seat(state, 0)["chips"] == 2 + 1 + 1
        assert seat(state, 0)["goods"] == {}
    forced = act(table(owner, cargo={"small_ship": {"corn": 1}}), "play.take(captain)")
    assert "captain.loading.pass" not in legal(forced)
    assert {"captain.load(corn,small_ship)", "small_wharf.load"} <= legal(forced)


# ---- lighthouse ------------------------------------------------------------------


def test_the_lighthouse_pays_for_each_load_and_once_for_the_captain() -> None:
    """X1-18: two loads: 2 coins; as captain one more, loaded or not."""
    goods = {"corn": 2, "coffee": 1}
    state = act(table({}, occupied("lighthouse", goods=goods)), "play.take(captain)")
    loads = ("captain.load(corn,large_ship)", "captain.load(coffee,small_ship)")
    assert seat(act(state, *loads), 1)["purse"] == 2
    captain = act(table(occupied("lighthouse", goods=goods)), "play.take(captain)", *loads)
    assert seat(captain, 0)["purse"] == 1 + 2
    nothing = act(table(occupied("lighthouse")), "play.take(captain)")
    assert each(nothing, "purse") == [1, 0, 0, 0]
    idle = act(table(unoccupied("lighthouse")), "play.take(captain)")
    assert each(idle, "purse") == [0, 0, 0, 0]


# ---- distillery ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "coins"),
    [
        ({"corn": 4}, 0),
        ({"corn": 4, "fruit": 1}, 0),
        ({"fruit": 3, "sugar": 2}, 2),
        ({"sugar": 3, "fruit": 3}, 2),
        ({}, 0),
    ],
)
def test_the_distillery_pays_one_less_than_the_best_kind(fields: dict[str, int], coins: int) -> None:
    """X1-19: corn apart, never below 0."""
    stores = {"large_fruit_store": 3, "large_sugar_mill": 3}
    state = act(table({}, grower("distillery", staff=stores, **fields)), "play.take(producer)")
    assert seat(state, 1)["purse"] == coins


def test_the_producer_s_distillery_counts_his_extra_good() -> None:
    """X1-19, X1-24: paid after it: 2 fruit and the extra one bring 2, a sugar more only 1."""
    owner = grower("distillery", staff={"large_fruit_store": 2, "small_sugar_mill": 1}, fruit=2, sugar=1)
    for extra, coins in (("fruit", 2), ("sugar", 1), (None, 1)):
        state = act(table(owner), "play.take(producer)")
        assert seat(state, 0)["purse"] == 0
        act(state, f"producer.extra({extra})" if extra else "producer.pass")
        assert seat(state, 0)["purse"] == coins


# ---- publishing house ------------------------------------------------------------


def test_the_publishing_house_doubles_the_privileges() -> None:
    """X1-20: 2 workers, 2 off, 2 coins for trader and adventurer, 2 VP; only for the chooser."""
    house = occupied("publishing_house")
    recruiter = act(table(house), "play.take(recruiter)", "recruiter.recruit", "recruiter.recruit")
    assert seat(recruiter, 0)["portrait"] == 2
    one = act(table(house), "play.take(recruiter)", "recruiter.recruit", "recruiter.extra.pass")
    assert seat(one, 0)["portrait"] == 1
    builder = act(table(house | {"purse": 3}), "play.take(builder)", "builder.build(office)")
    assert seat(builder, 0)["purse"] == 0
    trader = act(table(house | {"goods": {"coffee": 1}}), "play.take(trader)", "trader.sell(coffee)")
    assert seat(trader, 0)["purse"] == 6
    captain = act(table(house | {"goods": {"coffee": 1}}), "play.take(captain)", "captain.load(coffee,small_ship)")
    assert seat(captain, 0)["chips"] == 3
    assert seat(act(table(house), "play.take(adventurer)"), 0)["purse"] == 2
    idle = act(table(unoccupied("publishing_house")), "play.take(adventurer)")
    assert seat(idle, 0)["purse"] == 1
    other = act(table({}, house | {"purse": 4}), "play.take(builder)", "builder.pass")
    assert other.current_player() == 1
    assert "builder.build(office)" not in legal(other)
    single = act(table(occupied("publishing_house", "lighthouse")), "play.take(captain)")
    assert seat(single, 0)["purse"] == 1, "the lighthouse's coin is not doubled"


def test_the_producer_takes_two_extra_goods_of_one_kind_or_two() -> None:
    """X1-20, X5-2: each pair once; he may stop after one."""
    owner = grower("publishing_house", "small_fruit_store", corn=1, fruit=1)
    ends = set()
    for first in ("corn", "fruit"):
        state = act(table(owner), "play.take(producer)", f"producer.extra({first})")
        later = {"corn": {"corn", "fruit"}, "fruit": {"fruit"}}[first]
        assert legal(state) == {f"producer.extra({kind})" for kind in later} | {"producer.pass"}
        for second in later:
            both = act(state.clone(), f"producer.extra({second})")
            assert asked(both) == "play"
            ends.add(tuple(sorted(seat(both, 0)["goods"].items())))
    assert ends == {(("corn", 3), ("fruit", 1)), (("corn", 2), ("fruit", 2)), (("corn", 1), ("fruit", 3))}


def test_the_planter_may_take_a_second_plantation_after_all_the_others() -> None:
    """X1-20: any open one left, no quarry without a building yard, no second draw, and a hospital serves the first."""
    house = occupied("publishing_house", "hospital", "hacienda")
    state = table(house, row={"corn": 2, "sugar": 3, "coffee": 1}, work_register=3)
    act(state, "play.take(planter)", "hacienda.pass", "planter.plantation(coffee)", "hospital.pass")
    for kind in ("corn", "corn", "sugar"):
        act(state, f"planter.plantation({kind})")
    assert state.current_player() == 0
    assert legal(state) == {"publishing_house.plantation(sugar)", "publishing_house.pass"}
    act(state, "publishing_house.plantation(sugar)")
    assert asked(state) == "play", "no hospital, no hacienda"
    assert seat(state, 0)["island"] == {"coffee": 1, "sugar": 1}


def test_a_building_yard_lets_the_second_tile_be_a_quarry() -> None:
    """X1-20: with an occupied one."""
    yard = occupied("publishing_house", "building_yard")
    state = table(yard, row={"corn": 5})
    act(state, "play.take(planter)", "planter.quarry", *["planter.pass"] * 3)
    assert legal(state) == {"publishing_house.plantation(corn)", "publishing_house.quarry", "publishing_house.pass"}
    act(state, "publishing_house.quarry")
    assert seat(state, 0)["island"] == {"quarry": 2}
    full = table(yard | {"island": {"corn": 4, "fruit": 7}}, row={"corn": 5})
    act(full, "play.take(planter)", "planter.quarry", *["planter.pass"] * 3)
    assert asked(full) == "play", "the island is full"


def test_the_second_tile_is_for_the_planter_only() -> None:
    """X1-20: another owner gets none, and a declined one stays in the row until the discard."""
    state = table({}, occupied("publishing_house"), row={"corn": 5})
    act(state, "play.take(planter)", *["planter.pass"] * 4)
    assert asked(state) == "play"
    assert place(state, "discard") == {"corn": 5}


# ---- assembly hall ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("goods", "points"),
    [({"corn": 3, "fruit": 2, "coffee": 1}, 2), ({"corn": 4, "coffee": 2}, 3), ({"corn": 1, "sugar": 1}, 0)],
)
def test_the_assembly_hall_gives_a_point_for_two_equal_goods(goods: dict[str, int], points: int) -> None:
    """X1-21: the worked examples, 2 and 3; the goods stay, and then he loads."""
    state = act(table({}, occupied("assembly_hall", goods=goods)), "play.take(captain)")
    assert seat(state, 1)["goods"] == goods
    assert seat(state, 1)["chips"] == points
    assert asked(state) == "captain.loading"
    idle = act(table({}, unoccupied("assembly_hall", goods=goods)), "play.take(captain)")
    assert seat(idle, 1)["chips"] == 0


def test_the_assembly_hall_serves_the_first_turn_only() -> None:
    """X1-21: at his second turn in the phase nothing is counted again."""
    owner = occupied("assembly_hall", goods={"corn": 2, "fruit": 2})
    state = act(table({}, owner), "play.take(captain)", "captain.load(corn,large_ship)")
    assert asked(state) != "captain.storing"
    assert seat(state, 1)["chips"] == 2 + 2
    act(state, "captain.load(fruit,small_ship)")
    assert seat(state, 1)["chips"] == 2 + 2 + 2


# ---- monument and cathedral ------------------------------------------------------


def test_the_monument_needs_no_worker() -> None:
    """X1-22: 8 VP, beige and of column 4; a school has nobody to send."""
    state = act(table(occupied("school", "church", purse=9)), "play.take(builder)", "builder.build(monument)")
    assert asked(state) == "builder" or asked(state) == "play"
    assert seat(state, 0)["chips"] == 2
    assert "monument" not in seat(state, 0)["staff"]
    assert table({"city": {"monument": 1}}).scores()[0] == 8


@pytest.mark.parametrize(
    ("island", "points"),
    [
        ({"forest": 6, "quarry": 3, "corn": 2, "coffee": 1}, 6),
        ({"corn": 2, "fruit": 2, "sugar": 2, "coffee": 2}, 0),
        ({"corn": 3}, 1),
        ({"corn": 5, "quarry": 3}, 3),
        ({"corn": 9}, 6),
        ({"corn": 6, "tobacco": 3, "coffee": 3}, 10),
    ],
)
def test_the_cathedral_counts_triples(island: dict[str, int], points: int) -> None:
    """X1-22: 1, 3, 6, 10 in all; 6 forests, 3 quarries, 2 corn, 1 coffee: 6."""
    forests = {"forests": {"sugar": island["forest"]}} if "forest" in island else {}
    assert table(occupied("cathedral", island=island, **forests)).scores()[0] == 4 + points
    assert table(unoccupied("cathedral", island=island, **forests)).scores()[0] == 4


# ---- order -----------------------------------------------------------------------


def test_the_order_of_a_first_captain_turn() -> None:
    """X1-25: bohio, the lighthouse's coin, the assembly hall, then the load; also for one who can't load.

    A guest goes to the assembly hall or the lighthouse, which then serve this turn.
    """
    owner = {"city": {"bohio": 1, "lighthouse": 1, "assembly_hall": 1}, "staff": {"bohio": 2}, "goods": {"corn": 2}}
    state = act(table(owner, cargo=NO_ROOM), "play.take(captain)")
    assert (seat(state, 0)["purse"], seat(state, 0)["chips"]) == (0, 0)
    act(state, "bohio.to_building(lighthouse)", "bohio.to_building(assembly_hall)")
    assert (seat(state, 0)["purse"], seat(state, 0)["chips"]) == (1, 1)
    late = act(table(owner, cargo=NO_ROOM), "play.take(captain)", "bohio.pass")
    assert (seat(late, 0)["purse"], seat(late, 0)["chips"]) == (0, 0)
