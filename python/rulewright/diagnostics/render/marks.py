"""Draws the carets and label texts below a source line.

The text of the last mark stands beside it; the texts of marks before it hang below, from the
right to the left, so that no text crosses the stem of another.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.diagnostics.render.paint import Painter, Style


@dataclass(frozen=True, slots=True)
class Mark:
    """A run of signs below the cells from `first` up to, not including, `end`."""

    first: int
    end: int
    sign: str
    style: Style
    text: str


def mark_rows(marks: Sequence[Mark], painter: Painter) -> list[str]:
    """The rows to show below a line; where marks overlap, the one given first is seen."""
    if not marks:
        return []
    beside = _mark_with_text_beside(marks)
    underline = _Row(painter)
    for mark in reversed(marks):
        for cell in range(mark.first, mark.end):
            underline.put(cell, mark.sign, mark.style)
    if beside is not None:
        underline.put(beside.end + 1, beside.text, beside.style)
    rows = [underline.drawn()]

    hanging = [mark for mark in marks if mark.text and mark is not beside]
    hanging.sort(key=lambda mark: -mark.first)
    if hanging:
        rows.append(_stems(hanging, painter).drawn())
    for index, mark in enumerate(hanging):
        # Stems of marks at the same place would be covered by the text.
        row = _stems([left for left in hanging[index + 1 :] if left.first < mark.first], painter)
        row.put(mark.first, mark.text, mark.style)
        rows.append(row.drawn())
    return rows


def _mark_with_text_beside(marks: Sequence[Mark]) -> Mark | None:
    last = max(marks, key=lambda mark: mark.first)
    is_free = all(mark.end <= last.end for mark in marks)
    return last if is_free and last.text else None


def _stems(marks: Sequence[Mark], painter: Painter) -> "_Row":
    row = _Row(painter)
    for mark in marks:
        row.put(mark.first, "|", mark.style)
    return row


class _Row:
    """Pieces of text by the cell where they begin; a longer piece must be the last one."""

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._pieces: dict[int, tuple[str, Style]] = {}

    def put(self, cell: int, text: str, style: Style) -> None:
        self._pieces[cell] = (text, style)

    def drawn(self) -> str:
        runs: list[tuple[str, Style]] = []
        at = 0
        for cell, (text, style) in sorted(self._pieces.items()):
            gap = " " * (cell - at)
            if runs and runs[-1][1] is style:
                runs[-1] = (runs[-1][0] + gap + text, style)
            else:
                runs.append((gap + text, style))
            at = cell + len(text)
        return "".join(self._painter.paint(text, style) for text, style in runs)
