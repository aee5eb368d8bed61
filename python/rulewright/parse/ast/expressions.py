"""Expressions, types and parameters."""

from __future__ import annotations

from typing import Literal

from rulewright.datatypes import data
from rulewright.parse.ast.words import Name, Node


@data
class Expr(Node):
    """An expression."""


@data
class Integer(Expr):
    value: int


@data
class Boolean(Expr):
    value: bool


@data
class NoneValue(Expr):
    """``none``: no entry."""


@data
class Given(Expr):
    """``given x``: whether option x was set."""

    name: Name


@data
class NameExpr(Expr):
    name: Name


@data
class ListExpr(Expr):
    items: tuple[Expr, ...]


@data
class Member(Expr):
    base: Expr
    name: Name


@data
class Index(Expr):
    base: Expr
    indices: tuple[Expr, ...]


@data
class Binder(Node):
    """``x: kind`` or ``x in place``."""

    name: Name
    kind: Name | None
    place: Expr | None


@data
class ForClause(Node):
    binders: tuple[Binder, ...]
    where: Expr | None


@data
class Call(Expr):
    """``f(a, b)``, ``sum(e for x: kind where c)`` or ``count(x: kind where c)``."""

    callee: Expr
    args: tuple[Expr, ...]
    over: ForClause | None


@data
class Conditional(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@data
class Logical(Expr):
    operator: Literal["and", "or"]
    left: Expr
    right: Expr


@data
class Not(Expr):
    operand: Expr


@data
class Comparison(Expr):
    operator: str
    left: Expr
    right: Expr


@data
class Binary(Expr):
    operator: str
    left: Expr
    right: Expr


@data
class Negative(Expr):
    operand: Expr


@data
class Range(Node):
    """``lo..hi``; an end is a number or the name of a constant."""

    low: int | Name
    high: int | Name


Type = Range | Name


@data
class Param(Node):
    """A parameter; without a type it repeats a name that is already known."""

    name: Name
    type: Type | None
    optional: bool = False
    """Whether it may be none."""
