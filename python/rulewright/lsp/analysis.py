"""Runs the compiler's stages on a game for an editor: what is wrong, and what each name stands for.

What is wrong is what the compiler says: the complaints of the first stage that has any. What names stand for
is asked of all stages, also of those that the compiler would not reach, because an author wants to be helped
while the text is not right yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rulewright.compiler import ParsedSources, parse_sources
from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.diagnostics.stages import Stages
from rulewright.lsp.documents import Documents
from rulewright.lsp.index import Index
from rulewright.parse import ast
from rulewright.resolve import Layer, Settings, put_together, resolve_names
from rulewright.resolve.symbols import Symbols
from rulewright.resolve.uses import SILENT, Uses, UseTable
from rulewright.semantics import check_game
from rulewright.settings import GameHead, read_head
from rulewright.sources import GameSources, SourceError
from rulewright.weave import weave_game
from rulewright.weave.woven import WovenGame


@dataclass(frozen=True, slots=True)
class Finding:
    """A complaint, and the numbers of players for which it came up if not for all."""

    diagnostic: Diagnostic
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that is known about a game."""

    sources: GameSources
    paths: tuple[str, ...]
    """Every file that was read, those of the game that it is made from too."""
    findings: tuple[Finding, ...]
    problem: str | None
    """Why it could not be looked at, if it could not."""
    index: Index
    tables: tuple[Symbols, ...] = ()
    """One for each number of players."""
    woven: WovenGame | None = None
    trees: tuple[ast.File, ...] = ()
    """What names, tables and woven game were made of."""


@dataclass(slots=True)
class _Collected:
    """Complaints in the order in which they came."""

    players: dict[Diagnostic, list[int]] = field(default_factory=dict)

    def add(self, diagnostics: Iterable[Diagnostic], players: int) -> None:
        for diagnostic in diagnostics:
            self.players.setdefault(diagnostic, []).append(players)

    def findings(self, numbers: range) -> tuple[Finding, ...]:
        return tuple(
            Finding(diagnostic, tuple(players) if len(players) < len(numbers) else ())
            for diagnostic, players in self.players.items()
        )


def analyse(sources: GameSources, documents: Documents, before: Analysis | None = None) -> Analysis:
    """Looks at a game for every number of players; ``before``: what was known about it."""
    reading = Sink()
    trees: list[ast.File] = []

    def parse(source: SourceFile, sink: Sink) -> ast.File:
        trees.append(documents.parse(source, sink))
        return trees[-1]

    def parse_whole(source: SourceFile, sink: Sink) -> ast.File:
        trees.append(documents.parse_whole(source, sink))
        return trees[-1]

    parsed = parse_sources(sources, reading, parse)
    paths = tuple(f.path for f in parsed.files if f.path is not None)
    if not reading.has_errors:
        table = UseTable()
        run = _run(parsed, reading, table)
        return Analysis(sources, paths, run.findings, run.problem, Index(table), run.tables, run.woven, tuple(trees))
    # What is wrong is found in what can be read; what names stand for, in the last whole texts.
    run = _run(parsed, reading, SILENT)
    trees.clear()
    whole = parse_sources(sources, Sink(), parse_whole)
    if before is not None and _same(before.trees, trees):
        return replace(before, sources=sources, paths=paths, findings=run.findings, problem=run.problem)
    table = UseTable()
    names = _run(whole, Sink(), table)
    return Analysis(sources, paths, run.findings, run.problem, Index(table), names.tables, names.woven, tuple(trees))


@dataclass(frozen=True, slots=True)
class _Run:
    """What came out of the stages."""

    findings: tuple[Finding, ...] = ()
    problem: str | None = None
    tables: tuple[Symbols, ...] = ()
    woven: WovenGame | None = None


