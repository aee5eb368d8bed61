"""The oracle against the worked examples of the four expansions."""

from collections.abc import Callable

import pytest
from tests.oracle.puerto_rico_1897.asking import Steps
from tests.oracle.puerto_rico_1897.builder import builder_phase, hand_in, price
from tests.oracle.puerto_rico_1897.captain import captain_phase
from tests.oracle.puerto_rico_1897.examples import hold, new_game, own, play
from tests.oracle.puerto_rico_1897.game import Game
from tests.oracle.puerto_rico_1897.placing import ask_bohio
from tests.oracle.puerto_rico_1897.planter import planter_phase
from tests.oracle.puerto_rico_1897.producer import producer_phase
from tests.oracle.puerto_rico_1897.recruiter import recruiter_phase, spread
from tests.oracle.puerto_rico_1897.rounds import play_round
from tests.oracle.puerto_rico_1897.smuggler import poach, smuggler_phase
from tests.oracle.puerto_rico_1897.state import Seat
from tests.oracle.puerto_rico_1897.tables import BUILDINGS
from tests.oracle.puerto_rico_1897.trader import trader_phase

OLD_SEVENTEEN = tuple(name for name, row in BUILDINGS.items() if row.sort == "beige" and row.part == "base")


# --- new buildings ---


def test_draft_closes_a_cost_when_its_spaces_are_full() -> None:
    # X1 1
    game = Game(3, 1, expansions=frozenset({"new_buildings"}), first_governor=1)
    assert game.to_move == 1
    game.apply("draft.take(church)")
    assert game.to_move == 2
    game.apply("draft.take(office)")
    assert not {"draft.take(large_market)", "draft.take(trading_post)"} & set(game.legal())


def test_given_and_random_choices_fill_the_spaces() -> None:
    # X1 2, X1 4
    parts = frozenset({"new_buildings"})
    given = Game(3, 1, expansions=parts, buildings=OLD_SEVENTEEN)
    assert all(given.table.market[name] > 0 for name in OLD_SEVENTEEN)
    for seed in range(20):
        market = Game(3, seed, expansions=parts, buildings="random").table.market
        assert (market["office"] > 0) != (market["trading_post"] > 0)
    with pytest.raises(ValueError, match="no building is given"):
        Game(3, 1, expansions=parts, buildings=OLD_SEVENTEEN[:-1])
    with pytest.raises(ValueError, match="only with the new buildings"):
        Game(3, 1, buildings="random")


def test_forests_cut_prices_beside_quarries() -> None:
    # X1 11
    seat = Seat()
    seat.forests["corn"] = 4
    seat.island["quarry"] = seat.fields["quarry"] = 2
    assert price(seat, "large_warehouse", 1) == 1


def test_black_market_pays_what_is_missing() -> None:
    # X1 12
    game = new_game(3, "new_buildings")
    table = game.table
    table.market["harbor"] = 1
    seat = table.seats[1]
    seat.purse, seat.chips = 6, 0
    own(seat, "black_market", "hacienda")
    hold(seat, fruit=1)
    play(game, builder_phase(table, 0, alone=False))
    game.apply("builder.pass")
    assert "builder.build(harbor)" in game.legal()
    workers, fruit = table.workers, table.supply["fruit"]
    # The worker on the hacienda and the fruit are the only things left to hand in, so nothing is asked.
    game.apply("builder.build(harbor)")
    assert (seat.purse, seat.staff["hacienda"], seat.goods["fruit"]) == (0, 0, 0)
    assert (table.workers, table.supply["fruit"]) == (workers + 1, fruit + 1)


def test_assembly_hall_counts_pairs() -> None:
    # X1 21
    for goods, points in (({"corn": 3, "fruit": 2, "coffee": 1}, 2), ({"corn": 4, "coffee": 2}, 3)):
        game = new_game(3, "new_buildings")
        seat = game.table.seats[1]
        own(seat, "assembly_hall")
        hold(seat, **goods)
        play(game, captain_phase(game.table, 0, alone=False))
        assert seat.chips == points


