"""The planter phase and everything that lays or discards island tiles (PR 20 to PR 28)."""

from tests.oracle.puerto_rico_1897 import festival
from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.placing import ask_bohio, ask_bohios, take_offered
from tests.oracle.puerto_rico_1897.state import Table
from tests.oracle.puerto_rico_1897.tables import GOODS, PORTRAIT, QUARRY, SPACES

FOREST = "forest"


def planter_phase(table: Table, chooser: int, *, alone: bool) -> Steps[None]:
    players = [chooser] if alone else table.order_from(chooser)
    for player in players:
        yield from ask_bohio(table, player)
        yield from hacienda(table, player)
        yield from normal_tile(table, player, is_planter=player == chooser)
    if not alone:
        yield from second_tile(table, chooser)
    yield from ask_bohios(table, players)
    yield from parks_departments(table, players)
    for kind in GOODS:
        table.discard[kind] += table.row[kind]
        table.row[kind] = 0
    table.turn_up()


def hacienda(table: Table, player: int) -> Steps[None]:
    seat = table.seats[player]
    if not seat.works("hacienda") or not seat.has_room_on_island() or not table.tile_left():
        return
    explores = yield from choose(player, {"hacienda.explore": True, "hacienda.pass": False})
    if explores:
        yield from draw_and_lay(table, player)


def draw_and_lay(table: Table, player: int) -> Steps[None]:
    """Draws a face-down tile, which its owner sees and must lay."""
    kind = table.draw_tile()
    table.drawn = kind
    yield from lay_plantation(table, player, kind, from_row=False)


def lay_plantation(table: Table, player: int, kind: str, *, from_row: bool) -> Steps[str]:
    """Lays a new plantation, with a timber yard perhaps as a forest (X1 11). Gives what it became."""
    seat = table.seats[player]
    as_forest = False
    if seat.works("timber_yard"):
        as_forest = yield from choose(player, {"timber_yard.forest": True, "timber_yard.pass": False})
    # Until here the tile lies in the open row, or was drawn and is in the player's hand.
    if from_row:
        table.row[kind] -= 1
    else:
        table.drawn = None
    if as_forest:
        seat.forests[kind] += 1
        return FOREST
    seat.island[kind] += 1
    yield from festival.after_laying(table, player)
    return kind


def tile_options(table: Table, player: int, *, quarry: bool) -> list[str]:
    """Tiles that a player may take now; none on a full island (PR 26)."""
    if not table.seats[player].has_room_on_island():
        return []
    kinds = [kind for kind in GOODS if table.row[kind] > 0]
    if quarry and table.quarries > 0:
        kinds.append(QUARRY)
    return kinds


def take_tile(table: Table, player: int, verb: str, kinds: list[str]) -> Steps[str]:
    """Asks for a tile and lays it. Gives what it became, or an empty text."""
    if not kinds:
        return ""
    options = {f"{verb}.quarry" if kind == QUARRY else f"{verb}.plantation({kind})": kind for kind in kinds}
    kind = yield from choose(player, {**options, f"{verb}.pass": ""})
    if kind == "":
        return ""
    if kind == QUARRY:
        table.quarries -= 1
        table.seats[player].island[QUARRY] += 1
        return QUARRY
    return (yield from lay_plantation(table, player, kind, from_row=True))


def normal_tile(table: Table, player: int, *, is_planter: bool) -> Steps[None]:
    quarry = is_planter or table.seats[player].works("building_yard")
    laid = yield from take_tile(table, player, "planter", tile_options(table, player, quarry=quarry))
    if laid:
        yield from hospital(table, player, laid)


def hospital(table: Table, player: int, tile: str) -> Steps[None]:
    """A worker for the normal tile; for a forest he goes to the portrait (PR 25, X1 11)."""
    seat = table.seats[player]
    place = PORTRAIT if tile == FOREST else tile
    if not seat.works("hospital") or (tile != FOREST and seat.free_at(tile) == 0):
        return
    options = {"hospital.pass": False}
    if table.sorts_offered():
        options["hospital.settle"] = True
    settles = yield from choose(player, options)
    if settles:
        yield from take_offered(table, player, place)


def second_tile(table: Table, planter: int) -> Steps[None]:
    """The publishing house's second tile, after all the others (X1 20)."""
    seat = table.seats[planter]
    if not seat.works("publishing_house") or not tile_options(table, planter, quarry=seat.works("building_yard")):
        return
    yield from ask_bohio(table, planter)
    kinds = tile_options(table, planter, quarry=seat.works("building_yard"))
    yield from take_tile(table, planter, "publishing_house", kinds)


def discard_options(table: Table, player: int, building: str) -> dict[str, tuple[str, str]]:
    """The plantations and forests that a player can discard, told apart by kind and by who stands there."""
    seat = table.seats[player]
    options: dict[str, tuple[str, str]] = {}
    for kind in GOODS:
        if seat.free_at(kind) > 0:
            options[f"{building}.discard_empty({kind})"] = (kind, "empty")
        if seat.fields[kind] > 0:
            options[f"{building}.discard_occupied({kind})"] = (kind, "occupied")
        if seat.forests[kind] > 0:
            options[f"{building}.discard_forest({kind})"] = (kind, FOREST)
    return options


def discard_tile(table: Table, player: int, kind: str, state: str) -> None:
    """Discards one tile; whoever stood on it goes to the portrait (X2 10, X2 12)."""
    seat = table.seats[player]
    if state == FOREST:
        seat.forests[kind] -= 1
    else:
        seat.island[kind] -= 1
    if state == "occupied":
        seat.fields[kind] -= 1
        seat.portrait += 1
    table.discard[kind] += 1


def parks_departments(table: Table, players: list[int]) -> Steps[None]:
    """First all owners with a worker there, then the comparison for those with a citizen (X2 12)."""
    for player in players:
        if table.seats[player].works_with_worker("parks_department"):
            options = discard_options(table, player, "parks_department")
            choice = yield from choose(player, {**options, "parks_department.pass": ("", "")})
            if choice[0]:
                discard_tile(table, player, *choice)
    for player in players:
        if table.seats[player].works_with_citizen("parks_department") and has_most_empty_spaces(table, player):
            table.gain_points(player, 2)


def has_most_empty_spaces(table: Table, player: int) -> bool:
    mine = SPACES - table.seats[player].tiles()
    return all(mine > SPACES - seat.tiles() for other, seat in table.every_seat() if other != player)
