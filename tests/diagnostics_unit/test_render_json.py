"""The form for programs."""

import json

from rulewright.diagnostics import Diagnostic, Label, SourceFile, Suggestion
from rulewright.diagnostics.render.json import render_json, to_objects

FILE = SourceFile("a.rules", "\n  gain 1 con\n")
WORD = FILE.span(10, 13)
PLACE = {
    "file": "a.rules",
    "line": 2,
    "column": 10,
    "end_line": 2,
    "end_column": 13,
    "start": 10,
    "end": 13,
}


def test_everything_is_there_and_reads_back() -> None:
    diagnostic = Diagnostic("E0201", "unknown “con”", Label(WORD, "l"), (Label(WORD, "s"),), "h", Suggestion(WORD, "c"))
    expected = [
        {
            "code": "E0201",
            "severity": "error",
            "message": "unknown “con”",
            "primary": {"place": PLACE, "text": "l"},
            "secondary": [{"place": PLACE, "text": "s"}],
            "help": "h",
            "suggestion": {"place": PLACE, "replacement": "c", "certain": False},
        }
    ]
    assert to_objects([diagnostic]) == expected
    assert json.loads(render_json([diagnostic])) == expected


def test_keys_are_there_also_when_empty() -> None:
    (found,) = to_objects([Diagnostic("W0201", "m", Label(WORD))])
    assert found["secondary"] == []
    assert found["help"] is None
    assert found["suggestion"] is None
    assert found["severity"] == "warning"


def test_nothing_found_is_an_empty_list() -> None:
    assert json.loads(render_json([])) == []
