"""All tests share a cache that is theirs alone and goes with them."""

import os
import shutil
import tempfile

import pytest

FOLDER = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    # Before anything is collected: some modules load games as they are imported.
    config.stash[FOLDER] = os.environ["RULEWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="rulewright-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[FOLDER], ignore_errors=True)
