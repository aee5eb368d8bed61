"""The game for two, of the edition and of 2001: P2-1 to P2-6."""

from collections import Counter

import pytest
from tests.games.puerto_rico.table import Seat
from tests.games.puerto_rico_1897.pair import IDLE, ROLES, Pair
from tests.games.puerto_rico_1897.table import game, rules
from tests.games.puerto_rico_1897.test_names import BEIGE, PRODUCTION

import rulewright
from rulewright.sources import SourceError

PLANTATIONS = {"corn": 7, "fruit": 9, "sugar": 8, "tobacco": 6, "coffee": 5}
GOODS = {"corn": 8, "fruit": 9, "sugar": 9, "tobacco": 7, "coffee": 7}


@pytest.fixture(params=[False, True], ids=["edition", "2001"])
def two(request: pytest.FixtureRequest) -> Pair:
    return Pair(old=request.param)


# ---- who may play it -------------------------------------------------------------


def test_the_variant_is_for_two_and_the_game_of_2001_without_it_is_not() -> None:
    """P2-5: the edition is for two to five; the game of 2001 needs its variant for two."""
    assert Pair(old=True).game.num_players == Pair(old=False).game.num_players == 2
    with pytest.raises(SourceError):
        rulewright.load(rules("puerto_rico"), players=2)
    for players in (3, 4, 5):
        with pytest.raises(SourceError):
            rulewright.load(rules("puerto_rico"), players=players, variants=["two_players"])


# ---- set-up ----------------------------------------------------------------------


def test_each_player_has_three_coins_and_one_plantation(two: Pair) -> None:
    """P2-1: fruit for the first governor, corn for the other; the seed decides who is first."""
    governors = set()
    for seed in range(12):
        state = two.start(seed)
        governor = two.place(state, "governor")
        governors.add(governor)
        assert state.current_player() == governor
        assert two.each(state, "purse") == [3, 3]
        assert two.each(state, "island")[governor] == {"fruit": 1}
        assert two.each(state, "island")[1 - governor] == {"corn": 1}
        assert two.each(state, "goods") == two.each(state, "city") == [{}, {}]
        assert two.each(state, "portrait") == two.each(state, "chips") == [0, 0]
    assert governors == {0, 1}


def test_the_first_governor_may_be_given() -> None:
    """P2-1: with the governor in seat 1 seat 1 has the fruit."""
    state = game(2, first_governor=1).new_initial_state(1)
    islands = Pair(old=False).each(state, "island")
    assert islands == [{"corn": 1}, {"fruit": 1}]


def test_three_plantations_lie_open(two: Pair) -> None:
    """P2-2: at the start, and again after every planter phase."""
    state = two.start(3)
    assert sum(two.place(state, "row").values()) == 3
    for _ in range(4):
        two.take(state, "planter", *IDLE, "builder")
        assert sum(two.place(state, "row").values()) == 3


def test_three_tiles_of_each_kind_are_out_of_the_game(two: Pair) -> None:
    """P2-2: of 10 corn, 12 fruit, 11 sugar, 9 tobacco, 8 coffee and 8 quarries three each leave first."""
    box = {"corn": 10, "fruit": 12, "sugar": 11, "tobacco": 9, "coffee": 8}
    for seed in range(6):
        state = two.start(seed)
        found = Counter[str]()
        for part in (two.place(state, "stack"), two.place(state, "row"), *two.each(state, "island")):
            found.update(part)
        assert {kind: number - found[kind] for kind, number in box.items()} == dict.fromkeys(box, 3)
        assert two.place(state, "quarries") == 8 - 3
        assert two.place(state, "discard") == {}


def test_the_tiles_that_left_never_come_back(two: Pair) -> None:
    """P2-2: when the stack is rebuilt from the discard it still has the 33 tiles that were not dealt."""
    state = two.start(1)
    for _ in range(14):
        two.take(state, "planter", *IDLE, "builder")
        assert sum(sum(two.place(state, name).values()) for name in ("stack", "row", "discard")) == 35 - 2


def test_one_of_each_beige_building_and_two_of_each_of_production(two: Pair) -> None:
    """P2-3: 17 beige ones and 12 of production."""
    expected = dict.fromkeys(PRODUCTION, 2) | dict.fromkeys(BEIGE, 1)
    assert two.place(two.start(1), "market") == expected
    assert sum(expected.values()) == 29


