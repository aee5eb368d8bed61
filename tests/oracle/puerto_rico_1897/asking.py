"""How a phase asks a player. A phase is a generator that yields questions and gets the chosen text."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to a player and its legal answers."""

    player: int
    options: tuple[str, ...]


Steps = Generator[Ask, str, T]


def choose(player: int, options: Mapping[str, T]) -> Steps[T]:
    """Asks for one of the options and gives its value; a single option is taken without asking (PR 19)."""
    if len(options) == 1:
        return next(iter(options.values()))
    answer = yield Ask(player, tuple(sorted(options)))
    return options[answer]