def test_cathedral_counts_triples() -> None:
    # X1 22
    game = new_game(3, "new_buildings")
    seat = game.table.seats[0]
    own(seat, "cathedral")
    seat.island.update(fruit=0, quarry=3, corn=2, coffee=1)
    seat.forests["sugar"] = 6
    assert game.scores()[0] == 4 + 6


def test_canal_and_distillery() -> None:
    # X1 10, X1 19
    game = new_game(3, "new_buildings")
    seat = game.table.seats[1]
    seat.island.update(fruit=2)
    seat.fields.update(fruit=2)
    seat.staff = {"large_fruit_store": 1, "small_fruit_store": 1, "canal": 1, "distillery": 1}
    purse = seat.purse
    play(game, producer_phase(game.table, 0, alone=False))
    assert (seat.goods["fruit"], seat.purse) == (3, purse + 2)


def test_trading_post_works_with_a_full_house_and_without_markets() -> None:
    # X1 15
    game = new_game(3, "new_buildings")
    table = game.table
    table.house.update(corn=1, fruit=1, sugar=1, tobacco=1)
    seat = table.seats[1]
    own(seat, "trading_post", "small_market")
    hold(seat, corn=1, coffee=1)
    hold(table.seats[0], coffee=1)
    purse = seat.purse
    play(game, trader_phase(table, 0, alone=False))
    assert game.legal() == ["trader.trading.pass", "trading_post.sell(coffee)", "trading_post.sell(corn)"]
    game.apply("trading_post.sell(coffee)")
    assert (seat.purse, sum(table.house.values())) == (purse + 4, 0)


def test_small_wharf_gives_half() -> None:
    # X1 17, X1 18
    game = new_game(3, "new_buildings")
    table = game.table
    for ship, good in zip(table.ships, ("corn", "fruit", "coffee"), strict=True):
        ship.good, ship.load = good, ship.size
    seat = table.seats[0]
    own(seat, "small_wharf", "harbor", "lighthouse")
    hold(seat, sugar=3, tobacco=2)
    purse = seat.purse
    answers = ["small_wharf.load", "small_wharf.ship(sugar,3)", "small_wharf.ship(tobacco,2)"]
    play(game, captain_phase(table, 0, alone=False), answers)
    assert (seat.chips, seat.purse) == (2 + 1 + 1, purse + 2)


def test_guest_moves_from_the_bohio_and_works_at_once() -> None:
    # X1 14
    game = new_game(3, "new_buildings")
    table = game.table
    seat = table.seats[0]
    seat.staff = {"hacienda": 0, "bohio": 2}
    play(game, planter_phase(table, 0, alone=False))
    assert game.legal() == ["bohio.pass", "bohio.to_building(hacienda)", "bohio.to_field(fruit)"]
    game.apply("bohio.to_building(hacienda)")
    # A second guest may only go to a later place, and there is none.
    assert game.legal() == ["hacienda.explore", "hacienda.pass"]


def test_publishing_house_gives_two_different_extra_goods() -> None:
    # X1 20, X5 2
    game = new_game(3, "new_buildings")
    seat = game.table.seats[0]
    seat.island.update(corn=1, fruit=1)
    seat.fields.update(corn=1, fruit=1)
    seat.staff = {"small_fruit_store": 1, "publishing_house": 1}
    play(game, producer_phase(game.table, 0, alone=False), ["producer.extra(corn)", "producer.extra(fruit)"])
    assert (seat.goods["corn"], seat.goods["fruit"]) == (2, 2)


# --- citizens ---


def test_citizens_on_the_register() -> None:
    # X2 3, X2 6, X2 7
    game = new_game(4, "citizens")
    table = game.table
    assert (table.register_workers, table.register_citizens) == (3, 1)
    assert (table.workers, table.citizens) == (97, 19)
    play(game, recruiter_phase(table, 0, alone=False), ["recruiter.extra.pass"])
    assert game.legal() == ["newcomer.citizen", "newcomer.worker"]
    game.apply("newcomer.citizen")
    assert [seat.citizens for seat in table.seats] == [1, 0, 0, 0]
    assert (table.register_workers, table.register_citizens) == (3, 1)


