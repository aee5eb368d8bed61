"""Semantic tokens: names coloured by what they stand for, which a highlighting grammar can't know."""

from __future__ import annotations

from pathlib import Path

from lsprotocol.types import Position, SemanticTokens, SemanticTokensLegend

from rulewright.lsp.session import Session
from rulewright.resolve.uses import Sort

_TYPES: dict[Sort, str] = {
    "const": "enumMember",
    "option": "property",
    "token": "struct",
    "kind": "class",
    "key": "property",
    "entry": "enumMember",
    "place": "variable",
    "var": "variable",
    "value": "function",
    "test": "function",
    "event": "event",
    "step": "method",
    "phase": "namespace",
    "choice": "interface",
    "action": "method",
    "local": "parameter",
}
_NAMES = sorted(set(_TYPES.values()))

LEGEND = SemanticTokensLegend(token_types=_NAMES, token_modifiers=["declaration"])


def semantic_tokens(session: Session, path: Path) -> SemanticTokens:
    """All names of a file, each with its type, in the protocol's relative numbers."""
    index = session.of_file(path).index
    found: list[tuple[Position, int, str, bool]] = []
    for occurrence in index.in_file(str(path)):
        thing = occurrence.things[0]
        place = session.range(occurrence.span)
        if place is None or thing.sort not in _TYPES:
            continue
        length = place.end.character - place.start.character
        is_declaration = index.definitions[thing] == occurrence.span
        found.append((place.start, length, _TYPES[thing.sort], is_declaration))
    data: list[int] = []
    line = column = 0
    for start, length, name, is_declaration in sorted(found, key=lambda t: (t[0].line, t[0].character)):
        step = start.line - line
        data += [step, start.character - (0 if step else column), length, _NAMES.index(name), int(is_declaration)]
        line, column = start.line, start.character
    return SemanticTokens(data)
