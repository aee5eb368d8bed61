"""The five roles and the violet buildings that change them."""

from itertools import combinations

import pytest
from tests.games.san_juan.table import PLANTS, act, all_cards, cards, count, decline, legal, of, place, position, seat

from rulewright.vm import State

PAYMENT = "well well well tower tower tower"


def paid(buildings: str, card: str, over: str | None = None, *, builder: bool = True) -> int:
    """How many cards a player pays, as builder or in another's phase."""
    mine = seat(buildings, hand=f"{card} {PAYMENT}")
    state = act(position(mine) if builder else position(seat(), mine), "play.take(builder)", f"builder.build({card})")
    me = 0 if builder else 1
    if f"crane.over({over})" in legal(state):
        act(state, f"crane.over({over})")
    elif "crane.pass" in legal(state):
        act(state, "crane.pass")
    while any(text.startswith("builder.pay(") for text in legal(state)):
        act(state, min(legal(state)))
    assert of(state, me, "buildings").get(card, 0) > 0
    assert all_cards(state) == 110
    return 6 - count(state, me)


@pytest.mark.parametrize(
    ("buildings", "card", "price"),
    [
        ("indigo_plant", "guild_hall", 5),
        ("smithy library", "sugar_mill", 0),
        ("smithy library", "indigo_plant", 0),  # nothing is paid out
    ],
)
def test_the_builder_pays_one_less(buildings: str, card: str, price: int) -> None:
    """SJ-20: the builder pays 1 less; a builder with smithy and library builds a sugar mill for nothing."""
    assert paid(buildings, card) == price
    assert paid("indigo_plant", "guild_hall", builder=False) == 6, "the others pay the whole price"
    once = act(position(seat(hand="smithy archive well")), "play.take(builder)", "builder.build(smithy)")
    assert (min(legal(once)).startswith("play.take("), of(once, 0, "buildings")) == (True, {"smithy": 1})
    declined = act(position(seat("library", hand="well")), "play.take(builder)", "builder.pass")
    assert count(declined, 0) == 1


@pytest.mark.parametrize(
    ("buildings", "card", "price"),
    [("smithy", "silver_smelter", 4), ("smithy", "hero", 5), ("quarry", "hero", 4), ("quarry", "silver_smelter", 5)],
)
def test_smithy_and_quarry(buildings: str, card: str, price: int) -> None:
    """SJ-30: a smithy makes production buildings 1 cheaper, a quarry violet ones; a crane for nothing as builder."""
    assert paid(buildings, card, builder=False) == price
    assert paid("quarry", "crane") == 0


def test_the_order_of_a_builder_turn() -> None:
    """SJ-25: card, crane, black market, payment; only as many goods as the price needs."""
    mine = seat(
        "crane black_market sugar_mill indigo_plant", hand="tower well well hero", goods="sugar_mill indigo_plant"
    )
    state = act(position(seat(), mine), "play.take(builder)", "builder.build(tower)")
    assert "crane.pass" in legal(state)
    act(state, "crane.over(indigo_plant)")
    assert "black_market.pay(sugar_mill)" in legal(state)
    act(state, "black_market.pay(sugar_mill)")
    assert legal(state) == {"builder.pay(well)", "builder.pay(hero)"}
    act(state, "builder.pay(well)")
    assert of(state, 1, "goods") == {}
    cheap = seat("black_market indigo_plant sugar_mill", hand="smithy", goods="indigo_plant sugar_mill")
    state = act(
        position(seat(), cheap), "play.take(builder)", "builder.build(smithy)", "black_market.pay(indigo_plant)"
    )
    assert (count(state, 1, "goods"), of(state, 1, "buildings").get("smithy")) == (1, 1), "the price is 1"
    drawing = act(position(seat(), seat("carpenter", hand="tower well smithy hero palace")), "play.take(builder)")
    act(drawing, "builder.build(tower)")
    assert count(drawing, 1) == 4, "the carpenter's card comes after the payment"


