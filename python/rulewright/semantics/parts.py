"""What stands behind a dot or in square brackets: members of phases, places, players and entries; parts of places."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rulewright.diagnostics.diagnostic import declared_at
from rulewright.parse import ast
from rulewright.resolve.errors import text_value
from rulewright.resolve.symbols import IntType, KindType, OptionInfo, PlayerType, SetType, TextType, ValueType
from rulewright.semantics import errors, intervals, meant
from rulewright.semantics import model as m
from rulewright.semantics.forms import FAILED, PhaseMember
from rulewright.semantics.scope import Scope

if TYPE_CHECKING:
    from rulewright.semantics.expressions import ExpressionChecker


def member_of(checker: ExpressionChecker, expr: ast.Member, scope: Scope) -> m.Expr | m.PlaceRef | PhaseMember:
    """`base.name`, whatever the base is."""
    base = expr.base
    name = expr.name.text
    if isinstance(base, ast.NameExpr) and base.name.text in checker.symbols.phases:
        phase = checker.symbols.phases[base.name.text]
        shadowed = base.name.text in scope.locals
        if not shadowed:
            checker.uses.use(base.name.span, "phase", phase.name)
        if not shadowed and name in phase.members:
            checker.note_member(expr.name, phase.members[name])
            return checker.call_bare(phase.members[name], expr.span, scope)
        if not shadowed and name in phase.variables:
            checker.uses.use(expr.name.span, "var", name, phase.name)
            return checker.variable_ref(phase.variables[name], None, expr.span)
    if isinstance(base, ast.NameExpr) and base.name.text in ("me", "my"):
        found: m.Expr | m.PlaceRef | PhaseMember = _of_me(checker, base.name, scope)
    else:
        found = checker.form(base, scope, None)
    if found is FAILED:
        return FAILED
    if isinstance(found, PhaseMember):
        members = checker.symbols.phases[found.name]
        errors.unknown_member(
            checker.sink, f"phase `{found.name}`", name, expr.name.span, [*members.members, *members.variables]
        )
        return FAILED
    if isinstance(found, m.PlaceRef):
        return _place_member(checker, found, expr, scope)
    return _value_member(checker, found, expr)


def _of_me(checker: ExpressionChecker, name: ast.Name, scope: Scope) -> m.Expr:
    if name.text == "me":
        errors.me_or_my(checker.sink, name.span, "my", "`me` is the player, and what he has `my.…`")
    return checker.me(name.span, scope, f"`{name.text}`")


def _place_member(checker: ExpressionChecker, ref: m.PlaceRef, expr: ast.Member, scope: Scope) -> m.Expr:
    match expr.name.text:
        case "count":
            return count_of(checker, ref, scope)
        case "empty":
            return m.Compare("==", count_of(checker, ref, scope), m.number(0), expr.span)
        case "room" | "full":
            room = checker.members.room(ref, expr.span)
            if room is None:
                return FAILED
            count_of(checker, ref, scope)
            return room if expr.name.text == "room" else m.Compare("<=", room, m.number(0), expr.span)
        case name:
            parts = ["count", "empty", "room", "full"]
            is_held = meant.holds_entry(checker.symbols, ref.place, name)
            part = f"write `{expr.base.span.text}[{name}]`" if is_held else None
            errors.unknown_member(checker.sink, f"place `{ref.place.name}`", name, expr.name.span, parts, part)
            return FAILED


def count_of(checker: ExpressionChecker, ref: m.PlaceRef, scope: Scope) -> m.Expr:
    """How many tokens lie in a place, if that can be asked here."""
    name = ref.place.name
    if ref.place.decl.unlimited:
        checker.sink.error(
            "E0313",
            ref.span,
            f"`{name}` never runs out, so it has no number",
            label="unlimited",
            secondary=declared_at(ref.place.decl.name.span),
            help="move tokens from it and to it; to count them, declare what the place `starts` with",
        )
    check_seen(checker, ref, scope, looks_inside=ref.place.holds.sort == "kind" and ref.entry is not None)
    return m.PlaceCount(ref, checker.members.place_range(ref))


def check_seen(checker: ExpressionChecker, ref: m.PlaceRef, scope: Scope, *, looks_inside: bool) -> None:
    """Complains about reading what the player whose turn it is can't see."""
    decl = ref.place.decl
    name, declared = ref.place.name, decl.name.span
    if not scope.sees_hidden:
        if (
            decl.hidden_from == "others"
            and not isinstance(ref.owner, m.Me)
            and not (decl.count_seen and not looks_inside)
        ):
            errors.hidden(
                checker.sink,
                ref.span,
                name,
                "only its owner sees it",
                f"read `my.{name}` on the owner's own turn",
                declared,
            )
        elif decl.hidden_from == "all" and not (decl.count_seen and not looks_inside):
            advice = "draw or move from it instead of looking"
            errors.hidden(checker.sink, ref.span, name, "nobody sees it", advice, declared)
        elif decl.is_deck and looks_inside:
            advice = "use `.count`, or draw from it"
            errors.hidden(checker.sink, ref.span, name, "what is left in a deck is hidden", advice, declared)


