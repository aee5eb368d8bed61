"""Conditions that can never hold, and entries that an option can never take."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulewright.diagnostics.diagnostic import Label
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.lint.ranges import NOTHING_KNOWN, Known, Range, Ranges, asks_key, compare, parts_of
from rulewright.resolve.symbols import EntryInfo, IntType, KindInfo, KindType, Symbols
from rulewright.semantics import model as m
from rulewright.weave.totals import Totals
from rulewright.weave.woven import WovenGame

_MOST_NAMED = 3
_SIGN = re.compile(r"[^{]*(?:[<>=!]|\bis\b)[^{]*")


def find_impossible(model: m.GameModel, woven: WovenGame, nodes: Sequence[object], sink: Sink) -> None:
    """Reports comparisons that are never true, and options that some entry never allows."""
    ranges, totals = Ranges(woven), Totals(woven.symbols, woven.places)
    judge = _Judge(ranges)
    activity = [kind.active.span for kind in model.symbols.kinds.values() if kind.active is not None]
    told: set[str] = set()
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
        elif isinstance(node, m.Move):
            _check_move(ranges, totals, node, sink)
        elif isinstance(node, m.Option):
            told |= _check_entries(model.symbols, judge, node, sink)
    _check_activity(model, judge, told, sink)


def _check_move(ranges: Ranges, totals: Totals, move: m.Move, sink: Sink) -> None:
    """Reports a move of more pieces than there are in all places together."""
    source = move.source
    entry = source.entry.value if isinstance(source.entry, m.Const) else None
    most = totals.of(source.place.holds, entry)
    least = ranges.of(move.amount)[0]
    if move.up_to or most is None or least is None or least <= most:
        return
    name = source.place.holds.name
    sink.error(
        "W0505",
        move.span,
        f"there is no {name} to move" if most == 0 else f"there are never so many {name}",
        label=f"at least {least}, and all places start with {most} of them",
        secondary=(Label(source.place.decl.name.span, "it comes from here"),),
        help="let a place start with more of them (`starts N`), or never run out (`unlimited`)",
    )


def _check_activity(model: m.GameModel, judge: _Judge, told: set[str], sink: Sink) -> None:
    """Reports entries that can never be active, so that nothing of what they change ever works.

    `told`: what nobody can choose will mostly not be active either, and that is no second mistake.
    """
    guarded = [(r.entry, r.guard) for r in model.value_refinements]
    guarded += [(r.entry, r.guard) for r in (*model.handlers, *model.replacements)]
    guarded += [(r.entry, r.guard) for r in model.added_options]
    for entry, guard in guarded:
        kind = model.symbols.kinds.get(entry.kind)
        if guard is None or kind is None or kind.active is None or entry.name in told:
            continue
        asked = [part for part in parts_of(guard, "and") if _stands_in(part, kind.active.span)]
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


def _stands_in(expr: m.Expr, outer: Span) -> bool:
    return isinstance(expr, m.Compare) and expr.span is not None and _lies_in(expr.span, outer)


def _lies_in(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end


def _check_entries(symbols: Symbols, judge: _Judge, option: m.Option, sink: Sink) -> set[str]:
    """Returns the names of those entries that nobody can choose for a reason of their own."""
    where = option.where
    told: set[str] = set()
    if where is None or judge.holds(where) is False:
        return told
    for param in option.params:
        local = param.local
        if param.fixed is not None or not isinstance(local.type, KindType):
            continue
        kind = symbols.kinds[local.type.kind]
        never = [e for e in kind.entries if judge.holds(where, _one(local, e)) is False]
        if len(never) > _MOST_NAMED or len(never) == len(kind.entries):
            _many_never(sink, option, kind, never)
        else:
            for entry in never:
                _one_never(sink, judge, option, local, entry)
                told.add(entry.name)
    return told


def _one(local: m.Local, entry: EntryInfo) -> Known:
    return {local: (entry.index, entry.index)}


def _many_never(sink: Sink, option: m.Option, kind: KindInfo, never: Sequence[EntryInfo]) -> None:
    """Where it is about so many entries, the condition is probably wrong."""
    shown = ", ".join(f"`{entry.name}`" for entry in never[:_MOST_NAMED])
    more = f" and {len(never) - _MOST_NAMED} more" if len(never) > _MOST_NAMED else ""
    sink.error(
        "W0504",
        option.span,
        f"{shown}{more} can never be chosen here",
        label=f"`where` is false for every such {kind.title}",
        help="change the condition, or the keys that it asks for",
    )


def _one_never(sink: Sink, judge: _Judge, option: m.Option, local: m.Local, entry: EntryInfo) -> None:
    """A few entries are probably wrong themselves, and whoever wrote one of them may not know the option."""
    assert option.where is not None
    known = _one(local, entry)
    failing = next(part for part in parts_of(option.where, "and") if judge.holds(part, known) is False)
    numbers = judge.reason(failing, known) if isinstance(failing, m.Compare) else "no part of it holds in any position"
    span = failing.span if isinstance(failing, (m.Compare, m.Logic, m.Negation)) and failing.span else option.span
    sink.error(
        "W0504",
        entry.span,
        f"`{entry.name}` can never be chosen in `{option.name}`",
        label="its keys rule it out",
        secondary=(Label(span, f"for it {numbers}"),),
        help="change its keys, or the condition",
    )


class _Judge:
    """Says what is known about a condition in every position."""

    def __init__(self, ranges: Ranges) -> None:
        self._ranges = ranges

    def holds(self, expr: m.Expr, known: Known = NOTHING_KNOWN) -> bool | None:
        """Whether it is always true or always false; nothing if it depends."""
        match expr:
            case m.Logic():
                left, right = self.holds(expr.left, known), self.holds(expr.right, known)
                if expr.operator == "and":
                    return False if False in (left, right) else True if left is right is True else None
                return True if True in (left, right) else False if left is right is False else None
            case m.Negation():
                inner = self.holds(expr.operand, known)
                return None if inner is None else not inner
            case m.Compare():
                return self._compare(expr, known)
            case m.CallMember() if self._ranges.asks_position(expr):
                low, high = self._ranges.of(expr, known)
                return bool(low) if low == high else None
            case _:
                return None

    def reason(self, expr: m.Compare, known: Known = NOTHING_KNOWN) -> str:
        """The ranges of both sides, in words."""
        range_in = self._range_in(expr, known)
        left, right = (_in_words(range_in(side)) for side in (expr.left, expr.right))
        return f"the left side is {left}, the right side {right}"

    def _range_in(self, expr: m.Compare, known: Known) -> Callable[[m.Expr], Range]:
        # Keys and constants alone are a selection that the author wants. Only what no entry could have is wrong.
        if self._ranges.asks_position(expr):
            return lambda side: self._ranges.of(side, known)
        return self._ranges.declared

    def _compare(self, expr: m.Compare, known: Known) -> bool | None:
        # A comparison without a sign in the file was made by the compiler, and constants alone are settings.
        if expr.span is None or _SIGN.fullmatch(expr.span.text) is None:
            return None
        if not self._ranges.asks_position(expr) and not asks_key(expr):
            return None
        range_of = self._range_in(expr, known)
        return compare(expr.operator, range_of(expr.left), range_of(expr.right))


def _in_words(found: Range) -> str:
    low, high = found
    if low is not None and high is None:
        return f"a number of {low} or more"
    if low is None and high is not None:
        return f"a number of {high} or less"
    return str(IntType(low, high))
