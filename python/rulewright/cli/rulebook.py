"""`rulewright rulebook`: the rules of a game as a page for people."""

import argparse
import sys
from pathlib import Path

from rulewright import rulebook
from rulewright.cli.arguments import GAME_HELP, add_players, add_settings, one_of, options_of
from rulewright.cli.command import PROGRAM, Command, Exit

_FORMATS = {"md": rulebook.to_markdown, "html": rulebook.to_html}


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_players(parser, "all numbers that the game takes")
    add_settings(parser)
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        type=one_of(tuple(_FORMATS)),
        help="md (Markdown) or html (without it: by the name of the file, or md)",
    )
    parser.add_argument("--out", metavar="FILE", type=Path, help="write to this file instead of standard output")


def _run(arguments: argparse.Namespace) -> int:
    output: Path | None = arguments.out
    form = arguments.format or ("html" if output is not None and output.suffix in (".html", ".htm") else "md")
    document = rulebook.write_rulebook(
        arguments.game,
        players=arguments.players,
        expansions=tuple(arguments.expansion),
        variants=tuple(arguments.variant),
        options=options_of(arguments),
    )
    text = _FORMATS[form](document)
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")
    return Exit.OK


COMMAND = Command(
    name="rulebook",
    summary="write the rules of a game as a page for people",
    examples=(
        f"{PROGRAM} rulebook GAME --out rules.html",
        f"{PROGRAM} rulebook GAME --players 4 --format md",
    ),
    add_arguments=_add_arguments,
    run=_run,
)
