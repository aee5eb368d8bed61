"""E0407: two options of one name.

An action is written as the name of its option and its parameters; the text must lead back to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.diagnostics.diagnostic import Label
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.semantics import model as m
from rulewright.semantics.walk import statements_in


def check_action_names(model: m.GameModel, sink: Sink) -> None:
    """Complains about the second option of a name."""
    seen: dict[str, Span] = {}
    for name, span in _names(model):
        if name in seen and seen[name] != span:
            sink.error(
                "E0407",
                span,
                f"there is another action called `{name}`",
                label="an action's text must tell which one it is",
                secondary=(Label(seen[name], "the other one"),),
                help="rename one option, or name the choice: `may choose NAME { … }`",
            )
        seen.setdefault(name, span)


def _names(model: m.GameModel) -> Iterator[tuple[str, Span]]:
    blocks = [p.body for p in model.phases.values()] + [s.body for s in model.steps.values()]
    blocks += [model.setup, model.play, *(h.body for h in model.handlers), *(h.body for h in model.replacements)]
    blocks += [a.option.body for a in model.added_options]
    for block in blocks:
        for statement in statements_in(block):
            if isinstance(statement, m.Choose):
                for option in statement.options:
                    yield option.name, option.span
                if statement.passing is not None:
                    yield statement.passing, statement.span
    for added in model.added_options:
        yield added.option.name, added.option.span
