"""Everything that lies on the table, and the few ways in which a card moves by chance."""

from dataclasses import dataclass, field

from tests.oracle.san_juan.cards import COPIES, NAMES, PRODUCTION, TILES
from tests.oracle.san_juan.chance import Multiset, Pcg32, add, draw_one, size


def no_goods() -> dict[str, Multiset]:
    return {kind: {} for kind in PRODUCTION}


@dataclass(slots=True)
class Seat:
    """One player's cards; a good is kept with the kind of the building it lies on."""

    hand: Multiset = field(default_factory=dict)
    buildings: Multiset = field(default_factory=dict)
    goods: dict[str, Multiset] = field(default_factory=no_goods)
    tucked: Multiset = field(default_factory=dict)

    def owns(self, building: str) -> bool:
        return self.buildings.get(building, 0) > 0

    def goods_by_kind(self) -> Multiset:
        return {kind: size(self.goods[kind]) for kind in PRODUCTION if size(self.goods[kind]) > 0}

    def empty_by_kind(self) -> Multiset:
        empty: Multiset = {}
        for kind in PRODUCTION:
            number = self.buildings.get(kind, 0) - size(self.goods[kind])
            if number > 0:
                empty[kind] = number
        return empty


@dataclass(slots=True)
class State:
    players: int
    rng: Pcg32
    seats: list[Seat]
    deck: Multiset = field(default_factory=lambda: dict(COPIES))
    discard: Multiset = field(default_factory=dict)
    built_over: Multiset = field(default_factory=dict)  # out of the game
    in_flight: Multiset = field(default_factory=dict)  # looked at, turned up or just being built
    governor: int = 0
    round_number: int = 1
    roles_left: list[str] = field(default_factory=list)
    roles_taken: list[tuple[int, str]] = field(default_factory=list)
    phase: str = "setup"
    chooser: int | None = None
    library_allowed: bool = True  # in the running phase
    library_used: bool = False  # by the governor in this round; matters with two players only
    tiles_undrawn: Multiset = field(default_factory=lambda: dict.fromkeys(TILES, 1))
    tiles_known: list[str] = field(default_factory=list)
    trades: int = 0
    tile: str | None = None  # the one turned up

    def clockwise_from(self, first: int) -> list[int]:
        return [(first + step) % self.players for step in range(self.players)]

    def privilege(self, player: int, *, library_counts: bool = True) -> int:
        """How many times the player has the privilege of the running phase (SJ 39)."""
        if player != self.chooser:
            return 0
        if library_counts and self.library_allowed and self.seats[player].owns("library"):
            return 2
        return 1

    def cards_to_draw(self) -> int:
        return size(self.deck) + size(self.discard)

    def draw(self) -> str | None:
        """Take the top card of the deck; rebuild the deck first if it is empty (SJ 15)."""
        if size(self.deck) == 0:
            self.deck, self.discard = self.discard, {}
        if size(self.deck) == 0:
            return None
        return draw_one(self.rng, self.deck, NAMES)

    def draw_into(self, target: Multiset, number: int) -> int:
        """Draw up to that many cards one by one and say how many there were."""
        drawn = 0
        for _ in range(number):
            card = self.draw()
            if card is not None:
                add(target, card)
                drawn += 1
        return drawn

    def discard_good(self, player: int, kind: str) -> None:
        """Discard, unseen, one of the goods on the player's buildings of this kind."""
        add(self.discard, draw_one(self.rng, self.seats[player].goods[kind], NAMES))

    def discard_in_flight(self) -> None:
        for card, number in self.in_flight.items():
            self.discard[card] = self.discard.get(card, 0) + number
        self.in_flight = {}
