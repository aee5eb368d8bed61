"""Outcomes in the cache.

An entry lies under the key of a game's own files. It names the games that this one is made from and has the key of
all texts together: if one of those games has changed, the entry counts as none. Places are numbers of
files and of characters, so a complaint shows the lines of the files as they are read now, which are the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.cache import Cache
from rulewright.cache_keys import find_bases, key_with_bases
from rulewright.checking.outcome import Finding, Outcome
from rulewright.diagnostics.diagnostic import Diagnostic, Label, Suggestion
from rulewright.diagnostics.source import SourceFile, Span
from rulewright.sources import GameSources, SourceError

_Place = list[int]
"""Number of the file, first character, and the one behind the last."""


def keep(cache: Cache, key: str, sources: GameSources, bases: Sequence[GameSources], outcome: Outcome) -> None:
    """Keep an outcome, unless it is about a file that does not belong to the game."""
    numbers = {(file, file.path): number for number, file in enumerate(_files(sources, bases))}
    try:
        findings = [_finding_to_plain(finding, numbers) for finding in outcome.findings]
    except KeyError:
        return
    plain = {
        "bases": [base.name for base in bases],
        "texts": key_with_bases(key, bases),
        "players": outcome.players,
        "findings": findings,
        "dropped": outcome.dropped,
    }
    cache.write(key, json.dumps(plain).encode())


def recall(cache: Cache, key: str, sources: GameSources) -> Outcome | None:
    """The outcome for these sources, if there is one that still fits."""
    content = cache.read(key)
    if content is None:
        return None
    try:
        plain = json.loads(content)
        bases = find_bases(sources, plain["bases"])
        if plain["texts"] != key_with_bases(key, bases):
            return None
        files = list(_files(sources, bases))
        findings = tuple(_finding_from_plain(finding, files) for finding in plain["findings"])
        return Outcome(tuple(map(int, plain["players"])), findings, int(plain["dropped"]))
    except (SourceError, ValueError, LookupError, TypeError):
        # A base that is gone is the compiler's to report; an entry of another form is made anew.
        return None


def _files(sources: GameSources, bases: Iterable[GameSources]) -> Iterable[SourceFile]:
    yield from sources.files
    for addition in sources.additions:
        yield from addition.files
    for base in bases:
        yield from base.files


_Numbers = dict[tuple[SourceFile, str | None], int]


def _finding_to_plain(finding: Finding, numbers: _Numbers) -> dict[str, object]:
    def place(span: Span) -> _Place:
        return [numbers[span.source, span.source.path], span.start, span.end]

    said = finding.diagnostic
    fix = said.suggestion
    return {
        "players": finding.players,
        "code": said.code,
        "message": said.message,
        "labels": [[*place(label.span), label.text] for label in (said.primary, *said.secondary)],
        "help": said.help,
        "fix": None if fix is None else [*place(fix.span), fix.replacement, fix.is_certain],
        "candidates": said.candidates,
    }


def _finding_from_plain(plain: dict[str, Any], files: Sequence[SourceFile]) -> Finding:
    def place(file: int, start: int, end: int) -> Span:
        return Span(files[file], start, end)

    labels = [Label(place(*where), _text(text)) for *where, text in plain["labels"]]
    help, fix = plain["help"], plain["fix"]
    return Finding(
        Diagnostic(
            code=_text(plain["code"]),
            message=_text(plain["message"]),
            primary=labels[0],
            secondary=tuple(labels[1:]),
            help=None if help is None else _text(help),
            suggestion=None if fix is None else Suggestion(place(*fix[:3]), _text(fix[3]), fix[4] is True),
            candidates=tuple(map(_text, plain["candidates"])),
        ),
        tuple(map(int, plain["players"])),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
