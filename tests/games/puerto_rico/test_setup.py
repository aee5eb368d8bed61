"""What is in the box and how a game begins: PR-1 to PR-9, PR-16 and PR-121."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from tests.games.puerto_rico.printed import BUILDINGS, Building, city_of
from tests.games.puerto_rico.table import act, asked, each, game, legal, place, position, seat, seats

from rulewright.vm import InvalidState, State

SIX_ROLES = ["settler", "mayor", "builder", "craftsman", "trader", "captain"]
ROLES = {3: SIX_ROLES, 4: [*SIX_ROLES, "prospector"], 5: [*SIX_ROLES, "prospector", "second_prospector"]}
PLANTATIONS = {"coffee": 8, "tobacco": 9, "corn": 10, "sugar": 11, "indigo": 12}
FIRST = {3: "indigo indigo corn", 4: "indigo indigo corn corn", 5: "indigo indigo indigo corn corn"}


def tiles_in_the_game(state: State) -> Counter[str]:
    found: Counter[str] = Counter()
    for part in (place(state, "stack"), place(state, "row"), place(state, "discard"), *each(state, "island")):
        found.update(part)
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_there_is_one_card_of_each_role_and_two_of_the_prospector(players: int) -> None:
    """PR-1: seven roles, one card each, but two prospectors; how many of these are used is in PR-4."""
    first = game(players).new_initial_state(1)
    assert list(place(first, "taken")) == ROLES[players]
    coins = {role: number for number, role in enumerate(ROLES[players])}
    offered = legal(position(players, coins=coins))
    assert offered == {f"play.take({role})" for role in ROLES[players]}, "all cards differ by their coins"
    for role in ROLES[players]:
        state = act(position(players, coins={role: 1}), f"play.take({role})")
        assert f"play.take({role})" not in legal(state) or asked(state) != "play", "there was one card"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_there_are_fifty_plantations_and_eight_quarries(players: int) -> None:
    """PR-2: 8 coffee, 9 tobacco, 10 corn, 11 sugar, 12 indigo; the quarries lie in a stack of their own."""
    state = game(players).new_initial_state(2)
    assert tiles_in_the_game(state) == PLANTATIONS
    assert sum(PLANTATIONS.values()) == 50
    assert place(state, "quarries") == 8
    assert "8" in [line.split()[-1] for line in str(state).splitlines() if line.startswith("quarries")], "face up"


def test_the_supply_has_fifty_goods() -> None:
    """PR-3: 9 coffee, 9 tobacco, 10 corn, 11 sugar, 11 indigo, and nobody has any at the start."""
    for players in (3, 4, 5):
        state = game(players).new_initial_state(3)
        assert place(state, "supply") == {"coffee": 9, "tobacco": 9, "corn": 10, "sugar": 11, "indigo": 11}
        assert each(state, "goods") == [{}] * players
        assert place(state, "house") == {}
        assert place(state, "cargo") == {}


@pytest.mark.parametrize(
    ("players", "doubloons", "points", "open_tiles", "supply", "on_ship"),
    [(3, 2, 75, 4, 55, 3), (4, 3, 100, 5, 75, 4), (5, 4, 122, 6, 95, 5)],
)
def test_a_game_begins_as_the_table_says(
    players: int, doubloons: int, points: int, open_tiles: int, supply: int, on_ship: int
) -> None:
    """PR-4: money, first plantations, victory points, open plantations, roles and colonists by players."""
    for seed in range(12):
        state = game(players).new_initial_state(seed)
        governor = place(state, "governor")
        assert each(state, "purse") == [doubloons] * players
        from_the_governor = [each(state, "island")[(governor + i) % players] for i in range(players)]
        assert from_the_governor == [{kind: 1} for kind in FIRST[players].split()]
        assert place(state, "vp_pool") == points
        assert sum(place(state, "row").values()) == open_tiles
        assert place(state, "quarries") == 8
        assert len(place(state, "taken")) == {3: 6, 4: 7, 5: 8}[players]
        assert not any(place(state, "taken").values())
        assert place(state, "coins") == {}
        assert place(state, "colonists") == supply
        assert place(state, "colonist_ship") == on_ship
        assert state.current_player() == governor
        for name in ("city", "goods", "fields", "staff"):
            assert each(state, name) == [{}] * players
        assert each(state, "waiting") == each(state, "chips") == [0] * players


@pytest.mark.parametrize(("players", "sizes"), [(3, (4, 5, 6)), (4, (5, 6, 7)), (5, (6, 7, 8))])
def test_the_ships_have_the_sizes_of_the_table(players: int, sizes: tuple[int, int, int]) -> None:
    """PR-4: ships of 4, 5, 6 or 5, 6, 7 or 6, 7, 8: a corn lies on board, and 9 more want to come."""
    for ship, size in zip(("small_ship", "middle_ship", "large_ship"), sizes, strict=True):
        state = position(players, seats=[{"goods": {"corn": 9}}], cargo={ship: {"corn": 1}})
        act(state, "play.take(captain)")
        assert seat(state, 0)["chips"] == size - 1 + 1, "what still fits, and the captain's point"


def test_the_first_plantations_come_out_of_the_fifty_and_the_rest_is_shuffled() -> None:
    """PR-5: four players: 10 indigo, 8 corn, 11 sugar, 9 tobacco, 8 coffee are left when the first is turned up."""
    state = game(4).new_initial_state(explicit_chance=True)
    assert place(state, "at") == {"chance": "play.governor"}
    state.apply_action(2)
    assert place(state, "stack") == {"corn": 8, "indigo": 10, "sugar": 11, "tobacco": 9, "coffee": 8}
    assert [round(chance * 46) for _, chance in state.chance_outcomes()] == [8, 10, 11, 9, 8]
    for turned_up in range(5):
        assert sum(place(state, "row").values()) == turned_up
        assert state.is_chance_node()
        state.apply_action(1)
    assert place(state, "row") == {"indigo": 5}
    assert place(state, "stack") == {"corn": 8, "indigo": 5, "sugar": 11, "tobacco": 9, "coffee": 8}
    assert not state.is_chance_node()
    rows = {tuple(sorted(place(game(4).new_initial_state(seed), "row").items())) for seed in range(20)}
    assert len(rows) > 5


def test_twelve_spaces_on_the_island_are_all_that_count() -> None:
    """PR-6: the twelfth tile still fits, whatever the eleven are; a thirteenth does not."""
    for eleven in ({"corn": 5, "indigo": 6}, {"sugar": 11}, {"coffee": 3, "quarry": 8}):
        state = position(seats=[{"island": eleven}], row={"tobacco": 1})
        act(state, "play.take(settler)", "settler.plantation(tobacco)")
        assert sum(seat(state, 0)["island"].values()) == 12
    state = position(seats=[{"island": {"corn": 6, "indigo": 6}}], row={"tobacco": 1})
    act(state, "play.take(settler)")
    assert state.current_player() == 1


def test_twelve_spaces_in_the_city_are_all_that_count() -> None:
    """PR-6: any ten spaces leave room for a large building: buildings are shifted to make it."""
    large = ["guild_hall", "residence", "fortress", "customs_house"]
    for number in range(4):
        for there in combinations(large, number):
            city = city_of(10 - 2 * number) | dict.fromkeys(there, 1)
            state = act(position(seats=[{"city": city, "purse": 20}]), "play.take(builder)")
            act(state, "builder.build(city_hall)")
            assert seat(state, 0)["city"] == city | {"city_hall": 1}
    full = position(seats=[{"city": city_of(12), "purse": 20}])
    assert act(full, "play.take(builder)").current_player() != 0, "there is no thirteenth space"


def test_nothing_is_ever_taken_off_a_board() -> None:
    """PR-6: neither tiles nor buildings become fewer in a whole game."""
    state, rng = game(4).new_initial_state(5), Random(5)
    before = seats(state)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        now = seats(state)
        for old, new in zip(before, now, strict=True):
            assert Counter(old["island"]) <= Counter(new["island"])
            assert Counter(old["city"]) <= Counter(new["city"])
            assert sum(new["island"].values()) <= 12
            assert sum(b.spaces for b in BUILDINGS if b.name in new["city"]) <= 12
        before = now


def test_the_bank_never_runs_out_of_doubloons() -> None:
    """PR-7: with a thousand doubloons on the table there is still one for the prospector and the roles."""
    state = position(seats=[{"purse": 1000}] * 4, to_move=3, governor=0, taken=["mayor", "trader", "captain"])
    assert "bank" not in state.to_dict()
    act(state, "play.take(prospector)")
    assert seat(state, 3)["purse"] == 1001
    assert place(state, "coins") == {"settler": 1, "builder": 1, "craftsman": 1}


def test_the_trading_house_pays_the_printed_prices() -> None:
    """PR-8: corn 0, indigo 1, sugar 2, tobacco 3, coffee 4."""
    for good, price in {"corn": 0, "indigo": 1, "sugar": 2, "tobacco": 3, "coffee": 4}.items():
        state = position(seats=[{}, {"goods": {good: 1}}])
        act(state, "play.take(trader)")
        assert state.current_player() == 1
        act(state, f"trader.sell({good})")
        assert each(state, "purse") == [0, price, 0, 0]


@pytest.mark.parametrize("building", BUILDINGS, ids=[b.name for b in BUILDINGS])
def test_a_building_has_the_printed_numbers(building: Building) -> None:
    """PR-9: cost, victory points, circles, column, copies, and which kind it is of."""
    name = building.name
    assert place(game(4).new_initial_state(1), "market")[name] == building.copies

    def can_build(purse: int, quarries: int) -> bool:
        rich = {"purse": purse, "island": {"quarry": quarries}, "fields": {"quarry": quarries}}
        state = act(position(seats=[{}, rich]), "play.take(builder)", "builder.pass")
        return state.current_player() == 1 and f"builder.build({name})" in legal(state)

    assert can_build(building.cost, 0)
    assert not can_build(building.cost - 1, 0) or building.cost == 0
    for quarries in range(1, 6):
        price = max(0, building.cost - min(quarries, building.column))
        assert can_build(price, quarries)
        assert price == 0 or not can_build(price - 1, quarries)

    assert position(seats=[{"city": {name: 1}}]).scores() == [building.vp, 0, 0, 0]

    full = position(seats=[{"city": {name: 1}, "waiting": 5}], to_move=1)
    act(full, "play.take(mayor)", "mayor.extra.pass")
    assert seat(full, 0)["staff"] == {name: building.circles}
    assert seat(full, 0)["waiting"] == 5 - building.circles

    if name != "guild_hall":
        guild = position(seats=[{"city": {name: 1, "guild_hall": 1}, "staff": {"guild_hall": 1}}])
        assert guild.scores()[0] == building.vp + 4 + building.guild
    if name != "city_hall":
        hall = position(seats=[{"city": {name: 1, "city_hall": 1}, "staff": {"city_hall": 1}}])
        assert hall.scores()[0] == building.vp + 4 + 1 + building.violet

    for in_use in (10, 11, 12):
        crowded = position(seats=[{"city": city_of(in_use, without=name), "purse": 20}])
        act(crowded, "play.take(builder)")
        fits = crowded.current_player() == 0 and f"builder.build({name})" in legal(crowded)
        assert fits == (in_use + building.spaces <= 12)


def test_there_are_twenty_three_kinds_of_building() -> None:
    """PR-9: 23 lines in the table, and 49 buildings in all."""
    market = place(game(3).new_initial_state(1), "market")
    assert list(market) == [b.name for b in BUILDINGS]
    assert sum(market.values()) == 20 + 24 + 5


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_first_governor_is_drawn_by_lot(players: int) -> None:
    """PR-16: the seed decides, every seat is equally likely, and a seed gives one governor."""
    states = [game(players).new_initial_state(seed) for seed in range(60)]
    governors = [place(state, "governor") for state in states]
    assert set(governors) == set(range(players))
    assert [state.current_player() for state in states] == governors
    assert [place(game(players).new_initial_state(seed), "governor") for seed in range(60)] == governors
    drawn = game(players).new_initial_state(explicit_chance=True)
    assert drawn.is_chance_node()
    assert [outcome for outcome, _ in drawn.chance_outcomes()] == list(range(players))
    assert [chance for _, chance in drawn.chance_outcomes()] == pytest.approx([1 / players] * players)


def test_a_seat_may_be_given_to_the_first_governor() -> None:
    """PR-16: with the option it is seat 2, whatever the seed."""
    fixed = game(4, first_governor=2)
    for seed in range(20):
        state = fixed.new_initial_state(seed)
        assert place(state, "governor") == 2
        assert state.current_player() == 2
        assert each(state, "island") == [{"corn": 1}, {"corn": 1}, {"indigo": 1}, {"indigo": 1}]


def test_chips_are_hidden_from_the_others() -> None:
    """PR-121: a player sees his own victory points and nobody else's."""
    before = position(seats=[{"chips": 3}, {"chips": 5}, {"chips": 9}])
    others = position(seats=[{"chips": 3}, {"chips": 9}, {"chips": 5}])
    own = position(seats=[{"chips": 5}, {"chips": 3}, {"chips": 9}])
    assert before.observation_tensor(0) == others.observation_tensor(0)
    assert before.observation_string(0) == others.observation_string(0)
    assert before.observation_tensor(3) == own.observation_tensor(3)
    assert before.observation_string(3) == own.observation_string(3)
    for viewer in (0, 1):
        assert before.observation_tensor(viewer) != own.observation_tensor(viewer)
        assert before.observation_string(viewer) != own.observation_string(viewer)
    for viewer in (1, 2):
        assert before.observation_tensor(viewer) != others.observation_tensor(viewer)


