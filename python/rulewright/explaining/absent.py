"""Actions that a game does not have because an entry is not there with so many players."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.compiler import CompiledGame
from rulewright.explaining.reasons import place_of
from rulewright.parse import ast
from rulewright.vm.explanation import Reason


def absent_entry(compiled: CompiledGame, action: str) -> Reason | None:
    """Why there is no such action: the entry in its text that other numbers of players have; None if none is."""
    words = set(re.findall(r"\w+", action))
    present = {e.name for kind in compiled.symbols.kinds.values() for e in kind.entries}
    for entry in _entries(compiled):
        name = entry.name.text
        if name in words and name not in present:
            numbers = " and ".join(_range(w.value) for w in entry.words if isinstance(w.value, tuple))
            text = f"`{name}` is not there with {compiled.players} players, only with {numbers}"
            return Reason(False, text, "", place_of(entry.name.span))
    return None


def _entries(compiled: CompiledGame) -> Iterator[ast.Entry]:
    for layer in compiled.layers:
        for declaration in layer.declarations:
            if isinstance(declaration, ast.Kind):
                yield from declaration.entries
            elif isinstance(declaration, ast.Entry) and not declaration.changes:
                yield declaration


def _range(ends: tuple[int, int]) -> str:
    low, high = ends
    return str(low) if low == high else f"{low} to {high}"
