"""Runs every proof in its long form, shows how it goes, and writes down what was proved.

`make prove` calls this. The tests marked `proof` (tests/effort.py) are run by several pytest processes,
which take them one after another; the results come as lines of JSON in files. What was proved is written
to `target/prove.md`: one line for each statement, then one for each case of it.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.effort import PARTS

ROOT = Path(__file__).parents[1]
SHARE = ROOT / "target" / "prove"
REPORT = ROOT / "target" / "prove.md"
SIGN_OF_LIFE = 60.0
"""Seconds without a result after which it is said what is running."""


@dataclass(frozen=True)
class Result:
    """How one test ended."""

    test: str
    outcome: str
    seconds: float
    counts: dict[str, int]
    text: str

    @property
    def statement(self) -> str:
        """The test without its case."""
        return self.test.partition("[")[0]

    @property
    def case(self) -> str:
        return self.test.partition("[")[2].removesuffix("]")


@dataclass
class Watch:
    """What the processes have told so far."""

    folder: Path
    collected: list[str] = field(default_factory=list)
    running: dict[str, float] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)
    _read: dict[Path, int] = field(default_factory=dict)

    def news(self) -> Iterator[Result]:
        """Results that have come since the last call."""
        for file in sorted(self.folder.glob("*.events")):
            with file.open(encoding="utf-8") as events:
                events.seek(self._read.get(file, 0))
                while (line := events.readline()).endswith("\n"):
                    self._read[file] = events.tell()
                    if (result := self._take(json.loads(line))) is not None:
                        yield result

    def _take(self, event: dict[str, Any]) -> Result | None:
        if event["event"] == "collected":
            self.collected = event["tests"]
            return None
        test = event["test"]
        if event["event"] == "started":
            self.running[test] = time.monotonic()
            return None
        self.running.pop(test, None)
        result = Result(test, event["event"], event["seconds"], event["counts"], event["text"])
        # A test that passed and whose clearing up failed has two ends; the bad one counts.
        self.results[test] = result
        return result


def prove(processes: int, part: str | None, more: Sequence[str]) -> int:
    shutil.rmtree(SHARE, ignore_errors=True)
    SHARE.mkdir(parents=True)
    # Options and values in one word: before pytest knows the options it would take a value for a folder of tests.
    command = [sys.executable, "-m", "pytest", "--long", f"--share={SHARE}", "-p", "no:cacheprovider"]
    command += [*([f"--part={part}"] if part else []), *more]
    started = time.monotonic()
    workers = []
    for number in range(processes):
        with (SHARE / f"{number + 1}.log").open("w", encoding="utf-8") as log:
            workers.append(subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT))
    watch = Watch(SHARE)
    try:
        _follow(watch, workers, started)
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.wait()
        # What is kept between two tests is of no use after the last one.
        shutil.rmtree(SHARE / "cache", ignore_errors=True)
    seconds = time.monotonic() - started
    REPORT.write_text(report(watch, seconds, part, more), encoding="utf-8")
    return verdict(watch, [worker.returncode for worker in workers], seconds)


def _follow(watch: Watch, workers: Sequence[subprocess.Popen[bytes]], started: float) -> None:
    last = time.monotonic()
    while True:
        is_over = all(worker.poll() is not None for worker in workers)
        for result in watch.news():
            last = time.monotonic()
            done = f"{len(watch.results)}/{len(watch.collected)}"
            counts = ", ".join(f"{number:,} {name}" for name, number in result.counts.items())
            name = result.test.removeprefix("tests/")
            print(f"{_clock(last - started)} {done:>9} {result.outcome} {name}: {counts or 1}, {result.seconds:.1f} s")
            if result.outcome == "failed":
                print(result.text)
            sys.stdout.flush()
        if is_over:
            return
        if time.monotonic() - last > SIGN_OF_LIFE:
            last = time.monotonic()
            for test, since in watch.running.items():
                print(f"{_clock(last - started)}           … {test.removeprefix('tests/')}: {last - since:.0f} s")
            sys.stdout.flush()
        time.sleep(0.3)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes:02}:{rest:02}"


def verdict(watch: Watch, codes: Sequence[int], seconds: float) -> int:
    """Says what was proved and what was not; the exit code."""
    missing = [test for test in watch.collected if test not in watch.results]
    wrong = [result for result in watch.results.values() if result.outcome == "failed"]
    skipped = [result for result in watch.results.values() if result.outcome == "skipped"]
    if not watch.collected:
        print(f"Nothing was proved: no test was found; {SHARE / '1.log'} says more.", file=sys.stderr)
        return 2
    proved = len(watch.results) - len(wrong) - len(skipped)
    where = REPORT.relative_to(ROOT)
    print(f"{proved} of {len(watch.collected)} proved in {seconds / 60:.1f} minutes; {where} lists them.")
    for result in (*wrong, *skipped):
        print(f"{result.outcome}: {result.test}", file=sys.stderr)
    for test in missing:
        print(f"not finished: {test}; the files *.log in {watch.folder} say more", file=sys.stderr)
    return 0 if proved == len(watch.collected) and not any(codes) else 1


def report(watch: Watch, seconds: float, part: str | None, more: Sequence[str]) -> str:
    """What was proved, as Markdown."""
    results = sorted(watch.results.values(), key=lambda result: result.test)
    bad = [result for result in results if result.outcome != "passed"]
    asked = " ".join([*([f"PART={part}"] if part else []), *more])
    lines = [
        f"# Proofs of {datetime.now().astimezone():%Y-%m-%d %H:%M}",
        "",
        f"Version {_version()}; {'asked for ' + asked if asked else 'all of them'}; {seconds / 60:.1f} minutes "
        f"with {len(list(SHARE.glob('*.log')))} processes; {len(results)} of {len(watch.collected)} tests ended, "
        f"{len(bad)} of them badly.",
        "",
        "| statement | cases | tried | differences | seconds |",
        "|---|---|---|---|---|",
    ]
    for statement in dict.fromkeys(result.statement for result in results):
        lines.append(_row(statement, [result for result in results if result.statement == statement]))
    lines += ["", "## Cases", "", "| statement | case | tried | end | seconds |", "|---|---|---|---|---|"]
    for result in results:
        name, counts = result.statement.rpartition("::")[2], _counts([result])
        lines.append(f"| {name} | {result.case} | {counts} | {result.outcome} | {result.seconds:.1f} |")
    for result in bad:
        lines += ["", f"## {result.outcome}: {result.test}", "", "```", result.text, "```"]
    return "\n".join([*lines, ""])


def _row(statement: str, results: Sequence[Result]) -> str:
    failed = sum(result.outcome == "failed" for result in results)
    seconds = sum(result.seconds for result in results)
    return f"| {statement} | {len(results)} | {_counts(results)} | {failed} | {seconds:.0f} |"


def _counts(results: Sequence[Result]) -> str:
    sums: Counter[str] = Counter()
    for result in results:
        sums.update(result.counts)
    return ", ".join(f"{number:,} {name}" for name, number in sums.items())


def _version() -> str:
    git = shutil.which("git")
    if git is None:
        return "unknown"
    said = subprocess.run(
        [git, "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return said.stdout.strip() or "unknown"


def main(arguments: Sequence[str]) -> int:
    reader = argparse.ArgumentParser(
        prog="prove", description="Runs the proofs; what is not known here goes to pytest."
    )
    reader.add_argument("--part", choices=PARTS, help="; ".join(f"{name}: {text}" for name, text in PARTS.items()))
    reader.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="all cores unless given")
    given, more = reader.parse_known_args(arguments)
    if given.processes < 1:
        reader.error("at least one process must do the work")
    try:
        return prove(given.processes, given.part, more)
    except KeyboardInterrupt:
        print(f"Stopped; {REPORT.relative_to(ROOT)} is not written.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
