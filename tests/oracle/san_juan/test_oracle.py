"""The worked examples of the page, played with their numbers."""

import pytest
from tests.oracle.san_juan.arranging import all_cards, arranged, lay_out, pass_until, play_all, take
from tests.oracle.san_juan.cards import CARDS, TILES
from tests.oracle.san_juan.chance import Pcg32, size
from tests.oracle.san_juan.game import Game
from tests.oracle.san_juan.scoring import score
from tests.oracle.san_juan.state import Seat


def hand_size(game: Game, player: int = 0) -> int:
    return size(game.state.seats[player].hand)


def payment(game: Game, card: str, over: str | None = None) -> int:
    """How many hand cards seat 0 pays for a card when it is builder."""
    game.apply("play.take(builder)")
    before = hand_size(game)
    game.apply(f"builder.build({card})")
    if over is not None:
        game.apply(f"crane.over({over})")
    while game.to_move == 0 and game.legal()[0].startswith("builder.pay"):
        game.apply(game.legal()[0])
    return before - 1 - hand_size(game)


def test_the_table_has_110_cards() -> None:
    assert len(CARDS) == 29
    assert sum(card.copies for card in CARDS) == 110
    assert sum(card.copies for card in CARDS[:5]) == 42


def test_the_generator_gives_the_numbers_of_its_definition() -> None:
    rng = Pcg32(0)
    # Worked out by hand: after `s = 0; next(); s += 0; next()` the state is inc * mul + inc.
    assert rng.state == (1442695040888963407 * 6364136223846793005 + 1442695040888963407) % 2**64
    assert {Pcg32(seed).below(3) for seed in range(50)} == {0, 1, 2}


# Each row: buildings of the builder, card, built over, cards paid (SJ 20, 30, 36, 40).
@pytest.mark.parametrize(
    ("buildings", "card", "over", "paid"),
    [
        ("smithy library", "sugar_mill", None, 0),
        ("quarry", "crane", None, 0),
        ("library quarry", "guild_hall", None, 3),
        ("", "guild_hall", None, 5),
        ("crane chapel", "palace", "chapel", 2),  # 3 in the page's example, 1 less for the builder
        ("crane coffee_roaster", "statue", "coffee_roaster", 0),
        ("crane library", "palace", "library", 0),
        ("crane quarry", "palace", "quarry", 1),  # the quarry gives no discount any more
    ],
)
def test_what_the_builder_pays(buildings: str, card: str, over: str | None, paid: int) -> None:
    game = arranged()
    lay_out(game, 0, buildings="indigo_plant " + buildings, hand=f"{card} well well well tower tower tower")
    assert payment(game, card, over) == paid
    assert all_cards(game.state) == 110


def test_a_palace_over_a_chapel_costs_another_player_three() -> None:
    game = arranged()
    lay_out(game, 1, buildings="crane chapel", hand="palace well well well tower")
    game.state.seats[1].tucked = take(game.state, "archive archive")
    play_all(game, "play.take(builder) builder.build(palace)")
    # Without the chapel the palace costs six: the crane is not a question.
    assert game.legal() == ["builder.pay(tower)", "builder.pay(well)"]  # the third card; two wells are in each set
    game.apply("builder.pay(well)")
    seat = game.state.seats[1]
    assert (seat.buildings, seat.hand, size(seat.tucked)) == ({"crane": 1, "palace": 1}, {"tower": 1}, 2)
    assert game.state.built_over == {"chapel": 1}
    assert all_cards(game.state) == 110


def test_nobody_builds_over_the_crane_or_a_building_over_itself() -> None:
    game = arranged()
    lay_out(game, 0, buildings="crane indigo_plant chapel", hand="indigo_plant chapel crane")
    game.apply("play.take(builder)")
    assert game.legal() == ["builder.build(indigo_plant)", "builder.pass"]
    game.apply("builder.build(indigo_plant)")
    assert game.legal() == ["crane.over(chapel)", "crane.pass"]


