"""How many pieces there are of each sort: as many as all places start with, for moves make and lose none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.resolve.symbols import Holding, Symbols
from rulewright.semantics import model as m

Sort = tuple[str, int]
"""What lies in a part of a place: a kind and the number of its entry, or a plain token."""


class Totals:
    """The pieces of a game. Of a sort that some place has without an end, or may owe, any number can be anywhere."""

    def __init__(self, symbols: Symbols, places: Mapping[str, m.PlaceModel]) -> None:
        self._kinds = symbols.kinds
        self._amounts: dict[Sort, int | None] = {}
        for place in places.values():
            sorts = self.sorts(place.place.holds)
            for cell, amount in enumerate(place.starts):
                sort = sorts[cell % len(sorts)]
                known = self._amounts.get(sort, 0)
                self._amounts[sort] = None if gives_any_number(place) or known is None else known + amount

    def sorts(self, holds: Holding) -> list[Sort]:
        """What can lie where `holds` lies, in the order of the parts."""
        if holds.sort == "kind":
            return [(holds.name, entry) for entry in range(len(self._kinds[holds.name].entries))]
        return [(holds.name, holds.entry)]

    def endless(self) -> Iterator[Sort]:
        """Sorts of which there can be any number."""
        return (sort for sort, amount in self._amounts.items() if amount is None)

    def most(self, sort: Sort) -> int | None:
        """So many pieces of a sort there are; None for those without end."""
        return self._amounts.get(sort, 0)

    def of(self, holds: Holding, entry: int | None) -> int | None:
        """The most that can lie where `holds` lies, of one entry or of all; nothing if there is no such limit."""
        sorts = self.sorts(holds)
        if entry is not None:
            if not 0 <= entry < len(sorts):
                return None
            sorts = [sorts[entry]]
        known = [amount for amount in map(self.most, sorts) if amount is not None]
        return sum(known) if len(known) == len(sorts) else None


def gives_any_number(place: m.PlaceModel) -> bool:
    """Whether pieces never run out in a place: it has them without end, or it may owe them."""
    return place.place.decl.unlimited or place.place.decl.may_owe
