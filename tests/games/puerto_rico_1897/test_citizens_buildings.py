"""The buildings of the citizens, by what stands on them: X2-10 to X2-18."""

from collections import Counter

import pytest
from tests.games.puerto_rico.table import Plain, act, asked, each, legal, occupied, place, seat
from tests.games.puerto_rico_1897.gentry import manned, table

from rulewright.vm import State

NEW = ("new_buildings",)


def registrar(sort: str, **parts: Plain) -> dict[str, Plain]:
    """An owner of the land registry, who has one coin and two plantations, one of them occupied."""
    board = {"purse": 1, "island": {"corn": 1, "sugar": 1}, "fields": {"corn": 1}}
    return manned(land_registry=sort) | board | parts


def registry(state: State) -> set[str]:
    return {text.removeprefix("land_registry.") for text in legal(state) if text.startswith("land_registry.")}


# ---- land registry ---------------------------------------------------------------------------------


def test_with_a_worker_he_may_buy_the_top_tile_for_a_coin() -> None:
    """X2-10: it is drawn from the stack and must be laid; there is no hospital for it."""
    owner = registrar("worker")
    owner["city"] |= {"hospital": 1}
    owner["staff"] |= {"hospital": 1}
    state = act(table(seats=[owner]), "play.take(trader)")
    assert legal(state) == {"land_registry.buy", "trader.trading.pass"}
    before = place(state, "stack")
    act(state, "land_registry.buy")
    bought: Counter[str] = Counter(before) - Counter(place(state, "stack"))
    assert sum(bought.values()) == 1
    assert Counter(seat(state, 0)["island"]) == Counter({"corn": 1, "sugar": 1}) + bought
    assert (seat(state, 0)["purse"], seat(state, 0)["fields"]) == (0, {"corn": 1})
    assert asked(state) == "play"


@pytest.mark.parametrize(
    "obstacle",
    [{"purse": 0}, {"island": {"corn": 6, "sugar": 6}}, {"staff": {}}, {}],
    ids=["no coin", "no space", "nobody there", "none"],
)
def test_a_tile_needs_a_coin_and_a_free_space(obstacle: dict[str, Plain]) -> None:
    """X2-10: and the registry must be occupied."""
    state = table(seats=[registrar("worker") | obstacle | {"goods": {"corn": 1}}])
    act(state, "play.take(trader)")
    assert registry(state) == (set() if obstacle else {"buy"})


def test_an_empty_stack_is_rebuilt_from_the_discard() -> None:
    """X2-10: with both empty there is nothing to buy."""
    everything = {"corn": 9, "fruit": 12, "sugar": 10, "tobacco": 9, "coffee": 8}
    state = table(seats=[registrar("worker")], discard=everything)
    assert place(state, "stack") == {}
    act(state, "play.take(trader)", "land_registry.buy")
    assert place(state, "discard") == {}
    assert sum(place(state, "stack").values()) == sum(everything.values()) - 1
    state = table(seats=[registrar("worker")], row=everything)
    assert asked(act(state, "play.take(trader)")) == "play"


def test_with_a_citizen_he_may_discard_a_plantation_for_a_coin() -> None:
    """X2-10: whoever stood on it goes to the portrait; an empty and an occupied one are different choices."""
    owner = registrar("citizen", island={"corn": 2, "sugar": 1, "quarry": 1}, fields={"corn": 1, "quarry": 1})
    state = act(table(seats=[owner]), "play.take(trader)")
    assert registry(state) == {"discard_empty(corn)", "discard_occupied(corn)", "discard_empty(sugar)"}
    emptied = act(state.clone(), "land_registry.discard_empty(corn)")
    assert (seat(emptied, 0)["island"], seat(emptied, 0)["fields"]) == (
        {"corn": 1, "sugar": 1, "quarry": 1},
        {"corn": 1, "quarry": 1},
    )
    assert (seat(emptied, 0)["purse"], place(emptied, "discard"), seat(emptied, 0)["portrait"]) == (2, {"corn": 1}, 0)
    act(state, "land_registry.discard_occupied(corn)")
    assert seat(state, 0)["fields"] == {"quarry": 1}
    assert (seat(state, 0)["purse"], seat(state, 0)["portrait"]) == (2, 1)


