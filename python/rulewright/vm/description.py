"""What a program is made of, with types: kinds, tokens, slots, decisions, chance points.

Read once from the native description. Everything that names or takes apart a position goes through
it, so that the code here needs no word of any game.
"""

import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Literal, cast

from rulewright._native import Program
from rulewright.datatypes import data

if TYPE_CHECKING:
    from rulewright._native import OptionDict, SlotDict

HEADER = struct.Struct("<QHBx")
"""Generator, number of the stop, sort of the stop; `docs/ir.md` has the table."""

STOPS = ("decision", "chance", "over")
"""The sorts of stops by their number in the header."""

AxisSort = Literal["player", "kind", "count"]
ValueSort = Literal["int", "bool", "player", "kind", "segment"]
Purpose = Literal["place", "var", "control"]
Sight = Literal["all", "owner", "none"]

_CELL = {1: "B", 2: "h", 4: "i"}


@cache
def _cells(number: int, width: int) -> struct.Struct:
    """So many cells of a width, in bytes."""
    return struct.Struct(f"<{number}{_CELL[width]}")


@data
class Kind:
    """A kind and the names of its entries."""

    name: str
    entries: tuple[str, ...]


@data
class Axis:
    """A dimension of a slot; `kind` is there if its indices are entries."""

    sort: AxisSort
    size: int
    kind: Kind | None = None


@data
class Value:
    """What a cell's number means; `kind` is there if it is an entry."""

    sort: ValueSort
    kind: Kind | None = None


@data
class Token:
    """A sort of pieces: a plain token, or one entry of a kind of tokens."""

    name: str
    kind: str | None = None

    def __str__(self) -> str:
        return f"`{self.name}`" if self.kind is None else f"`{self.name}` ({self.kind})"


@data
class Slot:
    """A part of the state: an array of cells, the last axis varying fastest.

    `label` is the name, made unique if several slots share it. `tokens` are what the cells of a
    place hold, in turn; one for all, or one for each entry of the last axis. `is_owned`: every player has
    a part of it, of `group` cells; else `group` are all of them.
    """

    number: int
    name: str
    label: str
    axes: tuple[Axis, ...]
    width: int
    offset: int
    cells: int
    low: int
    high: int
    purpose: Purpose
    value: Value
    tokens: tuple[Token, ...]
    sight: Sight
    count_seen: bool
    init: tuple[int, ...]
    unlimited: bool
    is_owned: bool
    group: int

    @property
    def counted(self) -> int:
        """Cells that are summed up where only their number is shown: a part of a place, or all of one player."""
        return len(self.tokens) if self.purpose == "place" and len(self.tokens) > 1 else self.group

    def token_at(self, index: int) -> Token:
        """What a cell of a place holds."""
        return self.tokens[index % len(self.tokens)]

    @property
    def form(self) -> str:
        """How its cells are written, as the module `struct` says it."""
        return _cells(self.cells, self.width).format

    def read(self, block: bytes) -> tuple[int, ...]:
        """The values of all cells in the bytes of a position."""
        return _cells(self.cells, self.width).unpack_from(block, self.offset)

    def write(self, block: bytearray, values: Sequence[int]) -> None:
        """Set all cells in the bytes of a position; the values must fit the width."""
        _cells(self.cells, self.width).pack_into(block, self.offset, *values)


@data
class Parameter:
    """A parameter of an action: a seat, an entry, or a number from `low` to `high`."""

    sort: Literal["player", "kind", "range"]
    low: int
    high: int
    kind: Kind | None = None


@data
class Option:
    """A family of actions of one decision: `size` numbers from `first` on."""

    name: str
    first: int
    size: int
    params: tuple[Parameter, ...]


@data
class Decision:
    """A point where a player decides."""

    name: str
    label: str
    place: str | None
    options: tuple[Option, ...]


@data
class Chance:
    """A point where chance decides; `slot` has the weights, None where all are equal."""

    name: str
    label: str
    place: str | None
    outcomes: int
    slot: int | None