def test_a_good_built_over_is_discarded_unless_the_kind_has_an_empty_building() -> None:
    for plants, left in (("indigo_plant", 0), ("indigo_plant indigo_plant", 1)):
        game = arranged()
        lay_out(game, 0, buildings="crane " + plants, hand="sugar_mill", goods="indigo_plant")
        play_all(game, "play.take(builder) builder.build(sugar_mill)")
        assert size(game.state.seats[0].goods["indigo_plant"]) == left


def test_a_library_is_paid_with_two_goods_and_three_cards() -> None:
    game = arranged()
    buildings = "black_market indigo_plant tobacco_storage"
    lay_out(game, 1, buildings=buildings, hand="library well well well tower", goods="indigo_plant tobacco_storage")
    play_all(game, "play.take(builder) builder.build(library)")
    # Four hand cards can pay four of five, so at least one good is needed.
    assert game.legal() == ["black_market.pay(indigo_plant)", "black_market.pay(tobacco_storage)"]
    game.apply("black_market.pay(indigo_plant)")
    assert game.legal() == ["black_market.pass", "black_market.pay(tobacco_storage)"]
    game.apply("black_market.pay(tobacco_storage)")
    # Two of the three wells are in every set of three cards.
    game.apply("builder.pay(tower)")
    assert game.state.seats[1].hand == {"well": 1}


def test_only_as_many_goods_as_the_price_needs() -> None:
    game = arranged()
    lay_out(game, 1, buildings="black_market indigo_plant sugar_mill", hand="smithy", goods="indigo_plant sugar_mill")
    play_all(game, "play.take(builder) builder.build(smithy)")
    game.apply("black_market.pay(sugar_mill)")
    assert size(game.state.seats[1].goods_by_kind()) == 1
    assert game.state.seats[1].owns("smithy")


