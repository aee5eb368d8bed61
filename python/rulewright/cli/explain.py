"""`rulewright explain`: why something is as it is."""

import argparse
from pathlib import Path

from rulewright.cli import explain_action, explain_code
from rulewright.cli.arguments import add_json
from rulewright.cli.command import PROGRAM, Command, UsageError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="CODE|RECORD", help="a code of a message, or a file that `play` has written")
    explain_action.add_arguments(parser)
    add_json(parser)


def _run(arguments: argparse.Namespace) -> int:
    path = Path(arguments.what)
    if not path.is_file() and explain_code.is_code(arguments.what):
        return explain_code.run(arguments.what, as_json=arguments.json)
    if not path.is_file():
        raise UsageError(f"`{path}` is neither a code nor a file with a record; `play --save FILE` writes one")
    return explain_action.run(arguments, path)


COMMAND = Command(
    name="explain",
    summary="say what a code of a message means, or why an action of a recorded game is legal or not",
    examples=(
        f"{PROGRAM} explain E0201",
        f"{PROGRAM} explain RECORD.json --move 12",
        f"{PROGRAM} explain RECORD.json --move 12 'PHASE.OPTION(ENTRY)'",
    ),
    add_arguments=_add_arguments,
    run=_run,
)
