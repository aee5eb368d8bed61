"""E0309, E0413, E0414: rules that come back to themselves.

A value that needs itself through a refinement, a step or an event that calls itself, and a phase
that plays a phase would never end; positions have no stack that could hold them either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.diagnostics.diagnostic import Label
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.semantics import model as m
from rulewright.semantics.walk import children, statements_in

_MOST_SHOWN = 3

Graph = Mapping[str, Sequence[tuple[str, Span]]]
"""For each rule the rules that it uses, and where."""


def check_recursion(model: m.GameModel, sink: Sink) -> None:
    """Complains about every circle once."""
    changes = [change.span for change in model.value_refinements]
    for chain, spans in _circles(_values(model)):
        # The bodies alone have no circle, so a refinement closes it.
        closing = next((span for span in spans if span in changes), spans[-1])
        sink.error(
            "E0309",
            closing,
            f"`{chain[0]}` needs itself",
            label=" → ".join(chain),
            secondary=_others(spans, closing),
            help="a value can't be changed by something that is worked out from it",
        )
    bodies = _bodies(model)
    calls: Graph = {path: [(d.member.path, d.span) for d in _calls(blocks)] for path, blocks in bodies.items()}
    for chain, spans in _circles(calls):
        sink.error(
            "E0413",
            spans[-1],
            f"`{chain[0]}` calls itself",
            label=" → ".join(chain),
            secondary=_others(spans, spans[-1]),
            help="use `repeat … at most N times` or `rounds` to do something again",
        )
    _check_phases(model, bodies, sink)


def _others(links: Sequence[Span], told: Span) -> list[Label]:
    """The rest of a circle, which may lie in other files."""
    return [Label(span, "by way of this") for span in dict.fromkeys(links) if span != told][:_MOST_SHOWN]


def _check_phases(model: m.GameModel, bodies: Mapping[str, list[m.Block]], sink: Sink) -> None:
    for phase in model.phases.values():
        waiting = [phase.body, *(a.option.body for a in model.added_options if a.phase == phase.phase.name)]
        seen: set[str] = set()
        while waiting:
            for statement in statements_in(waiting.pop()):
                if isinstance(statement, m.Play):
                    sink.error(
                        "E0414",
                        statement.span,
                        "a phase can't play a phase",
                        label=f"reached while `{phase.phase.name}` is played",
                        help="play it from the `play` block, or put what they share into a step",
                    )
                elif isinstance(statement, m.Do) and statement.member.path not in seen:
                    seen.add(statement.member.path)
                    waiting += bodies.get(statement.member.path, [])


def _bodies(model: m.GameModel) -> dict[str, list[m.Block]]:
    found = {path: [step.body] for path, step in model.steps.items()}
    found |= {path: [] for path in model.events}
    for handler in (*model.handlers, *model.replacements):
        found[handler.target.path].append(handler.body)
    return found


def _calls(blocks: Sequence[m.Block]) -> Iterator[m.Do]:
    for block in blocks:
        for statement in statements_in(block):
            if isinstance(statement, m.Do):
                yield statement


def _values(model: m.GameModel) -> Graph:
    found: dict[str, list[tuple[str, Span]]] = {}
    for path, function in model.functions.items():
        found[path] = [(used, function.member.decl.span) for used in _members_in(function.body)]
    for change in model.value_refinements:
        for expr in (change.value, change.guard):
            if expr is not None:
                found[change.target.path] += [(used, change.span) for used in _members_in(expr)]
    return found


def _members_in(expr: m.Expr) -> Iterator[str]:
    if isinstance(expr, m.CallMember):
        yield expr.member.path
    for child in children(expr):
        yield from _members_in(child)


def _circles(graph: Graph) -> Iterator[tuple[list[str], list[Span]]]:
    """One chain for each circle that a walk in order of declaration closes, and where its links are."""
    done: set[str] = set()

    def visit(above: list[str], links: list[Span]) -> Iterator[tuple[list[str], list[Span]]]:
        for used, span in graph.get(above[-1], ()):
            if used in above:
                first = above.index(used)
                yield [*above[first:], used], [*links[first:], span]
            elif used not in done:
                yield from visit([*above, used], [*links, span])
        done.add(above[-1])

    for start in graph:
        if start not in done:
            yield from visit([start], [])
