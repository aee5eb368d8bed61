"""The oracle against the worked examples of the base edition, and random games with a count of every token."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from tests.oracle.puerto_rico_1897.builder import price
from tests.oracle.puerto_rico_1897.captain import captain_phase
from tests.oracle.puerto_rico_1897.examples import hold, new_game, own, play
from tests.oracle.puerto_rico_1897.game import Game
from tests.oracle.puerto_rico_1897.producer import producer_phase
from tests.oracle.puerto_rico_1897.randomness import Pcg32
from tests.oracle.puerto_rico_1897.recruiter import recruiter_phase, refill_register
from tests.oracle.puerto_rico_1897.rounds import play_round
from tests.oracle.puerto_rico_1897.state import Seat, Table
from tests.oracle.puerto_rico_1897.storage import store
from tests.oracle.puerto_rico_1897.tables import BUILDINGS, EXPANSIONS, GOODS, PLANTATIONS, TILES, VICTORY_POINTS
from tests.oracle.puerto_rico_1897.trader import trader_phase

ALL = frozenset(EXPANSIONS)


# --- base edition ---


def test_generator_follows_the_formula() -> None:
    # The first output after seeding 42, worked out from the formula in docs/ir.md with bare integers.
    state = 0
    for add in (42, 0):
        state = (state * 6364136223846793005 + 1442695040888963407 + add) % 2**64
    bits = (((state >> 18) ^ state) >> 27) % 2**32
    turn = state >> 59
    assert Pcg32(42).next() == (bits >> turn | bits << (32 - turn) % 32) % 2**32


@pytest.mark.parametrize(("players", "roles"), [(2, 7), (3, 6), (4, 7), (5, 8)])
def test_set_up(players: int, roles: int) -> None:
    table = new_game(players).table
    assert table.pool == {2: 65, 3: 75, 4: 100, 5: 126}[players]
    assert sum(table.row.values()) == players + 1
    assert len(table.roles) == roles
    assert [ship.size for ship in table.ships] == {2: [4, 6], 3: [4, 5, 6], 4: [5, 6, 7], 5: [6, 7, 8]}[players]
    assert (table.workers, table.register()) == ({2: 40, 3: 55, 4: 75, 5: 95}[players], players)
    assert table.seats[0].island["fruit"] == 1
    assert table.seats[-1].island["corn"] == 1


def test_two_players_have_fewer_tiles_goods_and_buildings() -> None:
    # P2 3, P2 6
    table = new_game(2).table
    tiles = {k: table.stack[k] + table.row[k] + sum(s.island[k] for s in table.seats) for k in GOODS}
    assert tiles == {"corn": 7, "fruit": 9, "sugar": 8, "tobacco": 6, "coffee": 5}
    assert table.quarries == 5
    assert table.supply == {"corn": 8, "fruit": 9, "sugar": 9, "tobacco": 7, "coffee": 7}
    assert table.market["coffee_roaster"] == 2
    assert table.market["hacienda"] == 1


def test_two_players_take_three_roles_each() -> None:
    # P2 5
    game = new_game(2)
    takers = []
    game.continue_with(play_round(game.table))
    while not game.is_over:
        answer = game.legal()[0]
        if answer.startswith("play.take"):
            takers.append(game.to_move)
        game.apply(answer)
    assert takers == [0, 1, 0, 1, 0, 1]
    assert len(game.table.taken) == 6


def test_three_quarries_cut_prices() -> None:
    # PR 42
    seat = Seat()
    seat.island["quarry"] = seat.fields["quarry"] = 3
    names = ("building_yard", "office", "harbor", "governors_palace")
    assert [price(seat, name, 0) for name in names] == [1, 3, 5, 7]


def test_register_is_dealt_and_refilled() -> None:
    # PR 102, PR 103
    game = new_game(4)
    table = game.table
    table.register_workers = 6
    play(game, recruiter_phase(table, 0, alone=False), ["recruiter.recruit"])
    assert [seat.pieces() for seat in table.seats] == [3, 2, 1, 1]
    for supply, ending in ((7, False), (5, True)):
        table.workers, table.register_workers, table.ending = supply, 0, False
        table.seats[0].staff = {"large_sugar_mill": 0, "large_fruit_store": 0, "hacienda": 0}
        refill_register(table)
        assert (table.register(), table.ending) == (supply, ending)


def test_production_example() -> None:
    # PR 53
    game = new_game()
    seat = game.table.seats[0]
    seat.island.update(corn=3, fruit=0, tobacco=2, sugar=4)
    seat.fields.update(corn=2, tobacco=2, sugar=3)
    seat.staff = {"tobacco_storage": 1, "small_sugar_mill": 1, "large_sugar_mill": 3, "factory": 1}
    purse = seat.purse
    play(game, producer_phase(game.table, 0, alone=False), ["producer.pass"])
    assert seat.goods == {"corn": 2, "fruit": 0, "sugar": 3, "tobacco": 1, "coffee": 0}
    assert seat.purse == purse + 2


def test_factory_counts_what_was_really_produced() -> None:
    # PR 52
    game = new_game()
    seat = game.table.seats[0]
    seat.island.update(corn=1, sugar=2, tobacco=1)
    seat.fields.update(corn=1, sugar=2, tobacco=1)
    seat.staff = {"tobacco_storage": 1, "large_sugar_mill": 2, "factory": 1}
    game.table.supply["corn"] = 0
    purse = seat.purse
    play(game, producer_phase(game.table, 0, alone=False), ["producer.pass"])
    assert seat.purse == purse + 1


def test_trader_with_both_markets_sells_coffee_for_eight() -> None:
    # PR 112
    game = new_game()
    seat = game.table.seats[0]
    own(seat, "small_market", "large_market")
    hold(seat, coffee=1)
    purse = seat.purse
    play(game, trader_phase(game.table, 0, alone=False), ["trader.sell(coffee)"])
    assert seat.purse == purse + 8


def test_captain_example_of_four_players() -> None:
    # PR 79
    game = new_game(4)
    table = game.table
    small, middle, large = table.ships
    middle.good, middle.load = "corn", 3
    anna, benno, clara, donni = table.seats
    hold(anna, corn=2, sugar=6)
    hold(benno, sugar=2, tobacco=3)
    hold(clara, corn=2, tobacco=1)
    hold(donni, corn=1, fruit=5)
    answers = ["captain.load(sugar,large_ship)", "captain.load(sugar,large_ship)", "captain.load(tobacco,small_ship)"]
    play(game, captain_phase(table, 0, alone=False), answers)
    while not game.is_over:
        game.apply(game.legal()[0])
    assert [seat.chips for seat in table.seats] == [9, 4, 1, 1]
    assert (middle.load, large.load) == (0, 0)
    assert (small.good, small.load) == ("tobacco", 4)


def test_harbor_and_wharf_example() -> None:
    # PR 80
    game = new_game(3)
    table = game.table
    for ship, good, load in zip(table.ships, ("corn", "tobacco", "sugar"), (1, 2, 0), strict=True):
        ship.good, ship.load = good, load
    seat = table.seats[1]
    own(seat, "harbor", "wharf")
    hold(seat, tobacco=5, sugar=2)
    answers = ["captain.load(tobacco,middle_ship)", "captain.load(sugar,large_ship)", "wharf.ship_away(tobacco)"]
    play(game, captain_phase(table, 0, alone=False), answers)
    assert seat.chips == 4 + 3 + 3


@pytest.mark.parametrize(
    ("sugar", "ships"),
    [(6, {"middle_ship", "large_ship"}), (3, {"small_ship", "middle_ship", "large_ship"}), (9, {"large_ship"})],
)
def test_empty_ships_that_take_the_most(sugar: int, ships: set[str]) -> None:
    # PR 114
    game = new_game(4)
    hold(game.table.seats[0], sugar=sugar, corn=1)
    play(game, captain_phase(game.table, 0, alone=False))
    assert {text for text in game.legal() if "sugar" in text} == {f"captain.load(sugar,{ship})" for ship in ships}


def test_storage_with_a_small_warehouse() -> None:
    # PR 118
    game = new_game()
    seat = game.table.seats[0]
    own(seat, "small_warehouse")
    hold(seat, corn=3, sugar=2, coffee=1)
    play(game, store(game.table, 0), ["captain.keep(corn,3)"])
    assert game.legal() == ["captain.keep(sugar,0)", "captain.keep(sugar,1)"]


def test_scores_of_large_buildings() -> None:
    # PR 92, PR 94, PR 95, PR 96, PR 120
    game = new_game()
    seat = game.table.seats[0]

    def extra() -> int:
        return game.scores()[0] - seat.chips - sum(BUILDINGS[name].points for name in seat.staff)

    own(seat, "small_sugar_mill", "large_sugar_mill", "small_fruit_store", "coffee_roaster", "fire_station")
    assert extra() == 6
    seat.staff = {"customs_house": 1}
    seat.chips = 23
    assert extra() == 5
    seat.staff = {"fortress": 1}
    for pieces, points in ((20, 6), (8, 2), (9, 3), (10, 3)):
        seat.portrait = pieces - 1
        assert extra() == points
    names = ("hacienda", "building_yard", "office", "large_warehouse", "harbor", "residence", "governors_palace")
    seat.staff = dict.fromkeys(names, 0)
    seat.staff["governors_palace"] = 1
    assert extra() == 7
    seat.staff = {"residence": 1}
    for tiles, points in ((0, 0), (1, 4), (9, 4), (10, 5), (11, 6), (12, 7)):
        seat.island = dict.fromkeys(TILES, 0)
        seat.forests["corn"] = tiles
        assert extra() == points


# --- random games ---


def tokens(table: Table) -> Iterator[tuple[str, int]]:
    """Every token in the game, counted where it can lie."""
    seats = table.seats
    for kind in GOODS:
        on_ships = sum(ship.load for ship in table.ships if ship.good == kind)
        held = sum(seat.goods[kind] for seat in seats)
        yield f"good {kind}", table.supply[kind] + table.house[kind] + table.festival.goods[kind] + on_ships + held
        laid = sum(seat.island[kind] + seat.forests[kind] for seat in seats)
        apart = (table.drawn == kind) + (table.festival.plantation == kind)
        yield f"tile {kind}", table.stack[kind] + table.discard[kind] + table.row[kind] + laid + apart
    yield "quarries", table.quarries + sum(seat.island["quarry"] for seat in seats)
    pieces = sum(seat.pieces() for seat in seats) + table.in_hand
    yield "pieces", table.workers + table.citizens + table.register() + pieces
    citizens = sum(seat.citizens for seat in seats) + table.citizens_in_hand
    yield "citizens", table.citizens + table.register_citizens + citizens
    yield "chips", table.pool + sum(seat.chips for seat in seats)
    for name in BUILDINGS:
        built = sum(name in seat.staff for seat in seats)
        # With two players the copy on the festival board is one more than those laid out.
        yield name, table.market[name] + built + (table.festival.building == name)


def check_boards(table: Table) -> None:
    for seat in table.seats:
        assert seat.purse >= 0
        assert seat.chips >= 0
        assert min(seat.goods.values()) >= 0
        assert seat.tiles() <= 12
        assert seat.city_spaces() <= 12
        assert seat.portrait >= 0
        assert all(0 <= seat.pieces_at(place) <= seat.capacity(place) for place in seat.places())
        assert all(0 <= seat.citizens_at[place] <= seat.staff.get(place, 0) for place in seat.citizens_at)
        assert sum(seat.citizens_at.values()) <= seat.citizens <= seat.pieces()
    assert min(table.workers, table.citizens, table.register_workers, table.register_citizens) >= 0
    assert min(table.supply.values()) >= 0
    assert len({ship.good for ship in table.ships if ship.good}) == sum(1 for ship in table.ships if ship.good)


# Counting takes longer than playing, so only some games are counted at every step; all are at the end.
COUNTED_GAMES = 6
COMBINATIONS = [parts for size in range(5) for parts in combinations(EXPANSIONS, size)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("parts", COMBINATIONS, ids="+".join)
def test_random_games_end_and_keep_every_token(players: int, parts: tuple[str, ...]) -> None:
    for seed in range(20):
        game = Game(players, seed, expansions=frozenset(parts))
        random_play = Pcg32(seed ^ 0x9E3779B97F4A7C15)
        start: dict[str, int] = {}
        for _ in range(5000):
            if game.is_over:
                break
            legal = game.legal()
            assert legal == sorted(set(legal))
            if not legal[0].startswith("draft."):
                # The buildings are counted from the end of the draft on.
                start = start or dict(tokens(game.table))
                if seed < COUNTED_GAMES:
                    assert dict(tokens(game.table)) == start
                    check_boards(game.table)
            game.apply(legal[random_play.below(len(legal))])
        assert game.is_over
        assert dict(tokens(game.table)) == start
        assert start["chips"] == VICTORY_POINTS[players]
        assert len(game.scores()) == len(game.tiebreaks()) == players


def test_same_seed_gives_the_same_game_and_names() -> None:
    first, second = (Game(4, 7, expansions=ALL, buildings="random") for _ in range(2))
    names = set(first.position())
    while not first.is_over:
        answer = first.legal()[-1] if first.table.rounds % 2 else first.legal()[0]
        first.apply(answer)
        second.apply(answer)
        assert first.position() == second.position()
        assert set(first.position()) == names


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        Game(6, 1)
    with pytest.raises(ValueError, match="unknown expansions"):
        Game(3, 1, expansions=frozenset({"pirates"}))
    with pytest.raises(ValueError, match="not legal here"):
        Game(3, 1).apply("builder.pass")
    assert sum(PLANTATIONS.values()) == 50
