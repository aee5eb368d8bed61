"""What the kit says when something does not hold."""

from dataclasses import dataclass
from typing import NoReturn

from rulewright.vm import Game


class InvariantBroken(AssertionError):
    """Something that must hold in every position does not; the text says where and what."""


@dataclass(frozen=True, slots=True)
class Where:
    """The place in a game that a finding is about, so that it can be reached again."""

    game: Game
    seed: int
    step: int

    def require(self, holds: bool, sentence: str) -> None:
        """Fails with the sentence unless it holds."""
        if not holds:
            self.fail(sentence)

    def fail(self, sentence: str) -> NoReturn:
        """Fails with the sentence.

        Raises:
            InvariantBroken: always.
        """
        raise InvariantBroken(
            f"{self.game.name}, {self.game.num_players} players, seed {self.seed}, step {self.step}: {sentence}"
        )
