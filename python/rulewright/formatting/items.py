"""Pieces in the order of the file, put together to items: declarations, statements, options, rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.formatting.pieces import COMMENT, Piece


@dataclass(slots=True)
class Item:
    """What begins a line of its own where there is room: its pieces, and groups in braces among them."""

    sort: str
    parts: list[Piece | Group] = field(default_factory=list)

    @property
    def first(self) -> Piece:
        """The piece that it begins with."""
        part = self.parts[0]
        return part if isinstance(part, Piece) else part.brace


@dataclass(slots=True)
class Group:
    """Items in braces."""

    brace: Piece
    items: list[Item] = field(default_factory=list)
    remark: Piece | None = None
    """A comment behind the first brace."""
    is_broken: bool = False
    """Whether the author wrote it on more than one line."""


def group_items(pieces: Sequence[Piece]) -> list[Item]:
    """The items of a file."""
    return list(_items(_Stream(pieces)))


class _Stream:
    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces
        self.at = 0

    @property
    def current(self) -> Piece | None:
        return self.pieces[self.at] if self.at < len(self.pieces) else None

    def next_word(self) -> Piece | None:
        """The next piece that is no comment."""
        words = (self.pieces[i] for i in range(self.at, len(self.pieces)) if not self.pieces[i].is_comment)
        return next(words, None)


def _items(stream: _Stream) -> Iterator[Item]:
    """The items up to the closing brace of the group, or to the end of the file."""
    item: Item | None = None
    while (piece := stream.current) is not None and piece.text != "}":
        if piece.is_comment and (item is None or (piece.ends_before and _is_between(stream))):
            if item is not None:
                yield item
                item = None
            stream.at += 1
            yield Item(COMMENT, [piece])
            continue
        if piece.begins is not None:
            if item is not None:
                yield item
            item = Item(piece.begins)
        elif item is None:
            item = Item("")
        if piece.text == "{":
            item.parts.append(_group(stream))
        else:
            stream.at += 1
            item.parts.append(piece)
    if item is not None:
        yield item


def _is_between(stream: _Stream) -> bool:
    """Whether a comment on a line of its own stands between two items, not inside of one."""
    word = stream.next_word()
    return word is None or word.text == "}" or word.begins is not None


def _group(stream: _Stream) -> Group:
    brace = stream.current
    assert brace is not None
    group = Group(brace)
    begin = stream.at
    stream.at += 1
    remark = stream.current
    if remark is not None and remark.is_comment and not remark.ends_before:
        group.remark = remark
        stream.at += 1
    group.items.extend(_items(stream))
    inside = stream.pieces[begin + 1 : stream.at + 1]
    group.is_broken = any(p.ends_before or p.is_comment for p in inside)
    stream.at += 1  # the closing brace
    return group