OPEN_TO_ALL: list[dict[str, object]] = [
    {"seats": [{"purse": 2}]},
    {"seats": [{"goods": {"corn": 1}}]},
    {"seats": [{"city": {"hospice": 1}}]},
    {"seats": [{"island": {"quarry": 1}}]},
    {"seats": [{"waiting": 1}]},
    {"seats": [{"island": {"corn": 1}, "fields": {"corn": 1}}]},
    {"seats": [{"city": {"wharf": 1}, "staff": {"wharf": 1}}]},
    {"coins": {"mayor": 1}},
    {"taken": ["mayor"]},
    {"colonist_ship": 3},
    {"cargo": {"small_ship": {"corn": 2}}},
    {"house": {"coffee": 1}},
    {"seats": [{}, {"chips": 7}]},
    {"discard": {"corn": 2}},
    {"discard": {"sugar": 2}},
    {"row": {"corn": 1}},
    {"governor": 1},
]


@pytest.mark.parametrize("change", OPEN_TO_ALL, ids=str)
def test_everything_but_chips_and_the_stack_is_open(change: dict[str, object]) -> None:
    """PR-121: money, goods, buildings, colonists, coins, supplies, ships, house, VP pool, discard are seen by all."""
    before = position()
    after = position(**change)  # type: ignore[arg-type]
    for viewer in (2, 3):
        assert before.observation_tensor(viewer) != after.observation_tensor(viewer)
        assert before.observation_string(viewer) != after.observation_string(viewer)


