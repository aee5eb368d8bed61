"""Braces that have no partner, found by the indentation that authors give their blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CODE = re.compile(r'#[^\n]*|"[^"\n]*"')


@dataclass(frozen=True, slots=True)
class Unclosed:
    """An opening brace, and where its partner was to be expected."""

    brace: int
    end: int


def plain(text: str) -> str:
    """The text without comments and the contents of quotes; every character keeps its place."""
    return _CODE.sub(lambda match: " " * len(match.group()), text)


def depth_before(text: str, position: int) -> int:
    """How many braces are open at a place."""
    code = plain(text)[:position]
    return code.count("{") - code.count("}")


def find_unclosed(text: str) -> Unclosed | None:
    """The first brace that is not closed before a line that is no deeper than its own.

    Nothing if every brace has a partner. Without any hint from the indentation it is the last one open.
    """
    code = plain(text)
    if code.count("{") <= code.count("}"):
        return None
    opened: list[tuple[int, int]] = []
    position, last_end = 0, 0
    for line in code.split("\n"):
        words = line.strip()
        indent = len(line) - len(line.lstrip())
        if words and opened and not words.startswith("}") and opened[-1][1] >= indent:
            return Unclosed(opened[-1][0], last_end)
        if words.startswith("}") and opened and opened[-1][1] > indent:
            # It closes something further out.
            return Unclosed(opened[-1][0], last_end)
        for offset, char in enumerate(line):
            if char == "{":
                opened.append((position + offset, indent))
            elif char == "}" and opened:
                opened.pop()
        if words:
            last_end = position + len(line.rstrip())
        position += len(line) + 1
    return Unclosed(opened[-1][0], last_end) if opened else None
