"""Whatever goes wrong: one sentence on standard error and the exit code that belongs to it."""

import os
import subprocess
import sys

import pytest
from tests.cli.conftest import Run
from tests.cli.fake_game import FakeLibrary

from rulewright import api
from rulewright._native import __version__
from rulewright.cli.main import COMMANDS
from rulewright.compiler import SourceError
from rulewright.diagnostics import RuleError, Sink, SourceFile, Span
from rulewright.resources import ResourceMissing
from rulewright.vm import InternalFault, InvalidProgram, RuleFault, RulewrightError


def raising(error: BaseException) -> object:
    def fail(*_: object, **__: object) -> object:
        raise error

    return fail


def is_one_sentence(text: str) -> bool:
    return text.startswith("rulewright: ") and text.count("\n") == 1 and text.endswith("\n")


DESIGN = [
    "games", "check", "fmt", "explain", "new", "dump", "play", "serve", "simulate", "compare", "perft", "bench",
    "replay",
]  # fmt: skip


def test_the_commands_are_those_of_the_design(run: Run) -> None:
    assert [name for name in COMMANDS if name in DESIGN] == [name for name in DESIGN if name in COMMANDS]
    assert {"games", "check", "fmt", "dump", "play", "simulate", "perft", "replay"} <= set(COMMANDS)
    shown = run("--help")
    assert shown.code == 0
    assert all(f"  {name}  " in shown.out.replace("   ", "  ") for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(run: Run, name: str) -> None:
    shown = run(name, "--help")
    assert shown.code == 0
    assert "example" in shown.out
    assert f"  rulewright {name}" in shown.out
    assert run("help", name).out == shown.out


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["simulat"], "did you mean `simulate`?"),
        (["zebra"], "there are: games, check"),
        (["--zebra"], "there is no option `--zebra`"),
        (["perft", "crates"], "--depth"),
        (["perft", "crates", "--depth", "x"], "`x` is not a whole number"),
        (["perft", "crates", "--depth", "-1"], "from 0 to 1000"),
        (["perft", "crates", "--depth", "9" * 5000], "from 0 to 1000"),
        (["simulate"], "GAME"),
        (["simulate", "crates", "--playrs", "3"], "did you mean `--players`?"),
        (["simulate", "crates", "blocks"], "`blocks` is one argument too many"),
        (["simulate", "crates", "--seed", "-1"], "`-1` is not a whole number from 0"),
        (["simulate", "crates", "--seed", str(2**64)], "is not a whole number from 0"),
        (["simulate", "crates", "--seed", "1_0"], "`1_0` is not a whole number"),
        (["simulate", "crates", "--seed", str(2**64 - 1), "--games", "2"], "beyond the greatest"),
        (["simulate", "crates", "--games", "0"], "from 1"),
        (["simulate", "crates", "--players", "4"], "for 2 to 3 players, not 4"),
        (["simulate", "crats"], "did you mean `crates`?"),
        (["simulate", "crates", "--option", "size"], "NAME=VALUE"),
        (["simulate", "crates", "--option", "size=1", "--option", "size=2"], "`size` is given twice"),
        (["dump", "crates", "--stage", "modle"], "did you mean `model`?"),
        (["dump", "crates", "--stage", "zebra"], "there are: ast"),
        (["play", "crates", "--seats", "humane,random"], "did you mean `human`?"),
        (["play", "crates", "--seats", "human,random,random", "--players", "2"], "names 3 players"),
        (["check"], "either"),
        (["check", "crates", "--all"], "either"),
        (["check", "crates", "--json", "--concise"], "not allowed with"),
        (["replay", "no_such_file.json"], "no_such_file.json"),
    ],
)
def test_wrong_use_is_one_sentence_and_code_2(run: Run, library: FakeLibrary, words: list[str], part: str) -> None:
    shown = run(*words)
    assert shown.code == 2
    assert is_one_sentence(shown.err), shown.err
    assert part in shown.err
    assert shown.out == ""


