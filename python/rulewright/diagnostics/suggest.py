"""Finds the name an author probably meant.

A name is near if it differs only in case, is the same word for one or for many, has the same parts
in another order, takes few slips of the keyboard to reach, or begins with what was written. The
order of the candidates never matters: equally near names are settled by the alphabet.
"""

from collections.abc import Iterable

MAX_LENGTH = 64
"""Longer names are not compared: the work grows with the square of the length."""

SURE_LENGTH = 4
"""In shorter names a slip may lead anywhere."""

MIN_PREFIX = 3
"""Fewer letters than this are the beginning of too many names to be a hint."""


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `name` is probably a slip for, if there is one."""
    if len(name) > MAX_LENGTH:
        return None
    ranked = [
        (rank, candidate)
        for candidate in set(candidates)
        if candidate != name and (rank := _rank(name, candidate)) is not None
    ]
    return min(ranked)[1] if ranked else None


def is_slip(name: str, candidates: Iterable[str]) -> bool:
    """Whether exactly one candidate is a single slip away from a name that is long enough to tell."""
    if len(name) < SURE_LENGTH:
        return False
    near = [c for c in set(candidates) if c != name and edit_distance(name, c, 1) <= 1]
    return len(near) == 1


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """A help line that offers the nearest candidate, if there is one."""
    found = nearest(name, candidates)
    return None if found is None else f"did you mean `{found}`?"


def edit_distance(a: str, b: str, cap: int) -> int:
    """Slips that turn `a` into `b`, or `cap + 1` if there are more than `cap`.

    A slip is a letter too many, too few, wrong, or changed about with its neighbour; no
    letter takes part in two slips.
    """
    if abs(len(a) - len(b)) > cap:
        return cap + 1
    before_last: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        row = [i]
        for j, y in enumerate(b, start=1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        before_last, last = last, row
    return min(last[-1], cap + 1)


def _rank(name: str, candidate: str) -> tuple[int, int] | None:
    """How far a candidate is, smaller is nearer; `None` if it is no candidate at all."""
    if not candidate or len(candidate) > MAX_LENGTH:
        return None
    a, b = name.casefold(), candidate.casefold()
    if a == b:
        return 0, 0
    if "_" in a and sorted(a.split("_")) == sorted(b.split("_")):
        return 1, 0
    if _is_plural(a, b) or _is_plural(b, a):
        return 1, 1
    cap = _slips_allowed(a)
    distance = edit_distance(a, b, cap)
    if distance <= cap:
        return 2, distance
    shorter, longer = sorted((a, b), key=len)
    if len(shorter) >= MIN_PREFIX and longer.startswith(shorter):
        return 3, len(longer) - len(shorter)
    return None


def _is_plural(many: str, one: str) -> bool:
    """Whether one name is the other with an ending for many."""
    return many in (f"{one}s", f"{one}es") or (one.endswith("y") and many == f"{one[:-1]}ies")


def _slips_allowed(name: str) -> int:
    # One slip in a single letter would allow any other letter.
    if len(name) < 2:
        return 0
    return max(1, len(name) // 3)
