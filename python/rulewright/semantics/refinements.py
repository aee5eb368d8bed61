"""Refinements: what entries change while they are active, typed against what they refine."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.diagnostics.diagnostic import declared_at
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.parse import ast
from rulewright.resolve.symbols import (
    BoolType,
    EntryInfo,
    IntType,
    KindType,
    MemberInfo,
    ParamInfo,
    RefinementInfo,
    Symbols,
    VarInfo,
)
from rulewright.semantics import errors, meant
from rulewright.semantics import model as m
from rulewright.semantics.expressions import ExpressionChecker
from rulewright.semantics.places import substitute
from rulewright.semantics.scope import Scope
from rulewright.semantics.statements import StatementChecker

_FOR_TESTS = ("or", "and", "=")
_FOR_VALUES = ("+=", "-=", "*=", "min=", "max=", "=")


class RefinementChecker:
    """Collects typed refinements by what they do."""

    def __init__(
        self, symbols: Symbols, expressions: ExpressionChecker, statements: StatementChecker, sink: Sink
    ) -> None:
        self.symbols = symbols
        self.expressions = expressions
        self.statements = statements
        self.sink = sink
        self.values: list[m.ValueRefinement] = []
        self.handlers: list[m.Handler] = []
        self.replacements: list[m.Handler] = []
        self.options: list[m.AddedOption] = []
        self.once: list[VarInfo] = []
        self._active: dict[str, tuple[m.Local, m.Expr] | None] = {}

    def check_all(self, refinements: Sequence[RefinementInfo]) -> None:
        """Checks refinements in the order of declaration."""
        for info in refinements:
            match info.decl:
                case ast.RefineValue():
                    self._value(info, info.decl)
                case ast.OnEvent():
                    handler = self._handler(info, info.decl, info.decl.order)
                    self.handlers += [] if info.is_broken else [handler]
                case ast.InsteadOf():
                    replacement = self._handler(info, info.decl, ())
                    self.replacements += [] if info.is_broken else [replacement]
                case ast.AddOption():
                    self._options(info, info.decl)
                case other:
                    raise AssertionError(other)

    def _scope(self, info: RefinementInfo, params: Sequence[m.Local]) -> Scope:
        member = info.target
        shown = isinstance(member, MemberInfo) and member.path in ("score", "tiebreak")
        # Names of the refined phase are reached as `phase.name`: an entry stands outside of it.
        return Scope(
            phase=None,
            namespace=info.entry.name,
            has_me=True,
            sees_hidden=shown,
            locals={p.name: p for p in params},
        )

    def _guard(self, info: RefinementInfo, when: ast.Expr | None, scope: Scope) -> m.Expr | None:
        condition = None if info.decl.anytime else self._active_of(info.entry)
        extra = self.expressions.condition(when, scope) if when is not None else None
        return m.both(condition, extra)

    def _active_of(self, entry: EntryInfo) -> m.Expr | None:
        kind = entry.kind
        if not kind:
            return None
        if kind not in self._active:
            self._active[kind] = None
            expr = self.symbols.kinds[kind].active
            if expr is not None:
                it = m.Local("it", KindType(kind))
                scope = Scope(has_me=True, locals={"it": it})
                self._active[kind] = (it, self.expressions.condition(expr, scope))
        active = self._active[kind]
        if active is None:
            return None
        return substitute(active[1], active[0], m.Const(entry.index, KindType(kind)), None)

    def _params(self, params: Sequence[ast.Param], target: MemberInfo, span: Span) -> tuple[m.Local, ...]:
        fits = len(params) == len(target.params)
        if not fits:
            self._report_count(params, target, span)
        # Where parameters are missing, the names of the declaration are probably used without them.
        found = [m.Local("_" if fits else p.name, p.type, None, p.is_broken or not fits) for p in target.params]
        for position, (param, info) in enumerate(zip(params, target.params, strict=False)):
            name = param.name
            if param.type is not None:
                errors.type_again(self.sink, param.span, name.text)
            if name.text != "_":
                self._check_parameter(name, target, info)
                self.expressions.uses.local(name.span, name.text, name.span)
                found[position] = m.Local(name.text, info.type, name.span, info.is_broken)
        surplus = params[len(target.params) :]
        return (*found, *(m.Local(p.name.text, IntType(), p.name.span, is_broken=True) for p in surplus))

    def _report_count(self, params: Sequence[ast.Param], target: MemberInfo, span: Span) -> None:
        example = meant.with_parameters(target, named=True)
        advice = f"write `{example}`"
        if target.params:
            advice += f", or `{meant.with_parameters(target, named=False)}` if it works for all of them"
        declared = target.decl.name.span
        given = len(params)
        errors.wrong_count(
            self.sink, span, f"`{target.path}`", len(target.params), given, declared=declared, advice=advice
        )

    def _check_parameter(self, name: ast.Name, target: MemberInfo, info: ParamInfo) -> None:
        if isinstance(info.type, KindType) and self.symbols.kinds[info.type.kind].entry(name.text) is not None:
            errors.entry_as_parameter(self.sink, name.span, meant.with_parameters(target, named=True), info.name)

    def _value(self, info: RefinementInfo, decl: ast.RefineValue) -> None:
        target = info.target
        assert isinstance(target, MemberInfo)
        allowed = _FOR_TESTS if target.sort == "test" else _FOR_VALUES
        if decl.operator not in allowed:
            shown = ", ".join(f"`{a}`" for a in allowed)
            self.sink.error(
                "E0318",
                decl.span,
                f"`{decl.operator}` can't change the {target.sort} `{target.path}`",
                label=f"a {target.sort} is changed with {shown}",
                secondary=declared_at(target.decl.name.span),
                help=f"write `{meant.with_parameters(target, named=False)} {allowed[0]} …`",
            )
            return
        params = self._params(decl.params or (), target, decl.path.span)
        scope = self._scope(info, params)
        if target.sort == "test":
            value = self.expressions.condition(decl.value, scope)
        else:
            value = self.expressions.number(decl.value, scope)
        guard = self._guard(info, decl.when, scope)
        after, before = self._order(decl.order)
        refinement = m.ValueRefinement(
            info.entry, info.layer, target, guard, params, decl.operator, value, after, before, decl.span
        )
        self.values += [] if info.is_broken else [refinement]

    def _handler(
        self, info: RefinementInfo, decl: ast.OnEvent | ast.InsteadOf, order: Sequence[ast.Order]
    ) -> m.Handler:
        target = info.target
        assert isinstance(target, MemberInfo)
        params = self._params(decl.params, target, decl.path.span)
        scope = self._scope(info, params)
        guard = self._guard(info, decl.when, scope)
        body = self.statements.block(decl.body, scope)
        after, before = self._order(order)
        return m.Handler(info.entry, info.layer, target, guard, params, body, after, before, decl.span)

    def _order(self, order: Sequence[ast.Order]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        for item in order:
            for entry in self.symbols.entries_named(item.name.text):
                self.expressions.uses.use(item.name.span, "entry", entry.name, entry.kind)
            if not self.symbols.entries_named(item.name.text) and item.name.text not in self.symbols.comes_after:
                known = [e.name for k in self.symbols.kinds.values() for e in k.entries]
                errors.unknown_name(self.sink, item.name.text, item.name.span, known)
        after = tuple(o.name.text for o in order if o.relation == "after")
        before = tuple(o.name.text for o in order if o.relation == "before")
        return after, before

    def _options(self, info: RefinementInfo, decl: ast.AddOption) -> None:
        if info.is_broken:
            for option in decl.options:
                self.statements.choices.option(option, self._scope(info, ()), forced=False, used=None)
            return
        assert isinstance(info.target, tuple)
        phase, choice = info.target
        scope = self._scope(info, ())
        guard = self._guard(info, None, scope)
        refined = self.symbols.phases[phase].choices[choice]
        must = refined.mode == "must"
        if decl.never_forced and not must:
            self.sink.error(
                "E0415",
                decl.path.span,
                f"nothing is forced in `{decl.path.text}`",
                label="a choice with `may` can always be declined",
                secondary=declared_at(refined.name.span if refined.name is not None else None),
                help="remove `never forced`",
            )
        forced = must and not decl.never_forced
        used: VarInfo | None = None
        if decl.once:
            name = f"{info.entry.name}.{decl.options[0].name.text}.used"
            used = VarInfo(name, None, ("player",), BoolType(), phase, decl.span)
            self.once.append(used)
        for option in decl.options:
            typed = self.statements.choices.option(option, scope, forced=forced, used=used)
            self.options.append(m.AddedOption(info.entry, info.layer, phase, choice, guard, typed))
