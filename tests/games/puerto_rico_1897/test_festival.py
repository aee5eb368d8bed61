"""The festival: X4-1 to X4-4."""

from collections import Counter
from collections.abc import Iterator

import pytest
from tests.games.puerto_rico.table import Plain, act, asked, each, legal, occupied, place, seat
from tests.games.puerto_rico_1897.printed import BASE, NEW_BUILDINGS
from tests.games.puerto_rico_1897.table import CHOSEN, game, position

from rulewright.vm import State

FESTIVAL = ("festival",)
BOTH = ("new_buildings", "festival")
KINDS = ("corn", "fruit", "sugar", "tobacco", "coffee")
COLUMN_3 = {b.name: b for b in BASE if b.column == 3}
TILES = {"corn": 10, "fruit": 12, "sugar": 11, "tobacco": 9, "coffee": 8}
GOODS = {"corn": 10, "fruit": 11, "sugar": 11, "tobacco": 9, "coffee": 9}


def starts(players: int, expansions: tuple[str, ...] = FESTIVAL, count: int = 200) -> Iterator[State]:
    buildings = CHOSEN if "new_buildings" in expansions else ()
    of = game(players, expansions=expansions, buildings=buildings)
    return (of.new_initial_state(seed) for seed in range(count))


def only(state: State, name: str) -> str:
    """The one thing that lies in a place."""
    lying = place(state, name)
    assert list(lying.values()) == [1]
    return str(next(iter(lying)))


def table(*seats: Plain, players: int = 3, expansions: tuple[str, ...] = FESTIVAL, **parts: Plain) -> State:
    """The choice of a role by seat 0; nothing is laid out for the festival but what is said."""
    return position(players, expansions=expansions, seats=seats, **parts)


# ---- set-up ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_laid_out_is_out_of_play(players: int) -> None:
    """X4-1, X4-4: a tile out of the stack, three goods out of the supply, a building of column 3; all by chance."""
    out_tiles, out_goods = (3, 2) if players == 2 else (0, 0)
    for state in starts(players, count=40):
        tile, goods, building = only(state, "festival_plantation"), place(state, "festival_goods"), ""
        islands = Counter(kind for board in each(state, "island") for kind in board)
        for kind in KINDS:
            there = place(state, "stack").get(kind, 0) + place(state, "row").get(kind, 0) + islands[kind]
            assert there == TILES[kind] - out_tiles - (kind == tile)
            assert place(state, "supply")[kind] == GOODS[kind] - out_goods - goods.get(kind, 0)
        assert sum(goods.values()) == 3
        building = only(state, "festival_building")
        copies = {"tobacco_storage": 3, "coffee_roaster": 3}.get(building, 2)
        left = place(state, "market").get(building, 0)
        if players == 2:
            # Replaced from the unused ones: as many as without the festival (P2-3).
            assert left == (2 if building in ("tobacco_storage", "coffee_roaster") else 1)
        else:
            assert left == copies - 1
        assert sum(sum(p.values()) for p in (place(state, "row"),)) == players + 1
        assert state.to_dict().get("tile_bag", {}) == {}


def test_every_plantation_good_and_building_comes_up_by_chance() -> None:
    """X4-1: five kinds, goods with repetition, and column 3 with its two production buildings."""
    tiles, goods, buildings = Counter[str](), Counter[int](), Counter[str]()
    for state in starts(3, count=300):
        tiles[only(state, "festival_plantation")] += 1
        goods[max(place(state, "festival_goods").values())] += 1
        buildings[only(state, "festival_building")] += 1
    assert set(tiles) == set(KINDS)
    assert max(tiles.values()) < 100
    # Three of a kind: 5/455 of all draws from three of each of five kinds; a pair: 5 * 3 * 12 / 455 = 40 %.
    assert set(goods) == {1, 2, 3}
    assert 80 < goods[2] < 160
    assert set(buildings) == set(COLUMN_3)


def test_the_building_never_makes_what_the_plantation_grows() -> None:
    """X4-1: drawn again if it is the production building of that plantation."""
    pairs = {(only(s, "festival_plantation"), only(s, "festival_building")) for s in starts(4, count=400)}
    assert ("tobacco", "tobacco_storage") not in pairs
    assert ("coffee", "coffee_roaster") not in pairs
    assert {("tobacco", "coffee_roaster"), ("coffee", "tobacco_storage"), ("corn", "coffee_roaster")} <= pairs


