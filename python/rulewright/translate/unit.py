"""The program while it is being put together: numbered lists that everything adds to."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.diagnostics.source import Span
from rulewright.translate.code import Body, RegType, render_block
from rulewright.translate.layout import Layout
from rulewright.weave.woven import WovenGame

_INT: RegType = "int"


@dataclass(slots=True)
class Segment:
    """A segment whose body is written when it is reached."""

    number: int
    name: str
    body: Body


@dataclass(frozen=True, slots=True)
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

    def table(self, values: tuple[int, ...]) -> int:
        """The number of a constant table; equal ones are shared."""
        return self.tables.setdefault(values, len(self.tables))

    def span(self, span: Span) -> int:
        """The number of a span."""
        file = self.files.setdefault(span.source.name, len(self.files))
        key = (file, span.line, span.column, span.end_line, span.end_column)
        return self.spans.setdefault(key, len(self.spans))

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
        segment = Segment(len(self.segments), name, Body(tuple(_INT for _ in range(params))))
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
