"""Calls: the built-in functions, sums and their like over loops, and the rules' own values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from rulewright.diagnostics.diagnostic import declared_at
from rulewright.parse import ast
from rulewright.resolve.symbols import BoolType, IntType, KindType, PlayerType, ValueType
from rulewright.semantics import errors, intervals, meant
from rulewright.semantics import model as m
from rulewright.semantics.forms import FAILED
from rulewright.semantics.parts import check_seen
from rulewright.semantics.scope import Scope

if TYPE_CHECKING:
    from rulewright.semantics.expressions import ExpressionChecker

_OVER = ("sum", "count", "any", "all", "max", "min", "largest")
_PLAIN = ("min", "max", "next", "seats")


def check_call(checker: ExpressionChecker, expr: ast.Call, scope: Scope) -> m.Expr:
    """Any call."""
    callee = expr.callee
    if isinstance(callee, ast.NameExpr):
        name = callee.name.text
        phase = checker.symbols.phases.get(scope.phase) if scope.phase else None
        member = (phase.members.get(name) if phase else None) or checker.symbols.members.get(name)
        if member is not None and member.sort in ("value", "test"):
            checker.note_member(callee.name, member)
            return checker.call_member(member, expr.args, expr.span, scope)
        if expr.over is not None:
            return _aggregate(checker, name, expr, expr.over, scope)
        if name in _PLAIN:
            return _plain(checker, name, expr, scope)
        if name in checker.symbols.places or name in checker.symbols.variables:
            checker.sink.error(
                "E0308",
                callee.span,
                f"`{name}` can't be called",
                label="not a value or a test",
                help=f"a part of it is named in square brackets: `{name}[…]`",
            )
            return FAILED
        if name in _OVER and len(expr.args) == 1:
            errors.needs_loop(checker.sink, expr.span, name, expr.args[0].span.text)
            return FAILED
        known = [*checker.symbols.members, *(phase.members if phase else ()), *_OVER, *_PLAIN]
        path = meant.in_a_phase(checker.symbols, name)
        advice = f"did you mean `{path}`?" if path is not None else None
        if len(expr.args) == 1 and any(name in kind.keys for kind in checker.symbols.kinds.values()):
            key = f"{expr.args[0].span.text}.{name}"
            advice = f"a key stands behind a dot: `{key}`" + (f"; or did you mean `{path}`?" if path else "")
            path = None
        errors.unknown_name(checker.sink, name, callee.span, known, advice, path)
        return FAILED
    if isinstance(callee, ast.Member) and isinstance(callee.base, ast.NameExpr):
        phase = checker.symbols.phases.get(callee.base.name.text)
        if phase is not None:
            checker.uses.use(callee.base.name.span, "phase", phase.name)
            member = phase.members.get(callee.name.text)
            if member is not None and member.sort in ("value", "test"):
                checker.note_member(callee.name, member)
                return checker.call_member(member, expr.args, expr.span, scope)
            errors.unknown_member(
                checker.sink, f"phase `{phase.name}`", callee.name.text, callee.name.span, phase.members
            )
            return FAILED
    args = ", ".join(arg.span.text for arg in expr.args)
    last = callee.name.text if isinstance(callee, ast.Member) else ""
    is_part = last in checker.symbols.places or last in checker.symbols.variables
    part = f", as in `{callee.span.text}[{args}]`" if args and is_part else ""
    checker.sink.error(
        "E0308",
        callee.span,
        "this can't be called",
        label="not a value or a test",
        help=f"remove the arguments; a part of a place or a variable is named in square brackets{part}",
    )
    return FAILED


def _plain(checker: ExpressionChecker, name: str, expr: ast.Call, scope: Scope) -> m.Expr:
    args = expr.args
    players = checker.symbols.players
    if name == "next":
        if len(args) != 1:
            errors.wrong_count(checker.sink, expr.span, "`next`", 1, len(args))
            return FAILED
        player = checker.player(args[0], scope)
        step = m.Arith("+", player, m.number(1), expr.span, IntType(1, players))
        return m.Arith("%", step, m.number(players), expr.span, PlayerType())
    if name == "seats":
        if len(args) != 2:
            errors.wrong_count(checker.sink, expr.span, "`seats`", 2, len(args))
            return FAILED
        start, end = (checker.player(a, scope) for a in args)
        distance = m.Arith("-", end, start, expr.span, IntType(1 - players, players - 1))
        return m.Arith("%", distance, m.number(players), expr.span, IntType(0, players - 1))
    if len(args) < 2:
        errors.wrong_count(checker.sink, expr.span, f"`{name}`", 2, len(args))
        return FAILED
    operator = cast(Literal["min", "max"], name)
    result = checker.number(args[0], scope)
    for arg in args[1:]:
        right = checker.number(arg, scope)
        result = m.Arith(operator, result, right, expr.span, intervals.arithmetic(operator, result.type, right.type))
    return result


def bindings(
    checker: ExpressionChecker, binders: tuple[ast.Binder, ...], scope: Scope
) -> tuple[tuple[m.Binding, ...], Scope]:
    """Loop variables, and the scope in which they are known."""
    found: list[m.Binding] = []
    for binder in binders:
        binding = _binding(checker, binder, scope)
        if binding is not None:
            found.append(binding)
            scope = scope.with_locals(binding.local)
        else:
            scope = scope.with_locals(m.Local(binder.name.text, IntType(), binder.name.span, is_broken=True))
    return tuple(found), scope


def _binding(checker: ExpressionChecker, binder: ast.Binder, scope: Scope) -> m.Binding | None:
    name, span = binder.name.text, binder.name.span
    checker.uses.local(span, name, span)
    if binder.kind is not None:
        if binder.kind.text == "player":
            return m.Binding(m.Local(name, PlayerType(), span), checker.symbols.players, None)
        kind = checker.symbols.kinds.get(binder.kind.text)
        if kind is None:
            known = [*checker.symbols.kinds, "player"]
            errors.unknown_name(checker.sink, binder.kind.text, binder.kind.span, known)
            return None
        checker.uses.use(binder.kind.span, "kind", kind.name)
        return m.Binding(m.Local(name, KindType(kind.name), span), len(kind.entries), None)
    assert binder.place is not None
    if _names_kind(checker, binder.place, scope):
        all_of_it = f"{name}: {binder.place.span.text}"
        checker.sink.error(
            "E0314",
            binder.place.span,
            f"`{binder.place.span.text}` is a kind, and nothing lies in it",
            label="a place is needed behind `in`",
            secondary=declared_at(checker.symbols.kinds[binder.place.span.text].span, "the kind is declared here"),
            help=f"write `{all_of_it}` to go through all entries of the kind",
        )
        return None
    place = checker.place(binder.place, scope)
    if place is None:
        return None
    if (
        place.place.holds.sort != "kind"
        or place.entry is not None
        or (place.place.per is not None and place.per is None)
    ):
        checker.sink.error(
            "E0314",
            binder.place.span,
            "this place does not hold things of a kind",
            label="nothing to go through one by one",
            help="write `x: kind` to go through all entries of a kind",
        )
        return None
    check_seen(checker, place, scope, looks_inside=True)
    kind = checker.symbols.kinds[place.place.holds.name]
    return m.Binding(m.Local(name, KindType(kind.name), span), len(kind.entries), place)


def _names_kind(checker: ExpressionChecker, expr: ast.Expr, scope: Scope) -> bool:
    if not isinstance(expr, ast.NameExpr):
        return False
    name = expr.name.text
    symbols = checker.symbols
    hidden = name in scope.locals or name in symbols.places or name in symbols.variables or name in symbols.members
    return name in symbols.kinds and not hidden


def _aggregate(checker: ExpressionChecker, name: str, expr: ast.Call, over: ast.ForClause, scope: Scope) -> m.Expr:
    if name not in _OVER:
        errors.unknown_name(checker.sink, name, expr.callee.span, _OVER)
        return FAILED
    loops, inner = bindings(checker, over.binders, scope)
    where = checker.condition(over.where, inner) if over.where is not None else None
    needed = {"count": 0, "any": 0, "all": 0, "largest": 2}.get(name, 1)
    if len(expr.args) != needed:
        errors.wrong_count(checker.sink, expr.span, f"`{name}` over a loop", needed, len(expr.args))
        return FAILED
    body: m.Expr | None = None
    count: m.Expr | None = None
    if name == "largest":
        count = checker.number(expr.args[0], scope)
        body = checker.number(expr.args[1], inner)
    elif needed == 1:
        body = checker.number(expr.args[0], inner)
    operator = cast(Literal["sum", "count", "any", "all", "max", "min", "largest"], name)
    return m.Aggregate(operator, loops, where, body, count, _type(name, loops, body), expr.span)


def _type(name: str, loops: tuple[m.Binding, ...], body: m.Expr | None) -> ValueType:
    if name in ("any", "all"):
        return BoolType()
    if any(b.place is not None for b in loops):
        low, _ = intervals.of(body.type) if body is not None else (0, None)
        return IntType(0 if low is not None and low >= 0 else None, None)
    times = 1
    for binding in loops:
        times *= binding.size
    if body is None:
        return IntType(0, times)
    low, high = intervals.of(body.type)
    if name in ("max", "min"):
        # An empty loop gives 0.
        return IntType(None if low is None else min(low, 0), None if high is None else max(high, 0))
    return IntType(None if low is None else min(0, low * times), None if high is None else max(0, high * times))
