"""Arguments that several commands have, read the same way everywhere."""

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.cli.command import UsageError
from rulewright.diagnostics.suggest import did_you_mean

if TYPE_CHECKING:
    from rulewright.vm import Game

SEEDS = 2**64
"""Seeds are the whole numbers below this one."""

MOST_PLAYERS = 99
"""No game has so many; a game says itself how many it takes."""

MOST_JOBS = 1024

LONGEST_NUMBER = 20
"""Digits of a number that an option of a game can have at most."""


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within limits, for `argparse`."""

    def read(word: str) -> int:
        # Not `int` alone: it takes underscores and blanks, and fails on thousands of digits.
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            raise argparse.ArgumentTypeError(f"`{word}` is not a whole number")
        value = int(word) if len(digits) <= len(str(most)) else None
        if value is None or not least <= value <= most:
            raise argparse.ArgumentTypeError(f"`{word}` is not a whole number from {least} to {most}")
        return value

    return read


def one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    """A reader of one of these words, for `argparse`; a slip is answered with the nearest."""

    def read(word: str) -> str:
        if word in words:
            return word
        advice = did_you_mean(word, words) or f"there are: {', '.join(words)}"
        raise argparse.ArgumentTypeError(f"`{word}` is unknown, {advice}")

    return read


GAME_HELP = "a bundled game, or the path of a folder with rule files or of one rule file"


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game, and everything that is fixed before it is compiled."""
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_players(parser, "the smallest number that the game takes")
    add_settings(parser)


def add_players(parser: argparse.ArgumentParser, otherwise: str) -> None:
    """The number of players; `otherwise` says in the help what is taken without one."""
    parser.add_argument(
        "--players",
        metavar="N",
        type=whole_number(1, MOST_PLAYERS),
        help=f"number of players (without it: {otherwise})",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Everything beside name and players that is fixed before a game is compiled."""
    parser.add_argument(
        "--expansion",
        metavar="X",
        action="append",
        default=[],
        help="an expansion to add, by name or path; may be given more than once",
    )
    parser.add_argument(
        "--variant",
        metavar="X",
        action="append",
        default=[],
        help="a variant to play, by name or path; may be given more than once",
    )
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        type=_option,
        action="append",
        default=[],
        help="an option of the game; may be given more than once",
    )


def add_seed(parser: argparse.ArgumentParser, default: int | None, otherwise: str) -> None:
    """The seed; `otherwise` says in the help what happens without one."""
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number(0, SEEDS - 1),
        default=default,
        help=f"a whole number from 0; equal seeds give equal games (without it: {otherwise})",
    )


def add_json(parser: argparse._ActionsContainer) -> None:
    """The wish for output that programs read; also for a group of options."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def load_game(arguments: argparse.Namespace, players: int | None = None) -> "Game":
    """The game that the arguments name, for `players` if given and the arguments' number if not."""
    from rulewright import api

    return api.load(
        arguments.game,
        players=arguments.players if players is None else players,
        expansions=tuple(arguments.expansion),
        variants=tuple(arguments.variant),
        options=options_of(arguments),
    )


def options_of(arguments: argparse.Namespace) -> dict[str, object]:
    """The game's options by name.

    Raises:
        UsageError: one is given twice.
    """
    options: dict[str, object] = {}
    for name, value in arguments.option:
        if name in options:
            raise UsageError(f"option `{name}` is given twice")
        options[name] = value
    return options


def default_jobs() -> int:
    """As many threads as this process may use processors."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _option(word: str) -> tuple[str, object]:
    name, sign, value = word.partition("=")
    if not (name and sign and value):
        raise argparse.ArgumentTypeError(f"`{word}` is not of the form NAME=VALUE")
    if value in ("true", "false"):
        return name, value == "true"
    is_number = value.removeprefix("-").isdecimal() and len(value) <= LONGEST_NUMBER
    return name, int(value) if is_number else value
