"""Material, set-up, the order of a round, what is hidden."""

import pytest
from tests.games.san_juan.table import (
    COPIES,
    act,
    box,
    cards,
    count,
    decline,
    game,
    legal,
    of,
    place,
    position,
    seat,
)

ROLES = ["builder", "producer", "trader", "councillor", "prospector"]
COSTS = {
    "indigo_plant": (1, 1), "sugar_mill": (2, 1), "tobacco_storage": (3, 2), "coffee_roaster": (4, 2),
    "silver_smelter": (5, 3), "smithy": (1, 1), "gold_mine": (1, 1), "archive": (1, 1), "poor_house": (2, 1),
    "black_market": (2, 1), "trading_post": (2, 1), "well": (2, 1), "market_stand": (2, 1), "crane": (2, 1),
    "chapel": (3, 2), "tower": (3, 2), "aqueduct": (3, 2), "carpenter": (3, 2), "prefecture": (3, 2),
    "market_hall": (4, 2), "quarry": (4, 2), "library": (5, 3), "statue": (3, 3), "victory_column": (4, 4),
    "hero": (5, 5), "guild_hall": (6, 0), "city_hall": (6, 0), "triumphal_arch": (6, 0), "palace": (6, 0),
}  # fmt: skip


def test_what_is_in_the_box() -> None:
    """SJ-1: 110 cards, 42 of them production buildings, 20 violet kinds three times and 4 twice; roles and tiles."""
    state = game().new_initial_state(seed=1)
    assert box(state).total() == sum(COPIES.values()) == 110
    assert sum(list(COPIES.values())[:5]) == 42
    assert (list(COPIES.values()).count(3), list(COPIES.values()).count(2)) == (20, 4)
    assert legal(state) == {f"play.take({role})" for role in ROLES}
    assert sum(place(state, "tile_deck").values()) == 5