def test_notary_needs_the_right_sort() -> None:
    # X2 13
    seat = Seat()
    own(seat, "notary")
    assert (price(seat, "hacienda", 0), price(seat, "residence", 0)) == (1, 10)
    seat.citizens = seat.citizens_at["notary"] = 1
    assert (price(seat, "hacienda", 0), price(seat, "residence", 0)) == (2, 8)


def test_tailor_shop_chapel_and_town_square_count_citizens() -> None:
    # X2 4, X2 11, X2 16, X2 17
    game = new_game(3, "citizens")
    seat = game.table.seats[1]
    own(seat, "tailor_shop", "chapel", "town_square", "fire_station")
    seat.portrait = 3
    seat.citizens = 4
    seat.citizens_at["chapel"] = 1
    purse = seat.purse
    play(game, producer_phase(game.table, 0, alone=False))
    assert (seat.purse, seat.chips) == (purse + 4, 1)
    assert game.scores()[1] == 1 + (3 + 1 + 4 + 4) + 2 + 4 + 4


def test_supply_office_takes_different_kinds() -> None:
    # X2 14
    game = new_game(3, "citizens")
    seat = game.table.seats[1]
    own(seat, "supply_office")
    seat.portrait = seat.citizens = 2
    hold(seat, corn=2, sugar=1)
    play(game, captain_phase(game.table, 0, alone=False), ["supply_office.deliver(corn)"])
    assert game.legal() == ["supply_office.deliver(sugar)", "supply_office.pass"]


def test_parks_department_and_land_registry() -> None:
    # X2 10, X2 12
    game = new_game(3, "citizens")
    table = game.table
    seat = table.seats[1]
    own(seat, "parks_department", "land_registry")
    seat.citizens = seat.citizens_at["land_registry"] = 1
    seat.island.update(fruit=2)
    seat.fields["fruit"] = 1
    play(game, planter_phase(table, 0, alone=False), ["planter.pass"] * 3)
    answer = "parks_department.discard_occupied(fruit)"
    assert game.legal() == ["parks_department.discard_empty(fruit)", answer, "parks_department.pass"]
    game.apply(answer)
    assert (seat.island["fruit"], seat.fields["fruit"], seat.portrait) == (1, 0, 1)
    purse = seat.purse
    play(game, trader_phase(table, 0, alone=False), ["land_registry.discard_empty(fruit)"])
    assert (seat.tiles(), seat.purse) == (0, purse + 1)


# --- smuggler and festival ---


def test_smuggler_raids_plunders_and_poaches() -> None:
    # X3 2, X3 3
    game = new_game(3, "smuggler")
    table = game.table
    table.ships[0].good, table.ships[0].load = "corn", 4
    table.supply["corn"] -= 4
    play(game, smuggler_phase(table, 0), ["smuggler.raid(small_ship)", "smuggler.keep(3)"])
    assert (table.seats[0].goods["corn"], table.supply["corn"], table.ships[0].load) == (3, 7, 0)
    table.house.update(corn=1, coffee=1)
    play(game, smuggler_phase(table, 0), ["smuggler.plunder"])
    assert (table.seats[0].chips, sum(table.house.values())) == (2, 0)
    table.register_workers = 5
    table.seats[0].staff = {"hacienda": 0}
    workers = table.workers
    play(game, smuggler_phase(table, 0), ["smuggler.poach", "smuggler.recruit(1)", "smuggler.fields(fruit,1)"])
    assert (table.register(), table.workers, table.seats[0].fields["fruit"]) == (3, workers + 1, 1)


def test_swapped_role_pays_or_is_played_at_the_end() -> None:
    # X3 2, X3 4, X3 6
    game = new_game(4, "smuggler")
    table = game.table
    table.coins["adventurer"] = 2
    play(game, play_round(table), ["play.take(smuggler)", "smuggler.swap(adventurer)"])
    assert table.seats[0].purse == 3 + 2
    game.apply("play.take(adventurer)")
    assert (table.seats[0].purse, table.seats[1].purse) == (8, 4)

    game = new_game(4, "smuggler")
    table = game.table
    play(game, play_round(table), ["play.take(smuggler)", "smuggler.swap(adventurer)"])
    assert "play.take(adventurer)" in game.legal()
    game.apply("play.take(trader)")
    game.apply("play.take(captain)")
    game.apply("play.take(producer)")
    assert game.is_over
    assert table.seats[0].purse == 4
    assert "adventurer" in table.taken


