"""Shows other rules to the tests of one run of pytest, and watches how they fail.

A test that fails by an assertion has seen the change. One that fails otherwise (the rules do not compile, the
position of the test can't be set up) proves nothing.
"""

from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest

from rulewright import resources


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What came of the tests of one run: how many passed, and the first lines of what the others said."""

    passed: int = 0
    caught: list[str] = field(default_factory=list)
    crashed: list[str] = field(default_factory=list)

    def plain(self) -> dict[str, object]:
        """As JSON takes it."""
        return asdict(self)


class Watch:
    """A plugin of pytest. It ends the run at the first assertion that fails."""

    def __init__(self, package: Path) -> None:
        self.package = package
        self.passed = 0
        self.caught: list[str] = []
        self.crashed: list[str] = []

    @property
    def outcomes(self) -> Outcomes:
        """What was seen so far."""
        return Outcomes(self.passed, self.caught, self.crashed)

    def pytest_configure(self) -> None:
        """Before anything is collected: some modules load games as they are imported."""
        resources.PACKAGE = self.package

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Sorts how a test has failed."""
        if call.excinfo is None:
            self.passed += call.when == "call"
            return
        error = call.excinfo.value
        if isinstance(error, pytest.skip.Exception):
            return
        said = next(iter(str(error).splitlines()), "")
        if call.when == "call" and isinstance(error, AssertionError | pytest.fail.Exception):
            self.caught.append(f"{item.name}: {said}")
            item.session.shouldstop = "the change is seen"
        else:
            self.crashed.append(f"{item.name}: {type(error).__name__}: {said}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module that can't be imported, or a test that is not there."""
        if report.failed:
            self.crashed.append(f"{report.nodeid}: {report.longreprtext.splitlines()[-1]}")