@pytest.mark.parametrize("sort", ["worker", "citizen"])
@pytest.mark.parametrize("sale_first", [True, False])
def test_before_or_after_his_sale_once_and_optional(sort: str, *, sale_first: bool) -> None:
    """X2-10: each once; after both, or a pass, his turn is over."""
    owner = registrar(sort, purse=3, goods={"coffee": 2}, island={"corn": 2, "fruit": 2}, fields={})
    used = "land_registry.buy" if sort == "worker" else "land_registry.discard_empty(fruit)"
    state = act(table(seats=[owner]), "play.take(trader)")
    assert "trader.sell(coffee)" in legal(state)
    assert act(state.clone(), "trader.trading.pass").current_player() == 1
    for action in ("trader.sell(coffee)", used) if sale_first else (used, "trader.sell(coffee)"):
        assert {action, "trader.trading.pass"} <= legal(state)
        act(state, action)
        assert action not in legal(state)
    assert asked(state) == "play"
    assert seat(state, 0)["goods"] == {"coffee": 1}


def test_its_owner_has_a_turn_with_a_full_house_too() -> None:
    """X1-15: the others are skipped; he can't sell there."""
    full = {"corn": 1, "fruit": 1, "sugar": 1, "tobacco": 1}
    seats = [{"goods": {"coffee": 1}}, registrar("worker", goods={"coffee": 1}), {"goods": {"coffee": 1}}]
    state = act(table(seats=seats, house=full), "play.take(trader)")
    assert (state.current_player(), legal(state)) == (1, {"land_registry.buy", "trader.trading.pass"})


def test_a_timber_yard_may_make_the_bought_tile_a_forest() -> None:
    """X2-10, X1-11: seen first; and with a citizen a forest is discarded as the tile it was (X1-23)."""
    owner = registrar("worker")
    owner["city"] |= {"timber_yard": 1}
    owner["staff"] |= {"timber_yard": 1}
    state = act(table(more=NEW, seats=[owner]), "play.take(trader)", "land_registry.buy")
    assert legal(state) == {"timber_yard.forest", "timber_yard.pass"}
    act(state, "timber_yard.forest")
    assert seat(state, 0)["island"] == {"corn": 1, "sugar": 1, "forest": 1}
    assert sum(seat(state, 0)["secret_forests"].values()) == 1
    assert place(state, "planter.newest") == "corn", "the planter phase knows nothing of it"


def test_forests_are_discarded_as_the_tiles_they_were() -> None:
    """X2-10, X2-12, X1-23."""
    for phase, name in (("trader", "land_registry"), ("planter", "parks_department")):
        owner = manned(**{name: "citizen" if phase == "trader" else "worker"})
        owner |= {"island": {"forest": 2}, "forests": {"sugar": 1}, "secret_forests": {"coffee": 1}}
        state = act(table(more=NEW, seats=[owner], row={"corn": 1}), f"play.take({phase})")
        while asked(state) not in ("trader.trading", "parks_department"):
            act(state, "planter.pass")
        texts = {text for text in legal(state) if not text.endswith("pass")}
        assert texts == {f"{name}.discard_forest(sugar)", f"{name}.discard_forest(coffee)"}
        act(state, f"{name}.discard_forest(coffee)")
        assert (seat(state, 0)["island"], seat(state, 0)["forests"]) == ({"forest": 1}, {"sugar": 1})
        assert place(state, "discard").get("coffee") == 1
        assert seat(state, 0)["purse"] == int(phase == "trader")


