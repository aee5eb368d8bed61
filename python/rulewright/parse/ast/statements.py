"""Statements, choices and their options among them."""

from __future__ import annotations

from typing import Literal

from rulewright.datatypes import data
from rulewright.parse.ast.expressions import Expr, ForClause, Param
from rulewright.parse.ast.words import Name, Node, Path, Text


@data
class Statement(Node):
    """A statement."""


@data
class Block(Node):
    statements: tuple[Statement, ...]


@data
class Amount(Node):
    """How many: exactly, up to, or all (no expression)."""

    mode: Literal["exactly", "up_to", "all"]
    expr: Expr | None


@data
class Move(Statement):
    amount: Amount
    item: Path | None
    source: Expr
    fallback: Expr | None
    target: Expr


@data
class Gain(Statement):
    """``gain`` from, or ``pay`` to, the token's own source."""

    amount: Amount
    item: Path
    paying: bool


@data
class Set(Statement):
    """``set x``, ``set x = e``, ``set x += e`` or ``clear x`` (operator ``clear``)."""

    target: Expr
    operator: Literal["set", "clear", "=", "+=", "-="]
    value: Expr | None


@data
class Let(Statement):
    name: Name
    value: Expr


@data
class If(Statement):
    condition: Expr
    then: Block
    otherwise: Block | None


@data
class Each(Statement):
    over: ForClause
    body: Block


@data
class Repeat(Statement):
    """``repeat [until|while c | n times] [, at most n times]``."""

    mode: Literal["until", "while", "times", "forever"]
    condition: Expr | None
    bound: Expr | None
    body: Block


@data
class Turns(Statement):
    """Each player in turn; those for whom ``where`` does not hold are left out."""

    start: Expr
    each: Expr | None
    where: Expr | None
    body: Block


@data
class Rounds(Statement):
    """Round and round: until nobody brought the event about, or while a condition holds."""

    start: Expr
    where: Expr | None
    event: Name | None
    condition: Expr | None
    bound: Expr | None
    body: Block


@data
class As(Statement):
    player: Expr
    body: Block


@data
class ChoiceOption(Node):
    name: Name
    params: tuple[Param, ...]
    where: Expr | None
    alike: tuple[Expr, ...]
    body: Block


@data
class Choose(Statement):
    """A choice; with ``times`` it comes again until it is declined, and ``declined`` runs when it is."""

    mode: Literal["may", "must"]
    name: Name | None
    if_possible: bool
    times: Expr | None
    options: tuple[ChoiceOption, ...]
    declined: Block | None


@data
class Do(Statement):
    """``do step(...)``, or ``emit event(...)``."""

    path: Path
    args: tuple[Expr, ...]
    emits: bool


@data
class Play(Statement):
    phase: Expr


@data
class Draw(Statement):
    amount: Expr
    source: Expr
    target: Expr


@data
class Roll(Statement):
    target: Expr


@data
class Spread(Statement):
    pool: Expr
    targets: tuple[Expr, ...]


@data
class Require(Statement):
    """What must hold, and what is said if it does not."""

    condition: Expr
    text: Text


@data
class PickOption(Node):
    name: Name
    param: Param | None
    of: Expr | None
    """How many there are of a thing; one, if it is not said."""
    where: Expr | None
    body: Block


@data
class Pick(Statement):
    """A set, one thing after another in the order of the options and of their kinds."""

    least: Expr | None
    """None: nothing need be picked."""
    most: Expr
    options: tuple[PickOption, ...]
