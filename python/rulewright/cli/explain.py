"""`rulewright explain`: why something is as it is."""

import argparse
from pathlib import Path

from rulewright.cli import explain_action
from rulewright.cli.arguments import add_json
from rulewright.cli.command import PROGRAM, Command, UsageError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="RECORD", help="a file that `play` has written")
    explain_action.add_arguments(parser)
    add_json(parser)


def _run(arguments: argparse.Namespace) -> int:
    path = Path(arguments.what)
    if not path.is_file():
        raise UsageError(f"`{path}` is not a file with a record; `play --save FILE` writes one")
    return explain_action.run(arguments, path)


COMMAND = Command(
    name="explain",
    summary="say why an action is legal or not at a position of a recorded game",
    examples=(
        f"{PROGRAM} explain RECORD.json --move 12",
        f"{PROGRAM} explain RECORD.json --move 12 'PHASE.OPTION(ENTRY)'",
    ),
    add_arguments=_add_arguments,
    run=_run,
)
