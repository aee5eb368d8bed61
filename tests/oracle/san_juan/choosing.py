"""How a player is asked: single questions and the choice of a set one card at a time (SJ 53)."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeVar

from tests.oracle.san_juan.cards import NAMES, RANK
from tests.oracle.san_juan.chance import Multiset, add, remove

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Question:
    player: int
    options: tuple[str, ...]


# A part of the game: it stops at each question and goes on with the text of the answer.
Steps = Generator[Question, str, Answer]


def ask(player: int, options: list[str]) -> Steps[str]:
    """Ask, but not when there is only one answer."""
    if len(options) == 1:
        return options[0]
    answer = yield Question(player, tuple(sorted(options)))
    return answer


def argument(text: str) -> str:
    """The card or role in brackets."""
    return text[text.index("(") + 1 : -1]


def from_kind_on(pool: Multiset, first: str) -> int:
    """How many cards of the pool are of this kind or of a later one."""
    return sum(number for kind, number in pool.items() if RANK[kind] >= RANK[first])


def choose_exactly(player: int, action: str, pool: Multiset, target: Multiset, number: int) -> Steps[None]:
    """Move so many cards from the pool to the target, in rising kind order, each at once."""
    last = NAMES[0]
    for already in range(number):
        needed = number - already
        options = []
        for kind in NAMES:
            if RANK[kind] >= RANK[last] and pool.get(kind, 0) > 0 and from_kind_on(pool, kind) >= needed:
                options.append(f"{action}({kind})")
        answer = yield from ask(player, options)
        last = argument(answer)
        remove(pool, last)
        add(target, last)


def choose_up_to(
    player: int,
    namespace: str,
    verb: str,
    available: Callable[[], Multiset],
    take: Callable[[str], None],
    *,
    least: int,
    most: int,
) -> Steps[list[str]]:
    """Take between `least` and `most` things in rising kind order, each at once; a pass ends it."""
    chosen: list[str] = []
    last = NAMES[0]
    while len(chosen) < most:
        pool = available()
        options = []
        for kind in NAMES:
            can_be_completed = len(chosen) + from_kind_on(pool, kind) >= least
            if RANK[kind] >= RANK[last] and pool.get(kind, 0) > 0 and can_be_completed:
                options.append(f"{namespace}.{verb}({kind})")
        if len(chosen) >= least:
            options.append(f"{namespace}.pass")
        answer = yield from ask(player, options)
        if answer == f"{namespace}.pass":
            break
        last = argument(answer)
        take(last)
        chosen.append(last)
    return chosen
