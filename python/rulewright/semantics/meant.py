"""What an author probably meant by a name that stands for something, but not for what is needed."""

from __future__ import annotations

from rulewright.resolve.symbols import MemberInfo, PlaceInfo, Symbols

_MOST_SHOWN = 3


def part_of_player(symbols: Symbols, name: str) -> str | None:
    """Where a player has a token or entries of this name."""
    token = symbols.tokens.get(name)
    if token is not None:
        ways = [f"`my.{p.name}`" for p in _of_players(symbols) if p.holds.name == name and p.per is None]
    else:
        ways = [f"`my.{p.name}[{name}]`" for p in _of_players(symbols) if holds_entry(symbols, p, name)]
    return f"what a player has lies in places: {' or '.join(ways[:_MOST_SHOWN])}" if ways else None


def holds_entry(symbols: Symbols, place: PlaceInfo, name: str) -> bool:
    """Whether `place[name]` is a number of tokens."""
    if place.holds.sort == "kind" and place.per is None:
        return symbols.kinds[place.holds.name].entry(name) is not None
    return place.per is not None and place.holds.sort == "token" and symbols.kinds[place.per].entry(name) is not None


def way_to_move(symbols: Symbols, name: str, *, to_player: bool) -> str | None:
    """How entries get to a player, or away from him, since `gain` and `pay` are for plain tokens."""
    if not symbols.entries_named(name):
        return None
    mine = [p for p in _of_players(symbols) if p.per is None and holds_entry(symbols, p, name)]
    common = [p for p in symbols.places.values() if p.owner is None and p.per is None and not p.decl.is_deck]
    for place in mine:
        for other in common:
            if other.holds == place.holds:
                ends = (other.name, f"my.{place.name}") if to_player else (f"my.{place.name}", other.name)
                return f"`move 1 {name} from {ends[0]} to {ends[1]}`"
    return "`move … from … to …`"


def with_parameters(target: MemberInfo, *, named: bool) -> str:
    """A member with its parameters, as a refinement writes it."""
    if not target.params:
        return target.path
    return f"{target.path}({', '.join(p.name if named else '_' for p in target.params)})"


def _of_players(symbols: Symbols) -> list[PlaceInfo]:
    return [p for p in symbols.places.values() if p.owner == "player"]
