"""What the tests of goods and ships share: boards with working buildings, ships without room, storage.

`storable` is the rule of storage written out by brute force; it knows nothing of the rule files.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import TypeAlias

from tests.games.puerto_rico.table import Plain, asked, legal, seat

from rulewright.vm import State

Goods: TypeAlias = tuple[int, ...]
"""How many of each kind, in the order of `KINDS`."""

KINDS = ("corn", "indigo", "sugar", "tobacco", "coffee")

FULL_SHIPS = {"small_ship": {"corn": 5}, "middle_ship": {"indigo": 6}, "large_ship": {"sugar": 7}}
"""The ships of four players with no room at all, so that nobody can load anything."""

STORES = {0: (), 1: ("small_warehouse",), 2: ("large_warehouse",), 3: ("small_warehouse", "large_warehouse")}
"""The warehouses that keep so many kinds."""


def occupied(*buildings: str, **places: Plain) -> dict[str, Plain]:
    """A seat whose buildings have one colonist each."""
    return {"city": dict.fromkeys(buildings, 1), "staff": dict.fromkeys(buildings, 1), **places}


def unoccupied(*buildings: str, **places: Plain) -> dict[str, Plain]:
    """A seat whose buildings have no colonist."""
    return {"city": dict.fromkeys(buildings, 1), **places}


def grower(staff: Mapping[str, int] | None = None, **fields: int) -> dict[str, Plain]:
    """A seat with so many plantations, all of them occupied, and buildings with so many colonists."""
    circles = dict(staff or {})
    return {"island": dict(fields), "fields": dict(fields), "city": dict.fromkeys(circles, 1), "staff": circles}


def with_goods(goods: Goods) -> dict[str, int]:
    """The goods by name, without the kinds that are missing."""
    return {kind: count for kind, count in zip(KINDS, goods, strict=True) if count}


def storable(goods: Goods, kinds: int) -> set[Goods]:
    """All that may be kept of some goods: of so many kinds any number, and one good besides."""
    found = set()
    for kept in product(*(range(count + 1) for count in goods)):
        for stored in combinations(range(len(KINDS)), kinds):
            if sum(count for kind, count in enumerate(kept) if kind not in stored) <= 1:
                found.add(kept)
    return found


def storings(state: State, player: int) -> Iterator[Goods]:
    """What the player has kept at the end of every sequence of storage decisions from here."""
    if asked(state) != "captain.storing" or state.current_player() != player:
        kept = seat(state, player)["goods"]
        yield tuple(kept.get(kind, 0) for kind in KINDS)
        return
    for text in sorted(legal(state)):
        after = state.clone()
        after.apply_action(after.string_to_action(text))
        yield from storings(after, player)
