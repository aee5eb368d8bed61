"""`rulewright games`: the games that come with the package."""

import argparse

from rulewright import api
from rulewright.cli.arguments import add_json
from rulewright.cli.command import PROGRAM, Command, Exit
from rulewright.cli.screen import print_json
from rulewright.cli.table import Align, draw


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def _run(arguments: argparse.Namespace) -> int:
    games = api.describe_games()
    if arguments.json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "players": list(game.players),
                    "expansions": list(game.expansions),
                    "variants": list(game.variants),
                }
                for game in games
            ]
        )
        return Exit.OK
    if not games:
        print("no games are bundled with this installation")
        return Exit.OK
    rows = [
        (
            game.name,
            game.title,
            _span(game.players),
            ", ".join(game.expansions) or "-",
            ", ".join(game.variants) or "-",
        )
        for game in games
    ]
    print(draw(("name", "title", "players", "expansions", "variants"), rows, [Align.LEFT] * 5))
    return Exit.OK


def _span(players: range) -> str:
    first, last = players[0], players[-1]
    return str(first) if first == last else f"{first} to {last}"


COMMAND = Command(
    name="games",
    summary="list the bundled games",
    examples=(f"{PROGRAM} games", f"{PROGRAM} games --json"),
    add_arguments=_add_arguments,
    run=_run,
)