def test_a_beige_building_can_be_built_by_one_player_only(two: Pair) -> None:
    """P2-3: the hacienda goes to the first; a small fruit store to both."""
    rich = {"purse": 20}
    state = two.act(two.position(rich, rich), "play.take(builder)", "builder.build(hacienda)")
    assert state.current_player() == 1
    assert "builder.build(hacienda)" not in two.legal(state)
    state = two.act(two.position(rich, rich), "play.take(builder)", "builder.build(small_fruit_store)")
    assert "builder.build(small_fruit_store)" in two.legal(state)


def test_points_workers_goods_and_roles_are_those_for_two(two: Pair) -> None:
    """P2-4: 65 VP, 40 workers and 2 on the register, two goods of each kind out, seven roles."""
    state = two.start(2)
    assert two.place(state, "vp_pool") == 65
    assert two.place(state, "workers") == 40
    assert two.place(state, "work_register") == 2
    box = {"corn": 10, "fruit": 11, "sugar": 11, "tobacco": 9, "coffee": 9}
    assert two.place(state, "supply") == {kind: number - 2 for kind, number in box.items()}
    assert tuple(two.place(state, "taken")) == ROLES, "one adventurer"
    assert two.legal(state) == {f"play.take({role})" for role in ROLES}


def test_the_ships_hold_four_and_six(two: Pair) -> None:
    """P2-4: two ships; a corn lies on board, and 7 more want to come."""
    for ship, size in (("small_ship", 4), ("large_ship", 6)):
        state = two.position({"goods": {"corn": 7}}, cargo={ship: {"corn": 1}})
        two.act(state, "play.take(captain)")
        assert two.each(state, "chips")[0] == size - 1 + 1, "what still fits, and the captain's point"
    state = two.act(two.position({"goods": {"corn": 3, "sugar": 5}}), "play.take(captain)")
    assert two.legal(state) == {
        "captain.load(corn,small_ship)",
        "captain.load(corn,large_ship)",
        "captain.load(sugar,large_ship)",
    }


def test_the_last_of_65_points_ends_the_game(two: Pair) -> None:
    """P2-4: seat 1 loads one good; with one chip left that ends the game, with two it does not."""
    for left in (1, 2):
        state = two.position({"chips": 65 - left}, {"goods": {"corn": 1}}, cargo={"small_ship": {"corn": 1}})
        two.act(state, "play.take(captain)")
        assert two.place(state, "ending") is (left == 1)


@pytest.mark.parametrize(("empty", "loaded"), [(0, 2), (1, 2), (2, 2), (3, 3), (7, 7)])
def test_the_register_is_never_refilled_with_fewer_than_two(two: Pair, empty: int, loaded: int) -> None:
    """P2-4: one worker for each empty circle on buildings, and 2 at least; plantations do not count."""
    cities: dict[int, list[Seat]] = {
        0: [{"island": {"corn": 3}}],
        1: [{"city": {"hacienda": 1}}],
        2: [{"city": {"hacienda": 1}}, {"city": {"office": 1}, "island": {"corn": 2}}],
        3: [{"city": {"large_fruit_store": 1}}],
        7: [{"city": {"large_fruit_store": 1, "coffee_roaster": 1}}, {"city": {"hospital": 1, "harbor": 1}}],
    }
    state = two.take(two.position(*cities[empty]), "recruiter")
    assert two.place(state, "work_register") == loaded
    assert two.place(state, "workers") == 42 - loaded
    assert two.place(state, "ending") is False


def test_a_supply_with_fewer_than_two_workers_ends_the_game(two: Pair) -> None:
    """P2-4: two are needed: with one left the game ends with this round, with two it does not."""
    for left in (0, 1, 2, 3):
        state = two.take(two.position(workers=left), "recruiter")
        assert two.place(state, "work_register") == min(left, 2)
        assert two.place(state, "ending") is (left < 2)


def test_the_two_on_the_register_are_dealt_one_each(two: Pair) -> None:
    """P2-4: and the recruiter's own one comes from the supply: two for him, one for the other."""
    state = two.act(two.position(work_register=2), "play.take(recruiter)", "recruiter.recruit")
    assert two.each(state, "portrait") == [2, 1]
    assert two.place(state, "work_register") == 2
    assert two.place(state, "workers") == 40 - 1 - 2


# ---- the round -------------------------------------------------------------------


