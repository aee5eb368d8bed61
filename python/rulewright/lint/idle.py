"""What is declared and has no effect: values nobody reads, steps nobody does, events that never happen."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulewright.diagnostics.diagnostic import Label, Suggestion
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.diagnostics.suggest import nearest
from rulewright.parse import ast
from rulewright.resolve import Layer
from rulewright.resolve.symbols import MemberInfo, PhaseType
from rulewright.semantics import model as m

_SHOWDOWN = ("score", "tiebreak")
_MOST_SHOWN = 3


def find_idle(model: m.GameModel, nodes: Sequence[object], named: Collection[str], sink: Sink) -> None:
    """Reports what no rule uses. `named`: what stands in rules that these settings leave out, too."""
    read = {node.member.path for node in nodes if isinstance(node, m.CallMember)}
    done = {node.member.path for node in nodes if isinstance(node, m.Do)}
    for path, function in model.functions.items():
        if path not in read and path not in _SHOWDOWN and function.member.name not in named:
            _unread(sink, function.member, model.value_refinements)
    for path, step in model.steps.items():
        if path not in done and step.member.name not in named:
            _never(sink, step.member, "no `do` calls this step", "call it with `do`, or remove it")
    _find_forgotten_variables(model, nodes, named, sink)
    _find_silent_events(model, done, named, sink)
    _find_unplayed(model, nodes, named, sink)


def find_idle_constants(layers: Sequence[Layer], named: Collection[str], sink: Sink) -> None:
    """Reports constants that nothing reads. In an addition it is mostly another name than the one that was meant."""
    declared: dict[str, Span] = {}
    for layer in layers:
        for decl in layer.declarations:
            names = [decl.name] if isinstance(decl, ast.Const) else []
            names += [row.name for row in decl.rows] if isinstance(decl, ast.ByPlayers) else []
            for name in names:
                declared.setdefault(name.text, name.span)
    for text, span in declared.items():
        if text not in named:
            near = nearest(text, [other for other in declared if other in named])
            sink.error(
                "W0501",
                span,
                f"nothing reads the constant `{text}`",
                label="it changes no number of the game",
                help=f"did you mean `{near}`?" if near else "use it in a rule, or remove it",
                suggestion=Suggestion(span, near) if near else None,
            )


def _unread(sink: Sink, member: MemberInfo, refinements: Sequence[m.ValueRefinement]) -> None:
    changes = [r for r in refinements if r.target.path == member.path][:_MOST_SHOWN]
    sink.error(
        "W0501",
        member.decl.name.span,
        f"nothing reads the {member.sort} `{member.path}`",
        label="it changes nothing in the game",
        secondary=[Label(r.span, f"`{r.entry.name or r.layer}` changes it, without effect") for r in changes],
        help="use it in a rule, or remove it",
    )


def _never(sink: Sink, member: MemberInfo, label: str, advice: str) -> None:
    sink.error("W0502", member.decl.name.span, f"`{member.path}` never happens", label=label, help=advice)


def _find_forgotten_variables(model: m.GameModel, nodes: Sequence[object], named: Collection[str], sink: Sink) -> None:
    """Variables that are neither read nor set; one that is only set can still be seen in a position."""
    used = {(node.var.phase, node.var.name) for node in nodes if isinstance(node, m.VarRef)}
    used |= {(n.target.var.phase, n.target.var.name) for n in nodes if isinstance(n, (m.SetVar, m.Roll))}
    for variable in model.variables:
        # A variable that says whether an option was used is the compiler's own.
        if (variable.phase, variable.name) in used or "." in variable.name or variable.name in named:
            continue
        sink.error(
            "W0501",
            variable.span,
            f"nothing uses the variable `{variable.name}`",
            label="neither read nor set",
            help="use it in a rule, or remove it",
        )


def _find_silent_events(model: m.GameModel, done: set[str], named: Collection[str], sink: Sink) -> None:
    for path, event in model.events.items():
        answers = [handler for handler in model.handlers if handler.target.path == path]
        if path in done or event.name in named or not answers:
            continue
        answer = answers[0]
        sink.error(
            "W0502",
            answer.span,
            "this reaction never happens",
            label=f"nothing emits `{path}`",
            secondary=(Label(event.decl.name.span, "the event is declared here"),),
            help=f"write `emit {event.name}` where it happens",
        )


def _find_unplayed(model: m.GameModel, nodes: Sequence[object], named: Collection[str], sink: Sink) -> None:
    played = {n.phase.value for n in nodes if isinstance(n, m.Play) and isinstance(n.phase, m.Const)}
    for kind in model.symbols.kinds.values():
        for key in kind.keys.values():
            if isinstance(key.type, PhaseType):
                played |= {value for e in kind.entries if isinstance(value := e.values[key.name], int)}
    for phase in model.symbols.phases.values():
        if phase.index not in played and phase.name not in named:
            sink.error(
                "W0502",
                phase.decl.name.span,
                f"phase `{phase.name}` is never played",
                label="no `play` asks for it, and no key of an entry holds it",
                help=f"write `play {phase.name}` where it belongs, or remove it",
            )
