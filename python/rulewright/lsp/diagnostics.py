"""Diagnostics as the protocol has them, and the changes that they suggest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    Position,
    Range,
    TextEdit,
    WorkspaceEdit,
)

from rulewright.diagnostics import diagnostic as ours
from rulewright.diagnostics.codes import CODES
from rulewright.diagnostics.source import Span
from rulewright.lsp.analysis import Analysis, Finding
from rulewright.lsp.session import Session, uri_of

SOURCE = "rulewright"


def collect(session: Session, analyses: Iterable[Analysis]) -> dict[Path, list[Diagnostic]]:
    """The complaints of some games by file; every file of theirs has a list, if only an empty one."""
    found: dict[Path, list[Diagnostic]] = {}
    for analysis in analyses:
        for path in analysis.paths:
            found.setdefault(Path(path), [])
        for finding in analysis.findings:
            file = finding.diagnostic.primary.span.source.path
            if file is None:
                continue
            shown = _shown(session, finding)
            own = found.setdefault(Path(file), [])
            if shown not in own:
                own.append(shown)
    return found


def problem(text: str) -> Diagnostic:
    """What kept a game from being looked at, at the start of the file."""
    start = Range(Position(0, 0), Position(0, 0))
    return Diagnostic(start, text, severity=DiagnosticSeverity.Error, source=SOURCE)


def _shown(session: Session, finding: Finding) -> Diagnostic:
    complaint = finding.diagnostic
    lines = [complaint.message]
    if complaint.primary.text:
        lines[0] += f": {complaint.primary.text}"
    if complaint.advice is not None:
        lines.append(f"help: {complaint.advice}")
    if finding.players:
        numbers = ", ".join(map(str, finding.players))
        lines.append(f"(only with {numbers} players)")
    code = CODES.get(complaint.code)
    is_error = complaint.severity is ours.Severity.ERROR
    return Diagnostic(
        range=_exact_range(session, complaint.primary.span),
        message="\n".join(lines),
        severity=DiagnosticSeverity.Error if is_error else DiagnosticSeverity.Warning,
        code=complaint.code,
        source=SOURCE,
        related_information=_related(session, complaint, code.explanation if code is not None else None),
        data=_data(session, complaint),
    )


def _exact_range(session: Session, span: Span) -> Range:
    """Where a complaint is about; its text is the one that was analysed, which is that of now."""
    found = session.range(span)
    return found if found is not None else Range(Position(0, 0), Position(0, 0))


def _related(
    session: Session, complaint: ours.Diagnostic, explanation: str | None
) -> list[DiagnosticRelatedInformation]:
    """Other places that have to do with it; the last one tells about the code."""
    found: list[DiagnosticRelatedInformation] = []
    for label in complaint.secondary:
        place = session.location(label.span)
        if place is not None:
            found.append(DiagnosticRelatedInformation(place, label.text or "here"))
    own = session.location(complaint.primary.span)
    if explanation is not None and own is not None:
        found.append(DiagnosticRelatedInformation(own, f"{complaint.code}: {explanation}"))
    return found


def _data(session: Session, complaint: ours.Diagnostic) -> dict[str, object] | None:
    """The suggested change; the editor sends it back when it asks for quick fixes."""
    suggestion = complaint.suggestion
    if suggestion is None or suggestion.span.source.path is None:
        return None
    place = session.range(suggestion.span)
    if place is None:
        return None
    return {
        "uri": uri_of(Path(suggestion.span.source.path)),
        "range": [place.start.line, place.start.character, place.end.line, place.end.character],
        "old": suggestion.span.text,
        "new": suggestion.replacement,
    }


def quick_fixes(diagnostics: Sequence[Diagnostic]) -> list[CodeAction]:
    """The changes that diagnostics suggest."""
    found: list[CodeAction] = []
    for diagnostic in diagnostics:
        change = _change(diagnostic.data)
        if diagnostic.source != SOURCE or change is None:
            continue
        uri, edit, old = change
        if not edit.new_text:
            title = f"Remove `{old}`"
        elif not old:
            title = f"Add `{edit.new_text}`"
        else:
            title = f"Replace `{old}` by `{edit.new_text}`"
        found.append(
            CodeAction(
                title,
                kind=CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                is_preferred=True,
                edit=WorkspaceEdit(changes={uri: [edit]}),
            )
        )
    return found


def _change(data: object) -> tuple[str, TextEdit, str] | None:
    """A change out of what the editor sent back, if it is one."""
    if not isinstance(data, dict):
        return None
    uri, place, old, new = (data.get(key) for key in ("uri", "range", "old", "new"))
    if not isinstance(uri, str) or not isinstance(old, str) or not isinstance(new, str):
        return None
    if not isinstance(place, Sequence) or len(place) != 4 or not all(isinstance(n, int) for n in place):
        return None
    a, b, c, d = place
    return uri, TextEdit(Range(Position(a, b), Position(c, d)), new), old
