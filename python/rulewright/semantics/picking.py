"""``pick``: a set of things, one road to each set.

The player names one thing after another and never one that comes before the last in the order of
the options and their kinds. Only those are offered with which the set can still become large enough.
Which may come next is shown to nobody: what was named last may be a secret of the player's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.diagnostics.source import Span
from rulewright.parse import ast
from rulewright.resolve.symbols import IntType, KindType, PlayerType
from rulewright.semantics import errors
from rulewright.semantics import model as m
from rulewright.semantics.choices import ChoiceChecker
from rulewright.semantics.expressions import ExpressionChecker
from rulewright.semantics.scope import Scope

_NUMBER = IntType(0, None)
_ONE = m.number(1)

_TOO_LATE: m.Words = ("things are named in their order, and this one or a later one was named already",)
_IN_ORDER: m.Words = ("things are named in their order, and no later one was named yet",)


@dataclass(frozen=True, slots=True)
class _Things:
    """The things that one option names. They are numbered on from those of the options before."""

    option: m.Option
    thing: m.Local | None
    """The parameter; without one there is a single thing."""
    size: int
    first: int
    repeats: bool
    """Whether one of them can be named again."""
    condition_of: Callable[[m.Local | None], m.Expr | None]
    """Whether a thing can be picked at all."""
    amount_of: Callable[[m.Local | None], m.Expr]
    """How many there are of a thing that can be picked."""

    def number_of(self, local: m.Local | None) -> m.Expr:
        """How many of a thing can be picked now."""
        condition, amount = self.condition_of(local), self.amount_of(local)
        return amount if condition is None else m.Cond(condition, amount, m.number(0), _NUMBER)

    def place_of(self, local: m.Local | None, span: Span) -> m.Expr:
        """The number of a thing among those of all options."""
        if local is None:
            return m.number(self.first)
        if self.first == 0:
            return m.LocalRef(local)
        return m.Arith("+", m.LocalRef(local), m.number(self.first), span, IntType(0, self.first + self.size))

    def all_from(self, start: m.Expr | None) -> m.Expr:
        """How many things of this option can be picked now, from one of them on."""
        if self.thing is None:
            return self.number_of(None)
        other = m.Local(self.thing.name, self.thing.type, self.thing.span)
        where = m.Compare(">=", m.LocalRef(other), start) if start is not None else None
        binding = m.Binding(other, self.size, None)
        return m.Aggregate("sum", (binding,), where, self.number_of(other), None, _NUMBER)


def pick(
    expressions: ExpressionChecker, choices: ChoiceChecker, statement: ast.Pick, scope: Scope
) -> list[m.Statement]:
    """The loop and the choice that a ``pick`` stands for."""
    span = statement.span
    expressions.me(span, scope, "a choice")
    most = expressions.number(statement.most, scope)
    least = expressions.number(statement.least, scope) if statement.least is not None else m.number(0)
    every: list[_Things] = []
    for option in statement.options:
        first = every[-1].first + every[-1].size if every else 0
        things = _things(expressions, choices, option, scope, first)
        if things is None:
            return []
        every.append(things)
    room, needed = m.Local("room", _NUMBER), m.Local("needed", _NUMBER)
    following = m.Local("following", IntType(0, every[-1].first + every[-1].size))
    options: list[m.Option] = []
    for index, things in enumerate(every):
        own = things.option
        here = things.place_of(things.thing, span)
        where = m.both(
            m.Compare(">=", here, m.LocalRef(following), span, _TOO_LATE, _IN_ORDER), things.condition_of(things.thing)
        )
        if things.repeats:
            where = m.both(where, m.Compare(">", things.amount_of(things.thing), m.number(0), own.span))
        if statement.least is not None:
            start = m.LocalRef(things.thing) if things.thing is not None else None
            left = _sum([things.all_from(start), *(t.all_from(None) for t in every[index + 1 :])], span)
            unneeded = m.Compare("==", m.LocalRef(needed), m.number(0))
            enough = m.Compare(">=", left, m.LocalRef(needed))
            few: m.Words = (m.LocalRef(needed), " more must be named, and from this one on there are only ", left)
            many: m.Words = (
                "at least ",
                m.LocalRef(needed),
                " more must be named, and from this one on there are ",
                left,
            )
            where = m.both(where, m.Logic("or", unneeded, enough, span, few, many))
        after = here if things.repeats else _sum([here, _ONE], span)
        tail = [m.Assign(following, after), _one_less(room, span)]
        if statement.least is not None:
            tail.append(_one_less(needed, span))
        body = m.Block((*own.body.statements, *tail))
        options.append(m.Option(own.name, own.params, where, (), forced=True, used=None, body=body, span=own.span))
    if statement.least is not statement.most:
        missing: m.Words = (m.LocalRef(needed), " more must be named first")
        done = m.Compare("==", m.LocalRef(needed), m.number(0), span, missing, ("nothing more has to be named",))
        stop = m.Block((m.Assign(room, m.number(0)),))
        options.append(m.Option(f"{scope.namespace}.pass", (), done, (), False, None, stop, span))
    name = f"{scope.namespace}.{statement.options[0].name.text}"
    choose = m.Choose(name, scope.phase, None, tuple(options), None, None, m.Block(()), span)
    total = _sum([t.all_from(None) for t in every], span)
    limit = m.Arith("max", m.Arith("min", most, total, span, IntType()), m.number(0), span, _NUMBER)
    needs = m.Arith("max", m.Arith("min", least, m.LocalRef(room), span, IntType()), m.number(0), span, _NUMBER)
    more = m.Compare(">", m.LocalRef(room), m.number(0))
    return [
        m.Let(room, limit, changes=True),
        m.Let(needed, needs, changes=statement.least is not None),
        m.Let(following, m.number(0), changes=True, hidden=True),
        m.Repeat(more, m.LocalRef(room), m.Block((choose,)), span),
    ]


def _things(
    expressions: ExpressionChecker, choices: ChoiceChecker, option: ast.PickOption, scope: Scope, first: int
) -> _Things | None:
    params = () if option.param is None else (option.param,)
    bare = ast.ChoiceOption(option.span, option.name, params, None, (), option.body)
    checked = choices.option(bare, scope, forced=True, used=None)
    thing: m.Local | None = None
    size = 1
    if option.param is not None:
        param = checked.params[0]
        thing = param.local
        match thing.type:
            case KindType(kind=kind):
                size = len(expressions.symbols.kinds[kind].entries)
            case PlayerType():
                size = expressions.symbols.players
            case other:
                errors.mismatch(expressions.sink, option.param.span, "a kind or `player`", str(other))
                return None
        if param.fixed is not None:
            errors.mismatch(expressions.sink, option.param.span, "a parameter with a type", "a name that is known")
            return None

    def inside(local: m.Local | None) -> Scope:
        return scope if local is None else scope.with_locals(local)

    def condition_of(local: m.Local | None) -> m.Expr | None:
        return None if option.where is None else expressions.condition(option.where, inside(local))

    def amount_of(local: m.Local | None) -> m.Expr:
        return _ONE if option.of is None else expressions.number(option.of, inside(local))

    return _Things(checked, thing, size, first, option.of is not None, condition_of, amount_of)


def _sum(parts: list[m.Expr], span: Span) -> m.Expr:
    total = parts[0]
    for part in parts[1:]:
        total = m.Arith("+", total, part, span, _NUMBER)
    return total


def _one_less(local: m.Local, span: Span) -> m.Assign:
    one_less = m.Arith("-", m.LocalRef(local), _ONE, span, IntType())
    return m.Assign(local, m.Arith("max", one_less, m.number(0), span, _NUMBER))
