"""What the checker has to say, one function for each complaint that more than one place makes."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.diagnostics.diagnostic import Suggestion
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.diagnostics.suggest import is_slip, nearest


def unknown_name(sink: Sink, name: str, span: Span, candidates: Iterable[str]) -> None:
    names = list(candidates)
    near = nearest(name, names)
    sink.error(
        "E0201",
        span,
        f"unknown name `{name}`",
        label="nothing has this name here",
        help=f"did you mean `{near}`?" if near else "declare it, or check the spelling",
        suggestion=Suggestion(span, near, is_slip(name, names)) if near else None,
        candidates=names,
    )


def unknown_member(sink: Sink, what: str, name: str, span: Span, candidates: Iterable[str]) -> None:
    names = list(candidates)
    near = nearest(name, names)
    if near:
        advice: str | None = f"did you mean `{near}`?"
    elif names and len(names) <= 12:
        advice = "there are: " + ", ".join(f"`{n}`" for n in names)
    else:
        advice = None
    sink.error(
        "E0307",
        span,
        f"{what} has no `{name}`",
        label="no such part",
        help=advice,
        suggestion=Suggestion(span, near, is_slip(name, names)) if near else None,
        candidates=names,
    )


def mismatch(sink: Sink, span: Span, expected: str, found: str, advice: str | None = None) -> None:
    sink.error("E0301", span, f"{expected} is needed here", label=f"this is {found}", help=advice)


def wrong_count(sink: Sink, span: Span, what: str, expected: int, found: int) -> None:
    needs = "no arguments" if expected == 0 else f"{expected} argument{'s' if expected > 1 else ''}"
    sink.error("E0302", span, f"{what} takes {needs}", label=f"{found} given here")


def not_a_place(sink: Sink, span: Span) -> None:
    sink.error(
        "E0303",
        span,
        "a place is needed here",
        label="this is not a place",
        help="places are declared with `place` or `deck`; that of a player is written `my.name`",
    )


def no_player(sink: Sink, span: Span, what: str) -> None:
    sink.error(
        "E0306",
        span,
        f"{what} needs a player whose turn it is",
        label="nobody's turn here",
        help="put it inside `turns from …` or `as PLAYER { … }`",
    )


def out_of_range(sink: Sink, span: Span, value: str, low: int, high: int) -> None:
    sink.error(
        "E0305",
        span,
        f"{value} can't be stored here",
        label=f"the range is {low} to {high}",
        help="widen the range where it is declared",
    )


def hidden(sink: Sink, span: Span, name: str, why: str, advice: str) -> None:
    sink.error("E0405", span, f"`{name}` is hidden here", label=why, help=advice)
