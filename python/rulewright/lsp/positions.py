"""Places in a text as the protocol counts them, and the same places after an edit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from lsprotocol.types import Position, PositionEncodingKind, Range

from rulewright.diagnostics.source import SourceFile

_UNITS: dict[str, Callable[[str], int]] = {
    PositionEncodingKind.Utf8.value: lambda text: len(text.encode("utf-8", "surrogatepass")),
    PositionEncodingKind.Utf16.value: lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
    PositionEncodingKind.Utf32.value: len,
}


class TextPositions:
    """Offsets of a text to lines and columns and back; columns are counted as client and server agreed."""

    def __init__(self, text: str, encoding: str = PositionEncodingKind.Utf16.value) -> None:
        self._source = SourceFile("", text)
        self._units = _UNITS.get(encoding, _UNITS[PositionEncodingKind.Utf16.value])

    def offset(self, position: Position) -> int:
        """The offset of a position; one beyond the end of its line or of the text is moved there."""
        if position.line >= self._source.line_count:
            return len(self._source.text)
        line = self._source.line_text(position.line + 1)
        start = self._source.line_start(position.line + 1)
        if line.isascii():
            return start + min(position.character, len(line))
        column = 0
        while column < len(line) and self._units(line[: column + 1]) <= position.character:
            column += 1
        return start + column

    def position(self, offset: int) -> Position:
        """The position of an offset."""
        line = self._source.line_of(offset)
        start = self._source.line_start(line)
        before = self._source.text[start:offset]
        return Position(line - 1, len(before) if before.isascii() else self._units(before))

    def range(self, start: int, end: int) -> Range:
        """The characters from `start` up to `end`."""
        return Range(self.position(start), self.position(end))


@dataclass(frozen=True, slots=True)
class Shift:
    """Where the places of one text lie in another that differs from it in one stretch."""

    same_before: int
    old_end: int
    new_end: int

    @classmethod
    def between(cls, old: str, new: str) -> Shift:
        """The shift from `old` to `new`."""
        if old == new:
            return cls(len(old), len(old), len(new))
        shorter = min(len(old), len(new))
        before = next((i for i in range(shorter) if old[i] != new[i]), shorter)
        rest = shorter - before
        after = next((i for i in range(rest) if old[-1 - i] != new[-1 - i]), rest)
        return cls(before, len(old) - after, len(new) - after)

    def forward(self, start: int, end: int) -> tuple[int, int] | None:
        """A stretch of the old text in the new one; None if it was changed."""
        if end <= self.same_before:
            return start, end
        if start >= self.old_end:
            by = self.new_end - self.old_end
            return start + by, end + by
        return None

    def nearest_back(self, offset: int) -> int:
        """A place of the new text in the old one; for what was typed since, where it was typed."""
        found = self.back(offset)
        return self.same_before if found is None else found

    def back(self, offset: int) -> int | None:
        """A place of the new text in the old one; None if it was not there."""
        if offset <= self.same_before:
            return offset
        if offset >= self.new_end:
            return offset - self.new_end + self.old_end
        return None


@lru_cache(maxsize=64)
def positions_of(text: str, encoding: str) -> TextPositions:
    """Lines and columns of a text."""
    return TextPositions(text, encoding)


@lru_cache(maxsize=64)
def shift_between(old: str, new: str) -> Shift:
    """The shift from one text to another."""
    return Shift.between(old, new)
