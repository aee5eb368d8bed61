"""The pipeline: one call for each stage, and a stop after each that found errors.

    files → parse → resolve → check → weave → translate → program text

So errors of one stage never echo in the next.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import SourceFile
from rulewright.parse import ast, parse_file
from rulewright.resolve import Layer, Settings, resolve_names
from rulewright.resolve.symbols import Symbols
from rulewright.semantics import check_game
from rulewright.semantics.model import GameModel
from rulewright.settings import GameHead, read_head, read_options
from rulewright.sources import GameSources, SourceError, find_sources
from rulewright.translate import translate_game
from rulewright.weave import weave_game
from rulewright.weave.woven import WovenGame


@dataclass(frozen=True, slots=True)
class CompiledGame:
    """A program, and everything it was made from."""

    name: str
    title: str
    players: int
    hash: str
    program_text: str
    layers: tuple[Layer, ...]
    symbols: Symbols
    model: GameModel
    woven: WovenGame
    warnings: tuple[Diagnostic, ...]


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
        RuleError: the rules have errors; it holds all of the first stage that found any.
        SourceError: a file, a player number or an option that can't be used.
    """
    sources = game if isinstance(game, GameSources) else find_sources(game, expansions, variants)
    sink = Sink(_files(sources))
    layers = parse_layers(sources, sink)
    _stop_at_errors(sink)
    head = read_head(layers, sink)
    _stop_at_errors(sink)
    count = head.check_players(players)
    settings = Settings(count, read_options(layers, options or {}, count))
    symbols = resolve_names(layers, settings, sink)
    _stop_at_errors(sink)
    assert symbols is not None  # without a game, reading its head has failed before
    model = check_game(symbols, sink)
    _stop_at_errors(sink)
    woven = weave_game(model, sink)
    _stop_at_errors(sink)
    rules_hash = hash_of(sources, count, settings.options)
    text = translate_game(woven, rules_hash)
    return CompiledGame(
        symbols.name, symbols.title, count, rules_hash, text, layers, symbols, model, woven, sink.sorted()
    )


def parse_layers(sources: GameSources, sink: Sink) -> tuple[Layer, ...]:
    """The declarations of a game and of each addition."""
    layers = [Layer(sources.name, _declarations(sources.files, sink))]
    layers += [Layer(a.name, _declarations(a.files, sink)) for a in sources.additions]
    return tuple(layers)


def _declarations(files: Sequence[SourceFile], sink: Sink) -> tuple[ast.Declaration, ...]:
    found: list[ast.Declaration] = []
    for file in files:
        for declaration in parse_file(file, sink).declarations:
            # An addition's own declarations stand inside of its braces.
            found += declaration.members if isinstance(declaration, ast.Extension) else (declaration,)
    return tuple(found)


def head_of(game: str | Path) -> GameHead:
    """Title and player numbers of a game, without compiling it.

    Raises:
        RuleError: its files can't be read as rules.
        SourceError: there is no such game.
    """
    sources = find_sources(game)
    sink = Sink(_files(sources))
    head = read_head(parse_layers(sources, sink), sink)
    _stop_at_errors(sink)
    return head


def hash_of(sources: GameSources, players: int, options: Mapping[str, int]) -> str:
    """A hash of all rule texts and settings: two games with equal hashes are the same game."""
    digest = hashlib.sha256()
    for file in _files(sources):
        for part in (file.name, file.text):
            data = part.encode()
            digest.update(len(data).to_bytes(8, "little") + data)
    digest.update(f"{players} {sorted(options.items())}".encode())
    return digest.hexdigest()


def _files(sources: GameSources) -> list[SourceFile]:
    return [*sources.files, *(f for a in sources.additions for f in a.files)]


def _stop_at_errors(sink: Sink) -> None:
    if sink.has_errors:
        raise RuleError.from_sink(sink)


__all__ = ["CompiledGame", "SourceError", "compile_game", "head_of", "parse_layers"]