def _value_member(checker: ExpressionChecker, base: m.Expr, expr: ast.Member) -> m.Expr | m.PlaceRef:
    name = expr.name.text
    owner = (
        base.type.kind if isinstance(base.type, KindType) else "player" if isinstance(base.type, PlayerType) else None
    )
    if owner is None:
        advice = "a number, a condition or a phase has no parts; remove what stands behind the dot"
        errors.unknown_member(checker.sink, str(base.type), name, expr.name.span, (), advice)
        return FAILED
    place = checker.symbols.places.get(name)
    if place is not None and place.owner is not None and _owns(checker, owner, place.owner):
        checker.uses.use(expr.name.span, "place", name)
        return m.PlaceRef(place, base, None, None, expr.span)
    variable = checker.symbols.variables.get(name)
    if variable is not None and variable.owner is not None and _owns(checker, owner, variable.owner):
        checker.uses.use(expr.name.span, "var", name)
        return checker.variable_ref(variable, base, expr.span)
    if owner == "player":
        known = [p.name for p in checker.symbols.places.values() if p.owner == "player"]
        known += [v.name for v in checker.symbols.variables.values() if v.owner == "player"]
        elsewhere = meant.part_of_player(checker.symbols, name)
        if elsewhere is None and name in checker.symbols.members:
            elsewhere = f"it belongs to the whole game, and means the player whose turn it is; write `{name}`"
        errors.unknown_member(checker.sink, "a player", name, expr.name.span, known, elsewhere)
        return FAILED
    kind = checker.symbols.kinds[owner]
    key = kind.keys.get(name)
    if key is None:
        known = [*kind.keys, *(p.name for p in checker.symbols.places.values() if p.owner == owner)]
        known += [v.name for v in checker.symbols.variables.values() if v.owner == owner]
        errors.unknown_member(checker.sink, f"a {owner}", name, expr.name.span, known)
        return FAILED
    checker.uses.use(expr.name.span, "key", name, kind.name)
    values = [e.values[name] for e in kind.entries if isinstance(e.values[name], int)]
    type_ = key.type
    if isinstance(type_, IntType) and values:
        numbers = cast(list[int], values)
        type_ = IntType(min(numbers), max(numbers))
    if isinstance(type_, TextType):
        text_value(checker.sink, expr.name.span)
        return FAILED
    return m.KeyRef(owner, name, base, type_, expr.span)


def _owns(checker: ExpressionChecker, owner: str, needed: str) -> bool:
    if owner == "player" or needed == "player":
        return owner == needed
    return checker.symbols.is_part(owner, needed)