def test_the_version(run: Run) -> None:
    shown = run("--version")
    assert (shown.code, shown.out) == (0, f"rulewright {__version__}\n")


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    shown = run()
    assert shown.code == 2
    assert "commands:" in shown.err
    assert shown.err.endswith("rulewright: a command is missing\n")


def test_a_sentence_stays_one_line_whatever_it_quotes(
    run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "load", raising(RulewrightError("no game `a\nb\x1b[31m`")))
    shown = run("simulate", "a\nb")
    assert is_one_sentence(shown.err)
    assert "\x1b" not in shown.err


@pytest.mark.parametrize("error", [SourceError("no such file"), ResourceMissing("no such folder")])
def test_what_can_not_be_found_is_wrong_use(
    run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(api, "load", raising(error))
    shown = run("simulate", "crates")
    assert (shown.code, shown.err) == (2, f"rulewright: {error}\n")


def test_a_fault_of_ours_says_so_without_a_traceback(
    run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULEWRIGHT_TRACEBACK", raising=False)
    monkeypatch.setattr(api, "load", raising(ZeroDivisionError("by nothing")))
    shown = run("simulate", "crates")
    assert shown.code == 3
    assert is_one_sentence(shown.err)
    assert "bug in rulewright" in shown.err
    assert "ZeroDivisionError: by nothing" in shown.err
    assert "RULEWRIGHT_TRACEBACK=1" in shown.err


def test_the_traceback_is_there_for_those_who_ask(
    run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_TRACEBACK", "1")
    monkeypatch.setattr(api, "load", raising(ZeroDivisionError("by nothing")))
    shown = run("simulate", "crates")
    assert shown.code == 3
    assert shown.err.startswith("Traceback")
    assert "bug in rulewright" in shown.err.splitlines()[-1]


class Panic(BaseException):
    """As the native module's panics: no `Exception`."""


@pytest.mark.parametrize(
    "error", [Panic("engine"), InvalidProgram("unverified"), InternalFault("engine"), OSError("no file named")]
)
def test_faults_of_every_sort_have_code_3(
    run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    monkeypatch.setattr(api, "load", raising(error))
    assert run("simulate", "crates").code == 3


def test_rules_that_fail_while_they_run_have_code_1(
    run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "load", raising(RuleFault("a.rules:3:1: nothing is left")))
    shown = run("simulate", "crates")
    assert shown.code == 1
    assert is_one_sentence(shown.err)
    assert "a.rules:3:1" in shown.err


def test_rules_with_errors_are_shown_by_every_command(
    run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    sink = Sink()
    sink.error("E0101", Span(SourceFile("a.rules", "gaem x"), 0, 4), "unknown word `gaem`")
    monkeypatch.setattr(api, "load", raising(RuleError.from_sink(sink)))
    shown = run("simulate", "crates")
    assert shown.code == 1
    assert shown.out == ""
    assert "error[E0101]: unknown word `gaem`" in shown.err
    assert "1 error" in shown.err


def test_ctrl_c_has_the_code_of_the_shells(run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "load", raising(KeyboardInterrupt()))
    shown = run("simulate", "crates")
    assert shown.code == 130
    assert is_one_sentence(shown.err)


def test_a_reader_that_went_away_is_no_fault() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rulewright", "--help"], stdout=write, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(write)
    assert done.returncode == 141
    assert done.stderr == b""


def test_settings_reach_the_library(run: Run, library: FakeLibrary) -> None:
    additions = ["--expansion", "a", "--expansion", "b", "--variant", "v"]
    options = ["--option", "size=4", "--option", "start=red", "--option", "open=true"]
    assert run("simulate", "crates", "--players", "3", "--games", "1", *additions, *options).code == 0
    assert library.asked == [
        {
            "game": "crates",
            "players": 3,
            "expansions": ("a", "b"),
            "variants": ("v",),
            "options": {"size": 4, "start": "red", "open": True},
        }
    ]
