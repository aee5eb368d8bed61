"""A game with its refinements woven in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.resolve.symbols import MemberInfo, Symbols, VarInfo
from rulewright.semantics import model as m


@dataclass(frozen=True, slots=True)
class WovenFunction:
    """A value or a test: the body, then its changes one after another."""

    member: MemberInfo
    params: tuple[m.Local, ...]
    body: m.Expr
    changes: tuple[m.ValueRefinement, ...]


@dataclass(frozen=True, slots=True)
class WovenEvent:
    """An event: what happens, one handler after another."""

    member: MemberInfo
    params: tuple[m.Local, ...]
    handlers: tuple[m.Handler, ...]


@dataclass(frozen=True, slots=True)
class WovenStep:
    """A step: the first replacement whose guard holds, or else the body."""

    member: MemberInfo
    params: tuple[m.Local, ...]
    body: m.Block
    replacements: tuple[m.Handler, ...]


@dataclass(frozen=True, slots=True)
class WovenPhase:
    name: str
    index: int
    body: m.Block


@dataclass(frozen=True, slots=True)
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
