"""Where a piece of rule stands: which names it sees, and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.semantics.model import Local


@dataclass(slots=True)
class Usage:
    """What a body turned out to need; filled in while it is checked."""

    me: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that a piece of rule sees besides those of the whole game."""

    phase: str | None = None
    namespace: str = ""
    """First part of the names of actions: the phase, or the entry that adds them."""
    has_me: bool = False
    sees_hidden: bool = False
    """At the end of the game, when all is shown."""
    locals: dict[str, Local] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)

    def with_locals(self, *added: Local) -> Scope:
        """The scope with more names; later ones hide earlier ones."""
        return replace(self, locals={**self.locals, **{v.name: v for v in added}})

    def with_me(self) -> Scope:
        """The scope inside of a turn: using ``me`` there is nobody else's business."""
        return replace(self, has_me=True, usage=Usage())
