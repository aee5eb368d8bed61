"""What a path or a name stands for that somebody wants to have checked: games, and additions with their game."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright import resources
from rulewright.diagnostics.suggest import did_you_mean
from rulewright.sources import SourceError, additions_of, read_text

_SUFFIX = ".rules"
_ADDITION = re.compile(r"^[ \t]*(expansion|variant)\s+\w+\s*(?:\"[^\"\n]*\"\s*)?(?:for|of)\s+(\w+)", re.MULTILINE)
_GAME = re.compile(r"^[ \t]*game\s+\w+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Case:
    """A game with what is added to it."""

    game: str
    expansions: Sequence[str] = ()
    variants: Sequence[str] = ()

    @property
    def title(self) -> str:
        """The game and its additions as one text."""
        return " + ".join((self.game, *self.expansions, *self.variants))


def cases_of(target: str, expansions: Sequence[str], variants: Sequence[str]) -> list[Case]:
    """What there is to check.

    A file of an addition stands for the game that it is for, with the addition; any other file of a
    game's folder for the whole game; a folder without a game for all games and additions in it.

    Raises:
        SourceError: the path leads to no rules, or the game of an addition can't be found.
    """
    path = Path(target)
    if path.is_file() and path.suffix == _SUFFIX:
        found = _of_file(path, target)
    elif path.is_dir() and not (path / resources.ENTRY_FILE).is_file():
        found = list(_of_folder(path))
        if not found:
            raise SourceError(f"the folder `{path}` holds no game and no addition to one")
    else:
        found = [Case(target)]
    return [Case(c.game, (*c.expansions, *expansions), (*c.variants, *variants)) for c in found]


def _of_file(path: Path, target: str) -> list[Case]:
    text = read_text(path)
    addition = _ADDITION.search(text)
    if addition is not None:
        # One file of an expansion of several is checked with the others.
        is_whole = path.parent.parent.name not in ("expansions", "variants")
        return [_with_game(path if is_whole else path.parent, addition)]
    if _GAME.search(text) is None and (path.parent / resources.ENTRY_FILE).is_file():
        return [Case(str(path.parent))]
    if _GAME.search(text) is None and path.parent.parent.name in ("expansions", "variants"):
        return list(_of_folder(path.parent))
    return [Case(target)]


def _of_folder(path: Path) -> Iterator[Case]:
    for file in sorted(path.glob(f"*{_SUFFIX}")):
        addition = _ADDITION.search(read_text(file))
        if addition is not None:
            yield _with_game(path, addition)
            return
    for home in sorted(entry.parent for entry in path.rglob(resources.ENTRY_FILE)):
        yield Case(str(home))
        for expansion in additions_of(home, "expansion"):
            yield Case(str(home), (expansion,))
        for variant in additions_of(home, "variant"):
            yield Case(str(home), (), (variant,))


def _with_game(path: Path, addition: re.Match[str]) -> Case:
    sort, game = addition.groups()
    home = _home_of(path, game)
    return Case(home, (str(path),)) if sort == "expansion" else Case(home, (), (str(path),))


def _home_of(path: Path, game: str) -> str:
    """The game that an addition is for: above it, beside it, or bundled."""
    for folder in path.absolute().parents:
        if folder.name == game and (folder / resources.ENTRY_FILE).is_file():
            return str(folder)
        if (folder / game / resources.ENTRY_FILE).is_file():
            return str(folder / game)
        if (folder / f"{game}{_SUFFIX}").is_file():
            return str(folder / f"{game}{_SUFFIX}")
    if game in resources.bundled_games():
        return game
    bundled = resources.bundled_games()
    advice = did_you_mean(game, bundled) or f"there are: {', '.join(bundled)}"
    raise SourceError(f"`{path}` is for the game `{game}`, which is neither bundled nor in a folder near it ({advice})")
