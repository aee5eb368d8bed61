"""Which files make which game.

A file in a folder with ``game.rules`` belongs to that game; one in the folders ``expansions`` or ``variants``
of a game, to the game with that addition. Any other file says itself what it is: a game, or an addition to a
game that lies in a folder nearby or is bundled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright import resources
from rulewright.diagnostics.source import SourceFile
from rulewright.lsp.documents import Documents
from rulewright.parse import ast
from rulewright.sources import Addition, GameSources, Sort, SourceError, additions_of, find_sources, game_home

_FOLDERS: dict[str, Sort] = {"expansions": "expansion", "variants": "variant"}


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is put together: a game, and what is added to it."""

    home: Path
    expansions: tuple[Path, ...] = ()
    variants: tuple[Path, ...] = ()

    def with_addition(self, path: Path, sort: Sort) -> Recipe:
        """The same with one more addition."""
        if sort == "expansion":
            return Recipe(self.home, (*self.expansions, path), self.variants)
        return Recipe(self.home, self.expansions, (*self.variants, path))


class Workspace:
    """Finds games around files."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents

    def recipe(self, path: Path) -> Recipe:
        """The game that a file belongs to, with the addition that the file is part of."""
        folder = path.parent
        if _is_home(folder):
            return Recipe(folder)
        for part in (path, *path.parents):
            sort = _FOLDERS.get(part.parent.name)
            if sort is not None and _is_home(part.parent.parent):
                return self._with_companions(Recipe(part.parent.parent), part, sort)
        return self._elsewhere(path)

    def _elsewhere(self, path: Path) -> Recipe:
        """A file that lies in no game's folder."""
        addition, part = self._extension(path), path
        if addition is None and not self._declares_game(path):
            # One file of a folder that is an addition as a whole.
            beside = [p for p in _rule_files(path.parent) if p != path]
            addition = next((e for e in map(self._extension, beside) if e is not None), None)
            part = path.parent
        if addition is None:
            return Recipe(path)
        home = self._find_game(path, addition.game.text)
        return Recipe(path) if home is None else Recipe(home).with_addition(part, addition.sort)

    def _find_game(self, near: Path, name: str) -> Path | None:
        for folder in near.parents:
            if _is_home(folder / name):
                return folder / name
        try:
            return game_home(name)
        except (SourceError, resources.ResourceMissing):
            return None

    def _with_companions(self, base: Recipe, part: Path, sort: Sort) -> Recipe:
        """A game with an addition, and with the additions that it has rules for (`with NAME`)."""
        known = {name: (place, s) for s in _FOLDERS.values() for name, place in additions_of(base.home, s).items()}
        recipe = base.with_addition(part, sort)
        for name in self._companions(part):
            if name in known and known[name][0] != part:
                recipe = recipe.with_addition(*known[name])
        return recipe

    def _companions(self, part: Path) -> list[str]:
        names: dict[str, None] = {}
        for path in [part] if self.documents.exists(part) else _rule_files(part):
            for declaration in self._declarations(path):
                members = declaration.members if isinstance(declaration, ast.Extension) else (declaration,)
                for member in members:
                    if isinstance(member, ast.With):
                        names |= dict.fromkeys(n.text for n in member.names)
        return list(names)

    def family(self, recipe: Recipe) -> list[Recipe]:
        """Everything that shares files with a game: it, its editions and what they are made from, all additions."""
        if not recipe.home.is_dir():
            return [recipe]
        homes = sorted(p.parent for p in recipe.home.parent.glob(f"*/{resources.ENTRY_FILE}"))
        bases = {home: self._base(home) for home in homes}
        related = {recipe.home}
        grown = True
        while grown:
            near = {h for h, b in bases.items() if b in related} | {b for h, b in bases.items() if h in related and b}
            grown = not near <= related
            related |= near
        found: list[Recipe] = []
        for home in sorted(related):
            found.append(Recipe(home))
            for sort in _FOLDERS.values():
                found += [self._with_companions(Recipe(home), p, sort) for p in additions_of(home, sort).values()]
        if recipe not in found:
            found.append(recipe)
        return found

    def _base(self, home: Path) -> Path | None:
        """What a game is an edition of, if that lies beside it."""
        for declaration in self._declarations(home / resources.ENTRY_FILE):
            if isinstance(declaration, ast.Game) and declaration.base is not None:
                beside = home.parent / declaration.base.text
                return beside if _is_home(beside) else None
        return None

    def sources(self, recipe: Recipe) -> GameSources:
        """The texts of a game.

        Raises:
            SourceError: something is not there or can't be read.
        """
        read = self.documents.text
        if recipe.home.exists() and all(p.exists() for p in (*recipe.expansions, *recipe.variants)):
            return find_sources(recipe.home, recipe.expansions, recipe.variants, read)
        # A file that was never saved.
        files = (SourceFile(recipe.home.name, read(recipe.home), str(recipe.home)),) if recipe.home.suffix else ()
        if files:
            return GameSources(recipe.home, files, (), read)
        base = find_sources(recipe.home, read=read)
        added = [
            Addition(p.stem, (SourceFile(p.name, read(p), str(p)),)) for p in (*recipe.expansions, *recipe.variants)
        ]
        return GameSources(base.home, base.files, tuple(added), read)

    # ---- what a file says about itself ----

    def _declarations(self, path: Path) -> tuple[ast.Declaration, ...]:
        try:
            return self.documents.tree(path).declarations
        except SourceError:
            return ()

    def _extension(self, path: Path) -> ast.Extension | None:
        return next((d for d in self._declarations(path) if isinstance(d, ast.Extension)), None)

    def _declares_game(self, path: Path) -> bool:
        return any(isinstance(d, ast.Game) for d in self._declarations(path))


def rule_files_in(folders: list[Path]) -> Iterator[Path]:
    """All rule files below some folders, each once."""
    seen: set[Path] = set()
    for folder in folders:
        for path in sorted(folder.rglob("*.rules")):
            if path not in seen and path.is_file():
                seen.add(path)
                yield path


def _is_home(folder: Path) -> bool:
    return (folder / resources.ENTRY_FILE).is_file()


def _rule_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.rules"))
