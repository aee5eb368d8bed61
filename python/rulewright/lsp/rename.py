"""Gives a thing another name, at every place where it stands.

Whether the new name can be used is not guessed: the games are looked at with the change made. If that brings
an error or lets a name stand for something else, the change is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lsprotocol.types import Range, TextEdit, WorkspaceEdit

from rulewright.diagnostics.diagnostic import Severity
from rulewright.diagnostics.source import Span
from rulewright.lsp.analysis import Analysis
from rulewright.lsp.navigation import places_of
from rulewright.lsp.positions import Shift
from rulewright.lsp.session import Place, Session, uri_of
from rulewright.lsp.words import NAME, keywords
from rulewright.resolve.reserved import RESERVED
from rulewright.resolve.uses import Thing

_FIXED = ("score", "tiebreak")


class Refused(Exception):
    """A name that can't be changed, or not to this; the text is one sentence."""


def prepare(session: Session, place: Place) -> Range:
    """The name that would be changed.

    Raises:
        Refused: it can't be.
    """
    occurrence = place.occurrence
    if occurrence is None:
        raise Refused("there is no name here that could be changed")
    for thing in occurrence.things:
        if thing.name in _FIXED and not thing.home:
            raise Refused(f"`{thing.name}` is the name that every game has for it")
    found = session.range(occurrence.span)
    if found is None:
        raise Refused("the text has just changed here; try again when it is whole")
    return found


def rename(session: Session, place: Place, new: str) -> WorkspaceEdit:
    """The changes of all files.

    Raises:
        Refused: the new name can't be used.
    """
    prepare(session, place)
    occurrence = place.occurrence
    assert occurrence is not None
    old = occurrence.span.text
    _check_word(new)
    if new == old:
        return WorkspaceEdit(changes={})
    _check_form(session, place)
    spans = [span for span in places_of(session, place) if span.text == old]
    _check_spoken(session, place, spans, old)
    edits = _by_file(spans)
    _try_out(session, place, edits, new)
    changes: dict[str, list[TextEdit]] = {}
    for path, own in edits.items():
        ranges = (session.range(span) for span in own)
        changes[uri_of(Path(path))] = [TextEdit(r, new) for r in ranges if r is not None]
    return WorkspaceEdit(changes=dict(changes))


def _check_word(new: str) -> None:
    if not NAME.fullmatch(new):
        raise Refused(f"`{new}` is no name: names are made of letters, digits and `_`, and begin with no digit")
    if new in keywords().values():
        raise Refused(f"`{new}` is a word of the language; choose another name")
    if new in RESERVED:
        raise Refused(f"`{new}` has a meaning of its own in the language; choose another name")


def _check_form(session: Session, place: Place) -> None:
    for analysis in session.family(place.path):
        for finding in analysis.findings:
            if finding.diagnostic.code.startswith("E01"):
                where = finding.diagnostic.primary.span
                raise Refused(f"{where} has an error of form; mend it first, or places would be missed")


def _check_spoken(session: Session, place: Place, spans: list[Span], old: str) -> None:
    """An edition that renames two things in one line can't rename one of them any more."""
    chosen = set(spans)
    for analysis in session.family(place.path):
        for path in analysis.paths:
            for occurrence in analysis.index.in_file(path):
                if len(occurrence.things) > 1 and occurrence.span in chosen:
                    others = [t for t in occurrence.things if analysis.index.definitions[t] not in chosen]
                    if others:
                        raise Refused(
                            f"`{old}` also names a {others[0].sort}, and {occurrence.span} renames both in one line; "
                            "change the names there first"
                        )


def _by_file(spans: list[Span]) -> dict[str, list[Span]]:
    found: dict[str, list[Span]] = {}
    for span in spans:
        if span.source.path is not None:
            found.setdefault(span.source.path, []).append(span)
    return {path: sorted(own, key=lambda s: s.start) for path, own in found.items()}


@dataclass(frozen=True, slots=True)
class _Changed:
    """A text with the new name, and where its places lie then."""

    text: str
    moved: Mapping[int, int]


def _change(path: str, session: Session, spans: list[Span], new: str) -> _Changed:
    text = session.documents.text(Path(path))
    moved: dict[int, int] = {}
    parts: list[str] = []
    at = length = 0
    for span in spans:
        start, end = _now(text, span)
        parts += [text[at:start], new]
        length += start - at
        moved[span.start] = length
        length += len(new)
        at = end
    parts.append(text[at:])
    return _Changed("".join(parts), moved)


def _now(text: str, span: Span) -> tuple[int, int]:
    moved = Shift.between(span.source.text, text).forward(span.start, span.end)
    if moved is None:
        raise Refused("the text has just changed; try again when it is whole")
    return moved


def _try_out(session: Session, place: Place, edits: dict[str, list[Span]], new: str) -> None:
    trial = session.fork()
    changed = {path: _change(path, session, spans, new) for path, spans in edits.items()}
    for path, change in changed.items():
        trial.documents.open(Path(path), change.text)
    own = session.recipe(place.path)
    for recipe in [own, *(r for r in session.workspace.family(own) if r != own)]:
        before, after = session.analysis(recipe), trial.analysis(recipe)
        if _errors(before):
            continue
        errors = _errors(after)
        taken = [text for text in errors if text.startswith("E0202")]
        if not taken:
            _check_same(before, after, edits, changed, new)
        if errors:
            raise Refused(f"`{new}` can't be used: {(taken or errors)[0].partition(' ')[2]}")


def _errors(analysis: Analysis) -> list[str]:
    """Errors, each with its code in front."""
    found = (f.diagnostic for f in analysis.findings)
    errors = [f"{d.code} {d.message} ({d.primary.span})" for d in found if d.severity is Severity.ERROR]
    return errors if analysis.problem is None else [*errors, f"E {analysis.problem}"]


def _check_same(
    before: Analysis, after: Analysis, edits: dict[str, list[Span]], changed: Mapping[str, _Changed], new: str
) -> None:
    """The new name stands for the thing wherever the old one did, and nowhere else."""
    starts = {(path, span.start): changed[path].moved[span.start] for path, spans in edits.items() for span in spans}
    for thing, span in before.index.definitions.items():
        key = (span.source.path or "", span.start)
        if key not in starts:
            continue
        same = _declared_at(after, key[0], starts[key])
        if same is None or len(after.index.places(same)) != len(before.index.places(thing)):
            raise Refused(f"`{new}` already stands for something else where `{thing.name}` is used")


def _declared_at(analysis: Analysis, path: str, start: int) -> Thing | None:
    for thing, span in analysis.index.definitions.items():
        if span.source.path == path and span.start == start:
            return thing
    return None
