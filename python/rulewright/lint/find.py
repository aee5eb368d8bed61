"""All warnings of a game."""

from __future__ import annotations

from rulewright.compiler import CompiledGame
from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.sink import Sink
from rulewright.lint.idle import find_idle, find_idle_constants
from rulewright.lint.impossible import find_impossible
from rulewright.lint.named import named_in
from rulewright.lint.nodes import nodes_of


def warnings_of(compiled: CompiledGame) -> tuple[Diagnostic, ...]:
    """What is probably not meant, in the order of the files."""
    sink = Sink()
    nodes = list(nodes_of(compiled.model))
    named = named_in(compiled.layers)
    find_idle(compiled.model, nodes, named, sink)
    find_idle_constants(compiled.layers, named, sink)
    find_impossible(compiled.model, compiled.woven, nodes, sink)
    return sink.sorted()
