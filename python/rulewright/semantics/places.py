"""Places: how many tokens they start with, how many they can hold, and what fits into what."""

from __future__ import annotations

from rulewright.diagnostics.diagnostic import declared_at
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.resolve.symbols import Holding, IntType, KindType, PlaceInfo, PlayerType, Symbols
from rulewright.semantics import intervals
from rulewright.semantics import model as m
from rulewright.semantics.expressions import ExpressionChecker
from rulewright.semantics.scope import Scope

MANY = 32_000
"""More of a token than any game has: the most of those that never run out."""


def sizes(symbols: Symbols, place: PlaceInfo) -> tuple[int, ...]:
    """Numbers of cells in each dimension: owner, per, entry."""
    found: list[int] = []
    for name in (place.owner, place.per, place.holds.name if place.holds.sort == "kind" else None):
        if name == "player":
            found.append(symbols.players)
        elif name is not None:
            found.append(len(symbols.kinds[name].entries))
    return tuple(found)


def cells(symbols: Symbols, place: PlaceInfo) -> int:
    """Number of cells of a place."""
    total = 1
    for size in sizes(symbols, place):
        total *= size
    return total


def same_token(left: PlaceInfo, right: PlaceInfo) -> bool:
    """Whether a token of one place could lie in the other."""
    return _family(left.holds) == _family(right.holds)


def _family(holds: Holding) -> tuple[str, str]:
    return ("token", holds.name) if holds.sort == "token" else ("kind", holds.name)


