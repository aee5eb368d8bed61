"""One line a diagnostic."""

from rulewright.diagnostics import Diagnostic, Label, SourceFile
from rulewright.diagnostics.render.concise import render_line, render_lines

FILE = SourceFile("a.rules", "\n  gain 1 con\n")
LABEL = Label(FILE.span(10, 13), "not shown here")


def test_file_line_column_severity_code_message_and_help() -> None:
    diagnostic = Diagnostic("E0201", "unknown name `con`", LABEL, (), "did you mean `coin`?")
    assert render_line(diagnostic) == ("a.rules:2:10: error[E0201]: unknown name `con` (help: did you mean `coin`?)")


def test_without_help_there_are_no_brackets() -> None:
    assert render_line(Diagnostic("W0201", "odd", LABEL)) == "a.rules:2:10: warning[W0201]: odd"


def test_a_diagnostic_is_one_line_whatever_it_quotes() -> None:
    text = render_line(Diagnostic("E0201", "a\nb\x1b", LABEL, (), "c\r\nd"))
    assert text == "a.rules:2:10: error[E0201]: a b\ufffd (help: c d)"


def test_several_stand_below_each_other() -> None:
    diagnostic = Diagnostic("E0201", "m", LABEL)
    assert render_lines([diagnostic, diagnostic]).count("\n") == 1
    assert render_lines([]) == ""