def test_the_festival_looks_at_a_bought_plantation() -> None:
    """X2-10, X4-3: only corn is left in the stack; it is his third."""
    owner = registrar("worker", island={"corn": 2}, fields={})
    away = {"corn": 5, "fruit": 12, "sugar": 11, "tobacco": 9, "coffee": 8}
    state = table(more=("festival",), seats=[owner], festival_plantation={"corn": 1}, row=away)
    act(state, "play.take(trader)", "land_registry.buy")
    assert seat(state, 0)["fields"] == {"corn": 3}
    assert place(state, "festival_plantation") == {}


# ---- chapel, parks department, notary ---------------------------------------------------------------


@pytest.mark.parametrize(("sort", "coins", "points"), [("worker", 1, 0), ("citizen", 0, 1), ("nobody", 0, 0)])
def test_the_chapel_brings_a_coin_or_a_point(sort: str, coins: int, points: int) -> None:
    """X2-11: in each producer phase, also to one who produced nothing; the point comes from the pool (X5-3)."""
    state = table(to_move=1, seats=[manned(chapel=sort)])
    pool = place(state, "vp_pool")
    act(state, "play.take(producer)")
    assert (seat(state, 0)["purse"], seat(state, 0)["chips"]) == (coins, points)
    assert place(state, "vp_pool") == pool - points
    assert each(state, "purse")[1:] == [0, 0]


def test_the_last_chip_from_the_chapel_ends_the_game_at_the_next_captain_phase() -> None:
    """X5-3: not when it is taken."""
    state = table(seats=[manned(chapel="citizen"), {"chips": 74}])
    act(state, "play.take(producer)")
    assert (place(state, "vp_pool"), place(state, "ending")) == (0, False)
    act(state, "play.take(captain)")
    assert place(state, "ending") is True


@pytest.mark.parametrize("sort", ["worker", "citizen", "nobody"])
def test_the_parks_department_with_a_worker_discards_a_plantation_unpaid(sort: str) -> None:
    """X2-12: at the end of the planter phase, before the leftovers are discarded; no quarries."""
    owner = manned(parks_department=sort) | {
        "island": {"corn": 1, "sugar": 2, "quarry": 1},
        "fields": {"sugar": 1, "quarry": 1},
    }
    state = act(table(seats=[{}, owner, {}], row={"fruit": 4}), "play.take(planter)", *["planter.pass"] * 3)
    if sort != "worker":
        assert asked(state) == "play"
        return
    assert state.current_player() == 1
    assert legal(state) == {
        "parks_department.discard_empty(corn)",
        "parks_department.discard_empty(sugar)",
        "parks_department.discard_occupied(sugar)",
        "parks_department.pass",
    }
    assert place(state, "row") == {"fruit": 4}
    empty = act(state.clone(), "parks_department.discard_empty(sugar)")
    assert (seat(empty, 1)["fields"], seat(empty, 1)["portrait"]) == ({"sugar": 1, "quarry": 1}, 0)
    assert (seat(empty, 1)["purse"], place(empty, "discard")) == (0, {"sugar": 1, "fruit": 4})
    act(state, "parks_department.discard_occupied(sugar)")
    assert seat(state, 1)["island"] == {"corn": 1, "sugar": 1, "quarry": 1}
    assert (seat(state, 1)["fields"], seat(state, 1)["portrait"], seat(state, 1)["purse"]) == ({"quarry": 1}, 1, 0)
    assert place(state, "discard") == {"sugar": 1, "fruit": 4}


@pytest.mark.parametrize(
    ("mine", "others", "points"), [(2, (3, 3), 2), (2, (2, 5), 0), (3, (2, 5), 0), (0, (1, 1), 2), (5, (6, 8), 2)]
)
def test_with_a_citizen_and_strictly_the_most_empty_spaces_it_brings_2_points(
    mine: int, others: tuple[int, int], points: int
) -> None:
    """X2-12: quarries take spaces too."""
    seats = [manned(parks_department="citizen") | {"island": {"corn": mine}}]
    seats += [{"island": {"quarry": 1, "fruit": number - 1}} for number in others]
    state = act(table(to_move=1, seats=seats, row={"sugar": 1}), "play.take(planter)")
    while asked(state) != "play":
        act(state, next(text for text in legal(state) if text.endswith("pass")))
    assert seat(state, 0)["chips"] == points


