"""The producer phase, in the order of X1 24 (PR 50 to PR 54)."""

from tests.oracle.puerto_rico_1897 import festival
from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.placing import ask_bohio, ask_bohios
from tests.oracle.puerto_rico_1897.state import Seat, Table
from tests.oracle.puerto_rico_1897.tables import GOODS

FACTORY_PAY = {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 5: 5}


def producer_phase(table: Table, chooser: int, *, alone: bool) -> Steps[None]:
    players = [chooser] if alone else table.order_from(chooser)
    of_producer: dict[str, int] = {}
    for player in players:
        produced = produce(table, player)
        seat = table.seats[player]
        if seat.works("factory"):
            seat.purse += FACTORY_PAY[sum(1 for kind in GOODS if produced[kind] > 0)]
        if seat.works_with_worker("chapel"):
            seat.purse += 1
        if seat.works_with_citizen("chapel"):
            table.gain_points(player, 1)
        if seat.works("tailor_shop"):
            seat.purse += seat.citizens
        if player == chooser:
            of_producer = produced
        else:
            distillery(seat, produced)
        festival.after_production(table, player, produced)
    yield from extra_goods(table, chooser, of_producer, alone=alone)
    distillery(table.seats[chooser], of_producer)
    festival.after_production(table, chooser, of_producer)
    yield from ask_bohios(table, players)


def harvest(seat: Seat) -> dict[str, int]:
    """What the occupied plantations and circles give, the supply aside."""
    staff = seat.staff
    circles = {
        "corn": seat.fields["corn"],
        "fruit": staff.get("small_fruit_store", 0) + staff.get("large_fruit_store", 0),
        "sugar": staff.get("small_sugar_mill", 0) + staff.get("large_sugar_mill", 0),
        "tobacco": staff.get("tobacco_storage", 0),
        "coffee": staff.get("coffee_roaster", 0),
    }
    return {kind: min(seat.fields[kind], circles[kind]) for kind in GOODS}


def take_good(table: Table, seat: Seat, produced: dict[str, int], kind: str, number: int) -> None:
    table.supply[kind] -= number
    seat.goods[kind] += number
    produced[kind] += number


def produce(table: Table, player: int) -> dict[str, int]:
    """Goods and canal; gives what was really produced."""
    seat = table.seats[player]
    produced = dict.fromkeys(GOODS, 0)
    for kind, wanted in harvest(seat).items():
        take_good(table, seat, produced, kind, min(wanted, table.supply[kind]))
    if seat.works("canal"):
        for kind, store in (("fruit", "large_fruit_store"), ("sugar", "large_sugar_mill")):
            if seat.works(store) and produced[kind] > 0 and table.supply[kind] > 0:
                take_good(table, seat, produced, kind, 1)
    return produced


def distillery(seat: Seat, produced: dict[str, int]) -> None:
    if seat.works("distillery"):
        best = max(produced[kind] for kind in GOODS if kind != "corn")
        seat.purse += max(0, best - 1)


def extra_goods(table: Table, chooser: int, produced: dict[str, int], *, alone: bool) -> Steps[None]:
    """One extra good of a kind just produced; two with the publishing house, in rising order."""
    seat = table.seats[chooser]
    kinds = [kind for kind in GOODS if produced[kind] > 0]
    if not any(table.supply[kind] > 0 for kind in kinds):
        return
    yield from ask_bohio(table, chooser)
    number = 2 if seat.works("publishing_house") and not alone else 1
    for _ in range(number):
        options = {f"producer.extra({kind})": kind for kind in kinds if table.supply[kind] > 0}
        kind = yield from choose(chooser, {**options, "producer.pass": ""})
        if not kind:
            return
        take_good(table, seat, produced, kind, 1)
        kinds = kinds[kinds.index(kind) :]
