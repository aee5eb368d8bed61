"""The citizens: two sorts of pieces on the register, on the boards and at the end: X2-1 to X2-8."""

from collections import Counter
from collections.abc import Iterator

import pytest
from tests.games.puerto_rico.table import Plain, act, asked, each, legal, occupied, place, seat
from tests.games.puerto_rico_1897.gentry import CITIZENS, citizens_of, manned, table
from tests.games.puerto_rico_1897.table import game, position

from rulewright.vm import State

PRINTED = {
    "land_registry": (2, 1, 1, 1, 2),
    "chapel": (3, 1, 1, 1, 2),
    "parks_department": (4, 2, 1, 2, 2),
    "notary": (5, 2, 1, 2, 2),
    "supply_office": (6, 2, 1, 2, 2),
    "villa": (7, 3, 1, 3, 2),
    "tailor_shop": (8, 3, 1, 3, 2),
    "town_square": (10, 4, 1, 4, 1),
}
"""Cost, VP, circles, column and copies (X2-5)."""


def after_passing(state: State, *roles: str) -> State:
    """Roles are chosen, and whatever is asked is declined."""
    for role in roles:
        act(state, f"play.take({role})")
        while asked(state) != "play" and not state.is_terminal():
            act(state, next((text for text in sorted(legal(state)) if text.endswith("pass")), min(legal(state))))
    return state


# ---- material ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_its_buildings_are_added_to_those_of_the_base_game(players: int) -> None:
    """X2-1, X2-5, P2-7: with two players one of each, the tailor shop too."""
    bare = game(players).new_initial_state(1)
    state = game(players, expansions=CITIZENS).new_initial_state(1)
    added = {name: 1 if players == 2 else copies for name, (_, _, _, _, copies) in PRINTED.items()}
    assert place(state, "market") == place(bare, "market") | added


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_with_the_new_buildings_all_eight_kinds_are_laid_out(players: int, seed: int) -> None:
    """X2-1: the 17 spaces are filled without them."""
    state = game(players, expansions=("new_buildings", "citizens")).new_initial_state(seed)
    while asked(state) == "draft":
        assert not any(name in text for text in legal(state) for name in PRINTED)
        act(state, min(legal(state)))
    market = place(state, "market")
    assert {name: market[name] for name in PRINTED} == {
        name: 1 if players == 2 else copies for name, (_, _, _, _, copies) in PRINTED.items()
    }
    assert len(market) == 6 + 17 + 8


@pytest.mark.parametrize("name", PRINTED)
def test_cost_points_circles_and_column_are_as_printed(name: str) -> None:
    """X2-5: paid in full without quarries; three quarries show the column, an empty board the circles."""
    cost, points, circles, column, _ = PRINTED[name]
    owner = {"city": {name: 1}, "staff": {}}
    assert table(seats=[owner]).scores()[0] == points
    for quarries in (0, 4):
        cut = min(quarries, column)
        buyer = {"purse": 20, "island": {"quarry": 4}, "fields": {"quarry": quarries}}
        state = act(table(to_move=1, seats=[buyer]), "play.take(builder)", "builder.pass")
        act(state, f"builder.build({name})")
        assert seat(state, 0)["purse"] == 20 - (cost - cut)
    mover = {"city": {name: 1}, "portrait": 3}
    state = after_passing(table(seats=[mover]), "recruiter")
    assert seat(state, 0)["staff"] == {name: circles}
    large = {"city": {name: 1} | dict.fromkeys(("hacienda", "office", "harbor", "wharf", "school", "factory"), 1)}
    large["city"] |= dict.fromkeys(("small_market", "building_yard", "hospital"), 1)
    state = act(table(seats=[large | {"purse": 30}]), "play.take(builder)")
    fits = "builder.build(residence)" in legal(state)
    assert fits == (name != "town_square"), "two city spaces for the large one, one for the others"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_are_100_workers_and_20_citizens(players: int) -> None:
    """X2-2, X2-3: on the register one citizen and players - 1 workers."""
    state = game(players, expansions=CITIZENS).new_initial_state(1)
    assert (place(state, "work_register"), place(state, "register_citizens")) == (players, 1)
    assert place(state, "workers") == 100 - (players - 1)
    assert (place(state, "free_citizens"), place(state, "citizen_pieces")) == (19, 19)