def test_a_worker_and_the_most_empty_spaces_bring_no_points() -> None:
    """X2-12: points are the citizen's part."""
    for sort, points in (("worker", 0), ("nobody", 0), ("citizen", 2)):
        seats = [manned(parks_department=sort), {"island": {"fruit": 3}}, {"island": {"fruit": 3}}]
        state = act(table(to_move=1, seats=seats, row={"sugar": 1}), "play.take(planter)", *["planter.pass"] * 3)
        assert (asked(state), seat(state, 0)["chips"]) == ("play", points)


def test_all_workers_owners_discard_before_the_islands_are_compared() -> None:
    """X2-12: from the planter on. Seat 0 has three empty spaces more, until seat 2 discards a plantation."""
    seats = [
        manned(parks_department="citizen") | {"island": {"corn": 2}},
        {"island": {"fruit": 5}},
        manned(parks_department="worker") | {"island": {"sugar": 3}},
    ]
    for discards, points in ((False, 2), (True, 0)):
        state = act(table(seats=seats, row={"coffee": 1}), "play.take(planter)", *["planter.pass"] * 3)
        assert (state.current_player(), seat(state, 0)["chips"]) == (2, 0)
        act(state, "parks_department.discard_empty(sugar)" if discards else "parks_department.pass")
        assert seat(state, 0)["chips"] == points


@pytest.mark.parametrize("sort", ["worker", "citizen", "nobody"])
@pytest.mark.parametrize(
    ("building", "cost", "cuts"),
    [
        ("small_market", 1, {"worker": 1}),
        ("office", 5, {"worker": 1}),
        ("coffee_roaster", 6, {"worker": 1}),
        ("harbor", 8, {"worker": 1}),
        ("tailor_shop", 8, {"worker": 1}),
        ("residence", 10, {"citizen": 2}),
    ],
)
def test_the_notary_cuts_prices(sort: str, building: str, cost: int, cuts: dict[str, int]) -> None:
    """X2-13: columns 1 to 3 with a worker, production buildings too; column 4 with a citizen."""
    owner = manned(notary=sort) | {"purse": 20}
    state = act(table(to_move=1, seats=[owner]), "play.take(builder)", "builder.pass", f"builder.build({building})")
    assert seat(state, 0)["purse"] == 20 - (cost - cuts.get(sort, 0))


def test_all_price_cuts_add_up_and_never_go_below_0() -> None:
    """X2-13: builder, notary and four quarries: the office for 1, the small market for 0."""
    owner = manned(notary="worker") | {"purse": 9, "island": {"quarry": 4}, "fields": {"quarry": 4}}
    for building, price in (("office", 5 - 1 - 1 - 2), ("small_market", 0), ("harbor", 8 - 1 - 1 - 3)):
        state = act(table(seats=[owner]), "play.take(builder)", f"builder.build({building})")
        assert seat(state, 0)["purse"] == 9 - price


def test_forests_and_notary_add_up_too() -> None:
    """X2-13, X1-11: four forests and a notary's citizen: a large building for 6."""
    owner = manned(notary="citizen") | {"purse": 9, "island": {"forest": 4}, "forests": {"corn": 4}}
    state = table(more=NEW, to_move=1, seats=[owner])
    act(state, "play.take(builder)", "builder.pass", "builder.build(residence)")
    assert seat(state, 0)["purse"] == 9 - (10 - 2 - 2)


# ---- supply office, villa, tailor shop, town square -------------------------------------------------------