def test_the_building_is_one_of_those_that_were_chosen() -> None:
    """X4-1, X4-4: after the draft of expansion I: only what is laid out, new buildings too."""
    chosen = {b.name for b in NEW_BUILDINGS if b.column == 3} | {"tobacco_storage", "coffee_roaster"}
    assert {only(state, "festival_building") for state in starts(3, BOTH)} == chosen
    drafting = game(3, expansions=BOTH).new_initial_state(1)
    assert asked(drafting) == "draft"
    assert place(drafting, "festival_building") == {}
    assert only(drafting, "festival_plantation")
    assert sum(place(drafting, "festival_goods").values()) == 3
    assert place(drafting, "row") == {}, "the open row comes last"


# ---- plantations -----------------------------------------------------------------


def test_three_plantations_bring_three_workers() -> None:
    """X4-2, X4-3: placed at once on circles of his choice; the tile goes to the discard, available at once."""
    mine = {"island": {"corn": 2, "sugar": 1}, "city": {"office": 1}}
    state = table(mine, row={"corn": 4}, festival_plantation={"corn": 1})
    before = place(state, "workers")
    act(state, "play.take(planter)", "planter.plantation(corn)")
    assert place(state, "discard") == {"corn": 1}
    assert place(state, "festival_plantation") == {}
    assert legal(state) == {f"festival.fields(corn,{n})" for n in (1, 2, 3)}, "5 circles for 3 workers"
    act(state, "festival.fields(corn,1)")
    assert seat(state, 0)["fields"] == {"corn": 1, "sugar": 1}
    assert seat(state, 0)["staff"] == {"office": 1}
    assert place(state, "workers") == before - 3
    assert seat(state, 0)["portrait"] == 0


def test_the_portrait_only_when_no_circle_is_free() -> None:
    """X4-3: three circles of corn, two of them taken: one worker there, two on the portrait."""
    mine = {"island": {"corn": 2}, "fields": {"corn": 2}}
    state = table(mine, row={"corn": 4}, festival_plantation={"corn": 1})
    act(state, "play.take(planter)", "planter.plantation(corn)")
    assert seat(state, 0)["fields"] == {"corn": 3}
    assert seat(state, 0)["portrait"] == 2


def test_as_many_workers_as_the_supply_has() -> None:
    """X4-2: two are left: two; the register is not touched."""
    mine = {"island": {"corn": 2}}
    crowd = {"portrait": 58 - 3 - 2}
    state = table(mine, {}, crowd, row={"corn": 4}, festival_plantation={"corn": 1}, work_register=3)
    assert place(state, "workers") == 2
    act(state, "play.take(planter)", "planter.plantation(corn)")
    assert sum(seat(state, 0)["fields"].values()) == 2
    assert place(state, "work_register") == 3


def test_another_kind_or_two_of_it_bring_nothing() -> None:
    """X4-2: two corn; or three sugar while corn is asked for; occupied or not makes no difference."""
    for island, kind in (({"corn": 1}, "corn"), ({"sugar": 2}, "sugar")):
        state = table({"island": island}, row={"corn": 2, "sugar": 2}, festival_plantation={"corn": 1})
        act(state, "play.take(planter)", f"planter.plantation({kind})")
        assert only(state, "festival_plantation") == "corn"
        assert seat(state, 0)["fields"] == {}


def test_only_the_first_one_gets_the_workers() -> None:
    """X4-2: the second player with three has them in vain."""
    board = {"island": {"corn": 2}, "fields": {"corn": 2}}
    state = table(board, board, row={"corn": 4}, festival_plantation={"corn": 1})
    act(state, "play.take(planter)", "planter.plantation(corn)", "planter.plantation(corn)")
    assert seat(state, 1)["fields"] == {"corn": 2}
    assert seat(state, 1)["portrait"] == 0


def test_the_hacienda_s_tile_counts_and_so_does_the_second_tile() -> None:
    """X4-3: looked at whenever a plantation is laid."""
    found = 0
    for seed in range(30):
        islands = dict.fromkeys(KINDS, 2)
        state = table(
            occupied("hacienda", island=islands), seed=seed, festival_plantation={"fruit": 1}, row={"corn": 3}
        )
        act(state, "play.take(planter)", "hacienda.explore")
        won = seat(state, 0)["island"]["fruit"] == 3
        assert (place(state, "festival_plantation") == {}) == won
        found += won
    assert found > 0
    house = occupied("publishing_house", island={"corn": 1}, fields={"corn": 1})
    second = table(house, row={"corn": 4}, festival_plantation={"corn": 1}, expansions=BOTH)
    act(second, "play.take(planter)", "planter.plantation(corn)", "planter.pass", "planter.pass")
    assert only(second, "festival_plantation") == "corn"
    act(second, "publishing_house.plantation(corn)")
    assert place(second, "festival_plantation") == {}


