"""Colours for a terminal that has them; without colour the text is left as it is."""

from enum import Enum


class Style(Enum):
    """What a piece of text is for; the value is its ANSI attribute."""

    ERROR = "1;31"
    WARNING = "1;33"
    SECONDARY = "1;34"
    GUTTER = "34"
    STRONG = "1"


class Painter:
    """Adds ANSI colours, or does nothing."""

    def __init__(self, *, colour: bool) -> None:
        self._colour = colour

    def paint(self, text: str, style: Style) -> str:
        """The text in this style."""
        return f"\x1b[{style.value}m{text}\x1b[0m" if self._colour and text else text
