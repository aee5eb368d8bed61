"""The end of a captain phase: storing goods and emptying ships (PR 76, PR 77, PR 118, X1 13)."""

from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.state import Seat, Table
from tests.oracle.puerto_rico_1897.tables import GOODS


def can_keep(seat: Seat, kept: list[int]) -> bool:
    """Warehouses take whole kinds, best the most numerous; the rest are single goods."""
    whole_kinds = 0
    if seat.works("small_warehouse"):
        whole_kinds += 1
    if seat.works("large_warehouse"):
        whole_kinds += 2
    single_goods = 1
    if seat.works("storage_hall"):
        single_goods += 3
    rest = sorted(kept, reverse=True)[whole_kinds:]
    return sum(rest) <= single_goods


def store(table: Table, player: int) -> Steps[None]:
    """Asks kind by kind how many are kept; keeping less is legal."""
    seat = table.seats[player]
    kept: list[int] = []
    for kind in GOODS:
        numbers = [n for n in range(seat.goods[kind] + 1) if can_keep(seat, [*kept, n])]
        number = yield from choose(player, {f"captain.keep({kind},{n})": n for n in numbers})
        kept.append(number)
    for kind, number in zip(GOODS, kept, strict=True):
        table.supply[kind] += seat.goods[kind] - number
        seat.goods[kind] = number


def empty_full_ships(table: Table) -> None:
    for ship in table.ships:
        if ship.good is not None and ship.load == ship.size:
            table.supply[ship.good] += ship.load
            ship.good = None
            ship.load = 0
