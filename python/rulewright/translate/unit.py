"""The program while it is being put together: numbered lists that everything adds to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.datatypes import data
from rulewright.diagnostics.source import Span
from rulewright.translate.code import Body, RegType, render_block
from rulewright.translate.layout import Layout
from rulewright.translate.trace import MARKS, Trace
from rulewright.weave.woven import WovenGame

_INT: RegType = "int"


@dataclass(slots=True)
class Segment:
    """A segment whose body is written when it is reached."""

    number: int
    name: str
    body: Body


@data
class OptionText:
    """An option of a decision in text form."""

    name: str
    first: int
    params: tuple[str, ...]
    target: Segment


@dataclass(slots=True)
class Unit:
    """Tables, spans, functions, segments, decisions and chance points of one program."""

    game: WovenGame
    layout: Layout
    tables: dict[tuple[int, ...], int] = field(default_factory=dict)
    files: dict[str, int] = field(default_factory=dict)
    spans: dict[tuple[int, int, int, int, int], int] = field(default_factory=dict)
    functions: list[str] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list)
    chances: list[str] = field(default_factory=list)
    actions: int = 0
    trace: Trace = field(default_factory=Trace)

    def table(self, values: tuple[int, ...]) -> int:
        """The number of a constant table; equal ones are shared."""
        return self.tables.setdefault(values, len(self.tables))

    def span(self, span: Span) -> int:
        """The number of a span."""
        file = self.files.setdefault(span.source.name, len(self.files))
        key = (file, span.line, span.column, span.end_line, span.end_column)
        number = self.spans.setdefault(key, len(self.spans))
        self.trace.code[number] = span
        return number

    @contextmanager
    def at(self, span: Span | None) -> Iterator[None]:
        """What is written inside comes from there, in a marked program."""
        outer = self.trace.here
        if self.trace.marked and span is not None:
            self.trace.here = self.span(span)
        try:
            yield
        finally:
            self.trace.here = outer

    @contextmanager
    def statement(self, body: Body, span: Span | None) -> Iterator[None]:
        """The same for a statement, which counts as run. Several that were made from one count once."""
        trace = self.trace
        number = self.span(span) if trace.marked and span is not None else None
        if number is not None and number not in (trace.here, trace.left):
            self.mark(body, span)
        with self.at(span):
            yield
        if number is not None:
            trace.left = number

    def mark(self, body: Body, span: Span | None) -> None:
        """Counts a place as run whenever control comes here, in a marked program."""
        trace = self.trace
        if not trace.marked or span is None:
            return
        if span not in trace.marks:
            file = self.files.setdefault(MARKS, len(self.files))
            line = len(trace.marks) + 1
            trace.marks[span] = self.spans.setdefault((file, line, 1, line, 1), len(self.spans))
        body.variable("int", "const 0", trace.marks[span])

    def body(self, params: tuple[RegType, ...] = (), *, reads_only: bool = False) -> Body:
        """An empty body of this program."""
        return Body(params, reads_only, self.trace)

    def function(self, name: str, body: Body, result: str) -> int:
        """Adds a finished function."""
        params = " ".join(body.params)
        lines = [f'func "{name}" ({params}) {result} [{" ".join(body.locals)}] {{']
        render_block(body.root, 1, lines)
        lines.append("}")
        self.functions.append("\n".join(lines))
        return len(self.functions) - 1

    def segment(self, name: str, params: int = 0) -> Segment:
        """A new segment with an empty body."""
        segment = Segment(len(self.segments), name, self.body(tuple(_INT for _ in range(params))))
        self.segments.append(segment)
        return segment

    def decision(self, name: str, legal: int, span: int, options: list[OptionText]) -> int:
        """Adds a decision."""
        lines = [f'decision "{name}" f{legal} @{span} {{']
        lines += [f'  option "{o.name}" {o.first} [{" ".join(o.params)}] g{o.target.number}' for o in options]
        lines.append("}")
        self.decisions.append("\n".join(lines))
        return len(self.decisions) - 1

    def chance(self, name: str, source: str, target: Segment, span: int) -> int:
        """Adds a chance point."""
        self.chances.append(f'chance "{name}" {source} g{target.number} @{span}')
        return len(self.chances) - 1

    def numbers(self, count: int) -> int:
        """The first of so many fresh action numbers."""
        first = self.actions
        self.actions += count
        return first