def test_the_festival_comes_before_the_hospital() -> None:
    """X4-3: its workers may fill the new tile; then the hospital has no circle there and is not asked."""
    mine = occupied("hospital", island={"corn": 2}, fields={"corn": 2})
    state = table(mine, row={"corn": 4}, festival_plantation={"corn": 1})
    act(state, "play.take(planter)", "planter.plantation(corn)")
    assert seat(state, 0)["fields"] == {"corn": 3}
    assert state.current_player() == 1
    wide = occupied("hospital", island={"corn": 2, "sugar": 4})
    other = table(wide, row={"corn": 4}, festival_plantation={"corn": 1})
    act(other, "play.take(planter)", "planter.plantation(corn)", "festival.fields(corn,0)")
    assert legal(other) == {"hospital.settle", "hospital.pass"}


def test_forests_are_no_plantations_for_the_festival() -> None:
    """X1-23: the third corn laid as a forest wins nothing, and forests of corn do not count."""
    mine = occupied("timber_yard", island={"corn": 2})
    state = table(mine, row={"corn": 4}, festival_plantation={"corn": 1}, expansions=BOTH)
    act(state, "play.take(planter)", "planter.plantation(corn)", "timber_yard.forest")
    assert place(state, "festival_plantation") == {"corn": 1}
    woods = {"island": {"corn": 1, "forest": 2}, "forests": {"corn": 2}}
    other = table(woods, row={"corn": 4}, festival_plantation={"corn": 1}, expansions=BOTH)
    act(other, "play.take(planter)", "planter.plantation(corn)")
    assert place(other, "festival_plantation") == {"corn": 1}


# ---- goods -----------------------------------------------------------------------


def farm(**fields: int) -> Plain:
    stores = {"large_fruit_store": 3, "large_sugar_mill": 3, "coffee_roaster": 2}
    return {"island": fields, "fields": fields, "city": dict.fromkeys(stores, 1), "staff": stores}


@pytest.mark.parametrize(
    ("wanted", "fields", "wins"),
    [
        ({"corn": 2, "fruit": 1}, {"corn": 2, "fruit": 1}, True),
        ({"corn": 2, "fruit": 1}, {"corn": 3, "fruit": 3}, True),
        ({"corn": 2, "fruit": 1}, {"corn": 1, "fruit": 3}, False),
        ({"corn": 3}, {"corn": 2}, False),
        ({"corn": 1, "sugar": 1, "coffee": 1}, {"corn": 1, "sugar": 1, "coffee": 1}, True),
        ({"corn": 1, "sugar": 1, "coffee": 1}, {"corn": 5, "sugar": 1}, False),
    ],
)
def test_at_least_the_three_goods_in_one_phase(wanted: dict[str, int], fields: dict[str, int], wins: bool) -> None:
    """X4-2, X4-3: as a multiset; 3 coins, and the goods go to the supply."""
    state = table({}, farm(**fields), festival_goods=wanted)
    before = place(state, "supply")
    act(state, "play.take(producer)")
    assert seat(state, 1)["purse"] == (3 if wins else 0)
    assert place(state, "festival_goods") == ({} if wins else wanted)
    for kind in wanted:
        back = wanted[kind] if wins else 0
        assert place(state, "supply")[kind] == before[kind] - fields.get(kind, 0) + back


def test_goods_of_other_phases_and_of_others_do_not_count() -> None:
    """X4-2: he has two corn already and produces one; his neighbour too."""
    one = farm(corn=1) | {"goods": {"corn": 2}}
    state = act(table({}, one, farm(corn=1), festival_goods={"corn": 3}), "play.take(producer)")
    assert each(state, "purse") == [0, 0, 0]