@pytest.mark.parametrize("sort", ["worker", "citizen"])
def test_the_supply_office_takes_a_good_of_each_kind_for_each_citizen(sort: str) -> None:
    """X2-14, X2-18: two citizens, two kinds; at his first turn, before he loads; it is no load.

    They wait on the portrait, or one of them stands in the office.
    """
    owner = occupied("supply_office", "harbor", portrait=2 if sort == "worker" else 1, citizens=2)
    owner |= {"goods": {"corn": 3, "sugar": 1, "coffee": 2}}
    full = {"small_ship": {"fruit": 4}, "middle_ship": {"tobacco": 5}, "large_ship": {"corn": 6}}
    state = table(seats=[owner], cargo=full)
    supply = place(state, "supply")
    act(state, "play.take(captain)")
    assert legal(state) == {f"supply_office.deliver({good})" for good in ("corn", "sugar", "coffee")} | {
        "supply_office.pass"
    }
    act(state, "supply_office.deliver(corn)")
    assert legal(state) == {"supply_office.deliver(sugar)", "supply_office.deliver(coffee)", "supply_office.pass"}
    act(state, "supply_office.deliver(coffee)")
    assert seat(state, 0)["chips"] == 2, "1 VP each and no bonus of the harbor or the captain"
    assert seat(state, 0)["goods"] == {"corn": 2, "sugar": 1, "coffee": 1}
    assert place(state, "supply") == supply | {"corn": supply.get("corn", 0) + 1, "coffee": supply["coffee"] + 1}
    assert asked(state) == "captain.storing", "no ship has room, and nobody is asked a second time"


def test_a_citizen_in_the_chapel_counts_for_the_supply_office() -> None:
    """X2-17: citizens count wherever they stand: one in the chapel and one on the portrait deliver two goods."""
    owner = manned(chapel="citizen", supply_office="worker") | {"portrait": 1, "citizens": 1}
    state = table(seats=[owner | {"goods": {"corn": 1, "sugar": 1, "coffee": 1}}])
    act(state, "play.take(captain)", "supply_office.deliver(corn)", "supply_office.deliver(sugar)")
    assert (seat(state, 0)["chips"], asked(state)) == (2, "captain.loading")


def test_the_supply_office_is_optional_and_serves_once_a_phase() -> None:
    """X2-14: who passed is not asked at his second turn."""
    owner = occupied("supply_office", portrait=1, citizens=1, goods={"corn": 2, "sugar": 1})
    state = act(table(seats=[owner, {"goods": {"fruit": 1}}]), "play.take(captain)", "supply_office.pass")
    assert asked(state) == "captain.loading"
    seen = set()
    while asked(state) != "play":
        seen.add(asked(state))
        act(state, min(legal(state)))
    assert seen <= {"captain.loading", "captain.storing"}


@pytest.mark.parametrize(("citizens", "occupied_"), [(0, True), (2, False)])
def test_the_supply_office_needs_citizens_and_somebody_in_it(citizens: int, occupied_: bool) -> None:
    """X2-14."""
    owner: dict[str, Plain] = {"city": {"supply_office": 1}, "staff": {"supply_office": 1} if occupied_ else {}}
    owner |= {"goods": {"corn": 2}, "portrait": 3, "citizens": citizens}
    state = act(table(seats=[owner]), "play.take(captain)")
    assert asked(state) == "captain.loading"


def test_the_supply_office_comes_after_the_assembly_hall() -> None:
    """X1-25, X1-21: two corn bring a point before one of them is delivered; then he loads."""
    owner = occupied("supply_office", "assembly_hall", portrait=1, citizens=1, goods={"corn": 2})
    state = act(table(more=NEW, seats=[owner]), "play.take(captain)")
    assert asked(state) == "supply_office.deliver"
    assert seat(state, 0)["chips"] == 1
    act(state, "supply_office.deliver(corn)")
    assert seat(state, 0)["chips"] == 2


