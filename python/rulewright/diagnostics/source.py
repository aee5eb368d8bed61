"""Source files and places in them.

Places are character offsets, as the parser gives them; lines and columns are worked out only
when somebody looks. Both count from 1. A tab or a wide character is one column: columns are
for people and editors that count characters, not for drawing (`render` does that).
"""

from bisect import bisect_right
from typing import Final


class SourceFile:
    """A rule file: the name shown to the author, its text, and where it lies if it lies somewhere.

    Two are equal if name and text are.
    """

    # Written out: every load makes some, and the module `dataclasses` takes longer to import than a game to load.
    __slots__ = ("_starts", "name", "path", "text")

    def __init__(self, name: str, text: str, path: str | None = None) -> None:
        self.name: Final = name
        self.text: Final = text
        self.path: Final = path
        self._starts: tuple[int, ...] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SourceFile):
            return NotImplemented
        return self.text == other.text and self.name == other.name

    def __hash__(self) -> int:
        return hash((self.name, self.text))

    def __repr__(self) -> str:
        return f"SourceFile(name={self.name!r})"

    @property
    def _line_starts(self) -> tuple[int, ...]:
        """Offsets of the first characters of all lines, found when they are first asked for."""
        if self._starts is None:
            starts = [0]
            at = self.text.find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = self.text.find("\n", at + 1)
            self._starts = tuple(starts)
        return self._starts

    @property
    def line_count(self) -> int:
        """Number of lines; text that ends with a line end has an empty last line."""
        return len(self._line_starts)

    def line_of(self, offset: int) -> int:
        """Line that holds the character at `offset`."""
        return bisect_right(self._line_starts, offset)

    def column_of(self, offset: int) -> int:
        """Column of the character at `offset` in its line."""
        return offset - self._line_starts[self.line_of(offset) - 1] + 1

    def line_start(self, line: int) -> int:
        """Offset of the first character of a line.

        Raises:
            IndexError: the file has no such line.
        """
        if not 1 <= line <= self.line_count:
            raise IndexError(f"`{self.name}` has {self.line_count} lines, not {line}")
        return self._line_starts[line - 1]

    def line_text(self, line: int) -> str:
        """Text of a line without its line end.

        Raises:
            IndexError: the file has no such line.
        """
        start = self.line_start(line)
        end = self._line_starts[line] - 1 if line < self.line_count else len(self.text)
        return self.text[start:end].removesuffix("\r")

    def span(self, start: int, end: int) -> "Span":
        """The characters from `start` up to, not including, `end`."""
        return Span(self, start, end)

    def end_span(self) -> "Span":
        """The empty span after the last character that is not white space.

        The place to show when a file ends too early: the very end is usually an empty line.
        """
        end = len(self.text.rstrip())
        return Span(self, end, end)


class Span:
    """The characters of a source file from `start` up to, not including, `end`.

    Raises:
        ValueError: the offsets do not lie in the text, in this order.
    """

    __slots__ = ("end", "source", "start")

    def __init__(self, source: SourceFile, start: int, end: int) -> None:
        if not 0 <= start <= end <= len(source.text):
            raise ValueError(f"span {start}..{end} is not in `{source.name}`, which has {len(source.text)} characters")
        self.source: Final = source
        self.start: Final = start
        self.end: Final = end

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return self.start == other.start and self.end == other.end and self.source == other.source

    def __hash__(self) -> int:
        return hash((self.source, self.start, self.end))

    def __repr__(self) -> str:
        return f"Span(source={self.source!r}, start={self.start}, end={self.end})"

    @property
    def line(self) -> int:
        """Line of the first character."""
        return self.source.line_of(self.start)

    @property
    def column(self) -> int:
        """Column of the first character."""
        return self.source.column_of(self.start)

    @property
    def end_line(self) -> int:
        """Line of the place just after the last character."""
        return self.source.line_of(self.end)

    @property
    def end_column(self) -> int:
        """Column of the place just after the last character."""
        return self.source.column_of(self.end)

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"


def join(a: Span, b: Span) -> Span:
    """The smallest span that covers both, in either order.

    Raises:
        ValueError: the spans are in different files.
    """
    if a.source != b.source:
        raise ValueError(f"spans in `{a.source.name}` and `{b.source.name}` have no joint span")
    return Span(a.source, min(a.start, b.start), max(a.end, b.end))