def glance(sources: GameSources, documents: Documents) -> tuple[Finding, ...]:
    """What is wrong with a game for its first number of players: most of it, in a part of the time."""
    reading = Sink()
    return _run(parse_sources(sources, reading, documents.parse), reading, SILENT, 1).findings


def _run(parsed: ParsedSources, reading: Sink, uses: Uses, most: int | None = None) -> _Run:
    """Goes on after parsing as the compiler does, for every number of players or for the first ones."""
    earlier = [reading]
    has_game = any(isinstance(d, ast.Game) for layer in parsed.layers for d in layer.declarations)
    if reading.has_errors and not (has_game and parsed.is_complete):
        return _Run(tuple(map(Finding, _after(parsed, earlier).sink.sorted())))
    sink = Sink(parsed.files)
    layers = put_together(parsed.layers, sink, uses)
    try:
        head = read_head(layers, sink)
    except SourceError as error:
        return _Run(problem=str(error))
    earlier.append(sink)
    if sink.has_errors:
        return _Run(tuple(map(Finding, _after(parsed, earlier).sink.sorted())), tables=_tables(layers, head, uses))
    collected = _Collected()
    found: list[Symbols] = []
    woven: WovenGame | None = None
    for players in head.players[:most]:
        stages = _after(parsed, earlier)
        naming = stages.begin()
        symbols = resolve_names(layers, Settings(players), naming, uses)
        stages.end(naming)
        if symbols is not None:
            found.append(symbols)
            own = _check(symbols, stages, uses)
            woven = woven or own
        collected.add(stages.sink.sorted(), players)
    return _Run(collected.findings(head.players[:most]), None, tuple(found), woven)


def _after(parsed: ParsedSources, earlier: Sequence[Sink]) -> Stages:
    """The complaints of the stages so far."""
    stages = Stages()
    stages.order_files(parsed.files)
    if any(sink.has_errors for sink in earlier):
        stages.trust(parsed.beyond_doubt())
    for sink in earlier:
        stages.end(sink)
    stages.doubt(parsed.in_doubt())
    return stages


def _check(symbols: Symbols, stages: Stages, uses: Uses) -> WovenGame | None:
    """The last two stages; a game comes out if nothing is wrong."""
    sink = stages.begin()
    if stages.sink.has_errors:
        _check_quietly(symbols, uses, sink)
        stages.end(sink)
        return None
    model = check_game(symbols, sink, uses)
    stages.end(sink)
    if sink.has_errors:
        return None
    weaving = stages.begin()
    woven = weave_game(model, weaving)
    stages.end(weaving)
    return None if weaving.has_errors else woven


def _same(left: Sequence[ast.File], right: Sequence[ast.File]) -> bool:
    return len(left) == len(right) and all(a is b for a, b in zip(left, right, strict=True))


def look_up(layers: tuple[Layer, ...], sink: Sink) -> Symbols | None:
    """The declarations of a game that need not be right, with all complaints in the sink."""
    layers = put_together(layers, sink)
    try:
        head = read_head(layers, Sink())
    except SourceError:
        return None
    symbols = resolve_names(layers, Settings(head.players[-1]), sink)
    if symbols is not None:
        _check_quietly(symbols, SILENT, sink)
    return symbols


def _tables(layers: tuple[Layer, ...], head: GameHead, uses: Uses) -> tuple[Symbols, ...]:
    """The declarations for each number of players, with no regard to what is wrong."""
    found: list[Symbols] = []
    for players in head.players:
        symbols = resolve_names(layers, Settings(players), Sink(), uses)
        if symbols is not None:
            found.append(symbols)
            _check_quietly(symbols, uses, Sink())
    return tuple(found)


def _check_quietly(symbols: Symbols, uses: Uses, sink: Sink) -> None:
    """Lets the checker say what names stand for in a game with errors."""
    try:
        check_game(symbols, sink, uses)
    except (AssertionError, LookupError, TypeError, ValueError):
        # The checker relies on declarations without errors; what it said up to here is still true.
        return
