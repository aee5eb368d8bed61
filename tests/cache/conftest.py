"""A cache of its own for each test, and a count of what is compiled all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import compiler
from rulewright.cache import VARIABLE
from rulewright.compiler import compile_game


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    place = tmp_path / "cache"
    monkeypatch.setenv(VARIABLE, str(place))
    return place


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A word for each time that the compiler ran."""
    runs: list[str] = []

    def counted(*arguments: object, **named: object) -> object:
        runs.append("compiled")
        return compile_game(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(compiler, "compile_game", counted)
    return runs
