"""How many pieces there are of each sort: as many as all places start with, for moves make and lose none."""

from __future__ import annotations

from rulewright.resolve.symbols import Holding
from rulewright.weave.woven import WovenGame

_Sort = tuple[str, int]


class Totals:
    """The pieces of a game. Of a sort that some place has without an end, or may owe, any number can be anywhere."""

    def __init__(self, game: WovenGame) -> None:
        self._kinds = game.symbols.kinds
        self._amounts: dict[_Sort, int | None] = {}
        for place in game.places.values():
            holds = place.place.holds
            for cell, amount in enumerate(place.starts):
                sort = self._sort(holds, cell % self._width(holds))
                endless = place.place.decl.unlimited or place.place.decl.may_owe
                known = self._amounts.get(sort, 0)
                self._amounts[sort] = None if endless or known is None else known + amount

    def of(self, holds: Holding, entry: int | None) -> int | None:
        """The most that can lie where `holds` lies, of one entry or of all; nothing if there is no such limit."""
        width = self._width(holds)
        if entry is not None and not 0 <= entry < width:
            return None
        amounts = [self._amounts.get(self._sort(holds, e), 0) for e in ([entry] if entry is not None else range(width))]
        known = [amount for amount in amounts if amount is not None]
        return sum(known) if len(known) == len(amounts) else None

    def _width(self, holds: Holding) -> int:
        return len(self._kinds[holds.name].entries) if holds.sort == "kind" else 1

    def _sort(self, holds: Holding, entry: int) -> _Sort:
        return holds.name, holds.entry if holds.sort == "entry" else entry
