"""The mayor: dealing, spreading and the colonist ship: PR-30 to PR-35 and PR-102 to PR-105."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from tests.games.puerto_rico.table import Plain, Seat, act, asked, each, legal, occupied, place, position, seat

from rulewright.vm import State

SEVEN_EMPTY = {"city": {"indigo_plant": 1, "sugar_mill": 1, "hospice": 1}}
"""Seven circles in a city."""


def mayor(state: State, *answers: str) -> State:
    return act(state, "play.take(mayor)", *answers)


def test_the_mayor_takes_one_from_the_supply_and_the_ship_is_dealt() -> None:
    """PR-30: six on the ship, seat 2 is mayor: 1 and 2 for him, 2 for seat 3, 1 each for seats 0 and 1."""
    state = position(to_move=2, governor=1, colonist_ship=6)
    supply = place(state, "colonists")
    mayor(state)
    assert legal(state) == {"mayor.recruit", "mayor.extra.pass"}
    act(state, "mayor.recruit")
    assert each(state, "waiting") == [1, 1, 3, 2]
    assert place(state, "colonist_ship") == 4, "loaded again"
    assert place(state, "colonists") == supply - 1 - 4


def test_the_mayor_may_leave_the_extra_colonist() -> None:
    """PR-30: then he has what the ship gave him, and the supply one more."""
    state = mayor(position(colonist_ship=6), "mayor.extra.pass")
    assert each(state, "waiting") == [2, 2, 1, 1]
    assert place(state, "colonists") == 79 - 6 - 4


def test_the_extra_colonist_does_not_come_from_the_ship() -> None:
    """PR-30: an empty supply gives none, and nobody is asked; the ship is dealt as ever."""
    state = mayor(position(colonists=0, colonist_ship=5))
    assert asked(state) == "play"
    assert each(state, "waiting")[:3] == [2, 1, 1]
    assert seat(state, 3)["waiting"] == 79 - 5 + 1


@pytest.mark.parametrize(("players", "on_ship", "dealt"), [(4, 6, [3, 2, 1, 1]), (3, 8, [4, 3, 2])])
def test_the_mayors_extra_one_and_the_ship(players: int, on_ship: int, dealt: list[int]) -> None:
    """PR-102: four players, six on the ship: 3, 2, 1, 1. Three players and eight: 4, 3, 2."""
    state = mayor(position(players, colonist_ship=on_ship), "mayor.recruit")
    assert each(state, "waiting") == dealt


def test_the_players_spread_in_turn_order_from_the_mayor() -> None:
    """PR-31: seat 2 first, then 3, 0, 1, each over his own circles."""
    two_fields = {"island": {"corn": 1, "indigo": 1}, "waiting": 1}
    state = mayor(position(seats=[two_fields] * 4, to_move=2, governor=0), "mayor.extra.pass")
    for player in (2, 3, 0, 1):
        assert state.current_player() == player
        act(state, "mayor.fields(corn,1)" if player % 2 else "mayor.fields(corn,0)")
    assert each(state, "fields") == [{"indigo": 1}, {"corn": 1}, {"indigo": 1}, {"corn": 1}]
    assert asked(state) == "play"


def test_all_colonists_may_move() -> None:
    """PR-31: from the corn plantation and the hospice to the quarry and the wharf."""
    me = {
        "island": {"corn": 1, "quarry": 1},
        "city": {"hospice": 1, "wharf": 1},
        "fields": {"corn": 1},
        "staff": {"hospice": 1},
    }
    state = mayor(position(seats=[{}, me]), "mayor.extra.pass")
    assert state.current_player() == 1
    act(state, "mayor.fields(corn,0)", "mayor.fields(quarry,1)", "mayor.staff(hospice,0)")
    assert seat(state, 1)["fields"] == {"quarry": 1}
    assert seat(state, 1)["staff"] == {"wharf": 1}
    assert seat(state, 1)["waiting"] == 0


def test_none_may_wait_while_a_circle_is_free() -> None:
    """PR-31: three colonists for two corn plantations and two circles: at least one must work the corn."""
    me = {"island": {"corn": 2}, "city": {"hospice": 1, "wharf": 1}, "waiting": 3}
    state = mayor(position(seats=[{}, me]), "mayor.extra.pass")
    assert legal(state) == {"mayor.fields(corn,1)", "mayor.fields(corn,2)"}
    act(state, "mayor.fields(corn,1)")
    assert seat(state, 1)["staff"] == {"hospice": 1, "wharf": 1}
    assert seat(state, 1)["waiting"] == 0


def test_a_tile_has_one_circle_and_a_building_those_of_the_table() -> None:
    """PR-31: ten colonists, five circles: all are filled and five wait in San Juan."""
    me = {"island": {"corn": 1, "quarry": 1}, "city": {"sugar_mill": 1}, "waiting": 10}
    state = mayor(position(seats=[{}, me]), "mayor.extra.pass")
    assert seat(state, 1)["fields"] == {"corn": 1, "quarry": 1}
    assert seat(state, 1)["staff"] == {"sugar_mill": 3}
    assert seat(state, 1)["waiting"] == 5


def test_the_ship_takes_one_for_each_empty_circle_on_buildings() -> None:
    """PR-32: 7 empty circles with seat 0 and 2 with seat 1; plantations and quarries do not count."""
    tiles = {"island": {"corn": 5, "quarry": 5}}
    part = {"city": {"tobacco_storage": 1}, "waiting": 1}
    state = mayor(position(seats=[{**SEVEN_EMPTY, **tiles}, part], to_move=2), "mayor.extra.pass")
    assert seat(state, 1)["staff"] == {"tobacco_storage": 1}
    assert place(state, "colonist_ship") == 7 + 2
    assert place(state, "colonists") == 79 - 1 - 9
    assert not place(state, "ending")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_ship_takes_at_least_one_for_each_player(players: int) -> None:
    """PR-32: with two empty circles, or with none, as many as there are players."""
    for city in ({}, {"hospice": 1, "wharf": 1}):
        state = position(players, seats=[{"city": city, "island": {"corn": 9}}], to_move=1)
        mayor(state, "mayor.extra.pass")
        assert place(state, "colonist_ship") == players


def test_waiting_colonists_do_not_lower_the_load() -> None:
    """PR-32: seat 3 has twenty in San Juan; the five empty circles of seat 0 still count."""
    me = {"city": {"indigo_plant": 1, "coffee_roaster": 1}}
    state = mayor(position(seats=[me, {}, {}, {"waiting": 20}], to_move=1), "mayor.extra.pass")
    assert place(state, "colonist_ship") == 5


@pytest.mark.parametrize(("supply", "loaded", "ends"), [(0, 0, True), (5, 5, True), (6, 6, True), (7, 7, False)])
def test_a_supply_that_can_not_fill_the_ship_ends_the_game(supply: int, loaded: int, ends: bool) -> None:
    """PR-33: seven are needed; with fewer the ship takes what there is. Exactly seven do not end it."""
    state = position(seats=[SEVEN_EMPTY], to_move=1, governor=0, taken=["trader"], colonists=supply)
    mayor(state, *(["mayor.extra.pass"] if supply else []))
    assert place(state, "colonist_ship") == loaded
    assert place(state, "colonists") == supply - loaded
    assert place(state, "ending") == ends
    act(state, "play.take(captain)")
    assert not state.is_terminal(), "the round is played to its end"
    act(state, "play.take(craftsman)")
    assert state.is_terminal() == ends


@pytest.mark.parametrize(("supply", "ends"), [(3, True), (4, False)])
def test_the_least_load_counts_for_the_end_too(supply: int, ends: bool) -> None:
    """PR-33: no empty circle, four players: three in the supply are one too few."""
    state = mayor(position(colonists=supply), "mayor.extra.pass")
    assert place(state, "ending") == ends
    assert place(state, "colonist_ship") == supply


def test_five_colonists_for_seven_circles_bring_the_end_near_and_seven_do_not() -> None:
    """PR-103: 5 are loaded and the game ends with this round; with exactly 7 it goes on."""
    for supply, ends in ((5, True), (7, False)):
        chosen = ["trader", "captain", "craftsman"]
        state = position(seats=[SEVEN_EMPTY], to_move=3, governor=0, taken=chosen, colonists=supply)
        mayor(state, "mayor.extra.pass")
        assert place(state, "colonist_ship") == supply
        assert place(state, "colonists") == 0
        assert state.is_terminal() == ends


def test_the_mayors_extra_colonist_may_be_the_one_that_is_missing() -> None:
    """PR-33: exactly seven in the supply; the mayor takes one, so the ship gets six and the end is near."""
    state = position(seats=[SEVEN_EMPTY], to_move=1, colonists=7)
    mayor(state, "mayor.recruit")
    assert place(state, "colonist_ship") == 6
    assert place(state, "ending")


def test_taking_the_last_colonists_from_the_ship_ends_nothing() -> None:
    """PR-35: hospice and university empty the supply and the ship, and the game goes on."""
    hospices = [occupied("hospice"), occupied("hospice")]
    state = position(seats=hospices, to_move=0, row={"corn": 5}, colonists=0, colonist_ship=2)
    act(state, "play.take(settler)", *["settler.plantation(corn)", "hospice.settle"] * 2, *["settler.pass"] * 2)
    assert place(state, "colonist_ship") == place(state, "colonists") == 0
    assert not place(state, "ending")

    state = position(seats=[occupied("university", purse=5)], colonists=0, colonist_ship=1)
    act(state, "play.take(builder)", "builder.build(hospice)", "university.enrol")
    assert place(state, "colonist_ship") == place(state, "colonists") == 0
    assert asked(state) == "play"
    assert not place(state, "ending")
    for role in ("trader", "captain", "craftsman"):
        act(state, f"play.take({role})")
    assert not state.is_terminal()


def test_the_next_refill_judges() -> None:
    """PR-35: the ship that the hospice emptied is loaded at the end of the mayor, and with 4 in the supply in full."""
    state = mayor(position(colonists=4, colonist_ship=0), "mayor.extra.pass")
    assert place(state, "colonist_ship") == 4
    assert not place(state, "ending")


CIRCLES = {"indigo_plant": 3, "coffee_roaster": 2, "small_sugar_mill": 1, "hospice": 1, "wharf": 1, "guild_hall": 1}

SPREADS: list[tuple[dict[str, int], list[str]]] = [
    ({"corn": 2, "indigo": 1, "quarry": 2}, ["indigo_plant", "hospice", "wharf"]),
    ({"corn": 1, "indigo": 3}, ["indigo_plant", "small_sugar_mill"]),
    ({"sugar": 4}, ["coffee_roaster", "guild_hall"]),
    ({}, ["indigo_plant", "coffee_roaster", "hospice"]),
    ({"corn": 2, "tobacco": 1, "coffee": 1, "quarry": 1}, []),
]


def outcome(state: State) -> tuple[Plain, ...]:
    """How the colonists of seat 1 lie."""
    me = seat(state, 1)
    return (*sorted(me["fields"].items()), *sorted(me["staff"].items()), ("waiting", me["waiting"]))


def ways(state: State) -> Iterator[tuple[Plain, ...]]:
    """The outcome of every sequence of decisions until the next role is chosen."""
    if asked(state) == "play":
        yield outcome(state)
        return
    assert state.current_player() == 1
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        yield from ways(after)


def all_spreads(island: dict[str, int], buildings: list[str], colonists: int) -> set[tuple[Plain, ...]]:
    """All spreads that fill as many circles as there are colonists, by trying every number everywhere."""
    circles = [*island.values(), *(CIRCLES[name] for name in buildings)]
    names = [*island, *buildings]
    found = set()
    for numbers in product(*(range(most + 1) for most in circles)):
        if sum(numbers) == min(colonists, sum(circles)):
            spread = list(zip(names, numbers, strict=True))
            fields = sorted((name, number) for name, number in spread[: len(island)] if number)
            staff = sorted((name, number) for name, number in spread[len(island) :] if number)
            found.add((*fields, *staff, ("waiting", colonists - sum(numbers))))
    return found


@pytest.mark.parametrize(("island", "buildings"), SPREADS)
@pytest.mark.parametrize("colonists", [0, 1, 2, 3, 5, 7, 9, 11])
def test_every_distinct_spread_is_reached_by_exactly_one_sequence(
    island: dict[str, int], buildings: list[str], colonists: int
) -> None:
    """PR-34: the sequences of decisions and the spreads found by trying all numbers are the same, one to one."""
    me: Seat = {"island": island, "city": dict.fromkeys(buildings, 1), "waiting": colonists}
    found = Counter(ways(mayor(position(seats=[{}, me]), "mayor.extra.pass")))
    assert set(found) == all_spreads(island, buildings, colonists)
    assert set(found.values()) == {1}


def test_where_the_colonists_were_before_changes_nothing() -> None:
    """PR-34: five colonists on the board give the same spreads as five waiting, each once."""
    island, buildings = SPREADS[0]
    me: Seat = {
        "island": island,
        "city": dict.fromkeys(buildings, 1),
        "fields": {"corn": 2, "quarry": 1},
        "staff": {"indigo_plant": 2},
    }
    found = Counter(ways(mayor(position(seats=[{}, me]), "mayor.extra.pass")))
    assert set(found) == all_spreads(island, buildings, 5)
    assert set(found.values()) == {1}


def test_with_as_many_colonists_as_circles_there_is_nothing_to_decide() -> None:
    """PR-34: ten circles; with ten or twelve colonists nobody is asked, with nine somebody is."""
    island, buildings = SPREADS[0]
    for colonists, waiting in ((9, None), (10, 0), (12, 2)):
        me: Seat = {"island": island, "city": dict.fromkeys(buildings, 1), "waiting": colonists}
        state = mayor(position(seats=[{}, me]), "mayor.extra.pass")
        if waiting is None:
            assert asked(state) == "mayor.fields"
        else:
            assert asked(state) == "play"
            assert seat(state, 1)["waiting"] == waiting


def test_the_spread_is_free_though_supply_and_ship_are_empty() -> None:
    """PR-104: nobody gets a colonist, and seat 0 moves his from the corn to the wharf."""
    me = {"island": {"corn": 1}, "city": {"wharf": 1}, "fields": {"corn": 1}}
    state = mayor(position(seats=[me], colonists=0, colonist_ship=0))
    assert state.current_player() == 0
    assert legal(state) == {"mayor.fields(corn,0)", "mayor.fields(corn,1)"}
    act(state, "mayor.fields(corn,0)")
    assert seat(state, 0)["fields"] == {}
    assert seat(state, 0)["staff"] == {"wharf": 1}
    assert place(state, "ending"), "four are missing on the ship"


def test_a_waiting_colonist_stays_there_until_the_next_mayor() -> None:
    """PR-105: two wait, a hospice is built and stays empty; the next mayor fills it."""
    state = position(seats=[{"purse": 5, "waiting": 2}])
    act(state, "play.take(builder)", "builder.build(hospice)")
    assert seat(state, 0)["staff"] == {}
    assert seat(state, 0)["waiting"] == 2
    mayor(state, "mayor.extra.pass")
    assert seat(state, 0)["staff"] == {"hospice": 1}
    assert seat(state, 0)["waiting"] == 1
