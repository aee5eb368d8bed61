"""From the name of a game to its program: out of the cache, or compiled and kept there.

A first, small entry under the hash of a game's own files has the names of the games that it is made from; the
second one, under the hash of all files, has the program as it was compiled and as it is run. Neither the
compiler nor anything that it needs is imported for a program that is in the cache.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rulewright._native import InvalidProgram, Program
from rulewright.cache import Cache
from rulewright.cache_keys import find_bases, key_of, key_with_bases
from rulewright.sources import GameSources, SourceError, find_sources, read_once

if TYPE_CHECKING:
    from rulewright.compiler import CompiledGame


class LoadedProgram(NamedTuple):
    """A program, its title, and what it was made from."""

    program: Program
    title: str
    sources: GameSources
    players: int | None
    options: Mapping[str, object]
    compiled: CompiledGame | None
    """Nothing if it came out of the cache."""

    def compile(self) -> CompiledGame:
        """What the compiler knows of it; compiles if that was not done."""
        return self.compiled or _compile(self.sources, self.players, self.options)


def load_program(
    game: str | Path,
    kept: Cache | None,
    *,
    players: int | None = None,
    expansions: Sequence[str | Path] = (),
    variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
) -> LoadedProgram:
    """The program of a game. Raises what `compile_game` raises."""
    # What is compiled must be what the key was made from, even if a file is saved meanwhile.
    sources, chosen = find_sources(game, expansions, variants, read_once()), dict(options or {})
    own = key_of("program", sources, players, chosen) if kept is not None else ""
    if kept is not None and (found := _read(kept, own, sources)) is not None:
        program, title = found
        return LoadedProgram(program, title, sources, players, chosen, None)
    compiled = _compile(sources, players, chosen)
    program = Program.from_text(compiled.program_text)
    if kept is not None:
        key = key_with_bases(own, find_bases(sources, compiled.bases))
        kept.write(own, json.dumps(compiled.bases).encode())
        kept.write(key, _packed(json.dumps({"title": compiled.title}).encode(), program))
    return LoadedProgram(program, compiled.title, sources, players, chosen, compiled)


def _compile(sources: GameSources, players: int | None, options: Mapping[str, object]) -> CompiledGame:
    from rulewright import compiler

    return compiler.compile_game(sources, players=players, options=options)


def _packed(head: bytes, program: Program) -> bytes:
    """Title, program, and the optimised form of it, with the lengths of the first two before them."""
    first, second = program.to_bytes(), program.running_bytes()
    return b"".join([len(head).to_bytes(4, "little"), len(first).to_bytes(4, "little"), head, first, second])


def _read(kept: Cache, own: str, sources: GameSources) -> tuple[Program, str] | None:
    """Program and title, if both entries are there and still fit."""
    names = kept.read(own)
    if names is None:
        return None
    try:
        content = kept.read(key_with_bases(own, find_bases(sources, json.loads(names))))
        if content is None:
            return None
        start = 8 + int.from_bytes(content[:4], "little")
        end = start + int.from_bytes(content[4:8], "little")
        title = json.loads(content[8:start])["title"]
        return Program.from_kept(content[start:end], content[end:]), title
    except (SourceError, InvalidProgram):
        # A base that is gone is the compiler's to report; a program that this engine refuses is made anew.
        return None
