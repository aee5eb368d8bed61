"""The page as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.rulebook.document import Document, Heading, Item, Items, Paragraph, Table

_SPECIAL = str.maketrans({c: "\\" + c for c in "\\`*_[]<>#|"})


def to_markdown(document: Document) -> str:
    """The whole page, with a list of contents below the title."""
    lines: list[str] = []
    for block, _ in document.anchored():
        match block:
            case Heading(level, text):
                lines += [f"{'#' * level} {_escaped(text)}", ""]
                if level == 1:
                    lines += [" · ".join(f"[{_escaped(t)}](#{anchor})" for t, anchor in document.sections()), ""]
            case Paragraph(text):
                lines += [_escaped(text), ""]
            case Items(items, numbered):
                lines += [*_items(items, numbered, ""), ""]
            case Table(head, rows, numeric):
                lines += [*_table(head, rows, numeric), ""]
    return "\n".join(lines)


def _items(items: Sequence[Item], numbered: bool, pad: str) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        mark = f"{number}." if numbered else "-"
        lead = f"**{_escaped(item.lead)}**" if item.lead else ""
        text = _escaped(item.text)
        yield f"{pad}{mark} {lead}{': ' if lead and text else ''}{text}"
        # Four columns are inside the item for every reader of Markdown.
        yield from _items(item.children, False, pad + "    ")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], numeric: frozenset[int]) -> Iterator[str]:
    yield "| " + " | ".join(_escaped(cell) for cell in head) + " |"
    yield "|" + "|".join("---:" if i in numeric else "---" for i in range(len(head))) + "|"
    for row in rows:
        yield "| " + " | ".join(_escaped(cell) for cell in row) + " |"


def _escaped(text: str) -> str:
    return text.translate(_SPECIAL).replace("\n", " ")
