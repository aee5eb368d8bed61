"""Checks a whole game: members when they are first asked for, then bodies, then refinements."""

from __future__ import annotations

from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.parse import ast
from rulewright.resolve.symbols import (
    BoolType,
    IntType,
    MemberInfo,
    ParamInfo,
    Symbols,
    ValueType,
    VarInfo,
)
from rulewright.resolve.uses import SILENT, Uses
from rulewright.semantics import errors
from rulewright.semantics import model as m
from rulewright.semantics.expressions import ExpressionChecker
from rulewright.semantics.places import PlaceTable, fold
from rulewright.semantics.refinements import RefinementChecker
from rulewright.semantics.rules.action_names import check_action_names
from rulewright.semantics.rules.no_recursion import check_recursion
from rulewright.semantics.rules.sizes import check_sizes
from rulewright.semantics.scope import Scope, Usage
from rulewright.semantics.statements import StatementChecker

_SHOWDOWN = ("score", "tiebreak")
"""Values that are read when the game is over and all is shown."""


def check_game(symbols: Symbols, sink: Sink, uses: Uses = SILENT) -> m.GameModel:
    """The typed model; complaints are in the sink."""
    return _GameChecker(symbols, sink, uses).check()


class _GameChecker:
    """Knows the members checked so far; used once."""

    def __init__(self, symbols: Symbols, sink: Sink, uses: Uses) -> None:
        self.symbols = symbols
        self.sink = sink
        self.places = PlaceTable(symbols, sink)
        self.expressions = ExpressionChecker(symbols, self, sink, uses)
        self.statements = StatementChecker(symbols, self.expressions, self.places, sink)
        self.functions: dict[str, m.FunctionModel] = {}
        self._needs_me: dict[str, bool] = {}
        self._checking: list[str] = []
        self._refined = {
            r.target.path for r in symbols.refinements if not r.is_broken and isinstance(r.target, MemberInfo)
        }

    def check(self) -> m.GameModel:
        symbols = self.symbols
        self.places.prepare(self.expressions)
        members = [*symbols.members.values(), *(x for p in symbols.phases.values() for x in p.members.values())]
        for member in members:
            if member.sort in ("value", "test"):
                self.result_of(member, member.decl.span)
        steps = {x.path: self._step(x) for x in members if x.sort == "step"}
        phases = {
            p.name: m.PhaseModel(p, self.statements.block(p.decl.body, Scope(phase=p.name, namespace=p.name)))
            for p in symbols.phases.values()
        }
        setup = m.Block(
            tuple(s for body in symbols.setup for s in self.statements.block(body, Scope(namespace="setup")).statements)
        )
        play = self.statements.block(symbols.play, Scope(namespace="play"))
        refinements = RefinementChecker(symbols, self.expressions, self.statements, self.sink)
        refinements.check_all(symbols.refinements)
        model = m.GameModel(
            symbols,
            self.places.models,
            self._variables(refinements.once),
            self.functions,
            steps,
            {x.path: x for x in members if x.sort == "event"},
            phases,
            setup,
            play,
            tuple(refinements.values),
            tuple(refinements.handlers),
            tuple(refinements.replacements),
            tuple(refinements.options),
        )
        if not self.sink.has_errors:
            check_action_names(model, self.sink)
            check_recursion(model, self.sink)
            check_sizes(model, self.sink)
        return model

    def _variables(self, once: list[VarInfo]) -> tuple[VarInfo, ...]:
        own = [*self.symbols.variables.values()]
        for phase in self.symbols.phases.values():
            own += phase.variables.values()
        return (*own, *once)

    # ---- members ----

    def result_of(self, member: MemberInfo, span: Span) -> tuple[ValueType, bool]:
        """Checks a value or a test at its first use; answers its type and whether it needs a player."""
        path = member.path
        default: ValueType = BoolType() if member.sort == "test" else IntType()
        if path in self._checking:
            chain = " → ".join([*self._checking[self._checking.index(path) :], path])
            self.sink.error(
                "E0309", span, f"`{path}` needs itself", label=chain, help="a value can't be defined by itself"
            )
            return default, False
        if path in self.functions:
            return self.functions[path].body.type if member.sort == "value" else default, self._needs_me[path]
        assert isinstance(member.decl, ast.Function)
        self._checking.append(path)
        usage = Usage()
        params = _locals(member.params)
        scope = Scope(
            phase=member.phase,
            namespace=member.phase or "",
            has_me=True,
            sees_hidden=path in _SHOWDOWN,
            locals={p.name: p for p in params},
            usage=usage,
        )
        if member.sort == "test":
            body = self.expressions.condition(member.decl.body, scope)
        else:
            body = self.expressions.value(member.decl.body, scope)
            if isinstance(body.type, BoolType):
                errors.mismatch(
                    self.sink,
                    member.decl.body.span,
                    "a value other than true or false",
                    "a condition",
                    f"write `test {member.name}` for a condition",
                )
            elif path in _SHOWDOWN and not isinstance(body.type, IntType):
                errors.mismatch(self.sink, member.decl.body.span, "a number", str(body.type))
            if path in self._refined and isinstance(body.type, IntType):
                # A refinement may take it anywhere.
                body = m.Arith("+", body, m.number(0), member.decl.span, IntType())
        self._checking.pop()
        self._needs_me[path] = usage.me or path in self._refined
        self.functions[path] = m.FunctionModel(member, params, body)
        return body.type, self._needs_me[path]

    def _step(self, member: MemberInfo) -> m.StepModel:
        assert isinstance(member.decl, ast.Step)
        params = _locals(member.params)
        scope = Scope(
            phase=member.phase,
            namespace=member.phase or member.name,
            has_me=True,
            locals={p.name: p for p in params},
        )
        return m.StepModel(member, params, self.statements.block(member.decl.body, scope))

    # ---- what expressions ask about places ----

    def place_range(self, ref: m.PlaceRef) -> IntType:
        """Range of the number of tokens in a place."""
        return self.places.range_of(ref)

    def room(self, ref: m.PlaceRef, span: Span) -> m.Expr | None:
        """How many more tokens a place takes."""
        limit = self.places.limit(ref, span)
        if limit is None:
            return None
        known = fold(limit, None, self.symbols)
        count = m.PlaceCount(ref, IntType(0, None))
        return m.Arith("-", limit, count, span, IntType(None, known))


def _locals(params: tuple[ParamInfo, ...]) -> tuple[m.Local, ...]:
    return tuple(m.Local(p.name, p.type, p.named_at, p.is_broken) for p in params)
