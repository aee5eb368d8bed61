"""What every tree has: places, names and texts."""

from __future__ import annotations

from rulewright.datatypes import data
from rulewright.diagnostics.source import Span


@data
class Node:
    """Anything that stands somewhere."""

    span: Span


@data
class Name(Node):
    """A word that names something."""

    text: str


@data
class Text(Node):
    """A string, without its quotes."""

    text: str


@data
class Path(Node):
    """Names joined by dots."""

    names: tuple[Name, ...]

    @property
    def text(self) -> str:
        """The path as written."""
        return ".".join(n.text for n in self.names)
