"""Diagnostics for programs: a list of objects with fixed keys, none ever left out.

Lines and columns count from 1; `start` and `end` are character offsets from 0.
"""

import json
from collections.abc import Iterable
from typing import TypedDict

from rulewright.diagnostics.diagnostic import Diagnostic, Label
from rulewright.diagnostics.source import Span


class Place(TypedDict):
    """A span of a file."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int


class LabelObject(TypedDict):
    """A place and what is said about it."""

    place: Place
    text: str


class SuggestionObject(TypedDict):
    """A place and the text to put there."""

    place: Place
    replacement: str
    certain: bool


class DiagnosticObject(TypedDict):
    """A diagnostic; `help` is the advice shown to people, also where it was derived."""

    code: str
    severity: str
    message: str
    primary: LabelObject
    secondary: list[LabelObject]
    help: str | None
    suggestion: SuggestionObject | None


def to_objects(diagnostics: Iterable[Diagnostic]) -> list[DiagnosticObject]:
    """The diagnostics as plain dictionaries."""
    return [_diagnostic(diagnostic) for diagnostic in diagnostics]


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """The diagnostics as JSON text."""
    return json.dumps(to_objects(diagnostics), indent=2)


def _diagnostic(diagnostic: Diagnostic) -> DiagnosticObject:
    suggestion = diagnostic.suggestion
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "primary": _label(diagnostic.primary),
        "secondary": [_label(label) for label in diagnostic.secondary],
        "help": diagnostic.advice,
        "suggestion": None
        if suggestion is None
        else {
            "place": _place(suggestion.span),
            "replacement": suggestion.replacement,
            "certain": suggestion.is_certain,
        },
    }


def _label(label: Label) -> LabelObject:
    return {"place": _place(label.span), "text": label.text}


def _place(span: Span) -> Place:
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "start": span.start,
        "end": span.end,
    }
