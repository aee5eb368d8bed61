"""`rulewright check`: compile a game for every number of players and show all that is wrong.

A complaint that comes up for several numbers of players is shown once; one that comes up only
for some says for which.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from rulewright.cache import Cache
from rulewright.checking import Finding, Outcome, check_game
from rulewright.cli.arguments import GAME_HELP, add_json, add_players, add_settings, options_of
from rulewright.cli.command import PROGRAM, Command, Exit, UsageError
from rulewright.cli.fixing import apply_certain
from rulewright.cli.progress import Progress
from rulewright.cli.screen import complain, has_colours, print_json
from rulewright.cli.table import in_words
from rulewright.cli.targets import Case, cases_of
from rulewright.cli.watching import stamps_of, wait_for_change
from rulewright.diagnostics.render.concise import render_line
from rulewright.diagnostics.render.full import render, summary
from rulewright.diagnostics.render.json import to_objects
from rulewright.sources import SourceError

MOST_FIXES = 50
"""Rounds of `--fix`; each makes at least one change."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A game as it was named, and what came out for it."""

    name: str
    outcome: Outcome


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"{GAME_HELP}; an addition is checked with its game")
    parser.add_argument(
        "--all",
        action="store_true",
        help="check every bundled game with all its additions",
    )
    parser.add_argument(
        "--fix", action="store_true", help="make the changes that are certain in your files, and report them"
    )
    parser.add_argument("--watch", action="store_true", help="check again whenever a rule file is saved")
    add_players(parser, "every number that the game takes")
    add_settings(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--concise", action="store_true", help="print one line a complaint")
    add_json(form)


def _all_cases() -> Iterator[Case]:
    """Every combination of expansions of every bundled game, and each variant without expansions."""
    from rulewright import api

    for game in api.describe_games():
        for number in range(len(game.expansions) + 1):
            for expansions in combinations(game.expansions, number):
                yield Case(game.name, expansions)
        for variant in game.variants:
            yield Case(game.name, (), (variant,))


def _checked(case: Case, arguments: argparse.Namespace) -> Checked:
    """Check one game for the number of players asked for, or for every one it takes."""
    outcome = check_game(
        case.game,
        players=arguments.players,
        expansions=tuple(case.expansions),
        variants=tuple(case.variants),
        options=options_of(arguments),
        kept=Cache.of_user(),
    )
    return Checked(case.title, outcome)


def _run(arguments: argparse.Namespace) -> int:
    if arguments.all == (arguments.game is not None):
        raise UsageError("`check` takes either the name or path of a game, or `--all`")
    if arguments.all and (arguments.expansion or arguments.variant):
        raise UsageError("`check --all` takes every expansion and variant by itself; leave them out")
    if arguments.fix or arguments.watch:
        word = "--fix" if arguments.fix else "--watch"
        if arguments.all or not _own_paths(arguments):
            raise UsageError(f"`{word}` needs the path of a rule file or a folder of your own")
    if arguments.fix and (arguments.watch or arguments.json):
        raise UsageError("`--fix` goes with neither `--watch` nor `--json`")
    return _watch(arguments) if arguments.watch else _check(arguments)


def _check(arguments: argparse.Namespace) -> int:
    cases = (
        list(_all_cases())
        if arguments.all
        else cases_of(arguments.game, tuple(arguments.expansion), tuple(arguments.variant))
    )
    if arguments.fix:
        for case in cases:
            _fix(case, arguments)
    results = []
    with Progress(len(cases), "combinations") as progress:
        for done, case in enumerate(cases):
            progress.show(done)
            results.append(_checked(case, arguments))
    if arguments.json:
        print_json([_to_object(checked) for checked in results])
    else:
        for checked in results:
            _show(checked, is_concise=arguments.concise)
        if len(results) > 1:
            programs = sum(len(checked.outcome.players) for checked in results)
            wrong = sum(checked.outcome.has_errors for checked in results)
            print(f"{len(results)} combinations, {programs} programs: {wrong or 'none'} with errors")
    return Exit.WRONG if any(checked.outcome.has_errors for checked in results) else Exit.OK


def _own_paths(arguments: argparse.Namespace) -> list[Path]:
    """The author's own rules among what is named; a single file of a game stands for its folder."""
    game = Path(arguments.game)
    own = [game if game.is_dir() else game.parent] if game.exists() else []
    return own + [path for x in (*arguments.expansion, *arguments.variant) if (path := Path(x)).exists()]


def _fix(case: Case, arguments: argparse.Namespace) -> None:
    """Makes certain changes until there are none left; one may bring the next error to light."""
    allowed = _own_paths(arguments)
    for _ in range(MOST_FIXES):
        findings = _checked(case, arguments).outcome.findings
        changes = apply_certain((finding.diagnostic for finding in findings), allowed)
        if not changes:
            break
        for change in changes:
            print(change)


def _watch(arguments: argparse.Namespace) -> int:
    """Checks after every change, until the author has enough."""
    folders = _own_paths(arguments)
    while True:
        stamps = stamps_of(folders)
        try:
            _check(arguments)
        except SourceError as error:  # a file that is being written, or taken away
            complain(str(error))
        print("waiting for a change; stop with Ctrl-C", flush=True)
        wait_for_change(folders, stamps)
        print()


def _show(checked: Checked, *, is_concise: bool) -> None:
    outcome = checked.outcome
    for finding in outcome.findings:
        only = _only(finding, outcome.players)
        if is_concise:
            print(render_line(finding.diagnostic) + (f" ({only})" if only else ""))
        else:
            print(render(finding.diagnostic, colour=has_colours(sys.stdout)))
            print(f"  ({only})\n" if only else "")
    found = summary((finding.diagnostic for finding in outcome.findings), dropped=outcome.dropped)
    whom = f" for {in_words(outcome.players)} players" if outcome.players else ""
    print(f"{checked.name}: {found}{whom}")


def _only(finding: Finding, checked: Sequence[int]) -> str:
    return f"only with {in_words(finding.players)} players" if len(finding.players) < len(checked) else ""


def _to_object(checked: Checked) -> dict[str, object]:
    outcome = checked.outcome
    objects = to_objects(finding.diagnostic for finding in outcome.findings)
    return {
        "game": checked.name,
        "players": list(outcome.players),
        "ok": not outcome.has_errors,
        "diagnostics": [
            {**diagnostic, "players": list(finding.players)}
            for diagnostic, finding in zip(objects, outcome.findings, strict=True)
        ],
        "dropped": outcome.dropped,
    }


COMMAND = Command(
    name="check",
    summary="compile a game and show everything that is wrong with its rules",
    examples=(
        f"{PROGRAM} check GAME",
        f"{PROGRAM} check path/to/my_game --players 4 --concise",
        f"{PROGRAM} check path/to/my_expansion.rules --fix",
        f"{PROGRAM} check --all",
    ),
    add_arguments=_add_arguments,
    run=_run,
)
