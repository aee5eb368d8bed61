"""Runs the tests that name a statement against wrong versions of the rules. At least one test must fail.

Only the tests that name the statement are run, each time in a process of its own with a copy of the rules. The
processes are forked from one that has loaded pytest and the grammar: that takes longer than the tests.
"""

import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.mutants.corpus import RULES, Mutant
from tests.mutants.naming import named_tests
from tests.mutants.watching import Outcomes, Watch

from rulewright.parse.grammar import grammar

ROOT = RULES.parent
SECONDS = 600
"""For the tests of one mutant: a wrong version of the rules may never come to an end."""


class TestsFail(Exception):
    """Tests fail where they should pass; the text has a line for each."""

    __test__ = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a mutant."""

    mutant: Mutant
    outcomes: Outcomes

    @property
    def caught(self) -> bool:
        """A test has seen it. Rules that do not compile are no mutant."""
        return bool(self.outcomes.caught) and not any("RuleError: " in line for line in self.outcomes.crashed)

    def __str__(self) -> str:
        if self.caught:
            word, reason = "caught", self.outcomes.caught[0]
        elif self.outcomes.crashed:
            word, reason = "CRASHED", self.outcomes.crashed[0]
        else:
            word, reason = "SURVIVED", f"{self.outcomes.passed} passed"
        return f"{self.mutant.statement:7} {word:8} {self.mutant.wrong} ({reason})"


def prove(
    mutants: Sequence[Mutant], tell: Callable[[Verdict], None], *, at_once: int = 2, unchanged: bool = True
) -> list[Verdict]:
    """Runs the tests of each mutant; `tell` hears of each as soon as it is known.

    Raises:
        TestsFail: some fail on the unchanged rules, so that a failing test would prove nothing.
        CorpusError: a mutant does not fit the rules.
    """
    named = named_tests()
    tests = sorted({test for mutant in mutants for test in named[mutant.statement]}) if unchanged else []
    _warm_up()
    with TemporaryDirectory(prefix="rulewright-mutants-") as folder:
        parts = [_Run(part, None) for part in (tests[i::at_once] for i in range(at_once)) if part]
        unlike = [
            line for _, found in _run_all(parts, Path(folder), at_once) for line in (*found.caught, *found.crashed)
        ]
        if unlike:
            raise TestsFail("\n".join(["tests fail on the unchanged rules:", *unlike]))
        # The tests of few statements first: they are short, and most likely to see it.
        runs = [_Run(sorted(named[mutant.statement], key=_width), mutant) for mutant in mutants]
        verdicts = []
        for run, outcomes in _run_all(runs, Path(folder), at_once):
            assert run.mutant is not None
            verdicts.append(Verdict(run.mutant, outcomes))
            tell(verdicts[-1])
        return verdicts


@dataclass(frozen=True, slots=True)
class _Run:
    """Tests, and the mutant that they are to see: none for the rules as they are."""

    tests: Sequence[str]
    mutant: Mutant | None


def _run_all(runs: Sequence[_Run], folder: Path, at_once: int) -> Iterator[tuple[_Run, Outcomes]]:
    """Runs so many at a time, and gives each as soon as it is done."""
    waiting = list(reversed(runs))
    running: dict[int, tuple[_Run, Path]] = {}
    while waiting or running:
        while waiting and len(running) < at_once:
            run = waiting.pop()
            package = folder / str(len(runs) - len(waiting))
            shutil.copytree(RULES, package / "_rules")
            shutil.copytree(ROOT / "grammar", package / "_grammar")
            if run.mutant:
                run.mutant.apply(package / "_rules")
            running[_start(run.tests, package)] = run, package
        child, _ = os.wait()
        run, package = running.pop(child)
        report = package / "outcomes.json"
        crash = "the process ended, or took too long" if not report.is_file() else None
        yield run, Outcomes(0, [], [crash]) if crash else Outcomes(**json.loads(report.read_text(encoding="utf-8")))
        shutil.rmtree(package)


def _start(tests: Sequence[str], package: Path) -> int:
    """Forks a process that runs tests and writes down what came of them; returns its number."""
    child = os.fork()
    if child == 0:
        try:
            signal.alarm(SECONDS)
            os.chdir(ROOT)
            watch = Watch(package)
            _pytest("--no-header", *tests, plugins=[watch])
            (package / "outcomes.json").write_text(json.dumps(watch.outcomes.plain()), encoding="utf-8")
        finally:
            os._exit(0)  # nothing of the parent may be finished twice
    return child


def _warm_up() -> None:
    """Loads what every run needs: the plugins of pytest and the grammar, but no rules."""
    grammar()
    _pytest("--collect-only", str(Path(__file__).parent / "test_corpus.py"))


def _pytest(*arguments: str, plugins: Sequence[object] = ()) -> None:
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        pytest.main(["-q", "-p", "no:cacheprovider", f"--rootdir={ROOT}", *arguments], plugins=list(plugins))


def _width(test: str) -> int:
    """How many statements the test names."""
    return sum(test in tests for tests in named_tests().values())
