"""Where the names of a game stand, and what each of them stands for.

The stages say it at the moment they find it out. An ordinary compile does not listen (:class:`Uses`);
an editor keeps it all (:class:`UseTable`). A stage may say the same name more than once: it looks at some
expressions several times, and what it says last counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rulewright.diagnostics.source import Span

Sort = Literal[
    "game",
    "addition",
    "const",
    "option",
    "token",
    "kind",
    "key",
    "entry",
    "place",
    "var",
    "value",
    "test",
    "event",
    "step",
    "phase",
    "choice",
    "action",
    "local",
]


@dataclass(frozen=True, slots=True)
class Thing:
    """What a name stands for. ``home``: the phase or kind it belongs to; for a local, where it is declared."""

    sort: Sort
    name: str
    home: str = ""


class Uses:
    """Is told about names, and forgets them."""

    def declare(self, span: Span, sort: Sort, name: str, home: str | None = None) -> None:
        """A name is declared here; later layers may declare a constant again."""

    def use(self, span: Span, sort: Sort, name: str, home: str | None = None) -> None:
        """A name stands here for something declared elsewhere."""

    def local(self, span: Span, name: str, declared: Span | None) -> None:
        """A parameter, a ``let`` or a loop variable, and where it is declared."""

    def said(self, span: Span, name: str) -> None:
        """An edition speaks of whatever has this name in the layers before it."""

    def rename(self, names: Mapping[str, str]) -> None:
        """All layers so far get new names."""


SILENT = Uses()
"""For those who don't want to know."""


class UseTable(Uses):
    """Keeps all that it is told."""

    def __init__(self) -> None:
        self.declared: dict[Thing, Span] = {}
        self.found: dict[Span, Thing] = {}
        self.spoken: list[tuple[Span, str]] = []

    def declare(self, span: Span, sort: Sort, name: str, home: str | None = None) -> None:
        thing = Thing(sort, name, home or "")
        self.declared.setdefault(thing, span)
        self.found[span] = thing

    def use(self, span: Span, sort: Sort, name: str, home: str | None = None) -> None:
        self.found[span] = Thing(sort, name, home or "")

    def local(self, span: Span, name: str, declared: Span | None) -> None:
        if declared is not None:
            thing = Thing("local", name, f"{declared.source.path or declared.source.name}:{declared.start}")
            self.declared.setdefault(thing, declared)
            self.found[span] = thing

    def said(self, span: Span, name: str) -> None:
        self.spoken.append((span, name))

    def rename(self, names: Mapping[str, str]) -> None:
        self.spoken = [(span, names.get(name, name)) for span, name in self.spoken]