@pytest.mark.parametrize("card", COSTS)
def test_cost_points_and_copies_of_every_card(card: str) -> None:
    """SJ-4: who is not builder pays the cost; the points count in the end (special points left out)."""
    cost, points = COSTS[card]
    assert box(game().new_initial_state(seed=1))[card] == COPIES[card]
    rich = seat(hand=f"{card} " + " ".join(["coffee_roaster"] * 6)) if card != "coffee_roaster" else None
    rich = rich or seat(hand=f"{card} " + " ".join(["silver_smelter"] * 6))
    state = act(position(seat(), rich), "play.take(builder)", f"builder.build({card})")
    assert count(state, 1) == 6 - cost
    assert of(state, 1, "buildings") == {card: 1}
    special = {"guild_hall": 0, "city_hall": 1, "palace": 0, "triumphal_arch": 0}
    assert state.scores()[1] == points + special.get(card, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_a_plant_and_four_cards(players: int) -> None:
    """SJ-2: an indigo plant on the table and 4 cards in hand; the tiles are in an order nobody knows."""
    state = game(players).new_initial_state(seed=3)
    for player in range(players):
        assert of(state, player, "buildings") == {"indigo_plant": 1}
        assert count(state, player) == 4
    assert place(state, "tile_row") == {}


def test_the_variant_deals_more_and_four_are_kept() -> None:
    """SJ-3: the n-th seat from the governor draws 4 + n cards and keeps four."""
    state = game(4, variant=True).new_initial_state(seed=5)
    for player in range(4):
        assert state.current_player() == player
        assert count(state, player, "fan") == 5 + player
        while state.current_player() == player and min(legal(state)).startswith("deal.keep("):
            act(state, min(legal(state)))
        assert count(state, player) == 4
    assert sum(place(state, "discard").values()) == 1 + 2 + 3 + 4


def test_the_price_rows_of_the_tiles() -> None:
    """SJ-5: five rows of prices; the sum of one of each good is 7 to 11."""
    rows = {"tile_1": 11122, "tile_2": 11222, "tile_3": 11223, "tile_4": 12223, "tile_5": 12233}
    plants = list(COPIES)[:5]
    for tile, row in rows.items():
        others = {name: 1 for name in rows if name != tile}
        for plant, price in zip(plants, map(int, str(row)), strict=True):
            state = position(seat(), seat(plant, goods=plant), tile_deck={tile: 1}, tile_row=others)
            act(state, "play.take(trader)", f"trader.sell({plant})")
            assert count(state, 1) == price


def test_the_roles_go_round_from_the_governor() -> None:
    """SJ-10: each chooses one of the roles left; with two players the governor chooses again."""
    state = position(players=2)
    order = []
    for role in ("producer", "builder", "trader"):
        order.append(state.current_player())
        act(state, f"play.take({role})")
    assert order == [0, 1, 0]
    assert (state.current_player(), place(state, "governor"), len(legal(state))) == (1, 1, 5)
    for players, roles in ((2, 3), (3, 3), (4, 4)):
        state = game(players).new_initial_state(seed=1)
        for role in ("trader", "prospector", "producer", "councillor")[:roles]:
            assert place(state, "governor") == 0
            decline(act(state, f"play.take({role})"), "play.take(")
        assert (state.current_player(), place(state, "governor"), len(legal(state))) == (1, 1, 5)
    state = act(position(), "play.take(trader)", "play.take(councillor)")
    assert (state.current_player(), legal(state)) == (1, {"councillor.draw", "councillor.pass"}), "the chooser first"
    state = act(position(players=4), "play.take(producer)")
    assert legal(state) == {f"play.take({role})" for role in ROLES if role != "producer"}
    assert state.current_player() == 1


def test_a_role_must_be_chosen_but_need_not_be_used() -> None:
    """SJ-11: there is no pass among the roles; action and privilege may be declined."""
    state = position(seat("indigo_plant", hand="smithy"))
    assert "play.pass" not in legal(state)
    for role in ("builder", "producer", "councillor", "prospector"):
        assert f"{role}.pass" in legal(act(state.clone(), f"play.take({role})"))


def test_chapels_then_limits_at_the_start_of_a_round() -> None:
    """SJ-12: not in the first round; from the new governor all chapels, then 7 cards, 12 with a tower."""
    ten = "crane crane crane well well well smithy smithy smithy hero"
    state = position(seat("chapel", hand=ten), seat("tower", hand="archive"), seat("chapel", hand="statue"), last=True)
    act(state, "play.take(trader)")
    assert (state.current_player(), place(state, "governor")) == (2, 1)
    act(state, "chapel.pass", "chapel.tuck(hero)")
    assert of(state, 0, "tucked") == {"hero": 1}
    assert legal(state) == {"new_round.discard(smithy)", "new_round.discard(well)", "new_round.discard(crane)"}
    act(state, "new_round.discard(crane)")  # the last of the table: only more of it can follow
    assert (count(state, 0), of(state, 0, "hand").get("crane", 0)) == (7, 1)
    assert legal(state) == {f"play.take({role})" for role in ROLES}
    both = position(seat(), seat("chapel", hand=ten), seat("chapel", hand="statue"), last=True)
    act(both, "play.take(trader)", "chapel.tuck(hero)")
    assert (both.current_player(), legal(both)) == (2, {"chapel.tuck(statue)", "chapel.pass"})
    within = act(position(seat("chapel", hand=ten)), "play.take(trader)")
    assert (within.current_player(), min(legal(within)).startswith("play.take(")) == (1, True), "only then"
    tower = position(seat("tower", hand=ten + " palace palace archive"), last=True)
    assert min(legal(act(tower, "play.take(trader)"))).startswith("new_round.discard(")
    assert count(decline(tower, "play.take("), 0) == 12


def test_what_is_hidden() -> None:
    """SJ-13: hands, goods, tucked cards, deck and discard are hidden; the number in a hand and of goods is seen."""
    state = position(seat("sugar_mill", hand="hero well", goods="sugar_mill", tucked="palace"), discard="statue")
    other = position(seat("sugar_mill", hand="tower well", goods="sugar_mill", tucked="crane"), discard="quarry")
    assert state.observation_tensor(1) == other.observation_tensor(1)
    assert state.observation_tensor(0) != other.observation_tensor(0)
    mine, yours = (position(*seats) for seats in ([seat(hand="hero"), seat()], [seat(), seat(hand="hero")]))
    assert mine.observation_tensor(2) != yours.observation_tensor(2), "all see who holds how many cards"
    assert "sugar_mill 1 hidden" in state.observation_string(1)
    two = "sugar_mill silver_smelter"
    first, second = (position(seat(two, goods=kind)) for kind in two.split())
    assert first.observation_tensor(1) != second.observation_tensor(1)


def test_the_deck_is_rebuilt_in_the_middle_of_a_draw() -> None:
    """SJ-15: an empty deck is rebuilt from the discard; with both empty fewer cards are drawn."""
    state = position(stack="hero", discard="palace palace")
    act(state, "play.take(councillor)", "councillor.draw")
    assert of(state, 0, "fan") == {"hero": 1, "palace": 2}
    assert (place(state, "card_stack"), place(state, "discard")) == ({}, {})
    act(state, "councillor.keep(hero)")
    assert place(state, "discard") == {"palace": 2}
    mine = act(position(seat("gold_mine"), stack="hero palace well"), "play.take(prospector)", "prospector.pass")
    assert legal(mine) == {f"play.take({role})" for role in ROLES if role != "prospector"}


def test_a_phase_goes_clockwise_from_the_chooser() -> None:
    """SJ-16: each player is finished before the next begins."""
    state = act(position(), "play.take(trader)", "play.take(councillor)")
    order = []
    for _ in range(3):
        order.append(state.current_player())
        act(state, "councillor.draw")
        while min(legal(state)).startswith("councillor.keep("):
            assert state.current_player() == order[-1]
            act(state, min(legal(state)))
    assert order == [1, 2, 0]


def test_the_same_violet_building_only_once() -> None:
    """SJ-14: no second violet building of a kind, but production buildings may be repeated; no effect at once."""
    state = act(position(seat("well sugar_mill", hand="well sugar_mill tower tower tower")), "play.take(builder)")
    assert legal(state) == {"builder.build(sugar_mill)", "builder.build(tower)", "builder.pass"}
    itself = position(seat(hand="poor_house hero"))
    act(itself, "play.take(builder)", "builder.build(poor_house)")
    assert (count(itself, 0), of(itself, 0, "buildings")) == (0, cards("poor_house"))
