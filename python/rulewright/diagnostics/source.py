"""Source files and places in them.

Places are character offsets, as the parser gives them; lines and columns are worked out only
when somebody looks. Both count from 1. A tab or a wide character is one column: columns are
for people and editors that count characters, not for drawing (`render` does that).
"""

from bisect import bisect_right
from dataclasses import field

from rulewright.datatypes import data


@data
class SourceFile:
    """A rule file: the name shown to the author, its text, and where it lies if it lies somewhere."""

    name: str
    text: str = field(repr=False)
    path: str | None = field(default=None, repr=False, compare=False)
    _line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        object.__setattr__(self, "_line_starts", tuple(starts))

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


@data
class Span:
    """The characters of a source file from `start` up to, not including, `end`.

    Raises:
        ValueError: the offsets do not lie in the text, in this order.
    """

    source: SourceFile
    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end <= len(self.source.text):
            raise ValueError(
                f"span {self.start}..{self.end} is not in `{self.source.name}`, "
                f"which has {len(self.source.text)} characters"
            )

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
