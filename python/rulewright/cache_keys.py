"""Names for entries of the cache: a hash of everything that an entry depends on.

That is every rule text, what was settled before compiling, and the compiler itself. Which games an edition is
made from is known only after its files were parsed. So there are two keys: one of the game's own files, and one
that has the texts of those other games too.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from rulewright import resources
from rulewright._native import __version__
from rulewright.diagnostics.source import SourceFile
from rulewright.sources import GameSources, find_base


def key_of(use: str, sources: GameSources, players: int | None, options: Mapping[str, object]) -> str:
    """The key of a game's own files and settings; `use` keeps entries of different sorts apart."""
    settings = json.dumps([use, players, options], sort_keys=True, default=repr)
    return _hash([*_parts_of(sources), settings, compiler_mark()])


def key_with_bases(own: str, bases: Sequence[GameSources]) -> str:
    """The own key and the texts of the games that it is made from."""
    return _hash([own, *(text for base in bases for text in _texts(base.files))])


def find_bases(sources: GameSources, names: Iterable[str]) -> list[GameSources]:
    """The games of these names, each made from the next.

    Raises:
        SourceError: one of them is gone.
    """
    found: list[GameSources] = []
    home = sources.home
    for name in names:
        found.append(find_base(home, name, sources.read))
        home = found[-1].home
    return found


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
        yield file.path or ""  # messages can name it
        yield file.text


def _hash(parts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


@cache
def compiler_mark() -> str:
    """What tells this compiler from others: versions, and size and time of each of its files.

    So whoever changes the compiler never gets what the old one made.
    """
    marks = [__version__, sys.version]
    for folder in (Path(__file__).parent, resources.grammar_folder()):
        marks += sorted(_marks(str(folder)))
    parser = importlib.util.find_spec("lark")
    if parser is not None and parser.origin is not None:
        about = Path(parser.origin).stat()
        marks.append(f"{parser.origin} {about.st_size} {about.st_mtime_ns}")
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
