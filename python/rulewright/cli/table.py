"""Aligned tables of text."""

from collections.abc import Sequence
from enum import Enum

GAP = "  "


class Align(Enum):
    """On which side a column's cells begin."""

    LEFT = "<"
    RIGHT = ">"


def draw(heads: Sequence[str], rows: Sequence[Sequence[str]], aligns: Sequence[Align]) -> str:
    """A table with a line of heads, a rule below it, and the rows; no line ends in blanks."""
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    drawn = [
        GAP.join(f"{cell:{align.value}{width}}" for cell, align, width in zip(line, aligns, widths, strict=True))
        for line in lines
    ]
    drawn.insert(1, GAP.join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in drawn)


def in_words(numbers: Sequence[int]) -> str:
    """Numbers as in a sentence: `3, 4 and 5`."""
    words = [str(number) for number in numbers]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, noun: str) -> str:
    """A number and its noun: `1 file`, `3 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
