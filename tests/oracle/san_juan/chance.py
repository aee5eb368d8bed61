"""The random numbers (PCG32) and the drawing of one thing from a multiset."""

from collections.abc import Sequence

MASK_64 = 2**64 - 1
MASK_32 = 2**32 - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407

Multiset = dict[str, int]
"""How many there are of each name; names of which there are none are left out."""


class Pcg32:
    """PCG32 (XSH-RR 64/32) as described in docs/ir.md."""

    def __init__(self, seed: int) -> None:
        self.state = 0
        self.next()
        self.state = (self.state + seed) & MASK_64
        self.next()

    def next(self) -> int:
        old = self.state
        self.state = (old * MULTIPLIER + INCREMENT) & MASK_64
        shifted = (((old >> 18) ^ old) >> 27) & MASK_32
        turn = old >> 59
        return ((shifted >> turn) | (shifted << (32 - turn))) & MASK_32

    def below(self, bound: int) -> int:
        threshold = (2**32 - bound) % bound
        while True:
            number = self.next()
            if number >= threshold:
                return number % bound


def size(things: Multiset) -> int:
    return sum(things.values())


def add(things: Multiset, name: str) -> None:
    things[name] = things.get(name, 0) + 1


def remove(things: Multiset, name: str) -> None:
    if things.get(name, 0) == 0:
        raise ValueError(f"there is no {name} to remove")
    things[name] -= 1
    if things[name] == 0:
        del things[name]


def draw_one(rng: Pcg32, things: Multiset, order: Sequence[str]) -> str:
    """Remove one thing at random; no number is used when only one name is left."""
    present = [name for name in order if things.get(name, 0) > 0]
    if len(present) == 1:
        drawn = present[0]
    else:
        number = rng.below(size(things))
        running_sum = 0
        for name in present:
            running_sum += things[name]
            if running_sum > number:
                drawn = name
                break
    remove(things, drawn)
    return drawn
