"""All places in the rules that could run: statements, options, values, tests and what changes them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.diagnostics.source import Span
from rulewright.semantics import model as m
from rulewright.semantics.walk import span_of_statement, statements_in


def places_of(model: m.GameModel) -> Iterator[Span]:
    """Every one of them, whether or not it came into the program."""
    for function in model.functions.values():
        yield function.member.decl.span
    for refinement in model.value_refinements:
        yield refinement.span
    blocks = [model.setup, model.play]
    blocks += [phase.body for phase in model.phases.values()]
    blocks += [step.body for step in model.steps.values()]
    blocks += [handler.body for handler in (*model.handlers, *model.replacements)]
    for added in model.added_options:
        yield added.option.span
        blocks.append(added.option.body)
    for block in blocks:
        for statement in statements_in(block):
            span = span_of_statement(statement)
            if span is not None:
                yield span
            if isinstance(statement, m.Choose):
                yield from (option.span for option in statement.options)
