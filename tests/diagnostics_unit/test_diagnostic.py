"""Severity comes from the code, advice from the help or else from the suggestion."""

import pytest

from rulewright.diagnostics import Diagnostic, Label, Severity, SourceFile, Suggestion

FILE = SourceFile("a.rules", "gain 1 con")
WORD = FILE.span(7, 10)


@pytest.mark.parametrize(
    ("code", "severity"),
    [("E0201", Severity.ERROR), ("W0201", Severity.WARNING), ("R0001", Severity.ERROR)],
)
def test_the_first_letter_of_the_code_is_the_severity(code: str, severity: Severity) -> None:
    assert Diagnostic(code, "m", Label(WORD)).severity is severity


@pytest.mark.parametrize(
    ("suggestion", "advice"),
    [
        (None, None),
        (Suggestion(WORD, "coin"), "write `coin` instead of `con`"),
        (Suggestion(WORD, ""), "remove `con`"),
        (Suggestion(FILE.span(10, 10), "}"), "add `}` here"),
    ],
)
def test_a_suggestion_without_help_becomes_advice(suggestion: Suggestion | None, advice: str | None) -> None:
    assert Diagnostic("E0201", "m", Label(WORD), suggestion=suggestion).advice == advice


def test_the_help_goes_before_the_suggestion() -> None:
    diagnostic = Diagnostic("E0201", "m", Label(WORD), (), "did you?", Suggestion(WORD, "coin"))
    assert diagnostic.advice == "did you?"
