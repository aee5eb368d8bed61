"""The game as a sequence of decisions: what the tests and the other engine's comparison use."""

from tests.oracle.puerto_rico_1897 import position, score
from tests.oracle.puerto_rico_1897.asking import Ask, Steps
from tests.oracle.puerto_rico_1897.rounds import play_rounds
from tests.oracle.puerto_rico_1897.setup import BuildingChoice, check_choice, empty_table, set_up
from tests.oracle.puerto_rico_1897.tables import EXPANSIONS


class Game:
    """Puerto Rico 1897 for 2 to 5 players, at a decision with at least two legal answers or over."""

    def __init__(
        self,
        players: int,
        seed: int,
        *,
        expansions: frozenset[str] = frozenset(),
        first_governor: int | None = None,
        buildings: BuildingChoice = "draft",
    ) -> None:
        if players not in (2, 3, 4, 5):
            raise ValueError(f"2 to 5 players, not {players}")
        unknown = sorted(expansions - set(EXPANSIONS))
        if unknown:
            raise ValueError(f"unknown expansions: {unknown}")
        if first_governor is not None and first_governor not in range(players):
            raise ValueError(f"no seat {first_governor} among {players} players")
        if isinstance(buildings, tuple):
            check_choice(buildings)
        elif buildings not in ("draft", "random"):
            raise ValueError("buildings is draft, random or a tuple of names")
        if buildings != "draft" and "new_buildings" not in expansions:
            raise ValueError("buildings can be chosen only with the new buildings")
        self.table = empty_table(players, seed, expansions)
        self._steps = self._play(first_governor, buildings)
        self._ask: Ask | None = None
        self._last_player = 0
        self._advance(None)

    def _play(self, first_governor: int | None, buildings: BuildingChoice) -> Steps[None]:
        yield from set_up(self.table, first_governor, buildings)
        yield from play_rounds(self.table)

    def _advance(self, answer: str | None) -> None:
        try:
            ask = next(self._steps) if answer is None else self._steps.send(answer)
        except StopIteration:
            self._ask = None
            return
        if len(ask.options) < 2:
            raise RuntimeError(f"a question with fewer than two answers: {ask}")
        self._ask = ask
        self._last_player = ask.player

    def continue_with(self, steps: Steps[None]) -> None:
        """Plays `steps` from the present position instead of the game; for tests of one phase."""
        self._steps = steps
        self._advance(None)

    def legal(self) -> list[str]:
        """The legal answers, sorted; none when the game is over."""
        return [] if self._ask is None else list(self._ask.options)

    def apply(self, text: str) -> None:
        """Gives an answer and goes on to the next decision with a choice or to the end."""
        if text not in self.legal():
            raise ValueError(f"not legal here: {text}")
        self._advance(text)

    @property
    def is_over(self) -> bool:
        return self._ask is None

    @property
    def to_move(self) -> int:
        """The player who is asked; after the end the one who was asked last."""
        return self._last_player

    def scores(self) -> list[int]:
        return [score.score(seat) for seat in self.table.seats]

    def tiebreaks(self) -> list[int]:
        return [score.tiebreak(seat) for seat in self.table.seats]

    def position(self) -> dict[str, int]:
        return position.position(self.table, self.to_move)
