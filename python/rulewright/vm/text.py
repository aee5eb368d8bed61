"""Positions as text for people, from the description alone.

The same words serve the table of a whole position and what one player sees of it; two positions
have the same text exactly if everything that is shown agrees.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from rulewright.datatypes import data
from rulewright.vm.description import HEADER, STOPS, Axis, Description, Slot
from rulewright.vm.position import cell_to_plain

MOST_WIDTH = 120
"""A table of seats wider than this becomes a paragraph for each seat."""

NOTHING = "-"
HIDDEN = "hidden"


@data
class Sheet:
    """Everything that is shown of a position, each thing as one line of text."""

    headline: str
    shared: dict[str, str]
    seats: tuple[dict[str, str], ...]
    control: dict[str, str]

    def facts(self) -> dict[str, str]:
        """All lines with a name that is their own."""
        facts = {"stop": self.headline, **self.shared}
        for seat, own in enumerate(self.seats):
            facts.update({f"{name} of seat {seat}": text for name, text in own.items()})
        facts.update({f"control {name}": text for name, text in self.control.items()})
        return facts


def sheet_of(description: Description, block: bytes, player: int | None = None) -> Sheet:
    """What is to be shown of a position: everything, or what a player sees.

    `block` holds the true position; cells that the player may not see are not read, except for the
    sums that everybody sees.
    """
    _, number, sort = HEADER.unpack_from(block)
    shared: dict[str, str] = {}
    control: dict[str, str] = {}
    seats: tuple[dict[str, str], ...] = tuple({} for _ in range(description.players))
    for slot in description.slots:
        if slot.unlimited or slot is description.actor:
            continue
        values = slot.read(block)
        if slot.is_owned:
            for seat, own in enumerate(seats):
                part = values[seat * slot.group : (seat + 1) * slot.group]
                text = _shown(slot, slot.axes[1:], part, is_seen=_sees(slot, player, seat))
                target = own if slot.purpose != "control" else control
                target[slot.label if slot.purpose != "control" else f"{slot.label} of seat {seat}"] = text
        else:
            text = _shown(slot, slot.axes, values, is_seen=_sees(slot, player, None))
            (control if slot.purpose == "control" else shared)[slot.label] = text
    seat_to_move = description.actor.read(block)[0]
    stop = STOPS[sort]
    match stop:
        case "decision":
            headline = f"Seat {seat_to_move} decides {description.stop_label(stop, number)}"
        case "chance":
            headline = f"Chance decides {description.stop_label(stop, number)}"
        case _:
            headline = "The game is over"
    # At a decision the headline has the seat; elsewhere it is part of the position all the same.
    if _sees(description.actor, player, None) and stop != "decision":
        control[description.actor.label] = str(seat_to_move)
    return Sheet(headline, shared, seats, control)


def _sees(slot: Slot, player: int | None, seat: int | None) -> bool:
    if player is None or slot.sight == "all":
        return True
    return slot.sight == "owner" and seat == player


def _shown(slot: Slot, axes: Sequence[Axis], values: Sequence[int], *, is_seen: bool) -> str:
    if is_seen:
        return _nested(slot, axes, values)
    if not slot.count_seen:
        return HIDDEN
    size = slot.counted
    if len(values) <= size:
        return f"{sum(values)} {HIDDEN}"
    numbers = [sum(values[i : i + size]) for i in range(0, len(values), size)]
    return f"{_nested(slot, axes[:-1], numbers)} {HIDDEN}"


def _nested(slot: Slot, axes: Sequence[Axis], values: Sequence[int]) -> str:
    if not axes:
        return _cell(slot, values[0])
    axis, rest = axes[0], axes[1:]
    step = len(values) // axis.size if axis.size else 0
    parts = [_nested(slot, rest, values[i * step : (i + 1) * step]) for i in range(axis.size)]
    names = axis.kind.entries if axis.kind is not None else [str(i) for i in range(axis.size)]
    if rest:
        words = [f"{name} ({part})" for name, part in zip(names, parts, strict=True) if part != NOTHING]
    elif slot.value.sort == "bool":
        words = [name for name, value in zip(names, values, strict=True) if value]
    elif slot.value.sort == "int":
        words = [f"{name} {value}" for name, value in zip(names, values, strict=True) if value]
    else:
        words = [f"{name} {part}" for name, part in zip(names, parts, strict=True)]
    return ", ".join(words) or NOTHING


def _cell(slot: Slot, value: int) -> str:
    plain = cell_to_plain(slot, value)
    match plain:
        case None:
            return "nobody" if slot.value.sort == "player" else "none"
        case bool():
            return "yes" if plain else "no"
        case int() if slot.value.sort == "player":
            return f"seat {plain}"
        case _:
            return str(plain)


def render(sheet: Sheet, *, with_control: bool = False) -> str:
    """The sheet as a text of several lines."""
    parts = [sheet.headline + "."]
    if sheet.shared:
        parts.append(_list(sheet.shared))
    if any(sheet.seats):
        parts.append(_seats(sheet.seats))
    if with_control and sheet.control:
        parts.append(_list(sheet.control))
    return "\n\n".join(parts)


def _list(lines: dict[str, str]) -> str:
    width = max(map(len, lines))
    return "\n".join(f"{name:<{width}}  {text}" for name, text in lines.items())


def _seats(seats: Sequence[dict[str, str]]) -> str:
    names = list(seats[0])
    columns = [["", *names], *([f"seat {i}", *own.values()] for i, own in enumerate(seats))]
    widths = [max(map(len, column)) for column in columns]
    if sum(widths) + 2 * (len(widths) - 1) <= MOST_WIDTH:
        rows = zip(*columns, strict=True)
        return "\n".join("  ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n\n".join(f"seat {i}\n{_list(own)}" for i, own in enumerate(seats))


def changes(before: Sheet, after: Sheet) -> list[str]:
    """What is shown differently after a step."""
    old, new = before.facts(), after.facts()
    return [f"{name}: {old[name]} -> {text}" for name, text in new.items() if name in old and old[name] != text]


def passing(description: Description, moves: Iterable[tuple[int, int, int, int, int]], player: int) -> list[str]:
    """What came to a place before a player's eyes and left it again in the same step.

    `moves` are those of the step, each from slot and cell to slot and cell.
    """
    came: Counter[tuple[int, int]] = Counter()
    left: Counter[tuple[int, int]] = Counter()
    for from_slot, from_cell, to_slot, to_cell, amount in moves:
        left[from_slot, from_cell] += amount
        came[to_slot, to_cell] += amount
    words = []
    for (number, cell), amount in sorted((came & left).items()):
        slot = description.slots[number]
        seat = cell // slot.group if slot.is_owned else None
        if not slot.unlimited and _sees(slot, player, seat):
            whose = f" of seat {seat}" if seat is not None else ""
            words.append(f"{slot.label}{whose}: {amount} {slot.token_at(cell).name} came and left")
    return words
