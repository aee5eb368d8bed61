"""What the server knows in one session: texts, games, and the answers it has worked out already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lsprotocol.types import Location, Position, PositionEncodingKind, Range
from pygls import uris

from rulewright.diagnostics.source import Span
from rulewright.lsp.analysis import Analysis, analyse, glance
from rulewright.lsp.documents import Documents, clean
from rulewright.lsp.index import Index, Occurrence
from rulewright.lsp.positions import TextPositions, positions_of, shift_between
from rulewright.lsp.workspace import Recipe, Workspace
from rulewright.resolve.uses import UseTable
from rulewright.sources import GameSources, SourceError


@dataclass(frozen=True, slots=True)
class Place:
    """Where the author is: a file, an offset in its text, and the game that it belongs to."""

    path: Path
    offset: int
    text: str
    analysis: Analysis

    @property
    def old_offset(self) -> int | None:
        """The offset in the text that the analysis knows; None if it was typed since."""
        return shift_between(known_text(self.analysis, self.path, self.text), self.text).back(self.offset)

    @property
    def occurrence(self) -> Occurrence | None:
        """The name that stands here."""
        offset = self.old_offset
        return None if offset is None else self.analysis.index.at(str(self.path), offset)


class Session:
    """Keeps analyses until a text in them changes."""

    def __init__(self) -> None:
        self.documents = Documents()
        self.workspace = Workspace(self.documents)
        self.encoding = PositionEncodingKind.Utf16.value
        self._analyses: dict[Recipe, tuple[tuple[tuple[str, str], ...], Analysis]] = {}

    def fork(self) -> Session:
        """Another session that starts with what this one knows; texts that change there don't change here."""
        other = Session()
        other.documents.take_over(self.documents)
        other.encoding = self.encoding
        return other

    # ---- analyses ----

    def recipe(self, path: Path) -> Recipe:
        """The game of a file."""
        return self.workspace.recipe(path)

    def analysis(self, recipe: Recipe) -> Analysis:
        """What is known about a game, worked out anew only if one of its texts changed."""
        known = self._analyses.get(recipe)
        if known is not None and self._texts(known[1].paths) == known[0] and self._same_files(recipe, known[1]):
            return known[1]
        try:
            sources = self.workspace.sources(recipe)
        except SourceError as error:
            return Analysis(GameSources(recipe.home, ()), (), (), str(error), Index(UseTable()))
        analysis = analyse(sources, self.documents, known[1] if known is not None else None)
        texts = self._texts(analysis.paths)
        if texts is not None:
            self._analyses[recipe] = (texts, analysis)
        return analysis

    def glance(self, recipe: Recipe) -> Analysis | None:
        """What is wrong with a game at first sight, after a change; None if there was none.

        What it says about names is that of before.
        """
        known = self._analyses.get(recipe)
        if known is None or self._texts(known[1].paths) == known[0]:
            return None
        try:
            return replace(known[1], findings=glance(self.workspace.sources(recipe), self.documents), problem=None)
        except SourceError:
            return None

    def _texts(self, paths: tuple[str, ...]) -> tuple[tuple[str, str], ...] | None:
        try:
            return tuple((path, self.documents.text(Path(path))) for path in paths)
        except SourceError:
            return None

    def _same_files(self, recipe: Recipe, analysis: Analysis) -> bool:
        """Whether no file came to the game's folder or went away."""
        if not recipe.home.is_dir():
            return True
        there = {str(p) for p in recipe.home.glob("*.rules")}
        return there <= set(analysis.paths)

    def of_file(self, path: Path) -> Analysis:
        """What is known about the game of a file."""
        return self.analysis(self.recipe(path))

    def family(self, path: Path) -> Iterator[Analysis]:
        """Everything that shares files with the game of a file, that game first."""
        own = self.recipe(path)
        yield self.analysis(own)
        for recipe in self.workspace.family(own):
            if recipe != own:
                yield self.analysis(recipe)

    # ---- places ----

    def place(self, uri: str, position: Position) -> Place:
        """Where the author is.

        Raises:
            SourceError: there is no such file.
        """
        path = path_of(uri)
        text = self.documents.text(path)
        offset = positions_of(text, self.encoding).offset(position)
        return Place(path, offset, text, self.of_file(path))

    def positions(self, path: Path) -> TextPositions:
        """Lines and columns of a file as it is now.

        Raises:
            SourceError: there is no such file.
        """
        return positions_of(self.documents.text(path), self.encoding)

    def range(self, span: Span) -> Range | None:
        """Where a stretch of an analysed text lies now; None if it was changed since."""
        if span.source.path is None:
            return None
        try:
            text = self.documents.text(Path(span.source.path))
        except SourceError:
            return None
        moved = shift_between(span.source.text, text).forward(span.start, span.end)
        return None if moved is None else positions_of(text, self.encoding).range(*moved)

    def location(self, span: Span) -> Location | None:
        """The same with its file."""
        found = self.range(span)
        if found is None or span.source.path is None:
            return None
        return Location(uri_of(Path(span.source.path)), found)


def known_text(analysis: Analysis, path: Path, otherwise: str) -> str:
    """The text of a file that an analysis is about."""
    for occurrence in analysis.index.in_file(str(path)):
        return occurrence.span.source.text
    return otherwise


def path_of(uri: str) -> Path:
    """The path of a document; one that lies nowhere gets a path that no file has."""
    return clean(uris.to_fs_path(uri) or f"/{uri.replace(':', '/')}")


def uri_of(path: Path) -> str:
    """The address of a file."""
    return uris.from_fs_path(str(path)) or ""