def test_festival_rewards() -> None:
    # X4 1, X4 2
    game = new_game(3, "festival")
    table = game.table
    building = table.festival.building
    assert building is not None
    assert BUILDINGS[building].column == 3
    assert (sum(table.festival.goods.values()), table.market[building]) == (3, BUILDINGS[building].copies - 1)
    table.festival.plantation = "fruit"
    seat = table.seats[0]
    seat.island["fruit"] = 2
    table.row["fruit"] = 1
    discarded = table.discard["fruit"]
    play(game, planter_phase(table, 0, alone=False), ["planter.plantation(fruit)"])
    assert (seat.fields["fruit"], seat.portrait) == (3, 0)
    assert table.discard["fruit"] == discarded + 1
    seat.purse = 20
    play(game, builder_phase(table, 0, alone=False), [f"builder.build({building})"])
    assert (seat.chips, table.market[building]) == (3, BUILDINGS[building].copies - 1)
    table.festival.goods = {"corn": 1, "fruit": 2, "sugar": 0, "tobacco": 0, "coffee": 0}
    seat.island.update(corn=1)
    seat.fields.update(corn=1)
    seat.staff["large_fruit_store"] = 1
    purse = seat.purse
    play(game, producer_phase(table, 0, alone=False), ["producer.extra(fruit)"])
    assert seat.purse == purse + 3


# --- the form of decisions ---


def test_sort_of_a_moved_piece_is_asked_right_after_it() -> None:
    game, steps = bohio_steps()
    seat = game.table.seats[0]
    play(game, steps, ["bohio.to_building(chapel)"])
    assert game.legal() == ["guest.citizen", "guest.worker"]
    assert (seat.staff["bohio"], seat.staff["chapel"]) == (1, 1)
    game.apply("guest.citizen")
    assert (seat.citizens, seat.citizens_at["bohio"], seat.citizens_at["chapel"]) == (3, 0, 1)


def test_hospital_asks_for_the_sort_only_at_the_register() -> None:
    # X2 7
    for workers, asked in ((1, False), (0, True)):
        game = new_game(3, "citizens")
        table = game.table
        table.workers = workers
        own(table.seats[0], "hospital")
        play(game, planter_phase(table, 0, alone=False), ["planter.quarry", "hospital.settle"])
        assert ("newcomer.citizen" in game.legal()) == asked
        if asked:
            game.apply("newcomer.citizen")
            assert (table.register_workers, table.register_citizens, table.seats[0].citizens) == (2, 0, 1)


def test_tile_lies_in_the_row_until_the_timber_yard_is_answered() -> None:
    game = new_game(3, "new_buildings")
    table = game.table
    table.row = {"corn": 2, "fruit": 0, "sugar": 1, "tobacco": 0, "coffee": 1}
    seat = table.seats[0]
    own(seat, "timber_yard", "publishing_house")
    play(game, planter_phase(table, 0, alone=False), ["planter.plantation(corn)"])
    assert (game.legal(), table.row["corn"], table.drawn) == (["timber_yard.forest", "timber_yard.pass"], 2, None)
    game.apply("timber_yard.forest")
    assert (table.row["corn"], seat.forests["corn"]) == (1, 1)
    game.apply("planter.pass")
    game.apply("planter.pass")
    second = [f"publishing_house.plantation({kind})" for kind in ("coffee", "corn", "sugar")]
    assert game.legal() == ["publishing_house.pass", *second]


