"""From the name of a game to its program: out of the cache, or compiled and kept there.

The key of an entry is a hash of everything that the program depends on: every rule text, the number of
players, the options, and the compiler itself. Which games an edition is made from is known only after its
files were parsed; so a first, small entry under the hash of its own files has their names, and the second one
under the hash of all files has the program.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulewright import resources
from rulewright._native import InvalidProgram, Program, __version__
from rulewright.cache import Cache
from rulewright.compiler import CompiledGame, compile_game
from rulewright.diagnostics.source import SourceFile
from rulewright.sources import GameSources, SourceError, find_base, find_sources


@dataclass(frozen=True, slots=True)
class LoadedProgram:
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
        return self.compiled or compile_game(self.sources, players=self.players, options=self.options)


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
    sources, chosen = find_sources(game, expansions, variants), dict(options or {})
    own = _digest(_parts_of(sources), players, chosen)
    if kept is not None and (found := _read(kept, own, sources)) is not None:
        program, title = found
        return LoadedProgram(program, title, sources, players, chosen, None)
    compiled = compile_game(sources, players=players, options=chosen)
    program = Program.from_text(compiled.program_text)
    if kept is not None:
        kept.write(own, json.dumps(compiled.bases).encode())
        head = json.dumps({"title": compiled.title}).encode()
        key = _with_bases(own, sources, compiled.bases)
        kept.write(key, len(head).to_bytes(4, "little") + head + program.to_bytes())
    return LoadedProgram(program, compiled.title, sources, players, chosen, compiled)


def _read(kept: Cache, own: str, sources: GameSources) -> tuple[Program, str] | None:
    """Program and title, if both entries are there and still fit."""
    names = kept.read(own)
    if names is None:
        return None
    try:
        content = kept.read(_with_bases(own, sources, json.loads(names)))
        if content is None:
            return None
        start = 4 + int.from_bytes(content[:4], "little")
        return Program.from_bytes(content[start:]), json.loads(content[4:start])["title"]
    except (SourceError, InvalidProgram):
        # A base that is gone is the compiler's to report; a program that this engine refuses is made anew.
        return None


def _with_bases(own: str, sources: GameSources, names: Sequence[str]) -> str:
    """The key of the program: its own key and the texts of the games that it is made from."""
    home, parts = sources.home, [own]
    for name in names:
        base = find_base(home, name)
        parts += _texts(base.files)
        home = base.home
    return _hash(parts)


def _digest(parts: Iterator[str], players: int | None, options: Mapping[str, object]) -> str:
    settings = json.dumps([players, options], sort_keys=True, default=repr)
    return _hash([*parts, settings, compiler_mark()])


def _parts_of(sources: GameSources) -> Iterator[str]:
    yield sources.name
    yield from _texts(sources.files)
    for addition in sources.additions:
        yield addition.name
        yield from _texts(addition.files)


def _texts(files: Sequence[SourceFile]) -> Iterator[str]:
    yield str(len(files))
    for file in files:
        yield file.name
        yield file.text


def _hash(parts: Sequence[str]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


@cache
def compiler_mark() -> str:
    """What tells this compiler from others: its version, and size and time of each of its files.

    So whoever changes the compiler never gets a program that the old one made.
    """
    folders = [Path(__file__).parent, resources.grammar_folder()]
    marks = [__version__]
    for folder in folders:
        marks += sorted(_marks(str(folder)))
    return _hash(marks)


def _marks(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _marks(entry.path)
            elif entry.is_file(follow_symlinks=False):
                about = entry.stat()
                yield f"{entry.path} {about.st_size} {about.st_mtime_ns}"
