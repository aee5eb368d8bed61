"""The pipeline: one call for each stage.

    files → parse → resolve → check → weave → translate → program text

After errors of form or of names the stages up to the check still run, so that an author sees all
that is wrong at once; what only echoes an earlier error is left out. Nothing is woven or translated
that has errors.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.diagnostics.stages import Stages
from rulewright.parse import ast, parse_file
from rulewright.parse.walk import names_declared_in
from rulewright.resolve import Layer, Settings, put_together, resolve_names
from rulewright.resolve.symbols import Symbols
from rulewright.rules_hash import rules_hash
from rulewright.semantics import check_game
from rulewright.semantics.model import GameModel
from rulewright.settings import GameHead, read_head, read_options
from rulewright.sources import Addition, GameSources, SourceError, find_base, find_sources
from rulewright.translate import Translation, translate_game
from rulewright.weave import weave_game
from rulewright.weave.woven import WovenGame


@dataclass(frozen=True, slots=True)
class CompiledGame:
    """A program, and everything it was made from."""

    name: str
    title: str
    players: int
    hash: str
    bases: tuple[str, ...]
    """The games that it is made from, the nearest first."""
    layers: tuple[Layer, ...]
    symbols: Symbols
    model: GameModel
    woven: WovenGame
    translation: Translation
    warnings: tuple[Diagnostic, ...]

    @property
    def program_text(self) -> str:
        """The program in text form."""
        return self.translation.text


def compile_game(
    game: str | Path | GameSources,
    *,
    players: int | None = None,
    expansions: Sequence[str | Path] = (),
    variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
) -> CompiledGame:
    """Compiles a game for one number of players.

    Raises:
        RuleError: the rules have errors; it holds all that could be found at once.
        SourceError: a file, a player number or an option that can't be used.
    """
    sources = game if isinstance(game, GameSources) else find_sources(game, expansions, variants)
    stages = Stages()
    sink = stages.begin()
    parsed = parse_sources(sources, sink)
    stages.order_files(parsed.files)
    if sink.has_errors:
        stages.trust(parsed.beyond_doubt())
    stages.end(sink)
    stages.doubt(parsed.in_doubt())
    if sink.has_errors and (options or not _games(parsed) or not parsed.is_complete):
        _stop_at_errors(stages)  # the game or an option may stand in what could not be read

    sink = stages.begin()
    layers = put_together(parsed.layers, sink)
    head = read_head(layers, sink)
    stages.end(sink)
    if sink.has_errors:
        _stop_at_errors(stages)
    count = head.check_players(players)
    settings = Settings(count, read_options(layers, options or {}, count))

    sink = stages.begin()
    symbols = resolve_names(layers, settings, sink)
    stages.end(sink)
    if symbols is None:
        _stop_at_errors(stages)
    assert symbols is not None  # without a game, reading its head has failed before

    sink = stages.begin()
    model = check_game(symbols, sink)
    stages.end(sink)
    _stop_at_errors(stages)

    sink = stages.begin()
    woven = weave_game(model, sink)
    stages.end(sink)
    _stop_at_errors(stages)
    added = [(addition.name, addition.files) for addition in sources.additions]
    own_hash = rules_hash(parsed.game_files, added, count, settings.options)
    translation = translate_game(woven, own_hash)
    warnings = stages.sink.sorted()
    return CompiledGame(
        symbols.name,
        symbols.title,
        count,
        own_hash,
        parsed.bases,
        layers,
        symbols,
        model,
        woven,
        translation,
        warnings,
    )


@dataclass(frozen=True, slots=True)
class ParsedSources:
    """All files that were read, and their declarations by origin: games first, then what is added."""

    files: tuple[SourceFile, ...]
    game_files: tuple[SourceFile, ...]
    """Those of them that are not of an addition."""
    layers: tuple[Layer, ...]
    unread: tuple[ast.Unread, ...]
    """What could not be read, for each file."""
    is_complete: bool
    """Whether the game that it is made from was found."""
    bases: tuple[str, ...]
    """The games that it is made from, the nearest first."""

    def in_doubt(self) -> Iterator[str]:
        """Names in what could not be read."""
        return (name for unread in self.unread for name in unread.names)

    def beyond_doubt(self) -> Iterator[str]:
        """Names that stand for something, whatever could not be read."""
        lost = {name for unread in self.unread for name in unread.declared}
        declarations = (declaration for layer in self.layers for declaration in layer.declarations)
        return (name for name in names_declared_in(declarations) if name not in lost)


Parser = Callable[[SourceFile, Sink], ast.File]
"""How a file becomes a tree; an editor keeps the trees of files that did not change."""


def parse_sources(sources: GameSources, sink: Sink, parse: Parser = parse_file) -> ParsedSources:
    """Reads a game, the games that it is an edition of, and each addition."""
    files = list(sources.files)
    sink.order_files(files)
    unread: list[ast.Unread] = []
    is_complete = True
    games = [Layer(sources.name, _present(_declarations(sources.files, sink, parse, unread), ()))]
    home, seen = sources.home, {sources.name}
    while (base := _base_of(games[0])) is not None:
        if base.text in seen:
            sink.error("E0309", base.span, f"`{base.text}` is made from itself", label="a circle")
            break
        seen.add(base.text)
        try:
            origin = find_base(home, base.text, sources.read)
        except SourceError as error:
            sink.error("E0220", base.span, str(error), label="no such game")
            is_complete = False
            break
        home = origin.home
        files = [*origin.files, *files]
        games.insert(0, Layer(base.text, _present(_declarations(origin.files, sink, parse, unread), ())))
    made_of = [g.name.text for x in games for g in x.declarations if isinstance(g, ast.Game)]
    present = {a.name for a in sources.additions}
    additions = _in_order([_addition(a, present, sink, parse, unread, made_of) for a in sources.additions])
    of_game, files = tuple(files), [*files, *(f for a in sources.additions for f in a.files)]
    sink.order_files(files)
    bases = tuple(game.name for game in reversed(games[:-1]))
    return ParsedSources(tuple(files), of_game, (*games, *additions), tuple(unread), is_complete, bases)


def _addition(
    addition: Addition,
    present: Collection[str],
    sink: Sink,
    parse: Parser,
    unread: list[ast.Unread],
    made_of: Sequence[str],
) -> Layer:
    declarations = _declarations(addition.files, sink, parse, unread, made_of)
    after = tuple(
        o.name.text for d in declarations if isinstance(d, ast.Extension) for o in d.order if o.relation == "after"
    )
    titles = [d.title.text for d in declarations if isinstance(d, ast.Extension) and d.title is not None]
    return Layer(addition.name, _present(declarations, present), after, titles[0] if titles else "")


def _present(declarations: Sequence[ast.Declaration], present: Collection[str]) -> tuple[ast.Declaration, ...]:
    """What an addition's braces hold, and what holds together with other additions if all of them are there."""
    found: list[ast.Declaration] = []
    for declaration in declarations:
        match declaration:
            case ast.Extension():
                found += _present(declaration.members, present)
            case ast.With():
                if all(name.text in present for name in declaration.names):
                    found += _present(declaration.members, present)
            case _:
                found.append(declaration)
    return tuple(found)


