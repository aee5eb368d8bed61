"""Runs the benchmarks and writes the table; `make bench` calls it."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from benches.table import batches, instructions, loading, page, playouts, suites
from benches.table.bench import ROOT, Bench
from benches.table.effort import EFFORTS
from benches.table.figures import BenchError, Findings
from benches.table.programs import Rules

from rulewright import RuleError, RulewrightError, SourceError

SECTIONS: dict[str, Callable[[Bench], Findings]] = {
    "playouts": playouts.measure,
    "batches": batches.measure,
    "python": suites.measure_python,
    "loading": loading.measure,
    "instructions": instructions.measure,
    "calls": suites.measure_calls,
}
"""In the order of the page."""


def main() -> int:
    """The exit code is 0 whether or not aims are met, and 1 for a wrong result or what can't be run."""
    parser = argparse.ArgumentParser(prog="python -m benches.table", description=__doc__)
    parser.add_argument("--effort", choices=EFFORTS, default="full", help="how much is repeated (without it: full)")
    parser.add_argument("--only", action="append", choices=SECTIONS, help="one section; may be given more than once")
    parser.add_argument("--out", type=Path, default=ROOT / "target" / "bench", help="a folder for the table")
    parser.add_argument("--rules", type=Path, help="a folder with the games; without it the bundled ones")
    parser.add_argument(
        "--binaries", type=Path, default=ROOT / "target" / "release", help="a folder with the programs of benches/rust"
    )
    arguments = parser.parse_args()
    work = arguments.out.resolve()
    programs = work / "programs"
    shutil.rmtree(programs, ignore_errors=True)
    for old in ("table.md", "table.json"):
        # A run that fails leaves no table of another run behind.
        (work / old).unlink(missing_ok=True)
    bench = Bench(Rules(arguments.rules, programs), EFFORTS[arguments.effort], work, arguments.binaries.resolve())
    found: list[Findings] = []
    for name in SECTIONS:
        if arguments.only and name not in arguments.only:
            continue
        start = time.perf_counter()
        try:
            found.append(SECTIONS[name](bench))
        except (BenchError, RulewrightError, RuleError, SourceError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 1
        print(f"{name}: {time.perf_counter() - start:.0f} s", file=sys.stderr)
    written = page.write(work, page.about(arguments.effort), _joined(found))
    print(written.read_text(encoding="utf-8"))
    return 0


def _joined(found: Iterable[Findings]) -> Findings:
    parts = list(found)
    return Findings(
        [row for part in parts for row in part.rows],
        [table for part in parts for table in part.tables],
        [remark for part in parts for remark in part.remarks],
    )


if __name__ == "__main__":
    sys.exit(main())