def test_poached_pieces_are_counted_spread_and_sorted_out() -> None:
    game = crowded_game()
    table = game.table
    table.register_workers, table.register_citizens = 1, 5
    seat = table.seats[0]
    play(game, poach(table, 0))
    assert game.legal() == [f"smuggler.recruit({n})" for n in range(4)]
    game.apply("smuggler.recruit(2)")
    # One worker and two citizens were removed.
    assert game.legal() == ["smuggler.noble(1)", "smuggler.noble(2)"]
    game.apply("smuggler.noble(1)")
    for answer in ("fields(corn,1)", "fields(quarry,0)", "staff(large_sugar_mill,0)"):
        game.apply(f"smuggler.{answer}")
    assert game.legal() == ["seating.citizens(chapel,0)", "seating.citizens(chapel,1)"]
    game.apply("seating.citizens(chapel,1)")
    assert game.is_over
    assert (seat.citizens, seat.citizens_at["chapel"], seat.fields["corn"]) == (4, 1, 1)


def test_festival_workers_are_spread() -> None:
    # X4 3
    game = new_game(3, "festival")
    table = game.table
    table.festival.plantation = "fruit"
    seat = table.seats[0]
    seat.island["fruit"] = 2
    seat.staff = {"large_sugar_mill": 2}
    table.row["fruit"] = 1
    play(game, planter_phase(table, 0, alone=False), ["planter.plantation(fruit)"])
    assert game.legal() == ["festival.fields(fruit,2)", "festival.fields(fruit,3)"]
    game.apply("festival.fields(fruit,2)")
    assert (seat.fields["fruit"], seat.staff["large_sugar_mill"], seat.portrait) == (2, 3, 0)


def test_citizens_are_named_after_the_whole_spread() -> None:
    game = new_game(3, "citizens")
    seat = game.table.seats[0]
    seat.island = dict.fromkeys(seat.island, 0)
    seat.staff = {"chapel": 0, "notary": 0, "villa": 0}
    seat.portrait, seat.citizens = 2, 1
    play(game, spread(game.table, 0), ["recruiter.staff(chapel,1)", "recruiter.staff(notary,1)"])
    assert game.legal() == ["seating.citizens(chapel,0)", "seating.citizens(chapel,1)"]
    # Both sorted places are the only ones with pieces, so the citizen must be on the other one.
    game.apply("seating.citizens(chapel,0)")
    assert game.is_over
    assert seat.citizens_at["notary"] == 1


# --- every result has one sequence ---


def results(make: Callable[[], tuple[Game, Steps[None]]]) -> list[str]:
    """The table after every possible sequence of answers."""
    found = []
    open_sequences: list[list[str]] = [[]]
    while open_sequences:
        answers = open_sequences.pop()
        game, steps = make()
        play(game, steps, answers)
        if game.is_over:
            found.append(str(sorted(game.position().items())))
        open_sequences += [[*answers, answer] for answer in game.legal()]
    return found


def crowded_game() -> Game:
    """A player with pieces of both sorts, sorted places and some free circles."""
    game = new_game(3, "new_buildings", "citizens")
    seat = game.table.seats[0]
    seat.island.update(corn=2, fruit=1, quarry=1)
    seat.fields.update(fruit=1)
    seat.staff = {"large_sugar_mill": 1, "bohio": 2, "black_market": 1, "chapel": 0, "notary": 1}
    seat.citizens = 3
    seat.citizens_at.update(bohio=1, notary=1)
    seat.portrait = 1
    seat.chips = 1
    hold(seat, corn=1, coffee=2)
    return game


def bohio_steps() -> tuple[Game, Steps[None]]:
    game = crowded_game()
    return game, ask_bohio(game.table, 0)


def spread_steps() -> tuple[Game, Steps[None]]:
    game = crowded_game()
    return game, spread(game.table, 0)


def poach_steps() -> tuple[Game, Steps[None]]:
    game = crowded_game()
    game.table.register_workers, game.table.register_citizens = 2, 5
    return game, poach(game.table, 0)


def hand_in_steps() -> tuple[Game, Steps[None]]:
    game = crowded_game()
    return game, hand_in(game.table, 0, 2)


@pytest.mark.parametrize(
    ("make", "least"), [(bohio_steps, 20), (spread_steps, 100), (poach_steps, 50), (hand_in_steps, 20)]
)
def test_every_result_is_reached_by_one_sequence(make: Callable[[], tuple[Game, Steps[None]]], least: int) -> None:
    found = results(make)
    assert len(found) >= least
    assert len(found) == len(set(found))
