"""Texts and trees of rule files: what an editor has open counts, everything else is read from the disk.

Nothing is read or parsed twice while it stays the same. For a file with an error of form the tree of the
last text without one is kept: what is known about names comes from there until the text is whole again.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.parse import ast, parse_file
from rulewright.sources import SourceError, read_text


@dataclass(slots=True)
class _Parsed:
    """A text, its tree and what was wrong; and the last whole tree."""

    source: SourceFile
    tree: ast.File
    complaints: tuple[Diagnostic, ...]
    whole: ast.File | None


class Documents:
    """All texts that the server has seen."""

    def __init__(self) -> None:
        self._open: dict[Path, str] = {}
        self._disk: dict[Path, tuple[tuple[int, int], str]] = {}
        self._parsed: dict[tuple[str | None, str], _Parsed] = {}

    def open(self, path: Path, text: str) -> None:
        """From now on the editor's text counts."""
        self._open[path] = text

    def close(self, path: Path) -> None:
        """From now on the text on the disk counts."""
        self._open.pop(path, None)

    def take_over(self, other: Documents) -> None:
        """Starts with all that another one knows."""
        self._open, self._disk, self._parsed = dict(other._open), dict(other._disk), dict(other._parsed)

    def opened(self) -> list[Path]:
        """The files that the editor has open."""
        return list(self._open)

    def text(self, path: Path) -> str:
        """The text of a file.

        Raises:
            SourceError: it can't be read.
        """
        if path in self._open:
            return self._open[path]
        try:
            status = path.stat()
        except OSError as error:
            raise SourceError(f"`{path}` can't be read: {error.strerror}") from None
        stamp = (status.st_mtime_ns, status.st_size)
        known = self._disk.get(path)
        if known is None or known[0] != stamp:
            known = (stamp, read_text(path))
            self._disk[path] = known
        return known[1]

    def exists(self, path: Path) -> bool:
        """Whether there is such a file, on the disk or in the editor."""
        return path in self._open or path.is_file()

    def parse(self, source: SourceFile, sink: Sink) -> ast.File:
        """The tree of a text, as much of it as can be read; complaints go to the sink."""
        parsed = self._parse(source)
        for complaint in parsed.complaints:
            sink.add(complaint)
        return parsed.tree

    def parse_whole(self, source: SourceFile, _sink: Sink) -> ast.File:
        """The tree of the last text without errors of form; if there was none, what can be read."""
        parsed = self._parse(source)
        return parsed.whole or parsed.tree

    def tree(self, path: Path) -> ast.File:
        """The last whole tree of one file.

        Raises:
            SourceError: it can't be read.
        """
        return self.parse_whole(SourceFile(path.name, self.text(path), str(path)), Sink())

    def _parse(self, source: SourceFile) -> _Parsed:
        key = (source.path, source.name)
        known = self._parsed.get(key)
        if known is not None and known.source == source:
            return known
        sink = Sink()
        tree = parse_file(source, sink)
        whole = tree if not sink.has_errors else known.whole if known is not None else None
        self._parsed[key] = parsed = _Parsed(source, tree, sink.sorted(), whole)
        return parsed


def clean(path: str | Path) -> Path:
    """A path in the one form that is compared."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - `resolve` would follow links, and the editor does not