@pytest.mark.parametrize(
    "own",
    [{"purse": 2}, {"goods": {"corn": 1}}, {"city": {"hospice": 1}}, {"island": {"corn": 1}}, {"waiting": 1}],
    ids=str,
)
def test_all_see_who_has_it(own: dict[str, object]) -> None:
    """PR-121: the same with another player leaves the supplies as they are, and still looks different."""
    first, second = position(seats=[own, {}]), position(seats=[{}, own])
    for viewer in (2, 3):
        assert first.observation_tensor(viewer) != second.observation_tensor(viewer)
        assert first.observation_string(viewer) != second.observation_string(viewer)


def test_all_see_of_what_kinds_the_discard_is() -> None:
    """PR-121: two corn or two sugar; the stack has as many tiles as before."""
    corn, sugar = position(discard={"corn": 2}), position(discard={"sugar": 2})
    for viewer in range(4):
        assert corn.observation_tensor(viewer) != sugar.observation_tensor(viewer)


def test_the_number_of_tiles_lying_face_down_is_open() -> None:
    """PR-121: a tile more in the discard is a tile less in the stack, and its number is shown."""
    text = position(discard={"corn": 4}).observation_string(1)
    assert [line.split()[1:] for line in text.splitlines() if line.startswith("stack ")] == [["46", "hidden"]]


