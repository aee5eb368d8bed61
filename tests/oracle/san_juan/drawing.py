"""The councillor and the prospector phase (SJ 23, 24, 31, 32, 38)."""

from tests.oracle.san_juan.cards import COST, NAMES
from tests.oracle.san_juan.chance import add, remove, size
from tests.oracle.san_juan.choosing import Steps, argument, ask, choose_exactly
from tests.oracle.san_juan.state import State


def councillor_turn(state: State, player: int) -> Steps[None]:
    seat = state.seats[player]
    if state.cards_to_draw() == 0:
        return
    answer = yield from ask(player, ["councillor.draw", "councillor.pass"])
    if answer == "councillor.pass":
        return
    number = 2 + 3 * state.privilege(player)
    keep = 2 if seat.owns("prefecture") else 1
    if seat.owns("archive"):
        drawn = state.draw_into(seat.hand, number)
        yield from choose_exactly(player, "archive.discard", seat.hand, state.discard, max(0, drawn - keep))
    else:
        drawn = state.draw_into(state.in_flight, number)
        yield from choose_exactly(player, "councillor.keep", state.in_flight, seat.hand, min(keep, drawn))
        state.discard_in_flight()


def councillor_phase(state: State, chooser: int) -> Steps[None]:
    for player in state.clockwise_from(chooser):
        yield from councillor_turn(state, player)


def gold_mine_turn(state: State, player: int) -> Steps[None]:
    seat = state.seats[player]
    if not seat.owns("gold_mine") or state.cards_to_draw() < 4:
        return
    answer = yield from ask(player, ["gold_mine.dig", "gold_mine.pass"])
    if answer == "gold_mine.pass":
        return
    state.draw_into(state.in_flight, 4)
    costs = {COST[card] for card in state.in_flight}
    if size(state.in_flight) == 4 and len(costs) == 4:
        options = [f"gold_mine.take({card})" for card in NAMES if card in state.in_flight]
        answer = yield from ask(player, options)
        card = argument(answer)
        remove(state.in_flight, card)
        add(seat.hand, card)
    state.discard_in_flight()


def prospector_phase(state: State, chooser: int) -> Steps[None]:
    if state.cards_to_draw() > 0:
        answer = yield from ask(chooser, ["prospector.draw", "prospector.pass"])
        if answer == "prospector.draw":
            state.draw_into(state.seats[chooser].hand, state.privilege(chooser))
    for player in state.clockwise_from(chooser):
        yield from gold_mine_turn(state, player)
