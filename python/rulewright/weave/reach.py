"""Where pieces that never run out can come to.

Of most sorts a game has so many pieces, and no place holds more of them. Of a sort without end a place can hold any
number, but only if something moves it there: the others stay small, and so do the positions of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rulewright.resolve.symbols import KindType, Symbols
from rulewright.semantics import model as m
from rulewright.semantics.walk import statements_in

_Sort = tuple[str, int]
_Way = tuple[m.PlaceRef, m.PlaceRef]


def with_what_comes(
    symbols: Symbols, places: Mapping[str, m.PlaceModel], blocks: Iterable[m.Block]
) -> dict[str, m.PlaceModel]:
    """The places of a game, each with no higher bound than what can come there."""
    amounts = _amounts(symbols, places)
    ways = [way for block in blocks for statement in statements_in(block) for way in _ways(statement)]
    reached = {sort: _reached(symbols, places, ways, sort) for sort, amount in amounts.items() if amount is None}
    found: dict[str, m.PlaceModel] = {}
    for name, model in places.items():
        sorts = _sorts(symbols, model)
        is_open = any(name in reached[sort] for sort in sorts if sort in reached)
        most = max((amounts.get(sort) or 0 for sort in sorts), default=0)
        found[name] = model if is_open or model.high <= most else replace(model, high=most)
    return found


def _amounts(symbols: Symbols, places: Mapping[str, m.PlaceModel]) -> dict[_Sort, int | None]:
    """How many pieces there are of each sort; None for those without end."""
    amounts: dict[_Sort, int | None] = {}
    for model in places.values():
        decl, sorts = model.place.decl, _sorts(symbols, model)
        for cell, number in enumerate(model.starts):
            sort = sorts[cell % len(sorts)]
            known = amounts.get(sort, 0)
            amounts[sort] = None if known is None or decl.unlimited or decl.may_owe else known + number
    return amounts


def _sorts(symbols: Symbols, model: m.PlaceModel) -> list[_Sort]:
    """What can lie in each part of a place, by the place's own declaration."""
    holds = model.place.holds
    if holds.sort == "kind":
        return [(holds.name, entry) for entry in range(len(symbols.kinds[holds.name].entries))]
    return [(holds.name, holds.entry)]


def _ways(statement: m.Statement) -> Iterator[_Way]:
    """From where to where a statement moves pieces."""
    match statement:
        case m.Move():
            yield statement.source, statement.target
            if statement.fallback is not None:
                yield statement.fallback, statement.target
        case m.MoveAll():
            yield statement.source, statement.target
        case m.Draw():
            yield statement.source, statement.target
            if statement.refill is not None:
                yield statement.refill, statement.source
        case _:
            return


def _reached(symbols: Symbols, places: Mapping[str, m.PlaceModel], ways: list[_Way], sort: _Sort) -> set[str]:
    """The places where pieces of a sort can be."""
    own = {name for name, model in places.items() if sort in _sorts(symbols, model)}
    reached = {name for name in own if _has_from_the_start(symbols, places[name], sort)}
    used = [
        (source, target) for source, target in ways if _takes(symbols, source, sort) and _takes(symbols, target, sort)
    ]
    is_growing = True
    while is_growing:
        more = {
            target.place.name
            for source, target in used
            if source.place.name in reached and target.place.name in own - reached
        }
        reached |= more
        is_growing = bool(more)
    return reached


def _has_from_the_start(symbols: Symbols, model: m.PlaceModel, sort: _Sort) -> bool:
    """A place that may owe can give any number away."""
    decl, sorts = model.place.decl, _sorts(symbols, model)
    starts = (number for cell, number in enumerate(model.starts) if sorts[cell % len(sorts)] == sort)
    return decl.unlimited or decl.may_owe or any(starts)


def _takes(symbols: Symbols, ref: m.PlaceRef, sort: _Sort) -> bool:
    """Whether a part of a place can be the one for a sort: included entries are the first of a kind."""
    if ref.entry is None:
        return True
    if isinstance(ref.entry, m.Const):
        return ref.entry.value == sort[1]
    kind = ref.entry.type
    return not isinstance(kind, KindType) or sort[1] < len(symbols.kinds[kind.kind].entries)
