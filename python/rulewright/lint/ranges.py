"""The numbers that an expression can have, whatever happens in a game."""

from __future__ import annotations

from rulewright.resolve.symbols import IntType
from rulewright.semantics import intervals
from rulewright.semantics import model as m
from rulewright.semantics.places import substitute
from rulewright.semantics.walk import children

Range = tuple[int | None, int | None]


class Ranges:
    """Works with keys of the entries that a game really has, and with limits of places."""

    def __init__(self, model: m.GameModel) -> None:
        self._kinds = model.symbols.kinds
        self._places = model.places

    def of(self, expr: m.Expr) -> Range:
        """Least and greatest value; None where nothing is known."""
        match expr:
            case m.Const() if isinstance(expr.type, IntType):
                return expr.value, expr.value
            case m.KeyRef() if isinstance(expr.type, IntType):
                return self._key(expr)
            case m.CallMember():
                return None, None  # an addition may refine it
            case m.Arith():
                left, right = (IntType(*self.of(side)) for side in (expr.left, expr.right))
                return intervals.of(intervals.arithmetic(expr.operator, left, right))
            case m.PlaceCount():
                return self._place(expr)
            case _:
                return intervals.of(expr.type)

    def declared(self, expr: m.Expr) -> Range:
        """The same for keys alone, by the ranges that the kinds declare: no entry can ever have more."""
        match expr:
            case m.KeyRef() if not isinstance(expr.entry, m.Const):
                return intervals.of(self._kinds[expr.kind].keys[expr.key].type)
            case m.Const() if isinstance(expr.type, IntType):
                return expr.value, expr.value
            case m.Arith():
                left, right = (IntType(*self.declared(side)) for side in (expr.left, expr.right))
                return intervals.of(intervals.arithmetic(expr.operator, left, right))
            case _:
                return None, None

    def _key(self, expr: m.KeyRef) -> Range:
        """The values that the entries really have, or the value of one of them."""
        entries = self._kinds[expr.kind].entries
        if isinstance(expr.entry, m.Const):
            entries = entries[expr.entry.value : expr.entry.value + 1]
        values = [value for e in entries if isinstance(value := e.values[expr.key], int)]
        return (min(values), max(values)) if values else (None, None)

    def _place(self, expr: m.PlaceCount) -> Range:
        ref = expr.ref
        low, high = intervals.of(expr.type)
        model = self._places.get(ref.place.name)
        if model is None or model.most is None or (ref.place.per is not None and ref.per is None):
            return low, high
        # `most` counts all that lies in the part, so no sort of it can be more.
        index = ref.per if ref.place.per is not None else ref.owner
        _, limit = self.of(substitute(model.most, model.most_index, index, ref.owner))
        return low, high if limit is None else limit if high is None else min(high, limit)


def asks_position(expr: m.Expr) -> bool:
    """Whether an expression depends on more than keys and constants."""
    if isinstance(expr, (m.PlaceCount, m.VarRef, m.CallMember, m.Aggregate)):
        return True
    return any(asks_position(inner) for inner in children(expr))


def asks_key(expr: m.Expr) -> bool:
    """Whether an expression depends on which entry it is about."""
    if isinstance(expr, m.KeyRef) and not isinstance(expr.entry, m.Const):
        return True
    return any(asks_key(inner) for inner in children(expr))
