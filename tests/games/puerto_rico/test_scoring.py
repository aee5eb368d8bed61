"""The score: chips, buildings, and what the large buildings add."""

import pytest
from tests.games.puerto_rico.cargo import occupied, unoccupied
from tests.games.puerto_rico.printed import BUILDINGS
from tests.games.puerto_rico.table import Plain, act, place, position

PRINTED = {building.name: building.vp for building in BUILDINGS}
VIOLET = {building.name for building in BUILDINGS if building.violet}
LARGE = ("guild_hall", "residence", "fortress", "customs_house", "city_hall")


def score(player: dict[str, Plain]) -> int:
    """The points of a seat, as if the game ended now."""
    return position(seats=[{}, player]).scores()[1]


@pytest.mark.parametrize(("building", "points"), PRINTED.items())
def test_a_building_counts_occupied_or_not(building: str, points: int) -> None:
    """PR-91: VP of all buildings (PR-9), occupied or not; only large ones add more when occupied."""
    assert score(unoccupied(building)) == points
    if building not in LARGE:
        assert score(occupied(building)) == points


def test_chips_and_buildings_are_added() -> None:
    """PR-91: 7 chips, wharf 3, office 2, residence 4 and its extra of 4; money, goods and land bring nothing."""
    player = occupied("wharf", "residence", chips=7, purse=20, goods={"coffee": 3}, island={"corn": 3})
    player["city"]["office"] = 1
    assert score(player) == 7 + 3 + 2 + 4 + 4
    assert position(seats=[{}, player]).scores() == [0, 20, 0, 0]


@pytest.mark.parametrize("building", LARGE)
def test_an_unoccupied_large_building_brings_no_extra(building: str) -> None:
    """PR-91: the extra is for occupied large buildings only."""
    board = {"chips": 20, "island": {"corn": 10}, "fields": {"corn": 9}, "waiting": 3}
    player = unoccupied(building, "small_sugar_mill", "hacienda", **board)
    assert score(player) == 20 + 4 + 1 + 1


def test_two_large_buildings_both_bring_their_extra() -> None:
    """PR-91: customs house 5 for 20 chips and residence 4, on top of 4 each."""
    assert score(occupied("customs_house", "residence", chips=20)) == 20 + (4 + 5) + (4 + 4)


def test_the_guild_hall_example_brings_6() -> None:
    """PR-92: both sugar mills, small indigo plant, coffee roaster: 1 + 2 + 1 + 2 = 6."""
    works = ("small_sugar_mill", "sugar_mill", "small_indigo_plant", "coffee_roaster")
    printed = 1 + 2 + 1 + 3
    assert score(occupied("guild_hall", *works)) == 4 + printed + 6
    assert score(occupied("guild_hall") | {"city": dict.fromkeys(("guild_hall", *works), 1)}) == 4 + printed + 6
    assert score(unoccupied("guild_hall", *works)) == 4 + printed


@pytest.mark.parametrize(
    ("building", "extra"),
    [
        ("small_indigo_plant", 1),
        ("small_sugar_mill", 1),
        ("indigo_plant", 2),
        ("sugar_mill", 2),
        ("tobacco_storage", 2),
        ("coffee_roaster", 2),
        ("small_market", 0),
        ("factory", 0),
        ("residence", 0),
    ],
)
def test_the_guild_hall_counts_production_buildings_by_size(building: str, extra: int) -> None:
    """PR-92: 1 for each small, 2 for each large production building, nothing for violet ones."""
    player = occupied("guild_hall")
    player["city"][building] = 1
    assert score(player) == 4 + PRINTED[building] + extra


