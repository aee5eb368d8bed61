"""Statements, choices and their options among them."""

from __future__ import annotations

from rulewright.datatypes import data
from rulewright.diagnostics.source import Span
from rulewright.resolve.symbols import IntType, MemberInfo, VarInfo
from rulewright.semantics.model.expressions import (
    Binding,
    Compare,
    Expr,
    Local,
    LocalRef,
    PlaceCount,
    PlaceRef,
    VarRef,
    both,
    number,
)


@data
class Block:
    statements: tuple[Statement, ...]


@data
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


@data
class MoveAll:
    """All that lies in a place or a part of it; plain tokens of many cells may come into one."""

    source: PlaceRef
    target: PlaceRef
    span: Span


@data
class SetVar:
    target: VarRef
    value: Expr
    span: Span


@data
class Let:
    local: Local
    value: Expr
    changes: bool = False
    """Whether an ``Assign`` gives it other values behind a stop."""
    hidden: bool = False
    """Whether no player is shown it."""


@data
class Assign:
    """Gives a local another value; only the compiler writes this."""

    local: Local
    value: Expr


@data
class If:
    condition: Expr
    then: Block
    otherwise: Block


@data
class Each:
    binding: Binding
    where: Expr | None
    body: Block
    span: Span

    @property
    def condition(self) -> Expr | None:
        """What must hold for a turn of the loop: something lies there, and what the rules ask besides."""
        part = self.binding.part
        if part is None:
            return self.where
        return both(Compare(">", PlaceCount(part, IntType()), number(0)), self.where)


@data
class Repeat:
    """While the condition holds, at most so many times."""

    condition: Expr | None
    bound: Expr
    body: Block
    span: Span


@data
class Turns:
    start: Expr
    each: Expr | None
    body: Block
    span: Span


@data
class Rounds:
    start: Expr
    event: MemberInfo | None
    condition: Expr | None
    bound: Expr | None
    body: Block
    span: Span


@data
class As:
    player: Expr
    body: Block
    span: Span


@data
class OptionParam:
    """A parameter of an action; ``fixed``: it has this value and is not chosen."""

    local: Local
    fixed: Expr | None


@data
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


@data
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


@data
class Do:
    """Calls a step, or lets an event happen."""

    member: MemberInfo
    args: tuple[Expr, ...]
    span: Span


@data
class Play:
    phase: Expr
    span: Span


@data
class Draw:
    amount: Expr
    source: PlaceRef
    refill: PlaceRef | None
    target: PlaceRef
    span: Span


@data
class Roll:
    target: VarRef
    size: int
    span: Span


@data
class Blank:
    """A name in braces in a text: what stands there for each value of a local."""

    local: LocalRef
    first: int
    words: tuple[str, ...]


@data
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
