"""What every section is given, and how it runs other programs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benches.table.effort import Effort
from benches.table.figures import BenchError
from benches.table.programs import Rules

from rulewright.cache import VARIABLE

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Bench:
    """A run of benchmarks."""

    rules: Rules
    effort: Effort
    work: Path
    """A folder for what is made on the way."""
    binaries: Path
    """A folder with the programs of benches/rust."""

    def binary(self, name: str) -> str:
        """The path of a program of benches/rust.

        Raises:
            BenchError: it was not built.
        """
        path = self.binaries / name
        if not path.is_file():
            raise BenchError(
                f"`{path}` is not there; `cargo build --release --package rulewright-benches --bins --benches` makes it"
            )
        return str(path)


def run(words: Sequence[str], *, environment: Mapping[str, str] | None = None) -> str:
    """Runs a program and returns what it prints.

    Raises:
        BenchError: it can't be run or fails; a program that found a wrong result has said so in its last line.
    """
    try:
        ran = subprocess.run(
            words,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise BenchError(f"`{words[0]}` can't be run: {error.strerror}") from None
    if ran.returncode != 0:
        said = (ran.stderr.strip() or ran.stdout.strip() or f"it ended with {ran.returncode}").splitlines()
        raise BenchError(f"`{Path(words[0]).name}` failed: {said[-1]}")
    return ran.stdout


def with_cache(folder: Path) -> dict[str, str]:
    """The environment in which games are kept in a folder of ours, not in the user's.

    Python keeps what it compiles, whatever is set where we run: an installed package never compiles its own modules.
    """
    return {VARIABLE: str(folder), "PYTHONDONTWRITEBYTECODE": ""}
