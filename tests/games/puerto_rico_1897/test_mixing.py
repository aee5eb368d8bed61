"""Expansions together: X5-1 to X5-3."""

from itertools import combinations, permutations

import pytest
from tests.games.puerto_rico.table import act, asked, legal, occupied, place, seat
from tests.games.puerto_rico_1897.table import position, rules

import rulewright
from rulewright.api import describe_games
from rulewright.harness import check_random_play
from rulewright.vm import RuleFault

EXPANSIONS = next(info.expansions for info in describe_games() if info.name == "puerto_rico_1897")
MIXES = [parts for size in range(1, len(EXPANSIONS) + 1) for parts in combinations(EXPANSIONS, size)]


@pytest.mark.parametrize("parts", MIXES, ids="+".join)
def test_every_mix_is_played_to_its_end(parts: tuple[str, ...]) -> None:
    """X5-1: with another number of players for each; tokens, copies and texts are as they must be at every step."""
    players = 2 + MIXES.index(parts) % 4
    played = rulewright.load(rules(), players=players, expansions=parts)
    try:
        report = check_random_play(played, range(2))
    except RuleFault as fault:
        pytest.fail(f"with {players} players this mix does not work: {fault}")
    assert report.games == 2
    assert report.longest <= played.max_game_length()


def test_the_order_in_which_expansions_are_named_changes_nothing() -> None:
    """X5-1: the same actions under the same numbers."""
    games = [rulewright.load(rules(), players=3, expansions=parts) for parts in permutations(EXPANSIONS, 2)]
    by_parts: dict[frozenset[str], list[list[str]]] = {}
    for game in games:
        texts = [game.action_to_string(action) for action in range(game.num_actions)]
        by_parts.setdefault(frozenset(game.expansions), []).append(texts)
    assert all(first == second for first, second in by_parts.values())


def test_two_extra_goods_may_be_of_one_kind() -> None:
    """X5-2: with a publishing house: corn twice, and corn with fruit."""
    fields = {"corn": 1, "fruit": 1}
    farm = occupied("publishing_house", "small_fruit_store", island=fields, fields=fields)
    for second, goods in (("corn", {"corn": 3, "fruit": 1}), ("fruit", {"corn": 2, "fruit": 2})):
        state = position(3, expansions=("new_buildings",), seats=[farm])
        act(state, "play.take(producer)", "producer.extra(corn)", f"producer.extra({second})")
        assert seat(state, 0)["goods"] == goods


def test_chips_of_church_and_festival_come_from_the_pool_and_count_for_the_customs_house() -> None:
    """X5-3: four chips: 1 VP more at the end."""
    mine = occupied("church", "customs_house", purse=20)
    state = position(3, expansions=("new_buildings", "festival"), seats=[mine], festival_building={"harbor": 1})
    before, pool = state.scores()[0], place(state, "vp_pool")
    act(state, "play.take(builder)", "builder.build(harbor)")
    assert place(state, "vp_pool") == pool - 4
    assert state.scores()[0] == before + 3 + 4 + 1


def test_a_pool_emptied_outside_of_the_captain_phase_ends_the_game_at_the_next_one_only() -> None:
    """X5-3: the church takes the last chip; nothing happens until a captain phase ends with an empty pool."""
    mine = occupied("church", purse=20)
    rich = {"chips": 74}
    state = position(3, expansions=("new_buildings",), seats=[mine, rich])
    act(state, "play.take(builder)", "builder.build(office)")
    assert place(state, "vp_pool") == 0
    assert place(state, "ending") is False
    while asked(state) != "play":
        act(state, "builder.pass")
    act(state, "play.take(captain)")
    assert place(state, "ending") is True


def test_a_pool_that_is_empty_at_the_end_of_a_round_without_a_captain_ends_nothing() -> None:
    """X5-3: the next captain phase may be rounds away."""
    mine = occupied("church", purse=20)
    state = position(3, expansions=("new_buildings",), seats=[mine, {"chips": 74}])
    act(state, "play.take(builder)", "builder.build(office)")
    for role in ("trader", "producer"):
        while asked(state) != "play":
            act(state, "builder.pass")
        act(state, f"play.take({role})")
    assert (place(state, "vp_pool"), place(state, "governor"), state.is_terminal()) == (0, 1, False)
    assert place(state, "ending") is False


def test_a_chip_that_came_back_keeps_the_game_going() -> None:
    """X5-3, X1-12: the pool is no longer empty when the captain phase ends."""
    state = position(3, expansions=("new_buildings",), seats=[occupied("black_market", chips=75)])
    assert place(state, "vp_pool") == 0
    act(state, "play.take(builder)", "builder.build(hacienda)")
    assert place(state, "vp_pool") == 1
    while asked(state) != "play":
        act(state, "builder.pass")
    act(state, "play.take(captain)")
    assert place(state, "ending") is False


def test_a_pool_emptied_in_a_captain_phase_ends_the_game_for_good() -> None:
    """X5-3: by the assembly hall at a first turn; a chip handed in later changes nothing."""
    mine = occupied("assembly_hall", "black_market", goods={"corn": 2}, chips=74)
    state = position(3, expansions=("new_buildings",), seats=[mine], cargo={"large_ship": {"corn": 6}})
    act(state, "play.take(captain)")
    assert place(state, "vp_pool") == 0
    assert place(state, "ending") is True
    while asked(state) != "play":
        act(state, min(legal(state)))
    assert place(state, "ending") is True
