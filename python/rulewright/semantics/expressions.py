"""Expressions: from names and signs to typed trees."""

from __future__ import annotations

from typing import Literal, cast

from rulewright.diagnostics.diagnostic import declared_at
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.diagnostics.suggest import nearest
from rulewright.parse import ast
from rulewright.resolve.symbols import (
    BoolType,
    EntryInfo,
    IntType,
    KindType,
    MemberInfo,
    ParamInfo,
    PhaseType,
    PlayerType,
    SetType,
    Symbols,
    ValueType,
    VarInfo,
)
from rulewright.resolve.uses import Uses
from rulewright.semantics import errors, intervals, meant
from rulewright.semantics import model as m
from rulewright.semantics.calls import check_call
from rulewright.semantics.forms import FAILED, Members, PhaseMember
from rulewright.semantics.parts import count_of, member_of, part_of
from rulewright.semantics.scope import Scope

_WORD = 2**31 - 1
"""The engine's numbers have 32 bits."""


class ExpressionChecker:
    """Checks expressions in a scope; complaints go to the sink, and checking goes on."""

    def __init__(self, symbols: Symbols, members: Members, sink: Sink, uses: Uses) -> None:
        self.symbols = symbols
        self.members = members
        self.sink = sink
        self.uses = uses

    # ---- the typed forms that statements ask for ----

    def number(self, expr: ast.Expr, scope: Scope) -> m.Expr:
        """An expression that must be a number."""
        value = self.value(expr, scope)
        if value is not FAILED and not isinstance(value.type, IntType):
            advice = meant.way_to_type(self.symbols, IntType(), value.type)
            errors.mismatch(self.sink, expr.span, "a number", str(value.type), advice)
            return FAILED
        return value

    def condition(self, expr: ast.Expr, scope: Scope) -> m.Expr:
        """An expression that must be true or false."""
        value = self.value(expr, scope)
        if value is not FAILED and not isinstance(value.type, BoolType):
            advice = f"compare it, as in `{expr.span.text} > 0`" if isinstance(value.type, IntType) else None
            if isinstance(value, m.Const) and isinstance(value.type, IntType):
                advice = f"a condition compares, as in `x > {expr.span.text}`; a number alone is a `value`"
                if value.value in (0, 1):
                    advice = f"write `{'true' if value.value else 'false'}`, or a comparison"
            if isinstance(value.type, KindType):
                advice = f"compare it, as in `x is {expr.span.text}`, on each side of `and` and `or`"
            errors.mismatch(self.sink, expr.span, "a condition (true or false)", str(value.type), advice)
            return m.truth(value=True)
        return value

    def player(self, expr: ast.Expr, scope: Scope) -> m.Expr:
        """An expression that must be a player."""
        return self.typed(expr, PlayerType(), scope)

    def typed(self, expr: ast.Expr, type_: ValueType, scope: Scope, declared: Span | None = None) -> m.Expr:
        """An expression that must have a type, which stands where something is declared."""
        value = self.value(expr, scope, type_)
        if value is FAILED:
            return value
        if not self.fits(value.type, type_):
            advice = meant.way_to_type(self.symbols, type_, value.type)
            errors.mismatch(self.sink, expr.span, str(type_), str(value.type), advice, declared=declared)
            return FAILED
        if isinstance(type_, (KindType, PlayerType)) and not type_.optional and self._is_none(value):
            advice = "only what is declared `optional` can be `none`"
            errors.mismatch(self.sink, expr.span, str(type_), "`none`", advice, declared=declared)
            return FAILED
        match type_:
            case IntType(low=int(low), high=int(high)) if intervals.outside(value.type, low, high):
                errors.out_of_range(self.sink, expr.span, expr.span.text, low, high, declared=declared)
            case _:
                pass
        return value

    def _is_none(self, value: m.Expr) -> bool:
        if isinstance(value, m.KeyRef) and isinstance(value.entry, m.Const):
            return self.symbols.kinds[value.kind].entries[value.entry.value].values[value.key] == -1
        return isinstance(value, m.Const) and value.value < 0

    def fits(self, found: ValueType, needed: ValueType) -> bool:
        """Whether a value of one type can stand where another is needed."""
        if isinstance(found, KindType) and isinstance(needed, KindType):
            return self.symbols.is_part(found.kind, needed.kind)
        return type(found) is type(needed)

    def place(self, expr: ast.Expr, scope: Scope) -> m.PlaceRef | None:
        """An expression that must name a place."""
        found = self.form(expr, scope, None)
        if isinstance(found, m.PlaceRef):
            return found
        if found is not FAILED:
            errors.not_a_place(self.sink, expr.span)
        return None

    def variable(self, expr: ast.Expr, scope: Scope) -> m.VarRef | None:
        """An expression that must name a variable, to be set."""
        found = self.form(expr, scope, None)
        if isinstance(found, m.VarRef):
            return found
        if isinstance(found, m.PlaceRef):
            self.sink.error(
                "E0402",
                expr.span,
                f"`{expr.span.text}` is a place: tokens can't be made or lost by setting it",
                label="only `move` changes what lies in a place",
                secondary=declared_at(found.place.decl.name.span),
                help="write `move … from … to …`, or `gain` and `pay`",
            )
        elif found is not FAILED:
            errors.cannot_be_set(self.sink, expr.span, found)
        return None

    # ---- expressions ----

    def value(self, expr: ast.Expr, scope: Scope, expected: ValueType | None = None) -> m.Expr:
        """Any expression; a place stands for the number of its tokens."""
        found = self.form(expr, scope, expected)
        if isinstance(found, PhaseMember):
            if isinstance(expected, PhaseType):
                return m.Const(self.symbols.phases[found.name].index, PhaseType())
            errors.mismatch(self.sink, expr.span, "a value", f"the phase `{found.name}`")
            return FAILED
        if isinstance(found, m.PlaceRef):
            if not found.is_cell:
                self.sink.error(
                    "E0304",
                    expr.span,
                    f"`{expr.span.text}` holds several things, not one number",
                    label="which of them?",
                    help="write `.count` for all of them, or `[…]` for one",
                )
                return FAILED
            return count_of(self, found, scope)
        return found

    def form(self, expr: ast.Expr, scope: Scope, expected: ValueType | None) -> m.Expr | m.PlaceRef | PhaseMember:
        """Any expression as what it is; a place may still lack an index."""
        match expr:
            case ast.Integer():
                return m.number(expr.value)
            case ast.Boolean():
                return m.truth(value=expr.value)
            case ast.NoneValue():
                if isinstance(expected, PlayerType):
                    return m.Const(-1, PlayerType(optional=True))
                kind = expected.kind if isinstance(expected, KindType) else ""
                return m.Const(-1, KindType(kind, optional=True))
            case ast.Given():
                option = self.symbols.options.get(expr.name.text)
                self.uses.use(expr.name.span, "option", expr.name.text)
                if option is None:
                    errors.unknown_name(self.sink, expr.name.text, expr.name.span, self.symbols.options)
                return m.truth(value=option is not None and option.value is not None)
            case ast.NameExpr():
                return self._name(expr.name, scope, expected)
            case ast.Member():
                return member_of(self, expr, scope)
            case ast.Index():
                return part_of(self, expr, scope)
            case ast.Call():
                return check_call(self, expr, scope)
            case ast.Conditional():
                return self._conditional(expr, scope, expected)
            case ast.Logical():
                left, right = self.condition(expr.left, scope), self.condition(expr.right, scope)
                return m.Logic(expr.operator, left, right, expr.span)
            case ast.Not():
                return m.Negation(self.condition(expr.operand, scope), expr.span)
            case ast.Comparison():
                return self._comparison(expr, scope)
            case ast.Binary():
                left, right = self.number(expr.left, scope), self.number(expr.right, scope)
                operator = cast(Literal["+", "-", "*", "/", "%"], expr.operator)
                type_ = intervals.arithmetic(operator, left.type, right.type)
                self._check_result(operator, right, type_, expr)
                return m.Arith(operator, left, right, expr.span, type_)
            case ast.Negative():
                inner = self.number(expr.operand, scope)
                type_ = intervals.arithmetic("-", IntType(0, 0), inner.type)
                return m.Arith("-", m.number(0), inner, expr.span, type_)
            case ast.ListExpr():
                self.sink.error(
                    "E0311", expr.span, "a list needs an index", label="which of them?", help="write `[a, b, c][i]`"
                )
                return FAILED
            case _:
                raise AssertionError(expr)

    def _check_result(self, operator: str, right: m.Expr, type_: IntType, expr: ast.Binary) -> None:
        if operator in ("/", "%") and intervals.of(right.type) == (0, 0) and right is not FAILED:
            self.sink.error("E0305", expr.right.span, "division by zero", label="this is always 0")
        elif intervals.outside(type_, -_WORD, _WORD):
            self.sink.error(
                "E0305", expr.span, "this number is too large to work with", label=f"beyond {_WORD} in any case"
            )

    def me(self, span: Span, scope: Scope, what: str) -> m.Expr:
        """The player whose turn it is."""
        if not scope.has_me:
            players = [x.name for x in scope.locals.values() if isinstance(x.type, PlayerType)]
            errors.no_player(self.sink, span, what, players[-1] if players else None)
        scope.usage.me = True
        return m.Me()

    def _name(self, name: ast.Name, scope: Scope, expected: ValueType | None) -> m.Expr | m.PlaceRef | PhaseMember:
        text = name.text
        if text in scope.locals:
            self.uses.local(name.span, text, scope.locals[text].span)
            return FAILED if scope.locals[text].is_broken else m.LocalRef(scope.locals[text])
        if text in ("me", "my"):
            if text == "my":
                errors.me_or_my(self.sink, name.span, "me", "`my` stands before what the player has, as in `my.name`")
            return self.me(name.span, scope, f"`{text}`")
        symbols = self.symbols
        if text in symbols.constants:
            self.uses.use(name.span, "const", text)
            return m.number(symbols.constants[text])
        if text in symbols.options:
            self.uses.use(name.span, "option", text)
            option = symbols.options[text]
            if isinstance(option.value, tuple) or isinstance(option.type, SetType):
                self.sink.error(
                    "E0304",
                    name.span,
                    f"`{text}` is a set of entries",
                    label="which of them?",
                    help=f"write `{text}[…]`: whether an entry is one of them",
                )
                return FAILED
            return m.Const(option.value if option.value is not None else 0, option.type)
        phase = symbols.phases.get(scope.phase) if scope.phase else None
        if phase is not None:
            if text in phase.variables:
                self.uses.use(name.span, "var", text, phase.name)
                return self.variable_ref(phase.variables[text], None, name.span)
            if text in phase.members:
                self.note_member(name, phase.members[text])
                return self.call_bare(phase.members[text], name.span, scope)
        if text in symbols.places:
            place = symbols.places[text]
            self.uses.use(name.span, "place", text)
            if place.owner is not None:
                self._owner_missing(text, place.owner, scope, name.span, place.decl.name.span)
            return m.PlaceRef(place, None, None, None, name.span)
        if text in symbols.variables:
            variable = symbols.variables[text]
            self.uses.use(name.span, "var", text)
            if variable.owner is not None:
                self._owner_missing(text, variable.owner, scope, name.span, variable.span)
                return FAILED
            return self.variable_ref(variable, None, name.span)
        entry = self._entry(text, expected)
        member = symbols.members.get(text)
        # A step or an event has no value: an entry of that name is meant.
        if member is not None and (entry is None or member.sort in ("value", "test")):
            self.note_member(name, member)
            return self.call_bare(member, name.span, scope)
        if entry is not None:
            self.uses.use(name.span, "entry", text, entry.kind)
            return m.Const(entry.index, KindType(entry.kind))
        if text in symbols.phases:
            self.uses.use(name.span, "phase", text)
            return PhaseMember(text)
        self._unknown(text, name.span, scope, expected)
        return FAILED

    def _unknown(self, text: str, span: Span, scope: Scope, expected: ValueType | None) -> None:
        """A name that stands for nothing here; it may say what is meant all the same."""
        visible = self._visible(scope, expected)
        if text in ("this", "self", "it", "itself") and self.symbols.entries_named(scope.namespace):
            advice = f"an entry is called by its name everywhere: `{scope.namespace}`"
            errors.unknown_name(self.sink, text, span, visible, advice, scope.namespace)
        elif text in self.symbols.kinds:
            entries = " or ".join(f"`{e.name}`" for e in self.symbols.kinds[text].entries[:2])
            loop = f"`each {text[0]}: {text} {{ … }}`"
            advice = f"`{text}` is a kind: name one, as in {entries}, or go through them with {loop}"
            errors.unknown_name(self.sink, text, span, visible, advice)
        elif (path := meant.in_a_phase(self.symbols, text)) is not None:
            errors.unknown_name(self.sink, text, span, visible, f"did you mean `{path}`?", path)
        elif isinstance(expected, PhaseType) and nearest(text, visible) is None:
            advice = f"declare it: `phase {text} {{ … }}`"
            errors.unknown_name(self.sink, text, span, visible, advice)
        elif not scope.has_me and text in ("player", "players", "first", "you"):
            advice = "say who: a variable declared with `: player` holds one, and starts as the first seat"
            errors.unknown_name(self.sink, text, span, visible, advice)
        else:
            errors.unknown_name(self.sink, text, span, visible)

    def _is_flag_of(self, left: m.Expr, expr: ast.Comparison, scope: Scope) -> bool:
        """`b is tall`, where tall is a flag that entries have."""
        right = expr.right
        if not isinstance(right, ast.NameExpr) or not isinstance(left.type, KindType) or not left.type.kind:
            return False
        name = right.name.text
        key = self.symbols.kinds[left.type.kind].keys.get(name)
        if key is None or not isinstance(key.type, BoolType) or name in scope.locals or self._entry(name, None):
            return False
        negated = "not " if expr.operator == "!=" else ""
        errors.flag_compared(self.sink, expr.span, name, f"{negated}{expr.left.span.text}.{name}", key.span)
        return True

    def note_member(self, name: ast.Name, member: MemberInfo) -> None:
        """Says that a name stands for a member."""
        self.uses.use(name.span, member.sort, member.name, member.phase)

    def _owner_missing(self, text: str, owner: str, scope: Scope, span: Span, declared: Span) -> None:
        mine = any(e.kind == owner for e in self.symbols.entries_named(scope.namespace))
        example = f"my.{text}" if owner == "player" else f"{scope.namespace if mine else 'x'}.{text}"
        self.sink.error(
            "E0312",
            span,
            f"every {owner} has a `{text}`",
            label=f"whose `{text}`?",
            secondary=declared_at(declared),
            help=f"write it as `{example}`",
        )

    def _entry(self, text: str, expected: ValueType | None) -> EntryInfo | None:
        found = self.symbols.entries_named(text)
        if isinstance(expected, KindType) and expected.kind:
            fitting = [e for e in found if self.symbols.is_part(e.kind, expected.kind)]
            found = fitting or found
        return found[0] if found else None

    def _visible(self, scope: Scope, expected: ValueType | None) -> list[str]:
        """Names that could stand here, those of the expected type first."""
        symbols = self.symbols
        names: list[str] = []
        if isinstance(expected, KindType) and expected.kind:
            names = [e.name for e in symbols.kinds[expected.kind].entries]
        elif isinstance(expected, PhaseType):
            names = [*symbols.phases]
        names += [
            *scope.locals,
            *symbols.constants,
            *symbols.options,
            *symbols.places,
            *symbols.variables,
            *symbols.members,
        ]
        phase = symbols.phases.get(scope.phase) if scope.phase else None
        if phase is not None:
            names += [*phase.variables, *phase.members]
        names += [e.name for k in symbols.kinds.values() for e in k.entries]
        return [*names, "me", "my", "true", "false", "none", "players"]

    def variable_ref(self, variable: VarInfo, owner: m.Expr | None, span: Span) -> m.VarRef:
        """A variable, of an owner if it has one."""
        return m.VarRef(variable, () if owner is None else (owner,), span)

    def call_bare(self, member: MemberInfo, span: Span, scope: Scope) -> m.Expr:
        """A value or a test that stands there without brackets."""
        if member.sort not in ("value", "test"):
            errors.mismatch(self.sink, span, "a value", f"the {member.sort} `{member.name}`")
            return FAILED
        return self.call_member(member, (), span, scope)

    def call_member(self, member: MemberInfo, args: tuple[ast.Expr, ...], span: Span, scope: Scope) -> m.Expr:
        """A value or a test with its arguments."""
        if len(args) != len(member.params):
            needed, declared, advice = len(member.params), member.decl.name.span, meant.call_of(member)
            errors.wrong_count(self.sink, span, f"`{member.path}`", needed, len(args), declared=declared, advice=advice)
            return FAILED
        values = tuple(self.argument(a, p, scope) for a, p in zip(args, member.params, strict=True))
        type_, needs_me = self.members.result_of(member, span)
        if needs_me:
            self.me(span, scope, f"`{member.path}`")
        return m.CallMember(member, values, type_, span)

    def argument(self, expr: ast.Expr, param: ParamInfo, scope: Scope) -> m.Expr:
        """What is given for a parameter."""
        return self.value(expr, scope) if param.is_broken else self.typed(expr, param.type, scope, param.span)

    # ---- signs ----

    def _conditional(self, expr: ast.Conditional, scope: Scope, expected: ValueType | None) -> m.Expr:
        condition = self.condition(expr.condition, scope)
        then = self.value(expr.then, scope, expected)
        otherwise = self.value(expr.otherwise, scope, expected or then.type)
        if then is FAILED or otherwise is FAILED:
            return FAILED
        type_: ValueType
        if isinstance(then.type, IntType) and isinstance(otherwise.type, IntType):
            type_ = intervals.union(then.type, otherwise.type)
        elif self.fits(then.type, otherwise.type):
            type_ = otherwise.type
        elif self.fits(otherwise.type, then.type):
            type_ = then.type
        else:
            errors.mismatch(self.sink, expr.otherwise.span, str(then.type), str(otherwise.type))
            return FAILED
        return m.Cond(condition, then, otherwise, type_, expr.span)

    def _comparison(self, expr: ast.Comparison, scope: Scope) -> m.Expr:
        left = self.value(expr.left, scope)
        if self._is_flag_of(left, expr, scope):
            return m.truth(value=True)
        right = self.value(expr.right, scope, left.type)
        if isinstance(left, m.Const) and isinstance(left.type, KindType):
            left = self.value(expr.left, scope, right.type)
        if left is FAILED or right is FAILED:
            return m.truth(value=True)
        ordered = expr.operator not in ("==", "!=")
        same = (
            self.fits(left.type, right.type)
            or self.fits(right.type, left.type)
            or any(isinstance(s, m.Const) and s.value == -1 and isinstance(s.type, KindType) for s in (left, right))
        )
        if not same or (ordered and not isinstance(left.type, (IntType, KindType))):
            advice = "only things of one sort can be compared"
            errors.mismatch(self.sink, expr.right.span, str(left.type), str(right.type), advice)
            return m.truth(value=True)
        operator = cast(Literal["==", "!=", "<", "<=", ">", ">="], expr.operator)
        return m.Compare(operator, left, right, expr.span)
