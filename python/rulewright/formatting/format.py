"""From a text to its canonical form."""

from __future__ import annotations

from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.formatting.columns import draw_lines
from rulewright.formatting.items import group_items
from rulewright.formatting.lines import LineWriter
from rulewright.formatting.pieces import read_pieces


def format_source(text: str, name: str = "<text>") -> str:
    """The text in canonical form. `name` is the file that errors speak of.

    Raises:
        RuleError: the text does not have the form of the language.
    """
    source = SourceFile(name, text)
    sink = Sink((source,))
    pieces = read_pieces(source, sink)
    if pieces is None:
        raise RuleError.from_sink(sink)
    writer = LineWriter()
    writer.write_all(group_items(pieces))
    return draw_lines(writer.lines)
