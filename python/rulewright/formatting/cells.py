"""Where an item has columns that line up with those of the lines above and below.

A cut is the number of a part that begins a new cell, and a key: cells line up with neighbours that
have a cell of the same key in the same place.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.formatting.items import Group, Item
from rulewright.formatting.pieces import Piece

Cuts = dict[int, str]

MEMBER = "member"
"""The first word of declarations that often stand together; behind it their names begin."""


def cuts_of(item: Item) -> Cuts:
    """The cuts of an item that has its line for itself."""
    texts = [part.text if isinstance(part, Piece) else "{" for part in item.parts]
    match item.sort:
        case "place_decl":
            return _place(item, texts)
        case "var_decl":
            return {1: MEMBER, texts.index(":") + 1: "var"}
        case "value_decl" | "test_decl":
            return {1: MEMBER, texts.index("="): "function"}
        case "event_decl":
            return {1: MEMBER}
        case "const_decl":
            return {texts.index("="): "const"}
        case "key_decl":
            return {2: "key"}
        case "players_item" | "length_item":
            return {1: "item"}
        case "rename_decl":
            return {2: "old"} | ({4: "new"} if len(texts) > 4 else {})
        case "token_decl":
            return _titled(item, 2, "token") if len(texts) > 2 else {}
        case "listed_entry":
            return _titled(item, 1, "listed") if len(texts) > 2 else {}
        case "entry_decl":
            return _titled(item, 2, f"entry {texts[0]}")
        case "change_decl":
            return _titled(item, 3, f"change {texts[1]}")
    return {}


def _place(item: Item, texts: Sequence[str]) -> Cuts:
    cuts = {1: MEMBER}
    at = 3 if _is_title(item, 2) else 2
    if texts[at : at + 1] != ["holds"]:
        return cuts
    cuts[at] = "place"
    if len(texts) > at + 2:
        cuts[at + 2] = "holds"
        if texts[at + 2] == "per" and len(texts) > at + 4:
            cuts[at + 4] = "per"
    return cuts


def _titled(item: Item, at: int, key: str) -> Cuts:
    """A name, perhaps a title, and the rest; with and without a title are different columns."""
    if not _is_title(item, at):
        return {at: key}
    cuts = {at: f"{key} title"}
    if len(item.parts) > at + 1 and not _is_comma(item.parts[at + 1]):
        cuts[at + 1] = key
    return cuts


def _is_title(item: Item, at: int) -> bool:
    part = item.parts[at] if at < len(item.parts) else None
    return isinstance(part, Piece) and part.sort == "STRING"


def _is_comma(part: Piece | Group) -> bool:
    return isinstance(part, Piece) and part.text == ","
