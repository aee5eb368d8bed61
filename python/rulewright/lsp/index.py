"""From places to things and back: which name stands where, and for what."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rulewright.diagnostics.source import Span
from rulewright.resolve.uses import Thing, UseTable


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name at a place; an edition's `rename` speaks of all things of that name at once."""

    span: Span
    things: tuple[Thing, ...]


class Index:
    """All names of one analysed game."""

    def __init__(self, table: UseTable) -> None:
        self.definitions: Mapping[Thing, Span] = table.declared
        self._by_thing: dict[Thing, list[Span]] = {}
        by_file: dict[str, dict[tuple[int, int], Occurrence]] = {}
        named: dict[str, list[Thing]] = {}
        for thing in table.declared:
            if thing.sort != "local":
                named.setdefault(thing.name, []).append(thing)
        spoken = ((span, tuple(named.get(name, ()))) for span, name in table.spoken)
        for span, things in (*((s, (t,)) for s, t in table.found.items()), *spoken):
            known = tuple(t for t in things if t in table.declared)
            if not known or span.source.path is None:
                continue
            by_file.setdefault(span.source.path, {})[span.start, span.end] = Occurrence(span, known)
            for thing in known:
                self._by_thing.setdefault(thing, []).append(span)
        self._by_file = {path: sorted(o.values(), key=lambda x: x.span.start) for path, o in by_file.items()}
        self._starts = {path: [o.span.start for o in found] for path, found in self._by_file.items()}

    def at(self, path: str, offset: int) -> Occurrence | None:
        """The name that a place lies in or just behind."""
        occurrences = self._by_file.get(path, [])
        position = bisect_right(self._starts.get(path, []), offset) - 1
        if position < 0:
            return None
        found = occurrences[position]
        return found if found.span.start <= offset <= found.span.end else None

    def in_file(self, path: str) -> Iterable[Occurrence]:
        """All names of a file, in order."""
        return self._by_file.get(path, [])

    def places(self, thing: Thing) -> list[Span]:
        """Every place where a thing is named, its declaration too."""
        return self._by_thing.get(thing, [])

    def things(self) -> Iterable[Thing]:
        """Everything that is declared."""
        return self.definitions
