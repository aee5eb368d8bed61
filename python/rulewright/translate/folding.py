"""Expressions that are the same in every position are worked out here, once."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.resolve.symbols import KindType, PlayerType, Symbols
from rulewright.semantics import model as m
from rulewright.semantics.places import evaluate
from rulewright.semantics.walk import children, locals_in


def fold(expr: m.Expr, values: Mapping[m.Local, int], symbols: Symbols) -> int | None:
    """The value of an expression, given some locals; None if it depends on the position."""
    match expr:
        case m.Const():
            return expr.value
        case m.LocalRef():
            return values.get(expr.local)
        case m.KeyRef():
            entry = fold(expr.entry, values, symbols)
            entries = symbols.kinds[expr.kind].entries
            if entry is None or not 0 <= entry < len(entries):
                return None
            value = entries[entry].values[expr.key]
            return value if isinstance(value, int) else None
        case m.TableRef():
            index = fold(expr.index, values, symbols)
            return expr.values[index] if index is not None and 0 <= index < len(expr.values) else None
        case m.Arith() | m.Compare():
            left, right = fold(expr.left, values, symbols), fold(expr.right, values, symbols)
            return None if left is None or right is None else evaluate(expr.operator, left, right)
        case m.Logic():
            left, right = fold(expr.left, values, symbols), fold(expr.right, values, symbols)
            deciding = 1 if expr.operator == "or" else 0
            if deciding in (left, right):
                return deciding
            return None if left is None or right is None else 1 - deciding
        case m.Negation():
            inner = fold(expr.operand, values, symbols)
            return None if inner is None else 1 - inner
        case m.Cond():
            condition = fold(expr.condition, values, symbols)
            if condition is None:
                return None
            return fold(expr.then if condition else expr.otherwise, values, symbols)
        case _:
            return None


def stretch(binding: m.Binding, where: m.Expr | None, known: Mapping[m.Local, int], symbols: Symbols) -> range:
    """The values of a loop's local from the first to the last one for which the condition can hold."""
    if where is None:
        return range(binding.size)
    possible = [v for v in range(binding.size) if fold(where, {**known, binding.local: v}, symbols) != 0]
    return range(possible[0], possible[-1] + 1) if possible else range(0)


def domain(local: m.Local, symbols: Symbols) -> int | None:
    """How many values an entry or player local can have."""
    match local.type:
        case KindType(optional=False) as kind:
            return len(symbols.kinds[kind.kind].entries)
        case PlayerType(optional=False):
            return symbols.players
        case _:
            return None


def other_locals(expr: m.Expr, known: m.Local) -> list[m.Local]:
    """The locals of an expression besides one, each once, in order of appearance."""
    found: list[m.Local] = []
    for local in locals_in(expr):
        if local is not known and not any(local is f for f in found):
            found.append(local)
    return found


def size(expr: m.Expr) -> int:
    """Number of nodes of an expression; calls count as they stand."""
    return 1 + sum(size(child) for child in children(expr))
