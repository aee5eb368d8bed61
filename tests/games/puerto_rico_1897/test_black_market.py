"""The black market: X1-12."""

from itertools import combinations

import pytest
from tests.games.puerto_rico.table import Plain, act, asked, legal, occupied, place, seat
from tests.games.puerto_rico_1897.table import position

from rulewright.vm import State

NEW = ("new_buildings",)


def table(owner: Plain, **parts: Plain) -> State:
    """Seat 1 of three, who owns a black market, may build; seat 0 is the builder and has built nothing."""
    state = act(position(3, expansions=NEW, seats=[{}, owner], **parts), "play.take(builder)", "builder.pass")
    assert state.current_player() == 1
    return state


def owner(purse: int = 0, **places: Plain) -> Plain:
    return occupied("black_market", purse=purse, **places)


def prices(state: State) -> set[str]:
    return {text[14:-1] for text in legal(state) if text.startswith("builder.build(")}


def test_a_harbor_for_eight_with_six_coins() -> None:
    """X1-12: the worked example: one fruit and one worker. All coins go, and each thing to its own supply."""
    mine = owner(6, goods={"fruit": 1}, portrait=1)
    state = act(table(mine), "builder.build(harbor)")
    assert (seat(state, 1)["purse"], seat(state, 1)["goods"], seat(state, 1)["portrait"]) == (0, {}, 0)
    assert seat(state, 1)["city"] == {"black_market": 1, "harbor": 1}
    before = table(mine)
    assert place(state, "workers") == place(before, "workers") + 1
    assert place(state, "supply")["fruit"] == place(before, "supply")["fruit"] + 1


@pytest.mark.parametrize("things", [set(x) for n in range(4) for x in combinations(("worker", "good", "chip"), n)])
def test_he_can_pay_one_coin_more_for_each_thing_that_he_has(things: set[str]) -> None:
    """X1-12: at most one worker, one good and one VP chip, however many he has."""
    places: Plain = {}
    if "worker" in things:
        places["portrait"] = 2
    if "good" in things:
        places["goods"] = {"corn": 2, "coffee": 1}
    if "chip" in things:
        places["chips"] = 5
    state = table(owner(1, **places))
    costs = {"canal": 1, "hacienda": 2, "storage_hall": 3, "bohio": 4, "office": 5}
    assert {name for name in costs if name in prices(state)} == {
        name for name, cost in costs.items() if cost <= 1 + len(things)
    }


def test_exactly_as_many_things_as_coins_are_missing() -> None:
    """X1-12: with one missing any of the three, with two any pair, in the order worker, good, chip."""
    mine = owner(3, portrait=1, goods={"corn": 1}, chips=1)
    one = act(table(mine), "builder.build(bohio)")
    assert legal(one) == {"black_market.worker", "black_market.good", "black_market.chip"}
    for thing, left in (("worker", (0, 1, 1)), ("good", (1, 0, 1)), ("chip", (1, 1, 0))):
        done = act(one.clone(), f"black_market.{thing}")
        after = seat(done, 1)
        assert (after["portrait"], sum(after["goods"].values()), after["chips"]) == left
        assert after["purse"] == 0
    two = act(table(mine), "builder.build(office)")
    assert legal(two) == {"black_market.worker", "black_market.good"}, "a chip alone would not be enough"
    assert legal(act(two.clone(), "black_market.worker")) == {"black_market.good", "black_market.chip"}
    last = act(two, "black_market.good")
    assert seat(last, 1)["chips"] == 0, "only the chip was left"
    three = act(table(mine), "builder.build(large_warehouse)")
    after = seat(three, 1)
    assert (after["portrait"], after["goods"], after["chips"], after["purse"]) == (0, {}, 0, 0)


def test_with_enough_coins_it_can_t_be_used() -> None:
    """X1-12: nothing of his money may be left: the office for 5 with 5 coins takes nothing else."""
    state = act(table(owner(5, portrait=1, goods={"corn": 1}, chips=1)), "builder.build(office)")
    assert (seat(state, 1)["portrait"], seat(state, 1)["goods"], seat(state, 1)["chips"]) == (1, {"corn": 1}, 1)
    assert (asked(state), seat(state, 1)["purse"]) == ("play", 0), "nothing was asked, and all coins are paid"


