"""Tables with citizens: a citizen is a piece and a badge, and both must be somewhere."""

from collections.abc import Sequence

from tests.games.puerto_rico.table import Plain, Seat, seat
from tests.games.puerto_rico_1897.table import position

from rulewright.vm import State

CITIZENS = ("citizens",)
BADGES = 20
PIECES = 120
"""100 workers and 20 citizens (X2-3)."""


def table(
    players: int = 3,
    *,
    more: tuple[str, ...] = (),
    seats: Sequence[Seat] = (),
    free_citizens: int | None = None,
    workers: int | None = None,
    **places: Plain,
) -> State:
    """The choice of the first role of a round.

    With `free_citizens` or `workers` the supply has just so many: the others wait with the last seat,
    who should have no circle for them.
    """
    at = [dict(each) for each in seats] + [{} for _ in range(players - len(seats))]
    badges = places.get("register_citizens", 0) + sum(_badges(each) for each in at)
    last = at[-1]
    if free_citizens is not None:
        rest = BADGES - badges - free_citizens
        last["citizens"] = last.get("citizens", 0) + rest
        last["portrait"] = last.get("portrait", 0) + rest
    else:
        free_citizens = BADGES - badges
    if workers is not None:
        placed = places.get("work_register", 0) + sum(_pieces(each) for each in at)
        last["portrait"] = last.get("portrait", 0) + PIECES - placed - free_citizens - workers
    return position(players, expansions=(*CITIZENS, *more), seats=at, citizen_pieces=free_citizens, **places)


def manned(**sorts: str) -> dict[str, Plain]:
    """A seat with buildings and who occupies them: `worker`, `citizen` or `nobody`."""
    return {
        "city": dict.fromkeys(sorts, 1),
        "staff": {name: 1 for name, sort in sorts.items() if sort != "nobody"},
        "citizens_at": {name: 1 for name, sort in sorts.items() if sort == "citizen"},
    }


def citizens_of(state: State, player: int) -> int:
    """How many of a player's pieces are citizens."""
    return _badges(seat(state, player))


def _badges(each: Seat) -> int:
    return sum((int(each.get("citizens", 0)), int(each.get("mingling", 0)), *each.get("citizens_at", {}).values()))


def _pieces(each: Seat) -> int:
    return sum((int(each.get("portrait", 0)), *each.get("fields", {}).values(), *each.get("staff", {}).values()))
