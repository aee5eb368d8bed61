"""Going through typed trees: the statements inside of statements, and the expressions in them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.diagnostics.source import Span
from rulewright.semantics import model as m


def blocks_of(statement: m.Statement) -> tuple[m.Block, ...]:
    """The blocks directly inside of a statement."""
    match statement:
        case m.If():
            return (statement.then, statement.otherwise)
        case m.Each() | m.Repeat() | m.Turns() | m.Rounds() | m.As():
            return (statement.body,)
        case m.Choose():
            return (*(o.body for o in statement.options), statement.declined)
        case _:
            return ()


def statements_in(block: m.Block) -> Iterator[m.Statement]:
    """All statements of a block, outer ones first."""
    for statement in block.statements:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_in(inner)


def expressions_of(statement: m.Statement) -> Iterator[m.Expr]:
    """The expressions that stand directly in a statement, not in blocks inside of it."""
    match statement:
        case m.Move():
            yield statement.amount
            for end in (statement.source, statement.fallback, statement.target):
                if end is not None:
                    yield from _indices(end)
        case m.MoveAll():
            yield from _indices(statement.source)
            yield from _indices(statement.target)
        case m.SetVar():
            yield from statement.target.indices
            yield statement.value
        case m.Let() | m.Assign():
            yield statement.value
        case m.If():
            yield statement.condition
        case m.Each():
            if statement.binding.place is not None:
                yield from _indices(statement.binding.place)
            if statement.where is not None:
                yield statement.where
        case m.Repeat():
            if statement.condition is not None:
                yield statement.condition
            yield statement.bound
        case m.Turns():
            yield statement.start
            if statement.each is not None:
                yield statement.each
        case m.Rounds():
            yield statement.start
            for part in (statement.condition, statement.bound):
                if part is not None:
                    yield part
        case m.As():
            yield statement.player
        case m.Require():
            yield statement.condition
            yield from (blank.local for blank in statement.blanks)
        case m.Choose():
            if statement.times is not None:
                yield statement.times
            for option in statement.options:
                if option.where is not None:
                    yield option.where
                yield from option.alike
                for param in option.params:
                    if param.fixed is not None:
                        yield param.fixed
        case m.Do():
            yield from statement.args
        case m.Play():
            yield statement.phase
        case m.Draw():
            yield statement.amount
            for end in (statement.source, statement.refill, statement.target):
                if end is not None:
                    yield from _indices(end)
        case m.Roll():
            yield from statement.target.indices


def _indices(ref: m.PlaceRef) -> Iterator[m.Expr]:
    for index in (ref.owner, ref.per, ref.entry):
        if index is not None:
            yield index


def children(expr: m.Expr) -> Iterator[m.Expr]:
    """The expressions directly inside of an expression."""
    match expr:
        case m.PlaceCount():
            yield from _indices(expr.ref)
        case m.VarRef():
            yield from expr.indices
        case m.KeyRef():
            yield expr.entry
        case m.TableRef():
            yield expr.index
        case m.Arith() | m.Compare() | m.Logic():
            yield expr.left
            yield expr.right
        case m.Negation():
            yield expr.operand
        case m.Cond():
            yield expr.condition
            yield expr.then
            yield expr.otherwise
        case m.CallMember():
            yield from expr.args
        case m.Aggregate():
            for binding in expr.bindings:
                if binding.place is not None:
                    yield from _indices(binding.place)
            for part in (expr.where, expr.body, expr.count):
                if part is not None:
                    yield part
        case _:
            return


def span_of(expr: m.Expr) -> Span | None:
    """Where an expression stands, as far as it is known."""
    match expr:
        case m.Const() | m.LocalRef() | m.Me():
            return None
        case m.PlaceCount():
            return expr.ref.span
        case m.Logic(span=None):
            return span_of(expr.left)
        case _:
            return expr.span


def span_of_statement(statement: m.Statement) -> Span | None:
    """Where a statement stands; for one that has no place of its own, that of the expression in it."""
    match statement:
        case m.Let() | m.Assign():
            return span_of(statement.value)
        case m.If():
            return span_of(statement.condition)
        case m.As():
            return span_of(statement.player)
        case _:
            return statement.span


def locals_in(expr: m.Expr) -> Iterator[m.Local]:
    """The locals that an expression reads."""
    if isinstance(expr, m.LocalRef):
        yield expr.local
    for child in children(expr):
        yield from locals_in(child)


def locals_read(statement: m.Statement) -> Iterator[m.Local]:
    """The locals that a statement reads, in the blocks inside of it too."""
    for expr in expressions_of(statement):
        yield from locals_in(expr)
    if isinstance(statement, m.Assign):
        yield statement.local
    for block in blocks_of(statement):
        for inner in block.statements:
            yield from locals_read(inner)
