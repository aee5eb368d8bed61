"""Complaints of several stages in one go, without the echoes of one error in all that depends on it.

A stage that works with what an earlier one left over finds true errors and echoes: an unknown name
whose declaration could not be read, a value of a wrong key. What could not be read may have been anything, so an
error of form casts doubt on every name in it that nothing else declares, and so on every line that has one of them:
better to miss a second error than to tell the first one twice. Any other error does so with the names that its line
declares, for what is declared is not what was meant; of the other names it doubts those that it is about, and only what
is about the same is its echo. So two mistakes on one line are both told. An echo casts doubt in its turn.
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
_DECLARED = r"\b(?:place|deck|var|value|test|event|step|phase|kind|token|const|option|key|choose)\s+"
_COMMON = frozenset({
    "me", "my", "it", "player", "players", "count", "room", "empty", "full", "true", "false", "none", "and",
    "or", "not", "if", "then", "else", "is", "where", "for", "in", "of", "to", "from", "int", "bool", "flag",
    "text", "phase", "value", "test", "event", "step", "place", "deck", "var", "key", "kind", "token", "each",
    "on", "option", "when", "optional", "default", "holds", "starts", "most", "per", "sum", "any", "all", "min",
    "max", "next", "seats", "move", "gain", "pay", "set", "clear", "let", "do", "emit", "draw",
})  # fmt: skip
"""Words that stand in rules about anything."""

_FORM = "E01"
"""How the codes for errors of form begin."""

_UNKNOWN = {"E0201", "E0203", "E0206", "E0207", "E0209", "E0219", "E0307"}
"""Something that is not there: once is enough for each name."""


class Stages:
    """Collects what each stage reports; `sink` has it all."""

    def __init__(self) -> None:
        self.sink = Sink()
        self._files: list[SourceFile] = []
        self._lost: set[str] = set()
        """Names of what could not be read, or was declared in a wrong way: all that is done with them is doubtful."""
        self._lines: set[tuple[str, int]] = set()
        """Lines that could not be read."""
        self._doubtful: set[str] = set()
        """Names that errors are about."""
        self._sound: set[str] = set()
        """Names that something else declares than what could not be read."""

    def order_files(self, files: Iterable[SourceFile]) -> None:
        """Say in which order files come."""
        self._files = list(files)
        self.sink.order_files(self._files)

    def trust(self, names: Iterable[str]) -> None:
        """Names that stand for something, whatever could not be read."""
        self._sound |= set(names)

    def doubt(self, names: Iterable[str]) -> None:
        """Names in what could not be read."""
        self._lost |= set(names) - _COMMON - self._sound

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
            if diagnostic.code.startswith(_FORM):
                self._lines.add(_line_of(diagnostic))
                self.doubt(_names_on_line(diagnostic) | _names_in(diagnostic.message + (diagnostic.advice or "")))
            else:
                self._lost |= _declared_by(diagnostic) - _COMMON
                self._doubtful |= _names_in(diagnostic.message) - _COMMON

    def _without_echoes(self, errors: list[Diagnostic]) -> list[Diagnostic]:
        return [d for d in errors if not self._is_echo(d)]

    def _is_echo(self, diagnostic: Diagnostic) -> bool:
        named = _names_in(diagnostic.message)
        if _line_of(diagnostic) in self._lines or (named | _names_on_line(diagnostic)) & self._lost:
            return True
        return bool((named | set(_NAME.findall(diagnostic.primary.span.text))) & self._doubtful)


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
    entry = rf"^\s*\w+\s+{last}\b.*\{{|(?:^|,)\s*{last}\b(?!\s*[-+*=.(\[])"
    return re.search(rf"{_DECLARED}{last}\b|{entry}", _code_of(diagnostic)) is not None


def _declared_by(diagnostic: Diagnostic) -> set[str]:
    """What the line of an error declares; an entry is there whatever is wrong with its keys."""
    return {found["name"] for found in re.finditer(rf"{_DECLARED}(?P<name>\w+)", _code_of(diagnostic))}


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
