"""Putting pieces on free circles one by one, and the guests of the bohio (X1 14)."""

from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.state import Seat, Table
from tests.oracle.puerto_rico_1897.tables import CITIZEN, SORTED_PLACES, SORTS, WORKER

BOHIO = "bohio"


def free_circles(seat: Seat, without: str = "") -> int:
    return sum(seat.free_at(place) for place in seat.places() if place != without)


def place_some(
    table: Table, player: int, verb: str, stop: str, pieces: dict[str, int], *, source: str = "", most: int
) -> Steps[None]:
    """Places up to `most` of `pieces`, from a source on his own board or from outside.

    What is placed is taken out of `pieces`. Places are named in rising order, and among the places
    where the sorts are not told apart workers come first, so every result has one sequence.
    """
    seat = table.seats[player]
    start = 0
    last = ("", "")
    citizen_unsorted = False
    for _ in range(min(most, sum(pieces.values()))):
        options: dict[str, tuple[str, str] | None] = {stop: None}
        for place in seat.places()[start:]:
            if place == source or seat.free_at(place) == 0:
                continue
            for sort in SORTS:
                if pieces[sort] == 0:
                    continue
                if place in SORTED_PLACES:
                    if last == (place, CITIZEN) and sort == WORKER:
                        continue
                elif citizen_unsorted and sort == WORKER:
                    continue
                text = f"{verb}({place},{sort})" if table.has_citizens else f"{verb}({place})"
                options[text] = (place, sort)
        choice = yield from choose(player, options)
        if choice is None:
            return
        place, sort = choice
        pieces[sort] -= 1
        if source:
            seat.remove_piece(source, sort)
        seat.add_piece(place, sort)
        start = seat.places().index(place)
        last = choice
        if place not in SORTED_PLACES and sort == CITIZEN:
            citizen_unsorted = True


def place_all_workers(table: Table, player: int, verb: str, number: int) -> Steps[None]:
    """Places workers on free circles, in rising order; on the portrait only what finds no circle (X4 3)."""
    seat = table.seats[player]
    on_circles = min(number, free_circles(seat))
    seat.portrait += number - on_circles
    table.in_hand[WORKER] = on_circles
    start = 0
    for placed in range(on_circles):
        places = seat.places()
        options: dict[str, str] = {}
        for index in range(start, len(places)):
            room_from_here = sum(seat.free_at(place) for place in places[index:])
            if seat.free_at(places[index]) > 0 and room_from_here >= on_circles - placed:
                options[f"{verb}({places[index]})"] = places[index]
        place = yield from choose(player, options)
        table.in_hand[WORKER] -= 1
        seat.add_piece(place, WORKER)
        start = places.index(place)


def ask_bohio(table: Table, player: int) -> Steps[None]:
    """Asks an owner who has a guest and a free circle whether guests move."""
    seat = table.seats[player]
    if not seat.works(BOHIO) or free_circles(seat, without=BOHIO) == 0:
        return
    citizens = seat.citizens_at[BOHIO]
    guests = {WORKER: seat.staff[BOHIO] - citizens, CITIZEN: citizens}
    yield from place_some(table, player, "bohio.move", "bohio.pass", guests, source=BOHIO, most=2)


def ask_bohios(table: Table, players: list[int]) -> Steps[None]:
    for player in players:
        yield from ask_bohio(table, player)
