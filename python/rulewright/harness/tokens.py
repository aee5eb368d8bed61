"""What the cells of positions hold: how many tokens there are, and numbers out of their range."""

import operator
import struct
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, compress

from rulewright.vm.description import Description, Slot, Token

Numbers = tuple[int, ...]
"""All cells of a position, slot by slot, but for places without a limit."""


class Cells:
    """Looks through the cells of positions of one game, hidden ones too.

    What depends on the game alone is worked out once: a position has thousands of cells.
    """

    def __init__(self, description: Description) -> None:
        slots = sorted((slot for slot in description.slots if not slot.unlimited), key=lambda slot: slot.offset)
        self._struct = _struct_of(slots)
        self._owners = [slot for slot in slots for _ in range(slot.cells)]
        self._low = [slot.low for slot in self._owners]
        self._high = [slot.high for slot in self._owners]
        holders: dict[Token, list[int]] = {}
        indices = chain.from_iterable(range(slot.cells) for slot in slots)
        for number, (slot, index) in enumerate(zip(self._owners, indices, strict=True)):
            if slot.purpose == "place":
                holders.setdefault(slot.token_at(index), []).append(number)
        self._tokens = [(token, _picked(numbers)) for token, numbers in holders.items()]
        fixed = fixed_totals(description)
        self._fixed = [(token, pick, fixed[token]) for token, pick in self._tokens if token in fixed]

    def read(self, block: bytes) -> Numbers:
        """The numbers of a position."""
        return self._struct.unpack_from(block)

    def totals(self, numbers: Numbers) -> Mapping[Token, int]:
        """Number of each token over all places."""
        return {token: sum(pick(numbers)) for token, pick in self._tokens}

    def wrong_total(self, numbers: Numbers) -> tuple[Token, int, int] | None:
        """The first token of which there are more or fewer than the game has: it, how many, how many it should be."""
        for token, pick, wanted in self._fixed:
            if (there := sum(pick(numbers))) != wanted:
                return token, there, wanted
        return None

    def out_of_range(self, numbers: Numbers) -> Slot | None:
        """The first slot with a number that it can't hold."""
        for is_wrong, border in (operator.lt, self._low), (operator.gt, self._high):
            if (slot := next(compress(self._owners, map(is_wrong, numbers, border)), None)) is not None:
                return slot
        return None


def _struct_of(slots: Sequence[Slot]) -> struct.Struct:
    """Reads all slots at once; they are in the order of their places, with gaps."""
    parts, end = ["<"], 0
    for slot in slots:
        parts.append(f"{slot.offset - end}x{slot.form.removeprefix('<')}")
        end = slot.offset + slot.cells * slot.width
    return struct.Struct("".join(parts))


def _picked(indices: Sequence[int]) -> Callable[[Numbers], Numbers]:
    """Takes these of all numbers."""
    if len(indices) == 1:
        return operator.itemgetter(slice(indices[0], indices[0] + 1))
    return operator.itemgetter(*indices)


def fixed_totals(description: Description) -> Mapping[Token, int]:
    """Number of each token that the game has; tokens with an unlimited place have none."""
    found: Counter[Token] = Counter()
    endless: set[Token] = set()
    for slot in description.slots:
        if slot.unlimited:
            endless.update(slot.tokens)
        elif slot.purpose == "place":
            for index, number in enumerate(slot.init):
                found[slot.token_at(index)] += number
    return {token: number for token, number in found.items() if token not in endless}
