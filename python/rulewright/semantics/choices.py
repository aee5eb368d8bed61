"""Choices: which actions a player has, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.parse import ast
from rulewright.resolve.errors import declared_twice, empty_range, never_none
from rulewright.resolve.symbols import BoolType, IntType, KindType, PlayerType, Symbols, ValueType, VarInfo
from rulewright.semantics import errors
from rulewright.semantics import model as m
from rulewright.semantics.expressions import ExpressionChecker
from rulewright.semantics.rules.answered_choices import check_answered
from rulewright.semantics.scope import Scope

BlockChecker = Callable[[ast.Block, Scope], m.Block]


class ChoiceChecker:
    """Checks ``choose`` and the options that entries add to it."""

    def __init__(self, symbols: Symbols, expressions: ExpressionChecker, block: BlockChecker, sink: Sink) -> None:
        self.symbols = symbols
        self.expressions = expressions
        self.block = block
        self.sink = sink

    def choose(self, statement: ast.Choose, scope: Scope) -> m.Choose:
        """A choice of the player whose turn it is."""
        self.expressions.me(statement.span, scope, "a choice")
        forced = statement.mode == "must"
        options = tuple(self.option(o, scope, forced=forced, used=None) for o in statement.options)
        if forced and not statement.if_possible:
            check_answered(options, _head(statement), self.sink)
        label = statement.name.text if statement.name else None
        name = f"{scope.namespace}.{label}" if label else f"{scope.namespace}.choice"
        passing: str | None = f"{scope.namespace}.{label}.pass" if label else f"{scope.namespace}.pass"
        if forced and not statement.if_possible:
            passing = None
        if passing is None and (statement.times is not None or statement.declined is not None):
            self.sink.error(
                "E0418",
                _head(statement),
                "this choice can't be declined",
                label="`must choose` is always answered, and once",
                help="write `may choose`, or remove `times` and `else`",
            )
        times = self.expressions.number(statement.times, scope) if statement.times is not None else None
        declined = self.block(statement.declined, scope) if statement.declined is not None else m.Block(())
        return m.Choose(name, scope.phase, label, options, passing, times, declined, _head(statement))

    def option(self, option: ast.ChoiceOption, scope: Scope, *, forced: bool, used: VarInfo | None) -> m.Option:
        """One family of actions."""
        self.expressions.uses.declare(option.name.span, "action", option.name.text, scope.namespace)
        params: list[m.OptionParam] = []
        inner = scope
        for param in option.params:
            local = self._param(param, scope)
            same = [p for p in option.params[: len(params)] if p.name.text == param.name.text]
            if same:
                declared_twice(self.sink, param.name.text, param.span, same[0].span)
            params.append(local)
            inner = inner.with_locals(local.local)
        where = self.expressions.condition(option.where, inner) if option.where is not None else None
        alike = tuple(self.expressions.value(e, inner) for e in option.alike)
        free = [p for p in params if p.fixed is None]
        if alike and len(free) != 1:
            self.sink.error(
                "E0409",
                option.alike[0].span,
                "`alike` needs an option with one parameter to choose",
                label=f"this option has {len(free)}",
                help="remove `alike`, or let one parameter only be chosen",
            )
        body = self.block(option.body, inner)
        name = f"{scope.namespace}.{option.name.text}"
        return m.Option(name, tuple(params), where, alike, forced, used, body, option.span)

    def _param(self, param: ast.Param, scope: Scope) -> m.OptionParam:
        name, span = param.name.text, param.name.span
        if param.optional:
            never_none(self.sink, param.span, "what is chosen is always there")
        if param.type is None:
            known = scope.locals.get(name)
            if known is None:
                errors.unknown_name(self.sink, name, param.span, scope.locals)
                return m.OptionParam(m.Local(name, IntType(0, 0), span, is_broken=True), None)
            self.expressions.uses.local(span, name, known.span)
            return m.OptionParam(m.Local(name, self._countable(known.type, param), known.span), m.LocalRef(known))
        self.expressions.uses.local(span, name, span)
        type_ = self._type(param.type)
        is_broken = type_ is None or (isinstance(type_, IntType) and not type_.is_bounded)
        countable = self._countable(type_ or IntType(0, 0), param)
        return m.OptionParam(m.Local(name, countable, span, is_broken), None)

    def _type(self, type_: ast.Type) -> ValueType | None:
        if isinstance(type_, ast.Range):
            low, high = (self._bound(b) for b in (type_.low, type_.high))
            if low > high:
                empty_range(self.sink, type_.span, low, high)
            return IntType(min(low, high), max(low, high))
        simple: dict[str, ValueType] = {"player": PlayerType(), "bool": BoolType(), "int": IntType()}
        if type_.text in simple:
            return simple[type_.text]
        if type_.text in self.symbols.kinds:
            self.expressions.uses.use(type_.span, "kind", type_.text)
            return KindType(type_.text)
        errors.unknown_name(self.sink, type_.text, type_.span, [*self.symbols.kinds, *simple])
        return None

    def _bound(self, bound: int | ast.Name) -> int:
        if isinstance(bound, int):
            return bound
        self.expressions.uses.use(bound.span, "const", bound.text)
        if bound.text not in self.symbols.constants:
            errors.unknown_name(self.sink, bound.text, bound.span, self.symbols.constants)
        return self.symbols.constants.get(bound.text, 0)

    def _countable(self, type_: ValueType, param: ast.Param) -> ValueType:
        if isinstance(type_, IntType) and not type_.is_bounded:
            self.sink.error(
                "E0316",
                param.span,
                f"parameter `{param.name.text}` has no range",
                label="actions are numbered, so the range must be known",
                help=f"write `{param.name.text}: LOW..HIGH`",
            )
            return IntType(0, 0)
        if isinstance(type_, BoolType):
            return IntType(0, 1)
        return type_


def _head(statement: ast.Choose) -> Span:
    start = statement.span.start
    end = statement.span.source.text.find("{", start)
    return statement.span.source.span(start, end if end > start else statement.span.end)
