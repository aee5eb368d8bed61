"""All tests share a cache that is theirs alone and goes with them; `--long` makes them proofs (tests/effort.py)."""

import gc
import hashlib
import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest
from tests.effort import PARTS, Proved, ask_for

FOLDER = pytest.StashKey[str]()
TAKEN = "another process has taken this one"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("proofs", "long runs, as `make prove` makes them")
    group.addoption("--long", action="store_true", help="run the tests that prove something, with their long counts")
    group.addoption("--part", choices=sorted(PARTS), help="of the proofs")
    group.addoption("--share", type=Path, metavar="FOLDER", help="where processes that share the work meet")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "proof(part): its long form proves something; see tests/effort.py")
    # Compiled games are many objects that stay: looking through them at every 700 new ones took a tenth of all time.
    gc.set_threshold(50_000, 20)
    # Before anything is collected: some modules load games as they are imported.
    ask_for(is_long=config.getoption("long"))
    share: Path | None = config.getoption("share")
    if hasattr(config, "workerinput"):
        # One of several processes of pytest-xdist: the first one has made a cache for all and takes it away.
        return
    if share is None:
        config.stash[FOLDER] = os.environ["RULEWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="rulewright-tests-")
    else:
        os.environ["RULEWRIGHT_CACHE"] = str(share / "cache")


def pytest_unconfigure(config: pytest.Config) -> None:
    if FOLDER in config.stash:
        shutil.rmtree(config.stash[FOLDER], ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    parts = {item: mark.args[0] for item in items if (mark := item.get_closest_marker("proof")) is not None}
    unknown = set(parts.values()) - set(PARTS)
    if unknown:
        raise pytest.UsageError(f"tests/effort.py knows no part {', '.join(map(repr, sorted(unknown)))} of the proofs")
    if not config.getoption("long"):
        return
    wanted = config.getoption("part")
    kept = [item for item in items if item in parts and wanted in (None, parts[item])]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept
    if (share := config.getoption("share")) is not None:
        _tell(share, {"event": "collected", "tests": [item.nodeid for item in kept]})


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Of several processes each test is run by the one that comes first."""
    share: Path | None = item.config.getoption("share")
    if share is not None:
        name = hashlib.sha256(item.nodeid.encode()).hexdigest()
        try:
            (share / name).touch(exist_ok=False)
        except FileExistsError:
            pytest.skip(TAKEN)
        _tell(share, {"event": "started", "test": item.nodeid})


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    share: Path | None = item.config.getoption("share")
    is_taken = report.skipped and TAKEN in str(report.longrepr)
    if share is not None and not is_taken and (report.when == "call" or report.outcome != "passed"):
        _tell(
            share,
            {
                "event": report.outcome,
                "test": item.nodeid,
                "seconds": report.duration,
                "counts": _sums(item.user_properties),
                "text": "" if report.passed else str(report.longrepr),
            },
        )
    return report


def _sums(counts: Iterable[tuple[str, object]]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for name, number in counts:
        sums[name] += int(str(number))
    return dict(sums)


def _tell(share: Path, event: dict[str, object]) -> None:
    """One line for whoever watches; a file of its own for each process, so that lines stay whole."""
    with (share / f"{os.getpid()}.events").open("a", encoding="utf-8") as events:
        events.write(json.dumps(event) + "\n")


@pytest.fixture
def proved(request: pytest.FixtureRequest) -> Proved:
    """Tells how much was tried, for the list of proofs."""

    def note(**counts: int) -> None:
        request.node.user_properties.extend(counts.items())

    return note
