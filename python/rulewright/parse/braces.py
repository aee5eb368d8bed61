"""Braces that have no partner, found by the indentation that authors give their blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CODE = re.compile(r'#[^\n]*|"[^"\n]*"')


@dataclass(frozen=True, slots=True)
class Unclosed:
    """A brace that opens a block, and where its partner was to be expected."""

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
    for line, indent in _statements(code):
        words = line.strip()
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


def find_surplus(text: str) -> Unclosed | None:
    """A closing brace behind other words that closes what an earlier line opened, if there is one too many.

    The pair is the brace that it closes, and the surplus one itself.
    """
    code = plain(text)
    if code.count("}") <= code.count("{"):
        return None
    opened: list[tuple[int, int]] = []
    position = 0
    for number, line in enumerate(code.split("\n")):
        for offset, char in enumerate(line):
            if char == "{":
                opened.append((position + offset, number))
            elif char == "}" and opened:
                brace, opened_in = opened.pop()
                if opened_in < number and line[:offset].strip(" }"):
                    return Unclosed(brace, position + offset)
        position += len(line) + 1
    return None


def _statements(code: str) -> Iterator[tuple[str, int]]:
    """Each line, and the indentation of the line on which its statement begins."""
    statement, goes_on = 0, False
    for line in code.split("\n"):
        words = line.strip()
        if words:
            indent = len(line) - len(line.lstrip())
            if not (goes_on and indent > statement):
                statement = indent
            goes_on = line.count("{") <= line.count("}")
        yield line, statement