# ---- the register ---------------------------------------------------------------------------------


def test_each_in_turn_takes_a_worker_or_a_citizen() -> None:
    """X2-2, X2-7: asked only while both sorts lie there; the extra one is a worker from the supply."""
    state = table(work_register=3, register_citizens=1)
    workers = place(state, "workers")
    act(state, "play.take(recruiter)", "recruiter.recruit")
    assert (place(state, "workers"), citizens_of(state, 0)) == (workers - 1, 0)
    assert (state.current_player(), legal(state)) == (0, {"newcomer.worker", "newcomer.citizen"})
    act(state, "newcomer.worker")
    assert (state.current_player(), legal(state)) == (1, {"newcomer.worker", "newcomer.citizen"})
    act(state, "newcomer.citizen")
    assert asked(state) == "play", "the third one can only be a worker, and nobody has a circle"
    assert [citizens_of(state, player) for player in range(3)] == [0, 1, 0]
    assert each(state, "portrait") == [2, 1, 1]


def test_without_citizens_on_the_register_nobody_is_asked() -> None:
    """X2-7: and with citizens only they are dealt without a question."""
    state = act(table(work_register=3), "play.take(recruiter)", "recruiter.extra.pass")
    assert asked(state) == "play"
    state = act(table(work_register=3, register_citizens=3), "play.take(recruiter)", "recruiter.extra.pass")
    assert asked(state) == "play"
    assert [citizens_of(state, player) for player in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("free", "workers", "need", "register", "left"),
    [
        (19, 50, 3, (3, 1), (18, 48)),
        (19, 50, 7, (7, 1), (18, 44)),
        (1, 50, 5, (5, 1), (0, 46)),
        (0, 50, 5, (5, 0), (0, 45)),
        (6, 2, 5, (3, 1), (5, 0)),
        (0, 2, 5, (2, 0), (0, 0)),
        (6, 0, 5, (1, 1), (5, 0)),
        (0, 0, 5, (0, 0), (0, 0)),
    ],
)
def test_a_refill_brings_one_citizen_and_then_workers(
    free: int, workers: int, need: int, register: tuple[int, int], left: tuple[int, int]
) -> None:
    """X2-2, X2-6: and running out ends nothing (X2-3). The empty circles are those of seat 1's buildings."""
    city = {3: {}, 5: {"large_fruit_store": 1, "coffee_roaster": 1}}.get(need, {"large_fruit_store": 1})
    if need == 7:
        city = {"large_fruit_store": 1, "coffee_roaster": 1, "small_market": 1, "office": 1}
    state = table(4, seats=[{}, {"city": city}], free_citizens=free, workers=workers) if need > 3 else None
    state = state or table(3, free_citizens=free, workers=workers)
    act(state, "play.take(recruiter)")
    while asked(state) != "play":
        act(state, "recruiter.extra.pass" if asked(state) == "recruiter.extra" else min(legal(state)))
    found = (place(state, "work_register"), place(state, "register_citizens"))
    assert found == register
    assert (place(state, "free_citizens"), place(state, "workers")) == left
    assert place(state, "citizen_pieces") == left[0]
    assert place(state, "ending") is False


def test_running_out_of_workers_does_not_end_the_game() -> None:
    """X2-3: the base game ends with this round, this one goes on."""
    assert place(after_passing(table(free_citizens=0, workers=0), "recruiter"), "ending") is False
    lonely = position(3, seats=[{}, {}, {"portrait": 55 + 3}])
    assert place(after_passing(lonely, "recruiter"), "ending") is True


