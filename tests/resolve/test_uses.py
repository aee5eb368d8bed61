"""The stages say of every name of the bundled games what it stands for."""

import dataclasses
from collections.abc import Iterator

import pytest

from rulewright.api import describe_games
from rulewright.compiler import compile_game, parse_sources
from rulewright.diagnostics.sink import Sink
from rulewright.diagnostics.source import Span
from rulewright.parse import ast
from rulewright.resolve import Settings, put_together, resolve_names
from rulewright.resolve.reserved import RESERVED
from rulewright.resolve.uses import UseTable
from rulewright.semantics import check_game
from rulewright.settings import read_head
from rulewright.sources import GameSources, find_sources

NOT_DECLARED = {
    *("count", "empty", "room", "full", "play", "setup"),
    *(name for game in describe_games() for name in (game.name, *game.expansions, *game.variants)),
}
"""Parts of places, and what texts are about besides."""


def names_in(node: object) -> Iterator[ast.Name]:
    """All names in a tree, except those of games and additions, which are found as folders."""
    if isinstance(node, ast.Name):
        yield node
    elif isinstance(node, tuple):
        for part in node:
            yield from names_in(part)
    elif isinstance(node, (ast.Extension, ast.With)):
        yield from names_in(node.members)
    elif isinstance(node, ast.Node) and not isinstance(node, ast.Game):
        for field in dataclasses.fields(node):
            yield from names_in(getattr(node, field.name))


def table_of(sources: GameSources) -> UseTable:
    """What is said while a game is checked for every number of players."""
    table, sink = UseTable(), Sink()
    layers = put_together(parse_sources(sources, sink).layers, sink, table)
    for players in read_head(layers, sink).players:
        symbols = resolve_names(layers, Settings(players), sink, table)
        assert symbols is not None
        check_game(symbols, sink, table)
    assert not sink.has_errors
    return table


def cases() -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Every bundled game, and with each of its additions."""
    found: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = []
    for game in describe_games():
        found.append((game.name, (), ()))
        found += [(game.name, (name,), ()) for name in game.expansions]
        found += [(game.name, (), (name,)) for name in game.variants]
    return found


@pytest.mark.parametrize(("game", "expansions", "variants"), cases())
def test_every_name_stands_for_something(game: str, expansions: tuple[str, ...], variants: tuple[str, ...]) -> None:
    sources = find_sources(game, expansions, variants)
    table = table_of(sources)
    spoken = {span for span, _ in table.spoken}
    missing: list[Span] = []
    # Of the layers before, what an edition replaces is not looked at.
    for name in names_in(parse_sources(sources, Sink()).layers[-1].declarations):
        if name.text == "_" or name.text in RESERVED | NOT_DECLARED or name.span in spoken:
            continue
        thing = table.found.get(name.span)
        if thing is None or thing not in table.declared:
            missing.append(name.span)
    assert [f"{span}: {span.text}" for span in missing] == []


@pytest.mark.parametrize("game", [game.name for game in describe_games()])
def test_what_is_said_does_not_change_the_program(game: str) -> None:
    plain = compile_game(game)
    sink, table = Sink(), UseTable()
    layers = put_together(parse_sources(find_sources(game), sink).layers, sink, table)
    symbols = resolve_names(layers, Settings(plain.players), sink, table)
    assert symbols == plain.symbols
