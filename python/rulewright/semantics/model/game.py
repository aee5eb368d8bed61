"""The parts of a game, and the whole of it."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.datatypes import data
from rulewright.diagnostics.source import Span
from rulewright.resolve.symbols import EntryInfo, MemberInfo, PhaseInfo, PlaceInfo, Symbols, VarInfo
from rulewright.semantics.model.expressions import Expr, Local
from rulewright.semantics.model.statements import Block, Option


@data
class FunctionModel:
    """A value or a test before anything refines it."""

    member: MemberInfo
    params: tuple[Local, ...]
    body: Expr


@data
class StepModel:
    member: MemberInfo
    params: tuple[Local, ...]
    body: Block


@data
class PhaseModel:
    phase: PhaseInfo
    body: Block


@data
class ValueRefinement:
    entry: EntryInfo
    layer: str
    target: MemberInfo
    guard: Expr | None
    params: tuple[Local, ...]
    operator: str
    value: Expr
    after: tuple[str, ...]
    before: tuple[str, ...]
    span: Span


@data
class Handler:
    """What an entry does when an event happens, or instead of a step."""

    entry: EntryInfo
    layer: str
    target: MemberInfo
    guard: Expr | None
    params: tuple[Local, ...]
    body: Block
    after: tuple[str, ...]
    before: tuple[str, ...]
    span: Span


@data
class AddedOption:
    entry: EntryInfo
    layer: str
    phase: str
    choice: str
    guard: Expr | None
    option: Option


@data
class PlaceModel:
    """A place with what is known about its numbers. ``starts``: one number for each cell."""

    place: PlaceInfo
    starts: tuple[int, ...]
    low: int
    high: int
    most: Expr | None
    most_index: Local | None
    most_bound: int


@data
class GameModel:
    """A whole game, checked, refinements still apart."""

    symbols: Symbols
    places: Mapping[str, PlaceModel]
    variables: tuple[VarInfo, ...]
    functions: Mapping[str, FunctionModel]
    steps: Mapping[str, StepModel]
    events: Mapping[str, MemberInfo]
    phases: Mapping[str, PhaseModel]
    setup: Block
    play: Block
    value_refinements: tuple[ValueRefinement, ...]
    handlers: tuple[Handler, ...]
    replacements: tuple[Handler, ...]
    added_options: tuple[AddedOption, ...]
