"""The typed model: expressions and statements with every name bound and every type known.

Trees are frozen. A :class:`Local` is compared by identity: two variables of one name differ. Where an
expression stands in the rule files does not count when two are compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rulewright.diagnostics.source import Span
from rulewright.resolve.symbols import (
    BoolType,
    EntryInfo,
    IntType,
    MemberInfo,
    PhaseInfo,
    PlaceInfo,
    PlayerType,
    Symbols,
    ValueType,
    VarInfo,
)

# ---- expressions ----------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A parameter, a ``let`` or a loop variable, and where its name is declared (None: nowhere)."""

    name: str
    type: ValueType
    span: Span | None = field(default=None, repr=False)
    is_broken: bool = field(default=False, repr=False)
    """Whether its type could not be found out, which was reported: nothing more is said about it."""


@dataclass(frozen=True, slots=True)
class Const:
    value: int
    type: ValueType


@dataclass(frozen=True, slots=True)
class LocalRef:
    local: Local

    @property
    def type(self) -> ValueType:
        return self.local.type


@dataclass(frozen=True, slots=True)
class Me:
    """The player whose turn it is."""

    @property
    def type(self) -> ValueType:
        return PlayerType()


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class PlaceCount:
    """How many tokens lie in a place, or in the named part of it."""

    ref: PlaceRef
    type: ValueType


@dataclass(frozen=True, slots=True)
class VarRef:
    var: VarInfo
    indices: tuple[Expr, ...]
    span: Span

    @property
    def type(self) -> ValueType:
        return self.var.type


@dataclass(frozen=True, slots=True)
class KeyRef:
    """A key of an entry."""

    kind: str
    key: str
    entry: Expr
    type: ValueType
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TableRef:
    """``[a, b, c][i]`` of constants."""

    values: tuple[int, ...]
    index: Expr
    span: Span
    type: ValueType


@dataclass(frozen=True, slots=True)
class Arith:
    operator: Literal["+", "-", "*", "/", "%", "min", "max"]
    left: Expr
    right: Expr
    span: Span
    type: ValueType


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Negation:
    operand: Expr
    span: Span | None = field(default=None, compare=False)
    says: Words = field(default=(), compare=False)
    agrees: Words = field(default=(), compare=False)

    @property
    def type(self) -> ValueType:
        return BoolType()


@dataclass(frozen=True, slots=True)
class Cond:
    condition: Expr
    then: Expr
    otherwise: Expr
    type: ValueType
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class CallMember:
    """A value or a test of the rules."""

    member: MemberInfo
    args: tuple[Expr, ...]
    type: ValueType
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Binding:
    """A loop variable; with ``place`` it runs over what lies there, as often as it lies there."""

    local: Local
    size: int
    place: PlaceRef | None


@dataclass(frozen=True, slots=True)
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

# ---- statements -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Tokens from one cell to another: exactly so many, or as many of them as there are."""

    amount: Expr
    up_to: bool
    source: PlaceRef
    fallback: PlaceRef | None
    target: PlaceRef
    span: Span
    fits: bool = False
    """Whether it is known that the target has room."""


@dataclass(frozen=True, slots=True)
class MoveAll:
    """All that lies in a place or a part of it; plain tokens of many cells may come into one."""

    source: PlaceRef
    target: PlaceRef
    span: Span


@dataclass(frozen=True, slots=True)
class SetVar:
    target: VarRef
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    local: Local
    value: Expr
    changes: bool = False
    """Whether an ``Assign`` gives it other values behind a stop."""
    hidden: bool = False
    """Whether no player is shown it."""


@dataclass(frozen=True, slots=True)
class Assign:
    """Gives a local another value; only the compiler writes this."""

    local: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: Block
    otherwise: Block


@dataclass(frozen=True, slots=True)
class Each:
    binding: Binding
    where: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """While the condition holds, at most so many times."""

    condition: Expr | None
    bound: Expr
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Turns:
    start: Expr
    each: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Rounds:
    start: Expr
    event: MemberInfo | None
    condition: Expr | None
    bound: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class As:
    player: Expr
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class OptionParam:
    """A parameter of an action; ``fixed``: it has this value and is not chosen."""

    local: Local
    fixed: Expr | None


@dataclass(frozen=True, slots=True)
class Option:
    """A family of actions."""

    name: str
    params: tuple[OptionParam, ...]
    where: Expr | None
    alike: tuple[Expr, ...]
    forced: bool
    used: VarInfo | None
    """For options that may be taken once a phase: who has taken it."""
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    name: str
    phase: str | None
    label: str | None
    options: tuple[Option, ...]
    passing: str | None
    """Name of the action that declines, None if there is always something that must be chosen."""
    times: Expr | None
    """How often it is asked at most until it is declined; None: once."""
    declined: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    """Calls a step, or lets an event happen."""

    member: MemberInfo
    args: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Play:
    phase: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Draw:
    amount: Expr
    source: PlaceRef
    refill: PlaceRef | None
    target: PlaceRef
    span: Span


@dataclass(frozen=True, slots=True)
class Roll:
    target: VarRef
    size: int
    span: Span


@dataclass(frozen=True, slots=True)
class Blank:
    """A name in braces in a text: what stands there for each value of a local."""

    local: LocalRef
    first: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Require:
    """A fault with a text, unless the condition holds."""

    condition: Expr
    text: str
    blanks: tuple[Blank, ...]
    span: Span


Statement = (
    Move
    | MoveAll
    | SetVar
    | Let
    | Assign
    | If
    | Each
    | Repeat
    | Turns
    | Rounds
    | As
    | Choose
    | Do
    | Play
    | Draw
    | Roll
    | Require
)

# ---- the game ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FunctionModel:
    """A value or a test before anything refines it."""

    member: MemberInfo
    params: tuple[Local, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class StepModel:
    member: MemberInfo
    params: tuple[Local, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class PhaseModel:
    phase: PhaseInfo
    body: Block


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class AddedOption:
    entry: EntryInfo
    layer: str
    phase: str
    choice: str
    guard: Expr | None
    option: Option


@dataclass(frozen=True, slots=True)
class PlaceModel:
    """A place with what is known about its numbers. ``starts``: one number for each cell."""

    place: PlaceInfo
    starts: tuple[int, ...]
    low: int
    high: int
    most: Expr | None
    most_index: Local | None
    most_bound: int


@dataclass(frozen=True, slots=True)
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
