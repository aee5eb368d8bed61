"""The score and the tie-break (PR 91 to PR 97, P97 3, X1 22, X2 4, X2 17)."""

from tests.oracle.puerto_rico_1897.state import Seat
from tests.oracle.puerto_rico_1897.tables import BUILDINGS

RESIDENCE_POINTS = (0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 6, 7)
CATHEDRAL_POINTS = (0, 1, 3, 6, 10)


def score(seat: Seat) -> int:
    rows = [BUILDINGS[name] for name in seat.staff]
    points = seat.chips + seat.citizens + sum(row.points for row in rows)
    if seat.works("fire_station"):
        points += sum(1 for row in rows if row.sort == "small_plant")
        points += sum(2 for row in rows if row.sort == "large_plant")
    if seat.works("residence"):
        points += RESIDENCE_POINTS[seat.tiles()]
    if seat.works("fortress"):
        points += seat.pieces() // 3
    if seat.works("customs_house"):
        points += seat.chips // 4
    if seat.works("governors_palace"):
        points += sum(1 for row in rows if row.sort == "beige")
    if seat.works("cathedral"):
        triples = sum(number // 3 for number in seat.island.values()) + sum(seat.forests.values()) // 3
        points += CATHEDRAL_POINTS[triples]
    if seat.works("town_square"):
        points += seat.citizens
    return points


def tiebreak(seat: Seat) -> int:
    return seat.purse + sum(seat.goods.values())
