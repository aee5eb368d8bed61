"""Positions as plain dicts: all names are those of the rule files.

The form of a position:

- `at`: `{"decision": NAME}`, `{"chance": NAME}` or `"over"`; `to_move`: the seat that decides;
  `generator`: the state of the random generator, a number.
- every global place and var by its name; what each player has in `players`, a list by seat; what the
  compiler keeps for itself in `control`. A name that is one of these five words has a `_` behind it.
- an axis of a kind is a dict by entry, any other axis a list. In a place, entries of 0 are left out.
- a cell is a number, a bool, a seat, the name of an entry, or None for no seat and no entry.

Read back, a position may be partial; `block_from_dict` says what is taken for the rest.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeGuard

from rulewright.diagnostics import did_you_mean
from rulewright.vm.description import HEADER, STOPS, Axis, Description, Slot, Token
from rulewright.vm.errors import InvalidState

RESERVED = frozenset({"at", "to_move", "generator", "players", "control"})
MOST_GENERATOR = 2**64 - 1

Position: TypeAlias = dict[str, object]


def slot_key(slot: Slot) -> str:
    """The name of a slot in a dict."""
    return (
        f"{slot.label}_" if slot.purpose != "control" and not slot.is_owned and slot.label in RESERVED else slot.label
    )


def position_to_dict(description: Description, block: bytes) -> Position:
    """The whole position in the bytes of a state."""
    generator, number, sort = HEADER.unpack_from(block)
    stop = STOPS[sort]
    players: list[Position] = [{} for _ in range(description.players)]
    control: Position = {}
    result: Position = {
        "at": "over" if stop == "over" else {stop: description.stop_label(stop, number)},
        "to_move": description.actor.read(block)[0],
        "generator": generator,
    }
    for slot in description.slots:
        if slot.unlimited or slot is description.actor:
            continue
        values = slot.read(block)
        if not slot.axes:
            (control if slot.purpose == "control" else result)[slot_key(slot)] = cell_to_plain(slot, values[0])
        elif slot.purpose == "control":
            control[slot_key(slot)] = _nest(slot, slot.axes, values)
        elif slot.is_owned:
            key, axes = slot_key(slot), slot.axes[1:]
            for seat, player in enumerate(players):
                player[key] = _nest(slot, axes, values[seat * slot.group : (seat + 1) * slot.group])
        else:
            result[slot_key(slot)] = _nest(slot, slot.axes, values)
    result["players"] = players
    result["control"] = control
    return result


def cell_to_plain(slot: Slot, value: int) -> object:
    """What the number in a cell means."""
    match slot.value.sort:
        case "bool":
            return bool(value)
        case "player":
            return None if value < 0 else value
        case "kind" if slot.value.kind is not None:
            return None if value < 0 else slot.value.kind.entries[value]
        case _:
            return value


def _nest(slot: Slot, axes: Sequence[Axis], values: Sequence[int]) -> object:
    if not axes:
        return cell_to_plain(slot, values[0])
    axis, rest = axes[0], axes[1:]
    is_place = slot.purpose == "place"
    if is_place and axis.kind is not None and not any(values):
        return {}
    parts: Sequence[object]
    if rest:
        step = len(values) // axis.size if axis.size else 0
        parts = [_nest(slot, rest, values[i * step : (i + 1) * step]) for i in range(axis.size)]
    elif is_place or slot.value.sort == "int":
        parts = values
    else:
        parts = [cell_to_plain(slot, value) for value in values]
    if axis.kind is None:
        return list(parts)
    named = zip(axis.kind.entries, parts, strict=True)
    # An empty part of a place is 0 or {}.
    return {entry: part for entry, part in named if part} if is_place else dict(named)


def block_from_dict(description: Description, data: object, first: bytes) -> bytearray:
    """The bytes of the position that a dict describes; `first` are those of the game's first position.

    What the dict leaves out: `at` is where the game first stops. Vars and control slots have their
    initial value, but a kept segment the one of the first position, and a control slot `….start` that
    holds a seat the seat to move. Of every token there are as many as at the start; places hold
    nothing, except that the one with most of it at the start, its home, gets the rest. A token
    that an unlimited place holds may be there in any number, and its places hold nothing.

    Raises:
        InvalidState: says what is wrong and where.
    """
    given = _mapping(data, "the position")
    reader = _Reader(description)
    reader.read(given)
    seat = reader.actor
    block = bytearray(description.block_size)
    HEADER.pack_into(block, 0, _generator(given), *_stop(description, given, first))
    cells = dict(_place_cells(description, reader.cells))
    for slot in description.slots:
        if slot.unlimited:
            continue
        if slot is description.actor:
            values: Sequence[int] = [seat]
        elif slot.purpose == "place":
            values = [cells[slot.number, index] for index in range(slot.cells)]
        else:
            known = reader.cells[slot.number]
            values = [known.get(i, value) for i, value in enumerate(_defaults(slot, seat, first))]
        slot.write(block, values)
    return block


def _defaults(slot: Slot, seat: int, first: bytes) -> Sequence[int]:
    if slot.value.sort == "segment":
        return slot.read(first)
    if slot.purpose == "control" and slot.value.sort == "player" and slot.name.endswith(".start"):
        return [seat] * slot.cells
    return slot.init


def _generator(given: Mapping[str, object]) -> int:
    value = given.get("generator", 0)
    if not _is_int(value) or not 0 <= value <= MOST_GENERATOR:
        raise InvalidState(f"generator must be a number from 0 to 2^64 - 1, not {value!r}")
    return value


def _stop(description: Description, given: Mapping[str, object], first: bytes) -> tuple[int, int]:
    """Number and sort of the stop, as the header has them."""
    if "at" not in given:
        _, number, sort = HEADER.unpack_from(first)
        return number, sort
    at = given["at"]
    if at == "over":
        return 0, STOPS.index("over")
    if isinstance(at, Mapping) and len(at) == 1:
        ((sort_name, name),) = at.items()
        points = {
            "decision": [decision.label for decision in description.decisions],
            "chance": [chance.label for chance in description.chances],
        }
        labels = points.get(str(sort_name))
        if labels is not None:
            if name not in labels:
                raise InvalidState(_unknown(f"there is no {sort_name} `{name}`", str(name), labels))
            return labels.index(str(name)), STOPS.index(str(sort_name))
    raise InvalidState(f'at must be {{"decision": NAME}}, {{"chance": NAME}} or "over", not {at!r}')


@dataclass(slots=True)
class _Reader:
    """Takes a dict apart into cells by slot number and index; only those that it mentions."""

    description: Description
    actor: int = 0
    cells: defaultdict[int, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    def read(self, given: Mapping[str, object]) -> None:
        all_slots = [slot for slot in self.description.slots if slot is not self.description.actor]
        shared = {slot_key(s): s for s in all_slots if s.purpose != "control" and not s.is_owned}
        owned = {slot_key(s): s for s in all_slots if s.purpose != "control" and s.is_owned}
        control = {slot_key(s): s for s in all_slots if s.purpose == "control"}
        self.actor = self.description.actor.init[0]
        if "to_move" in given:
            self.actor = _cell(self.description.actor, given["to_move"], "to_move")
        for key, value in given.items():
            if key in RESERVED:
                continue
            if key in owned:
                raise InvalidState(f"`{key}` belongs to each player and stands in players[...]")
            slot = _named(shared, key, "the position", [*shared, *RESERVED])
            self._read_slot(slot, slot.axes, value, key, 0)
        seats = _items(given.get("players", []), "players")
        if len(seats) > self.description.players:
            raise InvalidState(f"players has {len(seats)} players, but this game has {self.description.players}")
        for seat, player in enumerate(seats):
            path = f"players[{seat}]"
            for key, value in _mapping(player, path).items():
                slot = _named(owned, key, path, owned)
                self._read_slot(slot, slot.axes[1:], value, f"{path}.{key}", seat * slot.group)
        for key, value in _mapping(given.get("control", {}), "control").items():
            slot = _named(control, key, "control", control)
            self._read_slot(slot, slot.axes, value, f"control.{key}", 0)

    def _read_slot(self, slot: Slot, axes: Sequence[Axis], value: object, path: str, start: int) -> None:
        if slot.unlimited:
            raise InvalidState(f"{path} is unlimited, so it cannot be set")
        if not axes:
            self.cells[slot.number][start] = _cell(slot, value, path)
            return
        axis, rest = axes[0], axes[1:]
        step = 1
        for inner in rest:
            step *= inner.size
        if axis.kind is not None:
            entries = axis.kind.entries
            for name, part in _mapping(value, path).items():
                if name not in entries:
                    raise InvalidState(_unknown(f"{path} has no `{name}`", str(name), entries))
                self._read_slot(slot, rest, part, f"{path}.{name}", start + entries.index(name) * step)
            return
        parts = _items(value, path)
        if len(parts) > axis.size:
            raise InvalidState(f"{path} has {len(parts)} items, but there is room for {axis.size}")
        for i, part in enumerate(parts):
            self._read_slot(slot, rest, part, f"{path}[{i}]", start + i * step)


def _cell(slot: Slot, value: object, path: str) -> int:
    """The number that stands in a cell for a plain value."""
    number: int
    match slot.value.sort:
        case "bool":
            if not isinstance(value, bool):
                raise InvalidState(f"{path} must be true or false, not {value!r}")
            number = int(value)
        case "player":
            if value is not None and not _is_int(value):
                raise InvalidState(f"{path} must be a seat, not {value!r}")
            number = -1 if value is None else value
            if value is not None and not max(slot.low, 0) <= number <= slot.high:
                raise InvalidState(f"{path} is seat {number}, but the seats are 0 to {slot.high}")
        case "kind" if slot.value.kind is not None:
            entries = slot.value.kind.entries
            if value is not None and value not in entries:
                raise InvalidState(
                    _unknown(f"{path} must be a {slot.value.kind.name}, not {value!r}", str(value), entries)
                )
            number = -1 if value is None else entries.index(str(value))
        case _:
            if not _is_int(value):
                raise InvalidState(f"{path} must be a number, not {value!r}")
            number = value
    if not slot.low <= number <= slot.high:
        raise InvalidState(f"{path} is {value}, but it holds {slot.low} to {slot.high}")
    return number


def _place_cells(
    description: Description, given: Mapping[int, Mapping[int, int]]
) -> Iterator[tuple[tuple[int, int], int]]:
    """Every cell of every place with its number of tokens; checks that there are neither more nor less."""
    held: defaultdict[Token, list[tuple[Slot, int]]] = defaultdict(list)
    endless: set[Token] = set()
    for slot in description.slots:
        if slot.unlimited:
            endless.update(slot.tokens)
        elif slot.purpose == "place":
            for index in range(slot.cells):
                held[slot.token_at(index)].append((slot, index))
    for token, cells in held.items():
        numbers = {(slot.number, i): given.get(slot.number, {}).get(i, 0) for slot, i in cells}
        if token not in endless:
            # The first of those with most; `max` keeps the order of the rules.
            home, at = max(cells, key=lambda cell: cell[0].init[cell[1]])
            total = sum(slot.init[i] for slot, i in cells)
            there = sum(numbers.values())
            if at not in given.get(home.number, {}):
                rest = total - there
                if rest > home.high:
                    where = cell_path(home, at)
                    raise InvalidState(
                        f"there are {there} {token} in this position and the game has {total}, but the other "
                        f"{rest} do not fit into {where}, which holds {home.low} to {home.high}"
                    )
                if rest >= home.low:
                    numbers[home.number, at] = rest
                    there = total
            if there != total:
                raise InvalidState(f"there are {there} {token} in this position, but the game has {total}")
        yield from numbers.items()


def check_limits(description: Description, over: tuple[int, int, int, int] | None) -> None:
    """Refuses a position in which a part of a place holds more than it may, as `State.over_limit` tells it.

    Raises:
        InvalidState: names the part, what it holds and its limit.
    """
    if over is not None:
        number, index, held, most = over
        slot = description.slots[number]
        axes = slot.axes[:-1] if len(slot.tokens) > 1 else slot.axes
        raise InvalidState(f"{_path(slot, axes, index)} holds {held}, but there is room for {most} in this position")


def cell_path(slot: Slot, index: int) -> str:
    """How the path of a cell is written, as in `players[1].hand.red`."""
    return _path(slot, slot.axes, index)


def _path(slot: Slot, axes: Sequence[Axis], index: int) -> str:
    path = slot_key(slot)
    rest = index
    for depth, axis in enumerate(axes):
        step = 1
        for inner in slot.axes[depth + 1 :]:
            step *= inner.size
        i, rest = divmod(rest, step)
        if depth == 0 and slot.is_owned and slot.purpose != "control":
            path = f"players[{i}].{path}"
        else:
            path += f"[{i}]" if axis.kind is None else f".{axis.kind.entries[i]}"
    return f"control.{path}" if slot.purpose == "control" else path


def _named(
    slots: Mapping[str, Slot], key: object, where: str, candidates: "Sequence[str] | Mapping[str, Slot]"
) -> Slot:
    slot = slots.get(str(key))
    if slot is None:
        raise InvalidState(_unknown(f"{where} has no `{key}`", str(key), list(candidates)))
    return slot


def _unknown(sentence: str, name: str, candidates: Sequence[str]) -> str:
    hint = did_you_mean(name, candidates)
    return sentence if hint is None else f"{sentence}; {hint}"


def _mapping(value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise InvalidState(f"{path} must be a dict, not {value!r}")
    return value


def _items(value: object, path: str) -> Sequence[object]:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise InvalidState(f"{path} must be a list, not {value!r}")
    return value


def _is_int(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