def _in_order(layers: Sequence[Layer]) -> list[Layer]:
    """Additions as they were asked for, each after those that it says it comes after."""
    rest, done = list(layers), list[Layer]()
    while rest:
        names = {x.name for x in rest}
        ready = next((x for x in rest if not names & set(x.after)), rest[0])
        done.append(ready)
        rest.remove(ready)
    return done


def _base_of(layer: Layer) -> ast.Name | None:
    games = [d for d in layer.declarations if isinstance(d, ast.Game)]
    return games[0].base if games else None


def _declarations(
    files: Sequence[SourceFile],
    sink: Sink,
    parse: Parser,
    unread: list[ast.Unread],
    made_of: Sequence[str] | None = None,
) -> tuple[ast.Declaration, ...]:
    """What the files declare; what can't be read is added to ``unread``.

    ``made_of``: the game that they are added to, and what it is made from.
    """
    found: list[ast.Declaration] = []
    for file in files:
        parsed = parse(file, sink)
        found += parsed.declarations
        unread.append(parsed.unread)
        for declaration in parsed.declarations:
            if not isinstance(declaration, ast.Extension):
                continue
            if made_of is not None and declaration.game.text not in made_of:
                sink.error(
                    "E0225",
                    declaration.game.span,
                    f"this {declaration.sort} is for `{declaration.game.text}`, not for `{made_of[-1]}`",
                    label="another game",
                    help="load it with the game that it is for, or name the right game here",
                )
    return tuple(found)


def head_of(
    game: str | Path | GameSources, expansions: Sequence[str | Path] = (), variants: Sequence[str | Path] = ()
) -> GameHead:
    """Title and player numbers of a game, without compiling it.

    Raises:
        RuleError: its files can't be read as rules.
        SourceError: there is no such game.
    """
    sources = game if isinstance(game, GameSources) else find_sources(game, expansions, variants)
    sink = Sink()
    parsed = parse_sources(sources, sink)
    if sink.has_errors and not _games(parsed):
        raise RuleError.from_sink(sink)
    # Errors elsewhere are told by whoever compiles it.
    heading = Sink(parsed.files)
    head = read_head(parsed.layers, heading)
    if heading.has_errors:
        raise RuleError.from_sink(heading)
    return head


def _games(parsed: ParsedSources) -> list[ast.Game]:
    return [d for layer in parsed.layers for d in layer.declarations if isinstance(d, ast.Game)]


def _stop_at_errors(stages: Stages) -> None:
    if stages.sink.has_errors:
        raise RuleError.from_sink(stages.sink)


__all__ = ["CompiledGame", "SourceError", "compile_game", "head_of", "parse_sources"]