@pytest.mark.parametrize("name", ["hospital", "school"])
def test_hospital_and_school_take_workers(name: str) -> None:
    """X2-7: from the supply; with none there one from the register, either sort."""
    phase = "planter" if name == "hospital" else "builder"
    action = "planter.quarry" if name == "hospital" else "builder.build(notary)"
    helps = "hospital.settle" if name == "hospital" else "school.enrol"
    owner = occupied(name, purse=9)
    state = table(seats=[owner], work_register=3, register_citizens=1)
    workers = place(state, "workers")
    act(state, f"play.take({phase})", action, helps)
    assert state.current_player() == 1
    assert (place(state, "workers"), place(state, "work_register"), citizens_of(state, 0)) == (workers - 1, 3, 0)
    for sort in ("worker", "citizen"):
        state = table(seats=[owner], work_register=3, register_citizens=1, workers=0)
        act(state, f"play.take({phase})", action, helps)
        assert legal(state) == {"newcomer.worker", "newcomer.citizen"}
        act(state, f"newcomer.{sort}")
        citizen = int(sort == "citizen")
        assert (place(state, "work_register"), place(state, "register_citizens")) == (2, 1 - citizen)
        assert citizens_of(state, 0) == citizen
        assert seat(state, 0)["portrait"] == 0
        if name == "school":
            assert seat(state, 0)["staff"]["notary"] == 1
            assert seat(state, 0)["citizens_at"] == ({"notary": 1} if citizen else {})
        else:
            assert seat(state, 0)["fields"] == {"quarry": 1}
            assert seat(state, 0)["citizens"] == citizen


def test_of_one_sort_on_the_register_nothing_is_asked() -> None:
    """X2-7: hospital without workers in the supply."""
    for on_register, found in ((0, 0), (2, 1)):
        state = table(seats=[occupied("hospital")], work_register=2, register_citizens=on_register, workers=0)
        act(state, "play.take(planter)", "planter.quarry", "hospital.settle")
        assert state.current_player() == 1
        assert citizens_of(state, 0) == found


def test_the_festival_s_workers_are_workers() -> None:
    """X2-7: none of the three is a citizen, though citizens are free."""
    state = table(
        more=("festival",),
        seats=[{"island": {"corn": 2}}],
        festival_plantation={"corn": 1},
        row={"corn": 1},
        work_register=3,
        register_citizens=1,
    )
    workers = place(state, "workers")
    act(state, "play.take(planter)", "planter.plantation(corn)")
    assert seat(state, 0)["fields"] == {"corn": 3}
    assert (citizens_of(state, 0), place(state, "workers")) == (0, workers - 3)
    assert (place(state, "free_citizens"), place(state, "work_register")) == (19, 3)


# ---- on the boards ----------------------------------------------------------------------------------


def test_a_citizen_counts_as_a_worker_everywhere() -> None:
    """X2-2: fields and mills full of citizens produce, and their markets work."""
    grower = {
        "island": {"corn": 1, "sugar": 1},
        "fields": {"corn": 1, "sugar": 1},
        "city": {"small_sugar_mill": 1, "small_market": 1},
        "staff": {"small_sugar_mill": 1, "small_market": 1},
        "citizens": 4,
    }
    state = act(table(seats=[grower]), "play.take(producer)", "producer.pass")
    assert seat(state, 0)["goods"] == {"corn": 1, "sugar": 1}
    state = act(table(seats=[grower | {"goods": {"corn": 1}}]), "play.take(trader)", "trader.sell(corn)")
    assert seat(state, 0)["purse"] == 2, "the market and the trader's coin"


def spreads(state: State, player: int) -> Iterator[tuple[tuple[tuple[str, str, int], ...], int]]:
    """What stands where at the end of every sequence of questions about the spread."""
    if asked(state) == "play" or state.current_player() != player:
        found = seat(state, player)
        parts = [(name, key, n) for name in ("fields", "staff", "citizens_at") for key, n in found[name].items()]
        yield tuple(sorted(parts)), found["citizens"]
        return
    for text in sorted(legal(state)):
        after = state.clone()
        after.apply_action(after.string_to_action(text))
        yield from spreads(after, player)


