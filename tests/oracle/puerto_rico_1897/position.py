"""A position as named numbers, for comparing with another engine."""

from collections.abc import Mapping

from tests.oracle.puerto_rico_1897.state import Seat, Table
from tests.oracle.puerto_rico_1897.tables import BUILDINGS, GOODS, SORTED_PLACES, TILES

NOBODY = -1


def position(table: Table, to_move: int) -> dict[str, int]:
    """Every number of a position; those of an expansion only in games with it."""
    numbers = {
        "governor": table.governor,
        "chooser": table.chooser,
        "me": to_move,
        "ending": int(table.ending),
        "vp_pool": table.pool,
        "quarries": table.quarries,
        "workers": table.workers,
        "work_register": table.register(),
    }

    def row(what: str, values: Mapping[str, int]) -> None:
        numbers.update({f"{what}[{name}]": value for name, value in values.items()})

    row("supply", table.supply)
    for what, pile in (("stack", table.stack), ("discard", table.discard), ("row", table.row)):
        row(what, {kind: pile.get(kind, 0) for kind in TILES})
    row("house", table.house)
    names = buildings_of(table)
    row("market", {name: table.market[name] for name in names})
    for ship in table.ships:
        row(f"cargo[{ship.name}]", {kind: ship.load if ship.good == kind else 0 for kind in GOODS})
    row("coins", table.coins)
    row("taken", {role: int(role in table.taken) for role in table.roles})
    for player, seat in table.every_seat():
        numbers[f"purse[{player}]"] = seat.purse
        numbers[f"chips[{player}]"] = seat.chips
        row(f"goods[{player}]", seat.goods)
        row(f"island[{player}]", seat.island)
        row(f"city[{player}]", {name: int(name in seat.staff) for name in names})
        row(f"fields[{player}]", seat.fields)
        row(f"staff[{player}]", {name: seat.staff.get(name, 0) for name in names})
        numbers[f"portrait[{player}]"] = seat.portrait
    numbers.update(of_expansions(table))
    return numbers


def buildings_of(table: Table) -> list[str]:
    """All buildings of the box that belong to this game, those left out by the draft too."""
    return [name for name, row in BUILDINGS.items() if row.part == "base" or row.part in table.expansions]


def of_expansions(table: Table) -> dict[str, int]:
    numbers: dict[str, int] = {}
    if "new_buildings" in table.expansions:
        for player, seat in table.every_seat():
            numbers.update({f"forests[{player}][{kind}]": seat.forests[kind] for kind in GOODS})
    if {"new_buildings", "citizens"} & table.expansions:
        numbers.update({f"drawn[{kind}]": int(table.drawn == kind) for kind in GOODS})
    if {"smuggler", "festival"} & table.expansions:
        numbers["in_hand"] = table.in_hand
        numbers["citizens_in_hand"] = table.citizens_in_hand
    if table.has_citizens:
        numbers["citizens"] = table.citizens
        numbers["register_citizens"] = table.register_citizens
        for player, seat in table.every_seat():
            numbers.update(citizens_of(player, seat))
    if "smuggler" in table.expansions:
        numbers["last_smuggler"] = NOBODY if table.last_smuggler is None else table.last_smuggler
        numbers["claimant"] = NOBODY if table.claimant is None else table.claimant
        numbers.update({f"claimed[{role}]": int(role == table.claimed) for role in table.roles})
    if "festival" in table.expansions:
        festival = table.festival
        numbers.update({f"festival_plantation[{kind}]": int(festival.plantation == kind) for kind in GOODS})
        numbers.update({f"festival_goods[{kind}]": festival.goods[kind] for kind in GOODS})
        numbers.update({f"festival_building[{name}]": int(festival.building == name) for name in buildings_of(table)})
    return numbers


def citizens_of(player: int, seat: Seat) -> dict[str, int]:
    numbers = {f"citizens[{player}]": seat.citizens}
    for place in SORTED_PLACES:
        numbers[f"citizens_at[{player}][{place}]"] = seat.citizens_at[place]
    return numbers
