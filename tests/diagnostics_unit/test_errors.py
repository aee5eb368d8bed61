"""A failed compile is one exception that shows everything."""

import pickle

from rulewright.diagnostics import RuleError, Sink, SourceFile
from rulewright.diagnostics.render.full import render_all

FILE = SourceFile("a.rules", "gain 1 con\ngain 1 con\n")


def failed() -> RuleError:
    sink = Sink([FILE])
    sink.error("E0201", FILE.span(18, 21), "unknown name `con`", help="did you mean `coin`?")
    sink.error("E0201", FILE.span(7, 10), "unknown name `con`")
    return RuleError.from_sink(sink)


def test_its_text_is_the_full_rendering_in_order() -> None:
    error = failed()
    assert [d.primary.span.line for d in error.diagnostics] == [1, 2]
    assert str(error) == render_all(error.diagnostics)
    assert str(error).endswith("2 errors")


def test_it_survives_the_way_between_processes() -> None:
    error = failed()
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, RuleError)
    assert again.diagnostics == error.diagnostics
    assert str(again) == str(error)
