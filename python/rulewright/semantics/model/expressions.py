"""Expressions: every name bound and every type known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulewright.datatypes import data
from rulewright.diagnostics.source import Span
from rulewright.resolve.symbols import BoolType, IntType, MemberInfo, PlaceInfo, PlayerType, ValueType, VarInfo


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A parameter, a ``let`` or a loop variable, and where its name is declared (None: nowhere)."""

    name: str
    type: ValueType
    span: Span | None = field(default=None, repr=False)
    is_broken: bool = field(default=False, repr=False)
    """Whether its type could not be found out, which was reported: nothing more is said about it."""


@data
class Const:
    value: int
    type: ValueType


@data
class LocalRef:
    local: Local

    @property
    def type(self) -> ValueType:
        return self.local.type


@data
class Me:
    """The player whose turn it is."""

    @property
    def type(self) -> ValueType:
        return PlayerType()


@data
class PlaceRef:
    """A place, or a part of one: indices that are None are left open."""

    place: PlaceInfo
    owner: Expr | None
    per: Expr | None
    entry: Expr | None
    span: Span

    @property
    def is_cell(self) -> bool:
        """Whether it names one number of tokens."""
        return (self.place.per is None or self.per is not None) and (
            self.place.holds.sort != "kind" or self.entry is not None
        )


@data
class PlaceCount:
    """How many tokens lie in a place, or in the named part of it."""

    ref: PlaceRef
    type: ValueType


@data
class VarRef:
    var: VarInfo
    indices: tuple[Expr, ...]
    span: Span

    @property
    def type(self) -> ValueType:
        return self.var.type


@data
class KeyRef:
    """A key of an entry."""

    kind: str
    key: str
    entry: Expr
    type: ValueType
    span: Span | None = field(default=None, compare=False)


@data
class TableRef:
    """``[a, b, c][i]`` of constants."""

    values: tuple[int, ...]
    index: Expr
    span: Span
    type: ValueType


@data
class Arith:
    operator: Literal["+", "-", "*", "/", "%", "min", "max"]
    left: Expr
    right: Expr
    span: Span
    type: ValueType


@data
class Compare:
    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr
    span: Span | None = field(default=None, compare=False)
    says: Words = field(default=(), compare=False)
    agrees: Words = field(default=(), compare=False)

    @property
    def type(self) -> ValueType:
        return BoolType()


@data
class Logic:
    operator: Literal["and", "or"]
    left: Expr
    right: Expr
    span: Span | None = field(default=None, compare=False)
    says: Words = field(default=(), compare=False)
    agrees: Words = field(default=(), compare=False)

    @property
    def type(self) -> ValueType:
        return BoolType()


@data
class Negation:
    operand: Expr
    span: Span | None = field(default=None, compare=False)
    says: Words = field(default=(), compare=False)
    agrees: Words = field(default=(), compare=False)

    @property
    def type(self) -> ValueType:
        return BoolType()


@data
class Cond:
    condition: Expr
    then: Expr
    otherwise: Expr
    type: ValueType
    span: Span | None = field(default=None, compare=False)


@data
class CallMember:
    """A value or a test of the rules."""

    member: MemberInfo
    args: tuple[Expr, ...]
    type: ValueType
    span: Span | None = field(default=None, compare=False)


@data
class Binding:
    """A loop variable; with ``place`` it runs over what lies there, as often as it lies there."""

    local: Local
    size: int
    place: PlaceRef | None

    @property
    def part(self) -> PlaceRef | None:
        """The part of the place that holds the thing at hand."""
        place = self.place
        return place and PlaceRef(place.place, place.owner, place.per, LocalRef(self.local), place.span)


@data
class Aggregate:
    operator: Literal["sum", "count", "any", "all", "max", "min", "largest"]
    bindings: tuple[Binding, ...]
    where: Expr | None
    body: Expr | None
    count: Expr | None
    """For ``largest``: how many of the largest values are added up."""
    type: ValueType
    span: Span | None = field(default=None, compare=False)


Expr = (
    Const
    | LocalRef
    | Me
    | PlaceCount
    | VarRef
    | KeyRef
    | TableRef
    | Arith
    | Compare
    | Logic
    | Negation
    | Cond
    | CallMember
    | Aggregate
)

Words = tuple["str | Expr", ...]
"""What to say of a condition that the compiler has made, if it fails (``says``) and if it holds (``agrees``).

Expressions stand for their values.
"""


def number(value: int) -> Const:
    """A literal number."""
    return Const(value, IntType(value, value))


def truth(*, value: bool) -> Const:
    """A literal truth value."""
    return Const(int(value), BoolType())


def both(left: Expr | None, right: Expr | None) -> Expr | None:
    """The conjunction of two conditions, either of which may be missing."""
    if left is None:
        return right
    if right is None:
        return left
    return Logic("and", left, right)
