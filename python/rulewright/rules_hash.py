"""A hash of what rule files say: games with equal hashes are played in the same way.

It is made from the words and signs of the files in their order, with the settings of the game. Comments, white space
and line ends are not among them, nor is what readers are told: titles and all other texts in quotes, the declaration
`text` and the key `text`. So a record still fits when files are formatted or their words for people are changed.
Whatever else changes makes another hash, even if the game is the same. docs/adr/0019 has the reasons.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulewright.diagnostics.source import SourceFile

MEANING = 1
"""Raised by a release in which the same rules are played in another way."""

_PIECE = re.compile(
    r"(?P<skipped>[ \t\r\n]+|#[^\n]*)"
    r'|"[^"\n]*"|min=|max=|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\.\.|[-+*]=|[=!<>]=|.'
)
"""The terminals of `grammar/`, which a test compares. Parsing again takes ten times as long."""

_TEXT = "text"

Settings = Mapping[str, int | tuple[str, ...]]


def rules_hash(
    game: Iterable[SourceFile],
    additions: Iterable[tuple[str, Sequence[SourceFile]]],
    players: int,
    options: Settings,
) -> str:
    """The hash of a game with what is added to it, 64 hex digits.

    Names of files are not in it, but those of additions are: rules can ask which are there.
    """
    parts = [
        ["rulewright", MEANING, players, sorted(options.items())],
        ["", *_said_in(game)],
        *([name, *_said_in(files)] for name, files in additions),
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _said_in(files: Iterable[SourceFile]) -> Iterator[str]:
    for file in files:
        yield from words_of(file.text)


def words_of(text: str) -> list[str]:
    """The words and signs of a rule file without those that only readers need."""
    said: list[str] = []
    follows_text = False
    for piece in pieces_of(text):
        is_text = piece.startswith('"')
        if not is_text:
            said.append(piece)
        elif not follows_text:  # several texts behind one another are one
            del said[_start_of_heading(said) :]
        follows_text = is_text
    return said


def pieces_of(text: str) -> Iterator[str]:
    """Words, signs and texts in quotes, as the parser takes a file apart."""
    return (match.group() for match in _PIECE.finditer(text) if match.lastgroup is None)


def _start_of_heading(said: Sequence[str]) -> int:
    """Where `text` and a path behind it begin, if they are what stands before a text; else the end."""
    end = at = len(said)
    if at and said[at - 1] != _TEXT:
        at -= 1
        while at >= 2 and said[at - 1] == ".":
            at -= 2
    if not at or said[at - 1] != _TEXT or said[at - 3 : at - 2] == ["key"]:  # `key NAME text` is the type of a key
        return end
    return at - 1
