"""What a name of the rules stands for: places, variables, keys, members, entries.

The checker has proved that all of them exist. Here they are only told apart again, on the syntax
tree: it still has the constants, picks and spreads that the checked model has replaced by what
they stand for, and a reader wants to be told those.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rulewright.parse import ast
from rulewright.resolve.symbols import EntryInfo, KindType, MemberInfo, PhaseInfo, PlaceInfo, PlayerType, VarInfo
from rulewright.rulebook.glossary import Glossary, Scope, Thing

PARTS = ("count", "room", "empty", "full")


@dataclass(frozen=True, slots=True)
class ToThing:
    """A parameter or a loop variable."""

    thing: Thing


@dataclass(frozen=True, slots=True)
class ToPlace:
    """A place, or the part of it that was named."""

    place: PlaceInfo
    owner: ast.Expr | None
    per: ast.Expr | None = None
    entry: ast.Expr | None = None


@dataclass(frozen=True, slots=True)
class ToPart:
    """``.count``, ``.room``, ``.empty`` or ``.full`` of a place."""

    of: ToPlace
    part: str


@dataclass(frozen=True, slots=True)
class ToVariable:
    """A variable, or the part of it that was named."""

    variable: VarInfo
    owner: ast.Expr | None
    indices: tuple[ast.Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class ToKey:
    """A key of an entry."""

    kind: str
    key: str
    entry: ast.Expr


@dataclass(frozen=True, slots=True)
class ToMember:
    """A value, test, event or step."""

    member: MemberInfo
    args: tuple[ast.Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class ToEntry:
    """An entry by its name."""

    entry: EntryInfo


@dataclass(frozen=True, slots=True)
class ToPhase:
    """A phase by its name."""

    phase: PhaseInfo


@dataclass(frozen=True, slots=True)
class ToConstant:
    """A constant."""

    name: str


@dataclass(frozen=True, slots=True)
class ToOption:
    """A setting of the game."""

    name: str
    indices: tuple[ast.Expr, ...] = ()


Reference = ToThing | ToPlace | ToPart | ToVariable | ToKey | ToMember | ToEntry | ToPhase | ToConstant | ToOption


class References:
    """Finds what expressions stand for."""

    def __init__(self, glossary: Glossary) -> None:
        self.glossary = glossary
        self.symbols = glossary.symbols

    def find(self, expr: ast.Expr, scope: Scope) -> Reference | None:
        """What a name, a member or an index stands for; None: something else."""
        match expr:
            case ast.NameExpr(name=name):
                return self.named(name.text, scope)
            case ast.Member(base=ast.NameExpr(name=base), name=name) if base.text == "my":
                return self._owned(name.text, None)
            case ast.Member(base=base, name=name):
                return self._member(base, name.text, scope)
            case ast.Index(base=base, indices=indices):
                return self._indexed(self.find(base, scope), indices)
            case ast.Call(callee=callee, args=args):
                found = self.find(callee, scope)
                return replace(found, args=args) if isinstance(found, ToMember) else None
        return None

    def named(self, name: str, scope: Scope) -> Reference | None:
        """What a single name stands for."""
        symbols = self.symbols
        phase = symbols.phases.get(scope.phase) if scope.phase else None
        if name in scope.names:
            return ToThing(scope.names[name])
        if name == "me":
            return ToThing(Thing("you", "player"))
        if phase is not None and name in phase.members:
            return ToMember(phase.members[name])
        if phase is not None and name in phase.variables:
            return ToVariable(phase.variables[name], None)
        makers: tuple[tuple[object, Callable[[], Reference]], ...] = (
            (symbols.places, lambda: ToPlace(symbols.places[name], None)),
            (symbols.variables, lambda: ToVariable(symbols.variables[name], None)),
            (symbols.members, lambda: ToMember(symbols.members[name])),
            (symbols.constants, lambda: ToConstant(name)),
            (symbols.options, lambda: ToOption(name)),
        )
        for names, make in makers:
            if name in names:  # type: ignore[operator]
                return make()
        entry = self.entry_named(name)
        if entry is not None:
            return ToEntry(entry)
        return ToPhase(symbols.phases[name]) if name in symbols.phases else None

    def entry_named(self, name: str) -> EntryInfo | None:
        """An entry, whichever number of players it needs."""
        for kind in self.symbols.kinds.values():
            for entry in self.glossary.entries(kind):
                if entry.name == name and entry.kind == kind.name:
                    return entry
        return None

    def kind_of(self, expr: ast.Expr, scope: Scope) -> str | None:
        """The kind of which an expression names an entry, or ``player``."""
        match self.find(expr, scope):
            case ToThing(thing):
                return thing.kind
            case ToEntry(entry):
                return entry.kind
            case ToVariable(variable):
                return _kind(variable.type)
            case ToKey(kind, key):
                return _kind(self.symbols.kinds[kind].keys[key].type)
        if isinstance(expr, ast.Call) and isinstance(expr.callee, ast.NameExpr) and expr.callee.name.text == "next":
            return "player"
        return None

    def _owned(self, name: str, who: ast.Expr | None) -> Reference | None:
        place = self.symbols.places.get(name)
        if place is not None and place.owner is not None:
            return ToPlace(place, who)
        variable = self.symbols.variables.get(name)
        if variable is not None and variable.owner is not None:
            return ToVariable(variable, who)
        return None

    def _member(self, base: ast.Expr, name: str, scope: Scope) -> Reference | None:
        if isinstance(base, ast.NameExpr) and base.name.text in self.symbols.phases:
            phase = self.symbols.phases[base.name.text]
            known = base.name.text in scope.names
            if not known and name in phase.members:
                return ToMember(phase.members[name])
            if not known and name in phase.variables:
                return ToVariable(phase.variables[name], None)
        if name in PARTS:
            found = self.find(base, scope)
            if isinstance(found, ToPlace):
                return ToPart(found, name)
        kind = self.kind_of(base, scope)
        if kind is None:
            return None
        if kind != "player":
            for holder in self._kinds_with(kind):
                if name in self.symbols.kinds[holder].keys:
                    return ToKey(holder, name, base)
        return self._owned(name, base)

    def _kinds_with(self, kind: str) -> list[str]:
        """The kind, and those that include it or that it includes: an entry has the keys of all of them."""
        related = [k for k in self.symbols.kinds if self.symbols.is_part(kind, k) or self.symbols.is_part(k, kind)]
        return [kind, *(k for k in related if k != kind)]

    def _indexed(self, found: Reference | None, indices: tuple[ast.Expr, ...]) -> Reference | None:
        match found:
            case ToPlace(place, owner):
                rest = list(indices)
                per = rest.pop(0) if place.per is not None and rest else None
                return ToPlace(place, owner, per, rest[0] if rest else None)
            case ToVariable(variable, owner):
                return ToVariable(variable, owner, indices)
            case ToOption(name):
                return ToOption(name, indices)
        return None


def _kind(type_: object) -> str | None:
    match type_:
        case KindType(kind=kind):
            return kind
        case PlayerType():
            return "player"
    return None
