"""Loading and checking the largest game, each time in a process of its own: without a cache, and with one."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benches.table.bench import Bench, run, with_cache
from benches.table.figures import BenchError, Figure, Findings, Row, at_most
from benches.table.programs import LARGEST

LOAD = """
import json, sys, time
import rulewright as rw
game, players, *expansions = sys.argv[1:]
start = time.perf_counter()
loaded = rw.load(game, players=int(players), expansions=expansions)
spent = time.perf_counter() - start
print(json.dumps([spent, [loaded.rules_hash, loaded.playout(1)]]))
"""

Once = Callable[[Path], tuple[float, object]]
"""Does something with a folder as its cache; gives the milliseconds and what must be the same each time."""


def measure(bench: Bench) -> Findings:
    """The rows of this section."""
    place = str(bench.rules.place_of(LARGEST.game))

    def load(cache: Path) -> tuple[float, object]:
        words = [sys.executable, "-c", LOAD, place, str(LARGEST.players), *LARGEST.expansions]
        seconds, result = json.loads(run(words, environment=with_cache(cache)))
        return seconds * 1e3, result

    expansions = [word for name in LARGEST.expansions for word in ("--expansion", name)]

    def check(*players: str) -> Once:
        words = [sys.executable, "-m", "rulewright", "check", place, *expansions, *players]

        def once(cache: Path) -> tuple[float, object]:
            start = time.perf_counter()
            said = run(words, environment=with_cache(cache))
            return (time.perf_counter() - start) * 1e3, said

        return once

    one = ("--players", str(LARGEST.players))
    wanted: list[tuple[str, Once, float, float]] = [
        (f"load of {LARGEST.name}", load, 1500, 50),
        (f"`check` of {LARGEST.name}, the whole command", check(*one), 1500, 150),
    ]
    if not bench.effort.is_short:
        wanted.append((f"`check` of {LARGEST.game}, all expansions, every number of players", check(), 1500, 150))
    rows: list[Row] = []
    for what, once, cold, warm in wanted:
        without, within = cold_and_warm(what, once, bench.effort.loads)
        rows.append(at_most(f"{what}: cold", without, cold, "ms"))
        rows.append(at_most(f"{what}: from the cache", within, warm, "ms"))
    return Findings(rows)


def cold_and_warm(what: str, once: Once, repeats: int) -> tuple[Figure, Figure]:
    """Does something in turns with an empty cache and with one that it has filled.

    Raises:
        BenchError: its result is not the same each time.
    """
    cold: list[float] = []
    warm: list[float] = []
    with tempfile.TemporaryDirectory(prefix="rulewright-bench-") as folder:
        results = [once(Path(folder))[1]]  # not counted: Python compiles our modules, which an installer does
    for _ in range(repeats):
        with tempfile.TemporaryDirectory(prefix="rulewright-bench-") as folder:
            for times in (cold, warm):
                spent, result = once(Path(folder))
                times.append(spent)
                results.append(result)
    if any(result != results[0] for result in results):
        raise BenchError(f"{what} gives another result from the cache, so no time is given")
    return Figure(tuple(cold)), Figure(tuple(warm))