@pytest.mark.parametrize(
    ("free", "workers", "citizens", "gained"), [(5, 50, 1, 1), (0, 50, 0, 1), (5, 0, 1, 1), (0, 0, 0, 0)]
)
def test_the_villa_brings_a_citizen_from_the_supply(free: int, workers: int, citizens: int, gained: int) -> None:
    """X2-15, X2-18: else a worker, else nothing; never from the register, whose citizens are dealt."""
    owner = manned(villa="worker")
    state = table(to_move=1, seats=[owner], free_citizens=free, workers=workers)
    act(state, "play.take(recruiter)")
    while asked(state) != "play":
        act(state, "recruiter.extra.pass" if asked(state) == "recruiter.extra" else min(legal(state)))
    mine = seat(state, 0)
    assert mine["portrait"] + sum(mine["staff"].values()) == 1 + gained
    assert mine["citizens"] == citizens


def test_an_empty_villa_brings_nothing() -> None:
    """X2-15."""
    state = act(table(seats=[manned(villa="nobody")]), "play.take(recruiter)", "recruiter.extra.pass")
    assert (seat(state, 0)["portrait"], seat(state, 0)["staff"]) == (0, {})


def test_the_villas_citizen_is_placed_with_the_others() -> None:
    """X2-15: at his first turn in the recruiter phase, before he spreads his pieces."""
    owner = manned(villa="worker", chapel="nobody")
    state = act(table(seats=[owner]), "play.take(recruiter)", "recruiter.extra.pass")
    assert legal(state) == {"seating.citizens(chapel,0)", "seating.citizens(chapel,1)"}
    act(state, "seating.citizens(chapel,1)")
    assert seat(state, 0)["citizens_at"] == {"chapel": 1}


@pytest.mark.parametrize("sort", ["worker", "citizen"])
def test_the_tailor_shop_pays_a_coin_for_each_citizen(sort: str) -> None:
    """X2-16, X2-17, X2-18: wherever they stand; in each producer phase, without any production."""
    owner = manned(chapel="citizen", notary="worker", tailor_shop="worker") | {"portrait": 2}
    owner |= {"citizens": 3 if sort == "citizen" else 2}
    state = act(table(to_move=1, seats=[owner]), "play.take(producer)")
    assert seat(state, 0)["purse"] == (4 if sort == "citizen" else 3)
    state = act(table(to_move=1, seats=[owner | {"staff": {"chapel": 1, "notary": 1}}]), "play.take(producer)")
    assert seat(state, 0)["purse"] == 0


def test_the_tailor_shop_is_a_large_production_building_and_not_beige() -> None:
    """X2-16: 2 points with the fire station, none with the governor's palace."""
    score = table(seats=[occupied("fire_station") | {"city": {"fire_station": 1, "tailor_shop": 1}}]).scores()[0]
    assert score == 4 + 3 + 2
    palace = occupied("governors_palace") | {"city": {"governors_palace": 1, "tailor_shop": 1}}
    assert table(seats=[palace]).scores()[0] == 4 + 3 + 1
    beige = occupied("governors_palace") | {"city": {"governors_palace": 1, "villa": 1}}
    assert table(seats=[beige]).scores()[0] == 4 + 3 + 2
    fire = occupied("fire_station") | {"city": {"fire_station": 1, "villa": 1}}
    assert table(seats=[fire]).scores()[0] == 4 + 3


@pytest.mark.parametrize(("sort", "points"), [("worker", 4 + 1 + 3 + 3), ("citizen", 4 + 1 + 4 + 4), ("nobody", 8)])
def test_the_town_square_gives_one_more_point_for_each_citizen(sort: str, points: int) -> None:
    """X2-17, X2-18: three citizens beside the one in it, or none; one of them on the chapel."""
    owner = manned(chapel="citizen", town_square="nobody" if sort == "nobody" else "worker")
    owner |= {"portrait": 2, "citizens": 3 if sort == "citizen" else 2}
    assert table(seats=[owner]).scores()[0] == points
