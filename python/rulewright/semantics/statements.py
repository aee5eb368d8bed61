"""Statements: moves of tokens, variables, loops, turns, choices."""

from __future__ import annotations

from typing import Literal

from rulewright.diagnostics.sink import Sink
from rulewright.parse import ast
from rulewright.resolve.symbols import (
    BoolType,
    IntType,
    KindType,
    MemberInfo,
    PhaseType,
    PlayerType,
    Symbols,
)
from rulewright.resolve.texts import names_in_text
from rulewright.semantics import errors, intervals, meant
from rulewright.semantics import model as m
from rulewright.semantics.calls import bindings
from rulewright.semantics.choices import ChoiceChecker
from rulewright.semantics.expressions import ExpressionChecker
from rulewright.semantics.forms import is_failed
from rulewright.semantics.moves import MoveChecker
from rulewright.semantics.picking import pick
from rulewright.semantics.places import PlaceTable
from rulewright.semantics.rules.bounded_loops import check_repeat, check_rounds
from rulewright.semantics.scope import Scope
from rulewright.semantics.spreading import spread

_MOST_WORDS = 100
"""Numbers that a name in braces can stand for; each is a text of its own in the program."""


class StatementChecker:
    """Checks blocks; one method for each statement."""

    def __init__(self, symbols: Symbols, expressions: ExpressionChecker, places: PlaceTable, sink: Sink) -> None:
        self.symbols = symbols
        self.expressions = expressions
        self.places = places
        self.sink = sink
        self.moves = MoveChecker(symbols, expressions, sink)
        self.choices = ChoiceChecker(symbols, expressions, self.block, sink)

    def block(self, block: ast.Block, scope: Scope) -> m.Block:
        """A block; what is declared in it is known to its end."""
        found: list[m.Statement] = []
        for statement in block.statements:
            if isinstance(statement, ast.Let):
                value = self.expressions.value(statement.value, scope)
                local = m.Local(statement.name.text, value.type, statement.name.span, is_failed(value))
                self.expressions.uses.local(statement.name.span, local.name, local.span)
                found.append(m.Let(local, value))
                scope = scope.with_locals(local)
            else:
                found.extend(self._statement(statement, scope))
        return m.Block(tuple(found))

    def _statement(self, statement: ast.Statement, scope: Scope) -> list[m.Statement]:
        match statement:
            case ast.Move():
                return self.moves.move(statement, scope)
            case ast.Gain():
                return self.moves.gain(statement, scope)
            case ast.Draw():
                return self.moves.draw(statement, scope)
            case ast.Set():
                return self._set(statement, scope)
            case ast.Roll():
                return self._roll(statement, scope)
            case ast.If():
                condition = self.expressions.condition(statement.condition, scope)
                then = self.block(statement.then, scope)
                otherwise = self.block(statement.otherwise, scope) if statement.otherwise else m.Block(())
                if isinstance(condition, m.Const):
                    return list((then if condition.value else otherwise).statements)
                return [m.If(condition, then, otherwise)]
            case ast.Each():
                return self._each(statement, scope)
            case ast.Repeat():
                return self._repeat(statement, scope)
            case ast.Turns():
                start = self.expressions.player(statement.start, scope)
                each = self.expressions.number(statement.each, scope) if statement.each is not None else None
                turns = m.Turns(start, each, self._turn(statement, scope.with_me()), statement.span)
                if each is None or isinstance(each, m.Const):
                    return [turns]
                return [m.If(m.Compare(">", each, m.number(0)), m.Block((turns,)), m.Block(()))]
            case ast.Rounds():
                return self._rounds(statement, scope)
            case ast.As():
                player = self.expressions.player(statement.player, scope)
                return [m.As(player, self.block(statement.body, scope.with_me()), statement.span)]
            case ast.Choose():
                return [self.choices.choose(statement, scope)]
            case ast.Do():
                return self._do(statement, scope)
            case ast.Play():
                phase = self.expressions.typed(statement.phase, PhaseType(), scope)
                return [m.Play(phase, statement.span)]
            case ast.Require():
                return [self._require(statement, scope)]
            case ast.Spread():
                return self._spread(statement, scope)
            case ast.Pick():
                return pick(self.expressions, self.choices, statement, scope)
            case _:
                raise AssertionError(statement)

    def _require(self, statement: ast.Require, scope: Scope) -> m.Require:
        blanks: list[m.Blank] = []
        for name in dict.fromkeys(names_in_text(statement.text.text)):
            local = scope.locals.get(name)
            if local is None:
                errors.unknown_name(self.sink, name, statement.text.span, scope.locals)
                continue
            match local.type:
                case KindType(kind=kind):
                    first, words = 0, [entry.title for entry in self.symbols.kinds[kind].entries]
                case PlayerType():
                    first, words = 0, [str(seat) for seat in range(self.symbols.players)]
                case IntType(low=int(low), high=int(high)) if high - low < _MOST_WORDS:
                    first, words = low, [str(number) for number in range(low, high + 1)]
                case other:
                    wanted = "an entry, a player or a number with a short range"
                    errors.mismatch(self.sink, statement.text.span, wanted, str(other))
                    continue
            blanks.append(m.Blank(m.LocalRef(local), first, tuple(words)))
        condition = self.expressions.condition(statement.condition, scope)
        return m.Require(condition, statement.text.text, tuple(blanks), statement.span)

    def _turn(self, statement: ast.Turns | ast.Rounds, scope: Scope) -> m.Block:
        """What a player does in his turn, if he has one."""
        body = self.block(statement.body, scope)
        if statement.where is None:
            return body
        return m.Block((m.If(self.expressions.condition(statement.where, scope), body, m.Block(())),))

    def _set(self, statement: ast.Set, scope: Scope) -> list[m.Statement]:
        target = self.expressions.variable(statement.target, scope)
        if target is None or not self._complete(target, statement):
            return []
        variable = target.var
        if statement.operator in ("set", "clear"):
            if not isinstance(variable.type, BoolType):
                needed, found = "`=` and a value", f"{variable.type} to be set"
                advice = f"write `set {statement.target.span.text} = …`"
                errors.mismatch(self.sink, statement.span, needed, found, advice, declared=variable.span)
                return []
            value: m.Expr = m.truth(value=statement.operator == "set")
        else:
            assert statement.value is not None
            if statement.operator == "=":
                value = self.expressions.typed(statement.value, variable.type, scope, variable.span)
            else:
                change = self.expressions.number(statement.value, scope)
                operator: Literal["+", "-"] = "+" if statement.operator == "+=" else "-"
                type_ = intervals.arithmetic(operator, variable.type, change.type)
                value = m.Arith(operator, target, change, statement.span, type_)
                if isinstance(variable.type, IntType) and variable.type.low is not None:
                    low, high = variable.type.low, variable.type.high
                    if high is not None and intervals.outside(type_, low, high):
                        errors.out_of_range(self.sink, statement.span, "the result", low, high, declared=variable.span)
                elif not isinstance(variable.type, IntType):
                    errors.mismatch(
                        self.sink, statement.target.span, "a number", str(variable.type), declared=variable.span
                    )
        return [m.SetVar(target, value, statement.span)]

    def _complete(self, target: m.VarRef, statement: ast.Node) -> bool:
        needed = len(target.var.dims) + (1 if target.var.owner else 0)
        if len(target.indices) != needed:
            given, declared = len(target.indices), target.var.span
            dims = ", ".join(target.var.dims)
            advice = f"write `{target.var.name}[…]`: there is one for each {dims}" if dims else ""
            errors.wrong_count(
                self.sink, statement.span, f"`{target.var.name}`", needed, given, declared=declared, advice=advice
            )
            return False
        return True

    def _roll(self, statement: ast.Roll, scope: Scope) -> list[m.Statement]:
        target = self.expressions.variable(statement.target, scope)
        if target is None or not self._complete(target, statement):
            return []
        match target.var.type:
            case PlayerType():
                size = self.symbols.players
            case KindType() as kind:
                size = len(self.symbols.kinds[kind.kind].entries)
            case IntType(low=0, high=int(high)):
                size = high + 1
            case other:
                needed = "a player, an entry or a range from 0"
                errors.mismatch(self.sink, statement.span, needed, str(other), declared=target.var.span)
                return []
        return [m.Roll(target, size, statement.span)]

    def _each(self, statement: ast.Each, scope: Scope) -> list[m.Statement]:
        loops, inner = bindings(self.expressions, statement.over.binders, scope)
        where = self.expressions.condition(statement.over.where, inner) if statement.over.where is not None else None
        body = self.block(statement.body, inner)
        for position, binding in reversed(list(enumerate(loops))):
            innermost = position == len(loops) - 1
            body = m.Block((m.Each(binding, where if innermost else None, body, statement.span),))
        return list(body.statements)

    def _repeat(self, statement: ast.Repeat, scope: Scope) -> list[m.Statement]:
        bound = self.expressions.number(statement.bound, scope) if statement.bound is not None else None
        condition: m.Expr | None = None
        if statement.condition is not None:
            if statement.mode == "times":
                bound = self.expressions.number(statement.condition, scope)
            else:
                condition = self.expressions.condition(statement.condition, scope)
                if statement.mode == "until":
                    condition = m.Negation(condition)
        check_repeat(statement, bound is not None, self.sink)
        body = self.block(statement.body, scope)
        return [m.Repeat(condition, bound if bound is not None else m.number(0), body, statement.span)]

    def _rounds(self, statement: ast.Rounds, scope: Scope) -> list[m.Statement]:
        start = self.expressions.player(statement.start, scope)
        event: m.Expr | MemberInfo | None = None
        if statement.event is not None:
            event = self._member(ast.Path(statement.event.span, (statement.event,)), "event", scope)
        inner = scope.with_me()
        condition = self.expressions.condition(statement.condition, scope) if statement.condition is not None else None
        bound = self.expressions.number(statement.bound, scope) if statement.bound is not None else None
        body = self._turn(statement, inner)
        check_rounds(statement, condition, bound is not None, body, self.sink)
        member = event if isinstance(event, MemberInfo) else None
        return [m.Rounds(start, member, condition, bound, body, statement.span)]

    def _member(self, path: ast.Path, sort: str, scope: Scope) -> MemberInfo | None:
        names = [n.text for n in path.names]
        member: MemberInfo | None = None
        if len(names) == 1:
            phase = self.symbols.phases.get(scope.phase) if scope.phase else None
            member = (phase.members.get(names[0]) if phase else None) or self.symbols.members.get(names[0])
        elif len(names) == 2 and names[0] in self.symbols.phases:
            member = self.symbols.phases[names[0]].members.get(names[1])
        if member is not None:
            if member.phase is not None and len(names) == 2:
                self.expressions.uses.use(path.names[0].span, "phase", member.phase)
            self.expressions.note_member(path.names[-1], member)
        if member is not None and member.sort != sort:
            advice = {
                "value": "a value is read by its name, without `do` or `emit`",
                "test": "a test is read by its name, without `do` or `emit`",
                "event": "an event happens with `emit`",
                "step": "a step is called with `do`",
            }[member.sort]
            article = "an" if sort == "event" else "a"
            found, declared = f"the {member.sort} `{member.path}`", member.decl.name.span
            errors.mismatch(self.sink, path.span, f"{article} {sort}", found, advice, declared=declared)
            return None
        if member is None:
            known = [x.path for x in self.symbols.members.values() if x.sort == sort]
            for phase in self.symbols.phases.values():
                prefix = "" if phase.name == scope.phase else f"{phase.name}."
                known += [prefix + x.name for x in phase.members.values() if x.sort == sort]
            there = meant.in_a_phase(self.symbols, path.text, sort)
            meant_so = f"did you mean `{there}`?" if there is not None else None
            if path.text in self.symbols.phases:
                meant_so = f"`{path.text}` is a phase; it is run with `play {path.text}`"
            errors.unknown_name(self.sink, path.text, path.span, known, meant_so, there)
            return None
        return member

    def _do(self, statement: ast.Do, scope: Scope) -> list[m.Statement]:
        sort = "event" if statement.emits else "step"
        member = self._member(statement.path, sort, scope)
        if member is None:
            return []
        if len(statement.args) != len(member.params):
            needed, given = len(member.params), len(statement.args)
            declared = member.decl.name.span
            advice = meant.call_of(member)
            errors.wrong_count(
                self.sink, statement.span, f"`{member.path}`", needed, given, declared=declared, advice=advice
            )
            return []
        self.expressions.me(statement.span, scope, f"`{member.path}`")
        args = tuple(self.expressions.argument(a, p, scope) for a, p in zip(statement.args, member.params, strict=True))
        return [m.Do(member, args, statement.span)]

    def _spread(self, statement: ast.Spread, scope: Scope) -> list[m.Statement]:
        self.expressions.me(statement.span, scope, "`spread`")
        pool = self.expressions.place(statement.pool, scope)
        targets = [(t, self.expressions.place(t, scope)) for t in statement.targets]
        if pool is None or any(t is None for _, t in targets):
            return []
        refs = [(node, ref) for node, ref in targets if ref is not None]
        return spread(self.symbols, self.places, pool, refs, statement, scope, self.sink)
