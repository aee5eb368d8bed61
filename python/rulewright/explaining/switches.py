"""What would change the answer: refinements that are tried the other way round.

Each refinement that a condition depends on is taken to work, or not to, whatever its own conditions are.
If the condition then turns out the other way, the refinement decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.explaining.evaluator import Change, Evaluator, Frame, Unknown
from rulewright.explaining.reasons import Reasoner, conjuncts, is_settled, place_of
from rulewright.semantics import model as m
from rulewright.semantics.walk import children
from rulewright.vm.explanation import Reason, Refinement
from rulewright.weave.woven import WovenGame


class Reach:
    """The refinements that an expression depends on, by way of values and tests."""

    def __init__(self, game: WovenGame) -> None:
        self.game = game
        self._known: dict[str, tuple[m.ValueRefinement, ...]] = {}

    def of(self, expr: m.Expr) -> list[m.ValueRefinement]:
        """All of them, each once, in the order in which they are met."""
        found: dict[int, m.ValueRefinement] = {}
        for path in self._calls(expr):
            found.update((id(r), r) for r in self._member(path))
        return list(found.values())

    def _calls(self, expr: m.Expr) -> Iterator[str]:
        if isinstance(expr, m.CallMember):
            yield expr.member.path
        for child in children(expr):
            yield from self._calls(child)

    def _member(self, path: str) -> tuple[m.ValueRefinement, ...]:
        if path not in self._known:
            function = self.game.functions[path]
            found = {id(r): r for r in self.of(function.body)}
            for change in function.changes:
                found[id(change)] = change
                for part in (change.guard, change.value):
                    if part is not None:
                        found.update((id(r), r) for r in self.of(part))
            self._known[path] = tuple(found.values())
        return self._known[path]


def with_switches(
    reason: Reason, expr: m.Expr, whole: m.Expr, frame: Frame, reasoner: Reasoner, reach: Reach
) -> Reason:
    """A reason with the refinements that decide about it. ``whole``: all that the action needs."""
    if reason.holds is None:
        return reason
    evaluator = reasoner.evaluator
    found: list[Refinement] = []
    for refinement in reach.of(expr):
        for works in (True, False):
            other = evaluator.switching(refinement, works=works)
            try:
                turned = other.holds(expr, frame) is not reason.holds
                decides_all = turned and other.holds(whole, frame) is not evaluator.holds(whole, frame)
            except Unknown:
                continue
            change = other.met.get(id(refinement))
            if turned and change is not None and not (works and _never_works(change, evaluator)):
                found.append(_deciding(change, reason, reasoner, decides_all=decides_all, would=works))
                break
    shown = {f.place for f in found}
    others = [r for r in reason.refinements if r.place not in shown]
    return replace(reason, refinements=(*others, *found))


_VERBS = {
    (True, True): "allow it",
    (True, False): "forbid it",
    (False, True): "make this hold",
    (False, False): "make this fail",
}
"""By whether it decides about the whole action, and whether it helps."""


def _never_works(change: Change, evaluator: Evaluator) -> bool:
    """Whether one of its conditions fails in every position."""
    settled = [part for part in conjuncts(change.refinement.guard) if is_settled(part)]
    return not all(evaluator.holds(part, change.frame) for part in settled)


def _deciding(change: Change, reason: Reason, reasoner: Reasoner, *, decides_all: bool, would: bool) -> Refinement:
    refinement = change.refinement
    needs = reasoner.conditions(refinement.guard, change.frame)
    place = place_of(refinement.span) or ""
    helps = bool(reason.holds) is not would
    verb = _VERBS[decides_all, helps]
    title = refinement.entry.title
    if would:
        missing = [n.line for n in needs if n.holds is False]
        text = f"{title} would {verb} ({place})"
        if missing:
            text += f", but {'; '.join(missing)}"
    else:
        first, _, rest = verb.partition(" ")
        text = f"{title} {first}s {rest} ({place})"
        if needs:
            text += f": {'; '.join(n.line for n in needs)}"
    effect = reasoner.effect(change)
    return Refinement(refinement.entry.name, title, place, effect, not would, True, text, needs)
