"""Complaints of several stages in one go, without the echoes of one error in all that depends on it.

A stage that works with what an earlier one left over finds true errors and echoes: an unknown name
whose declaration could not be read, a value of a wrong key. So every error casts doubt on the names
on its line. An error of a later stage on a line with a doubtful name counts as an echo, which is not
shown and casts doubt in its turn: better to miss a second error than to tell the first one twice.
A name that is unknown is told once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from rulewright.diagnostics.diagnostic import Diagnostic, Severity
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile

_QUOTED = re.compile(r"`([^`]*)`")
_NAME = re.compile(r"[A-Za-z_]\w*")
_NO_CODE = re.compile(r'#[^\n]*|"[^"\n]*"')
_COMMON = frozenset({
    "me", "my", "it", "player", "players", "count", "room", "empty", "full", "true", "false", "none", "and",
    "or", "not", "if", "then", "else", "is", "where", "for", "in", "of", "to", "from", "int", "bool", "flag",
    "text", "phase", "value", "test", "event", "step", "place", "deck", "var", "key", "kind", "token", "each",
    "on", "option", "when", "optional", "default", "holds", "starts", "most", "per", "sum", "any", "all", "min",
    "max", "next", "seats", "move", "gain", "pay", "set", "clear", "let", "do", "emit", "draw",
})  # fmt: skip
"""Words that stand in rules about anything."""

_UNKNOWN = {"E0201", "E0203", "E0206", "E0207", "E0209", "E0219", "E0307"}
"""Something that is not there: once is enough for each name."""


class Stages:
    """Collects what each stage reports; `sink` has it all."""

    def __init__(self) -> None:
        self.sink = Sink()
        self._files: list[SourceFile] = []
        self._doubtful: set[str] = set()
        self._lines: set[tuple[str, int]] = set()

    def order_files(self, files: Iterable[SourceFile]) -> None:
        """Say in which order files come."""
        self._files = list(files)
        self.sink.order_files(self._files)

    def doubt(self, names: Iterable[str]) -> None:
        """Names about which later complaints are not to be trusted."""
        self._doubtful |= set(names) - _COMMON

    def begin(self) -> Sink:
        """A sink for the next stage."""
        return Sink(self._files)

    def end(self, stage: Sink) -> None:
        """Takes over what a stage has found, except for echoes."""
        found = list(stage.sorted())
        errors = [d for d in found if d.severity is Severity.ERROR]
        kept = _once_each(self._without_echoes(_without_dependents(errors)))
        if errors and not kept and not self.sink.has_errors:
            kept = errors[:1]  # each looks like an echo of another, but something is wrong
        for diagnostic in (*kept, *(d for d in found if d.severity is Severity.WARNING)):
            self.sink.add(diagnostic)
        for diagnostic in errors:
            self._lines.add(_line_of(diagnostic))
            self.doubt(_names_on_line(diagnostic) | _names_in(diagnostic.message + (diagnostic.advice or "")))

    def _without_echoes(self, errors: list[Diagnostic]) -> list[Diagnostic]:
        return [d for d in errors if _line_of(d) not in self._lines and not _about(d) & self._doubtful]


def _without_dependents(errors: list[Diagnostic]) -> list[Diagnostic]:
    """Errors of one stage without those about names that a line with another error declares."""
    kept = []
    for diagnostic in errors:
        others = (other for other in errors if _line_of(other) != _line_of(diagnostic))
        name = _unknown(diagnostic)
        if name is None or not any(_declares(other, name) for other in others):
            kept.append(diagnostic)
    return kept


def _once_each(errors: list[Diagnostic]) -> list[Diagnostic]:
    """Of several errors about one unknown name only the first, which says how many there are."""
    counts: dict[str, int] = {}
    for diagnostic in errors:
        name = _unknown(diagnostic)
        if name is not None:
            counts[name] = counts.get(name, 0) + 1
    kept = []
    for diagnostic in errors:
        name = _unknown(diagnostic)
        if name is None:
            kept.append(diagnostic)
        elif (number := counts.pop(name, 0)) > 1:
            label = f"{diagnostic.primary.text} (and in {number - 1} more place{'s' if number > 2 else ''})"
            kept.append(replace(diagnostic, primary=replace(diagnostic.primary, text=label)))
        elif number:
            kept.append(diagnostic)
    return kept


def _unknown(diagnostic: Diagnostic) -> str | None:
    """The name that an error says is not there."""
    if diagnostic.code not in _UNKNOWN:
        return None
    quoted = _QUOTED.findall(diagnostic.message)
    return quoted[0 if diagnostic.code in ("E0207", "E0219") else -1] if quoted else None


def _declares(diagnostic: Diagnostic, name: str) -> bool:
    """Whether the line of an error declares the last part of a name."""
    last = re.escape(name.rpartition(".")[2])
    words = "place|deck|var|value|test|event|step|phase|kind|token|const|option|key|choose"
    forms = rf"\b(?:{words})\s+{last}\b|^\s*\w+\s+{last}\b.*\{{|(?:^|,)\s*{last}\b(?!\s*[-+*=.(\[])"
    return re.search(forms, _code_of(diagnostic)) is not None


def _about(diagnostic: Diagnostic) -> set[str]:
    """The names that an error may have to do with."""
    return _names_in(diagnostic.message) | _names_on_line(diagnostic)


def _names_in(message: str) -> set[str]:
    return {name for quoted in _QUOTED.findall(message) for name in _NAME.findall(quoted)}


def _names_on_line(diagnostic: Diagnostic) -> set[str]:
    return set(_NAME.findall(_code_of(diagnostic)))


def _code_of(diagnostic: Diagnostic) -> str:
    span = diagnostic.primary.span
    return _NO_CODE.sub(" ", span.source.line_text(span.line))


def _line_of(diagnostic: Diagnostic) -> tuple[str, int]:
    span = diagnostic.primary.span
    return span.source.name, span.line
