"""What expressions can turn out to be besides typed trees, and what their checker asks of the game's."""

from __future__ import annotations

from typing import Protocol

from rulewright.diagnostics.source import Span
from rulewright.resolve.symbols import IntType, MemberInfo, ValueType
from rulewright.semantics import model as m

FAILED = m.Const(0, IntType())
"""Stands for an expression that was already reported."""


def is_failed(value: m.Expr) -> bool:
    """Whether an expression was already reported."""
    return value is FAILED


class Members(Protocol):
    """What the expression checker asks of the game checker."""

    def result_of(self, member: MemberInfo, span: Span) -> tuple[ValueType, bool]:
        """Type of a value's result, and whether it needs a player whose turn it is."""
        ...

    def place_range(self, ref: m.PlaceRef) -> IntType:
        """Range of the number of tokens in a place."""
        ...

    def room(self, ref: m.PlaceRef, span: Span) -> m.Expr | None:
        """How many more tokens a place takes."""
        ...


class PhaseMember:
    """``phase`` in ``phase.name``: not a value of its own."""

    def __init__(self, name: str) -> None:
        self.name = name
