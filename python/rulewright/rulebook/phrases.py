"""Expressions in words: numbers and things as nouns, conditions as clauses."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.parse import ast
from rulewright.resolve.symbols import BoolType, Holding, KindType, MemberInfo, PhaseType, PlayerType, ValueType
from rulewright.rulebook import english
from rulewright.rulebook.glossary import Glossary, Scope, Thing
from rulewright.rulebook.references import (
    References,
    ToConstant,
    ToEntry,
    ToKey,
    ToMember,
    ToOption,
    ToPart,
    ToPhase,
    ToPlace,
    ToThing,
    ToVariable,
)

_COMPARED = {
    "==": "is",
    "is": "is",
    "!=": "is not",
    "is not": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
_OPERATORS = {
    "==": operator.eq,
    "is": operator.eq,
    "!=": operator.ne,
    "is not": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times"}


@dataclass(frozen=True, slots=True)
class Looped:
    """What a loop goes through, and where it lies."""

    noun: str
    where: str

    def __str__(self) -> str:
        return self.noun + self.where

    @property
    def many(self) -> str:
        """All of them."""
        return english.plural(self.noun) + self.where


class Phrases:
    """Puts expressions into words."""

    def __init__(self, glossary: Glossary) -> None:
        self.glossary = glossary
        self.references = References(glossary)

    # ---- nouns ----

    def noun(self, expr: ast.Expr, scope: Scope) -> str:
        """A number, an entry or a player."""
        match expr:
            case ast.Integer(value=value):
                return str(value)
            case ast.NoneValue():
                return "none"
            case ast.Negative(operand=operand):
                return f"minus {self.noun(operand, scope)}"
            case ast.Binary():
                return self._arithmetic(expr, scope)
            case ast.Conditional(condition=condition, then=then, otherwise=otherwise):
                rest = self.noun(otherwise, scope)
                return f"{self.noun(then, scope)} if {self.clause(condition, scope)}, otherwise {rest}"
            case ast.Index(base=ast.ListExpr(items=items), indices=(index,)):
                values = ", ".join(self.noun(i, scope) for i in items)
                numbers = ", ".join(str(i) for i in range(len(items)))
                return f"{values} for {numbers} (by {self.noun(index, scope)})"
            case ast.Call() if self.references.find(expr, scope) is None:
                return self._call(expr, scope)
            case ast.NameExpr(name=name) if name.text == "players":
                return "the number of players"
        return self._reference(expr, scope)

    def _reference(self, expr: ast.Expr, scope: Scope) -> str:
        match self.references.find(expr, scope):
            case ToThing(thing):
                return thing.words
            case ToEntry(entry):
                return self.glossary.entry(entry)
            case ToPhase(phase):
                return f"the phase {self.glossary.phase(phase)}"
            case ToConstant(name):
                return self.glossary.numbers(name)
            case ToOption(name):
                return f"the {english.spaced(name)} that was agreed on"
            case ToPlace() as place:
                return self.amount_in(place, scope)
            case ToPart(of=place, part="room"):
                return f"the room in {self.place(place, scope)}"
            case ToPart(of=place):
                return self.amount_in(place, scope)
            case ToVariable() as variable:
                return self._variable(variable, scope)
            case ToKey(kind, key, entry):
                holds_phase = isinstance(self.glossary.symbols.kinds[kind].keys[key].type, PhaseType)
                return f"the {'phase' if holds_phase else english.spaced(key)} of {self.noun(entry, scope)}"
            case ToMember(member, args):
                words = [self.noun(a, scope) for a in args]
                text = self.glossary.member_text(member, words)
                if text is not None:
                    return text
                return f"the {english.spaced(member.name).removesuffix(' of')}{_of(words)}"
        return "true or false" if isinstance(expr, ast.Boolean) else self.clause(expr, scope)

    def _variable(self, found: ToVariable, scope: Scope) -> str:
        text = self.glossary.text(self.glossary.variable_path(found.variable))
        words = text or f"the {english.spaced(found.variable.name)}"
        about = [self.noun(e, scope) for e in (found.owner, *found.indices) if e is not None]
        about = [w for w in about if w != "you"]
        return f"{words}{_of(about)}"

    def _arithmetic(self, expr: ast.Binary, scope: Scope) -> str:
        signs = {"+", "-"}
        plain = isinstance(expr.left, ast.Binary) and expr.operator in signs and expr.left.operator in {*signs, "*"}
        left = self.noun(expr.left, scope) if plain else self._part(expr.left, scope)
        right = self._part(expr.right, scope)
        if expr.operator == "/":
            return f"{left} divided by {right}, rounded down"
        if expr.operator == "%":
            return f"what is left of {left} divided by {right}"
        return f"{left} {_ARITHMETIC[expr.operator]} {right}"

    def _part(self, expr: ast.Expr, scope: Scope) -> str:
        """A noun inside a longer one: in brackets if it would be read together with the rest."""
        words = self.noun(expr, scope)
        over = isinstance(expr, ast.Call) and expr.over is not None
        return f"({words})" if over or isinstance(expr, (ast.Binary, ast.Conditional)) else words

    def _call(self, expr: ast.Call, scope: Scope) -> str:
        name = expr.callee.name.text if isinstance(expr.callee, ast.NameExpr) else ""
        if expr.over is not None:
            return self._over(name, expr, expr.over, scope)
        words = [self._part(a, scope) for a in expr.args]
        numbers = [a for a in expr.args if isinstance(a, ast.Integer)]
        match name:
            case "min" | "max" if len(words) == 2 and len(numbers) == 1:
                other = next(self.noun(a, scope) for a in expr.args if not isinstance(a, ast.Integer))
                return f"{other}, but at {'most' if name == 'min' else 'least'} {numbers[0].value}"
            case "min" | "max":
                return f"the {'smallest' if name == 'min' else 'greatest'} of {english.joined(words)}"
            case "next":
                return f"the player after {words[0]}"
            case "seats":
                return f"the number of seats from {words[0]} on to {english.joined(words[1:])}"
        return f"{english.spaced(name)}{_of(words)}"

    def _over(self, name: str, expr: ast.Call, over: ast.ForClause, scope: Scope) -> str:
        things, inner = self.binders(over.binders, scope, "that")
        where = self.provided(" for which", over.where, inner)
        if len(things) == 1:
            where = english.which(str(things[0]), where)
        many = english.joined([t.many for t in things]) + where
        each = english.joined([f"each {t}" for t in things]) + where
        value = self._part(expr.args[-1], inner) if expr.args else ""
        match name:
            case "count":
                return f"the number of {many}"
            case "sum":
                return f"{value} for {each}"
            case "max" | "min":
                return f"the {'greatest' if name == 'max' else 'smallest'} of {value} for {each}"
            case "largest":
                return f"the greatest of {value} for {each}, added up (so many: {self.noun(expr.args[0], scope)})"
        return many

    def binders(self, binders: Sequence[ast.Binder], scope: Scope, word: str) -> tuple[list[Looped], Scope]:
        """What loops go through, and the scope inside of them."""
        things: list[Looped] = []
        for binder in binders:
            where = ""
            kind = binder.kind.text if binder.kind is not None else None
            if binder.place is not None:
                found = self.references.find(binder.place, scope)
                if isinstance(found, ToPlace):
                    kind = found.place.holds.name if found.place.holds.sort == "kind" else None
                    where = f" in {self.place(found, scope)}"
            noun = self.glossary.kind(kind) if kind is not None else "piece"
            own = f"{word} {noun}"
            if any(t.words == own for t in scope.names.values()):
                own = f"{word} other {noun}"
            things.append(Looped(noun, where))
            scope = scope.knowing({binder.name.text: Thing(own, kind)})
        return things, scope

    # ---- places ----

    def place(self, found: ToPlace, scope: Scope) -> str:
        """A place, with whose it is."""
        title = english.lowered(found.place.title)
        if found.place.owner is None:
            words = f"the {title}"
        elif found.owner is None:
            words = english.owned_by("you", title)
        else:
            words = english.owned_by(self.noun(found.owner, scope), title)
        return f"{words} for {self.noun(found.per, scope)}" if found.per is not None else words

    def place_of(self, expr: ast.Expr, scope: Scope) -> str:
        """The place that an expression names."""
        found = self.references.find(expr, scope)
        return self.place(found, scope) if isinstance(found, ToPlace) else self.noun(expr, scope)

    def held(self, holds: Holding) -> str:
        """What a place holds, in the singular."""
        match holds.sort:
            case "token":
                return english.lowered(self.glossary.symbols.tokens[holds.name].title)
            case "kind":
                return self.glossary.kind(holds.name)
        return self.glossary.entry_of(holds.name, holds.entry)

    def amount_in(self, found: ToPlace, scope: Scope) -> str:
        """How much lies in a place or a part of it."""
        place = self.place(found, scope)
        if found.entry is not None:
            return f"the amount of {self.noun(found.entry, scope)} in {place}"
        return f"the number of {english.plural(self.held(found.place.holds))} in {place}"

    # ---- clauses ----

    def clause(self, expr: ast.Expr, scope: Scope) -> str:
        """A condition; ``always`` if readers need not be told about what it asks for."""
        if self._is_untold(expr, scope):
            return "always"
        match expr:
            case ast.Boolean(value=value):
                return "always" if value else "never"
            case ast.Given(name=name):
                return f"the {english.spaced(name.text)} was agreed on before"
            case ast.Not(operand=operand):
                return self.opposite(operand, scope)
            case ast.Logical():
                return self._logical(expr, scope)
            case ast.Comparison():
                return self._comparison(expr, scope)
            case ast.Conditional(condition=condition, then=then, otherwise=otherwise):
                first, second = self.clause(then, scope), self.clause(otherwise, scope)
                return f"{first} if {self.clause(condition, scope)}, otherwise {second}"
            case ast.Call(callee=ast.NameExpr(name=name), over=over) if over is not None:
                return self._quantified(name.text, over, scope)
        return self._plain_clause(expr, scope)

    def provided(self, link: str, condition: ast.Expr | None, scope: Scope) -> str:
        """A condition behind a linking word; nothing if it always holds."""
        clause = self.clause(condition, scope) if condition is not None else "always"
        return "" if clause == "always" else f"{link} {clause}"

    def _is_untold(self, expr: ast.Expr, scope: Scope) -> bool:
        match expr:
            case ast.Comparison(left=left, right=right):
                return self._is_untold(left, scope) or self._is_untold(right, scope)
            case ast.Not(operand=operand):
                return self._is_untold(operand, scope)
        match self.references.find(expr, scope):
            case ToVariable(variable):
                return self.glossary.is_untold(variable)
            case ToMember(member):
                return self.glossary.symbols.texts.get(member.path) == ""
        return False

    def _plain_clause(self, expr: ast.Expr, scope: Scope) -> str:
        match self.references.find(expr, scope):
            case ToPart(of=place, part=part) if part in ("empty", "full"):
                return f"{self.place(place, scope)} is {part}"
            case ToKey(_, key, entry):
                return f"{self.noun(entry, scope)} is {english.spaced(key)}"
            case ToVariable(variable, owner, indices):
                it = {"it": self.noun(owner, scope)} if owner is not None else {}
                text = self.glossary.text(self.glossary.variable_path(variable), it)
                if text:
                    return text
                if owner is not None and variable.owner != "player":
                    return f"{self.noun(owner, scope)} is {english.spaced(variable.name)}"
                about = [self.noun(e, scope) for e in (owner, *indices) if e is not None]
                return f"“{english.spaced(variable.name)}” is set{_of(about, 'for')}"
            case ToMember(member, args):
                if self.is_settled(member) and isinstance(member.decl, ast.Function):
                    return self.clause(member.decl.body, scope)
                words = [self.noun(a, scope) for a in args]
                text = self.glossary.member_text(member, words)
                return text or f"“{english.spaced(member.name)}” is true{_of(words, 'for')}"
            case ToOption(name, ()):
                return f"“{english.spaced(name)}” was agreed on"
            case ToOption(name, indices):
                return f"{english.joined([self.noun(i, scope) for i in indices])} is one of the {english.spaced(name)}"
        return f"{self.noun(expr, scope)} is true" if not isinstance(expr, ast.Integer) else str(expr.value)

    def opposite(self, expr: ast.Expr, scope: Scope) -> str:
        """The contrary of a condition."""
        if self._is_untold(expr, scope):
            return "always"
        match expr:
            case ast.Not(operand=operand):
                return self.clause(operand, scope)
            case ast.Call(callee=ast.NameExpr(name=name), over=over) if over is not None and name.text == "any":
                things, inner = self.binders(over.binders, scope, "that")
                where = self.provided(" for which", over.where, inner)
                where = english.which(str(things[0]), where) if len(things) == 1 else where
                return f"there is no {english.joined([str(t) for t in things])}{where}"
            case ast.Logical():
                return f"it is not so that {self.clause(expr, scope)}"
        return english.negated(self.clause(expr, scope))

    def _logical(self, expr: ast.Logical, scope: Scope) -> str:
        idle, deciding = ("always", "never") if expr.operator == "and" else ("never", "always")
        parts: list[str] = []
        for part in _operands(expr, expr.operator):
            words = self.clause(part, scope)
            if words != idle:
                parts.append(f"({words})" if isinstance(part, ast.Logical) else words)
        return deciding if deciding in parts else english.joined(parts, expr.operator) or idle

    def _quantified(self, name: str, over: ast.ForClause, scope: Scope) -> str:
        things, inner = self.binders(over.binders, scope, "that")
        if name == "all":
            return f"for {english.joined([f'each {t}' for t in things])}{self.provided('', over.where, inner)}"
        there = english.joined([english.a(str(t)) for t in things])
        where = self.provided(" for which", over.where, inner)
        return f"there is {there}{english.which(str(things[0]), where) if len(things) == 1 else where}"

    def _comparison(self, expr: ast.Comparison, scope: Scope) -> str:
        if isinstance(expr.right, ast.NoneValue):
            return self._none(expr, scope)
        presence = self._presence(expr, scope)
        if presence is not None:
            return presence
        if isinstance(expr.left, (ast.Comparison, ast.Logical, ast.Not)):
            same = "exactly if" if expr.operator in ("==", "is") else "or"
            return f"{self.clause(expr.left, scope)} {same} {self.clause(expr.right, scope)}"
        left, right = self.noun(expr.left, scope), self.noun(expr.right, scope)
        verb = _COMPARED[expr.operator]
        if left == "you":
            verb = verb.replace("is", "are", 1)
        return f"{left} {verb} {right}"

    def _none(self, expr: ast.Comparison, scope: Scope) -> str:
        there = expr.operator in ("!=", "is not")
        match self.references.find(expr.left, scope):
            case ToKey(kind, key, entry):
                type_ = self.glossary.symbols.kinds[kind].keys[key].type
                what = self.type(type_) if isinstance(type_, KindType) else english.spaced(key)
                # A key that is a verb is the rule of our language's users: who `plays`, `makes` or `grows` what.
                verb = english.spaced(key) if key.endswith("s") else f"has as {english.spaced(key)}"
                return f"{self.noun(entry, scope)} {verb} {english.a(what) if there else f'no {what}'}"
        words = bare(self.noun(expr.left, scope))
        return f"there is {english.a(words) if there else f'no {words}'}"

    def _presence(self, expr: ast.Comparison, scope: Scope) -> str | None:
        """Whether something lies somewhere, which reads better than a number compared with 0."""
        if not isinstance(expr.right, ast.Integer):
            return None
        some = (expr.operator, expr.right.value) in ((">", 0), (">=", 1), ("!=", 0))
        nothing = (expr.operator, expr.right.value) in (("==", 0), ("<=", 0), ("<", 1), ("is", 0))
        if not some and not nothing:
            return None
        match self.references.find(expr.left, scope):
            case ToPart(of=found, part="count"):
                return f"{self.place(found, scope)} is {'not ' if some else ''}empty"
            case ToPart(of=found, part="room"):
                place = self.place(found, scope)
                return f"there is room in {place}" if some else f"there is no room in {place}"
            case ToPlace() as found:
                return self._lies_in(found, scope, some=some)
        return None

    def _lies_in(self, found: ToPlace, scope: Scope, *, some: bool) -> str:
        place = self.place(found, scope)
        if found.entry is not None:
            return f"{self.noun(found.entry, scope)} is {'' if some else 'not '}in {place}"
        what = self.held(found.place.holds)
        whose = "you have" if found.place.owner == "player" and found.owner is None else "there is"
        return f"{whose} {english.a(what) if some else f'no {what}'} in {place}"

    def is_settled(self, member: MemberInfo) -> bool:
        """Whether a test has one answer and nothing changes it: then readers need not hear of it."""
        body = member.decl.body if isinstance(member.decl, ast.Function) else None
        refined = any(info.target == member for info in self.glossary.symbols.refinements)
        return isinstance(body, ast.Boolean) and not refined

    def settled(self, condition: ast.Expr) -> bool | None:
        """The answer of a comparison of constants, if it is the same for all numbers of players."""
        if not isinstance(condition, ast.Comparison):
            return None
        left, right = self._constant(condition.left), self._constant(condition.right)
        if left is None or right is None:
            return None
        compare = _OPERATORS[condition.operator]
        answers = {compare(a, b) for a, b in zip(left, right, strict=True)}
        return answers.pop() if len(answers) == 1 else None

    def _constant(self, expr: ast.Expr) -> list[int] | None:
        """A number for each number of players."""
        match expr:
            case ast.Integer(value=value):
                return [value for _ in self.glossary.games]
            case ast.NameExpr(name=name) if name.text in self.glossary.symbols.constants:
                return self.glossary.by_players(name.text)
        return None

    # ---- parameters ----

    def type(self, type_: ValueType) -> str:
        """Any value of a type, in the singular."""
        match type_:
            case KindType(kind=kind):
                return self.glossary.kind(kind)
            case PlayerType():
                return "player"
            case BoolType():
                return "yes or no"
        return "number"

    def parameter(self, param: ast.Param, scope: Scope, word: str = "the") -> Thing:
        """What a parameter is called."""
        if param.type is None:
            known = scope.names.get(param.name.text)
            return known if known is not None else Thing(f"{word} {english.spaced(param.name.text)}", None)
        if isinstance(param.type, ast.Range):
            name = english.spaced(param.name.text)
            return Thing(name if len(name) == 1 else f"{word} {name}", None)
        kind = param.type.text
        named = kind == "player" or kind in self.glossary.symbols.kinds
        words = f"{word} {self.glossary.kind(kind) if named else 'number'}"
        return Thing(words, kind if named else None)

    def parameters(self, params: Sequence[ast.Param], scope: Scope, word: str = "the") -> dict[str, Thing]:
        """All parameters; two of one kind are told apart."""
        found: dict[str, Thing] = {}
        for param in params:
            thing = self.parameter(param, scope, word)
            others = [*found.values(), *(t for name, t in scope.names.items() if name != param.name.text)]
            if param.type is not None and any(thing.words == other.words for other in others):
                thing = Thing(thing.words.replace(f"{word} ", f"{word} other ", 1), thing.kind)
            found[param.name.text] = thing
        return found


def bare(words: str) -> str:
    """A noun without its article."""
    for article in ("the ", "that ", "an ", "a ", "any "):
        if words.startswith(article):
            return words.removeprefix(article)
    return words


def _operands(expr: ast.Expr, operator: str) -> list[ast.Expr]:
    if isinstance(expr, ast.Logical) and expr.operator == operator:
        return [*_operands(expr.left, operator), *_operands(expr.right, operator)]
    return [expr]


def _of(words: Sequence[str], link: str = "of") -> str:
    return f" {link} {english.joined(words)}" if words else ""
