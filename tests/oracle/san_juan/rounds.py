"""The set-up, the rounds and the choice of roles (SJ 2, 3, 10, 12, 39, 50)."""

from tests.oracle.san_juan.building import builder_phase
from tests.oracle.san_juan.cards import NAMES, ROLES
from tests.oracle.san_juan.chance import add, remove, size
from tests.oracle.san_juan.choosing import Steps, argument, ask, choose_exactly
from tests.oracle.san_juan.drawing import councillor_phase, prospector_phase
from tests.oracle.san_juan.goods import producer_phase, trader_phase, turn_up_tile
from tests.oracle.san_juan.state import State

PHASES = {
    "builder": builder_phase,
    "producer": producer_phase,
    "trader": trader_phase,
    "councillor": councillor_phase,
    "prospector": prospector_phase,
}


LAST_ROUND = 100  # a ruling: see PROTOCOL.md


def set_up(state: State, first_governor: int | None, *, starting_hand_variant: bool) -> Steps[None]:
    state.governor = state.rng.below(state.players) if first_governor is None else first_governor
    for seat in state.seats:
        remove(state.deck, "indigo_plant")
        add(seat.buildings, "indigo_plant")
    for place, player in enumerate(state.clockwise_from(state.governor), start=1):
        seat = state.seats[player]
        if starting_hand_variant:
            state.draw_into(state.in_flight, 4 + place)
            yield from choose_exactly(player, "deal.keep", state.in_flight, seat.hand, 4)
            state.discard_in_flight()
        else:
            state.draw_into(seat.hand, 4)


def start_of_round(state: State) -> Steps[None]:
    """First all chapels, then all hand limits, from the new governor clockwise."""
    state.phase = "round"
    for player in state.clockwise_from(state.governor):
        seat = state.seats[player]
        if seat.owns("chapel"):
            options = [f"chapel.tuck({card})" for card in NAMES if card in seat.hand]
            answer = yield from ask(player, [*options, "chapel.pass"])
            if answer != "chapel.pass":
                remove(seat.hand, argument(answer))
                add(seat.tucked, argument(answer))
    for player in state.clockwise_from(state.governor):
        seat = state.seats[player]
        limit = 12 if seat.owns("tower") else 7
        too_many = max(0, size(seat.hand) - limit)
        yield from choose_exactly(player, "new_round.discard", seat.hand, state.discard, too_many)


def settle_library(state: State, player: int, *, first_choice_of_round: bool) -> Steps[None]:
    """With two players the governor has two roles but uses his library for one of them."""
    state.library_allowed = True
    if state.players > 2 or player != state.governor:
        return
    if first_choice_of_round:
        if state.seats[player].owns("library"):
            answer = yield from ask(player, ["library.use", "library.pass"])
            state.library_used = answer == "library.use"
            state.library_allowed = state.library_used
    else:
        state.library_allowed = not state.library_used


def choose_role(state: State, player: int) -> Steps[str]:
    state.phase = "play"
    state.chooser = None
    options = [f"play.take({role})" for role in state.roles_left]
    answer = yield from ask(player, options)
    role = argument(answer)
    state.roles_left.remove(role)
    state.roles_taken.append((player, role))
    state.phase = role
    state.chooser = player
    return role


def somebody_has_twelve(state: State) -> bool:
    return any(size(seat.buildings) >= 12 for seat in state.seats)


def play(state: State, first_governor: int | None, *, starting_hand_variant: bool) -> Steps[None]:
    """The whole game."""
    yield from set_up(state, first_governor, starting_hand_variant=starting_hand_variant)
    while True:
        state.roles_left = list(ROLES)
        state.roles_taken = []
        state.library_used = False
        if state.round_number > 1:
            yield from start_of_round(state)
        choosers = state.clockwise_from(state.governor)
        if state.players == 2:
            choosers.append(state.governor)
        for turn, player in enumerate(choosers):
            role = yield from choose_role(state, player)
            if role == "trader":
                state.tile = turn_up_tile(state)  # before anybody decides anything (SJ 22)
            yield from settle_library(state, player, first_choice_of_round=turn == 0)
            yield from PHASES[role](state, player)
            if role == "builder" and somebody_has_twelve(state):
                return
        state.chooser = None
        state.governor = (state.governor + 1) % state.players
        if state.round_number == LAST_ROUND:
            return
        state.round_number += 1
