"""The only module that knows where the grammar and the bundled games live.

Both folders are links inside the package to folders at the top of the repository; a wheel
holds real copies. A checkout that turned the links into text files (Git without symlink
support) gets a plain sentence here instead of a puzzling failure later.
"""

from pathlib import Path

from rulewright.diagnostics.suggest import did_you_mean

PACKAGE = Path(__file__).parent
"""Where the links are."""

GRAMMAR_FILE = "rules.lark"
"""The grammar's main file; it may import terminals from files beside it."""

ENTRY_FILE = "game.rules"
"""The file that makes a folder a game."""


class ResourceMissing(Exception):
    """A file or folder that belongs to the package is not there; the text is one sentence."""


class UnknownGame(ResourceMissing):
    """A name that no bundled game has; the text is one sentence."""


def grammar_folder() -> Path:
    """Folder of the grammar's files.

    Raises:
        ResourceMissing: the folder is not in this installation.
    """
    return _folder("_grammar", "grammar")


def grammar_path() -> Path:
    """Path of the grammar's main file.

    Raises:
        ResourceMissing: the file is not in this installation.
    """
    path = grammar_folder() / GRAMMAR_FILE
    if not path.is_file():
        raise ResourceMissing(f"the grammar file `{path}` is missing from this installation")
    return path


def grammar_text() -> str:
    """Text of the grammar's main file.

    Raises:
        ResourceMissing: the file is not in this installation.
    """
    return grammar_path().read_text(encoding="utf-8")


def bundled_games() -> list[str]:
    """Names of the games that come with the package, sorted.

    Raises:
        ResourceMissing: the folder of games is not in this installation.
    """
    return sorted(entry.parent.name for entry in _rules_folder().glob(f"*/{ENTRY_FILE}"))


def game_folder(name: str) -> Path:
    """Folder of the bundled game called `name`.

    Raises:
        UnknownGame: no bundled game has this name.
        ResourceMissing: the folder of games is not in this installation.
    """
    # Looking the name up, rather than joining it to the path, keeps `../..` inside the package.
    games = bundled_games()
    if name not in games:
        advice = did_you_mean(name, games) or f"there are: {', '.join(games) or 'none'}"
        raise UnknownGame(f"no bundled game is called `{name}` ({advice})")
    return _rules_folder() / name


def _rules_folder() -> Path:
    return _folder("_rules", "rules_dsl")


def _folder(link: str, target: str) -> Path:
    path = PACKAGE / link
    if not path.is_dir():
        raise ResourceMissing(
            f"`{path}` is not a folder: it should be a link to `{target}/`, "
            "so this checkout was made without symbolic links or the installation is incomplete"
        )
    return path
