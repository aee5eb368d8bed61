"""Numbers of actions back to what they mean: the decision, the option, the values of its parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.semantics import model as m
from rulewright.translate.decisions import NumberedOption, Site


@dataclass(frozen=True, slots=True)
class Answer:
    """An action: the number of its decision, its option (None: passing), and the parameters' values."""

    number: int
    decision: int
    item: NumberedOption | None
    values: tuple[int, ...] = ()

    def locals(self) -> dict[m.Local, int]:
        """The parameters by name."""
        if self.item is None:
            return {}
        return {p.local: value for p, value in zip(self.item.option.params, self.values, strict=True)}


def find(sites: Sequence[Site], action: int) -> Answer:
    """What an action is.

    Raises:
        IndexError: no decision has it.
    """
    for decision, site in enumerate(sites):
        if site.passing == action:
            return Answer(action, decision, None)
        for item in site.options:
            offset = action - item.first
            if 0 <= offset < _size(item):
                return Answer(action, decision, item, _values(item, offset))
    raise IndexError(action)


def answers(sites: Sequence[Site], decision: int) -> Iterator[Answer]:
    """All actions of a decision, in their order."""
    site = sites[decision]
    for item in site.options:
        for offset in range(_size(item)):
            yield Answer(item.first + offset, decision, item, _values(item, offset))
    if site.passing is not None:
        yield Answer(site.passing, decision, None)


def _size(item: NumberedOption) -> int:
    total = 1
    for size in item.sizes:
        total *= size
    return total


def _values(item: NumberedOption, offset: int) -> tuple[int, ...]:
    found: list[int] = []
    for low, size in zip(reversed(item.lows), reversed(item.sizes), strict=True):
        offset, rest = divmod(offset, size)
        found.append(low + rest)
    return tuple(reversed(found))
