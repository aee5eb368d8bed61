"""How long `rulewright check` takes for the largest game, start of Python included; the outcome is looked at."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from rulewright.cache import VARIABLE

EXPANSIONS = ("new_buildings", "citizens", "smuggler", "festival")
COMMAND = [sys.executable, "-m", "rulewright", "check", "puerto_rico_1897"]
COMMAND += [word for name in EXPANSIONS for word in ("--expansion", name)]


def check(folder: Path) -> str:
    """What the command prints, with a cache in a folder."""
    environment = {**os.environ, VARIABLE: str(folder)}
    return subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=True).stdout


def is_right(out: str) -> bool:
    return out.endswith("no errors for 2, 3, 4 and 5 players\n")


def test_check_with_an_empty_cache(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    numbers = count()
    out = benchmark.pedantic(lambda: check(tmp_path / str(next(numbers))), rounds=3)
    assert is_right(out)


def test_check_from_the_cache(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    first = check(tmp_path)
    entries = sorted(tmp_path.iterdir())
    out = benchmark.pedantic(check, (tmp_path,), rounds=10)
    assert is_right(out)
    assert out == first
    assert sorted(tmp_path.iterdir()) == entries, "nothing was made anew"