@pytest.mark.parametrize(
    ("buildings", "player", "most"),
    [("", 0, 2), ("", 1, 1), ("library", 0, 3), ("library", 1, 1), ("+", 1, 2), ("+", 0, 3), ("+ library", 0, 4)],
)
def test_how_many_goods_are_laid_and_sold(buildings: str, player: int, most: int) -> None:
    """SJ-21, SJ-22, SJ-35, SJ-39: one good, privilege, aqueduct or trading post and library one more each.

    The well gives a card for two goods laid. By kind, each kind in its turn, and fewer may be laid.
    """
    mine = seat(f"{PLANTS} well {buildings.replace('+', 'aqueduct')}")
    state = act(position(*[seat()] * player, mine), "play.take(producer)")
    assert legal(state) == {f"producer.lay({kind})" for kind in PLANTS.split()} | {"producer.pass"}
    for kind in PLANTS.split():
        if f"producer.lay({kind})" in legal(state):
            act(state, f"producer.lay({kind})")
    assert of(state, player, "goods").keys() == set(PLANTS.split()[:most])
    assert count(state, player) == (1 if most >= 2 else 0)

    mine = seat(f"{PLANTS} {buildings.replace('+', 'trading_post')}", goods=PLANTS)
    state = position(*[seat()] * player, mine, tile_deck={"tile_3": 1}, tile_row=dict.fromkeys(["tile_1", "tile_2"], 1))
    act(state, "play.take(trader)")
    for kind in PLANTS.split():
        if f"trader.sell({kind})" in legal(state):
            act(state, f"trader.sell({kind})")
    assert count(state, player, "goods") == 5 - most
    assert count(state, player) == sum((1, 1, 2, 2, 3)[:most])
    assert place(state, "discard") == {"silver_smelter": most}


def test_one_good_a_building() -> None:
    """SJ-21: only empty production buildings get a good, unseen from the deck."""
    state = act(
        position(seat("indigo_plant indigo_plant sugar_mill", goods="indigo_plant sugar_mill")), "play.take(producer)"
    )
    assert legal(state) == {"producer.lay(indigo_plant)", "producer.pass"}
    act(state, "producer.lay(indigo_plant)")
    assert legal(state) >= {"play.take(builder)"}


def test_the_tiles_go_round() -> None:
    """SJ-2, SJ-22: turned up before anybody decides and put under even if nothing is sold; the order stays."""
    state = position(players=2)
    seen: list[str] = []
    while len(seen) < 10:
        decline(state, "play.take(")
        if "play.take(trader)" in legal(state):
            before = place(state, "tile_turn")
            act(state, "play.take(trader)")
            assert place(state, "tile_turn") == before % 5 + 1
            turned = [t for t, turn in place(state, "turn").items() if turn == place(state, "tile_turn")]
            assert len(turned) == 1
            seen += turned
        else:
            act(state, min(legal(state)))
    assert seen[:5] == seen[5:]
    assert sorted(seen[:5]) == [f"tile_{n}" for n in range(1, 6)]
    up = act(position(seat("sugar_mill", goods="sugar_mill")), "play.take(trader)")
    assert sum(place(up, "house").values()) == 1
    two = "sugar_mill coffee_roaster"
    selling = act(position(seat(two, goods=two)), "play.take(trader)", "trader.sell(sugar_mill)")
    assert (count(selling, 0), count(selling, 0, "goods")) == (0, 1), "all is named before anything is drawn"
    act(up, "trader.pass")
    assert (place(up, "house"), sum(place(up, "tile_row").values())) == ({}, 1)


@pytest.mark.parametrize(
    ("buildings", "player", "drawn", "kept"),
    [
        ("", 0, 5, 1),
        ("", 1, 2, 1),
        ("library", 0, 8, 1),
        ("prefecture", 0, 5, 2),
        ("prefecture", 1, 2, 2),
        ("prefecture library", 0, 8, 2),
        ("prefecture archive", 0, 5, 2),
        ("prefecture archive library", 0, 8, 2),
        ("archive", 1, 2, 1),
    ],
)
def test_councillor(buildings: str, player: int, drawn: int, kept: int) -> None:
    """SJ-23, SJ-32, SJ-38, SJ-40: 5 or 2 drawn and 1 kept; prefecture 2, library 8; the archive discards from all."""
    state = act(position(*[seat()] * player, seat(buildings, hand="smithy hero palace")), "play.take(councillor)")
    if player:
        act(state, "councillor.pass")
    assert count(state, 0) == (3 if player == 0 else 0)
    act(state, "councillor.draw")
    if "archive" in buildings:
        assert count(state, player) == 3 + drawn
        assert "archive.discard(smithy)" in legal(state)
    while state.current_player() == player and "councillor.draw" not in legal(state):
        act(state, min(legal(state)))
    assert count(state, player) == 3 + kept
    assert sum(place(state, "discard").values()) == drawn - kept


@pytest.mark.parametrize(("buildings", "drawn"), [("", 1), ("library", 2)])
def test_prospector(buildings: str, drawn: int) -> None:
    """SJ-24: the chooser draws 1 card, with a library 2 (SJ-39); the others nothing."""
    state = act(position(seat(buildings)), "play.take(prospector)", "prospector.draw")
    assert [count(state, player) for player in range(3)] == [drawn, 0, 0]
    assert min(legal(state)).startswith("play.take("), "nobody else is asked"


