"""`rulewright fmt`: rule files in their one canonical form."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from rulewright.cli.command import PROGRAM, Command, Exit, UsageError
from rulewright.cli.screen import has_colours
from rulewright.cli.table import counted
from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.render.full import render_all
from rulewright.formatting import format_source
from rulewright.sources import read_text, rule_files_below

STANDARD_INPUT = "-"


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help=f"a rule file, a folder (all rule files below it), or `{STANDARD_INPUT}` for standard input",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="change nothing; name the files that are not formatted and exit with 1 if there are any",
    )


def _run(arguments: argparse.Namespace) -> int:
    if STANDARD_INPUT in arguments.paths:
        if arguments.paths != [STANDARD_INPUT]:
            raise UsageError(f"`{STANDARD_INPUT}` can't be mixed with files")
        return _standard_input(only_checks=arguments.check)
    changed, broken, total = 0, 0, 0
    for path in _files(arguments.paths):
        total += 1
        text = read_text(path)
        try:
            formatted = format_source(text, str(path))
        except RuleError as error:
            broken += 1
            print(render_all(error.diagnostics, dropped=error.dropped, colour=has_colours(sys.stderr)), file=sys.stderr)
            continue
        if formatted == text:
            continue
        changed += 1
        if not arguments.check:
            path.write_text(formatted, encoding="utf-8", newline="\n")
        print(f"{path}: {'not formatted' if arguments.check else 'formatted'}")
    verb = "not formatted" if arguments.check else "formatted"
    print(f"{counted(total, 'file')}: {changed or 'none'} {verb}" + (f", {broken} with errors" if broken else ""))
    return Exit.WRONG if broken or (changed and arguments.check) else Exit.OK


def _standard_input(*, only_checks: bool) -> int:
    text = sys.stdin.read()
    formatted = format_source(text, "<standard input>")
    if not only_checks:
        sys.stdout.write(formatted)
        return Exit.OK
    if formatted == text:
        return Exit.OK
    print("standard input: not formatted")
    return Exit.WRONG


def _files(paths: list[str]) -> Iterator[Path]:
    seen: set[Path] = set()
    for path in paths:
        for file in rule_files_below(Path(path)):
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


COMMAND = Command(
    name="fmt",
    summary="write rule files in their canonical form",
    examples=(
        f"{PROGRAM} fmt my_game",
        f"{PROGRAM} fmt --check rules/expansion.rules",
        f"{PROGRAM} fmt - < draft.rules",
    ),
    add_arguments=_add_arguments,
    run=_run,
)
