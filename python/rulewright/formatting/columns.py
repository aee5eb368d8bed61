"""Lines to text: cells of neighbouring lines below one another, and so with comments behind lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.formatting.lines import WIDTH, Line

_UNEVEN = 12
"""Cells that differ more in width than this are not made equal: the gap would be hard to follow."""

_STOPS = (39, 58)
"""Columns in which comments behind lines begin, if the lines are short enough."""

_GAP = 2
"""Blanks in front of a comment that no column has room for."""


def draw_lines(lines: Sequence[Line]) -> str:
    """The text of the lines."""
    texts = [_text(line) for line in _aligned(lines)]
    drawn: list[str] = []
    for (line, text), comment in zip(zip(lines, texts, strict=True), _comments(lines, texts), strict=True):
        if line.has_blank:
            drawn.append("")
        drawn.append((text + comment).rstrip())
    return "".join(f"{line}\n" for line in drawn)


def _text(line: Line) -> str:
    return " " * line.indent + " ".join(line.cells) if any(line.cells) else ""


def _aligned(lines: Sequence[Line]) -> Sequence[Line]:
    for column in range(max((len(line.keys) for line in lines), default=0)):
        for run in _runs(lines, column):
            width = max(len(line.cells[column]) for line in run)
            for line in run:
                line.cells[column] = line.cells[column].ljust(width)
    return lines


def _runs(lines: Sequence[Line], column: int) -> Iterator[list[Line]]:
    """Neighbouring lines whose cells in the column are of the same sort and of similar width."""
    run: list[Line] = []
    for line in lines:
        if run and not _goes_with(run, line, column):
            yield run
            run = []
        if column < len(line.keys):
            run.append(line)
    if run:
        yield run


def _goes_with(run: Sequence[Line], line: Line, column: int) -> bool:
    first = run[0]
    if line.has_blank or line.indent != first.indent:
        return False
    if column and line.keys == first.keys[:column]:
        return True  # a line of the same table that ends before this column
    if line.keys[column : column + 1] != [first.keys[column]]:
        return False
    widths = [len(other.cells[column]) for other in (*run, line)]
    return max(widths) - min(widths) <= _UNEVEN


def _comments(lines: Sequence[Line], texts: Sequence[str]) -> list[str]:
    """The comment of each line with the blanks in front of it."""
    found = [""] * len(lines)
    paragraph: list[int] = []
    for at, line in enumerate(lines):
        if not texts[at]:
            found[at] = " " * line.indent + line.comment
        elif line.comment and _stop(texts[at]) is None:
            found[at] = " " * _GAP + line.comment
        if line.has_blank or not texts[at] or line.indent != lines[at - 1].indent:
            _place(paragraph, lines, texts, found)
            paragraph = []
        if line.comment and not found[at]:
            paragraph.append(at)
    _place(paragraph, lines, texts, found)
    return found


def _stop(text: str) -> int | None:
    return next((stop for stop in _STOPS if len(text) < stop), None)


def _place(paragraph: Sequence[int], lines: Sequence[Line], texts: Sequence[str], found: list[str]) -> None:
    """Comments of lines that stand together begin in one column."""
    stop = max((_stop(texts[at]) or 0 for at in paragraph), default=0)
    if any(stop + len(lines[at].comment) > WIDTH for at in paragraph):
        stop = max(len(texts[at]) for at in paragraph) + _GAP
    for at in paragraph:
        found[at] = " " * (stop - len(texts[at])) + lines[at].comment
