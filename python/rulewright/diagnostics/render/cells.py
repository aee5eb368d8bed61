"""Lays a source line out on a terminal: how it is drawn, and at which cell a character stands.

Tabs become spaces, wide characters take two cells, and control characters become a visible
mark, so that a rule file from a stranger can't send commands to the terminal.
"""

import unicodedata
from dataclasses import dataclass

TAB_WIDTH = 4
MAX_CELLS = 160
"""Longer lines are cut to a window around the place that matters."""

CONTEXT_CELLS = 40
"""How much of a cut line is left before the place that matters."""

_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Line:
    """A line ready to be drawn, and the cell at which each of its characters begins.

    `cells` has one entry more than the line has characters: the cell after the last one.
    """

    drawn: str
    cells: tuple[int, ...]

    def cell(self, index: int) -> int:
        """Cell of the character at `index`; places after the line's end count as its end."""
        return self.cells[min(index, len(self.cells) - 1)]


def lay_out(text: str, focus: int) -> Line:
    """Lay out a line; if it is too long, show the part around the character at `focus`."""
    if len(text) > MAX_CELLS:
        left = max(0, min(focus, len(text)) - CONTEXT_CELLS)
        return _lay_out_window(text, left, min(len(text), left + MAX_CELLS))
    return _lay_out_window(text, 0, len(text))


def printable(text: str) -> str:
    """The text with every unprintable character, line ends too, replaced by a visible mark."""
    return "".join(_drawn(char) for char in text)


def one_line(text: str) -> str:
    """The text in one line, printable: messages that quote a rule file may hold line ends."""
    return printable(" ".join(text.splitlines()))


def _lay_out_window(text: str, left: int, right: int) -> Line:
    drawn = "…" if left > 0 else ""
    at = len(drawn)
    # What was cut off on either side stands at the edge of the window.
    cells = [0] * left
    for char in text[left:right]:
        cells.append(at)
        piece = " " * (TAB_WIDTH - at % TAB_WIDTH) if char == "\t" else _drawn(char)
        drawn += piece
        at += _width(piece)
    cells += [at] * (len(text) - right + 1)
    if right < len(text):
        drawn += "…"
    return Line(drawn, tuple(cells))


def _drawn(char: str) -> str:
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in _UNPRINTABLE else char


def _width(piece: str) -> int:
    return sum(_char_width(char) for char in piece)


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
