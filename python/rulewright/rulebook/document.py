"""The page before it has a form: headings, paragraphs, lists and tables, all in plain text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title of the page."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list. ``lead``: the words it starts with, which stand out."""

    text: str
    children: tuple[Item, ...] = ()
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list; the order of a numbered one matters."""

    items: tuple[Item, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of equal length under a head. ``numeric``: which columns hold numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()


Block = Heading | Paragraph | Items | Table


@dataclass(frozen=True, slots=True)
class Document:
    """A whole page, from top to bottom."""

    title: str
    blocks: tuple[Block, ...]

    def sections(self) -> Iterator[tuple[str, str]]:
        """Headings below the title with their anchors, for a list of contents."""
        for block, anchor in self.anchored():
            if isinstance(block, Heading) and block.level == 2:
                yield block.text, anchor

    def anchored(self) -> Iterator[tuple[Block, str]]:
        """All blocks; a heading comes with an anchor that no other has."""
        seen: dict[str, int] = {}
        for block in self.blocks:
            if not isinstance(block, Heading):
                yield block, ""
                continue
            plain = "".join(c if c.isalnum() else "-" for c in block.text.lower()).strip("-")
            seen[plain] = seen.get(plain, 0) + 1
            yield block, plain if seen[plain] == 1 else f"{plain}-{seen[plain]}"


def flat(items: tuple[Item, ...]) -> str:
    """A list as running text, for a cell of a table."""
    return " ".join(_flat(item) for item in items)


def _flat(item: Item) -> str:
    own = f"{item.lead}: {item.text}" if item.lead and item.text else item.lead or item.text
    if not item.children:
        return own
    inner = flat(item.children)
    return f"{own} {inner}" if own.endswith((".", ":")) else f"{own}: {inner}"
