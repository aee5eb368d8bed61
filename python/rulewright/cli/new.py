"""`rulewright new`: a commented start of rules that compiles."""

import argparse
from pathlib import Path

from rulewright import resources, starts
from rulewright.cli.command import PROGRAM, Command, Exit, UsageError

_WORDS = ("game", "expansion", "variant")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="WHAT", help="game, expansion, variant, or a kind of things in a game")
    parser.add_argument("name", metavar="NAME", help="how it is to be called in the rules, in small letters")
    parser.add_argument("--for", metavar="GAME", dest="game", help="the game that it is for, by name or path")
    parser.add_argument("--in", metavar="FOLDER", dest="folder", default=".", help="where to write (without it: here)")


def _run(arguments: argparse.Namespace) -> int:
    folder = Path(arguments.folder)
    if not folder.is_dir():
        raise UsageError(f"`{folder}` is not a folder")
    name: str = arguments.name
    if arguments.what == "game":
        if arguments.game is not None:
            raise UsageError("a game is for no other game; leave out `--for`")
        text = starts.start_game(name)
        home = folder / name
        _refuse(home)
        home.mkdir()
        return _write(home / resources.ENTRY_FILE, text, f"{PROGRAM} check {home}")
    file = folder / f"{name}.rules"
    game = arguments.game or _only_game(arguments.what)
    _refuse(file)
    if arguments.what in _WORDS:
        text = starts.start_addition(arguments.what, name, game, file.name)
    else:
        text = starts.start_entry(arguments.what, name, game, file.name)
    return _write(file, text, f"{PROGRAM} check {file}")


def _only_game(what: str) -> str:
    """The bundled game that is meant where none is named."""
    games = resources.bundled_games()
    if what in _WORDS:
        raise UsageError(f"say with `--for GAME` which game the {what} is for, for example one of: {', '.join(games)}")
    having = [game for game in games if what in starts.kinds_of(game)]
    if len(having) == 1:
        return having[0]
    if having:
        raise UsageError(f"several games have a kind `{what}`; add `--for` and one of: {', '.join(having)}")
    raise UsageError(
        f"no bundled game has a kind `{what}`; write `game`, `expansion`, `variant`, or a kind and `--for GAME`"
    )


def _refuse(path: Path) -> None:
    if path.exists():
        raise UsageError(f"`{path}` is already there, and nothing is written over; choose another name or folder")


def _write(path: Path, text: str, following: str) -> int:
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
    print(f"wrote {path}\nnext: {following}")
    return Exit.OK


COMMAND = Command(
    name="new",
    summary="write a commented start of a game, an addition or one more entry of a kind",
    examples=(
        f"{PROGRAM} new game my_game",
        f"{PROGRAM} new expansion my_expansion --for GAME",
        f"{PROGRAM} new KIND my_entry --for GAME",
    ),
    add_arguments=_add_arguments,
    run=_run,
)
