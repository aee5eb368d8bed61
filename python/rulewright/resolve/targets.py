"""Finds what refinements point to: a value, a test, an event, a step or a choice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from rulewright.diagnostics.sink import Sink
from rulewright.parse import ast
from rulewright.resolve import errors
from rulewright.resolve.kinds import RefinedEntry
from rulewright.resolve.layers import Layer
from rulewright.resolve.symbols import EntryInfo, IntType, MemberInfo, ParamInfo, PhaseInfo, RefinementInfo
from rulewright.resolve.unknown_targets import FITTING, UnknownTargets
from rulewright.resolve.uses import Uses

_A = {"value": "a value", "test": "a test", "event": "an event", "step": "a step"}


def find_targets(
    layers: Sequence[Layer],
    refined: Iterable[RefinedEntry],
    members: Mapping[str, MemberInfo],
    phases: Mapping[str, PhaseInfo],
    constants: Mapping[str, int],
    keys: Mapping[str, Collection[str]],
    sink: Sink,
    uses: Uses,
) -> tuple[RefinementInfo, ...]:
    """All refinements, in the order of the layers: of no entry first, then of entries.

    One that points to nothing has a target without types, so that what it does is looked at all the same.
    """
    found: list[RefinementInfo] = []
    for layer in layers:
        for general in layer.declarations:
            if isinstance(general, ast.General):
                target = _target(general.refinement, members, phases, constants, sink, uses)
                whole = target or _broken(general.refinement)
                if whole is not None:
                    nobody = EntryInfo("", layer.name, layer.name, -1, {}, None, general.span)
                    found.append(RefinementInfo(nobody, layer.name, general.refinement, whole, target is None))
    for item in refined:
        for decl in item.refinements:
            target = _target(decl, members, phases, constants, sink, uses, keys.get(item.entry.kind, ()))
            whole = target or _broken(decl)
            if whole is not None:
                found.append(RefinementInfo(item.entry, item.layer, decl, whole, target is None))
    order = [layer.name for layer in layers]
    return tuple(sorted(found, key=lambda info: order.index(info.layer)))


def _target(
    decl: ast.Refinement,
    members: Mapping[str, MemberInfo],
    phases: Mapping[str, PhaseInfo],
    constants: Mapping[str, int],
    sink: Sink,
    uses: Uses,
    keys: Collection[str] = (),
) -> MemberInfo | tuple[str, str] | None:
    assert isinstance(decl, (ast.RefineValue, ast.OnEvent, ast.AddOption, ast.InsteadOf))
    path = decl.path
    names = [n.text for n in path.names]
    member: MemberInfo | None = None
    if len(names) == 1:
        member = members.get(names[0])
    elif len(names) == 2 and names[0] in phases:
        phase = phases[names[0]]
        uses.use(path.names[0].span, "phase", phase.name)
        if isinstance(decl, ast.AddOption):
            if names[1] in phase.choices:
                uses.use(path.names[1].span, "choice", names[1], phase.name)
                return (names[0], names[1])
            if names[1] in phase.members:
                other = phase.members[names[1]]
                declared = other.decl.name.span
                errors.wrong_target(sink, path.text, path.span, _A[other.sort], "a choice with a name", declared)
                return None
        else:
            member = phase.members.get(names[1])
    if member is None:
        UnknownTargets(members, phases, constants, sink).report(decl, keys)
        return None
    uses.use(path.names[-1].span, member.sort, member.name, member.phase)
    sorts, words, _ = FITTING[type(decl)]
    if member.sort not in sorts:
        errors.wrong_target(sink, path.text, path.span, _A[member.sort], words, member.decl.name.span)
        return None
    return member


def _broken(decl: ast.Refinement) -> MemberInfo | None:
    """What stands for a target that is not there, which was reported: something with the parameters that are given."""
    given = decl.params or () if isinstance(decl, (ast.RefineValue, ast.OnEvent, ast.InsteadOf)) else ()
    params = tuple(ParamInfo(p.name.text, IntType(), p.span, p.name.span, is_broken=True) for p in given)
    nothing = ast.Block(decl.span, ())
    match decl:
        case ast.OnEvent(path=path):
            event = ast.Event(decl.span, path.names[-1], ())
            return MemberInfo("event", path.text, None, params, event)
        case ast.InsteadOf(path=path):
            step = ast.Step(decl.span, path.names[-1], (), nothing)
            return MemberInfo("step", path.text, None, params, step)
        case ast.RefineValue(path=path):
            sort: Literal["value", "test"] = "test" if decl.operator in ("or", "and") else "value"
            function = ast.Function(decl.span, sort, path.names[-1], (), decl.value)
            return None if decl.operator == "=" else MemberInfo(sort, path.text, None, params, function)
        case ast.AddOption(path=path):
            return MemberInfo("event", path.text, None, (), ast.Event(decl.span, path.names[-1], ()))
        case _:
            return None
