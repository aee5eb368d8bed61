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
from rulewright.weave.totals import Sort, Totals, gives_any_number

_Way = tuple[m.PlaceRef, m.PlaceRef]


def with_what_comes(
    symbols: Symbols, places: Mapping[str, m.PlaceModel], blocks: Iterable[m.Block]
) -> dict[str, m.PlaceModel]:
    """The places of a game, each with no higher bound than what can come there."""
    totals = Totals(symbols, places)
    ways = [way for block in blocks for statement in statements_in(block) for way in _ways(statement)]
    reached = {sort: _reached(symbols, places, totals, ways, sort) for sort in totals.endless()}
    found: dict[str, m.PlaceModel] = {}
    for name, model in places.items():
        sorts = totals.sorts(model.place.holds)
        is_open = any(name in reached[sort] for sort in sorts if sort in reached)
        most = max((totals.most(sort) or 0 for sort in sorts), default=0)
        found[name] = model if is_open or model.high <= most else replace(model, high=most)
    return found


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


def _reached(
    symbols: Symbols, places: Mapping[str, m.PlaceModel], totals: Totals, ways: list[_Way], sort: Sort
) -> set[str]:
    """The places where pieces of a sort can be."""
    sorts_in = {name: totals.sorts(model.place.holds) for name, model in places.items()}
    own = {name for name, sorts in sorts_in.items() if sort in sorts}
    reached = {name for name in own if _has_from_the_start(places[name], sorts_in[name], sort)}
    used = [
        (source.place.name, target.place.name)
        for source, target in ways
        if _takes(symbols, source, sort) and _takes(symbols, target, sort)
    ]
    is_growing = True
    while is_growing:
        more = {target for source, target in used if source in reached and target in own - reached}
        reached |= more
        is_growing = bool(more)
    return reached


def _has_from_the_start(model: m.PlaceModel, sorts: list[Sort], sort: Sort) -> bool:
    starts = (number for cell, number in enumerate(model.starts) if sorts[cell % len(sorts)] == sort)
    return gives_any_number(model) or any(starts)


def _takes(symbols: Symbols, ref: m.PlaceRef, sort: Sort) -> bool:
    """Whether a part of a place can be the one for a sort: included entries are the first of a kind."""
    if ref.entry is None:
        return True
    if isinstance(ref.entry, m.Const):
        return ref.entry.value == sort[1]
    kind = ref.entry.type
    return not isinstance(kind, KindType) or sort[1] < len(symbols.kinds[kind.kind].entries)
