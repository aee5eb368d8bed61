"""Conditions that can never hold, and entries that an option can never take."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rulewright.diagnostics.diagnostic import Label
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.lint.ranges import Range, Ranges, asks_key, asks_position
from rulewright.resolve.symbols import IntType, KindType, Symbols
from rulewright.semantics import model as m
from rulewright.semantics.places import substitute

_MOST_NAMED = 3
_SIGN = re.compile(r"[^{]*(?:[<>=!]|\bis\b)[^{]*")


def find_impossible(model: m.GameModel, nodes: Sequence[object], sink: Sink) -> None:
    """Reports comparisons that are never true, and options that some entry never allows."""
    judge = _Judge(Ranges(model))
    activity = [kind.active.span for kind in model.symbols.kinds.values() if kind.active is not None]
    for node in nodes:
        if isinstance(node, m.Compare) and node.span is not None and judge.holds(node) is False:
            if any(_lies_in(node.span, span) for span in activity):
                continue  # told below, where the entry stands
            sink.error(
                "W0503",
                node.span,
                "this is never true",
                label=judge.reason(node),
                help="compare with a number that can be reached, or remove the condition",
            )
        elif isinstance(node, m.Option):
            _check_entries(model.symbols, judge, node, sink)
    _check_activity(model, judge, sink)


def _check_activity(model: m.GameModel, judge: _Judge, sink: Sink) -> None:
    """Reports entries that can never be active, so that nothing of what they change ever works."""
    told: set[str] = set()
    guarded = [(r.entry, r.guard) for r in model.value_refinements]
    guarded += [(r.entry, r.guard) for r in (*model.handlers, *model.replacements)]
    guarded += [(r.entry, r.guard) for r in model.added_options]
    for entry, guard in guarded:
        kind = model.symbols.kinds.get(entry.kind)
        if guard is None or kind is None or kind.active is None or entry.name in told:
            continue
        asked = [part for part in _parts(guard) if part.span is not None and _lies_in(part.span, kind.active.span)]
        if any(judge.holds(part) is False for part in asked):
            told.add(entry.name)
            sink.error(
                "W0502",
                entry.span,
                f"what `{entry.name}` changes never happens",
                label=f"it can never be active: `{kind.active.span.text}` does not hold for it in any position",
                secondary=(Label(kind.active.span, "this says when it is active"),),
                help="change its keys, or write `anytime` in front of what it changes",
            )


def _parts(expr: m.Expr) -> Iterator[m.Compare]:
    """Comparisons that must all hold."""
    if isinstance(expr, m.Compare):
        yield expr
    elif isinstance(expr, m.Logic) and expr.operator == "and":
        yield from _parts(expr.left)
        yield from _parts(expr.right)


def _lies_in(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


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

    def __init__(self, ranges: Ranges) -> None:
        self._ranges = ranges

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
        left, right = (str(IntType(*self._range_in(expr)(side))) for side in (expr.left, expr.right))
        return f"the left side is {left}, the right side {right}"

    def _range_in(self, expr: m.Compare) -> Callable[[m.Expr], Range]:
        # Keys and constants alone are a selection that the author wants. Only what no entry could have is wrong.
        return self._ranges.of if asks_position(expr) else self._ranges.declared

    def _compare(self, expr: m.Compare) -> bool | None:
        # A comparison without a sign in the file was made by the compiler, and constants alone are settings.
        if expr.span is None or _SIGN.fullmatch(expr.span.text) is None:
            return None
        if not asks_position(expr) and not asks_key(expr):
            return None
        range_of = self._range_in(expr)
        (a, b), (c, d) = range_of(expr.left), range_of(expr.right)
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
