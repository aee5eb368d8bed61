"""Conditions that can never hold, and entries that an option can never take."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.diagnostics.sink import Sink
from rulewright.resolve.symbols import IntType, KindType, Symbols
from rulewright.semantics import intervals
from rulewright.semantics import model as m
from rulewright.semantics.places import substitute
from rulewright.semantics.walk import children

_MOST_NAMED = 3
_SIGN = re.compile(r"[^{]*(?:[<>=!]|\bis\b)[^{]*")


def find_impossible(model: m.GameModel, nodes: Sequence[object], sink: Sink) -> None:
    """Reports comparisons that are never true, and options that some entry never allows."""
    judge = _Judge(model.symbols)
    for node in nodes:
        if isinstance(node, m.Compare) and node.span is not None and judge.holds(node) is False:
            sink.error(
                "W0503",
                node.span,
                "this is never true",
                label=judge.reason(node),
                help="compare with a number that can be reached, or remove the condition",
            )
        elif isinstance(node, m.Option):
            _check_entries(model.symbols, judge, node, sink)


def _check_entries(symbols: Symbols, judge: _Judge, option: m.Option, sink: Sink) -> None:
    where = option.where
    if where is None or judge.holds(where) is False:
        return
    for param in option.params:
        local = param.local
        if param.fixed is not None or not isinstance(local.type, KindType):
            continue
        kind = symbols.kinds[local.type.kind]
        never = [
            entry.name
            for entry in kind.entries
            if judge.holds(substitute(where, local, m.Const(entry.index, local.type), None)) is False
        ]
        if never:
            shown = ", ".join(f"`{name}`" for name in never[:_MOST_NAMED])
            more = f" and {len(never) - _MOST_NAMED} more" if len(never) > _MOST_NAMED else ""
            sink.error(
                "W0504",
                option.span,
                f"{shown}{more} can never be chosen here",
                label=f"`where` is false for every such {kind.title}",
                help="change the condition, or the keys that it asks for",
            )


class _Judge:
    """Says what is known about a condition in every position."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols

    def holds(self, expr: m.Expr) -> bool | None:
        """Whether it is always true or always false; nothing if it depends."""
        match expr:
            case m.Logic():
                left, right = self.holds(expr.left), self.holds(expr.right)
                if expr.operator == "and":
                    return False if False in (left, right) else True if left is right is True else None
                return True if True in (left, right) else False if left is right is False else None
            case m.Negation():
                inner = self.holds(expr.operand)
                return None if inner is None else not inner
            case m.Compare():
                return self._compare(expr)
            case _:
                return None

    def reason(self, expr: m.Compare) -> str:
        """The ranges of both sides, in words."""
        left, right = (str(IntType(*self._range(side))) for side in (expr.left, expr.right))
        return f"the left side is {left}, the right side {right}"

    def _compare(self, expr: m.Compare) -> bool | None:
        # Keys and constants alone are a selection that the author wants; and a comparison without a
        # sign in the file was made by the compiler.
        if expr.span is None or _SIGN.fullmatch(expr.span.text) is None or not _asks_position(expr):
            return None
        (a, b), (c, d) = self._range(expr.left), self._range(expr.right)
        below = b is not None and c is not None and b < c
        above = a is not None and d is not None and a > d
        at_most = b is not None and c is not None and b <= c
        at_least = a is not None and d is not None and a >= d
        match expr.operator:
            case "<":
                return True if below else False if at_least else None
            case "<=":
                return True if at_most else False if above else None
            case ">":
                return True if above else False if at_most else None
            case ">=":
                return True if at_least else False if below else None
            case "==":
                return False if below or above else None
            case _:
                return True if below or above else None

    def _range(self, expr: m.Expr) -> tuple[int | None, int | None]:
        match expr:
            case m.Const() if isinstance(expr.type, IntType):
                return expr.value, expr.value
            case m.KeyRef() if isinstance(expr.type, IntType):
                return self._key(expr)
            case m.CallMember():
                return None, None  # an addition may refine it
            case m.Arith():
                left, right = (IntType(*self._range(side)) for side in (expr.left, expr.right))
                return intervals.of(intervals.arithmetic(expr.operator, left, right))
            case _:
                return intervals.of(expr.type)

    def _key(self, expr: m.KeyRef) -> tuple[int | None, int | None]:
        """The values that the entries really have, or the value of one of them."""
        entries = self._symbols.kinds[expr.kind].entries
        if isinstance(expr.entry, m.Const):
            entries = entries[expr.entry.value : expr.entry.value + 1]
        values = [value for e in entries if isinstance(value := e.values[expr.key], int)]
        return (min(values), max(values)) if values else (None, None)


def _asks_position(expr: m.Expr) -> bool:
    if isinstance(expr, (m.PlaceCount, m.VarRef, m.CallMember, m.Aggregate)):
        return True
    return any(_asks_position(inner) for inner in children(expr))
