"""The rules of the edition that differ in play or in words: P97-3, P97-4, P97-5 and P97-7."""

from collections import Counter
from random import Random

import pytest
from tests.games.puerto_rico.cargo import FULL_SHIPS
from tests.games.puerto_rico.table import Plain, act, asked, each, legal, occupied, place, seat
from tests.games.puerto_rico_1897.names import in_new_names
from tests.games.puerto_rico_1897.table import position

NO_ROOM = in_new_names(FULL_SHIPS)
"""The ships of four players with no room at all."""
SIZES = {
    2: {"small_ship": 4, "large_ship": 6},
    3: {"small_ship": 4, "middle_ship": 5, "large_ship": 6},
    4: {"small_ship": 5, "middle_ship": 6, "large_ship": 7},
    5: {"small_ship": 6, "middle_ship": 7, "large_ship": 8},
}


# ---- the residence ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "extra"),
    [(0, 0), *((n, 4) for n in range(1, 10)), (10, 5), (11, 6), (12, 7)],
)
def test_the_residence_counts_the_tiles_of_the_island(tiles: int, extra: int) -> None:
    """P97-3: 4 for one to nine tiles, then 5, 6, 7; 0 for none. Beside it stand the 4 printed on it."""
    for kinds in (("fruit", "coffee"), ("corn", "quarry")):
        island = {kind: n for kind, n in zip(kinds, (tiles - tiles // 2, tiles // 2), strict=True) if n}
        assert position(seats=[occupied("residence", island=island)]).scores() == [4 + extra, 0, 0, 0]
        idle = {"city": {"residence": 1}, "island": island}
        assert position(seats=[idle]).scores() == [4, 0, 0, 0], "unoccupied"


# ---- tiles and loads -------------------------------------------------------------


def test_nobody_must_take_a_tile() -> None:
    """P97-4: planter and others may all decline, with free spaces, open tiles and quarries."""
    seats = [{"island": {"corn": 1}}, occupied("building_yard"), occupied("hospital"), {}]
    state = position(seats=seats, row={"corn": 2, "sugar": 3})
    act(state, "play.take(planter)")
    for player in range(4):
        assert (asked(state), state.current_player()) == ("planter", player)
        quarry = {"planter.quarry"} if player < 2 else set()
        assert legal(state) == {"planter.plantation(corn)", "planter.plantation(sugar)", "planter.pass"} | quarry
        act(state, "planter.pass")
    assert asked(state) == "play"
    assert each(state, "island") == [{"corn": 1}, {}, {}, {}]
    assert place(state, "discard") == {"corn": 2, "sugar": 3}
    assert place(state, "quarries") == 8


def test_the_last_open_tile_can_be_declined_too() -> None:
    """P97-4: one tile is open; seat 1, with no quarry to take, is asked and declines."""
    state = act(position(seats=[{}], row={"coffee": 1}), "play.take(planter)", "planter.quarry")
    assert legal(state) == {"planter.plantation(coffee)", "planter.pass"}
    act(state, "planter.pass")
    assert state.current_player() == 2


@pytest.mark.parametrize(
    ("goods", "ships"),
    [
        (3, ["small", "middle", "large"]),
        (5, ["small", "middle", "large"]),
        (6, ["middle", "large"]),
        (7, ["large"]),
        (9, ["large"]),
    ],
)
def test_a_load_uses_a_ship_that_is_large_enough(goods: int, ships: list[str]) -> None:
    """P97-4: as far as possible: of the empty ships of 5, 6 and 7 those that take the most of the kind."""
    state = position(seats=[{"goods": {"sugar": goods, "corn": 1}}])
    act(state, "play.take(captain)")
    found = {text for text in legal(state) if "sugar" in text}
    assert found == {f"captain.load(sugar,{ship}_ship)" for ship in ships}
    assert {text for text in legal(state) if "corn" in text} == {
        f"captain.load(corn,{ship}_ship)" for ship in ("small", "middle", "large")
    }


def test_six_sugar_go_on_the_seven_not_on_the_five() -> None:
    """P97-4: the example of PR-72; the kind is free to choose, and loading is not."""
    seats = [{"goods": {"sugar": 6, "tobacco": 2}}]
    state = act(position(seats=seats, cargo={"middle_ship": {"corn": 3}}), "play.take(captain)")
    assert legal(state) == {
        "captain.load(sugar,large_ship)",
        "captain.load(tobacco,small_ship)",
        "captain.load(tobacco,large_ship)",
    }
    act(state, "captain.load(tobacco,large_ship)")
    assert place(state, "cargo")["small_ship"] == {"sugar": 5}, "the one possible load is made unasked"


# ---- the wharf -------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_wharf_ship_takes_any_number(players: int) -> None:
    """P97-5: all goods of a kind that are in the game, for one VP each."""
    box = {"corn": 10, "fruit": 11, "sugar": 11, "tobacco": 9, "coffee": 9}
    for good, number in box.items():
        every = number - 2 if players == 2 else number
        full = zip(
            SIZES[players].items(),
            (kind for kind in ("sugar", "fruit", "corn", "coffee") if kind != good),
            strict=False,
        )
        cargo = {ship: {kind: size} for (ship, size), kind in full}
        owner = occupied("wharf", goods={good: every})
        state = act(position(players, seats=[{}, owner], cargo=cargo), "play.take(captain)")
        assert legal(state) == {f"wharf.ship_away({good})", "captain.loading.pass"}, "no ship has room"
        act(state, f"wharf.ship_away({good})")
        assert seat(state, 1) | {"goods": {}, "chips": every} == seat(state, 1)


# ---- once a phase ----------------------------------------------------------------


def test_a_wharf_works_once_in_a_phase() -> None:
    """P97-7: coffee by wharf; tobacco stays though the phase goes on, and may go in the next phase."""
    owner = occupied("wharf", goods={"coffee": 2, "tobacco": 2})
    loads = {"goods": {"corn": 2, "fruit": 1}}
    cargo = {"small_ship": {"corn": 3}, "middle_ship": {"fruit": 4}, "large_ship": {"sugar": 7}}
    state = position(seats=[owner, loads], cargo=cargo)
    act(state, "play.take(captain)", "wharf.ship_away(coffee)")
    act(state, "captain.load(corn,small_ship)")
    assert (asked(state), state.current_player()) == ("captain.storing", 0), "fruit was loaded, and seat 0 not asked"
    assert seat(state, 0)["goods"] == {"tobacco": 2}
    act(state, "captain.keep(tobacco,1)", "play.take(trader)", "trader.trading.pass", "play.take(adventurer)")
    act(state, "play.take(producer)", "play.take(captain)")
    assert (asked(state), state.current_player()) == ("captain.loading", 0)
    assert "wharf.ship_away(tobacco)" in legal(state)


def test_a_hacienda_draws_once_in_a_phase() -> None:
    """P97-7: neither after the draw nor after the normal tile is it offered again."""
    state = position(seats=[occupied("hacienda")], row={"corn": 2})
    act(state, "play.take(planter)")
    assert legal(state) == {"hacienda.explore", "hacienda.pass"}
    act(state, "hacienda.explore")
    assert legal(state) == {"planter.plantation(corn)", "planter.quarry", "planter.pass"}
    act(state, "planter.plantation(corn)")
    assert (asked(state), state.current_player()) == ("planter", 1)
    assert sum(seat(state, 0)["island"].values()) == 2


def test_a_hospital_sends_one_worker_in_a_phase() -> None:
    """P97-7: the tile that the hacienda drew brings none, the normal one brings one."""
    state = position(seats=[occupied("hacienda", "hospital")], row={"corn": 2})
    act(state, "play.take(planter)", "hacienda.explore")
    assert asked(state) == "planter"
    act(state, "planter.quarry")
    assert legal(state) == {"hospital.settle", "hospital.pass"}
    act(state, "hospital.settle")
    assert state.current_player() == 1
    assert seat(state, 0)["fields"] == {"quarry": 1}


def test_a_school_sends_one_worker_in_a_phase() -> None:
    """P97-7: one onto the three circles of the new building."""
    state = position(seats=[occupied("school", purse=9)])
    act(state, "play.take(builder)", "builder.build(large_fruit_store)")
    assert legal(state) == {"school.enrol", "school.pass"}
    act(state, "school.enrol")
    assert asked(state) == "play"
    assert seat(state, 0)["staff"] == {"school": 1, "large_fruit_store": 1}


def test_a_factory_pays_once_in_a_phase() -> None:
    """P97-7: two kinds produced: 1 coin, and the producer's extra good does not make it work again."""
    tiles = {"corn": 1, "fruit": 1}
    city = {"factory": 1, "small_fruit_store": 1}
    state = position(seats=[{"island": tiles, "fields": tiles, "city": city, "staff": city}])
    act(state, "play.take(producer)")
    assert seat(state, 0)["purse"] == 1
    act(state, "producer.extra(corn)")
    assert seat(state, 0) | {"purse": 1, "goods": {"corn": 2, "fruit": 1}} == seat(state, 0)


def test_markets_and_office_serve_one_sale_in_a_phase() -> None:
    """P97-7: after his sale at 2 + 3 seat 1 is not asked again, though the house has room for more."""
    owner = occupied("small_market", "large_market", "office", goods={"sugar": 3})
    state = act(position(seats=[{}, owner], house={"sugar": 1}), "play.take(trader)", "trader.sell(sugar)")
    assert (asked(state), state.current_player()) == ("play", 1)
    assert seat(state, 1) | {"purse": 5, "goods": {"sugar": 2}} == seat(state, 1)


def test_a_warehouse_stores_its_kinds_once_in_a_phase() -> None:
    """P97-7: the small one keeps one whole kind and leaves one single good; a second whole kind goes."""
    owner = occupied("small_warehouse", goods={"tobacco": 3, "coffee": 3})
    state = act(position(seats=[owner], cargo=NO_ROOM), "play.take(captain)", "captain.keep(tobacco,3)")
    assert legal(state) == {"captain.keep(coffee,0)", "captain.keep(coffee,1)"}


def test_a_harbor_works_at_each_load() -> None:
    """P97-7: what its own text repeats is excepted: three loads, three points more, the wharf's among them."""
    owner = occupied("harbor", "wharf", goods={"corn": 2, "fruit": 1, "coffee": 2})
    cargo = {"small_ship": {"corn": 1}, "middle_ship": {"fruit": 1}, "large_ship": {"sugar": 7}}
    state = act(position(seats=[{}, owner], cargo=cargo), "play.take(captain)")
    act(state, "captain.load(corn,small_ship)", "captain.load(fruit,middle_ship)", "wharf.ship_away(coffee)")
    assert seat(state, 1)["chips"] == (2 + 1) + (1 + 1) + (2 + 1)


@pytest.mark.parametrize("players", [2, 4])
def test_no_building_is_used_twice_in_a_phase_of_a_random_game(players: int) -> None:
    """P97-7: no player takes two actions of one beige building between two choices of a role."""
    used = Counter[str]()
    owned: dict[str, Plain] = occupied("hacienda", "hospital", "school", "wharf", "small_warehouse", "office")
    for seed in range(30):
        state, rng = position(players, seats=[owned], work_register=2, seed=seed, row={"corn": 3}), Random(seed)
        in_phase = Counter[tuple[int, str]]()
        while not state.is_terminal():
            text = state.action_to_string(rng.choice(state.legal_actions()))
            who, building = state.current_player(), text.split(".")[0]
            if building == "play":
                in_phase.clear()
            elif building in ("hacienda", "hospital", "school", "wharf") and not text.endswith("pass"):
                used[building] += 1
                in_phase[who, building] += 1
                assert in_phase[who, building] == 1, f"{text} a second time in game {seed}"
            act(state, text)
    assert all(used[building] > 5 for building in ("hacienda", "hospital", "school", "wharf")), "they were used"
