"""The recruiter phase (PR 30 to PR 35, X2 6 to X2 8, X2 15)."""

from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.placing import ask_sort, sort_out, spread_over
from tests.oracle.puerto_rico_1897.state import Table, zeros
from tests.oracle.puerto_rico_1897.tables import BUILDINGS, CITIZEN, PORTRAIT, SORTED_PLACES, TILES, WORKER


def recruiter_phase(table: Table, chooser: int, *, alone: bool) -> Steps[None]:
    players = [chooser] if alone else table.order_from(chooser)
    yield from extra_workers(table, chooser, alone=alone)
    if alone:
        share = -(-table.register() // table.players)
        yield from deal(table, [chooser] * share)
    else:
        round_the_table = table.order_from(chooser)
        yield from deal(table, [round_the_table[turn % table.players] for turn in range(table.register())])
    for player in players:
        villa(table, player)
        yield from spread(table, player)
    refill_register(table)


def extra_workers(table: Table, chooser: int, *, alone: bool) -> Steps[None]:
    """The privilege: a worker from the supply, two with the publishing house."""
    seat = table.seats[chooser]
    number = 2 if seat.works("publishing_house") and not alone else 1
    for _ in range(number):
        if table.workers == 0:
            return
        takes = yield from choose(chooser, {"recruiter.recruit": True, "recruiter.extra.pass": False})
        if not takes:
            return
        table.workers -= 1
        seat.portrait += 1


def deal(table: Table, takers: list[int]) -> Steps[None]:
    """Each in turn takes one piece from the register, asked while both sorts lie there (X2 7)."""
    for player in takers:
        sorts = [WORKER] * (table.register_workers > 0) + [CITIZEN] * (table.register_citizens > 0)
        sort = yield from ask_sort(player, "newcomer", sorts)
        if sort == WORKER:
            table.register_workers -= 1
        else:
            table.register_citizens -= 1
        table.seats[player].add_piece(PORTRAIT, sort)


def villa(table: Table, player: int) -> None:
    seat = table.seats[player]
    if not seat.works("villa"):
        return
    if table.citizens > 0:
        table.citizens -= 1
        seat.add_piece(PORTRAIT, CITIZEN)
    elif table.workers > 0:
        table.workers -= 1
        seat.add_piece(PORTRAIT, WORKER)


def spread(table: Table, player: int) -> Steps[None]:
    """All pieces anew, place by place; then, where it matters, how many of them are citizens (PR 34, X2 8)."""
    seat = table.seats[player]
    pieces = seat.pieces()
    seat.fields = zeros(TILES)
    seat.staff = dict.fromkeys(seat.staff, 0)
    seat.citizens_at = zeros(SORTED_PLACES)
    seat.portrait = pieces
    received = yield from spread_over(table, player, "recruiter", pieces, from_portrait=True)
    yield from sort_out(seat, player, received, workers=pieces - seat.citizens, citizens=seat.citizens)


def refill_register(table: Table) -> None:
    """One for each empty circle on all buildings, at least one for each player (PR 32, PR 33, X2 6, X3 5)."""
    empty = sum(BUILDINGS[name].circles - pieces for seat in table.seats for name, pieces in seat.staff.items())
    missing = max(0, max(empty, table.players) - table.register())
    if table.has_citizens and missing > 0 and table.citizens > 0:
        table.citizens -= 1
        table.register_citizens += 1
        missing -= 1
    loaded = min(missing, table.workers)
    table.workers -= loaded
    table.register_workers += loaded
    if loaded < missing and not table.has_citizens:
        table.ending = True
