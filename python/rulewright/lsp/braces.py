"""Names that can stand in the braces of a text for readers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.resolve.symbols import Symbols

_OPEN = re.compile(r"\{\w*$")
_SUBJECT = re.compile(r"\s*text\s+([\w.]+)")


def is_in_braces(text: str, offset: int) -> bool:
    """Whether a place lies behind an open brace inside of quotes."""
    line = _line_before(text, offset)
    return line.count('"') % 2 == 1 and _OPEN.search(line) is not None


def names_for_braces(symbols: Symbols, text: str, offset: int) -> Iterator[str]:
    """What has a title or a number, the parameters of what the text is about first."""
    subject = _SUBJECT.match(_line_before(text, offset))
    members = [*symbols.members.values(), *(m for p in symbols.phases.values() for m in p.members.values())]
    for member in members:
        if subject is not None and member.path == subject[1]:
            yield from (param.name for param in member.params)
    for kind in symbols.kinds.values():
        yield kind.name
        yield from (entry.name for entry in kind.entries)
    for names in (symbols.tokens, symbols.phases, symbols.places, symbols.constants):
        yield from names
    for kind in symbols.kinds.values():
        yield from kind.keys


def _line_before(text: str, offset: int) -> str:
    return text[text.rfind("\n", 0, offset) + 1 : offset]
