"""`rulewright simulate`: many games of random players, and what they add up to.

Game number k has the seed S + k, so a batch is the same on every machine, with any number of
threads, and in parts.
"""

import argparse
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.cli import lines
from rulewright.cli.arguments import (
    MOST_JOBS,
    SEEDS,
    add_game,
    add_json,
    add_seed,
    default_jobs,
    load_game,
    whole_number,
)
from rulewright.cli.command import PROGRAM, Command, Exit, UsageError
from rulewright.cli.progress import Progress
from rulewright.cli.screen import print_json
from rulewright.cli.table import Align, draw
from rulewright.cli.tally import Interval, Tally
from rulewright.vm import Game

DEFAULT_GAMES = 1000
MOST_GAMES = 10**12
CHUNK_SECONDS = 0.2
"""About as long runs one call of the engine: the bar moves, and Ctrl-C is heard, between calls."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole_number(1, MOST_GAMES),
        default=DEFAULT_GAMES,
        help=f"how many games to play (without it: {DEFAULT_GAMES})",
    )
    add_seed(parser, 0, "0")
    parser.add_argument(
        "--jobs",
        metavar="J",
        type=whole_number(1, MOST_JOBS),
        default=None,
        help="how many threads to use (without it: one a processor)",
    )
    lines.add_arguments(parser)
    add_json(parser)


@dataclass(slots=True)
class Batch:
    """What the games played so far add up to."""

    players: int
    scores: list[Tally] = field(init=False)
    wins: list[Tally] = field(init=False)
    decisions: Tally = field(default_factory=Tally)
    counters: dict[str, Tally] = field(default_factory=dict)
    """What the rules count themselves, by the names that they give it."""

    def __post_init__(self) -> None:
        self.scores = [Tally() for _ in range(self.players)]
        self.wins = [Tally() for _ in range(self.players)]

    def add(self, playout: Mapping[str, Any]) -> None:
        """Count one game in."""
        for tally, score in zip(self.scores, playout["scores"], strict=True):
            tally.add(score)
        for tally, share in zip(self.wins, playout["returns"], strict=True):
            tally.add(share)
        self.decisions.add(playout["decisions"])
        for name, value in playout["counters"].items():
            self.counters.setdefault(name, Tally()).add(value)


def play_batch(game: Game, games: int, seed: int, jobs: int) -> Batch:
    """Play the games in parts that are short enough for a progress bar."""
    batch = Batch(game.num_players)
    done = 0
    chunk = jobs
    with Progress(games, "games") as progress:
        while done < games:
            count = min(chunk, games - done)
            start = time.perf_counter()
            for playout in game.playouts(count, seed + done, jobs):
                batch.add(playout)
            seconds = time.perf_counter() - start
            done += count
            progress.show(done)
            # Grow by no more than a factor of four: the first games may be slow to start.
            fitting = int(count * CHUNK_SECONDS / max(seconds, 1e-6))
            chunk = max(jobs, min(fitting, 4 * count))
    return batch


def _run(arguments: argparse.Namespace) -> int:
    games: int = arguments.games
    seed: int = arguments.seed
    jobs: int = default_jobs() if arguments.jobs is None else arguments.jobs
    if seed + games > SEEDS:
        raise UsageError(f"{games} games from seed {seed} on need seeds beyond the greatest, {SEEDS - 1}")
    if lines.is_wanted(arguments):
        return lines.run(arguments, games, seed, jobs)
    game = load_game(arguments)
    start = time.perf_counter()
    batch = play_batch(game, games, seed, jobs)
    seconds = time.perf_counter() - start
    if arguments.json:
        print_json(
            {
                "game": game.name,
                "title": game.title,
                "players": game.num_players,
                "rules_hash": game.rules_hash,
                "games": games,
                "seed": seed,
                "jobs": jobs,
                "seats": [
                    {
                        "seat": seat,
                        "score": {**_numbers(score), **_ends(score.mean_interval())},
                        "win_share": {"mean": win.mean, **_ends(win.share_interval())},
                    }
                    for seat, (score, win) in enumerate(zip(batch.scores, batch.wins, strict=True))
                ],
                "decisions": _numbers(batch.decisions),
                "counters": {name: _numbers(tally) for name, tally in batch.counters.items()},
                "seconds": seconds,
                "games_per_second": games / seconds,
            }
        )
    else:
        print(_report(game, batch, games, seed))
        print(f"{games / seconds:.0f} games per second ({jobs} {'thread' if jobs == 1 else 'threads'})")
    return Exit.OK


def _report(game: Game, batch: Batch, games: int, seed: int) -> str:
    rows = [
        (
            str(seat),
            f"{score.mean:.2f}",
            _interval(score.mean_interval(), ".2f"),
            f"{score.least:.0f}",
            f"{score.greatest:.0f}",
            f"{win.mean:.1%}",
            _interval(win.share_interval(), ".1%"),
        )
        for seat, (score, win) in enumerate(zip(batch.scores, batch.wins, strict=True))
    ]
    heads = ("seat", "score", "95% interval", "min", "max", "wins", "95% interval")
    many = "1 game" if games == 1 else f"{games} games"
    parts = [
        f"{game.title}: {many} of {game.num_players} random players, seed {seed}",
        "",
        draw(heads, rows, [Align.RIGHT] * len(heads)),
        "",
        _line("decisions a game", batch.decisions),
    ]
    parts += [_line(f"{name} at the end", tally) for name, tally in batch.counters.items()]
    return "\n".join(parts)


def _line(what: str, tally: Tally) -> str:
    return f"{what}: {tally.mean:.1f} on average, {tally.least:.0f} to {tally.greatest:.0f}"


def _interval(interval: Interval | None, form: str) -> str:
    return "-" if interval is None else f"{interval.low:{form}} to {interval.high:{form}}"


def _numbers(tally: Tally) -> dict[str, float]:
    return {"mean": tally.mean, "min": tally.least, "max": tally.greatest}


def _ends(interval: Interval | None) -> dict[str, float | None]:
    if interval is None:
        return {"low": None, "high": None}
    return {"low": interval.low, "high": interval.high}


COMMAND = Command(
    name="simulate",
    summary="play many games of random players and show the results by seat",
    examples=(
        f"{PROGRAM} simulate GAME --players 4 --games 1000 --seed 7",
        f"{PROGRAM} simulate GAME --games 100000 --json",
        f"{PROGRAM} simulate GAME --coverage --profile --html page.html",
    ),
    add_arguments=_add_arguments,
    run=_run,
)
