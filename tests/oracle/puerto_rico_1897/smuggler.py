"""The smuggler (X3 1 to X3 3); the swapped role is played by the round."""

from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.placing import ask_bohio, ask_bohios, free_circles, sort_out, spread_over
from tests.oracle.puerto_rico_1897.state import Ship, Table
from tests.oracle.puerto_rico_1897.tables import GOODS, SMUGGLER

RAID, PLUNDER, POACH, SWAP = "raid", "plunder", "poach", "swap"
Option = tuple[str, str, Ship | None]


def smuggler_phase(table: Table, chooser: int) -> Steps[None]:
    table.last_smuggler = chooser
    yield from ask_bohio(table, chooser)
    options: dict[str, Option] = {}
    for ship in table.ships:
        if ship.good is not None:
            options[f"smuggler.raid({ship.name})"] = (RAID, "", ship)
    if sum(table.house.values()) > 0:
        options["smuggler.plunder"] = (PLUNDER, "", None)
    if table.register() > table.players:
        options["smuggler.poach"] = (POACH, "", None)
    for role in unused_roles(table):
        options[f"smuggler.swap({role})"] = (SWAP, role, None)
    action, role, raided = yield from choose(chooser, options)
    if raided is not None:
        yield from raid(table, chooser, raided)
    elif action == PLUNDER:
        plunder(table, chooser)
    elif action == POACH:
        yield from poach(table, chooser)
    else:
        table.seats[chooser].purse += table.coins[role]
        table.coins[role] = 0
        table.claimant = chooser
        table.claimed = role
    yield from ask_bohios(table, table.order_from(chooser))


def unused_roles(table: Table) -> list[str]:
    """Roles that nobody has chosen in this round; two equal adventurers are one."""
    roles = [role for role in table.roles if role not in table.taken and role != SMUGGLER]
    both = "adventurer" in roles and "second_adventurer" in roles
    if both and table.coins["adventurer"] == table.coins["second_adventurer"]:
        roles.remove("second_adventurer")
    return roles


def raid(table: Table, player: int, ship: Ship) -> Steps[None]:
    good = ship.good
    assert good is not None
    most = min(3, ship.load)
    kept = yield from choose(player, {f"smuggler.keep({n})": n for n in range(most + 1)})
    table.seats[player].goods[good] += kept
    table.supply[good] += ship.load - kept
    ship.good = None
    ship.load = 0


def plunder(table: Table, player: int) -> None:
    table.gain_points(player, sum(table.house.values()))
    for kind in GOODS:
        table.supply[kind] += table.house[kind]
        table.house[kind] = 0


def poach(table: Table, player: int) -> Steps[None]:
    """Cuts the register down, workers first; up to three of those removed are placed at once."""
    removed = table.register() - table.players
    workers = min(removed, table.register_workers)
    citizens = removed - workers
    table.register_workers -= workers
    table.register_citizens -= citizens
    table.in_hand = removed
    table.citizens_in_hand = citizens
    seat = table.seats[player]
    most = min(3, removed, free_circles(seat))
    kept = yield from choose(player, {f"smuggler.recruit({n})": n for n in range(most + 1)})
    numbers = range(max(0, kept - workers), min(kept, citizens) + 1)
    nobles = yield from choose(player, {f"smuggler.noble({n})": n for n in numbers})
    table.workers += workers - (kept - nobles)
    table.citizens += citizens - nobles
    table.in_hand = kept
    table.citizens_in_hand = nobles
    received = yield from spread_over(table, player, "smuggler", kept)
    seat.citizens += nobles
    table.citizens_in_hand = 0
    yield from sort_out(seat, player, received, workers=kept - nobles, citizens=nobles)
