"""Whether tokens, places and variables are declared in a way that can work at all."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.diagnostics.diagnostic import Label
from rulewright.diagnostics.sink import Sink
from rulewright.parse import ast
from rulewright.resolve import errors
from rulewright.resolve.symbols import IntType, KindType, PlaceInfo, PlayerType, TextType, ValueType


def check_home(sink: Sink, token: str, name: ast.Name, place: PlaceInfo, owner: str | None) -> None:
    """A place that ``gain`` takes a token from (nobody's) or puts it into (each player's)."""
    if place.holds.sort != "token" or place.holds.name != token:
        label, advice = f"`{place.name}` holds {place.holds.name}", f"name a place that holds {token}"
    elif place.owner != owner:
        if owner is None:
            label = f"`{place.name}` belongs to each {place.owner}"
            advice = "behind `from` stands a common place, where all take it from"
        else:
            label = (
                f"`{place.name}` belongs to nobody" if place.owner is None else f"each {place.owner} has `{place.name}`"
            )
            advice = f"behind `to` stands a place of each player: `each player {{ place {place.name} holds {token} }}`"
    elif place.per is not None:
        label, advice = f"`{place.name}` has a part for each {place.per}", "name a place without parts"
    else:
        return
    declared = (Label(place.decl.name.span, "declared here"),)
    message = f"`{token}` can't be gained and paid this way"
    sink.error("E0410", name.span, message, label=label, secondary=declared, help=advice)


def check_clauses(sink: Sink, place: PlaceInfo, places: Mapping[str, PlaceInfo]) -> None:
    """What a place says about hiding and refilling."""
    decl = place.decl
    if decl.hidden_from == "others" and place.owner != "player":
        sink.error(
            "E0224",
            decl.name.span,
            f"`{place.name}` has no owner, so it can't be hidden from others",
            label="belongs to no player",
            help="write `hidden from all`, or declare the place inside of `each player { … }`",
        )
    refill = decl.refilled_from
    if refill is None:
        return
    pile = places.get(refill.text)
    if pile is None:
        errors.unknown(sink, "E0201", "place", refill.text, refill.span, places)
    elif not decl.is_deck:
        sink.error(
            "E0408",
            decl.name.span,
            f"`{place.name}` is not a deck",
            label="only a deck is refilled",
            help="declare it with `deck` instead of `place`",
        )
    elif (pile.holds, pile.owner, pile.per) != (place.holds, place.owner, place.per) or pile is place:
        same = pile.holds == place.holds
        sink.error(
            "E0401",
            refill.span,
            f"`{place.name}` can't be refilled from `{pile.name}`",
            label="not a pile of the same shape" if same else f"`{pile.name}` holds {pile.holds.name}",
            secondary=(Label(decl.name.span, f"holds {place.holds.name}"),),
            help="name another place that holds the same and belongs to the same owner",
        )


def check_optional(sink: Sink, decl: ast.Var | ast.Param, type_: ValueType | None) -> None:
    """Only what names something can be ``none``."""
    if decl.optional and type_ is not None and not isinstance(type_, (KindType, PlayerType)):
        errors.never_none(sink, decl.span, "only an entry of a kind or a player can be missing")


def check_variable(sink: Sink, decl: ast.Var, type_: ValueType) -> None:
    """A variable starts at 0, and texts are not kept in variables."""
    if isinstance(type_, TextType):
        errors.text_value(sink, decl.type.span)
    if not isinstance(type_, IntType) or type_.low is None or type_.high is None:
        return
    if not type_.low <= 0 <= type_.high:
        sink.error(
            "E0222",
            decl.type.span,
            f"`{decl.name.text}` starts at 0, which is not in its range",
            label=f"goes from {type_.low} to {type_.high}",
            help="let the range include 0",
        )