@data
class Description:
    """All of a program but its code."""

    game: str
    players: int
    actions: int
    length: int
    hash: str
    files: tuple[str, ...]
    kinds: tuple[Kind, ...]
    tokens: tuple[str, ...]
    slots: tuple[Slot, ...]
    decisions: tuple[Decision, ...]
    chances: tuple[Chance, ...]
    actor: Slot
    observation_len: int
    block_size: int

    @classmethod
    def of(cls, program: Program) -> "Description":
        """The description of a program."""
        data = program.description()
        kinds = tuple(Kind(kind["name"], tuple(kind["entries"])) for kind in data["kinds"])
        tokens = tuple(data["tokens"])
        labels = _unique(slot["name"] for slot in data["slots"])
        slots = tuple(
            _slot(number, label, slot, data["players"], kinds, tokens)
            for number, (label, slot) in enumerate(zip(labels, data["slots"], strict=True))
        )
        decisions = data["decisions"]
        chances = data["chances"]
        return cls(
            game=data["game"],
            players=data["players"],
            actions=data["actions"],
            length=data["length"],
            hash=data["hash"],
            files=tuple(data["files"]),
            kinds=kinds,
            tokens=tokens,
            slots=slots,
            decisions=tuple(
                Decision(
                    each["name"],
                    label,
                    each["place"],
                    tuple(_option(o, data["players"], kinds) for o in each["options"]),
                )
                for label, each in zip(_unique(d["name"] for d in decisions), decisions, strict=True)
            ),
            chances=tuple(
                Chance(each["name"], label, each["place"], each["outcomes"], each["slot"])
                for label, each in zip(_unique(c["name"] for c in chances), chances, strict=True)
            ),
            actor=slots[data["actor"]],
            observation_len=data["observation_len"],
            block_size=data["block_size"],
        )

    def stop_label(self, sort: str, number: int) -> str:
        """The unique name of a decision or chance point; empty for the end."""
        match sort:
            case "decision":
                return self.decisions[number].label
            case "chance":
                return self.chances[number].label
            case _:
                return ""

    def to_dict(self) -> dict[str, object]:
        """All of it as plain data."""
        return asdict(self)


def _unique(names: Iterable[str]) -> list[str]:
    """The names, with a number behind each that came before."""
    seen: Counter[str] = Counter()
    labels = []
    for name in names:
        seen[name] += 1
        labels.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return labels


def _slot(
    number: int, label: str, data: "SlotDict", players: int, kinds: tuple[Kind, ...], tokens: tuple[str, ...]
) -> Slot:
    axes = []
    for sort, size in data["dims"]:
        match sort:
            case "player":
                axes.append(Axis("player", players))
            case "kind":
                axes.append(Axis("kind", len(kinds[size].entries), kinds[size]))
            case _:
                axes.append(Axis("count", size))
    value = Value("int")
    if data["value"] is not None:
        sort, size = data["value"]
        value = Value(cast(ValueSort, sort), kinds[size] if sort == "kind" else None)
    is_owned = bool(axes) and axes[0].sort == "player"
    return Slot(
        number=number,
        name=data["name"],
        label=label,
        axes=tuple(axes),
        width=data["width"],
        offset=data["offset"],
        cells=data["cells"],
        low=data["low"],
        high=data["high"],
        purpose=cast(Purpose, data["purpose"]),
        value=value,
        tokens=_held(data["holds"], kinds, tokens),
        sight=cast(Sight, data["sight"]),
        count_seen=data["count_seen"],
        init=tuple(data["init"]),
        unlimited=data["unlimited"],
        is_owned=is_owned,
        group=data["cells"] // players if is_owned else data["cells"],
    )


def _held(holds: tuple[str, int, int] | None, kinds: tuple[Kind, ...], tokens: tuple[str, ...]) -> tuple[Token, ...]:
    match holds:
        case None:
            return ()
        case ("token", number, _):
            return (Token(tokens[number]),)
        case (sort, number, entry):
            kind = kinds[number]
            names = kind.entries if sort == "kind" else (kind.entries[entry],)
            return tuple(Token(name, kind.name) for name in names)


def _option(data: "OptionDict", players: int, kinds: tuple[Kind, ...]) -> Option:
    params = []
    for sort, low, high in data["params"]:
        match sort:
            case "player":
                params.append(Parameter("player", 0, players - 1))
            case "kind":
                params.append(Parameter("kind", 0, len(kinds[low].entries) - 1, kinds[low]))
            case _:
                params.append(Parameter("range", low, high))
    return Option(data["name"], data["first"], data["size"], tuple(params))
