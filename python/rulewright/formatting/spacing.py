"""What stands between two pieces of one line."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.formatting.items import Group, Item
from rulewright.formatting.pieces import Piece

_TIGHT_BEFORE = {",", ")", "]", ":", ".", ".."}
_TIGHT_BEHIND = {"(", "[", ".", ".."}
_BRACKETS = {"(", "["}
_ENDS_NAME = {")", "]"}
APART = "  "
"""Between two items on one line."""


def space(before: Piece | None, piece: Piece) -> str:
    """The space between two pieces of one item."""
    if before is None or piece.text in _TIGHT_BEFORE or before.text in _TIGHT_BEHIND or before.is_sign:
        return ""
    if piece.text in _BRACKETS and (before.sort == "NAME" or before.text in _ENDS_NAME):
        return ""
    return " "


def between(before: Item, item: Item) -> str:
    """The space between two items on one line."""
    last = before.parts[-1]
    return " " if isinstance(last, Piece) and last.text == "," and item.sort == before.sort else APART


def flat(item: Item) -> str:
    """An item on one line; it must not hold a comment."""
    return "".join(_flat_parts(item))


def flat_group(group: Group) -> str:
    """A group on one line; it must not hold a comment."""
    if not group.items:
        return "{ }"
    texts = [flat(group.items[0])]
    for before, item in zip(group.items, group.items[1:], strict=False):
        texts += [between(before, item), flat(item)]
    return "{ " + "".join(texts) + " }"


def _flat_parts(item: Item) -> Iterator[str]:
    before: Piece | None = None
    for index, part in enumerate(item.parts):
        if isinstance(part, Group):
            yield (" " if index else "") + flat_group(part)
            before = part.brace
        else:
            yield space(before, part) + part.text
            before = part
