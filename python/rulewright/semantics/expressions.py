"""Expressions: from names and signs to typed trees."""

from __future__ import annotations

from typing import Literal, Protocol, cast

from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.parse import ast
from rulewright.resolve.errors import text_value
from rulewright.resolve.symbols import (
    BoolType,
    EntryInfo,
    IntType,
    KindType,
    MemberInfo,
    OptionInfo,
    ParamInfo,
    PhaseType,
    PlayerType,
    SetType,
    Symbols,
    TextType,
    ValueType,
    VarInfo,
)
from rulewright.resolve.uses import Uses
from rulewright.semantics import errors, intervals, meant
from rulewright.semantics import model as m
from rulewright.semantics.scope import Scope

_ERROR = m.Const(0, IntType())
"""Stands for an expression that was already reported."""


def is_failed(value: m.Expr) -> bool:
    """Whether an expression was already reported."""
    return value is _ERROR


_WORD = 2**31 - 1
"""The engine's numbers have 32 bits."""


class Members(Protocol):
    """What the expression checker asks of the game checker."""

    def result_of(self, member: MemberInfo, span: Span) -> tuple[ValueType, bool]:
        """Type of a value's result, and whether it needs a player whose turn it is."""
        ...

    def place_range(self, ref: m.PlaceRef) -> IntType:
        """Range of the number of tokens in a place."""
        ...

    def room(self, ref: m.PlaceRef, span: Span) -> m.Expr | None:
        """How many more tokens a place takes."""
        ...


