"""Items to lines: what begins a line, how far it is indented, and which groups stand on one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.formatting import table
from rulewright.formatting.cells import Cuts, cuts_of
from rulewright.formatting.items import Group, Item
from rulewright.formatting.pieces import COMMENT, WORDS, Piece
from rulewright.formatting.spacing import between, flat, flat_group, space

WIDTH = 120
STEP = 2
"""Blanks for each level of braces."""

CONTINUED = 4
"""Blanks in front of a line that goes on with the line before."""

_JOINED = {",", ")", "]"}
"""They never begin a line."""

_LISTS = {"key_decl", "active_decl", "listed_entry"}
"""Items of which several may share a line."""


@dataclass(slots=True)
class Line:
    """A line in cells; every cell but the last is as wide as those of its column."""

    indent: int
    has_blank: bool = False
    """Whether an empty line stands in front of it."""
    cells: list[str] = field(default_factory=lambda: [""])
    keys: list[str] = field(default_factory=list)
    """What the column behind each cell but the last is for."""
    comment: str = ""

    @property
    def width(self) -> int:
        """Without what columns add."""
        return self.indent + sum(map(len, self.cells)) + len(self.keys)


class LineWriter:
    """Writes items as lines."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def write_all(self, items: Sequence[Item], indent: int = 0) -> None:
        """Items of which each begins a line, or several of a list stand on one."""
        for at, item in enumerate(items):
            before = items[at - 1] if at else None
            if before is not None and self._shares_line(before, item):
                self._line.cells[-1] += between(before, item)
                self._parts(item, indent, {})
                continue
            self._begin(indent, has_blank=at > 0 and item.first.ends_before > 1)
            following = items[at + 1] if at + 1 < len(items) else None
            is_alone = following is None or not self._shares_line(item, following, len(flat(item)))
            self._item(item, indent, cuts_of(item) if is_alone else {})

    @property
    def _line(self) -> Line:
        return self.lines[-1]

    def _begin(self, indent: int, *, has_blank: bool = False) -> None:
        self.lines.append(Line(indent, has_blank))

    def _shares_line(self, before: Item, item: Item, more: int = 0) -> bool:
        """Whether an item stands on the line of the one before it, which is `more` longer than now."""
        if before.sort not in _LISTS or item.sort != before.sort or item.first.ends_before:
            return False
        return not _is_comment(before.parts[-1]) and self._line.width + more + len(flat(item)) < WIDTH

    def _item(self, item: Item, indent: int, cuts: Cuts) -> None:
        if item.sort == COMMENT:
            self._line.comment = item.first.text
            return
        if item.sort in ("by_players", "entry_decl", "change_decl") and not self._is_one_line(item):
            cuts = {}
            if item.sort == "by_players" and (rows := table.draw(item)) is not None:
                self._table(rows, indent)
                return
        self._parts(item, indent, cuts)

    def _is_one_line(self, item: Item) -> bool:
        """Whether all but a comment at the end stands on one line."""
        parts = item.parts[:-1] if _is_comment(item.parts[-1]) else item.parts
        if any(part.is_broken if isinstance(part, Group) else part.is_comment for part in parts):
            return False
        return self._line.indent + len(flat(Item(item.sort, parts))) <= WIDTH

    def _table(self, rows: Sequence[table.Row], indent: int) -> None:
        for number, row in enumerate(rows):
            if number:
                self._begin(indent + row.indent, has_blank=row.has_blank)
            self._line.cells[-1] = row.text
            self._line.comment = row.comment

    def _parts(self, item: Item, indent: int, cuts: Cuts) -> None:
        before: Piece | None = None
        for at, part in enumerate(item.parts):
            last = item.parts[at - 1] if at else None
            if isinstance(part, Group):
                if self._line.comment:
                    self._begin(indent)
                    before = None
                self._cut(cuts.get(at))
                self._group(part, indent, " " if self._line.cells[-1] else "")
                before = part.brace
                continue
            if part.is_comment:
                if part.ends_before or self._line.comment:
                    self._begin(indent + CONTINUED)
                self._line.comment = part.text
                before = None
                continue
            if self._breaks_before(part, last):
                self._begin(indent if _follows_group(part, last) else indent + CONTINUED)
                cuts, before = {}, None
            self._cut(cuts.get(at))
            gap = space(before, part) if self._line.cells[-1] else ""
            self._line.cells[-1] += gap + part.text
            before = part

    def _breaks_before(self, piece: Piece, last: Piece | Group | None) -> bool:
        if self._line.comment:
            return True
        if not piece.ends_before or last is None or piece.text in _JOINED:
            return False
        # A brace that closes a broken block is followed by its `else`.
        return not (isinstance(last, Group) and self._line.cells == ["}"])

    def _cut(self, key: str | None) -> None:
        if key is not None:
            self._line.keys.append(key)
            self._line.cells.append("")

    def _group(self, group: Group, indent: int, gap: str) -> None:
        if not group.is_broken:
            text = flat_group(group)
            if self._line.width + len(gap) + len(text) <= WIDTH:
                self._line.cells[-1] += gap + text
                return
        self._line.cells[-1] += gap + "{"
        items = group.items
        if group.remark is not None:
            self._line.comment = group.remark.text
        elif items and items[0].sort == WORDS and self._has_room_for(items[0]):
            self._line.cells[-1] += " "
            # Words on lines of their own stand where the refinements stand.
            self._parts(items[0], indent + STEP - CONTINUED, {})
            items = items[1:]
        if items and items is not group.items:
            # Behind the words of an entry an empty line may stand, at the start of a group it may not.
            self._begin(indent + STEP, has_blank=items[0].first.ends_before > 1)
            self._item(items[0], indent + STEP, cuts_of(items[0]))
            self._rest(items, indent + STEP)
        else:
            self.write_all(items, indent + STEP)
        self._begin(indent)
        self._line.cells[-1] = "}"

    def _rest(self, items: Sequence[Item], indent: int) -> None:
        for item in items[1:]:
            self._begin(indent, has_blank=item.first.ends_before > 1)
            self._item(item, indent, cuts_of(item))

    def _has_room_for(self, words: Item) -> bool:
        first_line = 0
        for number, part in enumerate(words.parts):
            assert isinstance(part, Piece)
            if part.is_comment or (number and part.ends_before):
                break
            first_line += 1 + len(part.text)
        return self._line.width + first_line <= WIDTH


def _follows_group(piece: Piece, last: Piece | Group | None) -> bool:
    return isinstance(last, Group) and piece.text == "else"


def _is_comment(part: Piece | Group) -> bool:
    return isinstance(part, Piece) and part.is_comment
