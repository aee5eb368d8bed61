"""The table of declarations: what the names of a game stand for.

Everything here is frozen and complete; expressions are still syntax trees, to be checked by
``semantics``. Order is the order of declaration, which later decides about numbering.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rulewright.datatypes import data
from rulewright.diagnostics.source import Span
from rulewright.parse import ast

# ---- types of values ------------------------------------------------------------


@data
class IntType:
    """A number; the range is what is known about it (None: nothing)."""

    low: int | None = None
    high: int | None = None

    @property
    def is_bounded(self) -> bool:
        return self.low is not None and self.high is not None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return "a number"
        if self.low == self.high:
            return f"the number {self.low}"
        return f"a number from {self.low} to {self.high}"


@data
class BoolType:
    def __str__(self) -> str:
        return "true or false"


@data
class PlayerType:
    """A seat; optional: or none."""

    optional: bool = False

    def __str__(self) -> str:
        return "a player or none" if self.optional else "a player"


@data
class KindType:
    """An entry of a kind; optional: or none."""

    kind: str
    optional: bool = False

    def __str__(self) -> str:
        return f"a {self.kind} or none" if self.optional else f"a {self.kind}"


@data
class PhaseType:
    def __str__(self) -> str:
        return "a phase"


@data
class TextType:
    def __str__(self) -> str:
        return "a text"


@data
class SetType:
    """A set of entries of a kind; only options have it."""

    kind: str

    def __str__(self) -> str:
        return f"a set of {self.kind} entries"


ValueType = IntType | BoolType | PlayerType | KindType | PhaseType | TextType | SetType

# ---- materials --------------------------------------------------------------------


@data
class KeyInfo:
    """A key that every entry of a kind has."""

    name: str
    type: ValueType
    optional: bool
    default: int | str | None
    span: Span


@data
class EntryInfo:
    """An entry of a kind. Key values: numbers, 0/1 for flags, indices for entries and phases, -1 for none."""

    kind: str
    name: str
    title: str
    index: int
    values: Mapping[str, int | str]
    text: ast.Text | None
    """What readers are told about it."""
    span: Span


@data
class KindInfo:
    """A kind. Included entries come first, with the indices they have in the included kind."""

    name: str
    title: str
    is_token: bool
    includes: str | None
    keys: Mapping[str, KeyInfo]
    entries: tuple[EntryInfo, ...]
    active: ast.Expr | None
    span: Span

    def entry(self, name: str) -> EntryInfo | None:
        """The entry of that name."""
        return next((e for e in self.entries if e.name == name), None)


@data
class TokenInfo:
    """A plain token; ``source`` and ``pocket`` serve ``gain`` and ``pay``."""

    name: str
    title: str
    source: str | None
    pocket: str | None
    span: Span


@data
class Holding:
    """What a place holds: a plain token, the entries of a kind, or one entry only."""

    sort: Literal["token", "kind", "entry"]
    name: str
    entry: int = 0


@data
class PlaceInfo:
    """A place. ``owner``: None, ``player`` or a kind that each have one."""

    name: str
    title: str
    owner: str | None
    per: str | None
    holds: Holding
    decl: ast.Place


@data
class VarInfo:
    """A variable; ``phase`` is set for those that live as long as a phase."""

    name: str
    owner: str | None
    dims: tuple[str, ...]
    type: ValueType
    phase: str | None
    span: Span


# ---- rules --------------------------------------------------------------------------


@data
class ParamInfo:
    name: str
    type: ValueType
    span: Span
    named_at: Span
    is_broken: bool = False
    """Whether its type is unknown, which was reported."""


@data
class MemberInfo:
    """A value, test, event or step; ``phase`` is None for those of the whole game."""

    sort: Literal["value", "test", "event", "step"]
    name: str
    phase: str | None
    params: tuple[ParamInfo, ...]
    decl: ast.Function | ast.Event | ast.Step

    @property
    def path(self) -> str:
        """The name with the phase before it."""
        return f"{self.phase}.{self.name}" if self.phase else self.name


@data
class PhaseInfo:
    name: str
    title: str
    index: int
    members: Mapping[str, MemberInfo]
    variables: Mapping[str, VarInfo]
    choices: Mapping[str, ast.Choose]
    decl: ast.Phase


@data
class RefinementInfo:
    """A refinement, the entry it belongs to, and the layer it came with."""

    entry: EntryInfo
    layer: str
    decl: ast.Refinement
    target: MemberInfo | tuple[str, str]
    """The member, or (phase, name) of a choice."""
    is_broken: bool = False
    """Whether the target is not there, which was reported, and stands for what is only looked at."""


@data
class OptionInfo:
    """A setting of the game; ``value`` is None when it was not given."""

    name: str
    type: ValueType
    value: int | tuple[int, ...] | None
    """For a set: 0 or 1 for each entry of the kind."""


@data
class Symbols:
    """All declarations of one game for one number of players."""

    name: str
    title: str
    players: int
    length: int
    constants: Mapping[str, int]
    options: Mapping[str, OptionInfo]
    kinds: Mapping[str, KindInfo]
    tokens: Mapping[str, TokenInfo]
    places: Mapping[str, PlaceInfo]
    variables: Mapping[str, VarInfo]
    members: Mapping[str, MemberInfo]
    phases: Mapping[str, PhaseInfo]
    refinements: tuple[RefinementInfo, ...]
    setup: tuple[ast.Block, ...]
    play: ast.Block
    comes_after: Mapping[str, tuple[str, ...]]
    """For each addition those that it says it comes after."""
    texts: Mapping[str, str]
    """What readers are told about things other than entries, by path."""

    def entries_named(self, name: str) -> list[EntryInfo]:
        """Entries of that name, each in the kind that declares it (not where it is included)."""
        found = []
        for kind in self.kinds.values():
            entry = kind.entry(name)
            if entry is not None and entry.kind == kind.name:
                found.append(entry)
        return found

    def is_part(self, kind: str, of: str) -> bool:
        """Whether every entry of ``kind`` is one of ``of``."""
        current: str | None = of
        while current is not None:
            if current == kind:
                return True
            current = self.kinds[current].includes
        return False
