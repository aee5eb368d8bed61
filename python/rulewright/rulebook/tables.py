"""Kinds as tables of their entries, and places with what lies in them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.parse import ast
from rulewright.resolve.symbols import (
    BoolType,
    EntryInfo,
    KeyInfo,
    KindInfo,
    KindType,
    PhaseType,
    PlaceInfo,
)
from rulewright.rulebook import english
from rulewright.rulebook.document import Block, Item, Items, Paragraph, Table
from rulewright.rulebook.effects import Effects
from rulewright.rulebook.glossary import Glossary, Scope, Thing, one_or_all
from rulewright.rulebook.phrases import Phrases

_FEW = 8
"""So many numbers can be told one by one."""


class Tables:
    """Makes the tables of a game."""

    def __init__(self, glossary: Glossary, phrases: Phrases, effects: Effects) -> None:
        self.glossary = glossary
        self.phrases = phrases
        self.effects = effects

    def has_effects(self, kind: KindInfo) -> bool:
        """Whether an entry of the kind does something by itself."""
        refined = {i.entry.name for i in self.glossary.symbols.refinements if i.entry.kind == kind.name}
        return bool(refined) or any(e.text is not None and e.kind == kind.name for e in kind.entries)

    def kind(self, kind: KindInfo) -> Iterator[Block]:
        """A table of all entries, and what its columns mean."""
        text = self.glossary.text(kind.name)
        if text:
            yield Paragraph(english.capital(text))
        if kind.active is not None and self.has_effects(kind):
            scope = Scope(names={"it": Thing("it", kind.name)})
            clause = self.phrases.clause(kind.active, scope)
            yield Paragraph(f"{english.capital(english.a(english.lowered(kind.title)))} works for you while {clause}.")
        entries = self.glossary.entries(kind)
        keys = [key for key in kind.keys.values() if self._is_told(kind, key, entries)]
        head = [kind.title.capitalize(), *(english.spaced(k.name).capitalize() for k in keys)]
        limited = any(self.glossary.players_with(kind, e) != self.glossary.players for e in entries)
        if limited:
            head.append("Players")
        effects = self.has_effects(kind)
        if effects:
            head.append("What it does")
        rows = []
        for entry in entries:
            row = [entry.title, *(self._value(kind, key, entry) for key in keys)]
            if limited:
                row.append(", ".join(str(n) for n in self.glossary.players_with(kind, entry)))
            if effects:
                row.append(self.effects.of_entry(entry))
            rows.append(tuple(row))
        numeric = frozenset(i for i, k in enumerate(keys, 1) if _is_number(k))
        yield Table(tuple(head), tuple(rows), numeric)
        notes = [(k.name, self.glossary.text(f"{kind.name}.{k.name}", {"it": "it"})) for k in keys]
        items = tuple(
            Item(english.capital(text), lead=english.spaced(name).capitalize()) for name, text in notes if text
        )
        if items:
            yield Items(items)

    def _is_told(self, kind: KindInfo, key: KeyInfo, entries: list[EntryInfo]) -> bool:
        """Whether the key says something: not if it is a yes that nobody has, or is empty everywhere."""
        if self.glossary.symbols.texts.get(f"{kind.name}.{key.name}") == "":
            return False
        return any(self._value(kind, key, entry) for entry in entries)

    def _value(self, kind: KindInfo, key: KeyInfo, entry: EntryInfo) -> str:
        found = []
        for game in self.glossary.games:
            own = game.symbols.kinds[kind.name].entry(entry.name)
            if own is not None:
                found.append(self._shown(key, own.values[key.name]))
        return one_or_all(found)

    def _shown(self, key: KeyInfo, value: int | str) -> str:
        match key.type:
            case BoolType():
                return "yes" if value else ""
            case KindType(kind=kind):
                return "" if value == -1 else self.glossary.symbols.kinds[kind].entries[int(value)].title
            case PhaseType():
                return self.glossary.phase(list(self.glossary.symbols.phases.values())[int(value)])
        return str(value)

    # ---- places ----

    def places(self) -> Iterator[tuple[str, Table]]:
        """All places by whose they are, with what lies there at the start."""
        by_owner: dict[str | None, list[PlaceInfo]] = {None: [], "player": []}
        for place in self.glossary.symbols.places.values():
            by_owner.setdefault(place.owner, []).append(place)
        for owner, places in by_owner.items():
            title = "On the table" if owner is None else f"Each {self.glossary.kind(owner)} has"
            rows = tuple(
                (english.capital(p.title), english.plural(self._held(p)), self._start(p), self._notes(p))
                for p in places
                if self.glossary.symbols.texts.get(p.name) != ""
            )
            if rows:
                yield title, Table(("Place", "For", "At the start", "Notes"), rows)

    def _held(self, place: PlaceInfo) -> str:
        return self.phrases.held(place.holds)

    def _start(self, place: PlaceInfo) -> str:
        if place.decl.unlimited:
            return "never runs out"
        starts = [game.model.places[place.name].starts for game in self.glossary.games]
        if not any(any(cells) for cells in starts):
            return "nothing"
        if place.holds.sort != "kind" or place.per is not None:
            return one_or_all([sum(cells) for cells in starts])
        kind = self.glossary.symbols.kinds[place.holds.name]
        if all(len(set(cells)) == 1 for cells in starts):
            return f"{one_or_all([cells[0] for cells in starts])} of each"
        for key in kind.keys:
            if all(self._equals_key(place, key, number) for number in range(len(self.glossary.games))):
                return f"of each its {english.spaced(key)}"
        return self._one_by_one(place, kind)

    def _equals_key(self, place: PlaceInfo, key: str, number: int) -> bool:
        game = self.glossary.games[number]
        entries = game.symbols.kinds[place.holds.name].entries
        starts = game.model.places[place.name].starts
        return all(entry.values.get(key) == cell for entry, cell in zip(entries, starts, strict=False))

    def _one_by_one(self, place: PlaceInfo, kind: KindInfo) -> str:
        numbers: dict[str, list[str]] = {}
        for entry in self.glossary.entries(kind):
            cells = []
            for game in self.glossary.games:
                own = game.symbols.kinds[kind.name].entry(entry.name)
                cells.append(game.model.places[place.name].starts[own.index] if own is not None else 0)
            if any(cells):
                numbers.setdefault(one_or_all(cells), []).append(self.glossary.entry(entry))
        if sum(len(names) for names in numbers.values()) <= _FEW:
            return ", ".join(f"{number} {name}" for number, names in numbers.items() for name in names)
        return "; ".join(f"{number} each of {', '.join(names)}" for number, names in numbers.items())

    def _notes(self, place: PlaceInfo) -> str:
        decl, notes = place.decl, list[str]()
        text = self.glossary.text(place.name)
        if text:
            notes.append(text.removesuffix("."))
        scope = Scope(names={"it": Thing(self._it(place), place.per or place.owner)})
        if decl.is_deck:
            notes.append("in an order that nobody knows")
        if decl.refilled_from is not None:
            refill = english.lowered(self.glossary.symbols.places[decl.refilled_from.text].title)
            notes.append(f"when it is empty, the {refill} is shuffled into it")
        if decl.most is not None:
            notes.append(self._at_most(decl.most, scope, ""))
        if decl.each_most is not None:
            notes.append(self._at_most(decl.each_most, scope, " of each"))
        if place.per is not None:
            notes.append(f"one part for each {self.glossary.kind(place.per)}")
        if decl.may_owe:
            notes.append("more may be taken than there is")
        seen = ", but everybody sees how much there is" if decl.count_seen else ""
        if decl.hidden_from == "others":
            notes.append(f"only the owner sees it{seen}")
        elif decl.hidden_from == "all" and not decl.is_deck:
            notes.append(f"nobody sees it{seen}")
        return english.sentence("; ".join(notes))

    def _it(self, place: PlaceInfo) -> str:
        owner = place.per or place.owner
        return "you" if owner == "player" else f"the {self.glossary.kind(owner)}" if owner is not None else "it"

    def _at_most(self, most: ast.Expr, scope: Scope, rest: str) -> str:
        return f"at most {self.phrases.noun(most, scope)}{rest}"


def numbers_by_players(glossary: Glossary) -> Table | None:
    """The constants that depend on the number of players."""
    if len(glossary.games) < 2:
        return None
    rows: list[tuple[str, ...]] = []
    for name in glossary.symbols.constants:
        values = glossary.by_players(name)
        if len(set(values)) > 1 and name != "players" and glossary.symbols.texts.get(name) != "":
            title = english.capital(glossary.text(name) or english.spaced(name))
            rows.append((title, *(str(v) for v in values)))
    if not rows:
        return None
    head = ("Number of players", *(str(n) for n in glossary.players))
    return Table(head, tuple(rows), frozenset(range(1, len(head))))


def _is_number(key: KeyInfo) -> bool:
    return not isinstance(key.type, (BoolType, KindType, PhaseType))
