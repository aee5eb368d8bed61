"""Refinements of something that can't be refined: what it is instead, and what was probably meant."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from rulewright.diagnostics.diagnostic import Suggestion
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.suggest import is_slip, nearest
from rulewright.parse import ast
from rulewright.resolve import errors
from rulewright.resolve.symbols import MemberInfo, PhaseInfo

_MOST_LISTED = 12

FITTING: dict[type[ast.Refinement], tuple[tuple[str, ...], str, str]] = {
    ast.RefineValue: (("value", "test"), "a value or a test", "values and tests"),
    ast.OnEvent: (("event",), "an event", "events"),
    ast.InsteadOf: (("step",), "a step", "steps"),
    ast.AddOption: ((), "a choice", "choices with a name"),
}
"""What a refinement can work on: sorts of members, in words, and in words for many."""

_Refined = ast.RefineValue | ast.OnEvent | ast.AddOption | ast.InsteadOf


@dataclass(frozen=True, slots=True)
class UnknownTargets:
    """All that can be refined in a game, and names of other things that authors try to refine."""

    members: Mapping[str, MemberInfo]
    phases: Mapping[str, PhaseInfo]
    constants: Mapping[str, int]
    sink: Sink

    def report(self, decl: _Refined, keys: Collection[str] = ()) -> None:
        """Says that a path leads to nothing that the refinement could work on; `keys` are those of the entry."""
        path = decl.path
        if path.text in keys and isinstance(decl, ast.RefineValue) and decl.params is None:
            errors.key_with_sign(self.sink, path.text, decl.span)
            return
        names = [name.text for name in path.names]
        fitting = list(self._fitting(decl, None))
        certain = self._certain(names, fitting)
        near = certain or (None if path.text in self.phases else nearest(path.text, fitting))
        near = near or self._in_another_phase(names, fitting)
        is_something = self._what_else(names)
        if near is not None:
            advice: str | None = f"did you mean `{near}`?"
        else:
            advice = self._advice(decl, names)
        self.sink.error(
            "E0207",
            path.span,
            f"`{path.text}` {is_something or 'does not exist'}, so it can't be refined",
            label=f"{FITTING[type(decl)][1]} is needed here" if is_something else f"no {_sorts(decl)} has this name",
            help=advice,
            suggestion=Suggestion(path.span, near, certain is not None or is_slip(path.text, fitting))
            if near
            else None,
            candidates=fitting,
        )

    def _fitting(self, decl: _Refined, phase: str | None) -> Iterator[str]:
        """Paths that the refinement could have, in the whole game or in one phase."""
        return self._fitting_sort(type(decl), phase)

    def _fitting_sort(self, refinement: type[ast.Refinement], phase: str | None) -> Iterator[str]:
        sorts = FITTING[refinement][0]
        if phase is None:
            yield from (m.path for m in self.members.values() if m.sort in sorts)
        for info in self.phases.values():
            if phase in (None, info.name):
                yield from (m.path for m in info.members.values() if m.sort in sorts)
                if refinement is ast.AddOption:
                    yield from (f"{info.name}.{choice}" for choice in info.choices)

    def _certain(self, names: list[str], fitting: list[str]) -> str | None:
        """The path if its phase was left out, or stands behind the name."""
        turned = ".".join(reversed(names))
        if len(names) > 1 and turned in fitting:
            return turned
        return self._in_another_phase(names, fitting) if len(names) == 1 else None

    def _in_another_phase(self, names: list[str], fitting: list[str]) -> str | None:
        """The only path that has the last name of this one."""
        same = [path for path in fitting if path.rpartition(".")[2] == names[-1]]
        return same[0] if len(same) == 1 else None

    def _what_else(self, names: list[str]) -> str | None:
        """What a path stands for, if it stands for something that nobody can refine."""
        if len(names) == 1:
            if names[0] in self.phases:
                return "is a phase"
            return "is a constant" if names[0] in self.constants else None
        phase = self.phases.get(names[0])
        if phase is None or len(names) > 2:
            return None
        if names[1] in phase.variables:
            return "is a variable"
        return "is an action" if names[1] in _actions(phase.decl.body) else None

    def _advice(self, decl: _Refined, names: list[str]) -> str:
        many = FITTING[type(decl)][2]
        if len(names) == 1 and names[0] in self.constants:
            return f"a number gets another value with `const {names[0]} = …`, or in a table `by players`"
        if names[0] not in self.phases:
            return "write it as `phase.name`, or as `name` if it belongs to the whole game"
        here = list(self._fitting(decl, names[0]))
        if not here:
            others = [path for sort in FITTING for path in self._fitting_sort(sort, names[0])]
            listed = "; what can be refined in it: " + _listed(others) if others else ""
            return f"`{names[0]}` has no {many}{listed}"
        return f"the {many} of `{names[0]}` are: " + _listed(here)


def _listed(paths: list[str]) -> str:
    more = f" and {len(paths) - _MOST_LISTED} more" if len(paths) > _MOST_LISTED else ""
    return ", ".join(f"`{path}`" for path in paths[:_MOST_LISTED]) + more


def _sorts(decl: _Refined) -> str:
    return "choice" if isinstance(decl, ast.AddOption) else " or ".join(FITTING[type(decl)][0])


def _actions(block: ast.Block) -> set[str]:
    return {option.name.text for choose in choices_in(block) for option in choose.options}


def choices_in(block: ast.Block) -> Iterator[ast.Choose]:
    """All choices of a block, those inside other statements too."""
    for statement in block.statements:
        match statement:
            case ast.Choose():
                yield statement
                for option in statement.options:
                    yield from choices_in(option.body)
                if statement.declined is not None:
                    yield from choices_in(statement.declined)
            case ast.If():
                yield from choices_in(statement.then)
                if statement.otherwise is not None:
                    yield from choices_in(statement.otherwise)
            case ast.Each() | ast.Repeat() | ast.Turns() | ast.Rounds() | ast.As():
                yield from choices_in(statement.body)
            case _:
                pass
