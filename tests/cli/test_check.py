"""`check` shows every complaint once, whichever numbers of players it came up for."""

import json
from collections.abc import Mapping

import pytest
from tests.cli.conftest import Run
from tests.cli.fake_game import PROGRAM, FakeCompiled, FakeLibrary

from rulewright import compiler
from rulewright.api import describe_games
from rulewright.diagnostics import Diagnostic, Label, RuleError, SourceFile, Span

SOURCE = SourceFile("crates/game.rules", "game crates { }\nvar red: blu\n")


def diagnostic(code: str, word: str) -> Diagnostic:
    start = SOURCE.text.index(word)
    return Diagnostic(code, f"nothing is called `{word}`", Label(Span(SOURCE, start, start + len(word))))


ALWAYS = diagnostic("E0201", "blu")
WITH_THREE = diagnostic("E0202", "red")
WARNING = diagnostic("W0301", "var")


def failing(monkeypatch: pytest.MonkeyPatch, found: Mapping[int, tuple[Diagnostic, ...]], dropped: int = 0) -> None:
    def compile_game(game: str, *, players: int, **_: object) -> FakeCompiled:
        if players in found:
            raise RuleError(found[players], dropped)
        return FakeCompiled(PROGRAM, ())

    monkeypatch.setattr(compiler, "compile_game", compile_game)


def test_good_rules(run: Run, library: FakeLibrary) -> None:
    shown = run("check", "crates")
    assert (shown.code, shown.out, shown.err) == (0, "crates: no errors for 2 and 3 players\n", "")
    assert [asked["players"] for asked in library.asked] == [2, 3]


def test_one_number_of_players(run: Run, library: FakeLibrary) -> None:
    assert run("check", "crates", "--players", "3").out == "crates: no errors for 3 players\n"
    assert [asked["players"] for asked in library.asked] == [3]


def test_every_bundled_game(run: Run, library: FakeLibrary) -> None:
    assert run("check", "--all").out.splitlines() == [
        "crates: no errors for 2 and 3 players",
        "crates + more_crates: no errors for 2 and 3 players",
        "2 combinations, 4 programs: none with errors",
    ]
    assert [asked["expansions"] for asked in library.asked] == [(), (), ("more_crates",), ("more_crates",)]


def test_every_combination_leaves_no_choice(run: Run, library: FakeLibrary) -> None:
    shown = run("check", "--all", "--expansion", "more_crates")
    assert shown.code == 2
    assert "takes every expansion and variant by itself" in shown.err


def test_an_addition_given_twice(run: Run) -> None:
    name = next(game.name for game in describe_games() if game.variants)
    shown = run("check", name, "--variant", "x", "--variant", "x")
    assert (shown.code, shown.out) == (2, "")
    assert "variant `x` is given twice; name each variant once" in shown.err


def test_errors_with_their_source_lines(run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, {2: (ALWAYS,), 3: (ALWAYS, WITH_THREE)}, dropped=4)
    shown = run("check", "crates")
    assert shown.code == 1
    assert shown.err == ""
    assert shown.out.splitlines() == [
        "error[E0201]: nothing is called `blu`",
        " --> crates/game.rules:2:10",
        "  |",
        "2 | var red: blu",
        "  |          ^^^",
        "",
        "error[E0202]: nothing is called `red`",
        " --> crates/game.rules:2:5",
        "  |",
        "2 | var red: blu",
        "  |     ^^^",
        "  (only with 3 players)",
        "",
        "crates: 2 errors; 4 more not shown for 2 and 3 players",
    ]


def test_one_line_a_complaint(run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, {2: (ALWAYS,), 3: (ALWAYS, WITH_THREE)})
    assert run("check", "crates", "--concise").out.splitlines() == [
        "crates/game.rules:2:10: error[E0201]: nothing is called `blu`",
        "crates/game.rules:2:5: error[E0202]: nothing is called `red` (only with 3 players)",
        "crates: 2 errors for 2 and 3 players",
    ]


def test_complaints_for_programs(run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, {3: (WITH_THREE,)})
    shown = run("check", "crates", "--json")
    assert shown.code == 1
    [checked] = json.loads(shown.out)
    assert (checked["game"], checked["players"], checked["ok"], checked["dropped"]) == ("crates", [2, 3], False, 0)
    [found] = checked["diagnostics"]
    assert (found["code"], found["players"], found["primary"]["place"]["line"]) == ("E0202", [3], 2)


def test_warnings_are_no_failure(run: Run, library: FakeLibrary) -> None:
    library.warnings = (WARNING,)
    shown = run("check", "crates", "--concise")
    assert shown.code == 0
    assert shown.out.splitlines()[-1] == "crates: 1 warning for 2 and 3 players"


def test_rules_that_can_not_even_be_read(run: Run, library: FakeLibrary, monkeypatch: pytest.MonkeyPatch) -> None:
    def head_of(game: str, *additions: object) -> object:
        raise RuleError([ALWAYS])

    monkeypatch.setattr(compiler, "head_of", head_of)
    shown = run("check", "crates", "--concise")
    assert shown.code == 1
    assert shown.out.splitlines()[-1] == "crates: 1 error"


def test_a_program_that_the_engine_refuses_is_our_fault(run: Run, library: FakeLibrary) -> None:
    library.program_text = "nonsense"
    assert run("check", "crates").code == 3


def test_an_unknown_game_is_wrong_use(run: Run, library: FakeLibrary) -> None:
    assert run("check", "crats").code == 2
    assert run("check", "crates", "--players", "9").code == 2
