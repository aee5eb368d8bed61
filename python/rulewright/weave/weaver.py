"""Puts every refinement where it works."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.diagnostics.sink import Sink
from rulewright.semantics import model as m
from rulewright.semantics.walk import statements_in
from rulewright.weave.order import put_in_order
from rulewright.weave.reach import with_what_comes
from rulewright.weave.woven import WovenEvent, WovenFunction, WovenGame, WovenPhase, WovenStep

_ADDS = {"+=", "-="}
_FEW_HANDLERS = 2
"""So many conditions are looked at before an event is called; with more, the call itself is no dearer."""

_USED: m.Words = ("it may be taken once a phase, and it was",)
_STILL_FREE: m.Words = ("it may be taken once a phase, and it was not yet",)


def weave_game(model: m.GameModel, sink: Sink) -> WovenGame:
    """The game with all refinements in their places."""
    return _Weaver(model, sink).weave()


class _Weaver:
    def __init__(self, model: m.GameModel, sink: Sink) -> None:
        self.model = model
        self.sink = sink
        self.base = model.symbols.name
        self.after = model.symbols.comes_after
        self.awaited = set(_awaited(model))

    def weave(self) -> WovenGame:
        model = self.model
        game = WovenGame(
            model.symbols,
            model.places,
            model.variables,
            {path: self._function(f) for path, f in model.functions.items()},
            {path: self._event(path) for path in model.events},
            {path: self._step(s) for path, s in model.steps.items()},
            {p.phase.name: self._phase(p) for p in model.phases.values()},
            self._block(model.setup, None),
            self._block(model.play, None),
        )
        return replace(game, places=with_what_comes(game.symbols, game.places, game.blocks()))

    def _function(self, function: m.FunctionModel) -> WovenFunction:
        own = [r for r in self.model.value_refinements if r.target is function.member]
        changes = put_in_order(own, self.base, function.member.path, _commute, self.after, self.sink)
        return WovenFunction(function.member, function.params, function.body, changes)

    def _event(self, path: str) -> WovenEvent:
        member = self.model.events[path]
        own = [h for h in self.model.handlers if h.target is member]
        handlers = put_in_order(own, self.base, path, lambda _a, _b: False, self.after, self.sink)
        params = tuple(m.Local(p.name, p.type) for p in member.params)
        return WovenEvent(member, params, handlers)

    def _step(self, step: m.StepModel) -> WovenStep:
        own = [h for h in self.model.replacements if h.target is step.member]
        ordered = put_in_order(own, self.base, step.member.path, lambda _a, _b: False, self.after, self.sink)
        return WovenStep(step.member, step.params, self._block(step.body, None), ordered)

    def _phase(self, phase: m.PhaseModel) -> WovenPhase:
        info = phase.phase
        return WovenPhase(info.name, info.index, self._block(phase.body, info.name))

    # ---- options that entries add to choices, and statements that nothing gave a meaning ----

    def _block(self, block: m.Block, phase: str | None) -> m.Block:
        woven = (self._statement(s, phase) for s in block.statements)
        return m.Block(tuple(s for s in woven if not self._idle(s)))

    def _guarded(self, event: m.Do) -> m.Statement:
        """An event under the condition that somebody reacts to it, so that nothing is called for nothing."""
        path = event.member.path
        guards = [h.guard for h in self.model.handlers if h.target.path == path]
        if event.args or path in self.awaited or not 0 < len(guards) <= _FEW_HANDLERS:
            return event
        condition: m.Expr | None = None
        for guard in guards:
            if guard is None:
                return event
            condition = guard if condition is None else m.Logic("or", condition, guard)
        assert condition is not None
        return m.If(condition, m.Block((event,)), m.Block(()))

    def _idle(self, statement: m.Statement) -> bool:
        """Whether it does nothing: an event without handlers, and what holds nothing but such events."""
        match statement:
            case m.Do() if statement.member.sort == "event":
                path = statement.member.path
                return path not in self.awaited and not any(h.target.path == path for h in self.model.handlers)
            case m.If():
                return not statement.then.statements and not statement.otherwise.statements
            case m.Each() | m.Turns() | m.As():
                return not statement.body.statements
            case _:
                return False

    def _statement(self, statement: m.Statement, phase: str | None) -> m.Statement:
        match statement:
            case m.Do() if statement.member.sort == "event":
                return self._guarded(statement)
            case m.If():
                return replace(
                    statement,
                    then=self._block(statement.then, phase),
                    otherwise=self._block(statement.otherwise, phase),
                )
            case m.Each() | m.Repeat() | m.Turns() | m.Rounds() | m.As():
                return replace(statement, body=self._block(statement.body, phase))
            case m.Choose():
                own = tuple(replace(o, body=self._block(o.body, phase)) for o in statement.options)
                declined = self._block(statement.declined, phase)
                added = tuple(
                    _as_option(a)
                    for a in self.model.added_options
                    if a.phase == phase and statement.label is not None and a.choice == statement.label
                )
                return replace(statement, options=own + added, declined=declined)
            case _:
                return statement


def _awaited(model: m.GameModel) -> Iterator[str]:
    """Events that rounds wait for: they mean something even if nothing reacts to them."""
    blocks = [
        model.setup,
        model.play,
        *(p.body for p in model.phases.values()),
        *(s.body for s in model.steps.values()),
    ]
    blocks += [h.body for h in (*model.handlers, *model.replacements)]
    blocks += [a.option.body for a in model.added_options]
    for block in blocks:
        for statement in statements_in(block):
            if isinstance(statement, m.Rounds) and statement.event is not None:
                yield statement.event.path


def _as_option(added: m.AddedOption) -> m.Option:
    """An added option with what it needs: the entry active, and not used before if that matters."""
    option = added.option
    condition = m.both(added.guard, option.where)
    if option.used is None:
        return replace(option, where=condition)
    used = m.VarRef(option.used, (m.Me(),), option.span)
    mark = m.SetVar(used, m.truth(value=True), option.span)
    return replace(
        option,
        where=m.both(m.Negation(used, option.span, _USED, _STILL_FREE), condition),
        body=m.Block((mark, *option.body.statements)),
    )


def _commute(left: m.ValueRefinement, right: m.ValueRefinement) -> bool:
    if left.operator in _ADDS and right.operator in _ADDS:
        return True
    return left.operator == right.operator and left.operator != "="
