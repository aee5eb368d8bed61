"""What things are called: titles and texts of the rule files, and numbers that depend on the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulewright.compiler import CompiledGame
from rulewright.resolve.symbols import EntryInfo, KindInfo, MemberInfo, PhaseInfo, Symbols, VarInfo
from rulewright.resolve.texts import fill_text
from rulewright.rulebook.english import capital, lowered, plural, spaced


@dataclass(frozen=True, slots=True)
class Thing:
    """What a parameter or a loop variable is called, and the kind it is of (or ``player``)."""

    words: str
    kind: str | None


@dataclass(frozen=True, slots=True)
class Scope:
    """The phase that a phrase stands in, and the names that are known there."""

    phase: str | None = None
    names: Mapping[str, Thing] = field(default_factory=dict)

    def knowing(self, names: Mapping[str, Thing]) -> Scope:
        """With some more names."""
        return replace(self, names={**self.names, **names})


class Glossary:
    """The names of a game for one or more numbers of players; they share everything but numbers and entries."""

    def __init__(self, games: Sequence[CompiledGame]) -> None:
        self.games = tuple(games)
        self.symbols: Symbols = max(games, key=lambda g: g.players).symbols

    @property
    def players(self) -> list[int]:
        """The numbers of players that the rulebook is for."""
        return [game.players for game in self.games]

    # ---- titles ----

    def entry(self, entry: EntryInfo) -> str:
        """An entry inside a sentence."""
        return lowered(entry.title)

    def entry_of(self, kind: str, index: int) -> str:
        """The entry of a number inside a sentence."""
        return self.entry(self.symbols.kinds[kind].entries[index])

    def kind(self, name: str) -> str:
        """Any entry of a kind, or a player, inside a sentence."""
        return "player" if name == "player" else lowered(self.symbols.kinds[name].title)

    def phase(self, phase: PhaseInfo) -> str:
        """The title of a phase."""
        return phase.title if phase.decl.title else spaced(phase.title).capitalize()

    def entries(self, kind: KindInfo) -> list[EntryInfo]:
        """All entries that the kind has with any number of players, in their order."""
        found: dict[str, EntryInfo] = {}
        for game in sorted(self.games, key=lambda g: -g.players):
            for entry in game.symbols.kinds[kind.name].entries:
                found.setdefault(entry.name, entry)
        return list(found.values())

    def players_with(self, kind: KindInfo, entry: EntryInfo) -> list[int]:
        """The numbers of players with which there is such an entry."""
        return [g.players for g in self.games if g.symbols.kinds[kind.name].entry(entry.name) is not None]

    # ---- texts ----

    def text(self, path: str, words: Mapping[str, str] | None = None) -> str | None:
        """What the rule files tell about a thing, None if they don't."""
        text = self.symbols.texts.get(path)
        return None if text is None else self.filled(text, words)

    def filled(self, text: str, words: Mapping[str, str] | None = None) -> str:
        """A text with titles and words in place of the names in braces."""
        return fill_text(text, {**self._titles(), **(words or {})}, plural)

    def entry_text(self, entry: EntryInfo) -> str | None:
        """What the rule files tell about an entry."""
        # A title may come first, and titles of keys are written small.
        return None if entry.text is None else capital(self.filled(entry.text.text))

    def member_text(self, member: MemberInfo, args: Sequence[str]) -> str | None:
        """What the rule files tell about a value, test, event or step, for these arguments."""
        return self.text(member.path, dict(zip((p.name for p in member.params), args, strict=False)))

    def variable_path(self, variable: VarInfo) -> str:
        """What a text about a variable names."""
        return f"{variable.phase}.{variable.name}" if variable.phase else variable.name

    def is_untold(self, variable: VarInfo) -> bool:
        """Whether readers need not be told about it."""
        return self.symbols.texts.get(self.variable_path(variable)) == ""

    def _titles(self) -> dict[str, str]:
        symbols = self.symbols
        titles = {name: self.numbers(name) for name in symbols.constants}
        titles |= {key: spaced(key) for kind in symbols.kinds.values() for key in kind.keys}
        titles |= {e.name: self.entry(e) for kind in symbols.kinds.values() for e in self.entries(kind)}
        titles |= {name: self.kind(name) for name in symbols.kinds}
        titles |= {token.name: lowered(token.title) for token in symbols.tokens.values()}
        titles |= {place.name: lowered(place.title) for place in symbols.places.values()}
        return titles | {phase.name: self.phase(phase) for phase in symbols.phases.values()}

    # ---- numbers ----

    def by_players(self, name: str) -> list[int]:
        """A constant for each number of players."""
        return [game.symbols.constants[name] for game in self.games]

    def numbers(self, name: str) -> str:
        """A constant, with the numbers for each number of players if they differ."""
        return one_or_all(self.by_players(name))


def one_or_all(values: Sequence[object]) -> str:
    """A value that is the same for all numbers of players, or one for each."""
    return str(values[0]) if len(set(values)) == 1 else "/".join(str(v) for v in values)
