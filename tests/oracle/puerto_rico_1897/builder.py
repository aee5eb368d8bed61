"""The builder phase (PR 40 to PR 45) with black market, church, notary and forests."""

from tests.oracle.puerto_rico_1897 import festival
from tests.oracle.puerto_rico_1897.asking import Steps, choose
from tests.oracle.puerto_rico_1897.placing import ask_bohio, ask_bohios, ask_sort, take_offered
from tests.oracle.puerto_rico_1897.state import Seat, Table
from tests.oracle.puerto_rico_1897.tables import BUILDINGS, CITIZEN, GOODS, PORTRAIT, QUARRY, SPACES, TILES, WORKER

# What the black market takes, in the order in which it is handed in.
THINGS = ("worker", "good", "chip")
PIECE, GOOD, CHIP = 0, 1, 2


def builder_phase(table: Table, chooser: int, *, alone: bool) -> Steps[None]:
    players = [chooser] if alone else table.order_from(chooser)
    for player in players:
        yield from ask_bohio(table, player)
        privilege = 0
        if player == chooser:
            privilege = 2 if table.seats[player].works("publishing_house") and not alone else 1
        yield from build(table, player, privilege)
    yield from ask_bohios(table, players)


def price(seat: Seat, building: str, privilege: int) -> int:
    """The cost less all price cuts, never below 0 (PR 40, X1 11, X2 13)."""
    row = BUILDINGS[building]
    cut = privilege
    cut += min(seat.fields[QUARRY], row.column)
    cut += sum(seat.forests.values()) // 2
    if row.column <= 3 and seat.works_with_worker("notary"):
        cut += 1
    if row.column == 4 and seat.works_with_citizen("notary"):
        cut += 2
    return max(0, row.cost - cut)


def hand_in_options(table: Table, player: int) -> list[dict[str, str]]:
    """For each of piece, good and chip what the player could hand in (X1 12)."""
    seat = table.seats[player]
    pieces: dict[str, str] = {}
    for place in [*seat.places(), PORTRAIT]:
        if place == "black_market" or seat.pieces_at(place) == 0:
            continue
        if place == PORTRAIT:
            pieces["black_market.from_portrait"] = place
        elif place in TILES:
            pieces[f"black_market.from_field({place})"] = place
        else:
            pieces[f"black_market.from_building({place})"] = place
    goods = {f"black_market.from_goods({kind})": kind for kind in GOODS if seat.goods[kind] > 0}
    chips = {"black_market.chip": ""} if seat.chips > 0 else {}
    return [pieces, goods, chips]


def buildable(table: Table, player: int, privilege: int) -> list[str]:
    seat = table.seats[player]
    most_handed_in = 0
    if seat.works("black_market"):
        most_handed_in = sum(1 for options in hand_in_options(table, player) if options)
    return [
        name
        for name, row in BUILDINGS.items()
        if table.market[name] > 0
        and name not in seat.staff
        and seat.city_spaces() + row.spaces <= SPACES
        and price(seat, name, privilege) <= seat.purse + most_handed_in
    ]


def build(table: Table, player: int, privilege: int) -> Steps[None]:
    seat = table.seats[player]
    options = {f"builder.build({name})": name for name in buildable(table, player, privilege)}
    name = yield from choose(player, {**options, "builder.pass": ""})
    if not name:
        return
    # Judged as before the purchase and before a piece is handed in (PR 45, X1 12).
    has_school = seat.works("school")
    has_church = seat.works("church")
    cost = price(seat, name, privilege)
    if cost > seat.purse:
        yield from hand_in(table, player, cost - seat.purse)
        seat.purse = 0
    else:
        seat.purse -= cost
    table.market[name] -= 1
    seat.staff[name] = 0
    if seat.city_spaces() == SPACES:
        table.ending = True
    if has_church:
        table.gain_points(player, {1: 0, 2: 1, 3: 1, 4: 2}[BUILDINGS[name].column])
    festival.after_building(table, player, name)
    if has_school and BUILDINGS[name].circles > 0:
        yield from school(table, player, name)


def hand_in(table: Table, player: int, number: int) -> Steps[None]:
    """Hands in exactly `number` things, at most one of each sort: which sort, then which of them."""
    seat = table.seats[player]
    sorts = range(len(THINGS))
    for left in range(number, 0, -1):
        every = hand_in_options(table, player)
        possible = [sort for sort in sorts if every[sort]]
        # As many as are still needed must come from this sort and those behind it.
        first = possible[: len(possible) - left + 1]
        thing = yield from choose(player, {f"black_market.{THINGS[sort]}": sort for sort in first})
        what = yield from choose(player, every[thing])
        if thing == PIECE:
            yield from hand_in_piece(table, player, what)
        elif thing == GOOD:
            seat.goods[what] -= 1
            table.supply[what] += 1
        else:
            seat.chips -= 1
            table.pool += 1
        sorts = range(thing + 1, len(THINGS))


def hand_in_piece(table: Table, player: int, place: str) -> Steps[None]:
    seat = table.seats[player]
    sorts = seat.sorts_at(place)
    seat.add_piece(place, WORKER, -1)
    table.workers += 1
    sort = yield from ask_sort(player, "handed_in", sorts)
    if sort == CITIZEN:
        seat.make_citizen(place, -1)
        table.workers -= 1
        table.citizens += 1


def school(table: Table, player: int, building: str) -> Steps[None]:
    options = {"school.pass": False}
    if table.sorts_offered():
        options["school.enrol"] = True
    enrols = yield from choose(player, options)
    if enrols:
        yield from take_offered(table, player, building)