@pytest.mark.parametrize(("pieces", "citizens"), [(3, 1), (3, 3), (4, 2), (2, 0), (7, 3)])
def test_every_spread_is_reached_in_one_way_and_sorts_are_told_apart_where_it_matters(
    pieces: int, citizens: int
) -> None:
    """X2-8, PR-34: land registry, chapel, notary, a corn field of two and a harbor, with some citizens."""
    circles = {"corn": 2, "harbor": 1, "land_registry": 1, "chapel": 1, "notary": 1}
    owner: dict[str, Plain] = {
        "island": {"corn": 2},
        "city": {name: 1 for name in circles if name != "corn"},
        "portrait": pieces,
        "citizens": citizens,
    }
    state = act(table(seats=[owner]), "play.take(recruiter)", "recruiter.extra.pass")
    found = Counter(spreads(state, 0))
    assert set(found.values()) == {1}, "no result by two roads"
    wanted = set()
    for corn in range(3):
        for mask in range(16):
            staffed = [
                name for bit, name in enumerate(("harbor", "land_registry", "chapel", "notary")) if mask >> bit & 1
            ]
            placed = corn + len(staffed)
            if placed != min(pieces, sum(circles.values())):
                continue
            special = [name for name in staffed if name != "harbor"]
            for badges in range(2 ** len(special)):
                wearing = [name for bit, name in enumerate(special) if badges >> bit & 1]
                plain = pieces - len(special)
                if len(wearing) <= citizens and citizens - len(wearing) <= plain:
                    parts = [("staff", name, 1) for name in staffed] + [("citizens_at", name, 1) for name in wearing]
                    parts += [("fields", "corn", corn)] if corn else []
                    wanted.add((tuple(sorted(parts)), citizens - len(wearing)))
    assert set(found) == wanted


def test_all_citizens_are_lifted_and_spread_anew() -> None:
    """X2-8, PR-31: the one on the chapel may go to the notary."""
    owner = manned(chapel="citizen", notary="worker")
    state = act(table(seats=[owner]), "play.take(recruiter)", "recruiter.extra.pass")
    assert legal(state) == {"seating.citizens(chapel,0)", "seating.citizens(chapel,1)"}
    act(state, "seating.citizens(chapel,0)")
    assert (seat(state, 0)["citizens_at"], seat(state, 0)["citizens"]) == ({"notary": 1}, 0)


@pytest.mark.parametrize(("citizens", "numbers"), [(1, {0, 1}), (2, {0, 1, 2}), (3, {1, 2})])
def test_both_circles_of_a_bohio_are_sorted_out(citizens: int, numbers: set[int]) -> None:
    """X2-8: two guests and two elsewhere; all citizens must find a place."""
    owner = {"island": {"corn": 2}, "city": {"bohio": 1}, "portrait": 4, "citizens": citizens}
    state = table(more=("new_buildings",), seats=[owner])
    act(state, "play.take(recruiter)", "recruiter.extra.pass")
    assert legal(state) == {f"seating.citizens(bohio,{n})" for n in numbers}


@pytest.mark.parametrize("name", ["villa", "supply_office", "tailor_shop", "town_square", "harbor"])
def test_elsewhere_nobody_asks_who_it_is(name: str) -> None:
    """X2-8, X2-18: one citizen among three pieces, two circles: no question but how many stand where."""
    owner = {"city": {name: 1}, "island": {"corn": 2}, "portrait": 2, "citizens": 1}
    state = act(table(seats=[owner], free_citizens=0), "play.take(recruiter)", "recruiter.extra.pass")
    seen = set()
    while asked(state) != "play":
        seen |= {text.partition("(")[0] for text in legal(state)}
        act(state, min(legal(state)))
    assert seen == {"recruiter.fields"}


# ---- guests, the black market and poaching -------------------------------------------------------------


def test_a_guest_may_be_of_either_sort() -> None:
    """X2-8, X1-14: a worker and a citizen in the bohio; the owner says which of them goes to the chapel."""
    host = {"city": {"bohio": 1, "chapel": 1}, "staff": {"bohio": 2}, "citizens_at": {"bohio": 1}}
    for sort in ("worker", "citizen"):
        state = act(table(more=("new_buildings",), seats=[host]), "play.take(captain)", "bohio.to_building(chapel)")
        assert legal(state) == {"guest.worker", "guest.citizen"}
        act(state, f"guest.{sort}")
        assert seat(state, 0)["staff"] == {"bohio": 1, "chapel": 1}
        assert seat(state, 0)["citizens_at"] == ({"chapel": 1} if sort == "citizen" else {"bohio": 1})


