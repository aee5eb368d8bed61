"""Diagnostics: places in rule files, complaints about them, and how those are shown.

A leaf: every stage imports it and it imports no other part of the package.
"""

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
