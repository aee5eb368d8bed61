"""Every mutant of the corpus is seen by a test that names its statement. Runs only with `--long`: it takes minutes."""

import subprocess
import sys

import pytest
from tests.effort import Proved
from tests.mutants.corpus import RULES, read_corpus


@pytest.mark.proof("mutants")
def test_every_mutant_is_caught(request: pytest.FixtureRequest, proved: Proved) -> None:
    if not request.config.getoption("long", default=False):
        pytest.skip("minutes; `python -m tests.mutants` runs it alone")
    # In a process of its own: it forks, and nothing of this run of pytest may come along.
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants"], cwd=RULES.parent, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[done.stdout.rfind("\n\n") :] + done.stderr
    proved(mutants=len(read_corpus().mutants))
