"""Compiles a game for each number of players, unless the outcome is known already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rulewright._native import Program
from rulewright.cache import Cache
from rulewright.cache_keys import find_bases, key_of
from rulewright.checking.kept import keep, recall
from rulewright.checking.outcome import Finding, Outcome
from rulewright.diagnostics.diagnostic import Diagnostic, Severity
from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.sink import Sink
from rulewright.sources import GameSources, find_sources, read_once


def check_game(
    game: str | Path,
    *,
    players: int | None = None,
    expansions: Sequence[str | Path] = (),
    variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    kept: Cache | None = None,
) -> Outcome:
    """Everything that is wrong with a game for one number of players, or for every number that it takes.

    Raises:
        SourceError: a file, a player number or an option that can't be used.
        InvalidProgram: the engine refuses what the compiler made; that is a fault of ours.
    """
    # What is compiled must be what the key was made from, even if a file is saved meanwhile.
    sources, chosen = find_sources(game, expansions, variants, read_once()), dict(options or {})
    if kept is None:
        return _compiled(sources, players, chosen)
    key = key_of("check", sources, players, chosen)
    known = recall(kept, key, sources)
    if known is None:
        known = _compiled(sources, players, chosen)
        bases = _bases_of(sources)
        if bases is not None:
            keep(kept, key, sources, bases, known)
    return known


def _compiled(sources: GameSources, players: int | None, options: Mapping[str, object]) -> Outcome:
    from rulewright import compiler, lint

    collected = _Collected()
    try:
        takes = tuple(compiler.head_of(sources).players)
    except RuleError as error:
        collected.add(error.diagnostics, ())
        return Outcome((), collected.findings(), error.dropped)
    dropped = 0
    numbers = takes if players is None else (players,)
    may_warn = True
    for number in numbers:
        try:
            compiled = compiler.compile_game(sources, players=number, options=options)
        except RuleError as error:
            collected.add(error.diagnostics, (number,))
            # The same flood for every number of players is one flood.
            dropped = max(dropped, error.dropped)
        else:
            # A warning counts only if it comes for every number of players: after one without any, nobody looks.
            warnings = lint.warnings_of(compiled) if may_warn else ()
            may_warn = bool(warnings)
            collected.add((*compiled.warnings, *warnings), (number,))
            # What our compiler lets pass and the engine refuses is our fault: the caller says so.
            Program.check_text(compiled.program_text)
    return Outcome(numbers, collected.findings(takes), dropped)


def _bases_of(sources: GameSources) -> list[GameSources] | None:
    """The games that it is made from; nothing if one is missing, for that may be put there any time."""
    from rulewright import compiler

    parsed = compiler.parse_sources(sources, Sink())
    return find_bases(sources, parsed.bases) if parsed.is_complete else None


class _Collected:
    """Complaints in the order in which they came, each with the numbers of players it came for."""

    def __init__(self) -> None:
        self._first: dict[object, Diagnostic] = {}
        self._players: dict[Diagnostic, tuple[int, ...]] = {}

    def add(self, diagnostics: Iterable[Diagnostic], players: tuple[int, ...]) -> None:
        for found in diagnostics:
            diagnostic = self._first.setdefault(_identity(found), found)
            self._players[diagnostic] = self._players.get(diagnostic, ()) + players

    def findings(self, takes: Sequence[int] = ()) -> tuple[Finding, ...]:
        """All complaints; a warning only if it came for every number of players that the game takes.

        What is never used with three players may be used with four.
        """
        found = (Finding(diagnostic, players) for diagnostic, players in self._players.items())
        return tuple(f for f in found if f.diagnostic.severity is Severity.ERROR or len(f.players) == len(takes))


def _identity(diagnostic: Diagnostic) -> object:
    """What makes two complaints the same. A warning may tell other numbers for other players: less money, say."""
    if diagnostic.severity is Severity.ERROR:
        return diagnostic
    return diagnostic.code, diagnostic.primary.span, diagnostic.message