def test_any_worker_but_the_one_on_the_black_market() -> None:
    """X1-12: from a field, a building or the portrait; with nobody else there is no worker to hand in."""
    mine = occupied("black_market", "office", purse=0, island={"corn": 2}, fields={"corn": 1}, portrait=1)
    state = act(table(mine), "builder.build(canal)")
    assert legal(state) == {
        *("black_market.from_field(corn)", "black_market.from_building(office)", "black_market.from_portrait")
    }
    before = place(state, "workers")
    for text, where in (
        ("black_market.from_field(corn)", "fields"),
        ("black_market.from_building(office)", "staff"),
        ("black_market.from_portrait", "portrait"),
    ):
        after = act(state.clone(), text)
        assert place(after, "workers") == before + 1
        assert seat(after, 1)[where] != seat(state, 1)[where]
    alone = table(owner(0) | {"city": {"black_market": 1, "office": 1}})
    assert "canal" not in prices(alone)


def test_an_unoccupied_black_market_takes_nothing() -> None:
    """X1-12, PR-14."""
    idle = {"city": {"black_market": 1}, "goods": {"corn": 1}, "portrait": 1}
    state = act(position(3, expansions=NEW, seats=[{}, idle]), "play.take(builder)", "builder.pass")
    assert asked(state) == "play", "nobody can pay anything"


def test_the_good_is_one_of_his_kinds() -> None:
    """X1-12."""
    state = act(table(owner(0, goods={"corn": 1, "coffee": 2})), "builder.build(canal)")
    assert legal(state) == {"black_market.from_goods(corn)", "black_market.from_goods(coffee)"}
    act(state, "black_market.from_goods(coffee)")
    assert seat(state, 1)["goods"] == {"corn": 1, "coffee": 1}


def test_the_price_is_judged_before_the_worker_leaves() -> None:
    """X1-12: an occupied quarry counts though its worker is the one who goes."""
    mine = owner(0, island={"quarry": 1}, fields={"quarry": 1})
    state = act(table(mine), "builder.build(timber_yard)")
    assert seat(state, 1)["fields"] == {}
    assert seat(state, 1)["city"] == {"black_market": 1, "timber_yard": 1}


def test_church_and_school_are_judged_before_the_worker_leaves() -> None:
    """X1-12: their workers may pay, and they serve this building all the same."""
    church = act(table(occupied("black_market", "church", purse=4)), "builder.build(office)")
    assert seat(church, 1)["staff"] == {"black_market": 1}
    assert seat(church, 1)["chips"] == 1
    school = act(table(occupied("black_market", "school", purse=4), work_register=3), "builder.build(office)")
    assert legal(school) == {"school.enrol", "school.pass"}
    act(school, "school.enrol")
    assert seat(school, 1)["staff"] == {"black_market": 1, "office": 1}


def test_a_church_point_can_t_pay_for_the_building_that_brings_it() -> None:
    """X1-12, X1-16: he has no chip when he pays."""
    state = table(occupied("black_market", "church", purse=3))
    assert "bohio" in prices(state), "with the worker of the church"
    assert "office" not in prices(state)


def test_a_chip_handed_in_goes_back_to_the_pool() -> None:
    """X1-12, X5-3: a pool that a captain phase has emptied stays the end of the game."""
    state = table(owner(0, chips=77), ending=True)
    before = place(state, "vp_pool")
    assert before == -2
    act(state, "builder.build(canal)")
    assert place(state, "vp_pool") == before + 1
    assert place(state, "ending") is True


def test_the_builder_may_use_it_too() -> None:
    """X1-12: with no coins at all he buys what costs 2 for his privilege and a good."""
    state = position(3, expansions=NEW, seats=[owner(0, goods={"corn": 1})])
    act(state, "play.take(builder)", "builder.build(hacienda)")
    assert seat(state, 0)["goods"] == {}
