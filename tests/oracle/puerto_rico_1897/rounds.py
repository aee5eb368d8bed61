"""Choosing roles, the adventurer, and the end of a round (PR 10 to PR 13, PR 85, P2 5, X3 4 to X3 6)."""

from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.builder import builder_phase
from tests.oracle.puerto_rico_1897.captain import captain_phase
from tests.oracle.puerto_rico_1897.placing import ask_bohios
from tests.oracle.puerto_rico_1897.planter import planter_phase
from tests.oracle.puerto_rico_1897.producer import producer_phase
from tests.oracle.puerto_rico_1897.recruiter import recruiter_phase
from tests.oracle.puerto_rico_1897.smuggler import smuggler_phase
from tests.oracle.puerto_rico_1897.state import Table
from tests.oracle.puerto_rico_1897.tables import SMUGGLER
from tests.oracle.puerto_rico_1897.trader import trader_phase


def play_rounds(table: Table) -> Steps[None]:
    """Rounds until one of the ends has come (PR 90)."""
    while True:
        yield from play_round(table)
        table.rounds += 1
        if table.ending:
            return
        for role in table.roles:
            if role not in table.taken and role != SMUGGLER:
                table.coins[role] += 1
        table.taken = []
        table.governor = (table.governor + 1) % table.players


def play_round(table: Table) -> Steps[None]:
    choices = 6 if table.players == 2 else table.players
    for turn in range(choices):
        player = (table.governor + turn) % table.players
        options = {f"play.take({role})": role for role in free_roles(table, player)}
        role = yield from choose(player, options)
        take_role(table, player, role)
        yield from play_role(table, player, role, alone=False)
    if table.claimed is not None and table.claimant is not None:
        player, role = table.claimant, table.claimed
        table.claimant = None
        table.claimed = None
        table.taken.append(role)
        table.chooser = player
        yield from play_role(table, player, role, alone=True)


def free_roles(table: Table, player: int) -> list[str]:
    roles = [role for role in table.roles if role not in table.taken]
    if table.last_smuggler == player and SMUGGLER in roles:
        roles.remove(SMUGGLER)
    if table.claimant == player and table.claimed is not None:
        roles.remove(table.claimed)
    # Two adventurers that do the same are one choice (PR 19); a claimed one pays somebody (X3 4).
    both = "adventurer" in roles and "second_adventurer" in roles
    one_is_claimed = table.claimed in ("adventurer", "second_adventurer")
    if both and not one_is_claimed and table.coins["adventurer"] == table.coins["second_adventurer"]:
        roles.remove("second_adventurer")
    return roles


def take_role(table: Table, player: int, role: str) -> None:
    table.seats[player].purse += table.coins[role]
    table.coins[role] = 0
    table.taken.append(role)
    table.chooser = player
    if role == table.claimed and table.claimant is not None:
        table.seats[table.claimant].purse += 3
        table.claimant = None
        table.claimed = None


def play_role(table: Table, player: int, role: str, *, alone: bool) -> Steps[None]:
    """Plays a role; `alone` for the swapped one at the end of a round (X3 5)."""
    if role == "planter":
        yield from planter_phase(table, player, alone=alone)
    elif role == "recruiter":
        yield from recruiter_phase(table, player, alone=alone)
    elif role == "builder":
        yield from builder_phase(table, player, alone=alone)
    elif role == "producer":
        yield from producer_phase(table, player, alone=alone)
    elif role == "trader":
        yield from trader_phase(table, player, alone=alone)
    elif role == "captain":
        yield from captain_phase(table, player, alone=alone)
    elif role == SMUGGLER:
        yield from smuggler_phase(table, player)
    else:
        yield from adventurer_phase(table, player, alone=alone)


def adventurer_phase(table: Table, chooser: int, *, alone: bool) -> Steps[None]:
    seat = table.seats[chooser]
    seat.purse += 2 if seat.works("publishing_house") and not alone else 1
    yield from ask_bohios(table, [chooser] if alone else table.order_from(chooser))