def test_the_order_of_the_tiles_lying_face_down_is_no_part_of_the_state() -> None:
    """PR-121: the stack is a number of each kind, and the next tile is drawn by its weight."""
    full = game(4).new_initial_state(1)
    kinds = place(full, "stack")
    assert sum(kinds.values()) == 41
    again = game(4).state_from_dict({**full.to_dict(), "stack": dict(reversed(kinds.items()))})
    assert again == full
    with pytest.raises(InvalidState):
        game(4).state_from_dict({**full.to_dict(), "stack": list(kinds)})
    hacienda = {"city": {"hacienda": 1}, "staff": {"hacienda": 1}}
    data = position(seats=[hacienda], row={"corn": 5}).to_dict()
    state = act(game(4).state_from_dict(data, explicit_chance=True), "play.take(settler)", "hacienda.explore")
    assert [round(chance * 45) for _, chance in state.chance_outcomes()] == [5, 12, 11, 9, 8]


IMPOSSIBLE: dict[str, tuple[dict[str, object], str]] = {
    "a colonist on a building that is not there": (
        {"players": [{"staff": {"office": 1}}]},
        r"players[0].staff.office holds 1, but there is room for 0 in this position",
    ),
    "more colonists than circles": (
        {"players": [{}, {"city": {"indigo_plant": 1}, "staff": {"indigo_plant": 4}}]},
        r"players[1].staff.indigo_plant is 4, but it holds 0 to 3",
    ),
    "a colonist beside the plantations": (
        {"players": [{"island": {"corn": 1}, "fields": {"corn": 2}}]},
        r"players[0].fields.corn holds 2, but there is room for 1 in this position",
    ),
    "an island of thirteen tiles": (
        {"players": [{"island": {"corn": 7, "sugar": 6}}]},
        r"players[0].island holds 13, but there is room for 12 in this position",
    ),
    "a ship that is too full": (
        {"cargo": {"small_ship": {"corn": 3, "sugar": 3}}},
        r"cargo.small_ship holds 6, but there is room for 5 in this position",
    ),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_a_position_that_can_t_be_is_refused(what: str) -> None:
    """PR-6, PR-14: boards, circles and ships have room for so much and no more."""
    described, reason = IMPOSSIBLE[what]
    with pytest.raises(InvalidState) as refused:
        game(4).state_from_dict(described)
    assert str(refused.value) == reason
