"""Tables of numbers, `by players`: the numbers of all rows stand below one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.formatting.items import Group, Item
from rulewright.formatting.pieces import COMMENT, Piece

_GAP = 2
_INDENT = 2


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table."""

    indent: int
    text: str
    comment: str = ""
    has_blank: bool = False


def draw(item: Item) -> list[Row] | None:
    """The table as lines; nothing if it has comments among its numbers."""
    *head, group = item.parts
    remark = ""
    if isinstance(group, Piece) and group.is_comment and not group.ends_before and head:
        # Behind the closing brace.
        remark = group.text
        *head, group = head
    if not isinstance(group, Group) or not _is_plain(head):
        return None
    rows = [_split(row) for row in group.items]
    if any(not _is_plain(parts) for parts, _ in rows):
        return None
    tables = [_numbers(parts) for parts, _ in rows if parts]
    columns = [part.text for part in head[2:] if isinstance(part, Piece)]
    name_width = max(len("by players"), *(_INDENT + len(name) for name, _ in tables), 0)
    width = max((len(n) for n in [*columns, *(n for _, numbers in tables for n in numbers)]), default=0)
    lines = [
        Row(0, f"{_cells('by players', columns, name_width, width)} {{", group.remark.text if group.remark else "")
    ]
    for number, ((parts, comment), row) in enumerate(zip(rows, group.items, strict=True)):
        text = _cells(*_numbers(parts), name_width - _INDENT, width) if parts else ""
        lines.append(Row(_INDENT, text, comment, has_blank=number > 0 and row.first.ends_before > 1))
    return [*lines, Row(0, "}", remark)]


def _split(row: Item) -> tuple[Sequence[Piece | Group], str]:
    """A row's words and the comment behind them; a comment between rows has no words."""
    last = row.parts[-1]
    if isinstance(last, Piece) and last.is_comment and (row.sort == COMMENT or not last.ends_before):
        return row.parts[:-1], last.text
    return row.parts, ""


def _numbers(parts: Sequence[Piece | Group]) -> tuple[str, list[str]]:
    name, *rest = (part for part in parts if isinstance(part, Piece))
    numbers: list[str] = []
    sign = ""
    for piece in rest:
        if piece.is_sign:
            sign = piece.text
        else:
            numbers.append(sign + piece.text)
            sign = ""
    return name.text, numbers


def _cells(name: str, numbers: Sequence[str], name_width: int, width: int) -> str:
    return name.ljust(name_width) + " " + (" " * _GAP).join(n.rjust(width) for n in numbers)


def _is_plain(parts: Sequence[Piece | Group]) -> bool:
    return all(isinstance(part, Piece) and not part.is_comment for part in parts)
