"""The commands run in this process, on a library with one small game."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from tests.cli.fake_game import FakeLibrary

from rulewright import api, compiler, lint
from rulewright.cache import OFF, VARIABLE
from rulewright.cli.main import main


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> FakeLibrary:
    fake = FakeLibrary()
    monkeypatch.setattr(api, "load", fake.load)
    monkeypatch.setattr(api, "describe_games", fake.describe_games)
    monkeypatch.setattr(compiler, "compile_game", fake.compile_game)
    monkeypatch.setattr(compiler, "head_of", fake.head_of)
    monkeypatch.setattr("rulewright.checking.check.find_sources", fake.find_sources)
    monkeypatch.setenv(VARIABLE, OFF)  # what it says is about no files
    monkeypatch.setattr(lint, "warnings_of", lambda _: ())
    return fake


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(list(words))
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run
