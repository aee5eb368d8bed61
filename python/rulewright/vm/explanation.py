"""Why an action can be taken or not: what is said about it, in a form for programs and as a text.

The words come from the rule files, which nothing here knows; see :class:`Explainer`.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rulewright.vm.state import State

Plain = int | bool | str | None
"""A number, a truth, the name of an entry or `seat N`, or None for no entry."""


@dataclass(frozen=True, slots=True)
class Refinement:
    """Something that an entry changes, where it has to do with a condition or a value."""

    entry: str
    """The entry's name; that of the addition if it stands outside of all entries."""
    title: str
    place: str
    effect: str
    """The sign and what stands behind it, such as `+= 1`."""
    active: bool
    """Whether it works for the player now."""
    decides: bool
    """Whether the condition would turn out the other way if it worked, or if it did not."""
    text: str
    needs: "tuple[Reason, ...]" = ()
    """The conditions under which it works."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A condition or a value at a position, and what made it so."""

    holds: bool | None
    """Whether the condition holds; None for what is no condition, or can't be worked out here."""
    text: str
    condition: str = ""
    """As it stands in the rules, with the action's own entries and numbers in it."""
    place: str | None = None
    """File and line."""
    values: tuple[tuple[str, Plain], ...] = ()
    """What its parts are now."""
    because: "tuple[Reason, ...]" = ()
    refinements: tuple[Refinement, ...] = ()

    @property
    def line(self) -> str:
        """The text with its place."""
        return self.text if self.place is None else f"{self.text} ({self.place})"

    @property
    def root(self) -> "Reason":
        """The first cause below it."""
        failing = [each for each in self.because if each.holds is self.holds]
        return failing[0].root if failing and self.holds is not None else self


@dataclass(frozen=True, slots=True)
class Explanation:
    """Whether an action can be taken at a position, and why. `str` of it is a text for people."""

    action: int | None
    """Its number; None for one that this game does not have with these players."""
    name: str
    legal: bool
    player: int | None
    """The seat it is about, if it is anybody's turn."""
    reasons: tuple[Reason, ...]

    @property
    def against(self) -> tuple[Reason, ...]:
        """What speaks against the action."""
        return tuple(reason for reason in self.reasons if reason.holds is False)

    @property
    def summary(self) -> str:
        """One line: the first cause."""
        told = self.reasons if self.legal else self.against
        return f"{self.name}: {told[0].root.line}" if told else self.name

    def to_dict(self) -> dict[str, object]:
        """All of it as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        seat = "" if self.player is None else f" for seat {self.player}"
        told = self.reasons if self.legal else self.against
        head = f"{self.name} is {'legal' if self.legal else 'not legal'}{seat}"
        lines = [f"{head}:" if told else f"{head}."]
        for reason in told:
            lines += _lines(reason, 0, None, deep=not self.legal)
        return "\n".join(lines)


class Explainer(Protocol):
    """What knows the rules that a game was made from."""

    def explain(self, state: "State", action: int | str, player: int | None) -> Explanation:
        """Why an action can be taken or not.

        Raises:
            InvalidAction: there is no such action, nor could there be with other players.
        """
        ...


def _lines(reason: Reason, depth: int, around: str | None, *, deep: bool) -> Iterator[str]:
    """A reason and what is behind it; a place is named once."""
    yield f"{'  ' * depth}- {_line(reason, around)}"
    # A condition without values says nothing by itself.
    if deep or not reason.values:
        for each in reason.because:
            yield from _lines(each, depth + 1, reason.place, deep=deep)
    for refinement in reason.refinements:
        if deep or refinement.decides:
            yield f"{'  ' * (depth + 1)}- {refinement.text}"


def _line(reason: Reason, around: str | None) -> str:
    return reason.text if reason.place == around else reason.line
