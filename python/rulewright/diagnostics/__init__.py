"""Diagnostics: places in rule files, complaints about them, and how those are shown.

A leaf: every stage imports it, and it imports nothing but leaves.
"""

from typing import TYPE_CHECKING

from rulewright.on_demand import names_of

if TYPE_CHECKING:
    from rulewright.diagnostics.diagnostic import Diagnostic, Label, Severity, Suggestion
    from rulewright.diagnostics.errors import RuleError
    from rulewright.diagnostics.sink import Sink
    from rulewright.diagnostics.source import SourceFile, Span, join
    from rulewright.diagnostics.suggest import did_you_mean, nearest

__all__ = [
    "Diagnostic",
    "Label",
    "RuleError",
    "Severity",
    "Sink",
    "SourceFile",
    "Span",
    "Suggestion",
    "did_you_mean",
    "join",
    "nearest",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = names_of(
        __name__,
        {
            "diagnostic": ["Diagnostic", "Label", "Severity", "Suggestion"],
            "errors": ["RuleError"],
            "sink": ["Sink"],
            "source": ["SourceFile", "Span", "join"],
            "suggest": ["did_you_mean", "nearest"],
        },
    )
