"""`rulewright bench`: how fast a game runs, by interpreter and as machine code.

Figures of different runs on a busy machine can't be compared; ratios of one run can. So the engines take
turns, and every figure has its spread.
"""

import argparse
import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from rulewright import api
from rulewright.cli.arguments import add_game, add_json, add_seed, load_game, options_of, whole_number
from rulewright.cli.command import PROGRAM, Command, Exit, UsageError
from rulewright.cli.progress import Progress
from rulewright.cli.screen import complain, print_json
from rulewright.cli.table import Align, draw
from rulewright.harness.speed import Measure, SpeedError, Work, measure
from rulewright.vm import Game
from rulewright.vm.game import EngineName

ENGINES: tuple[EngineName, ...] = ("interpreter", "native")
FORM = "rulewright-bench 1"
"""What a saved run says it is."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_seed(parser, 1, "1")
    parser.add_argument("--repeats", metavar="R", type=whole_number(1, 1000), default=5, help="repeats (without it: 5)")
    parser.add_argument(
        "--games", metavar="N", type=whole_number(1, 10**6), default=200, help="games in a repeat (without it: 200)"
    )
    parser.add_argument(
        "--positions", metavar="N", type=whole_number(1, 10**6), default=4000, help="positions (without it: 4000)"
    )
    parser.add_argument(
        "--depth", metavar="D", type=whole_number(0, 100), default=3, help="depth of the perft (without it: 3)"
    )
    parser.add_argument(
        "--baseline",
        metavar="PROGRAM",
        type=Path,
        help="a program that plays the same game by hand; it is given PLAYERS GAMES SEED and prints JSON with "
        "`decisions` and `seconds`",
    )
    parser.add_argument("--save", metavar="FILE", type=Path, help="keep the figures in a file")
    parser.add_argument("--compare", metavar="FILE", type=Path, help="compare with figures that were kept")
    add_json(parser)


def _run(arguments: argparse.Namespace) -> int:
    before = None if arguments.compare is None else _read(arguments.compare)
    games: dict[str, Game] = {}
    first = load_game(arguments)
    for engine in ENGINES:
        games[engine] = api.load(
            arguments.game,
            players=first.num_players,
            expansions=tuple(arguments.expansion),
            variants=tuple(arguments.variant),
            options=options_of(arguments),
            engine=engine,
        )
    work = Work(arguments.games, arguments.positions, arguments.depth, arguments.seed)
    measures: list[Measure] = []
    by_hand: list[tuple[float, float]] = []
    try:
        with Progress(arguments.repeats, "repeats") as progress:
            for done, so_far in enumerate(measure(games, work, arguments.repeats), 1):
                measures = so_far
                if arguments.baseline is not None:
                    by_hand.append(_play_by_hand(arguments.baseline, first.num_players, work))
                progress.show(done)
    except SpeedError as error:
        complain(str(error))
        return Exit.WRONG
    if by_hand:
        rates, games_a_second = zip(*by_hand, strict=True)
        measures.append(Measure("baseline", "playouts", "games/s", games_a_second))
        measures.append(Measure("baseline", "decisions", "decisions/s", rates))
    report = _report(first, arguments, measures)
    if arguments.save is not None:
        try:
            arguments.save.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            raise UsageError(f"`{arguments.save}` can't be written: {error.strerror}") from None
    if arguments.json:
        print_json(report)
        return Exit.OK
    print(f"{first.title}, {first.num_players} players, {arguments.repeats} repeats")
    print(_table(measures, before))
    return Exit.OK


def _report(game: Game, arguments: argparse.Namespace, measures: Sequence[Measure]) -> dict[str, object]:
    return {
        "form": FORM,
        "game": game.name,
        "players": game.num_players,
        "rules_hash": game.rules_hash,
        "repeats": arguments.repeats,
        "figures": [
            {
                "engine": each.engine,
                "name": each.name,
                "unit": each.unit,
                "median": each.median,
                "spread": each.spread,
                "values": list(each.values),
            }
            for each in measures
        ],
    }


def _table(measures: Sequence[Measure], before: Mapping[tuple[str, str], float] | None) -> str:
    medians = {(each.engine, each.name): each.median for each in measures}
    heads = ["engine", "what", "median", "unit", "spread", "to interpreter"]
    aligns = [Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT, Align.RIGHT, Align.RIGHT]
    if before is not None:
        heads.append("to saved")
        aligns.append(Align.RIGHT)
    rows = []
    for each in measures:
        other = medians.get(("interpreter", each.name))
        row = [each.engine, each.name, f"{each.median:,.0f}", each.unit, f"{each.spread:.0%}", _times(each, other)]
        if before is not None:
            row.append(_times(each, before.get((each.engine, each.name))))
        rows.append(row)
    return draw(heads, rows, aligns)


def _times(now: Measure, other: float | None) -> str:
    """How many times as fast as another figure."""
    if not other or not now.median:
        return ""
    ratio = other / now.median if now.unit == "ns" else now.median / other
    return f"{ratio:.2f}"


def _read(path: Path) -> dict[tuple[str, str], float]:
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        if saved["form"] != FORM:
            raise UsageError(f"`{path}` is in another form than `{FORM}`; save it anew")
        return {(each["engine"], each["name"]): float(each["median"]) for each in saved["figures"]}
    except OSError as error:
        raise UsageError(f"`{path}` can't be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"`{path}` holds no figures; `{PROGRAM} bench GAME --save FILE` writes them") from None


def _play_by_hand(program: Path, players: int, work: Work) -> tuple[float, float]:
    """Decisions and games a second of another program."""
    words = [str(program), str(players), str(work.games), str(work.seed)]
    try:
        ran = subprocess.run(words, capture_output=True, text=True, check=True)
        found = json.loads(ran.stdout)
        seconds = float(found["seconds"])
        return float(found["decisions"]) / seconds, work.games / seconds
    except OSError as error:
        raise UsageError(f"`{program}` can't be run: {error.strerror}") from None
    except subprocess.CalledProcessError as error:
        raise UsageError(f"`{program}` failed: {error.stderr.strip() or error.returncode}") from None
    except (ValueError, KeyError, TypeError, ZeroDivisionError):
        raise UsageError(f"`{program}` printed no JSON with `decisions` and `seconds`") from None


COMMAND = Command(
    name="bench",
    summary="measure how fast a game runs",
    examples=(
        f"{PROGRAM} bench GAME --players 3 --save before.json",
        f"{PROGRAM} bench GAME --players 3 --compare before.json",
    ),
    add_arguments=_add_arguments,
    run=_run,
)