class PlaceTable:
    """Works out the models of all places, once, before bodies are checked."""

    def __init__(self, symbols: Symbols, sink: Sink) -> None:
        self.symbols = symbols
        self.sink = sink
        self.models: dict[str, m.PlaceModel] = {}
        self._totals: dict[tuple[str, str, int], int | None] = {}

    def prepare(self, expressions: ExpressionChecker) -> None:
        """Start numbers first (they decide about the totals), then limits."""
        starts = {p.name: self._starts(p, expressions) for p in self.symbols.places.values()}
        for place in self.symbols.places.values():
            self._add_totals(place, starts[place.name])
        for place in self.symbols.places.values():
            high = max((self._total(place.holds, e) for e in self._entries(place)), default=0)
            if place.decl.each_most is not None:
                limit = expressions.number(place.decl.each_most, Scope())
                if isinstance(limit, m.Const):
                    high = min(high, limit.value)
            low = -MANY if place.decl.may_owe else 0
            self.models[place.name] = m.PlaceModel(place, starts[place.name], low, high, None, None, high)
        for place in self.symbols.places.values():
            if place.decl.most is not None:
                self._limit(place, expressions)

    def _entries(self, place: PlaceInfo) -> range:
        if place.holds.sort == "kind":
            return range(len(self.symbols.kinds[place.holds.name].entries))
        return range(1)

    def _starts(self, place: PlaceInfo, expressions: ExpressionChecker) -> tuple[int, ...]:
        count = cells(self.symbols, place)
        decl = place.decl
        if decl.starts is None:
            return (0,) * count
        values: list[int] = []
        for entry in self._entries(place):
            scope = Scope()
            if place.holds.sort == "kind":
                kind = self.symbols.kinds[place.holds.name]
                scope = scope.with_locals(m.Local("it", KindType(kind.name)))
                value = fold(expressions.number(decl.starts, scope), entry, self.symbols)
            else:
                value = fold(expressions.number(decl.starts, scope), None, self.symbols)
            if value is None:
                self.sink.error(
                    "E0214",
                    decl.starts.span,
                    "what a place starts with must be known before the game",
                    label="made of numbers, constants and keys only",
                )
                value = 0
            if value < 0:
                self.sink.error(
                    "E0305", decl.starts.span, "a place can't start with less than nothing", label=str(value)
                )
            values.append(max(0, value))
        per_owner = tuple(values)
        return per_owner * (count // max(1, len(per_owner)))

    def _add_totals(self, place: PlaceInfo, starts: tuple[int, ...]) -> None:
        width = len(self._entries(place))
        for cell, amount in enumerate(starts):
            key = self._token(place.holds, cell % width)
            if place.decl.unlimited:
                self._totals[key] = None
            elif key not in self._totals or self._totals[key] is not None:
                self._totals[key] = (self._totals.get(key) or 0) + amount

    def _token(self, holds: Holding, entry: int) -> tuple[str, str, int]:
        if holds.sort == "token":
            return ("token", holds.name, 0)
        return ("kind", holds.name, holds.entry if holds.sort == "entry" else entry)

    def _total(self, holds: Holding, entry: int) -> int:
        key = self._token(holds, entry)
        total = self._totals.get(key, 0)
        owed = any(
            p.decl.may_owe and self._token(p.holds, 0) == key
            for p in self.symbols.places.values()
            if p.holds.sort != "kind"
        )
        return MANY if total is None or owed else total

    def _limit(self, place: PlaceInfo, expressions: ExpressionChecker) -> None:
        assert place.decl.most is not None
        owner = place.owner
        scope = Scope(has_me=owner == "player")
        it: m.Local | None = None
        index = place.per or (owner if owner not in (None, "player") else None)
        if index is not None:
            it = m.Local("it", KindType(index))
            scope = scope.with_locals(it)
        most = expressions.number(place.decl.most, scope)
        _, bound = intervals.of(most.type)
        old = self.models[place.name]
        if bound is not None and max(old.starts, default=0) > bound:
            self.sink.error(
                "E0305",
                place.decl.most.span,
                f"`{place.name}` starts with more than it can hold",
                label=f"it starts with {max(old.starts)}",
                secondary=declared_at(place.decl.starts.span if place.decl.starts is not None else None, "here"),
                help="raise the limit, or start with less",
            )
        high = old.high if bound is None else min(old.high, bound)
        limit = old.high if bound is None else bound
        self.models[place.name] = m.PlaceModel(place, old.starts, old.low, high, most, it, limit)

    # ---- what expressions ask ----

    def range_of(self, ref: m.PlaceRef) -> IntType:
        """Range of the number of tokens in a place, or the named part of it."""
        model = self.models.get(ref.place.name)
        if model is None:
            return IntType()
        if ref.is_cell:
            return IntType(model.low, model.high)
        return IntType(0, None)

    def limit(self, ref: m.PlaceRef, span: Span) -> m.Expr | None:
        """The most that a place may hold, as an expression."""
        model = self.models.get(ref.place.name)
        if model is None or model.most is None:
            self.sink.error(
                "E0315",
                span,
                f"`{ref.place.name}` has no limit",
                label="no `most` is declared for it",
                secondary=declared_at(ref.place.decl.name.span),
                help="add `most` and a number where the place is declared",
            )
            return None
        index = ref.per if ref.place.per is not None else ref.owner
        return substitute(model.most, model.most_index, index, ref.owner)


def substitute(expr: m.Expr, local: m.Local | None, value: m.Expr | None, me: m.Expr | None) -> m.Expr:
    """An expression with a local and the player replaced; used for limits of places."""

    def go(e: m.Expr) -> m.Expr:
        match e:
            case m.LocalRef() if local is not None and e.local is local and value is not None:
                return value
            case m.Me() if me is not None and isinstance(me.type, PlayerType):
                return me
            case m.PlaceCount():
                ref = e.ref
                owner = go(ref.owner) if ref.owner is not None else None
                per = go(ref.per) if ref.per is not None else None
                entry = go(ref.entry) if ref.entry is not None else None
                return m.PlaceCount(m.PlaceRef(ref.place, owner, per, entry, ref.span), e.type)
            case m.VarRef():
                return m.VarRef(e.var, tuple(go(i) for i in e.indices), e.span)
            case m.KeyRef():
                return m.KeyRef(e.kind, e.key, go(e.entry), e.type, e.span)
            case m.TableRef():
                return m.TableRef(e.values, go(e.index), e.span, e.type)
            case m.Arith():
                return m.Arith(e.operator, go(e.left), go(e.right), e.span, e.type)
            case m.Compare():
                return m.Compare(e.operator, go(e.left), go(e.right), e.span)
            case m.Logic():
                return m.Logic(e.operator, go(e.left), go(e.right), e.span)
            case m.Negation():
                return m.Negation(go(e.operand), e.span)
            case m.Cond():
                return m.Cond(go(e.condition), go(e.then), go(e.otherwise), e.type, e.span)
            case m.CallMember():
                return m.CallMember(e.member, tuple(go(a) for a in e.args), e.type, e.span)
            case _:
                return e

    return go(expr)


def fold(expr: m.Expr, it: int | None, symbols: Symbols) -> int | None:
    """The number an expression has before the game, with ``it`` standing for an entry."""
    match expr:
        case m.Const():
            return expr.value
        case m.LocalRef():
            return it
        case m.KeyRef():
            entry = fold(expr.entry, it, symbols)
            if entry is None or not 0 <= entry < len(symbols.kinds[expr.kind].entries):
                return None
            value = symbols.kinds[expr.kind].entries[entry].values[expr.key]
            return value if isinstance(value, int) else None
        case m.Arith() | m.Compare() | m.Logic():
            left, right = fold(expr.left, it, symbols), fold(expr.right, it, symbols)
            if left is None or right is None:
                return None
            return evaluate(expr.operator, left, right)
        case m.Negation():
            inner = fold(expr.operand, it, symbols)
            return None if inner is None else 1 - inner
        case m.Cond():
            condition = fold(expr.condition, it, symbols)
            if condition is None:
                return None
            return fold(expr.then if condition else expr.otherwise, it, symbols)
        case _:
            return None


def evaluate(operator: str, left: int, right: int) -> int | None:
    """A sign between two numbers; None for a division by zero."""
    if operator in ("/", "%") and right == 0:
        return None
    results = {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "/": lambda: left // right,
        "%": lambda: left % right,
        "min": lambda: min(left, right),
        "max": lambda: max(left, right),
        "==": lambda: int(left == right),
        "!=": lambda: int(left != right),
        "<": lambda: int(left < right),
        "<=": lambda: int(left <= right),
        ">": lambda: int(left > right),
        ">=": lambda: int(left >= right),
        "and": lambda: int(bool(left and right)),
        "or": lambda: int(bool(left or right)),
    }
    return results[operator]()