def test_gold_mine() -> None:
    """SJ-31: four cards turned up for all to see; with four different costs one is taken, otherwise none."""
    state = position(
        seat("gold_mine"), seat("gold_mine"), stack="quarry smithy tobacco_storage library", discard="hero hero"
    )
    act(state, "play.take(prospector)", "prospector.pass", "gold_mine.pass", "gold_mine.dig")
    assert state.current_player() == 1
    assert place(state, "pit") == cards("quarry smithy tobacco_storage library")
    assert legal(state) == {f"gold_mine.take({c})" for c in ("quarry", "smithy", "tobacco_storage", "library")}
    act(state, "gold_mine.take(library)")
    assert (of(state, 1, "hand"), count(state, 0)) == ({"library": 1}, 0)
    assert place(state, "discard") == cards("hero hero quarry smithy tobacco_storage")
    for stack in ("prefecture smithy tobacco_storage library", "smithy smithy tobacco_storage library"):
        same = position(seat(), seat("gold_mine"), stack=stack)
        act(same, "play.take(prospector)", "prospector.pass", "gold_mine.dig")
        assert (count(same, 1), sum(place(same, "discard").values())) == (0, 4)


@pytest.mark.parametrize(
    ("standing", "card", "others", "left"),
    [
        ("carpenter poor_house", "smithy", "", 2),
        ("carpenter poor_house", "indigo_plant", "", 1),
        ("carpenter poor_house", "well", "tower tower", 2),
        ("well", "carpenter", "tower tower", 0),
        ("well", "poor_house", "tower", 0),
    ],
)
def test_carpenter_and_poor_house(standing: str, card: str, others: str, left: int) -> None:
    """SJ-25, SJ-33, SJ-38: a card for a violet building, then one with 0 or 1 card left; neither for itself."""
    state = act(position(seat(standing, hand=f"{card} {others}")), "play.take(builder)", f"builder.build({card})")
    assert count(state, 0) == left
    nothing = act(position(seat(standing, hand=f"{card} {others}")), "play.take(builder)", "builder.pass")
    assert count(nothing, 0) == 1 + len(others.split())


def test_black_market() -> None:
    """SJ-34: up to two goods pay 1 each: a library for two goods and three cards."""
    mine = seat(
        "black_market indigo_plant tobacco_storage", "library well well well tower", "indigo_plant tobacco_storage"
    )
    state = act(position(seat(), mine), "play.take(builder)", "builder.build(library)")
    assert legal(state) == {"black_market.pay(indigo_plant)", "black_market.pay(tobacco_storage)"}
    act(state, "black_market.pay(indigo_plant)")
    assert legal(state) == {"black_market.pass", "black_market.pay(tobacco_storage)"}
    act(state, "black_market.pay(tobacco_storage)", "builder.pay(tower)")
    assert of(state, 1, "hand") == {"well": 1}
    three = "indigo_plant sugar_mill tobacco_storage"
    poor = seat(f"black_market {three}", hand="library well well", goods=three)
    state = act(position(seat(), poor), "play.take(builder)")
    assert "builder.build(library)" not in legal(state), "three goods and two cards are not enough"


def test_market_stand_and_hall() -> None:
    """SJ-35, SJ-40: indigo, tobacco and silver with stand and post: the three prices and 1 card; the hall 1 more."""
    kinds = "indigo_plant tobacco_storage silver_smelter"
    for market, more in (("market_stand", 1), ("market_hall", 1), ("market_stand market_hall", 2)):
        state = position(
            seat(f"{kinds} trading_post {market}", goods=kinds), tile_deck={"tile_5": 1}, tile_row={"tile_1": 1}
        )
        act(state, "play.take(trader)", *(f"trader.sell({kind})" for kind in kinds.split()))
        assert count(state, 0) == 1 + 2 + 3 + more
    one = position(seat("sugar_mill market_stand", goods="sugar_mill"), tile_deck={"tile_5": 1}, tile_row={"tile_1": 1})
    assert count(act(one, "play.take(trader)", "trader.sell(sugar_mill)"), 0) == 2


@pytest.mark.parametrize(
    ("buildings", "card", "over", "price", "builder"),
    [
        ("crane chapel", "palace", "chapel", 3, False),
        ("crane coffee_roaster", "statue", "coffee_roaster", 0, False),
        ("crane library", "palace", "library", 0, True),
        ("crane quarry", "palace", "quarry", 1, True),  # the quarry gives no discount any more
        ("crane quarry chapel", "palace", "chapel", 1, True),
    ],
)
def test_what_the_crane_costs(buildings: str, card: str, over: str, price: int, *, builder: bool) -> None:
    """SJ-36: the difference is paid, never below 0; what is built over helps no more."""
    assert paid(buildings, card, over, builder=builder) == price


