"""The words, signs and comments of a rule file in their order, with what the grammar knows of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lark import Tree

from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.parse import read_tree

COMMENT = "COMMENT"

_ITEM_ENDINGS = ("_decl", "_stmt", "_item", "_option")
_OTHER_ITEMS = {
    "add_option", "by_players", "by_row", "change_kind", "change_place", "instead_of", "listed_entry", "on_event",
    "refine_value",
}  # fmt: skip
_ENTRIES = {"entry_decl", "change_decl"}
WORDS = "words"
"""The keys of an entry and their values, which are one item."""

_COMMENT = re.compile(r"#[^\n]*")
_CROWDED = re.compile(r"(#+)([^#\s])")


@dataclass(slots=True)
class Piece:
    """A word, a sign or a comment."""

    text: str
    sort: str
    """The grammar's name for such words, or `COMMENT`."""
    ends_before: int
    """How many lines end between the piece before it and this one."""
    begins: str | None = None
    """The sort of item that begins here."""
    is_sign: bool = False
    """Whether it is the minus of a negative number."""

    @property
    def is_comment(self) -> bool:
        """Whether it runs to the end of its line."""
        return self.sort == COMMENT


def read_pieces(source: SourceFile, sink: Sink) -> list[Piece] | None:
    """All pieces of a file; nothing if it can't be read, which is then reported."""
    read = read_tree(source, sink)
    if read is None:
        return None
    tree, tokens = read
    begins, signs = _marks(tree)
    pieces: list[Piece] = []
    end = 0
    for token in tokens:
        start = token.start_pos or 0
        ends = _add_comments(pieces, source.text[end:start])
        pieces.append(Piece(str(token), token.type, ends, begins.get(start), start in signs))
        end = start + len(token)
    _add_comments(pieces, source.text[end:])
    return pieces


def _add_comments(pieces: list[Piece], gap: str) -> int:
    """Adds the comments that stand between two words; answers how many lines end behind the last."""
    end = 0
    for match in _COMMENT.finditer(gap):
        text = _CROWDED.sub(r"\1 \2", match.group().rstrip(), count=1)
        pieces.append(Piece(text, COMMENT, gap.count("\n", end, match.start())))
        end = match.end()
    return gap.count("\n", end)


def _marks(tree: Tree[object]) -> tuple[dict[int, str], set[int]]:
    """Where which item begins, and where a minus belongs to the number behind it."""
    begins: dict[int, str] = {}
    signs: set[int] = set()
    waiting: list[tuple[Tree[object], str]] = [(tree, "")]
    while waiting:
        node, parent = waiting.pop()
        rule = str(node.data)
        children = [child for child in node.children if isinstance(child, Tree)]
        if rule in ("negative", "minus_int"):
            signs.add(node.meta.start_pos)
        # `else if` goes on with the same statement.
        elif _is_item(rule) and not (rule == parent == "if_stmt"):
            begins.setdefault(node.meta.start_pos, rule)
        if rule in _ENTRIES:
            words = [child.meta.start_pos for child in children if str(child.data).endswith("_word")]
            if words:
                begins[min(words)] = WORDS
        waiting.extend((child, rule) for child in children)
    return begins, signs


def _is_item(rule: str) -> bool:
    return rule.endswith(_ITEM_ENDINGS) or rule in _OTHER_ITEMS
