"""The numbers that an expression can have, whatever happens in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.resolve.symbols import BoolType, IntType, KindType, PlayerType, ValueType
from rulewright.semantics import intervals
from rulewright.semantics import model as m
from rulewright.semantics.places import substitute
from rulewright.semantics.walk import children
from rulewright.weave.totals import Totals
from rulewright.weave.woven import WovenFunction, WovenGame

Range = tuple[int | None, int | None]
Known = Mapping[m.Local, Range]
"""What is known of locals besides their types."""

NOTHING_KNOWN: Known = {}
_UNKNOWN: Range = (None, None)
_FALSE, _TRUE, _OPEN = (0, 0), (1, 1), (0, 1)


class Ranges:
    """Works with keys of the entries that a game really has, with limits of places, and with all tokens there are.

    Entries and truth values are numbers too. A value is taken with everything that refines it: each refinement may
    be active or not, so none is counted that can't be, and none is left out that could.
    """

    def __init__(self, game: WovenGame) -> None:
        self._symbols = game.symbols
        self._kinds = game.symbols.kinds
        self._places = game.places
        self._functions = game.functions
        self._totals = Totals(game.symbols, game.places)
        self._calls: dict[tuple[str, tuple[Range, ...]], Range] = {}
        self._asking: dict[str, bool] = {}

    def of(self, expr: m.Expr, known: Known = NOTHING_KNOWN) -> Range:
        """Least and greatest value; None where nothing is known."""
        match expr:
            case m.Const():
                return expr.value, expr.value
            case m.LocalRef():
                return known.get(expr.local) or self._of_type(expr.type)
            case m.KeyRef():
                return self._key(expr, known)
            case m.TableRef():
                return self._table(expr, known)
            case m.Arith():
                return _arithmetic(expr.operator, self.of(expr.left, known), self.of(expr.right, known))
            case m.Compare():
                return _truth(compare(expr.operator, self.of(expr.left, known), self.of(expr.right, known)))
            case m.Logic():
                sides = (self.of(expr.left, known), self.of(expr.right, known))
                decided = _FALSE if expr.operator == "and" else _TRUE
                return decided if decided in sides else sides[0] if sides[0] == sides[1] else _OPEN
            case m.Negation():
                inner = self.of(expr.operand, known)
                return _TRUE if inner == _FALSE else _FALSE if inner == _TRUE else _OPEN
            case m.Cond():
                return self._condition(expr, known)
            case m.CallMember():
                return self._call(expr, known)
            case m.PlaceCount():
                return self._place(expr, known)
            case m.Aggregate():
                return self._aggregate(expr, known)
            case _:
                return self._of_type(expr.type)

    def declared(self, expr: m.Expr) -> Range:
        """The same for keys alone, by the ranges that the kinds declare: no entry can ever have more."""
        match expr:
            case m.KeyRef() if not isinstance(expr.entry, m.Const):
                return intervals.of(self._kinds[expr.kind].keys[expr.key].type)
            case m.Const() if isinstance(expr.type, IntType):
                return expr.value, expr.value
            case m.Arith():
                return _arithmetic(expr.operator, self.declared(expr.left), self.declared(expr.right))
            case _:
                return _UNKNOWN

    def asks_position(self, expr: m.Expr) -> bool:
        """Whether an expression depends on more than keys and constants; a value does if its numbers do."""
        if isinstance(expr, (m.PlaceCount, m.VarRef, m.Aggregate)):
            return True
        if isinstance(expr, m.CallMember) and self._call_asks(expr.member.path):
            return True
        return any(self.asks_position(inner) for inner in children(expr))

    # ---- parts of expressions ----

    def _of_type(self, type_: ValueType) -> Range:
        match type_:
            case IntType():
                return type_.low, type_.high
            case BoolType():
                return _OPEN
            case PlayerType():
                return -1 if type_.optional else 0, self._symbols.players - 1
            case KindType():
                return -1 if type_.optional else 0, len(self._kinds[type_.kind].entries) - 1
            case _:
                return _UNKNOWN

    def _key(self, expr: m.KeyRef, known: Known) -> Range:
        """The values that the entries really have, or the value of one of them."""
        entries = self._kinds[expr.kind].entries
        low, high = self.of(expr.entry, known)
        if low is not None and high is not None:
            entries = entries[max(0, low) : high + 1]
        values = [value for e in entries if isinstance(value := e.values[expr.key], int)]
        return (min(values), max(values)) if values else _UNKNOWN

    def _table(self, expr: m.TableRef, known: Known) -> Range:
        low, high = self.of(expr.index, known)
        found = expr.values[0 if low is None else max(0, low) : None if high is None else max(0, high + 1)]
        return (min(found), max(found)) if found else _UNKNOWN

    def _condition(self, expr: m.Cond, known: Known) -> Range:
        asked = self.of(expr.condition, known)
        if asked == _TRUE:
            return self.of(expr.then, known)
        if asked == _FALSE:
            return self.of(expr.otherwise, known)
        return union(self.of(expr.then, known), self.of(expr.otherwise, known))

    def _place(self, expr: m.PlaceCount, known: Known) -> Range:
        ref = expr.ref
        low, high = intervals.of(expr.type)
        entry = _only(self.of(ref.entry, known)) if ref.entry is not None else None
        high = least(high, self._totals.of(ref.place.holds, entry))
        model = self._places.get(ref.place.name)
        whole = (ref.place.per is not None and ref.per is None) or (ref.place.owner is not None and ref.owner is None)
        if model is None or model.most is None or whole:
            return low, high
        # `most` counts all that lies in the part, so no sort of it can be more.
        index = ref.per if ref.place.per is not None else ref.owner
        _, limit = self.of(substitute(model.most, model.most_index, index, ref.owner), known)
        return low, least(high, limit)

    def _aggregate(self, expr: m.Aggregate, known: Known) -> Range:
        low, high = self._of_type(expr.type)
        if expr.operator in ("any", "all"):
            return _OPEN
        a, b = (1, 1) if expr.body is None else self.of(expr.body, known)
        if a is not None and a >= 0:
            low = max(low or 0, 0)
        if expr.operator in ("max", "min"):
            # Of nothing it is 0.
            (a, b) = union((a, b), (0, 0))
            return a if low is None else low if a is None else max(a, low), least(b, high)
        turns = 1
        for binding in expr.bindings:
            # Over a place it runs as often as there are pieces, and that is not counted here.
            if binding.place is not None:
                return low, high
            turns *= binding.size
        return low, high if b is None else least(high, max(0, b) * turns)

    # ---- values and tests with what refines them ----

    def _call(self, expr: m.CallMember, known: Known) -> Range:
        path = expr.member.path
        key = path, tuple(self.of(arg, known) for arg in expr.args)
        if key not in self._calls:
            # Nothing needs itself; what a mistake of ours let through would still find an end here.
            self._calls[key] = self._of_type(expr.type)
            self._calls[key] = self._refined(self._functions[path], key[1])
        return self._calls[key]

    def _refined(self, function: WovenFunction, args: tuple[Range, ...]) -> Range:
        found = self.of(function.body, _bound(function.params, args))
        for change in function.changes:
            known = _bound(change.params, args)
            guard = _TRUE if change.guard is None else self.of(change.guard, known)
            if guard != _FALSE:
                changed = _change(change.operator, found, self.of(change.value, known))
                found = changed if guard == _TRUE else union(found, changed)
        return found

    def _call_asks(self, path: str) -> bool:
        if path not in self._asking:
            self._asking[path] = False
            function = self._functions[path]
            # When something is active is no number of it: `bonus = 0`, refined or not, is what rules make of it.
            parts = [function.body, *(change.value for change in function.changes)]
            self._asking[path] = any(self.asks_position(part) for part in parts)
        return self._asking[path]


def compare(operator: str, left: Range, right: Range) -> bool | None:
    """Whether a comparison is always true or always false; nothing if it depends."""
    (a, b), (c, d) = left, right
    below = b is not None and c is not None and b < c
    above = a is not None and d is not None and a > d
    at_most = b is not None and c is not None and b <= c
    at_least = a is not None and d is not None and a >= d
    same = at_most and at_least
    match operator:
        case "<":
            return True if below else False if at_least else None
        case "<=":
            return True if at_most else False if above else None
        case ">":
            return True if above else False if at_most else None
        case ">=":
            return True if at_least else False if below else None
        case "==":
            return False if below or above else True if same else None
        case _:
            return True if below or above else False if same else None


def least(left: int | None, right: int | None) -> int | None:
    """The smaller of two limits, either of which may be unknown."""
    return right if left is None else left if right is None else min(left, right)


def union(left: Range, right: Range) -> Range:
    """All that is in one of two ranges."""
    return intervals.of(intervals.union(IntType(*left), IntType(*right)))


def asks_key(expr: m.Expr) -> bool:
    """Whether an expression depends on which entry it is about."""
    if isinstance(expr, m.KeyRef) and not isinstance(expr.entry, m.Const):
        return True
    return any(asks_key(inner) for inner in children(expr))


def parts_of(condition: m.Expr, operator: str) -> Iterator[m.Expr]:
    """What `and` or `or` joins, the condition itself if it joins nothing."""
    if isinstance(condition, m.Logic) and condition.operator == operator:
        yield from parts_of(condition.left, operator)
        yield from parts_of(condition.right, operator)
    else:
        yield condition


def _only(found: Range) -> int | None:
    low, high = found
    return low if low == high else None


def _truth(known: bool | None) -> Range:
    return _OPEN if known is None else (int(known), int(known))


def _bound(params: tuple[m.Local, ...], args: tuple[Range, ...]) -> Known:
    return dict(zip(params, args, strict=True))


def _arithmetic(operator: str, left: Range, right: Range) -> Range:
    return intervals.of(intervals.arithmetic(operator, IntType(*left), IntType(*right)))


def _change(operator: str, found: Range, value: Range) -> Range:
    """A value or a test after a refinement that works."""
    match operator:
        case "=":
            return value
        case "or":
            return _TRUE if _TRUE in (found, value) else _FALSE if found == value == _FALSE else _OPEN
        case "and":
            return _FALSE if _FALSE in (found, value) else _TRUE if found == value == _TRUE else _OPEN
        case _:
            return _arithmetic(operator.removesuffix("="), found, value)
