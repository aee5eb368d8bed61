"""The producer and the trader phase (SJ 21, 22, 35)."""

from tests.oracle.san_juan.cards import PRODUCTION, TILES
from tests.oracle.san_juan.chance import Multiset, add, draw_one
from tests.oracle.san_juan.choosing import Steps, choose_up_to
from tests.oracle.san_juan.state import State


def producer_turn(state: State, player: int) -> Steps[None]:
    seat = state.seats[player]
    most = 1 + state.privilege(player)
    if seat.owns("aqueduct"):
        most += 1

    def available() -> Multiset:
        if state.cards_to_draw() == 0:
            return {}
        return seat.empty_by_kind()

    def lay(kind: str) -> None:
        card = state.draw()
        if card is None:
            raise AssertionError("a good was offered though there is no card")
        add(seat.goods[kind], card)

    laid = yield from choose_up_to(player, "producer", "lay", available, lay, least=0, most=most)
    if seat.owns("well") and len(laid) >= 2:
        state.draw_into(seat.hand, 1)


def producer_phase(state: State, chooser: int) -> Steps[None]:
    for player in state.clockwise_from(chooser):
        yield from producer_turn(state, player)


def turn_up_tile(state: State) -> str:
    """The first five trades settle the order of the tiles; after that it repeats."""
    if len(state.tiles_known) < len(TILES):
        state.tiles_known.append(draw_one(state.rng, state.tiles_undrawn, tuple(TILES)))
    tile = state.tiles_known[state.trades % len(TILES)]
    state.trades += 1
    return tile


def trader_turn(state: State, player: int, tile: str) -> Steps[None]:
    seat = state.seats[player]
    most = 1 + state.privilege(player)
    if seat.owns("trading_post"):
        most += 1

    def sell(kind: str) -> None:
        state.discard_good(player, kind)

    sold = yield from choose_up_to(player, "trader", "sell", seat.goods_by_kind, sell, least=0, most=most)
    cards = sum(TILES[tile][PRODUCTION.index(kind)] for kind in sold)
    if seat.owns("market_stand") and len(sold) >= 2:
        cards += 1
    if seat.owns("market_hall") and len(sold) >= 1:
        cards += 1
    state.draw_into(seat.hand, cards)


def trader_phase(state: State, chooser: int) -> Steps[None]:
    if state.tile is None:
        raise AssertionError("no tile was turned up")
    for player in state.clockwise_from(chooser):
        yield from trader_turn(state, player, state.tile)
    state.tile = None
