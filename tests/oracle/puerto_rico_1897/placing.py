"""Putting pieces on circles: spreads, the guests of the bohio (X1 14), and which sort a piece is (X2 8)."""

from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.state import Seat, Table
from tests.oracle.puerto_rico_1897.tables import CITIZEN, SORTED_PLACES, TILES, WORKER

BOHIO = "bohio"


def free_circles(seat: Seat, without: str = "") -> int:
    return sum(seat.free_at(place) for place in seat.places() if place != without)


def ask_sort(player: int, verb: str, sorts: list[str]) -> Steps[str]:
    """Which sort the piece is that has just been moved; not asked with one sort possible."""
    return (yield from choose(player, {f"{verb}.{sort}": sort for sort in sorts}))


def spread_over(
    table: Table, player: int, verb: str, number: int, *, from_portrait: bool = False
) -> Steps[dict[str, int]]:
    """Spreads pieces from hand or portrait over the free circles, place by place (PR 34).

    None stays behind while a circle is free. Gives what each place received.
    """
    seat = table.seats[player]
    places = seat.places()
    room = {place: seat.free_at(place) for place in places}
    received: dict[str, int] = {}
    left = number
    for index, place in enumerate(places):
        later = sum(room[other] for other in places[index + 1 :])
        most = min(room[place], left)
        # More pieces than circles: the place is filled and the rest stays.
        least = min(max(0, left - later), most)
        what = "fields" if place in TILES else "staff"
        count = yield from choose(player, {f"{verb}.{what}({place},{n})": n for n in range(least, most + 1)})
        left -= count
        if from_portrait:
            seat.portrait -= count
        else:
            table.in_hand -= count
        seat.add_piece(place, WORKER, count)
        received[place] = count
    return received


def sort_out(seat: Seat, player: int, received: dict[str, int], *, workers: int, citizens: int) -> Steps[None]:
    """For each sorted place that received pieces: how many of them are citizens. All must find a place."""
    for place in SORTED_PLACES:
        number = received.get(place, 0)
        if number == 0 or citizens == 0:
            continue
        numbers = range(max(0, number - workers), min(number, citizens) + 1)
        here = yield from choose(player, {f"seating.citizens({place},{n})": n for n in numbers})
        seat.citizens_at[place] += here
        citizens -= here
        workers -= number - here


def take_offered(table: Table, player: int, place: str) -> Steps[None]:
    """A piece for hospital or school: from the supply of workers, else from the register (X2 7)."""
    seat = table.seats[player]
    sorts = table.sorts_offered()
    seat.add_piece(place, WORKER)
    if table.workers > 0:
        table.workers -= 1
        return
    if WORKER in sorts:
        table.register_workers -= 1
    else:
        table.register_citizens -= 1
    sort = yield from ask_sort(player, "newcomer", sorts)
    if sort == CITIZEN:
        seat.make_citizen(place)
        if WORKER in sorts:
            table.register_workers += 1
            table.register_citizens -= 1


def ask_bohio(table: Table, player: int) -> Steps[None]:
    """Asks an owner who has a guest and a free circle whether guests move.

    Places are named in rising order, and among the places where the sorts are not told apart workers
    come first, so every result has one sequence.
    """
    seat = table.seats[player]
    if not seat.works(BOHIO) or free_circles(seat, without=BOHIO) == 0:
        return
    start = 0
    last = ("", "")
    citizen_unsorted = False
    while seat.works(BOHIO):
        options: dict[str, tuple[str, list[str]] | None] = {"bohio.pass": None}
        for place in seat.places()[start:]:
            if place == BOHIO or seat.free_at(place) == 0:
                continue
            sorts = seat.sorts_at(BOHIO)
            no_worker = last == (place, CITIZEN) if place in SORTED_PLACES else citizen_unsorted
            if no_worker and WORKER in sorts:
                sorts.remove(WORKER)
            if sorts:
                what = "to_field" if place in TILES else "to_building"
                options[f"bohio.{what}({place})"] = (place, sorts)
        choice = yield from choose(player, options)
        if choice is None:
            return
        place, sorts = choice
        seat.staff[BOHIO] -= 1
        seat.add_piece(place, WORKER)
        sort = yield from ask_sort(player, "guest", sorts)
        if sort == CITIZEN:
            seat.citizens_at[BOHIO] -= 1
            if place in SORTED_PLACES:
                seat.citizens_at[place] += 1
            else:
                citizen_unsorted = True
        start = seat.places().index(place)
        last = (place, sort)


def ask_bohios(table: Table, players: list[int]) -> Steps[None]:
    for player in players:
        yield from ask_bohio(table, player)
