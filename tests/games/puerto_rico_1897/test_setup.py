"""How a game of the edition begins with three to five players: P97-2, and the numbers of P97-6."""

import pytest
from tests.games.puerto_rico.printed import BUILDINGS, Building
from tests.games.puerto_rico.table import act, each, legal, place, seat
from tests.games.puerto_rico_1897.names import in_new_names
from tests.games.puerto_rico_1897.table import game, position

SIX_ROLES = ["planter", "recruiter", "builder", "producer", "trader", "captain"]
ROLES = {3: SIX_ROLES, 4: [*SIX_ROLES, "adventurer"], 5: [*SIX_ROLES, "adventurer", "second_adventurer"]}
FIRST = {3: "fruit fruit corn", 4: "fruit fruit corn corn", 5: "fruit fruit fruit corn corn"}


@pytest.mark.parametrize(("players", "points"), [(3, 75), (4, 100), (5, 126)])
def test_the_pool_has_the_victory_points_of_the_edition(players: int, points: int) -> None:
    """P97-2: 75, 100 and 126 for 3, 4 and 5 players."""
    assert place(game(players).new_initial_state(1), "vp_pool") == points


@pytest.mark.parametrize(("players", "points"), [(3, 75), (4, 100), (5, 126)])
def test_the_last_chip_of_the_pool_ends_the_game(players: int, points: int) -> None:
    """P97-2: seat 1 loads one good: with one chip left that ends the game, with two it does not."""
    for left in (1, 2):
        others = {"chips": points - left}
        state = position(players, seats=[others, {"goods": {"corn": 1}}], cargo={"small_ship": {"corn": 1}})
        act(state, "play.take(captain)")
        assert place(state, "vp_pool") == left - 1
        assert place(state, "ending") is (left == 1)


def test_the_game_of_2001_keeps_its_122_points() -> None:
    """P97-2: the new number is the edition's alone."""
    assert place(game(5, name="puerto_rico").new_initial_state(1), "vp_pool") == 122


@pytest.mark.parametrize(
    ("players", "coins", "open_tiles", "supply", "on_register"),
    [(3, 2, 4, 55, 3), (4, 3, 5, 75, 4), (5, 4, 6, 95, 5)],
)
def test_everything_else_begins_as_in_2001(
    players: int, coins: int, open_tiles: int, supply: int, on_register: int
) -> None:
    """P97-2: everything else of PR-4 stands; and the tiles and goods of PR-2 and PR-3."""
    for seed in range(8):
        state = game(players).new_initial_state(seed)
        governor = place(state, "governor")
        assert each(state, "purse") == [coins] * players
        from_the_governor = [each(state, "island")[(governor + i) % players] for i in range(players)]
        assert from_the_governor == [{kind: 1} for kind in FIRST[players].split()]
        assert list(place(state, "taken")) == ROLES[players]
        assert place(state, "workers") == supply
        assert place(state, "work_register") == on_register
        assert place(state, "quarries") == 8
        assert place(state, "supply") == {"corn": 10, "fruit": 11, "sugar": 11, "tobacco": 9, "coffee": 9}
        assert sum(place(state, "row").values()) == open_tiles
        assert sum(place(state, "row").values()) + sum(place(state, "stack").values()) == 50 - players


@pytest.mark.parametrize(("players", "sizes"), [(3, (4, 5, 6)), (4, (5, 6, 7)), (5, (6, 7, 8))])
def test_the_ships_have_the_sizes_of_2001(players: int, sizes: tuple[int, int, int]) -> None:
    """P97-2: everything else of PR-4 stands: a corn lies on board, and 9 more want to come."""
    for ship, size in zip(("small_ship", "middle_ship", "large_ship"), sizes, strict=True):
        state = position(players, seats=[{"goods": {"corn": 9}}], cargo={ship: {"corn": 1}})
        act(state, "play.take(captain)")
        assert seat(state, 0)["chips"] == size - 1 + 1, "what still fits, and the captain's point"


@pytest.mark.parametrize("variants", [(), ("historical_prices",)], ids=["edition", "historical prices"])
@pytest.mark.parametrize("building", BUILDINGS, ids=[in_new_names(b.name) for b in BUILDINGS])
def test_a_building_has_the_printed_numbers(building: Building, variants: tuple[str, ...]) -> None:
    """P97-6: costs, circles and copies as in PR-9, with the victory points and the column."""
    name = in_new_names(building.name)
    assert place(game(4, *variants).new_initial_state(1), "market")[name] == building.copies
    for quarries in range(6):
        price = max(0, building.cost - min(quarries, building.column))
        for purse in (price, price - 1):
            rich = {"purse": purse, "island": {"quarry": quarries}, "fields": {"quarry": quarries}}
            if purse >= 0:
                state = act(position(4, *variants, seats=[{}, rich]), "play.take(builder)", "builder.pass")
                offered = state.current_player() == 1 and f"builder.build({name})" in legal(state)
                assert offered == (purse == price)
    assert position(4, *variants, seats=[{"city": {name: 1}}]).scores() == [building.vp, 0, 0, 0]
    full = position(4, *variants, seats=[{"city": {name: 1}, "portrait": 5}], to_move=1)
    act(full, "play.take(recruiter)", "recruiter.extra.pass")
    assert seat(full, 0)["staff"] == {name: building.circles}
    assert seat(full, 0)["portrait"] == 5 - building.circles


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("small_fruit_store", {"fruit": 1}),
        ("large_fruit_store", {"fruit": 3}),
        ("small_sugar_mill", {"sugar": 1}),
        ("large_sugar_mill", {"sugar": 3}),
        ("tobacco_storage", {"tobacco": 3}),
        ("coffee_roaster", {"coffee": 2}),
    ],
)
def test_a_production_building_makes_its_good(name: str, made: dict[str, int]) -> None:
    """P97-6: fruit in the place of indigo; every circle occupied, and three plantations of each kind."""
    tiles = dict.fromkeys(("fruit", "sugar", "tobacco", "coffee"), 3)
    owner = {"island": tiles, "fields": tiles, "city": {name: 1}, "staff": {name: sum(made.values())}}
    state = act(position(seats=[{}, owner]), "play.take(producer)")
    assert seat(state, 1)["goods"] == made