def test_only_the_first_one_gets_the_coins() -> None:
    """X4-2: seat 1 comes first; seat 2 may already have the goods that lay there, for they are back at once."""
    state = act(table({}, farm(corn=3), farm(corn=4), festival_goods={"corn": 3}), "play.take(producer)")
    assert each(state, "purse") == [0, 3, 0]
    assert each(state, "goods") == [{}, {"corn": 3}, {"corn": 4}]
    scarce = table({}, farm(corn=3), farm(corn=4), festival_goods={"corn": 3}, cargo={"large_ship": {"corn": 4}})
    act(scarce, "play.take(producer)")
    assert each(scarce, "goods") == [{}, {"corn": 3}, {"corn": 3}], "the three of the festival"


def test_the_extra_good_counts_and_the_canal_too() -> None:
    """X4-3, X1-24: the producer is looked at again after his extra good; the canal's fruit is in before."""
    state = act(table(farm(corn=2), festival_goods={"corn": 3}), "play.take(producer)")
    assert seat(state, 0)["purse"] == 0
    act(state, "producer.extra(corn)")
    assert seat(state, 0)["purse"] == 3
    canal = farm(fruit=2)
    canal = canal | {"city": canal["city"] | {"canal": 1}, "staff": canal["staff"] | {"canal": 1}}
    other = table({}, canal, festival_goods={"fruit": 3}, expansions=BOTH)
    assert seat(act(other, "play.take(producer)"), 1)["purse"] == 3


def test_the_goods_do_not_wait_for_the_others() -> None:
    """X4-2: the goods are won while plantation and building still lie there, and these stay."""
    others: Plain = {"festival_plantation": {"corn": 1}, "festival_building": {"harbor": 1}}
    state = act(table({}, farm(corn=1), festival_goods={"corn": 1}, **others), "play.take(producer)")
    assert (seat(state, 1)["purse"], place(state, "festival_goods")) == (3, {})
    assert {name: place(state, name) for name in others} == others


def test_the_producer_takes_the_goods_of_the_festival_as_his_extra_good() -> None:
    """X4-2: they are available at once: the last coffee lay there, won by his own production."""
    away = {"goods": {"coffee": 7}}
    state = table(farm(coffee=1), away, festival_goods={"coffee": 1})
    act(state, "play.take(producer)")
    assert seat(state, 0)["purse"] == 3
    assert legal(state) == {"producer.extra(coffee)", "producer.pass"}


# ---- the building ----------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_the_first_to_build_it_gets_three_points(players: int) -> None:
    """X4-2: the one that lay there is for sale at once; nobody gets points for the second."""
    rich = {"purse": 20}
    state = table(rich, rich, players=players, festival_building={"harbor": 1}, unused={})
    copies = place(state, "market").get("harbor", 0)
    act(state, "play.take(builder)", "builder.build(harbor)")
    assert seat(state, 0)["chips"] == 3
    assert place(state, "festival_building") == {}
    assert place(state, "market").get("harbor", 0) == copies
    if copies:
        act(state, "builder.build(harbor)")
        assert seat(state, 1)["chips"] == 0


def test_another_building_brings_nothing() -> None:
    """X4-2."""
    state = table({"purse": 20}, festival_building={"harbor": 1})
    act(state, "play.take(builder)", "builder.build(wharf)")
    assert (seat(state, 0)["chips"], only(state, "festival_building")) == (0, "harbor")


def test_the_points_come_from_the_pool_and_with_those_of_the_church() -> None:
    """X4-2, X5-3: 3 and 1 for a building of column 3."""
    state = table(occupied("church", purse=20), festival_building={"harbor": 1}, expansions=BOTH)
    pool = place(state, "vp_pool")
    act(state, "play.take(builder)", "builder.build(harbor)")
    assert seat(state, 0)["chips"] == 4
    assert place(state, "vp_pool") == pool - 4


def test_the_three_are_independent() -> None:
    """X4-2: one who has won the plantations may win the goods, and the building still lies there."""
    lies: Plain = {
        "festival_plantation": {"corn": 1},
        "festival_goods": {"corn": 3},
        "festival_building": {"harbor": 1},
    }
    state = table(farm(corn=2), row={"corn": 4}, **lies)
    act(state, "play.take(planter)", "planter.plantation(corn)")
    while asked(state) != "play":
        texts = legal(state)
        act(state, next((text for text in sorted(texts) if text.endswith("pass")), max(texts)))
    assert place(state, "festival_goods") == {"corn": 3}
    act(state, "play.take(producer)")
    while asked(state) != "play":
        act(state, min(legal(state)))
    assert seat(state, 0)["purse"] == 3
    assert only(state, "festival_building") == "harbor"