def test_guests_that_are_not_told_apart_move_in_one_order() -> None:
    """X2-8: once a citizen went to a field, the worker left behind can't follow to another in the same asking."""
    host = {
        "island": {"corn": 1, "sugar": 1},
        "city": {"bohio": 1},
        "staff": {"bohio": 2},
        "citizens_at": {"bohio": 1},
    }
    state = act(table(more=("new_buildings",), seats=[host]), "play.take(planter)", "bohio.to_field(corn)")
    other = act(state.clone(), "guest.worker", "bohio.to_field(sugar)")
    act(state, "guest.citizen")
    assert asked(state) == "planter"
    while not asked(state).startswith("bohio"):
        act(state, "planter.pass")
    assert legal(state) == {"bohio.to_field(sugar)", "bohio.pass"}, "at the next asking he can"
    assert seat(other, 0)["fields"] == {"corn": 1, "sugar": 1}
    assert (seat(other, 0)["citizens"], seat(other, 0)["citizens_at"]) == (1, {})


@pytest.mark.parametrize(
    ("source", "sorts"),
    [
        ("from_building(chapel)", {"citizen"}),
        ("from_building(notary)", {"worker"}),
        ("from_building(harbor)", {"worker", "citizen"}),
        ("from_field(corn)", {"worker", "citizen"}),
        ("from_portrait", {"worker", "citizen"}),
    ],
)
def test_a_piece_handed_in_may_be_either_sort_that_he_has_there(source: str, sorts: set[str]) -> None:
    """X2-8, X1-12: away from the special buildings a sort that he has in all other places together."""
    owner = manned(chapel="citizen", notary="worker", black_market="worker", harbor="worker")
    owner |= {"island": {"corn": 1}, "fields": {"corn": 1}, "portrait": 1, "citizens": 1, "purse": 0}
    for sort in sorts:
        state = table(more=("new_buildings",), seats=[owner])
        workers, free = place(state, "workers"), place(state, "free_citizens")
        act(state, "play.take(builder)", "builder.build(large_fruit_store)")
        if "black_market.worker" in legal(state):
            act(state, "black_market.worker")
        act(state, f"black_market.{source}")
        if len(sorts) > 1:
            assert legal(state) == {"handed_in.worker", "handed_in.citizen"}
            act(state, f"handed_in.{sort}")
        gone = int(sort == "citizen")
        assert (place(state, "workers"), place(state, "free_citizens")) == (workers + 1 - gone, free + gone)
        assert place(state, "citizen_pieces") == free + gone
        assert citizens_of(state, 0) == 2 - gone


@pytest.mark.parametrize(("citizens", "gone"), [(0, 0), (2, 1)])
def test_of_one_sort_only_nothing_is_asked_about_a_piece_handed_in(citizens: int, gone: int) -> None:
    """X2-8, X1-12: the two on black market and harbor are both workers or both citizens."""
    owner = manned(black_market="worker", harbor="worker") | {"citizens": citizens}
    state = table(more=("new_buildings",), to_move=1, seats=[owner])
    free = place(state, "free_citizens")
    act(state, "play.take(builder)", "builder.pass", "builder.build(small_market)")
    assert seat(state, 0)["staff"] == {"black_market": 1}
    assert (citizens_of(state, 0), place(state, "free_citizens")) == (citizens - gone, free + gone)


