"""The form for people: message, place, source lines with carets, and help.

Every label is drawn on the first line of its span. The file of the primary label comes
first, other files follow in the order in which the labels name them; lines between two shown
lines are left out unless there is only one.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from rulewright.diagnostics.diagnostic import Diagnostic, Label, Severity
from rulewright.diagnostics.render.cells import lay_out, one_line, printable
from rulewright.diagnostics.render.marks import Mark, mark_rows
from rulewright.diagnostics.render.paint import Painter, Style
from rulewright.diagnostics.source import SourceFile

_TINTS = {Severity.ERROR: Style.ERROR, Severity.WARNING: Style.WARNING}


def render(diagnostic: Diagnostic, *, colour: bool = False) -> str:
    """One diagnostic, over several lines, without a line end at its end."""
    return "\n".join(_Drawing(diagnostic, Painter(colour=colour)).lines())


def render_all(diagnostics: Sequence[Diagnostic], *, dropped: int = 0, colour: bool = False) -> str:
    """All diagnostics with a blank line between them, and how many they are at the end."""
    blocks = [render(diagnostic, colour=colour) for diagnostic in diagnostics]
    blocks.append(summary(diagnostics, dropped=dropped))
    return "\n\n".join(blocks)


def summary(diagnostics: Iterable[Diagnostic], *, dropped: int = 0) -> str:
    """How many errors and warnings there are, as in `2 errors, 1 warning`."""
    found = [diagnostic.severity for diagnostic in diagnostics]
    counts = [(severity, found.count(severity)) for severity in Severity]
    parts = [f"{n} {severity}{'' if n == 1 else 's'}" for severity, n in counts if n]
    text = ", ".join(parts) or "no errors"
    return f"{text}; {dropped} more not shown" if dropped else text


class _Drawing:
    """The drawing of one diagnostic; exists so that gutter and colours need not be passed on."""

    def __init__(self, diagnostic: Diagnostic, painter: Painter) -> None:
        self._diagnostic = diagnostic
        self._painter = painter
        self._tint = _TINTS[diagnostic.severity]
        labels = (diagnostic.primary, *diagnostic.secondary)
        self._gutter_width = len(str(max(label.span.line for label in labels)))
        self._by_file: dict[SourceFile, list[Label]] = {}
        for label in labels:
            self._by_file.setdefault(label.span.source, []).append(label)

    def lines(self) -> list[str]:
        diagnostic = self._diagnostic
        title = self._painter.paint(f"{diagnostic.severity}[{diagnostic.code}]", self._tint)
        message = self._painter.paint(f": {one_line(diagnostic.message)}", Style.STRONG)
        drawn = [title + message]
        for index, (source, labels) in enumerate(self._by_file.items()):
            drawn.append(self._place("-->" if index == 0 else ":::", labels[0]))
            drawn.append(self._gutter("|"))
            drawn += self._snippet(source, labels)
        if diagnostic.advice is not None:
            drawn.append(self._gutter("|"))
            drawn += self._help(diagnostic.advice)
        return drawn

    def _place(self, arrow: str, label: Label) -> str:
        lead = self._painter.paint(" " * self._gutter_width + arrow, Style.GUTTER)
        return f"{lead} {printable(str(label.span))}"

    def _gutter(self, sign: str, number: str = "") -> str:
        return self._painter.paint(f"{number:>{self._gutter_width}} {sign}", Style.GUTTER)

    def _snippet(self, source: SourceFile, labels: list[Label]) -> list[str]:
        by_line: dict[int, list[Label]] = {}
        for label in labels:
            by_line.setdefault(label.span.line, []).append(label)
        shown = sorted(by_line)
        drawn = self._source_line(source, shown[0], by_line[shown[0]])
        for above, line in pairwise(shown):
            if line - above == 2:
                drawn += self._source_line(source, above + 1, [])
            elif line - above > 2:
                drawn.append(self._painter.paint("...", Style.GUTTER))
            drawn += self._source_line(source, line, by_line[line])
        return drawn

    def _source_line(self, source: SourceFile, line: int, labels: list[Label]) -> list[str]:
        text = source.line_text(line)
        # Labels begin with the primary one if it is on this line: a long line is cut around it.
        laid_out = lay_out(text, labels[0].span.column - 1 if labels else 0)
        drawn = [f"{self._gutter('|', str(line))} {laid_out.drawn}".rstrip()]
        marks = []
        for label in labels:
            span = label.span
            ends_here = span.end_line == line
            end = span.end_column - 1 if ends_here else len(text.rstrip())
            first = laid_out.cell(span.column - 1)
            # An empty span, or one that begins at the line's end, still gets one caret.
            last = max(laid_out.cell(end), first + 1)
            is_primary = label is self._diagnostic.primary
            style = self._tint if is_primary else Style.SECONDARY
            sign = "^" if is_primary else "-"
            marks.append(Mark(first, last, sign, style, one_line(label.text)))
        drawn += [f"{self._gutter('|')} {row}" for row in mark_rows(marks, self._painter)]
        return drawn

    def _help(self, advice: str) -> list[str]:
        first, *rest = [printable(line) for line in advice.splitlines()] or [""]
        word = self._painter.paint("help", Style.STRONG)
        indent = " " * (self._gutter_width + len(" = help: "))
        return [f"{self._gutter('=')} {word}: {first}", *(indent + line for line in rest)]
