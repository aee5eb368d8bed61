"""`rulewright dump`: what one stage of the compiler makes of a game."""

import argparse
import sys
from pathlib import Path

from rulewright import dumping
from rulewright.cli.arguments import add_game, one_of, options_of
from rulewright.cli.command import PROGRAM, Command, Exit, UsageError


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--stage",
        metavar="STAGE",
        type=one_of(dumping.STAGES),
        required=True,
        help=f"one of: {', '.join(dumping.STAGES)}",
    )
    parser.add_argument("--output", metavar="FILE", type=Path, help="write to this file instead of standard output")


def _run(arguments: argparse.Namespace) -> int:
    dumped = dumping.dump_stage(
        arguments.game,
        arguments.stage,
        players=arguments.players,
        expansions=tuple(arguments.expansion),
        variants=tuple(arguments.variant),
        options=options_of(arguments),
    )
    output: Path | None = arguments.output
    if isinstance(dumped, bytes):
        _write_bytes(dumped, output)
    else:
        text = dumped if dumped.endswith("\n") else dumped + "\n"
        if output is None:
            sys.stdout.write(text)
        else:
            output.write_text(text, encoding="utf-8")
    return Exit.OK


def _write_bytes(data: bytes, output: Path | None) -> None:
    if output is not None:
        output.write_bytes(data)
        return
    if sys.stdout.isatty():
        raise UsageError("a binary program would spoil the terminal: name a file with `--output FILE` or use a pipe")
    sys.stdout.buffer.write(data)


COMMAND = Command(
    name="dump",
    summary="print what one stage of the compiler makes of a game",
    examples=(
        f"{PROGRAM} dump GAME --stage ir",
        f"{PROGRAM} dump GAME --stage binary --players 4 --output game.bin",
    ),
    add_arguments=_add_arguments,
    run=_run,
)
