"""Complaints of several stages in one go, without the echoes of an error in the stages behind its own.

A stage that works with what an earlier one left over finds true errors and echoes: an unknown name
whose declaration could not be read, a value of a wrong key. A complaint counts as an echo if it
speaks of a name that was complained about before, or points to the same line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.diagnostics.diagnostic import Diagnostic, Severity
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile

_QUOTED = re.compile(r"`([^`]*)`")
_NAME = re.compile(r"[A-Za-z_]\w*")
_COMMON = frozenset(["me", "my", "it", "player", "players", "count", "room", "true", "false", "none", "and", "or", "if"])
"""Words that stand in rules about anything."""


class Stages:
    """Collects what each stage reports; `sink` has it all."""

    def __init__(self) -> None:
        self.sink = Sink()
        self._files: list[SourceFile] = []
        self._names: set[str] = set()
        self._lines: set[tuple[str, int]] = set()

    def order_files(self, files: Iterable[SourceFile]) -> None:
        """Say in which order files come."""
        self._files = list(files)
        self.sink.order_files(self._files)

    def doubt(self, names: Iterable[str]) -> None:
        """Names about which later complaints are not to be trusted."""
        self._names |= set(names) - _COMMON

    def begin(self) -> Sink:
        """A sink for the next stage."""
        return Sink(self._files)

    def end(self, stage: Sink) -> None:
        """Takes over what a stage has found, except for echoes."""
        found = [d for d in stage.sorted() if d.severity is Severity.WARNING or not self._is_echo(d)]
        for diagnostic in found:
            self.sink.add(diagnostic)
        for diagnostic in found:
            if diagnostic.severity is Severity.ERROR:
                span = diagnostic.primary.span
                self._lines.add((span.source.name, span.line))
                self._names |= _names_of(diagnostic, with_help=True)

    def _is_echo(self, diagnostic: Diagnostic) -> bool:
        span = diagnostic.primary.span
        return (span.source.name, span.line) in self._lines or bool(_names_of(diagnostic) & self._names)


def _names_of(diagnostic: Diagnostic, *, with_help: bool = False) -> set[str]:
    texts = [diagnostic.message, *((diagnostic.advice or "",) if with_help else ())]
    quoted = " ".join(match for text in texts for match in _QUOTED.findall(text))
    return set(_NAME.findall(f"{quoted} {diagnostic.primary.span.text}")) - _COMMON
