"""The state: every place and variable gets a slot, and so does what must outlive a decision.

Slots come in the order: whose turn it is, places, variables, then what the translation of
routines adds. No name is needed to run a game afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.resolve.symbols import (
    BoolType,
    IntType,
    KindType,
    PlaceInfo,
    PlayerType,
    Symbols,
    ValueType,
    VarInfo,
)
from rulewright.semantics import model as m
from rulewright.semantics.places import cells, sizes

_U8 = 255
_I16 = 32_767


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot: its number, its text form, and the sizes of its dimensions."""

    number: int
    text: str
    sizes: tuple[int, ...]
    value: ValueType | None

    def __str__(self) -> str:
        return f"s{self.number}"

    @property
    def cells(self) -> int:
        """Number of cells."""
        total = 1
        for size in self.sizes:
            total *= size
        return total


class Layout:
    """Hands out slots."""

    def __init__(self, symbols: Symbols, places: list[m.PlaceModel], variables: tuple[VarInfo, ...]) -> None:
        self.symbols = symbols
        self.slots: list[Slot] = []
        self.kinds = {name: i for i, name in enumerate(symbols.kinds)}
        self.tokens = {name: i for i, name in enumerate(symbols.tokens)}
        self._names: dict[str, int] = {}
        self._shared: dict[str, Slot] = {}
        self.me = self._add("me", "u8", (), f"0..{symbols.players - 1} control player all", PlayerType())
        self._places = {p.place.name: self._place(p) for p in places}
        self._variables = {(v.phase, v.name): self._variable(v) for v in variables}

    def place(self, place: PlaceInfo) -> Slot:
        """The slot of a place."""
        return self._places[place.name]

    def variable(self, variable: VarInfo) -> Slot:
        """The slot of a variable."""
        return self._variables[(variable.phase, variable.name)]

    def control(
        self,
        name: str,
        type_: ValueType,
        low: int = 0,
        high: int = _I16,
        *,
        shared: bool = False,
        hidden: bool = False,
    ) -> Slot:
        """A slot for what outlives a decision. A shared one serves all that ask by its name."""
        if shared and name in self._shared:
            return self._shared[name]
        word, low, high = self._value(type_, low, high)
        sight = "none" if hidden else "all"
        slot = self._add(name, _width(low, high), (), f"{low}..{high} control {word} {sight}", type_)
        if shared:
            self._shared[name] = slot
        return slot

    def return_address(self, name: str) -> Slot:
        """A slot that remembers where to go on."""
        return self._add(name, "i16", (), f"0..{_I16} control segment all", None)

    # ---- making slots ----

    def _add(self, name: str, width: str, dims: tuple[str, ...], rest: str, value: ValueType | None) -> Slot:
        count = self._names.get(name, 0)
        self._names[name] = count + 1
        unique = name if count == 0 else f"{name}.{count + 1}"
        words = " ".join("player" if d == "player" else f"k{self.kinds[d]}" for d in dims)
        measures = tuple(self.symbols.players if d == "player" else len(self.symbols.kinds[d].entries) for d in dims)
        slot = Slot(len(self.slots), f'slot "{unique}" {width} [{words}] {rest}', measures, value)
        self.slots.append(slot)
        return slot

    def _place(self, model: m.PlaceModel) -> Slot:
        place = model.place
        holds = place.holds
        dims = [d for d in (place.owner, place.per) if d is not None]
        if holds.sort == "kind":
            dims.append(holds.name)
        assert len(dims) == len(sizes(self.symbols, place))
        token = f"t{self.tokens[holds.name]}" if holds.sort == "token" else f"k{self.kinds[holds.name]}"
        if holds.sort == "entry":
            token += f".{holds.entry}"
        decl = place.decl
        sight = "all"
        if decl.hidden_from == "others":
            sight = "owner+count" if decl.count_seen else "owner"
        elif decl.hidden_from == "all":
            sight = "none+count" if decl.count_seen else "none"
        elif decl.is_deck:
            sight = "none+count"
        if decl.unlimited:
            return self._add(place.name, "u8", tuple(dims), f"0..0 place {token} {sight} unlimited", None)
        low, high = model.low, max(model.high, *model.starts)
        init = ""
        if any(model.starts):
            same = len(set(model.starts)) == 1
            init = f" init {model.starts[0]}" if same else " init { " + " ".join(map(str, model.starts)) + " }"
        assert cells(self.symbols, place) == len(model.starts)
        width = _width(low, high)
        return self._add(place.name, width, tuple(dims), f"{low}..{high} place {token} {sight}{init}", None)

    def _variable(self, variable: VarInfo) -> Slot:
        dims = (variable.owner, *variable.dims) if variable.owner else variable.dims
        word, low, high = self._value(variable.type, None, None)
        name = f"{variable.phase}.{variable.name}" if variable.phase and "." not in variable.name else variable.name
        init = f" init {first_value(variable.type)}" if first_value(variable.type) else ""
        return self._add(name, _width(low, high), dims, f"{low}..{high} var {word} all{init}", variable.type)

    def _value(self, type_: ValueType, low: int | None, high: int | None) -> tuple[str, int, int]:
        match type_:
            case BoolType():
                return "bool", 0, 1
            case PlayerType():
                return "player", -1 if type_.optional else 0, self.symbols.players - 1
            case KindType():
                least = -1 if type_.optional else 0
                return f"k{self.kinds[type_.kind]}", least, len(self.symbols.kinds[type_.kind].entries) - 1
            case IntType():
                bottom = type_.low if type_.low is not None else low
                top = type_.high if type_.high is not None else high
                return "int", -_I16 if bottom is None else bottom, _I16 if top is None else top
            case _:
                return "int", 0, max(1, len(self.symbols.phases) - 1)


def first_value(type_: ValueType | None) -> int:
    """What stands in a slot that nothing was put into: -1 is none."""
    return -1 if isinstance(type_, (KindType, PlayerType)) and type_.optional else 0


def _width(low: int, high: int) -> str:
    if low >= 0 and high <= _U8:
        return "u8"
    if low >= -_I16 - 1 and high <= _I16:
        return "i16"
    return "i32"
