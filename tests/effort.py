"""How much a test tries: little in `make test`, much in `make prove`.

Both numbers stand side by side where they are used, as in `GAMES = effort(short=3, long=1000)`. pytest's
option `--long` asks for the second one; tests/conftest.py sets it before any test is imported. A test whose
long form proves something is marked `proof`, with the part of the proofs that it belongs to, and tells
what it did: `@pytest.mark.proof("oracles")` and `proved(games=GAMES)`. See tests/prove.py.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

PARTS = {
    "oracles": "compiled rules and a second implementation play the same games",
    "play": "every combination of expansions, variants and numbers of players is played to its end; invariants hold",
    "backends": "interpreter and machine code are equal at every step, one by one and in batches",
    "forms": "programs as they are written and as they are run are equal at every step",
    "mutants": "each statement of the rules has tests that fail with wrong versions of it",
    "explain": "what is explained agrees with what the engine allows",
    "hidden": "what a player can't know reaches him by no way, and is resampled as it should be",
    "cache": "a cut, overwritten or shared cache changes no game",
    "fmt": "the canonical form of rule files keeps their meaning and stays as it is",
}
"""What is proved, in parts that can be asked for one by one."""

Proved = Callable[..., None]
"""The fixture `proved`: names of things and how many of them were tried, for the list of proofs."""


class _Effort:
    """Set once, before tests are collected."""

    is_long = False


def effort(*, short: int, long: int) -> int:
    """The number that this run asks for."""
    return long if _Effort.is_long else short


def chosen(*, short: Sequence[T], long: Sequence[T]) -> Sequence[T]:
    """The cases that this run asks for."""
    return long if _Effort.is_long else short


def ask_for(*, is_long: bool) -> None:
    """Decides for all tests that are imported from now on."""
    _Effort.is_long = is_long
