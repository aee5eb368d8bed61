"""``spread``: tokens over places, one road to each result.

The places are gone through in their order, and at each the player says how many tokens he puts
there. He must leave enough for none to be kept while there is room, and equal places are one
place, so every distinct spread is reached by exactly one sequence of numbers.
"""

from __future__ import annotations

from rulewright.diagnostics.sink import Sink
from rulewright.parse import ast
from rulewright.resolve.symbols import IntType, KindType, Symbols
from rulewright.semantics import model as m
from rulewright.semantics.places import PlaceTable, same_token
from rulewright.semantics.scope import Scope


def spread(
    symbols: Symbols,
    places: PlaceTable,
    pool: m.PlaceRef,
    targets: list[tuple[ast.Expr, m.PlaceRef]],
    statement: ast.Spread,
    scope: Scope,
    sink: Sink,
) -> list[m.Statement]:
    """The loops and choices that a ``spread`` stands for."""
    for position, (node, target) in enumerate(targets):
        if any(target.place is other.place for _, other in targets[:position]):
            sink.error(
                "E0317",
                node.span,
                f"`{target.place.name}` is named twice",
                label="its parts were filled before",
                help="name each place once",
            )
            return []
        if not same_token(pool.place, target.place) or pool.place.holds.sort != "token":
            sink.error(
                "E0401",
                node.span,
                f"`{target.place.name}` does not hold what is spread",
                label=f"it holds {target.place.holds.name}",
            )
            return []
        if target.place.per is None or target.per is not None:
            sink.error(
                "E0317",
                node.span,
                "tokens are spread over the parts of a place",
                label="this place has no parts",
                help="declare it with `per KIND`",
            )
            return []
    if pool.place.decl.unlimited:
        sink.error(
            "E0313",
            statement.pool.span,
            f"`{pool.place.name}` never runs out",
            label="there is no last token to spread",
            help="move the tokens to a place of the player first, and spread them from there",
        )
        return []
    span = statement.span
    room = m.Local("room", IntType(0, None))
    total: m.Expr = m.number(0)
    parts: list[tuple[m.PlaceRef, m.Local, m.Expr, int]] = []
    for _, target in targets:
        assert target.place.per is not None
        size = len(symbols.kinds[target.place.per].entries)
        spot = m.Local("spot", KindType(target.place.per))
        free = _free(places, target, m.LocalRef(spot), statement)
        if free is None:
            return []
        counted = m.Aggregate("sum", (m.Binding(spot, size, None),), None, free, None, IntType(0, None))
        total = m.Arith("+", total, counted, span, IntType(0, None))
        own = m.Local("spot", KindType(target.place.per))
        own_free = _free(places, target, m.LocalRef(own), statement)
        assert own_free is not None
        parts.append((target, own, own_free, size))
    loops = [_loop(places, pool, part, room, statement, scope) for part in parts]
    return [m.Let(room, total), *loops]


def _free(places: PlaceTable, target: m.PlaceRef, spot: m.Expr, statement: ast.Spread) -> m.Expr | None:
    ref = m.PlaceRef(target.place, target.owner, spot, None, target.span)
    limit = places.limit(ref, statement.span)
    if limit is None:
        return None
    return m.Arith("-", limit, m.PlaceCount(ref, IntType(0, None)), statement.span, IntType(0, None))


def _loop(
    places: PlaceTable,
    pool: m.PlaceRef,
    part: tuple[m.PlaceRef, m.Local, m.Expr, int],
    room: m.Local,
    statement: ast.Spread,
    scope: Scope,
) -> m.Statement:
    target, spot, free, size = part
    span = statement.span
    limit = places.models[target.place.name].most_bound
    left = m.PlaceCount(pool, IntType(0, None))
    n = m.Local("n", IntType(0, limit))
    fixed = m.Local("spot", spot.type)
    here = m.PlaceRef(target.place, target.owner, m.LocalRef(spot), None, target.span)
    most = m.Arith("min", free, left, span, IntType())
    # What does not find room later must stay here; with more tokens than room, as many as fit.
    least = m.Arith("min", m.Arith("-", left, m.LocalRef(room), span, IntType()), free, span, IntType())
    here_fit: m.Words = ("still to spread: ", left, "; this place has room for ", free)
    there_fit: m.Words = ("still to spread: ", left, "; the places after this one have room for ", m.LocalRef(room))
    too_many: m.Words = (m.LocalRef(n), " is too many here; ", *here_fit)
    too_few: m.Words = (m.LocalRef(n), " is too few here; ", *there_fit)
    where = m.Logic(
        "and",
        m.Compare("<=", m.LocalRef(n), most, span, too_many, here_fit),
        m.Compare(">=", m.LocalRef(n), least, span, too_few, there_fit),
    )
    put = m.Option(
        f"{scope.namespace}.{target.place.name}",
        (m.OptionParam(fixed, m.LocalRef(spot)), m.OptionParam(n, None)),
        where,
        (),
        forced=True,
        used=None,
        body=m.Block((m.Move(m.LocalRef(n), False, pool, None, here, span, fits=True),)),
        span=span,
    )
    choose = m.Choose(
        f"{scope.namespace}.{target.place.name}", scope.phase, None, (put,), None, None, m.Block(()), span
    )
    shrink = m.Assign(room, m.Arith("-", m.LocalRef(room), free, span, IntType(0, None)))
    # With nothing to put anywhere there is nothing to ask either, and the rest of the loop is idle.
    body = m.Block((shrink, choose))
    worth = m.Logic("and", m.Compare(">", free, m.number(0)), m.Compare(">", left, m.number(0)))
    here_limit = places.limit(here, span)
    home = _things(here_limit, spot) if here_limit is not None else None
    return m.Each(m.Binding(spot, size, home), worth, body, span)


def _things(limit: m.Expr, spot: m.Local) -> m.PlaceRef | None:
    """The place whose things the tokens are put on: without them there is no room at all."""
    match limit:
        case m.PlaceCount(ref=ref) if isinstance(ref.entry, m.LocalRef) and ref.entry.local is spot:
            return m.PlaceRef(ref.place, ref.owner, ref.per, None, ref.span)
        case m.Arith(operator="*"):
            return _things(limit.left, spot) or _things(limit.right, spot)
        case _:
            return None
