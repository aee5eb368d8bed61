"""One line a diagnostic, as editors and `grep` like it: `file:line:column: error[code]: …`."""

from collections.abc import Iterable

from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.render.cells import one_line


def render_line(diagnostic: Diagnostic) -> str:
    """The diagnostic in one line, with its advice in brackets."""
    advice = diagnostic.advice
    tail = "" if advice is None else f" (help: {advice})"
    head = f"{diagnostic.primary.span}: {diagnostic.severity}[{diagnostic.code}]"
    return one_line(f"{head}: {diagnostic.message}{tail}")


def render_lines(diagnostics: Iterable[Diagnostic]) -> str:
    """The diagnostics one below the other."""
    return "\n".join(render_line(diagnostic) for diagnostic in diagnostics)
