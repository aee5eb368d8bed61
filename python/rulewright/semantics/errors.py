"""What the checker has to say, one function for each complaint that more than one place makes."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.diagnostics.diagnostic import Suggestion, declared_at
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.diagnostics.suggest import is_slip, nearest

_SAID = {"you": "me", "your": "my", "yours": "my", "i": "me", "mine": "my", "owner": "me", "player": "me"}
"""How people speak of the player whose turn it is, and how rules do."""


def unknown_name(sink: Sink, name: str, span: Span, candidates: Iterable[str]) -> None:
    names = list(candidates)
    near = nearest(name, names)
    said = _SAID.get(name.lower())
    if said is not None:
        sink.error(
            "E0201",
            span,
            f"unknown name `{name}`",
            label="nothing has this name here",
            help=f"the player whose turn it is is `me`, and what he has `my.…`; write `{said}`",
            suggestion=Suggestion(span, said),
        )
        return
    sink.error(
        "E0201",
        span,
        f"unknown name `{name}`",
        label="nothing has this name here",
        help=f"did you mean `{near}`?" if near else "declare it, or check the spelling",
        suggestion=Suggestion(span, near, is_slip(name, names)) if near else None,
        candidates=names,
    )


def unknown_member(
    sink: Sink, what: str, name: str, span: Span, candidates: Iterable[str], meant: str | None = None
) -> None:
    """A part that is not there; `meant` is advice for a name that stands for something else."""
    names = list(candidates)
    near = nearest(name, names) if meant is None else None
    if meant is not None:
        advice: str | None = meant
    elif near:
        advice = f"did you mean `{near}`?"
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


def mismatch(
    sink: Sink, span: Span, expected: str, found: str, advice: str | None = None, *, declared: Span | None = None
) -> None:
    sink.error(
        "E0301",
        span,
        f"{expected} is needed here",
        label=f"this is {found}",
        secondary=declared_at(declared),
        help=advice,
    )


def wrong_count(
    sink: Sink, span: Span, what: str, expected: int, found: int, *, declared: Span | None = None, advice: str = ""
) -> None:
    needs = "no arguments" if expected == 0 else f"{expected} argument{'s' if expected > 1 else ''}"
    sink.error(
        "E0302",
        span,
        f"{what} takes {needs}",
        label=f"{found} given here",
        secondary=declared_at(declared),
        help=advice or None,
    )


def entry_as_parameter(sink: Sink, span: Span, example: str, name: str) -> None:
    """A parameter hides the entry of its name, so the refinement would work for all of them."""
    sink.error(
        "E0227",
        span,
        f"`{span.text}` is the name of an entry, so it can't be a parameter",
        label="this would mean any of them",
        help=f"name the parameter and ask about it behind `when`: `{example} … when {name} is {span.text}`",
    )


def needs_loop(sink: Sink, span: Span, name: str, argument: str) -> None:
    """`count` and its like without a loop."""
    whole = f", or `{argument}.count` for all of it" if name == "count" else ""
    loop = f"{name}(x in {argument} where …)" if name in ("count", "any", "all") else f"{name}(… for x in {argument})"
    sink.error(
        "E0302", span, f"`{name}` goes through a loop", label="no loop is given here", help=f"write `{loop}`{whole}"
    )


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


def out_of_range(sink: Sink, span: Span, value: str, low: int, high: int, *, declared: Span | None = None) -> None:
    sink.error(
        "E0305",
        span,
        f"{value} can't be stored here",
        label=f"the range is {low} to {high}",
        secondary=declared_at(declared),
        help="widen the range where it is declared",
    )


def hidden(sink: Sink, span: Span, name: str, why: str, advice: str, declared: Span) -> None:
    sink.error("E0405", span, f"`{name}` is hidden here", label=why, secondary=declared_at(declared), help=advice)