# Each row: buildings beside the archive or not, cards drawn, cards more in the hand in the end (SJ 23, 32, 38, 40).
@pytest.mark.parametrize(
    ("buildings", "player", "looked_at", "kept"),
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
def test_councillor(buildings: str, player: int, looked_at: int, kept: int) -> None:
    game = arranged()
    lay_out(game, player, buildings="indigo_plant " + buildings, hand="smithy hero palace")
    game.apply("play.take(councillor)")
    if player == 1:
        game.apply("councillor.pass")
    deck = size(game.state.deck)
    game.apply("councillor.draw")
    while game.to_move == player and game.legal()[0] != "councillor.draw":
        game.apply(game.legal()[0])
    assert deck - size(game.state.deck) == looked_at
    assert hand_size(game, player) == 3 + kept
    assert size(game.state.discard) == looked_at - kept
    assert all_cards(game.state) == 110


# Each row: buildings, seat (0 has the role), most goods (SJ 21, 22, 35, 39).
GOODS_LIMITS = [
    ("", 0, 2),
    ("", 1, 1),
    ("library", 0, 3),
    ("library", 1, 1),
    ("MORE", 1, 2),
    ("MORE", 0, 3),
    ("MORE library", 0, 4),
]
FIVE = "indigo_plant indigo_plant sugar_mill tobacco_storage coffee_roaster silver_smelter "


@pytest.mark.parametrize(("buildings", "player", "most"), GOODS_LIMITS)
def test_producer(buildings: str, player: int, most: int) -> None:
    game = arranged()
    lay_out(game, player, buildings=FIVE + "well " + buildings.replace("MORE", "aqueduct"))
    game.apply("play.take(producer)")
    if game.to_move != player:
        game.apply("producer.pass")
    for kind in FIVE.split():
        if game.to_move == player and f"producer.lay({kind})" in game.legal():
            game.apply(f"producer.lay({kind})")
    assert size(game.state.seats[player].goods_by_kind()) == most
    assert hand_size(game, player) == (1 if most >= 2 else 0)


@pytest.mark.parametrize(("buildings", "player", "most"), GOODS_LIMITS)
def test_trader(buildings: str, player: int, most: int) -> None:
    game = arranged()
    lay_out(game, player, buildings=FIVE + buildings.replace("MORE", "trading_post"), goods=FIVE)
    game.apply("play.take(trader)")
    tile = game.state.tiles_known[0]
    for kind in FIVE.split():
        if game.to_move == player and f"trader.sell({kind})" in game.legal():
            game.apply(f"trader.sell({kind})")
    assert size(game.state.seats[player].goods_by_kind()) == 6 - most
    prices = TILES[tile]
    assert hand_size(game, player) == sum((prices[0], *prices)[:most])


def test_the_trader_with_stand_and_post_sells_three() -> None:
    game = arranged()
    buildings = "indigo_plant tobacco_storage silver_smelter market_stand trading_post"
    lay_out(game, 0, buildings=buildings, goods="indigo_plant tobacco_storage silver_smelter")
    play_all(game, "play.take(trader) trader.sell(indigo_plant) trader.sell(tobacco_storage)")
    game.apply("trader.sell(silver_smelter)")
    prices = TILES[game.state.tiles_known[0]]
    assert hand_size(game) == prices[0] + prices[2] + prices[4] + 1
    assert all_cards(game.state) == 110


def test_the_market_hall_gives_one_card_a_phase() -> None:
    game = arranged()
    lay_out(game, 0, buildings="sugar_mill coffee_roaster market_hall", goods="sugar_mill coffee_roaster")
    play_all(game, "play.take(trader) trader.sell(sugar_mill) trader.sell(coffee_roaster)")
    prices = TILES[game.state.tiles_known[0]]
    assert hand_size(game) == prices[1] + prices[3] + 1


def test_the_order_of_the_tiles_repeats() -> None:
    game = Game(3, 5, first_governor=0)
    seen: list[str] = []
    while len(seen) < 10:
        pass_until(game, "play")
        if "play.take(trader)" in game.legal():
            game.apply("play.take(trader)")
            seen.append(game.state.tiles_known[(game.state.trades - 1) % 5])
        else:
            game.apply("play.take(producer)" if "play.take(producer)" in game.legal() else game.legal()[0])
    assert seen[:5] == seen[5:]
    assert sorted(seen[:5]) == sorted(TILES)


@pytest.mark.parametrize(("buildings", "cards"), [("indigo_plant", 1), ("library", 2)])
def test_prospector(buildings: str, cards: int) -> None:
    game = arranged()
    lay_out(game, 0, buildings=buildings)
    play_all(game, "play.take(prospector) prospector.draw")
    assert hand_size(game) == cards


@pytest.mark.parametrize(
    ("turned_up", "takes"),
    [
        ("library prefecture smithy tobacco_storage", False),
        ("quarry smithy tobacco_storage library", True),
    ],
)
def test_gold_mine(turned_up: str, takes: bool) -> None:
    game = arranged()
    lay_out(game, 1, buildings="gold_mine")
    play_all(game, "play.take(prospector) prospector.pass")
    wanted = take(game.state, turned_up)
    game.state.discard, game.state.deck = game.state.deck, wanted
    game.apply("gold_mine.dig")
    if takes:
        assert game.to_move == 1
        assert game.legal() == [f"gold_mine.take({card})" for card in sorted(turned_up.split())]
        game.apply("gold_mine.take(library)")
    assert hand_size(game, 1) == (1 if takes else 0)
    assert game.legal()[0].startswith("play.take")
    assert all_cards(game.state) == 110


def test_a_gold_mine_needs_four_cards_and_a_draw_goes_on_with_the_discard() -> None:
    game = arranged()
    lay_out(game, 1, buildings="gold_mine")
    state = game.state
    state.built_over, state.deck = state.deck, {}
    state.deck, state.discard = {"hero": 1}, {"palace": 2}
    play_all(game, "play.take(prospector) prospector.pass")
    assert game.legal()[0].startswith("play.take")
    game.apply("play.take(councillor)")
    game.apply("councillor.draw")
    assert state.in_flight == {"hero": 1, "palace": 2}
    assert (state.deck, state.discard) == ({}, {})


def test_carpenter_before_poor_house_and_neither_for_itself() -> None:
    for standing, card, others, in_the_end in (
        ("carpenter poor_house", "smithy", "", 2),
        ("carpenter poor_house", "indigo_plant", "", 1),
        ("carpenter poor_house", "well", "tower tower", 2),  # two cards left after the carpenter's
        ("well", "carpenter", "tower tower", 0),
        ("well", "poor_house", "tower", 0),
    ):
        game = arranged()
        lay_out(game, 0, buildings=standing, hand=f"{card} {others}")
        play_all(game, f"play.take(builder) builder.build({card})")
        assert hand_size(game) == in_the_end


def test_chapels_come_before_hand_limits() -> None:
    game = arranged()
    lay_out(game, 0, buildings="chapel", hand="smithy smithy smithy archive archive archive well well well")
    lay_out(game, 1, buildings="tower", hand="crane crane crane hero hero hero statue statue statue quarry")
    pass_until(game, "chapel")
    assert (game.to_move, game.state.governor) == (0, 1)
    game.apply("chapel.tuck(smithy)")
    assert game.legal() == ["new_round.discard(archive)", "new_round.discard(smithy)", "new_round.discard(well)"]
    game.apply("new_round.discard(well)")
    assert (hand_size(game, 0), hand_size(game, 1)) == (7, 10)
    assert game.legal()[0].startswith("play.take")
    assert game.to_move == 1


def test_with_two_players_the_governor_uses_his_library_once() -> None:
    for answer, second in (("library.use", 5), ("library.pass", 8)):
        game = arranged(2)
        lay_out(game, 0, buildings="library")
        lay_out(game, 1, buildings="library")
        play_all(game, f"play.take(prospector) {answer} prospector.draw")
        assert hand_size(game) == (2 if answer == "library.use" else 1)
        game.apply("play.take(producer)")
        assert game.to_move == 0
        play_all(game, "play.take(councillor) councillor.draw")
        assert size(game.state.in_flight) == second


def test_scores_of_the_examples() -> None:
    chapel = Seat(buildings={"chapel": 1}, tucked={"hero": 3, "smithy": 2, "palace": 2})
    assert score(chapel) == 9
    guild = Seat(buildings={"indigo_plant": 2, "sugar_mill": 1, "tobacco_storage": 1, "guild_hall": 1})
    assert score(guild) == 5 + 8
    nine = "poor_house aqueduct carpenter chapel quarry library statue victory_column city_hall"
    assert score(Seat(buildings=dict.fromkeys(nine.split(), 1))) == 1 + 2 + 2 + 2 + 2 + 3 + 3 + 4 + 9
    assert score(Seat(buildings={"statue": 1, "hero": 1, "triumphal_arch": 1})) == 3 + 5 + 6
    assert score(Seat(buildings={"triumphal_arch": 1})) == 0
    assert score(Seat(buildings={"hero": 1, "palace": 1}, tucked={"well": 29})) == 34 + 8


def test_the_starting_hands_of_the_variant() -> None:
    game = Game(4, 9, first_governor=2, starting_hand_variant=True)
    for place, player in enumerate((2, 3, 0, 1), start=1):
        # The first card of a set of four is always a question unless all cards are of one kind.
        assert game.to_move == player
        assert size(game.state.in_flight) == 4 + place
        while game.to_move == player and game.legal()[0].startswith("deal.keep"):
            game.apply(game.legal()[0])
        assert hand_size(game, player) == 4
    assert size(game.state.discard) == 1 + 2 + 3 + 4
    assert all_cards(game.state) == 110
    assert game.to_move == 2


def test_what_is_not_legal_is_refused() -> None:
    game = Game(2, 0)
    with pytest.raises(ValueError, match="not legal"):
        game.apply("builder.pass")
