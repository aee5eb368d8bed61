"""What people write who know other languages, and how it is written here."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SIGNS = {
    ";": ("", "statements need no `;` between them"),
    "&&": ("and", "write `and`"),
    "||": ("or", "write `or`"),
    "&": ("and", "write `and`"),
    "|": ("or", "write `or`"),
    "!": ("not ", "write `not`"),
    "//": ("#", "comments start with `#`"),
    "=>": (">=", "write `>=`"),
    "=+": ("+=", "write `+=`"),
    "=<": ("<=", "write `<=`"),
    "<>": ("!=", "write `!=`"),
    "++": ("+= 1", "write `+= 1`"),
    "--": ("-= 1", "write `-= 1`"),
    ":=": ("=", "write `=`"),
    "->": ("", "leave it out"),
}
_WORDS = {
    "elif": "else if",
    "elsif": "else if",
    "elseif": "else if",
    "otherwise": "else",
    "foreach": "each",
    "for": "each",
    "while": "repeat while",
    "var": "let",
    "function": "value",
    "def": "value",
}
_DECIMAL = re.compile(r"\.\d")


@dataclass(frozen=True, slots=True)
class Slip:
    """Where it stands, what is to stand there, and why."""

    start: int
    end: int
    replacement: str
    advice: str


def slip_at(text: str, position: int) -> Slip | None:
    """The foreign sign of which the reader stumbled over a part at this place."""
    for start, length in ((position, 2), (position - 1, 2), (position, 1)):
        sign = text[start : start + length] if start >= 0 else ""
        if sign in _SIGNS:
            return Slip(start, start + length, *_SIGNS[sign])
    return None


def word_slip(word: str) -> str | None:
    """How a word of other languages is written here."""
    return _WORDS.get(word)


def is_decimal(text: str, position: int) -> bool:
    """Whether the point of a number like `1.5` stands here, or what follows it."""
    point = position - 1 if text[position - 1 : position] == "." else position
    return point > 0 and text[point - 1].isdigit() and _DECIMAL.match(text, point) is not None
