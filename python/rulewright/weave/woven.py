"""A game with its refinements woven in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.datatypes import data
from rulewright.resolve.symbols import MemberInfo, Symbols, VarInfo
from rulewright.semantics import model as m


@data
class WovenFunction:
    """A value or a test: the body, then its changes one after another."""

    member: MemberInfo
    params: tuple[m.Local, ...]
    body: m.Expr
    changes: tuple[m.ValueRefinement, ...]


@data
class WovenEvent:
    """An event: what happens, one handler after another."""

    member: MemberInfo
    params: tuple[m.Local, ...]
    handlers: tuple[m.Handler, ...]


@data
class WovenStep:
    """A step: the first replacement whose guard holds, or else the body."""

    member: MemberInfo
    params: tuple[m.Local, ...]
    body: m.Block
    replacements: tuple[m.Handler, ...]


@data
class WovenPhase:
    name: str
    index: int
    body: m.Block


@data
class WovenGame:
    symbols: Symbols
    places: Mapping[str, m.PlaceModel]
    variables: tuple[VarInfo, ...]
    functions: Mapping[str, WovenFunction]
    events: Mapping[str, WovenEvent]
    steps: Mapping[str, WovenStep]
    phases: Mapping[str, WovenPhase]
    setup: m.Block
    play: m.Block

    def blocks(self) -> Iterator[m.Block]:
        """All bodies of statements."""
        yield self.setup
        yield self.play
        for phase in self.phases.values():
            yield phase.body
        for step in self.steps.values():
            yield step.body
            for handler in step.replacements:
                yield handler.body
        for event in self.events.values():
            for handler in event.handlers:
                yield handler.body