def test_poaching_removes_workers_before_citizens() -> None:
    """X3-3: of 4 citizens and 4 workers three pieces stay: all workers go first, so the three are citizens."""
    owner = {"island": {"corn": 2}, "city": {"chapel": 1}}
    state = table(more=("smuggler",), seats=[owner], work_register=8, register_citizens=4)
    workers, free = place(state, "workers"), place(state, "free_citizens")
    act(state, "play.take(smuggler)", "smuggler.poach", "smuggler.recruit(3)")
    assert legal(state) == {"smuggler.noble(0)", "smuggler.noble(1)"}
    declined = act(state.clone(), "smuggler.noble(0)")
    assert (place(declined, "work_register"), place(declined, "register_citizens")) == (3, 3)
    assert (place(declined, "workers"), place(declined, "free_citizens")) == (workers + 1, free + 1)
    assert (place(declined, "citizen_pieces"), citizens_of(declined, 0)) == (free + 1, 0)
    act(state, "smuggler.noble(1)")
    assert legal(state) == {"seating.citizens(chapel,0)", "seating.citizens(chapel,1)"}
    assert seat(state, 0)["fields"] == {"corn": 2}
    act(state, "seating.citizens(chapel,1)")
    assert seat(state, 0)["citizens_at"] == {"chapel": 1}
    assert (place(state, "workers"), place(state, "free_citizens")) == (workers + 2, free)


def test_poached_pieces_do_not_mix_with_those_who_stood_there() -> None:
    """X3-3, X2-8: a worker stays on the chapel; the poached citizen can only be elsewhere, and nothing is asked."""
    owner = manned(chapel="worker") | {"island": {"corn": 1}}
    state = table(more=("smuggler",), seats=[owner], work_register=4, register_citizens=4)
    act(state, "play.take(smuggler)", "smuggler.poach", "smuggler.recruit(1)")
    assert asked(state) == "play"
    assert (seat(state, 0)["citizens_at"], seat(state, 0)["citizens"]) == ({}, 1)
    assert place(state, "stood_there") == dict.fromkeys(place(state, "stood_there"), 0)


def test_only_those_who_came_are_sorted_out() -> None:
    """X3-3, X2-8: a guest stood in the bohio; of a worker and a citizen poached one joins him: either of them."""
    owner = {"island": {"corn": 1}, "city": {"bohio": 1}, "staff": {"bohio": 1}}
    state = table(more=("new_buildings", "smuggler"), seats=[owner], work_register=5, register_citizens=4)
    act(state, "play.take(smuggler)", "bohio.pass", "smuggler.poach", "smuggler.recruit(2)")
    assert legal(state) == {"seating.citizens(bohio,0)", "seating.citizens(bohio,1)"}
    act(state, "seating.citizens(bohio,1)")
    assert (seat(state, 0)["citizens_at"], seat(state, 0)["citizens"]) == ({"bohio": 1}, 0)


def test_a_swapped_recruiter_takes_his_share_of_both_sorts() -> None:
    """X3-5, X2-6: two of five; the other three stay; nothing is missing, so no citizen comes."""
    state = table(more=("smuggler",), work_register=5, register_citizens=2)
    act(state, "play.take(smuggler)", "smuggler.swap(recruiter)", "play.take(trader)", "play.take(captain)")
    act(state, "recruiter.extra.pass", "newcomer.citizen", "newcomer.worker")
    assert (seat(state, 0)["portrait"], citizens_of(state, 0)) == (2, 1)
    assert (place(state, "work_register"), place(state, "register_citizens")) == (3, 1)


# ---- the end ------------------------------------------------------------------------------------------


def test_each_citizen_is_worth_a_point_at_the_end() -> None:
    """X2-4: wherever he stands."""
    rich = manned(chapel="citizen", notary="worker") | {"portrait": 2, "citizens": 2}
    assert table(seats=[rich]).scores()[0] == 1 + 2 + 3


def test_a_citizen_is_no_chip_for_the_customs_house() -> None:
    """X2-4: three chips and five citizens: no extra for the customs house."""
    rich = occupied("customs_house", chips=3, portrait=5, citizens=5)
    assert table(seats=[rich]).scores()[0] == 3 + 4 + 5


def test_the_fortress_counts_citizens() -> None:
    """X2-4: one on the fortress, four workers and four citizens waiting are nine pieces: 3."""
    rich = occupied("fortress", portrait=8, citizens=4)
    assert table(seats=[rich]).scores()[0] == 4 + 3 + 4
