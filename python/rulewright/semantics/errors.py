"""What the checker has to say, one function for each complaint that more than one place makes."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.diagnostics.diagnostic import Suggestion, declared_at
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.diagnostics.suggest import is_slip, nearest
from rulewright.semantics import model as m

_SAID = {"you": "me", "your": "my", "yours": "my", "i": "me", "mine": "my", "owner": "me", "player": "me"}
"""How people speak of the player whose turn it is, and how rules do."""


_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_CHANCE = ("random", "rand", "dice", "die", "randint", "coinflip")


def unknown_name(
    sink: Sink, name: str, span: Span, candidates: Iterable[str], advice: str | None = None, instead: str | None = None
) -> None:
    """A name that stands for nothing; `advice` if it is known what was meant, and `instead` what to write."""
    names = list(candidates)
    near = nearest(name, names)
    said = _SAID.get(name.lower())
    if advice is None and name.lower() in _NUMBERS:
        instead = str(_NUMBERS.index(name.lower()))
        advice = f"numbers are written in digits: `{instead}`"
    elif advice is None and name.lower() in _CHANCE:
        advice = "chance decides in a statement: `roll x` for a variable, `draw` for what lies in a deck"
    if advice is not None:
        sink.error(
            "E0201",
            span,
            f"unknown name `{name}`",
            label="nothing has this name here",
            help=advice,
            suggestion=Suggestion(span, instead) if instead is not None else None,
            candidates=names,
        )
        return
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


def me_or_my(sink: Sink, span: Span, right: str, why: str) -> None:
    """`me` where `my` stands, or the other way round."""
    sink.error(
        "E0320",
        span,
        f"`{span.text}` can't stand here",
        label=f"here it is `{right}`",
        help=f"{why}; write `{right}`",
        suggestion=Suggestion(span, right, is_certain=True),
    )


def flag_compared(sink: Sink, span: Span, flag: str, right: str, declared: Span) -> None:
    sink.error(
        "E0301",
        span,
        f"`{flag}` is a flag, not an entry to compare with",
        label="entries have it or don't have it",
        secondary=declared_at(declared, "the key is declared here"),
        help=f"write `{right}`",
        suggestion=Suggestion(span, right, is_certain=True),
    )


def cannot_be_set(sink: Sink, span: Span, found: object) -> None:
    """Something other than a variable or a place behind `set`."""
    match found:
        case m.KeyRef():
            advice = "a key stays as it is printed; a `value` made from it can be changed, as in `phase.name += 1`"
        case m.CallMember():
            advice = f"it is worked out each time; an entry changes it with `{span.text} += …`, outside of blocks"
        case m.LocalRef():
            advice = "what `let` or a parameter names does not change; declare what changes with `var`, and set that"
        case _:
            advice = "declare what changes with `var`, and set that"
    sink.error("E0310", span, "this can't be set", label="not a variable", help=advice)


def type_again(sink: Sink, span: Span, name: str) -> None:
    sink.error(
        "E0228",
        span,
        f"`{name}` has its type already",
        label="a refinement names the parameter, and nothing more",
        help=f"write `{name}`",
        suggestion=Suggestion(span, name, is_certain=True),
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
    if argument == "players":
        advice = "`players` is how many there are; each of them is `p: player`"
        sink.error("E0302", span, f"`{name}` goes through a loop", label="no loop is given here", help=advice)
        return
    whole = f", or `{argument}.count` for all of it" if name == "count" else ""
    place, dot, key = argument.rpartition(".")
    if name == "sum" and (not dot or place == "my"):
        whole = f", or `{argument}.count` for how many pieces lie there"
    if name in ("count", "any", "all"):
        loop = f"{name}(x in {argument} where …)"
    elif dot and place != "my":
        loop = f"{name}(x.{key} for x in {place})"
    else:
        loop = f"{name}(… for x in {argument})"
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


def no_player(sink: Sink, span: Span, what: str, player: str | None) -> None:
    """`player`: a name that stands for one here."""
    advice = f"put it inside `as {player} {{ … }}`" if player else "put it inside `turns from …` or `as PLAYER { … }`"
    if what == "`my`":
        advice += f"; or say whose: `{player}.…`" if player else "; or ask about all: `any(p: player where p.…)`"
    sink.error("E0306", span, f"{what} needs a player whose turn it is", label="nobody's turn here", help=advice)


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
