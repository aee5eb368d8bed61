"""Going on after an error of form: which lines belong to the broken declaration, and where the next begins.

Authors indent. A declaration begins at the start of a line, or, inside of an addition's braces, at
the indentation of the first one there. So one broken declaration can be taken out and all others read.
Where the inside of an addition is not indented, its braces say where it ends.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from rulewright.parse import ast, braces

_WORDS = (
    "game|expansion|variant|by|option|const|token|kind|place|deck|each|var|value|test|event|step|setup|play|phase|"
    "change|rename|players|with|on|instead|anytime|text"
)
_ENTRY = r"[a-z_]\w* +[a-z_]\w*(?: +\"[^\"\n]*\")? *\{"
_REFINED = r"[a-z_.]+(?:\([^)\n]*\))? *(?:[-+*]|min|max)="
_BEGIN = re.compile(rf"^([ \t]*)(?:(?:{_WORDS})\b|{_ENTRY}|{_REFINED})", re.MULTILINE)
_LISTS = re.compile(r"[ \t]*(?:game|kind|phase|by|each|option|rename|change[ \t]+kind)\b")
"""Beginnings of declarations that declare more than their own name."""
_OWN_NAME = re.compile(r"[ \t]*(?:change +)?[a-z_]\w* +([a-z_]\w*)")
_NAME = re.compile(r"[A-Za-z_]\w*")
_WRAPPER = re.compile(r"(?:expansion|variant)\b")
_END = re.compile(r"^\}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """The characters of a declaration, from its first to the first of the next one."""

    start: int
    end: int


def part_at(text: str, position: int) -> Part:
    """The declaration that holds the position."""
    begins, ends = _borders(text)
    at = bisect_right(begins, position) - 1
    start = begins[at] if at >= 0 else 0
    if at >= 0 and _WRAPPER.match(text, start):
        # Without its first line nothing in the braces can be read.
        following = next((b for b in begins[at + 1 :] if text[b - 1 : b] == "\n"), len(text))
        return Part(start, following)
    following = begins[at + 1] if at + 1 < len(begins) else len(text)
    # The brace that closes an addition is not part of its last declaration.
    closing = next((end for end in ends if start < end < following), following)
    return Part(start, max(closing, min(position + 1, following)))


def blank(text: str, part: Part) -> str:
    """The text without a part; every other character keeps its place."""
    inside = "".join(c if c == "\n" else " " for c in text[part.start : part.end])
    return text[: part.start] + inside + text[part.end :]


def unread(text: str, left: str) -> ast.Unread:
    """What is there no longer in a text of which parts were taken out."""
    names: set[str] = set()
    declared: set[str] = set()
    taken: list[str] = []
    lines = zip(braces.plain(text).split("\n"), braces.plain(left).split("\n"), strict=True) if text != left else ()
    for line, rest in lines:
        if line == rest:
            continue
        names.update(_NAME.findall(line))
        if _BEGIN.match(line) or not taken:
            taken.append(line)
        else:
            taken[-1] += f"\n{line}"
    for part in taken:
        own = _OWN_NAME.match(part)
        declared.update(_NAME.findall(part) if _LISTS.match(part) else own.groups() if own is not None else ())
    return ast.Unread(frozenset(names), frozenset(declared))


def _borders(text: str) -> tuple[list[int], list[int]]:
    """Where declarations begin, and where braces close additions."""
    begins: list[int] = []
    ends: list[int] = []
    inner: str | None = None
    wrapped_from: int | None = None
    flat_until = 0
    for match in _BEGIN.finditer(text):
        indent, start = match.group(1), match.start() + len(match.group(1))
        if start < flat_until:
            if not indent:
                begins.append(start)
        elif not indent and (closing := _end_of_flat(text, start)) is not None:
            begins.append(start)
            ends.append(closing)
            flat_until = closing
        elif not indent:
            if wrapped_from is not None:
                ends += [m.start() for m in _END.finditer(text, wrapped_from, start)]
            begins.append(start)
            is_wrapper = _WRAPPER.match(text, start) is not None
            wrapped_from, inner = (start, None) if is_wrapper else (None, None)
        elif wrapped_from is not None and (inner is None or indent == inner):
            inner = indent
            begins.append(start)
    if wrapped_from is not None:
        ends += [m.start() for m in _END.finditer(text, wrapped_from)]
    return begins, ends


def _end_of_flat(text: str, start: int) -> int | None:
    """Where the addition at a place is closed, if it has declarations at the start of a line inside of it.

    Nothing if its braces don't go together: then the indentation of the others has to say.
    """
    if not _WRAPPER.match(text, start):
        return None
    code, depth = braces.plain(text), 0
    for match in re.finditer(r"[{}]", code[start:]):
        depth += 1 if match[0] == "{" else -1
        if depth <= 0:
            closing = start + match.start()
            inside = [m for m in _BEGIN.finditer(text, start + 1, closing) if not m[1] and text[m.start() - 1] == "\n"]
            is_whole = not any(_WRAPPER.match(text, m.start()) for m in inside) and code[closing - 1] == "\n"
            return closing if inside and is_whole else None
    return None