def part_of(checker: ExpressionChecker, expr: ast.Index, scope: Scope) -> m.Expr | m.PlaceRef:
    """`base[index]`, whatever the base is."""
    if isinstance(expr.base, ast.ListExpr):
        return _list_index(checker, expr, expr.base, scope)
    if isinstance(expr.base, ast.NameExpr) and expr.base.name.text not in scope.locals:
        option = checker.symbols.options.get(expr.base.name.text)
        if option is not None and isinstance(option.type, SetType):
            checker.uses.use(expr.base.name.span, "option", option.name)
            return _in_set(checker, option, option.type, expr, scope)
    base = checker.form(expr.base, scope, None)
    if isinstance(base, m.PlaceRef):
        ref: m.PlaceRef | None = base
        for index in expr.indices:
            ref = _place_index(checker, ref, index, scope) if ref is not None else None
        return FAILED if ref is None else ref
    if isinstance(base, m.VarRef):
        dims = base.var.dims
        start = len(base.indices) - (1 if base.var.owner else 0)
        if start + len(expr.indices) > len(dims):
            given, declared = start + len(expr.indices), base.var.span
            errors.wrong_count(checker.sink, expr.span, f"`{base.var.name}`", len(dims), given, declared=declared)
            return FAILED
        added = tuple(checker.typed(i, _index_type(d), scope) for i, d in zip(expr.indices, dims[start:], strict=False))
        return m.VarRef(base.var, base.indices + added, expr.span)
    if base is not FAILED:
        key = expr.indices[0].span.text
        advice = "square brackets name a part of a place or of a variable that is declared with `[…]`"
        kind = base.type.kind if not isinstance(base, PhaseMember) and isinstance(base.type, KindType) else ""
        if kind and key in checker.symbols.kinds[kind].keys:
            advice = f"a key stands behind a dot: `{expr.base.span.text}.{key}`"
        checker.sink.error("E0304", expr.span, "this has no parts", label="can't be indexed", help=advice)
    return FAILED


def _in_set(checker: ExpressionChecker, option: OptionInfo, type_: SetType, expr: ast.Index, scope: Scope) -> m.Expr:
    """Whether an entry is one of those that an option names."""
    if len(expr.indices) > 1:
        errors.wrong_count(checker.sink, expr.span, f"`{option.name}`", 1, len(expr.indices))
        return FAILED
    entry = checker.typed(expr.indices[0], KindType(type_.kind), scope)
    size = len(checker.symbols.kinds[type_.kind].entries)
    members = option.value if isinstance(option.value, tuple) else (0,) * size
    return m.Compare("==", m.TableRef(members, entry, expr.span, IntType(0, 1)), m.number(1), expr.span)


def _place_index(checker: ExpressionChecker, ref: m.PlaceRef, index: ast.Expr, scope: Scope) -> m.PlaceRef | None:
    place = ref.place
    if place.per is not None and ref.per is None:
        value = checker.typed(index, KindType(place.per), scope)
        return m.PlaceRef(place, ref.owner, value, ref.entry, ref.span)
    if place.holds.sort == "kind" and ref.entry is None:
        value = checker.typed(index, KindType(place.holds.name), scope)
        return m.PlaceRef(place, ref.owner, ref.per, value, ref.span)
    checker.sink.error(
        "E0304",
        index.span,
        f"`{place.name}` has no parts to choose from",
        label="one index too many",
        secondary=declared_at(place.decl.name.span),
    )
    return None


def _list_index(checker: ExpressionChecker, expr: ast.Index, base: ast.ListExpr, scope: Scope) -> m.Expr:
    values: list[int] = []
    for item in base.items:
        value = checker.number(item, scope)
        if not isinstance(value, m.Const):
            checker.sink.error("E0311", item.span, "a list holds constants only", label="not a constant")
            return FAILED
        values.append(value.value)
    if len(expr.indices) > 1:
        errors.wrong_count(checker.sink, expr.span, "a list", 1, len(expr.indices))
        return FAILED
    index = checker.number(expr.indices[0], scope)
    if intervals.outside(index.type, 0, len(values) - 1):
        errors.out_of_range(checker.sink, expr.indices[0].span, "this index", 0, len(values) - 1)
    return m.TableRef(tuple(values), index, expr.span, IntType(min(values), max(values)))


def _index_type(dim: str) -> ValueType:
    return PlayerType() if dim == "player" else KindType(dim)
