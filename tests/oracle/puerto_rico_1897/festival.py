"""The festival (X4 1 to X4 4)."""

from tests.oracle.puerto_rico_1897.asking import Steps
from tests.oracle.puerto_rico_1897.placing import spread_over
from tests.oracle.puerto_rico_1897.state import Table, zeros
from tests.oracle.puerto_rico_1897.tables import BUILDINGS, COLUMN_3_PLANT, GOODS


def draw_plantation_and_goods(table: Table) -> None:
    kind = table.rng.draw(dict.fromkeys(GOODS, 1))
    table.stack[kind] -= 1
    table.festival.plantation = kind
    bag = dict.fromkeys(GOODS, 3)
    for _ in range(3):
        good = table.rng.draw(bag)
        bag[good] -= 1
        table.supply[good] -= 1
        table.festival.goods[good] += 1


def draw_building(table: Table) -> None:
    """One of the kinds of column 3, the production building of the festival's plantation left out."""
    plantation = table.festival.plantation
    barred = COLUMN_3_PLANT.get(plantation) if plantation else None
    kinds = [name for name, row in BUILDINGS.items() if row.column == 3 and table.market[name] > 0 and name != barred]
    building = table.rng.draw(dict.fromkeys(kinds, 1))
    table.festival.building = building
    # With two players a copy from the box takes its place.
    if table.players > 2:
        table.market[building] -= 1


def after_laying(table: Table, player: int) -> Steps[None]:
    """Looks at the plantations after one was laid face up."""
    kind = table.festival.plantation
    if kind is None or table.seats[player].island[kind] < 3:
        return
    table.festival.plantation = None
    table.discard[kind] += 1
    number = min(3, table.workers)
    table.workers -= number
    table.in_hand = number
    yield from spread_over(table, player, "festival", number)
    table.seats[player].portrait += table.in_hand
    table.in_hand = 0


def after_production(table: Table, player: int, produced: dict[str, int]) -> None:
    """Looks at the goods that a player has produced in this phase so far."""
    wanted = table.festival.goods
    if sum(wanted.values()) == 0 or any(produced[kind] < wanted[kind] for kind in GOODS):
        return
    for kind in GOODS:
        table.supply[kind] += wanted[kind]
    table.festival.goods = zeros(GOODS)
    table.seats[player].purse += 3


def after_building(table: Table, player: int, building: str) -> None:
    if table.festival.building == building:
        table.festival.building = None
        table.market[building] += 1
        table.gain_points(player, 3)