class PhaseMember:
    """``phase`` in ``phase.name``: not a value of its own."""

    def __init__(self, name: str) -> None:
        self.name = name


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
        if value is not _ERROR and not isinstance(value.type, IntType):
            errors.mismatch(self.sink, expr.span, "a number", str(value.type))
            return _ERROR
        return value

    def condition(self, expr: ast.Expr, scope: Scope) -> m.Expr:
        """An expression that must be true or false."""
        value = self.value(expr, scope)
        if value is not _ERROR and not isinstance(value.type, BoolType):
            advice = f"compare it, as in `{expr.span.text} > 0`" if isinstance(value.type, IntType) else None
            if isinstance(value.type, KindType):
                advice = f"compare it, as in `x is {expr.span.text}`, on each side of `and` and `or`"
            errors.mismatch(self.sink, expr.span, "a condition (true or false)", str(value.type), advice)
            return m.truth(value=True)
        return value

    def player(self, expr: ast.Expr, scope: Scope) -> m.Expr:
        """An expression that must be a player."""
        return self.typed(expr, PlayerType(), scope)

    def typed(self, expr: ast.Expr, type_: ValueType, scope: Scope) -> m.Expr:
        """An expression that must have a type."""
        value = self.value(expr, scope, type_)
        if value is _ERROR:
            return value
        if not self.fits(value.type, type_):
            errors.mismatch(self.sink, expr.span, str(type_), str(value.type))
            return _ERROR
        if isinstance(type_, (KindType, PlayerType)) and not type_.optional and self._is_none(value):
            errors.mismatch(
                self.sink, expr.span, str(type_), "`none`", "only what is declared `optional` can be `none`"
            )
            return _ERROR
        match type_:
            case IntType(low=int(low), high=int(high)) if intervals.outside(value.type, low, high):
                errors.out_of_range(self.sink, expr.span, expr.span.text, low, high)
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
        found = self._form(expr, scope, None)
        if isinstance(found, m.PlaceRef):
            return found
        if found is not _ERROR:
            errors.not_a_place(self.sink, expr.span)
        return None

    def variable(self, expr: ast.Expr, scope: Scope) -> m.VarRef | None:
        """An expression that must name a variable, to be set."""
        found = self._form(expr, scope, None)
        if isinstance(found, m.VarRef):
            return found
        if isinstance(found, m.PlaceRef):
            self.sink.error(
                "E0402",
                expr.span,
                f"`{expr.span.text}` is a place: tokens can't be made or lost by setting it",
                label="only `move` changes what lies in a place",
                help="write `move … from … to …`, or `gain` and `pay`",
            )
        elif found is not _ERROR:
            self.sink.error(
                "E0310",
                expr.span,
                "this can't be set",
                label="not a variable",
                help="declare what changes with `var`, and set that",
            )
        return None

    # ---- expressions ----

    def value(self, expr: ast.Expr, scope: Scope, expected: ValueType | None = None) -> m.Expr:
        """Any expression; a place stands for the number of its tokens."""
        found = self._form(expr, scope, expected)
        if isinstance(found, PhaseMember):
            if isinstance(expected, PhaseType):
                return m.Const(self.symbols.phases[found.name].index, PhaseType())
            errors.mismatch(self.sink, expr.span, "a value", f"the phase `{found.name}`")
            return _ERROR
        if isinstance(found, m.PlaceRef):
            if not found.is_cell:
                self.sink.error(
                    "E0304",
                    expr.span,
                    f"`{expr.span.text}` holds several things, not one number",
                    label="which of them?",
                    help="write `.count` for all of them, or `[…]` for one",
                )
                return _ERROR
            return self._count(found, scope)
        return found

    def _form(self, expr: ast.Expr, scope: Scope, expected: ValueType | None) -> m.Expr | m.PlaceRef | PhaseMember:
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
                return self._member(expr, scope)
            case ast.Index():
                return self._index(expr, scope)
            case ast.Call():
                from rulewright.semantics.calls import check_call

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
                return _ERROR
            case _:
                raise AssertionError(expr)

    def _check_result(self, operator: str, right: m.Expr, type_: IntType, expr: ast.Binary) -> None:
        if operator in ("/", "%") and intervals.of(right.type) == (0, 0) and right is not _ERROR:
            self.sink.error("E0305", expr.right.span, "division by zero", label="this is always 0")
        elif intervals.outside(type_, -_WORD, _WORD):
            self.sink.error(
                "E0305", expr.span, "this number is too large to work with", label=f"beyond {_WORD} in any case"
            )

    def me(self, span: Span, scope: Scope, what: str) -> m.Expr:
        """The player whose turn it is."""
        if not scope.has_me:
            errors.no_player(self.sink, span, what)
        scope.usage.me = True
        return m.Me()

    def _name(self, name: ast.Name, scope: Scope, expected: ValueType | None) -> m.Expr | m.PlaceRef | PhaseMember:
        text = name.text
        if text in scope.locals:
            self.uses.local(name.span, text, scope.locals[text].span)
            return _ERROR if scope.locals[text].is_broken else m.LocalRef(scope.locals[text])
        if text in ("me", "my"):
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
                return _ERROR
            return m.Const(option.value if option.value is not None else 0, option.type)
        phase = symbols.phases.get(scope.phase) if scope.phase else None
        if phase is not None:
            if text in phase.variables:
                self.uses.use(name.span, "var", text, phase.name)
                return self._variable_ref(phase.variables[text], None, name.span)
            if text in phase.members:
                self.note_member(name, phase.members[text])
                return self._call_bare(phase.members[text], name.span, scope)
        if text in symbols.places:
            place = symbols.places[text]
            self.uses.use(name.span, "place", text)
            if place.owner is not None:
                self._owner_missing(text, place.owner, name.span)
            return m.PlaceRef(place, None, None, None, name.span)
        if text in symbols.variables:
            variable = symbols.variables[text]
            self.uses.use(name.span, "var", text)
            if variable.owner is not None:
                self._owner_missing(text, variable.owner, name.span)
                return _ERROR
            return self._variable_ref(variable, None, name.span)
        entry = self._entry(text, expected)
        member = symbols.members.get(text)
        # A step or an event has no value: an entry of that name is meant.
        if member is not None and (entry is None or member.sort in ("value", "test")):
            self.note_member(name, member)
            return self._call_bare(member, name.span, scope)
        if entry is not None:
            self.uses.use(name.span, "entry", text, entry.kind)
            return m.Const(entry.index, KindType(entry.kind))
        if text in symbols.phases:
            self.uses.use(name.span, "phase", text)
            return PhaseMember(text)
        errors.unknown_name(self.sink, text, name.span, self._visible(scope, expected))
        return _ERROR

    def note_member(self, name: ast.Name, member: MemberInfo) -> None:
        """Says that a name stands for a member."""
        self.uses.use(name.span, member.sort, member.name, member.phase)

    def _owner_missing(self, text: str, owner: str, span: Span) -> None:
        example = f"my.{text}" if owner == "player" else f"x.{text}"
        self.sink.error(
            "E0312", span, f"every {owner} has a `{text}`", label=f"whose `{text}`?", help=f"write it as `{example}`"
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

    def _variable_ref(self, variable: VarInfo, owner: m.Expr | None, span: Span) -> m.VarRef:
        return m.VarRef(variable, () if owner is None else (owner,), span)

    def _call_bare(self, member: MemberInfo, span: Span, scope: Scope) -> m.Expr:
        if member.sort not in ("value", "test"):
            errors.mismatch(self.sink, span, "a value", f"the {member.sort} `{member.name}`")
            return _ERROR
        return self.call_member(member, (), span, scope)

    def call_member(self, member: MemberInfo, args: tuple[ast.Expr, ...], span: Span, scope: Scope) -> m.Expr:
        """A value or a test with its arguments."""
        if len(args) != len(member.params):
            errors.wrong_count(self.sink, span, f"`{member.path}`", len(member.params), len(args))
            return _ERROR
        values = tuple(self.argument(a, p, scope) for a, p in zip(args, member.params, strict=True))
        type_, needs_me = self.members.result_of(member, span)
        if needs_me:
            self.me(span, scope, f"`{member.path}`")
        return m.CallMember(member, values, type_, span)

    def argument(self, expr: ast.Expr, param: ParamInfo, scope: Scope) -> m.Expr:
        """What is given for a parameter."""
        return self.value(expr, scope) if param.is_broken else self.typed(expr, param.type, scope)

    # ---- members and indices ----

    def _member(self, expr: ast.Member, scope: Scope) -> m.Expr | m.PlaceRef | PhaseMember:
        base = expr.base
        name = expr.name.text
        if isinstance(base, ast.NameExpr) and base.name.text in self.symbols.phases:
            phase = self.symbols.phases[base.name.text]
            shadowed = base.name.text in scope.locals
            if not shadowed:
                self.uses.use(base.name.span, "phase", phase.name)
            if not shadowed and name in phase.members:
                self.note_member(expr.name, phase.members[name])
                return self._call_bare(phase.members[name], expr.span, scope)
            if not shadowed and name in phase.variables:
                self.uses.use(expr.name.span, "var", name, phase.name)
                return self._variable_ref(phase.variables[name], None, expr.span)
        found = self._form(base, scope, None)
        if found is _ERROR:
            return _ERROR
        if isinstance(found, PhaseMember):
            members = self.symbols.phases[found.name]
            errors.unknown_member(
                self.sink, f"phase `{found.name}`", name, expr.name.span, [*members.members, *members.variables]
            )
            return _ERROR
        if isinstance(found, m.PlaceRef):
            return self._place_member(found, expr, scope)
        return self._value_member(found, expr)

    def _place_member(self, ref: m.PlaceRef, expr: ast.Member, scope: Scope) -> m.Expr:
        match expr.name.text:
            case "count":
                return self._count(ref, scope)
            case "empty":
                return m.Compare("==", self._count(ref, scope), m.number(0), expr.span)
            case "room" | "full":
                room = self.members.room(ref, expr.span)
                if room is None:
                    return _ERROR
                self._count(ref, scope)
                return room if expr.name.text == "room" else m.Compare("<=", room, m.number(0), expr.span)
            case name:
                parts = ["count", "empty", "room", "full"]
                part = (
                    f"write `{expr.base.span.text}[{name}]`"
                    if meant.holds_entry(self.symbols, ref.place, name)
                    else None
                )
                errors.unknown_member(self.sink, f"place `{ref.place.name}`", name, expr.name.span, parts, part)
                return _ERROR

    def _count(self, ref: m.PlaceRef, scope: Scope) -> m.Expr:
        name = ref.place.name
        if ref.place.decl.unlimited:
            self.sink.error(
                "E0313",
                ref.span,
                f"`{name}` never runs out, so it has no number",
                label="unlimited",
                help="move tokens from it and to it; to count them, declare what the place `starts` with",
            )
        self.check_seen(ref, scope, looks_inside=ref.place.holds.sort == "kind" and ref.entry is not None)
        return m.PlaceCount(ref, self.members.place_range(ref))

    def check_seen(self, ref: m.PlaceRef, scope: Scope, *, looks_inside: bool) -> None:
        """Complains about reading what the player whose turn it is can't see."""
        decl = ref.place.decl
        name = ref.place.name
        if not scope.sees_hidden:
            if (
                decl.hidden_from == "others"
                and not isinstance(ref.owner, m.Me)
                and not (decl.count_seen and not looks_inside)
            ):
                errors.hidden(
                    self.sink, ref.span, name, "only its owner sees it", f"read `my.{name}` on the owner's own turn"
                )
            elif decl.hidden_from == "all" and not (decl.count_seen and not looks_inside):
                errors.hidden(self.sink, ref.span, name, "nobody sees it", "draw or move from it instead of looking")
            elif decl.is_deck and looks_inside:
                errors.hidden(
                    self.sink, ref.span, name, "what is left in a deck is hidden", "use `.count`, or draw from it"
                )

    def _value_member(self, base: m.Expr, expr: ast.Member) -> m.Expr | m.PlaceRef:
        name = expr.name.text
        owner = (
            base.type.kind
            if isinstance(base.type, KindType)
            else "player"
            if isinstance(base.type, PlayerType)
            else None
        )
        if owner is None:
            errors.unknown_member(self.sink, str(base.type), name, expr.name.span, ())
            return _ERROR
        place = self.symbols.places.get(name)
        if place is not None and place.owner is not None and self._owns(owner, place.owner):
            self.uses.use(expr.name.span, "place", name)
            return m.PlaceRef(place, base, None, None, expr.span)
        variable = self.symbols.variables.get(name)
        if variable is not None and variable.owner is not None and self._owns(owner, variable.owner):
            self.uses.use(expr.name.span, "var", name)
            return self._variable_ref(variable, base, expr.span)
        if owner == "player":
            known = [p.name for p in self.symbols.places.values() if p.owner == "player"]
            known += [v.name for v in self.symbols.variables.values() if v.owner == "player"]
            elsewhere = meant.part_of_player(self.symbols, name)
            errors.unknown_member(self.sink, "a player", name, expr.name.span, known, elsewhere)
            return _ERROR
        kind = self.symbols.kinds[owner]
        key = kind.keys.get(name)
        if key is None:
            known = [*kind.keys, *(p.name for p in self.symbols.places.values() if p.owner == owner)]
            known += [v.name for v in self.symbols.variables.values() if v.owner == owner]
            errors.unknown_member(self.sink, f"a {owner}", name, expr.name.span, known)
            return _ERROR
        self.uses.use(expr.name.span, "key", name, kind.name)
        values = [e.values[name] for e in kind.entries if isinstance(e.values[name], int)]
        type_ = key.type
        if isinstance(type_, IntType) and values:
            numbers = cast(list[int], values)
            type_ = IntType(min(numbers), max(numbers))
        if isinstance(type_, TextType):
            text_value(self.sink, expr.name.span)
            return _ERROR
        return m.KeyRef(owner, name, base, type_, expr.span)

    def _owns(self, owner: str, needed: str) -> bool:
        if owner == "player" or needed == "player":
            return owner == needed
        return self.symbols.is_part(owner, needed)

    def _index(self, expr: ast.Index, scope: Scope) -> m.Expr | m.PlaceRef:
        if isinstance(expr.base, ast.ListExpr):
            return self._list_index(expr, expr.base, scope)
        if isinstance(expr.base, ast.NameExpr) and expr.base.name.text not in scope.locals:
            option = self.symbols.options.get(expr.base.name.text)
            if option is not None and isinstance(option.type, SetType):
                self.uses.use(expr.base.name.span, "option", option.name)
                return self._in_set(option, option.type, expr, scope)
        base = self._form(expr.base, scope, None)
        if isinstance(base, m.PlaceRef):
            ref: m.PlaceRef | None = base
            for index in expr.indices:
                ref = self._place_index(ref, index, scope) if ref is not None else None
            return _ERROR if ref is None else ref
        if isinstance(base, m.VarRef):
            dims = base.var.dims
            start = len(base.indices) - (1 if base.var.owner else 0)
            if start + len(expr.indices) > len(dims):
                errors.wrong_count(self.sink, expr.span, f"`{base.var.name}`", len(dims), start + len(expr.indices))
                return _ERROR
            added = tuple(
                self.typed(i, _index_type(d), scope) for i, d in zip(expr.indices, dims[start:], strict=False)
            )
            return m.VarRef(base.var, base.indices + added, expr.span)
        if base is not _ERROR:
            self.sink.error("E0304", expr.span, "this has no parts", label="can't be indexed")
        return _ERROR

    def _in_set(self, option: OptionInfo, type_: SetType, expr: ast.Index, scope: Scope) -> m.Expr:
        """Whether an entry is one of those that an option names."""
        if len(expr.indices) > 1:
            errors.wrong_count(self.sink, expr.span, f"`{option.name}`", 1, len(expr.indices))
            return _ERROR
        entry = self.typed(expr.indices[0], KindType(type_.kind), scope)
        size = len(self.symbols.kinds[type_.kind].entries)
        members = option.value if isinstance(option.value, tuple) else (0,) * size
        return m.Compare("==", m.TableRef(members, entry, expr.span, IntType(0, 1)), m.number(1), expr.span)

    def _place_index(self, ref: m.PlaceRef, index: ast.Expr, scope: Scope) -> m.PlaceRef | None:
        place = ref.place
        if place.per is not None and ref.per is None:
            value = self.typed(index, KindType(place.per), scope)
            return m.PlaceRef(place, ref.owner, value, ref.entry, ref.span)
        if place.holds.sort == "kind" and ref.entry is None:
            value = self.typed(index, KindType(place.holds.name), scope)
            return m.PlaceRef(place, ref.owner, ref.per, value, ref.span)
        self.sink.error("E0304", index.span, f"`{place.name}` has no parts to choose from", label="one index too many")
        return None

    def _list_index(self, expr: ast.Index, base: ast.ListExpr, scope: Scope) -> m.Expr:
        values: list[int] = []
        for item in base.items:
            value = self.number(item, scope)
            if not isinstance(value, m.Const):
                self.sink.error("E0311", item.span, "a list holds constants only", label="not a constant")
                return _ERROR
            values.append(value.value)
        if len(expr.indices) > 1:
            errors.wrong_count(self.sink, expr.span, "a list", 1, len(expr.indices))
            return _ERROR
        index = self.number(expr.indices[0], scope)
        if intervals.outside(index.type, 0, len(values) - 1):
            errors.out_of_range(self.sink, expr.indices[0].span, "this index", 0, len(values) - 1)
        return m.TableRef(tuple(values), index, expr.span, IntType(min(values), max(values)))

    # ---- signs ----

    def _conditional(self, expr: ast.Conditional, scope: Scope, expected: ValueType | None) -> m.Expr:
        condition = self.condition(expr.condition, scope)
        then = self.value(expr.then, scope, expected)
        otherwise = self.value(expr.otherwise, scope, expected or then.type)
        if then is _ERROR or otherwise is _ERROR:
            return _ERROR
        type_: ValueType
        if isinstance(then.type, IntType) and isinstance(otherwise.type, IntType):
            type_ = intervals.union(then.type, otherwise.type)
        elif self.fits(then.type, otherwise.type):
            type_ = otherwise.type
        elif self.fits(otherwise.type, then.type):
            type_ = then.type
        else:
            errors.mismatch(self.sink, expr.otherwise.span, str(then.type), str(otherwise.type))
            return _ERROR
        return m.Cond(condition, then, otherwise, type_, expr.span)

    def _comparison(self, expr: ast.Comparison, scope: Scope) -> m.Expr:
        left = self.value(expr.left, scope)
        right = self.value(expr.right, scope, left.type)
        if isinstance(left, m.Const) and isinstance(left.type, KindType):
            left = self.value(expr.left, scope, right.type)
        if left is _ERROR or right is _ERROR:
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


def _index_type(dim: str) -> ValueType:
    return PlayerType() if dim == "player" else KindType(dim)
