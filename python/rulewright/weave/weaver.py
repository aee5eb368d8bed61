"""Puts every refinement where it works."""

from __future__ import annotations

from dataclasses import replace

from rulewright.diagnostics.sink import Sink
from rulewright.semantics import model as m
from rulewright.weave.order import put_in_order
from rulewright.weave.woven import WovenEvent, WovenFunction, WovenGame, WovenPhase, WovenStep

_ADDS = {"+=", "-="}


def weave_game(model: m.GameModel, sink: Sink) -> WovenGame:
    """The game with all refinements in their places."""
    return _Weaver(model, sink).weave()


class _Weaver:
    def __init__(self, model: m.GameModel, sink: Sink) -> None:
        self.model = model
        self.sink = sink
        self.base = model.symbols.name

    def weave(self) -> WovenGame:
        model = self.model
        return WovenGame(
            model.symbols,
            model.places,
            model.variables,
            {path: self._function(f) for path, f in model.functions.items()},
            {path: self._event(path) for path in model.events},
            {path: self._step(s) for path, s in model.steps.items()},
            {p.phase.name: self._phase(p) for p in model.phases.values()},
            model.setup,
            model.play,
        )

    def _function(self, function: m.FunctionModel) -> WovenFunction:
        own = [r for r in self.model.value_refinements if r.target is function.member]
        changes = put_in_order(own, self.base, function.member.path, _commute, self.sink)
        return WovenFunction(function.member, function.params, function.body, changes)

    def _event(self, path: str) -> WovenEvent:
        member = self.model.events[path]
        own = [h for h in self.model.handlers if h.target is member]
        handlers = put_in_order(own, self.base, path, lambda _a, _b: False, self.sink)
        params = tuple(m.Local(p.name, p.type) for p in member.params)
        return WovenEvent(member, params, handlers)

    def _step(self, step: m.StepModel) -> WovenStep:
        own = [h for h in self.model.replacements if h.target is step.member]
        ordered = put_in_order(own, self.base, step.member.path, lambda _a, _b: False, self.sink)
        return WovenStep(step.member, step.params, step.body, ordered)

    def _phase(self, phase: m.PhaseModel) -> WovenPhase:
        info = phase.phase
        return WovenPhase(info.name, info.index, self._block(phase.body, info.name))

    # ---- options that entries add to choices ----

    def _block(self, block: m.Block, phase: str) -> m.Block:
        return m.Block(tuple(self._statement(s, phase) for s in block.statements))

    def _statement(self, statement: m.Statement, phase: str) -> m.Statement:
        match statement:
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
                added = tuple(
                    _as_option(a)
                    for a in self.model.added_options
                    if a.phase == phase and statement.label is not None and a.choice == statement.label
                )
                return replace(statement, options=own + added)
            case _:
                return statement


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
        where=m.both(m.Negation(used), condition),
        body=m.Block((mark, *option.body.statements)),
    )


def _commute(left: m.ValueRefinement, right: m.ValueRefinement) -> bool:
    if left.operator in _ADDS and right.operator in _ADDS:
        return True
    return left.operator == right.operator and left.operator != "="