@pytest.mark.parametrize("governor", [0, 1])
def test_six_of_the_seven_roles_are_chosen_in_turn(two: Pair, governor: int) -> None:
    """P2-5: governor, other, governor, other, governor, other: three roles each, each of them once."""
    state = two.position(to_move=governor)
    roles = ["captain", "adventurer", "trader", "planter", "producer", "builder"]
    for number, role in enumerate(roles):
        assert two.asked(state) == "play"
        assert state.current_player() == (governor + number) % 2
        assert two.place(state, "governor") == governor
        assert two.legal(state) == {f"play.take({left})" for left in ROLES if left not in roles[:number]}
        two.take(state, role)
    assert two.place(state, "governor") == 1 - governor
    assert state.current_player() == 1 - governor
    assert two.legal(state) == {f"play.take({role})" for role in ROLES}, "all cards are back"


@pytest.mark.parametrize("left", ROLES)
def test_the_role_left_over_gets_a_coin(two: Pair, left: str) -> None:
    """P2-5: one coin on the one left over and on no other; a second one if it is left over again."""
    state = two.position(row={"corn": 1})
    for coins in (1, 2, 3):
        two.take(state, *(role for role in ROLES if role != left))
        assert two.place(state, "coins") == {left: coins}
    two.take(state, left)
    assert two.place(state, "coins") == {}
    adventures = 1 if left == "adventurer" else 3
    assert sum(two.each(state, "purse")) == 3 + adventures, "its three coins, and one for each adventurer"


def test_the_governor_changes_after_each_round(two: Pair) -> None:
    """P2-5: 0, 1, 0, 1: so the last chooser of a round is the first of the next."""
    state = two.position()
    for number in range(4):
        assert two.place(state, "governor") == state.current_player() == number % 2
        two.take(state, *IDLE, "builder")
        assert state.current_player() == 1 - number % 2, "the sixth role of the round"
        two.take(state, "planter")


def test_the_other_player_acts_second_whoever_chose(two: Pair) -> None:
    """P2-5: seat 1 chooses the trader as second of the round and sells first; then seat 0."""
    goods = {"goods": {"corn": 1, "sugar": 1}}
    state = two.take(two.position(goods, goods), "adventurer")
    two.act(state, "play.take(trader)")
    assert (two.asked(state), state.current_player()) == ("trader.trading", 1)
    two.act(state, "trader.sell(sugar)")
    assert (two.asked(state), state.current_player()) == ("trader.trading", 0)
    two.act(state, "trader.sell(corn)")
    assert two.each(state, "purse") == [1, 2 + 1]
    assert (two.asked(state), state.current_player()) == ("play", 0), "the governor's second role"


def test_the_last_round_is_played_to_its_sixth_role(two: Pair) -> None:
    """P2-5: the end comes up with the first role; five more are chosen, and no coin is laid out."""
    state = two.take(two.position(workers=1), "recruiter")
    assert two.place(state, "ending") is True
    for number, role in enumerate(("builder", "trader", "producer", "captain", "adventurer")):
        assert not state.is_terminal()
        assert state.current_player() == (1 + number) % 2
        two.take(state, role)
    assert state.is_terminal()
    assert two.place(state, "coins") == {}


# ---- what is in the game ---------------------------------------------------------


def test_the_numbers_of_plantations_and_goods(two: Pair) -> None:
    """P2-6: 7, 9, 8, 6 and 5 plantations, the two first ones among them, 5 quarries; 8, 9, 9, 7 and 7 goods."""
    for seed in range(6):
        state = two.start(seed)
        found = Counter[str]()
        for part in (two.place(state, "stack"), two.place(state, "row"), *two.each(state, "island")):
            found.update(part)
        assert found == PLANTATIONS
        assert two.place(state, "quarries") == 5
        assert two.place(state, "supply") == GOODS


def test_the_first_tile_turned_up_is_any_of_the_33(two: Pair) -> None:
    """P2-6: the two first plantations are out of the stack before it is turned up: 6, 8, 8, 6, 5."""
    state = two.game.new_initial_state(explicit_chance=True)
    state.apply_action(0)
    assert two.place(state, "stack") == PLANTATIONS | {"corn": 6, "fruit": 8}
    assert [round(chance * 33) for _, chance in state.chance_outcomes()] == [6, 8, 8, 6, 5]
