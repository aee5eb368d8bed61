"""Finding rule files: a bundled game or one of the user's own, and what is added to it.

A game is a folder with ``game.rules``; all rule files in it belong to it, ``game.rules`` first and
then by name. Folders inside of it that hold an expansion or a variant are additions of that name.
An addition may also be a file or a folder anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from rulewright import resources
from rulewright.diagnostics.source import SourceFile
from rulewright.diagnostics.suggest import did_you_mean

Sort = Literal["expansion", "variant"]
_SUFFIX = ".rules"
_LARGEST = 4 << 20
"""Bytes of a rule file; more is not read."""


class SourceError(Exception):
    """A game or an addition that can't be found or read; the text is one sentence."""


def read_text(path: Path) -> str:
    """The text of a rule file.

    Raises:
        SourceError: it can't be read, or is no text.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise SourceError(f"`{path}` is too large for a rule file ({path.stat().st_size} bytes)")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SourceError(f"`{path}` is not a text in UTF-8 (byte {error.start})") from None
    except OSError as error:
        raise SourceError(f"`{path}` can't be read: {error.strerror}") from None


Reader = Callable[[Path], str]
"""How the text of a rule file is had: from the disk, or from an editor that has not saved it yet."""


def read_once() -> Reader:
    """A reader that goes to the disk once for each file: what it gives stays the same while files are saved."""
    return cache(read_text)


class Addition(NamedTuple):
    """Files of an expansion or a variant."""

    name: str
    files: tuple[SourceFile, ...]


class GameSources(NamedTuple):
    """All files that make up a game as it is to be played."""

    home: Path
    files: tuple[SourceFile, ...]
    additions: tuple[Addition, ...] = ()
    read: Reader = read_text

    @property
    def name(self) -> str:
        """The name of the folder or file."""
        return self.home.stem


def find_sources(
    game: str | Path,
    expansions: Sequence[str | Path] = (),
    variants: Sequence[str | Path] = (),
    read: Reader = read_text,
) -> GameSources:
    """Reads a game's files and those of its additions.

    Raises:
        SourceError: something is not there or can't be read.
    """
    home = game_home(game)
    files = _read_all(_rule_files(home), home if home.is_dir() else home.parent, read)
    named: list[tuple[str | Path, Sort]] = [(e, "expansion") for e in expansions]
    named += [(v, "variant") for v in variants]
    for item, sort in named:
        if named.count((item, sort)) > 1:
            raise SourceError(f"{sort} `{item}` is given twice; name each {sort} once")
    additions = tuple(_addition(home, item, sort, read) for item, sort in named)
    return GameSources(home, files, additions, read)


def find_base(home: Path, name: str, read: Reader = read_text) -> GameSources:
    """The game that an edition is made from: beside it, or bundled. Its files are named with its folder.

    Raises:
        SourceError: there is no such game.
    """
    beside = home.parent / name
    base = beside if (beside / resources.ENTRY_FILE).is_file() else game_home(name)
    files = _read_all(_rule_files(base), base, read)
    return GameSources(base, tuple(SourceFile(f"{name}/{f.name}", f.text, f.path) for f in files), (), read)


def game_home(game: str | Path) -> Path:
    """The folder or file of a game.

    Raises:
        SourceError: there is no such game.
    """
    path = Path(game)
    if (
        isinstance(game, Path)
        or path.suffix == _SUFFIX
        or len(path.parts) > 1
        or (path / resources.ENTRY_FILE).is_file()
    ):
        if path.is_dir() and not (path / resources.ENTRY_FILE).is_file():
            raise SourceError(f"the folder `{path}` holds no game: it has no `{resources.ENTRY_FILE}`")
        if not path.exists():
            raise SourceError(f"`{path}` is neither a rule file nor a folder of rule files")
        return path
    try:
        return resources.game_folder(str(game))
    except resources.UnknownGame as error:
        raise SourceError(str(error)) from None


def additions_of(home: Path, sort: Sort) -> dict[str, Path]:
    """Names and places of the expansions or variants that come with a game."""
    folder = home / f"{sort}s"
    if not folder.is_dir():
        return {}
    found = {p.name: p for p in sorted(folder.iterdir()) if p.is_dir()}
    found |= {p.stem: p for p in sorted(folder.glob(f"*{_SUFFIX}"))}
    return found


def _addition(home: Path, item: str | Path, sort: Sort, read: Reader) -> Addition:
    known = additions_of(home, sort)
    name = str(item)
    path = Path(item)
    if isinstance(item, str) and name in known:
        path = known[name]
    elif not path.exists():
        advice = did_you_mean(name, known)
        if advice is None:
            advice = f"there are: {', '.join(known)}" if known else f"`{home.stem}` has no {sort}s"
        raise SourceError(f"`{home.stem}` has no {sort} called `{name}` ({advice})")
    files = _read_all(_rule_files(path), path if path.is_dir() else path.parent, read)
    return Addition(path.stem, files)


def rule_files_below(path: Path) -> list[Path]:
    """A rule file itself, or all rule files of a folder and of the folders in it.

    Raises:
        SourceError: there are none.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise SourceError(f"`{path}` is neither a rule file nor a folder of rule files")
    files = sorted(p for p in path.rglob(f"*{_SUFFIX}") if p.is_file())
    if not files:
        raise SourceError(f"the folder `{path}` holds no rule files")
    return files


def _rule_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    files = sorted(p for p in path.glob(f"*{_SUFFIX}") if p.is_file())
    if not files:
        raise SourceError(f"the folder `{path}` holds no rule files")
    return sorted(files, key=lambda p: p.name != resources.ENTRY_FILE)


def _read_all(paths: list[Path], base: Path, read: Reader) -> tuple[SourceFile, ...]:
    return tuple(SourceFile(str(p.relative_to(base)), read(p), str(p)) for p in paths)
