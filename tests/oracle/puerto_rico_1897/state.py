"""The position of a game: the players' boards and what lies on the table."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.oracle.puerto_rico_1897.randomness import Pcg32
from tests.oracle.puerto_rico_1897.tables import (
    BUILDINGS,
    CITIZEN,
    GOODS,
    PORTRAIT,
    SORTED_PLACES,
    SPACES,
    TILES,
    WORKER,
)


def zeros(names: tuple[str, ...]) -> dict[str, int]:
    return dict.fromkeys(names, 0)


@dataclass
class Seat:
    """One player's board and possessions. A piece is a worker or a citizen."""

    purse: int = 0
    chips: int = 0
    goods: dict[str, int] = field(default_factory=lambda: zeros(GOODS))
    island: dict[str, int] = field(default_factory=lambda: zeros(TILES))
    """Tiles lying face up."""
    forests: dict[str, int] = field(default_factory=lambda: zeros(GOODS))
    """Forests by the kind on their other side."""
    fields: dict[str, int] = field(default_factory=lambda: zeros(TILES))
    """Pieces on the tiles of each kind."""
    staff: dict[str, int] = field(default_factory=dict)
    """The buildings owned, each with the number of pieces on it."""
    portrait: int = 0
    citizens: int = 0
    """How many of all pieces on this board are citizens."""
    citizens_at: dict[str, int] = field(default_factory=lambda: zeros(SORTED_PLACES))

    def works(self, building: str) -> bool:
        """Occupied by at least one piece (PR 14)."""
        return self.staff.get(building, 0) > 0

    def works_with_citizen(self, building: str) -> bool:
        return self.works(building) and self.citizens_at[building] > 0

    def works_with_worker(self, building: str) -> bool:
        return self.works(building) and self.citizens_at[building] == 0

    def tiles(self) -> int:
        return sum(self.island.values()) + sum(self.forests.values())

    def has_room_on_island(self) -> bool:
        return self.tiles() < SPACES

    def city_spaces(self) -> int:
        return sum(BUILDINGS[name].spaces for name in self.staff)

    def pieces(self) -> int:
        return sum(self.fields.values()) + sum(self.staff.values()) + self.portrait

    def places(self) -> list[str]:
        """Tile kinds, then his buildings, in the order of the tables."""
        return [*TILES, *(name for name in BUILDINGS if name in self.staff)]

    def capacity(self, place: str) -> int:
        return self.island[place] if place in TILES else BUILDINGS[place].circles

    def pieces_at(self, place: str) -> int:
        if place == PORTRAIT:
            return self.portrait
        return self.fields[place] if place in TILES else self.staff[place]

    def free_at(self, place: str) -> int:
        return self.capacity(place) - self.pieces_at(place)

    def sorts_at(self, place: str) -> list[str]:
        """Which sorts can leave a place. Away from the sorted places only his totals count (X2 8)."""
        if place in SORTED_PLACES:
            citizens = self.citizens_at[place]
            workers = self.staff[place] - citizens
        elif self.pieces_at(place) == 0:
            return []
        else:
            citizens = self.citizens - sum(self.citizens_at.values())
            sorted_pieces = sum(self.staff.get(name, 0) for name in SORTED_PLACES)
            workers = self.pieces() - sorted_pieces - citizens
        return [WORKER] * (workers > 0) + [CITIZEN] * (citizens > 0)

    def add_piece(self, place: str, sort: str, number: int = 1) -> None:
        if place == PORTRAIT:
            self.portrait += number
        elif place in TILES:
            self.fields[place] += number
        else:
            self.staff[place] += number
        if sort == CITIZEN:
            self.make_citizen(place, number)

    def make_citizen(self, place: str, number: int = 1) -> None:
        """Turns workers who have just come to a place, or left it (a negative number), into citizens."""
        self.citizens += number
        if place in SORTED_PLACES:
            self.citizens_at[place] += number


@dataclass
class Ship:
    """A cargo ship."""

    name: str
    size: int
    good: str | None = None
    load: int = 0


@dataclass
class Festival:
    """What still lies on the festival board (X4 1); None or empty once it is won."""

    plantation: str | None = None
    goods: dict[str, int] = field(default_factory=lambda: zeros(GOODS))
    building: str | None = None


@dataclass
class Table:
    """A whole game position."""

    players: int
    expansions: frozenset[str]
    rng: Pcg32
    seats: list[Seat]
    roles: tuple[str, ...]
    ships: list[Ship]
    pool: int
    quarries: int
    workers: int
    supply: dict[str, int]
    stack: dict[str, int]
    coins: dict[str, int]
    citizens: int = 0
    register_workers: int = 0
    register_citizens: int = 0
    discard: dict[str, int] = field(default_factory=lambda: zeros(GOODS))
    row: dict[str, int] = field(default_factory=lambda: zeros(GOODS))
    house: dict[str, int] = field(default_factory=lambda: zeros(GOODS))
    market: dict[str, int] = field(default_factory=lambda: zeros(tuple(BUILDINGS)))
    taken: list[str] = field(default_factory=list)
    governor: int = 0
    chooser: int = 0
    rounds: int = 0
    ending: bool = False
    in_captain_phase: bool = False
    drawn: str | None = None
    """A tile that was drawn from the stack and is not laid yet."""
    in_hand: int = 0
    """Pieces that a player is just placing."""
    citizens_in_hand: int = 0
    """How many of them are citizens, until all are placed."""
    festival: Festival = field(default_factory=Festival)
    last_smuggler: int | None = None
    claimant: int | None = None
    claimed: str | None = None
    """The swapped role card of this round and who holds it (X3 2)."""

    @property
    def has_citizens(self) -> bool:
        return "citizens" in self.expansions

    def order_from(self, player: int) -> list[int]:
        return [(player + turn) % self.players for turn in range(self.players)]

    def register(self) -> int:
        return self.register_workers + self.register_citizens

    def gain_points(self, player: int, number: int) -> None:
        """Chips come from the pool; past its end they are still counted (PR 78, X5 3)."""
        self.seats[player].chips += number
        self.pool -= number
        if self.in_captain_phase and self.pool <= 0:
            self.ending = True

    def tile_left(self) -> bool:
        return sum(self.stack.values()) + sum(self.discard.values()) > 0

    def draw_tile(self) -> str:
        """One face-down tile; an empty stack is first rebuilt from the discard (PR 23, PR 27)."""
        if sum(self.stack.values()) == 0:
            self.stack = self.discard
            self.discard = zeros(GOODS)
        kind = self.rng.draw(self.stack)
        self.stack[kind] -= 1
        return kind

    def turn_up(self) -> None:
        """Turns up one tile more than there are players, as far as there are tiles (PR 21)."""
        for _ in range(self.players + 1):
            if self.tile_left():
                self.row[self.draw_tile()] += 1

    def sorts_offered(self) -> list[str]:
        """What hospital and school can take: the supply's workers, else one from the register (X2 7)."""
        if self.workers > 0:
            return [WORKER]
        return [WORKER] * (self.register_workers > 0) + [CITIZEN] * (self.register_citizens > 0)

    def every_seat(self) -> Iterator[tuple[int, Seat]]:
        return iter(enumerate(self.seats))
