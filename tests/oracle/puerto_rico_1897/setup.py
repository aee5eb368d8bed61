"""The start of a game (PR 4, PR 5, PR 16, P2 1 to P2 7, X2 3, X4 4) and the choice of buildings (X1 1 to X1 5)."""

from tests.oracle.puerto_rico_1897 import tables
from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.festival import draw_building, draw_plantation_and_goods
from tests.oracle.puerto_rico_1897.randomness import Pcg32
from tests.oracle.puerto_rico_1897.state import Seat, Ship, Table
from tests.oracle.puerto_rico_1897.tables import BUILDINGS, DRAFT_SPACES, GOODS

BuildingChoice = str | tuple[str, ...]


def empty_table(players: int, seed: int, expansions: frozenset[str]) -> Table:
    """Everything in its box: no plantations given, no building laid out, no governor."""
    removed_tiles = 3 if players == 2 else 0
    removed_goods = 2 if players == 2 else 0
    roles = tables.ROLES[players]
    if "smuggler" in expansions:
        roles = (*roles, tables.SMUGGLER)
    table = Table(
        players=players,
        expansions=expansions,
        rng=Pcg32(seed),
        seats=[Seat(purse=tables.COINS_EACH[players]) for _ in range(players)],
        roles=roles,
        ships=[Ship(name, size) for name, size in tables.SHIPS[players]],
        pool=tables.VICTORY_POINTS[players],
        quarries=tables.QUARRIES - removed_tiles,
        workers=tables.WORKERS[players],
        register_workers=players,
        supply={kind: tables.GOODS_IN_SUPPLY[kind] - removed_goods for kind in GOODS},
        stack={kind: tables.PLANTATIONS[kind] - removed_tiles for kind in GOODS},
        coins=dict.fromkeys(roles, 0),
    )
    if table.has_citizens:
        table.register_workers = players - 1
        table.register_citizens = 1
        table.workers = tables.ALL_WORKERS - table.register_workers
        table.citizens = tables.ALL_CITIZENS - 1
    return table


def copies_laid_out(players: int, building: str) -> int:
    row = BUILDINGS[building]
    if players > 2:
        return row.copies
    is_plant_of_a_good = row.sort != "beige" and row.part == "base"
    return 2 if is_plant_of_a_good else 1


def draftable(free: list[int], chosen: list[str]) -> list[str]:
    """Beige buildings, old and new, that fit a free space."""
    return [
        name
        for name, row in BUILDINGS.items()
        if row.sort == "beige" and row.part != "citizens" and row.cost in free and name not in chosen
    ]


def draft(table: Table) -> Steps[list[str]]:
    """From the first player clockwise each chooses one building for a free space of its cost."""
    free = list(DRAFT_SPACES)
    chosen: list[str] = []
    player = table.governor
    while free:
        options = {f"draft.take({name})": name for name in draftable(free, chosen)}
        name = yield from choose(player, options)
        chosen.append(name)
        free.remove(BUILDINGS[name].cost)
        player = (player + 1) % table.players
    return chosen


def random_choice(table: Table) -> list[str]:
    """One building for each space in turn; of office and trading post exactly one (X1 4)."""
    chosen: list[str] = []
    for cost in DRAFT_SPACES:
        names = draftable([cost], chosen)
        if cost == 5:
            first = not any(BUILDINGS[name].cost == 5 for name in chosen)
            names = ["office", "trading_post"] if first else ["large_market", "church"]
        chosen.append(table.rng.draw(dict.fromkeys(names, 1)))
    return chosen


def check_choice(names: tuple[str, ...]) -> list[str]:
    free = list(DRAFT_SPACES)
    chosen: list[str] = []
    for name in names:
        if name not in draftable(free, chosen):
            raise ValueError(f"{name} is no beige building with a free space")
        chosen.append(name)
        free.remove(BUILDINGS[name].cost)
    if free:
        raise ValueError(f"no building is given for the spaces {free}")
    return chosen


def choose_buildings(table: Table, buildings: BuildingChoice) -> Steps[list[str]]:
    """The beige buildings of base game and new buildings that are in the game."""
    if "new_buildings" not in table.expansions:
        return [name for name, row in BUILDINGS.items() if row.sort == "beige" and row.part == "base"]
    if isinstance(buildings, tuple):
        return check_choice(buildings)
    if buildings == "random":
        return random_choice(table)
    return (yield from draft(table))


def set_up(table: Table, first_governor: int | None, buildings: BuildingChoice) -> Steps[None]:
    players = table.players
    table.governor = table.rng.below(players) if first_governor is None else first_governor
    for player, kind in zip(table.order_from(table.governor), tables.FIRST_PLANTATIONS[players], strict=True):
        table.seats[player].island[kind] += 1
        table.stack[kind] -= 1
    if "festival" in table.expansions:
        draw_plantation_and_goods(table)
    beige = yield from choose_buildings(table, buildings)
    for name, row in BUILDINGS.items():
        is_plant = row.part == "base" and row.sort != "beige"
        is_of_citizens = row.part == "citizens" and table.has_citizens
        if is_plant or is_of_citizens or name in beige:
            table.market[name] = copies_laid_out(players, name)
    if "festival" in table.expansions:
        draw_building(table)
    table.turn_up()
