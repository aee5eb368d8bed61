"""What stands at the outer level of a file, and in the braces of kinds, entries and phases."""

from __future__ import annotations

from typing import Literal

from rulewright.datatypes import data
from rulewright.parse.ast.expressions import Expr, Param, Range, Type
from rulewright.parse.ast.statements import Block, ChoiceOption
from rulewright.parse.ast.words import Name, Node, Path, Text


@data
class Declaration(Node):
    """A declaration."""


@data
class Game(Declaration):
    name: Name
    title: Text | None
    base: Name | None
    players: Range | None
    length: int | None


@data
class Extension(Declaration):
    """An expansion for a game, or a variant of one."""

    sort: Literal["expansion", "variant"]
    name: Name
    title: Text | None
    game: Name
    order: tuple[Order, ...]
    members: tuple[Declaration, ...]


@data
class With(Declaration):
    """Declarations that hold only if other additions are there too."""

    names: tuple[Name, ...]
    members: tuple[Declaration, ...]


@data
class Rename(Declaration):
    """What another game calls ``old`` is called ``new`` here."""

    old: Name
    new: Name
    title: Text | None


@data
class Players(Declaration):
    """The numbers of players of a variant."""

    range: Range


@data
class ByRow(Node):
    name: Name
    values: tuple[int, ...]


@data
class ByPlayers(Declaration):
    columns: tuple[int, ...]
    rows: tuple[ByRow, ...]


@data
class Option(Declaration):
    """A setting; with ``many`` it is a set of entries of the kind that the type names."""

    name: Name
    type: Type
    many: bool


@data
class Const(Declaration):
    name: Name
    value: Expr


@data
class Token(Declaration):
    name: Name
    title: Text | None
    source: Name | None
    pocket: Name | None


@data
class Word(Node):
    """One word of an entry's key list: a name, a number, a text or a range."""

    value: str | int | tuple[int, int]
    quoted: bool


@data
class Key(Node):
    name: Name
    type: Type
    optional: bool
    default: Word | None


@data
class Refinement(Node):
    """What an entry changes; ``anytime``: even while it is not active."""

    anytime: bool


@data
class Order(Node):
    relation: Literal["after", "before"]
    name: Name


@data
class RefineValue(Refinement):
    path: Path
    params: tuple[Param, ...] | None
    operator: str
    value: Expr
    order: tuple[Order, ...]
    when: Expr | None


@data
class OnEvent(Refinement):
    path: Path
    params: tuple[Param, ...]
    order: tuple[Order, ...]
    when: Expr | None
    body: Block


@data
class AddOption(Refinement):
    path: Path
    once: bool
    never_forced: bool
    options: tuple[ChoiceOption, ...]


@data
class InsteadOf(Refinement):
    path: Path
    params: tuple[Param, ...]
    when: Expr | None
    body: Block


@data
class General(Declaration):
    """A refinement that belongs to no entry: it works for every player."""

    refinement: Refinement


@data
class Entry(Declaration):
    """An entry of a kind: listed in the kind, declared alone (``kind`` set), or a change of one."""

    kind: Name | None
    name: Name
    title: Text | None
    words: tuple[Word, ...]
    refinements: tuple[Refinement, ...]
    changes: bool


@data
class Kind(Declaration):
    name: Name
    title: Text | None
    is_token: bool
    includes: Name | None
    keys: tuple[Key, ...]
    active: Expr | None
    entries: tuple[Entry, ...]


@data
class ChangeKind(Declaration):
    """More keys for a kind declared elsewhere."""

    name: Name
    keys: tuple[Key, ...]


@data
class Place(Declaration):
    name: Name
    title: Text | None
    is_deck: bool
    holds: Name | None
    per: Name | None
    starts: Expr | None
    most: Expr | None
    each_most: Expr | None
    may_owe: bool
    unlimited: bool
    hidden_from: Literal["nobody", "others", "all"]
    count_seen: bool
    refilled_from: Name | None
    changes: bool
    """Whether it changes a place declared elsewhere: what it does not say stays."""


@data
class Var(Declaration):
    """``optional``: it may hold ``none``, and starts so."""

    name: Name
    dims: tuple[Name, ...]
    type: Type
    optional: bool


@data
class EachDecl(Declaration):
    """Places and variables that every player, or every entry of a kind, has."""

    owner: Name
    members: tuple[Place | Var, ...]


@data
class Function(Declaration):
    """A ``value`` or a ``test``."""

    sort: Literal["value", "test"]
    name: Name
    params: tuple[Param, ...]
    body: Expr


@data
class Event(Declaration):
    name: Name
    params: tuple[Param, ...]


@data
class Step(Declaration):
    name: Name
    params: tuple[Param, ...]
    body: Block


@data
class Routine(Declaration):
    """The ``setup`` or the ``play`` of a game."""

    sort: Literal["setup", "play"]
    body: Block


@data
class Phase(Declaration):
    name: Name
    title: Text | None
    members: tuple[Declaration, ...]
    body: Block


@data
class TextDecl(Declaration):
    """What readers are told about a thing that was declared elsewhere."""

    path: Path
    text: Text


@data
class Unread:
    """What could not be read: the names in it, and those that it seems to declare."""

    names: frozenset[str] = frozenset()
    declared: frozenset[str] = frozenset()


@data
class File(Node):
    declarations: tuple[Declaration, ...]
    unread: Unread = Unread()
