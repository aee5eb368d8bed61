"""`rulewright simulate --coverage` and `--profile`: which lines of the rules run, and what they cost."""

import argparse
import time
from pathlib import Path

from rulewright.cli.arguments import options_of
from rulewright.cli.command import Exit
from rulewright.cli.progress import Progress
from rulewright.cli.screen import print_json
from rulewright.cli.table import Align, counted, draw
from rulewright.compiler import compile_game
from rulewright.tracing import LineReport, Tracer, page_of

CHUNK = 50
"""Games between two moves of the progress bar, for each thread."""

MOST_HOT = 20
"""Lines of a profile in the terminal; the page and the JSON have all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What asks for a report by lines."""
    parser.add_argument("--coverage", action="store_true", help="show which rule lines never ran")
    parser.add_argument("--profile", action="store_true", help="show which rule lines took the most instructions")
    parser.add_argument(
        "--html", metavar="FILE", type=Path, help="write the rules with both, line by line, as a page into this file"
    )


def is_wanted(arguments: argparse.Namespace) -> bool:
    """Whether a report by lines is asked for."""
    return bool(arguments.coverage or arguments.profile or arguments.html is not None)


def run(arguments: argparse.Namespace, games: int, seed: int, jobs: int) -> int:
    """Play the games by the interpreter and report by lines."""
    compiled = compile_game(
        arguments.game,
        players=arguments.players,
        expansions=tuple(arguments.expansion),
        variants=tuple(arguments.variant),
        options=options_of(arguments),
    )
    tracer = Tracer(compiled)
    start = time.perf_counter()
    with Progress(games, "games") as progress:
        while tracer.games < games:
            tracer.play(min(CHUNK * jobs, games - tracer.games), seed + tracer.games, jobs)
            progress.show(tracer.games)
    seconds = time.perf_counter() - start
    report = tracer.report()
    if arguments.html is not None:
        arguments.html.write_text(page_of(report), encoding="utf-8")
    if arguments.json:
        print_json({**report.to_dict(), "seconds": seconds})
        return Exit.OK
    print(f"{report.title}: {counted(games, 'game')} of {report.players} random players, seed {seed}")
    if arguments.coverage:
        print(f"\n{coverage_text(report)}")
    if arguments.profile:
        print(f"\n{profile_text(report)}")
    if arguments.html is not None:
        print(f"\nthe page is in `{arguments.html}`")
    return Exit.OK


def coverage_text(report: LineReport) -> str:
    """How many lines of each file ran, and those that never did."""
    rows = []
    for file in report.files:
        ran, never, absent = (len(file.with_status(status)) for status in ("ran", "never", "absent"))
        if ran or never or absent:
            share = f"{ran / (ran + never):.0%}" if ran + never else "-"
            rows.append((file.name, str(ran), str(never), str(absent), share))
    heads = ("file", "ran", "never", "not in the program", "covered")
    parts = [draw(heads, rows, [Align.LEFT, *[Align.RIGHT] * 4])]
    never_ran = [(file.name, line) for file in report.files for line in file.with_status("never")]
    if never_ran:
        parts += ["", "These lines never ran:"]
        parts += [f"  {name}:{line.number}: {line.text.strip()}" for name, line in never_ran]
    else:
        parts += ["", "Every line that is in the program ran."]
    return "\n".join(parts)


def profile_text(report: LineReport) -> str:
    """The lines that took the most instructions."""
    rows = [
        (
            f"{report.share(line):.1%}",
            str(line.instructions),
            str(line.runs),
            f"{file.name}:{line.number}",
            line.text.strip(),
        )
        for file, line in report.hottest(MOST_HOT)
    ]
    heads = ("share", "instructions", "runs", "place", "rule")
    table = draw(heads, rows, [Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.LEFT, Align.LEFT])
    return f"{table}\n\n{report.instructions} instructions of the interpreter in all; each counts as one"