def test_what_the_crane_may_build_over() -> None:
    """SJ-36: never the crane, never a building over itself; the good goes, tucked cards stay, the old card is out."""
    state = act(position(seat("crane indigo_plant chapel", hand="indigo_plant chapel crane")), "play.take(builder)")
    assert legal(state) == {"builder.build(indigo_plant)", "builder.pass"}
    act(state, "builder.build(indigo_plant)")
    assert legal(state) == {"crane.over(chapel)", "crane.pass"}
    for plants, left in (("sugar_mill", 0), ("sugar_mill sugar_mill", 1)):
        state = position(seat(f"crane {plants}", hand="chapel smithy", goods="sugar_mill"))
        act(state, "play.take(builder)", "builder.build(chapel)")
        assert (count(state, 0, "goods"), place(state, "built_over")) == (left, {"sugar_mill": 1})
    over = position(seat("crane chapel", hand="tower chapel", tucked="hero hero"))
    act(over, "play.take(builder)", "builder.build(tower)")  # beside the others it costs too much
    assert (of(over, 0, "buildings"), count(over, 0, "tucked")) == (cards("crane tower"), 2)
    assert over.scores()[0] == 1 + 2 + 2
    again = seat("crane tower", hand="chapel well well", tucked="hero")
    assert "builder.build(chapel)" in legal(act(position(again), "play.take(builder)"))


def test_the_library_once_a_round_with_two_players() -> None:
    """SJ-39: the governor is asked at his first role; everybody else's simply works."""
    for answer, first, second in (("library.use", 2, 5), ("library.pass", 1, 8)):
        state = position(seat("library"), seat("library"), players=2)
        act(state, "play.take(prospector)")
        assert legal(state) == {"library.use", "library.pass"}
        act(state, answer, "prospector.draw")
        assert count(state, 0) == first
        act(state, "play.take(producer)", "play.take(councillor)", "councillor.draw")
        assert count(state, 0, "fan") == second
    other = act(position(seat(), seat("library"), players=2), "play.take(producer)", "play.take(prospector)")
    assert count(act(other, "prospector.draw"), 1) == 2


def test_the_prices_are_known_before_the_library_is_used() -> None:
    """SJ-22, SJ-39: the tile lies open when the governor is asked about his library."""
    state = act(position(seat("library sugar_mill", goods="sugar_mill"), players=2), "play.take(trader)")
    assert legal(state) == {"library.use", "library.pass"}
    assert sum(place(state, "house").values()) == 1
    act(state, "library.use", "trader.sell(sugar_mill)")
    assert (place(state, "house"), sum(place(state, "tile_row").values())) == ({}, 1)


def test_builder_with_library_and_quarry() -> None:
    """SJ-39, SJ-40: with both 3 less for a violet building, with the library alone 2."""
    assert paid("library quarry", "guild_hall") == 3
    assert paid("library", "guild_hall") == 4
    assert paid("library", "guild_hall", builder=False) == 6


def hands_reached(start: State, player: int, action: str) -> list[tuple[tuple[str, int], ...]]:
    """The player's hand at the end of each sequence of such actions."""
    found = []
    open_ends = [start]
    while open_ends:
        state = open_ends.pop()
        texts = [text for text in legal(state) if text.startswith(action)]
        if not texts:
            found.append(tuple(sorted(of(state, player, "hand").items())))
        open_ends += [act(state.clone(), text) for text in texts]
    return found


def sets_of(number: int, names: str) -> int:
    """How many different sets of so many cards there are among these."""
    return len({tuple(sorted(chosen)) for chosen in combinations(names.split(), number)})


def test_every_set_is_reached_in_one_way() -> None:
    """SJ-53: paying 3 of 6 cards, discarding 3 of 10, keeping 2 of 5: as many sequences as sets."""
    six, five = "indigo_plant indigo_plant archive archive well tower", "hero hero well well tower"
    ten = f"{six} hero hero hero palace"
    paying = act(position(seat(), seat(hand=f"carpenter {six}")), "play.take(builder)", "builder.build(carpenter)")
    discarding = act(position(seat(hand=ten), last=True), "play.take(trader)")
    keeping = act(position(seat("prefecture"), stack=five), "play.take(councillor)", "councillor.draw")
    for start, player, action, sets in (
        (paying, 1, "builder.pay(", sets_of(3, six)),
        (discarding, 0, "new_round.discard(", sets_of(3, ten)),
        (keeping, 0, "councillor.keep(", sets_of(2, five)),
    ):
        found = hands_reached(start, player, action)
        assert len(found) == len(set(found)) == sets
