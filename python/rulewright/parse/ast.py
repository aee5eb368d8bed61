"""The syntax tree: what stands in a rule file, as it stands there.

One frozen class for each construct of ``grammar/rules.lark``, named after it. Nothing is bound or
typed here, and no field is filled in later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulewright.diagnostics.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that stands somewhere."""

    span: Span


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A word that names something."""

    text: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A string, without its quotes."""

    text: str


@dataclass(frozen=True, slots=True)
class Path(Node):
    """Names joined by dots."""

    names: tuple[Name, ...]

    @property
    def text(self) -> str:
        """The path as written."""
        return ".".join(n.text for n in self.names)


# ---- expressions ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """An expression."""


@dataclass(frozen=True, slots=True)
class Integer(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Boolean(Expr):
    value: bool


@dataclass(frozen=True, slots=True)
class NoneValue(Expr):
    """``none``: no entry."""


@dataclass(frozen=True, slots=True)
class Given(Expr):
    """``given x``: whether option x was set."""

    name: Name


@dataclass(frozen=True, slots=True)
class NameExpr(Expr):
    name: Name


@dataclass(frozen=True, slots=True)
class ListExpr(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Member(Expr):
    base: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class Index(Expr):
    base: Expr
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """``x: kind`` or ``x in place``."""

    name: Name
    kind: Name | None
    place: Expr | None


@dataclass(frozen=True, slots=True)
class ForClause(Node):
    binders: tuple[Binder, ...]
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """``f(a, b)``, ``sum(e for x: kind where c)`` or ``count(x: kind where c)``."""

    callee: Expr
    args: tuple[Expr, ...]
    over: ForClause | None


@dataclass(frozen=True, slots=True)
class Conditional(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Logical(Expr):
    operator: Literal["and", "or"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    operand: Expr


@dataclass(frozen=True, slots=True)
class Comparison(Expr):
    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negative(Expr):
    operand: Expr


# ---- types and parameters --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Range(Node):
    """``lo..hi``; an end is a number or the name of a constant."""

    low: int | Name
    high: int | Name


Type = Range | Name


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A parameter; without a type it repeats a name that is already known."""

    name: Name
    type: Type | None
    optional: bool = False
    """Whether it may be none."""


# ---- statements --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """A statement."""


@dataclass(frozen=True, slots=True)
class Block(Node):
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """How many: exactly, up to, or all (no expression)."""

    mode: Literal["exactly", "up_to", "all"]
    expr: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Statement):
    amount: Amount
    item: Path | None
    source: Expr
    fallback: Expr | None
    target: Expr


@dataclass(frozen=True, slots=True)
class Gain(Statement):
    """``gain`` from, or ``pay`` to, the token's own source."""

    amount: Amount
    item: Path
    paying: bool


@dataclass(frozen=True, slots=True)
class Set(Statement):
    """``set x``, ``set x = e``, ``set x += e`` or ``clear x`` (operator ``clear``)."""

    target: Expr
    operator: Literal["set", "clear", "=", "+=", "-="]
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Let(Statement):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class If(Statement):
    condition: Expr
    then: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True)
class Each(Statement):
    over: ForClause
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """``repeat [until|while c | n times] [, at most n times]``."""

    mode: Literal["until", "while", "times", "forever"]
    condition: Expr | None
    bound: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Turns(Statement):
    """Each player in turn; those for whom ``where`` does not hold are left out."""

    start: Expr
    each: Expr | None
    where: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Rounds(Statement):
    """Round and round: until nobody brought the event about, or while a condition holds."""

    start: Expr
    where: Expr | None
    event: Name | None
    condition: Expr | None
    bound: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class As(Statement):
    player: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class ChoiceOption(Node):
    name: Name
    params: tuple[Param, ...]
    where: Expr | None
    alike: tuple[Expr, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """A choice; with ``times`` it comes again until it is declined, and ``declined`` runs when it is."""

    mode: Literal["may", "must"]
    name: Name | None
    if_possible: bool
    times: Expr | None
    options: tuple[ChoiceOption, ...]
    declined: Block | None


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """``do step(...)``, or ``emit event(...)``."""

    path: Path
    args: tuple[Expr, ...]
    emits: bool


@dataclass(frozen=True, slots=True)
class Play(Statement):
    phase: Expr


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    amount: Expr
    source: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Roll(Statement):
    target: Expr


@dataclass(frozen=True, slots=True)
class Spread(Statement):
    pool: Expr
    targets: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Require(Statement):
    """What must hold, and what is said if it does not."""

    condition: Expr
    text: Text


@dataclass(frozen=True, slots=True)
class PickOption(Node):
    name: Name
    param: Param | None
    of: Expr | None
    """How many there are of a thing; one, if it is not said."""
    where: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class Pick(Statement):
    """A set, one thing after another in the order of the options and of their kinds."""

    least: Expr | None
    """None: nothing need be picked."""
    most: Expr
    options: tuple[PickOption, ...]


# ---- declarations --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    """A declaration."""


@dataclass(frozen=True, slots=True)
class Game(Declaration):
    name: Name
    title: Text | None
    base: Name | None
    players: Range | None
    length: int | None


@dataclass(frozen=True, slots=True)
class Extension(Declaration):
    """An expansion for a game, or a variant of one."""

    sort: Literal["expansion", "variant"]
    name: Name
    title: Text | None
    game: Name
    order: tuple[Order, ...]
    members: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class With(Declaration):
    """Declarations that hold only if other additions are there too."""

    names: tuple[Name, ...]
    members: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Rename(Declaration):
    """What another game calls ``old`` is called ``new`` here."""

    old: Name
    new: Name
    title: Text | None


@dataclass(frozen=True, slots=True)
class Players(Declaration):
    """The numbers of players of a variant."""

    range: Range


@dataclass(frozen=True, slots=True)
class ByRow(Node):
    name: Name
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ByPlayers(Declaration):
    columns: tuple[int, ...]
    rows: tuple[ByRow, ...]


@dataclass(frozen=True, slots=True)
class Option(Declaration):
    """A setting; with ``many`` it is a set of entries of the kind that the type names."""

    name: Name
    type: Type
    many: bool


@dataclass(frozen=True, slots=True)
class Const(Declaration):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Token(Declaration):
    name: Name
    title: Text | None
    source: Name | None
    pocket: Name | None


@dataclass(frozen=True, slots=True)
class Word(Node):
    """One word of an entry's key list: a name, a number, a text or a range."""

    value: str | int | tuple[int, int]
    quoted: bool


@dataclass(frozen=True, slots=True)
class Key(Node):
    name: Name
    type: Type
    optional: bool
    default: Word | None


@dataclass(frozen=True, slots=True)
class Refinement(Node):
    """What an entry changes; ``anytime``: even while it is not active."""

    anytime: bool


@dataclass(frozen=True, slots=True)
class Order(Node):
    relation: Literal["after", "before"]
    name: Name


@dataclass(frozen=True, slots=True)
class RefineValue(Refinement):
    path: Path
    params: tuple[Param, ...] | None
    operator: str
    value: Expr
    order: tuple[Order, ...]
    when: Expr | None


@dataclass(frozen=True, slots=True)
class OnEvent(Refinement):
    path: Path
    params: tuple[Param, ...]
    order: tuple[Order, ...]
    when: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class AddOption(Refinement):
    path: Path
    once: bool
    never_forced: bool
    options: tuple[ChoiceOption, ...]


@dataclass(frozen=True, slots=True)
class InsteadOf(Refinement):
    path: Path
    params: tuple[Param, ...]
    when: Expr | None
    body: Block


@dataclass(frozen=True, slots=True)
class General(Declaration):
    """A refinement that belongs to no entry: it works for every player."""

    refinement: Refinement


@dataclass(frozen=True, slots=True)
class Entry(Declaration):
    """An entry of a kind: listed in the kind, declared alone (``kind`` set), or a change of one."""

    kind: Name | None
    name: Name
    title: Text | None
    words: tuple[Word, ...]
    refinements: tuple[Refinement, ...]
    changes: bool


@dataclass(frozen=True, slots=True)
class Kind(Declaration):
    name: Name
    title: Text | None
    is_token: bool
    includes: Name | None
    keys: tuple[Key, ...]
    active: Expr | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class ChangeKind(Declaration):
    """More keys for a kind declared elsewhere."""

    name: Name
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Var(Declaration):
    """``optional``: it may hold ``none``, and starts so."""

    name: Name
    dims: tuple[Name, ...]
    type: Type
    optional: bool


@dataclass(frozen=True, slots=True)
class EachDecl(Declaration):
    """Places and variables that every player, or every entry of a kind, has."""

    owner: Name
    members: tuple[Place | Var, ...]


@dataclass(frozen=True, slots=True)
class Function(Declaration):
    """A ``value`` or a ``test``."""

    sort: Literal["value", "test"]
    name: Name
    params: tuple[Param, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Event(Declaration):
    name: Name
    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Step(Declaration):
    name: Name
    params: tuple[Param, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class Routine(Declaration):
    """The ``setup`` or the ``play`` of a game."""

    sort: Literal["setup", "play"]
    body: Block


@dataclass(frozen=True, slots=True)
class Phase(Declaration):
    name: Name
    title: Text | None
    members: tuple[Declaration, ...]
    body: Block


@dataclass(frozen=True, slots=True)
class TextDecl(Declaration):
    """What readers are told about a thing that was declared elsewhere."""

    path: Path
    text: Text


@dataclass(frozen=True, slots=True)
class File(Node):
    declarations: tuple[Declaration, ...]
    broken: frozenset[str] = frozenset()
    """Names in what could not be read: what is said about them later may be wrong."""
