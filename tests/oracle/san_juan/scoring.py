"""Points and the tie-break (SJ 51, SJ 52)."""

from tests.oracle.san_juan.cards import MONUMENTS, POINTS, PRODUCTION, VIOLET
from tests.oracle.san_juan.chance import size
from tests.oracle.san_juan.state import Seat


def score(seat: Seat) -> int:
    production = sum(seat.buildings.get(kind, 0) for kind in PRODUCTION)
    violet = sum(seat.buildings.get(kind, 0) for kind in VIOLET)
    monuments = sum(seat.buildings.get(kind, 0) for kind in MONUMENTS)
    points = sum(POINTS[kind] * number for kind, number in seat.buildings.items())
    points += size(seat.tucked)
    if seat.owns("guild_hall"):
        points += 2 * production
    if seat.owns("city_hall"):
        points += violet
    if seat.owns("triumphal_arch"):
        points += (0, 4, 6, 8)[monuments]
    if seat.owns("palace"):
        points += points // 4
    return points


def tiebreak(seat: Seat) -> int:
    return size(seat.hand) + size(seat.goods_by_kind())
