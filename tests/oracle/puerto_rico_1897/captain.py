"""The captain phase: first turns and loading (PR 70 to PR 83, X1 17, X1 18, X1 21, X1 25, X2 14)."""

from dataclasses import dataclass, field

from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.placing import ask_bohio, ask_bohios
from tests.oracle.puerto_rico_1897.state import Ship, Table
from tests.oracle.puerto_rico_1897.storage import empty_full_ships, store
from tests.oracle.puerto_rico_1897.tables import GOODS

SHIP, WHARF, SMALL_WHARF, PASS = "ship", "wharf", "small_wharf", "pass"
Option = tuple[str, str, Ship | None]


@dataclass
class Loading:
    """What has happened in this captain phase."""

    chooser: int
    privilege_left: bool = True
    wharf_used: set[int] = field(default_factory=set)
    small_wharf_used: set[int] = field(default_factory=set)
    had_a_turn: set[int] = field(default_factory=set)


def captain_phase(table: Table, chooser: int, *, alone: bool) -> Steps[None]:
    players = [chooser] if alone else table.order_from(chooser)
    table.in_captain_phase = True
    loading = Loading(chooser)
    idle = 0
    turn = 0
    while idle < len(players):
        player = players[turn % len(players)]
        turn += 1
        yield from ask_bohio(table, player)
        if player not in loading.had_a_turn:
            loading.had_a_turn.add(player)
            yield from first_turn(table, player, is_captain=player == chooser)
        loaded = yield from load(table, player, loading, alone=alone)
        idle = 0 if loaded else idle + 1
    yield from ask_bohios(table, players)
    for player in players:
        yield from store(table, player)
    empty_full_ships(table)
    if table.pool <= 0:
        table.ending = True
    table.in_captain_phase = False


def first_turn(table: Table, player: int, *, is_captain: bool) -> Steps[None]:
    """Lighthouse's captain coin, assembly hall, supply office."""
    seat = table.seats[player]
    if is_captain and seat.works("lighthouse"):
        seat.purse += 1
    if seat.works("assembly_hall"):
        table.gain_points(player, sum(number // 2 for number in seat.goods.values()))
    if seat.works("supply_office"):
        kinds = list(GOODS)
        for _ in range(seat.citizens):
            options = {f"supply_office.deliver({kind})": kind for kind in kinds if seat.goods[kind] > 0}
            kind = yield from choose(player, {**options, "supply_office.pass": ""})
            if not kind:
                return
            seat.goods[kind] -= 1
            table.supply[kind] += 1
            table.gain_points(player, 1)
            kinds = kinds[kinds.index(kind) + 1 :]


def ships_for(table: Table, kind: str, number: int) -> list[Ship]:
    """Ships that may take these goods (PR 71, PR 72)."""
    for ship in table.ships:
        if ship.good == kind:
            return [ship] if ship.load < ship.size else []
    empty = [ship for ship in table.ships if ship.good is None]
    most = max((min(number, ship.size) for ship in empty), default=0)
    return [ship for ship in empty if min(number, ship.size) == most]


def load_options(table: Table, player: int, loading: Loading) -> dict[str, Option]:
    """What the player may do; nothing if there is nothing to ask (PR 83)."""
    seat = table.seats[player]
    kinds = [kind for kind in GOODS if seat.goods[kind] > 0]
    options: dict[str, Option] = {}
    for kind in kinds:
        for ship in ships_for(table, kind, seat.goods[kind]):
            options[f"captain.load({kind},{ship.name})"] = (SHIP, kind, ship)
    can_load_a_ship = bool(options)
    if seat.works("wharf") and player not in loading.wharf_used:
        for kind in kinds:
            options[f"wharf.ship_away({kind})"] = (WHARF, kind, None)
    if seat.works("small_wharf") and player not in loading.small_wharf_used and kinds:
        options["small_wharf.load"] = (SMALL_WHARF, "", None)
    if options and not can_load_a_ship:
        options["captain.loading.pass"] = (PASS, "", None)
    return options


def load(table: Table, player: int, loading: Loading, *, alone: bool) -> Steps[bool]:
    """One turn; gives whether it brought a load."""
    seat = table.seats[player]
    options = load_options(table, player, loading)
    if not options:
        return False
    action, kind, ship = yield from choose(player, options)
    if action == PASS:
        return False
    if action == SMALL_WHARF:
        loading.small_wharf_used.add(player)
        points = yield from small_wharf(table, player)
    elif ship is None:
        loading.wharf_used.add(player)
        points = seat.goods[kind]
        seat.goods[kind] = 0
        table.supply[kind] += points
    else:
        points = min(seat.goods[kind], ship.size - ship.load)
        seat.goods[kind] -= points
        ship.good = kind
        ship.load += points
    if seat.works("harbor"):
        points += 1
    if seat.works("lighthouse"):
        seat.purse += 1
    if player == loading.chooser and loading.privilege_left:
        loading.privilege_left = False
        points += 2 if seat.works("publishing_house") and not alone else 1
    table.gain_points(player, points)
    return True


def small_wharf(table: Table, player: int) -> Steps[int]:
    """How many of each kind go, at least one good in all; gives the points (X1 17)."""
    seat = table.seats[player]
    shipped = 0
    kinds = [kind for kind in GOODS if seat.goods[kind] > 0]
    for kind in kinds:
        least = 1 if shipped == 0 and kind == kinds[-1] else 0
        numbers = range(least, seat.goods[kind] + 1)
        number = yield from choose(player, {f"small_wharf.ship({kind},{n})": n for n in numbers})
        seat.goods[kind] -= number
        table.supply[kind] += number
        shipped += number
    return shipped // 2
