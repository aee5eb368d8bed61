"""San Juan played by question and answer: the class that the comparison with the product uses."""

from tests.oracle.san_juan.cards import NAMES, TILES
from tests.oracle.san_juan.chance import Multiset, Pcg32
from tests.oracle.san_juan.choosing import Question
from tests.oracle.san_juan.rounds import play
from tests.oracle.san_juan.scoring import score, tiebreak
from tests.oracle.san_juan.state import Seat, State


def in_card_order(cards: Multiset) -> dict[str, int]:
    return {name: cards[name] for name in NAMES if cards.get(name, 0) > 0}


def named_seat(seat: Seat) -> dict[str, object]:
    return {
        "hand": in_card_order(seat.hand),
        "buildings": in_card_order(seat.buildings),
        "goods": {kind: in_card_order(goods) for kind, goods in seat.goods.items() if goods},
        "tucked": in_card_order(seat.tucked),
    }


class Game:
    """One game; seats are numbered from 0. PROTOCOL.md says which decisions come when."""

    def __init__(
        self,
        players: int,
        seed: int,
        *,
        first_governor: int | None = None,
        starting_hand_variant: bool = False,
    ) -> None:
        if players not in (2, 3, 4):
            raise ValueError("San Juan is for 2 to 4 players")
        if first_governor is not None and not 0 <= first_governor < players:
            raise ValueError("the first governor has no seat")
        self.state = State(players, Pcg32(seed), [Seat() for _ in range(players)])
        self._steps = play(self.state, first_governor, starting_hand_variant=starting_hand_variant)
        self._question: Question | None = next(self._steps)

    @property
    def is_over(self) -> bool:
        return self._question is None

    @property
    def to_move(self) -> int | None:
        return None if self._question is None else self._question.player

    def legal(self) -> list[str]:
        return [] if self._question is None else list(self._question.options)

    def apply(self, text: str) -> None:
        if text not in self.legal():
            raise ValueError(f"{text} is not legal now: {self.legal()}")
        try:
            self._question = self._steps.send(text)
        except StopIteration:
            self._question = None

    def scores(self) -> list[int]:
        return [score(seat) for seat in self.state.seats]

    def tiebreaks(self) -> list[int]:
        return [tiebreak(seat) for seat in self.state.seats]

    def winners(self) -> list[int]:
        """All who share the win (SJ 52)."""
        results = list(zip(self.scores(), self.tiebreaks(), strict=True))
        return [player for player, result in enumerate(results) if result == max(results)]

    def position(self) -> dict[str, object]:
        """Everything, hidden things too, under plain names."""
        state = self.state
        return {
            "players": state.players,
            "over": self.is_over,
            "to_move": self.to_move,
            "round": state.round_number,
            "governor": state.governor,
            "phase": state.phase,
            "chooser": state.chooser,
            "roles_left": list(state.roles_left),
            "roles_taken": [{"player": player, "role": role} for player, role in state.roles_taken],
            "library_allowed": state.library_allowed,
            "library_used": state.library_used,
            "deck": in_card_order(state.deck),
            "discard": in_card_order(state.discard),
            "built_over": in_card_order(state.built_over),
            "in_flight": in_card_order(state.in_flight),
            "tile": state.tile,
            "tiles_known": list(state.tiles_known),
            "tiles_undrawn": [tile for tile in TILES if tile in state.tiles_undrawn],
            "trades": state.trades,
            "seats": [named_seat(seat) for seat in state.seats],
            "random_state": state.rng.state,
        }
