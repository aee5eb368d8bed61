"""What an author probably meant by a name that stands for something, but not for what is needed."""

from __future__ import annotations

from rulewright.resolve.symbols import (
    BoolType,
    IntType,
    KindType,
    MemberInfo,
    PlaceInfo,
    PlayerType,
    Symbols,
    ValueType,
)

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


def way_to_type(symbols: Symbols, needed: ValueType, found: ValueType) -> str | None:
    """How to write what is needed, for somebody who wrote something else."""
    match needed, found:
        case KindType(kind=kind), _ if kind:
            names = [f"`{entry.name}`" for entry in symbols.kinds[kind].entries[:2]]
            return f"name one, as in {' or '.join(names)}, or a variable that holds one" if names else None
        case PlayerType(), _:
            return "a player is `me`, `next(…)` of another, or a variable declared with `: player`"
        case IntType(), BoolType():
            return "write `if … then 1 else 0`"
        case IntType(), KindType(kind=kind) if kind:
            keys = [f"`.{key.name}`" for key in symbols.kinds[kind].keys.values() if isinstance(key.type, IntType)]
            return f"its numbers stand behind a dot: {', '.join(keys[:_MOST_SHOWN])}" if keys else None
        case IntType(), PlayerType():
            places = [
                f"`.{place.name}`"
                for place in _of_players(symbols)
                if place.holds.sort == "token" and place.per is None
            ]
            return f"what a player has stands behind a dot: {', '.join(places[:_MOST_SHOWN])}" if places else None
        case BoolType(), IntType():
            return "write `true`, `false`, or a comparison as in `… > 0`"
        case _:
            return None


def in_a_phase(symbols: Symbols, name: str, *sorts: str) -> str | None:
    """The only thing of this name that belongs to a phase, with the phase in front; of some sorts, if any are given."""
    wanted = sorts or ("value", "test")
    found = [m.path for p in symbols.phases.values() for m in p.members.values() if m.name == name and m.sort in wanted]
    if not sorts:
        found += [f"{p.name}.{name}" for p in symbols.phases.values() if name in p.variables]
    return found[0] if len(found) == 1 else None


def token_called(symbols: Symbols, word: str) -> str | None:
    """The one token whose title has a word, for one or for many."""
    said = word.casefold().removesuffix("s")
    found = [t.name for t in symbols.tokens.values() if said in t.title.casefold().split()]
    return found[0] if len(found) == 1 else None


def call_of(member: MemberInfo) -> str:
    """A member with its parameters and what each of them is, as advice."""
    called = with_parameters(member, named=True)
    if not member.params:
        return f"write `{called}`, without anything in brackets"
    sorts = " and ".join(f"`{p.name}` is {p.type}" for p in member.params if not p.is_broken)
    return f"write `{called}`" + (f", where {sorts}" if sorts else "")