@pytest.mark.parametrize(("tiles", "extra"), [(0, 4), (5, 4), (8, 4), (9, 4), (10, 5), (11, 6), (12, 7)])
def test_the_residence_counts_island_tiles(tiles: int, extra: int) -> None:
    """PR-93: 4, 5, 6 or 7 for up to 9, 10, 11 or 12 tiles; quarries are tiles, and none need be occupied."""
    island = {"corn": min(tiles, 4), "quarry": max(0, min(tiles - 4, 5)), "indigo": max(0, tiles - 9)}
    assert sum(island.values()) == tiles
    assert score(occupied("residence", island=island)) == 4 + extra


def test_the_fortress_example_brings_6() -> None:
    """PR-94: 20 colonists, on plantations, on buildings and in San Juan: 6."""
    player: dict[str, Plain] = {
        "island": {"corn": 5, "indigo": 4, "quarry": 3},
        "fields": {"corn": 5, "indigo": 4, "quarry": 3},
        "city": {"fortress": 1, "sugar_mill": 1, "indigo_plant": 1},
        "staff": {"fortress": 1, "sugar_mill": 3, "indigo_plant": 2},
        "waiting": 2,
    }
    assert score(player) == (4 + 2 + 2) + 6


@pytest.mark.parametrize("where", ["fields", "staff", "waiting"])
def test_the_fortress_counts_colonists_everywhere_on_the_board(where: str) -> None:
    """PR-94: its own colonist and two others make 1, wherever the two are."""
    player: dict[str, Plain] = {
        "island": {"corn": 2},
        "city": {"fortress": 1, "sugar_mill": 1},
        "staff": {"fortress": 1},
    }
    assert score(player) == 4 + 2
    if where == "fields":
        player["fields"] = {"corn": 2}
    elif where == "staff":
        player["staff"] = {"fortress": 1, "sugar_mill": 2}
    else:
        player["waiting"] = 2
    assert score(player) == 4 + 2 + 1


@pytest.mark.parametrize(("colonists", "extra"), [(8, 2), (9, 3), (10, 3), (11, 3), (12, 4)])
def test_the_fortress_counts_whole_threes(colonists: int, extra: int) -> None:
    """PR-120: 8, 9, 10 colonists: 2, 3, 3."""
    assert score(occupied("fortress", waiting=colonists - 1)) == 4 + extra


@pytest.mark.parametrize(("chips", "extra"), [(0, 0), (3, 0), (4, 1), (23, 5), (24, 6)])
def test_the_customs_house_counts_chips_by_fours(chips: int, extra: int) -> None:
    """PR-95: 1 for every four VP chips; 23: 5. The points of buildings are no chips."""
    player = occupied("customs_house", chips=chips)
    player["city"]["wharf"] = 1
    assert score(player) == chips + (4 + 3) + extra


def test_the_city_hall_example_brings_7() -> None:
    """PR-96: hacienda, construction hut, office, large warehouse, harbor, residence and itself: 7."""
    violet = ("hacienda", "construction_hut", "office", "large_warehouse", "harbor", "residence", "city_hall")
    printed = 1 + 1 + 2 + 2 + 3 + 4 + 4
    player = unoccupied(*violet) | {"staff": {"city_hall": 1}}
    assert score(player) == printed + 7
    assert score(unoccupied(*violet)) == printed


@pytest.mark.parametrize("building", [each for each in PRINTED if each != "city_hall"])
def test_the_city_hall_counts_violet_buildings_only(building: str) -> None:
    """PR-96: 1 for each violet building, itself included; a production building is none."""
    player = occupied("city_hall")
    player["city"][building] = 1
    assert score(player) == 4 + PRINTED[building] + 1 + (building in VIOLET)


def test_points_past_the_last_chip_count_for_score_and_customs_house() -> None:
    """PR-119: 1 chip left, 7 corn and the captain's point bring 8: 24 chips, and the customs house 6 for them."""
    captain = occupied("customs_house", chips=16, goods={"corn": 7})
    state = act(position(seats=[captain, {"chips": 83}]), "play.take(captain)")
    assert place(state, "vp_pool") == -7
    assert state.scores()[:2] == [24 + 4 + 6, 83]
