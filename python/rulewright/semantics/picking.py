"""``pick``: a set of things, one road to each set.

The player names one thing after another and never one that comes before the last in the order of
their kind. Only those are offered with which the set can still become large enough. What was named
last is shown to nobody: it may be a secret of the player's.
"""

from __future__ import annotations

from rulewright.parse import ast
from rulewright.resolve.symbols import IntType, KindType, PlayerType
from rulewright.semantics import errors
from rulewright.semantics import model as m
from rulewright.semantics.choices import ChoiceChecker
from rulewright.semantics.expressions import ExpressionChecker
from rulewright.semantics.scope import Scope

_NUMBER = IntType(0, None)


def pick(
    expressions: ExpressionChecker, choices: ChoiceChecker, statement: ast.Pick, scope: Scope
) -> list[m.Statement]:
    """The loop and the choice that a ``pick`` stands for."""
    span = statement.span
    expressions.me(span, scope, "a choice")
    most = expressions.number(statement.most, scope)
    least = expressions.number(statement.least, scope) if statement.least is not None else m.number(0)
    bare = ast.ChoiceOption(span, statement.name, (statement.param,), None, (), statement.body)
    option = choices.option(bare, scope, forced=True, used=None)
    param = option.params[0]
    thing = param.local
    match thing.type:
        case KindType(kind=kind):
            size = len(expressions.symbols.kinds[kind].entries)
        case PlayerType():
            size = expressions.symbols.players
        case other:
            errors.mismatch(expressions.sink, statement.param.span, "a kind or `player`", str(other))
            return []
    if param.fixed is not None:
        errors.mismatch(expressions.sink, statement.param.span, "a parameter with a type", "a name that is known")
        return []

    def there(local: m.Local) -> m.Expr:
        """How many of a thing can be picked now."""
        inner = scope.with_locals(local)
        number = expressions.number(statement.of, inner) if statement.of is not None else m.number(1)
        if statement.where is None:
            return number
        return m.Cond(expressions.condition(statement.where, inner), number, m.number(0), _NUMBER)

    def all_from(start: m.Expr | None) -> m.Expr:
        other = m.Local(thing.name, thing.type, thing.span)
        where = m.Compare(">=", m.LocalRef(other), start) if start is not None else None
        return m.Aggregate("sum", (m.Binding(other, size, None),), where, there(other), None, _NUMBER)

    def less(local: m.Local) -> m.Assign:
        one_less = m.Arith("-", m.LocalRef(local), m.number(1), span, IntType())
        return m.Assign(local, m.Arith("max", one_less, m.number(0), span, _NUMBER))

    room, needed = m.Local("room", _NUMBER), m.Local("needed", _NUMBER)
    last = m.Local("last", thing.type)
    where: m.Expr = m.Compare(">=", m.LocalRef(thing), m.LocalRef(last))
    where = m.Logic("and", where, m.Compare(">", there(thing), m.number(0)))
    if statement.least is not None:
        enough = m.Compare(">=", all_from(m.LocalRef(thing)), m.LocalRef(needed))
        unneeded = m.Compare("==", m.LocalRef(needed), m.number(0))
        where = m.Logic("and", where, m.Logic("or", unneeded, enough))
    after = [m.Assign(last, m.LocalRef(thing)), less(room)]
    if statement.least is not None:
        after.append(less(needed))
    body = m.Block((*option.body.statements, *after))
    options = [m.Option(option.name, option.params, where, (), forced=True, used=None, body=body, span=option.span)]
    if statement.least is not statement.most:
        done = m.Compare("==", m.LocalRef(needed), m.number(0))
        stop = m.Block((m.Assign(room, m.number(0)),))
        options.append(m.Option(f"{scope.namespace}.pass", (), done, (), False, None, stop, span))
    choose = m.Choose(
        f"{scope.namespace}.{statement.name.text}", scope.phase, None, tuple(options), None, None, m.Block(()), span
    )
    limit = m.Arith("max", m.Arith("min", most, all_from(None), span, IntType()), m.number(0), span, _NUMBER)
    needs = m.Arith("max", m.Arith("min", least, m.LocalRef(room), span, IntType()), m.number(0), span, _NUMBER)
    more = m.Compare(">", m.LocalRef(room), m.number(0))
    return [
        m.Let(room, limit, changes=True),
        m.Let(needed, needs, changes=statement.least is not None),
        m.Let(last, m.Const(0, thing.type), changes=True, hidden=True),
        m.Repeat(more, m.LocalRef(room), m.Block((choose,)), span),
    ]
