"""The builder phase (SJ 20, 25, 30, 33, 34, 36, 38)."""

from tests.oracle.san_juan.cards import COST, NAMES, PRODUCTION, VIOLET
from tests.oracle.san_juan.chance import add, remove, size
from tests.oracle.san_juan.choosing import Steps, argument, ask, choose_exactly, choose_up_to
from tests.oracle.san_juan.state import State


def works(state: State, player: int, building: str, over: str | None) -> bool:
    """Whether the building helps with what is built now: what is built over does not."""
    return state.seats[player].owns(building) and building != over


def price(state: State, player: int, card: str, over: str | None) -> int:
    """The cost less all discounts, before any goods are paid."""
    cost = COST[card]
    cost -= state.privilege(player, library_counts=over != "library")
    if card in PRODUCTION and works(state, player, "smithy", over):
        cost -= 1
    if card in VIOLET and works(state, player, "quarry", over):
        cost -= 1
    if over is not None:
        cost -= COST[over]
    return max(0, cost)


def most_goods(state: State, player: int, over: str | None) -> int:
    """How many goods the black market takes at most, whatever the price."""
    if not works(state, player, "black_market", over):
        return 0
    return min(2, size(state.seats[player].goods_by_kind()))


def can_pay(state: State, player: int, card: str, over: str | None, other_cards: int) -> bool:
    return price(state, player, card, over) <= other_cards + most_goods(state, player, over)


def may_stand(state: State, player: int, card: str) -> bool:
    """No player has the same violet building twice (SJ 14)."""
    return card in PRODUCTION or not state.seats[player].owns(card)


def places(state: State, player: int, card: str, other_cards: int) -> list[str | None]:
    """Where the card can be built: None beside the others, else over that kind of building."""
    seat = state.seats[player]
    possible: list[str | None] = []
    if not may_stand(state, player, card):
        return possible
    if can_pay(state, player, card, None, other_cards):
        possible.append(None)
    if seat.owns("crane"):
        for old in NAMES:
            if seat.owns(old) and old not in ("crane", card) and can_pay(state, player, card, old, other_cards):
                possible.append(old)
    return possible


def builder_turn(state: State, player: int) -> Steps[None]:
    seat = state.seats[player]
    others = size(seat.hand) - 1
    options = [f"builder.build({card})" for card in NAMES if card in seat.hand and places(state, player, card, others)]
    answer = yield from ask(player, [*options, "builder.pass"])
    if answer == "builder.pass":
        return
    card = argument(answer)
    remove(seat.hand, card)
    add(state.in_flight, card)

    texts = ["crane.pass" if old is None else f"crane.over({old})" for old in places(state, player, card, others)]
    answer = yield from ask(player, texts)
    over = None if answer == "crane.pass" else argument(answer)

    to_pay = price(state, player, card, over)
    goods = yield from choose_up_to(
        player,
        "black_market",
        "pay",
        seat.goods_by_kind,
        lambda kind: state.discard_good(player, kind),
        least=max(0, to_pay - others),
        most=min(to_pay, most_goods(state, player, over)),
    )
    yield from choose_exactly(player, "builder.pay", seat.hand, state.discard, to_pay - len(goods))

    # What the buildings do from here on is settled by those that stood before this one.
    carpenter = works(state, player, "carpenter", over)
    poor_house = works(state, player, "poor_house", over)
    place(state, player, card, over)
    if carpenter and card in VIOLET:
        state.draw_into(seat.hand, 1)
    if poor_house and size(seat.hand) <= 1:
        state.draw_into(seat.hand, 1)


def place(state: State, player: int, card: str, over: str | None) -> None:
    """Put the card on the table; the one under it is out of the game, a good on it is discarded."""
    seat = state.seats[player]
    if over is not None:
        # An empty building of the kind is taken if there is one.
        if over in PRODUCTION and seat.empty_by_kind().get(over, 0) == 0:
            state.discard_good(player, over)
        remove(seat.buildings, over)
        add(state.built_over, over)
    remove(state.in_flight, card)
    add(seat.buildings, card)


def builder_phase(state: State, chooser: int) -> Steps[None]:
    for player in state.clockwise_from(chooser):
        yield from builder_turn(state, player)
