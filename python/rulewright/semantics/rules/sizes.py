"""E0416, E0417: games larger than the engine takes.

Every action has a number of its own and every part of a place a cell in the position, so ranges
and dimensions that multiply are noticed here, with the line that causes it.
"""

from __future__ import annotations

from math import prod

from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.resolve.symbols import IntType, KindType, Symbols, ValueType
from rulewright.semantics import model as m
from rulewright.semantics.places import cells
from rulewright.semantics.walk import statements_in

ACTIONS = 1 << 20
CELLS = 1 << 20
DIMENSIONS = 16


def check_sizes(model: m.GameModel, sink: Sink) -> None:
    """Complains about options and declarations that need too many numbers."""
    actions = 0
    for option in _options(model):
        actions += prod(_values(model.symbols, p.local.type) for p in option.params)
        if actions > ACTIONS or len(option.params) > DIMENSIONS:
            sink.error(
                "E0416",
                option.span,
                "the game has too many actions",
                label=f"there can be {ACTIONS} in a game; up to here there are {actions}",
                help="narrow the ranges of the parameters, or ask for them in several choices",
            )
            break
    _check_cells(model, sink)


def _options(model: m.GameModel) -> list[m.Option]:
    blocks = [p.body for p in model.phases.values()] + [s.body for s in model.steps.values()]
    blocks += [model.setup, model.play, *(h.body for h in model.handlers), *(h.body for h in model.replacements)]
    blocks += [a.option.body for a in model.added_options]
    own = [o for b in blocks for s in statements_in(b) if isinstance(s, m.Choose) for o in s.options]
    return own + [a.option for a in model.added_options]


def _values(symbols: Symbols, type_: ValueType) -> int:
    match type_:
        case IntType(low=int(low), high=int(high)):
            return high - low + 1
        case KindType():
            return len(symbols.kinds[type_.kind].entries)
        case _:
            return symbols.players


def _check_cells(model: m.GameModel, sink: Sink) -> None:
    symbols = model.symbols
    found: list[tuple[Span, int, int]] = [
        (p.place.decl.span, cells(symbols, p.place), 3) for p in model.places.values()
    ]
    for variable in model.variables:
        dims = (variable.owner, *variable.dims) if variable.owner else variable.dims
        sizes = [symbols.players if d == "player" else len(symbols.kinds[d].entries) for d in dims]
        found.append((variable.span, prod(sizes), len(dims)))
    total = 0
    for span, size, dimensions in found:
        total += size
        if total > CELLS or dimensions > DIMENSIONS:
            sink.error(
                "E0417",
                span,
                "a position of the game would be too large",
                label=f"{dimensions} dimensions; there can be {DIMENSIONS}"
                if dimensions > DIMENSIONS
                else f"up to here it has {total} numbers; there can be {CELLS}",
                help="use fewer dimensions, or kinds with fewer entries",
            )
            return
