"""`new` writes starts that compile and are formatted, for every kind of every bundled game."""

import re
from functools import cache
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from rulewright import resources, starts
from rulewright.api import load
from rulewright.compiler import compile_game
from rulewright.resolve.symbols import Symbols

KINDS = [(game, kind) for game in resources.bundled_games() for kind in starts.kinds_of(game)]
"""As the games declare them: a new one is tried too."""


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_an_entry_of_every_kind(run: Run, tmp_path: Path, game: str, kind: str) -> None:
    shown = run("new", kind, "my_own_thing", "--for", game, "--in", str(tmp_path))
    file = tmp_path / "my_own_thing.rules"
    assert (shown.code, shown.out.splitlines()[0]) == (0, f"wrote {file}"), shown.err
    text = file.read_text()
    assert f'{kind} my_own_thing "My own thing" {{' in text
    assert all(f"#   {key}:" in text for key in keys_of(game, kind))
    assert run("fmt", "--check", str(file)).code == 0
    # `new` itself has compiled it for every number of players.
    assert run("check", str(file), "--players", "4").code == 0


@pytest.mark.parametrize("game", ["puerto_rico", "san_juan"])
def test_an_entry_that_plays_a_phase_gets_one_of_its_own(run: Run, tmp_path: Path, game: str) -> None:
    assert run("new", "role", "my_own_thing", "--for", game, "--in", str(tmp_path)).code == 0
    file = tmp_path / "my_own_thing.rules"
    symbols = compile_game(game, expansions=[file]).symbols
    role = symbols.kinds["role"].entry("my_own_thing")
    assert role is not None
    assert role.values["plays"] == symbols.phases["my_own_thing"].index
    assert "turns from chooser" in file.read_text()


@pytest.mark.parametrize("words", [["building", "mine"], ["expansion", "mine"], ["variant", "mine"]])
def test_the_start_lists_what_can_be_changed(run: Run, tmp_path: Path, words: list[str]) -> None:
    assert run("new", *words, "--for", "puerto_rico", "--in", str(tmp_path)).code == 0
    text = (tmp_path / "mine.rules").read_text()
    symbols = symbols_of("puerto_rico")
    listed = re.findall(r"[a-z_.]+", " ".join(re.findall(r"#   (?:value|test|event|step|choice): (.*)", text)))
    assert {member.path for member in symbols.members.values()} <= set(listed)
    for phase in symbols.phases.values():
        assert {member.path for member in phase.members.values()} <= set(listed)
        assert {f"{phase.name}.{choice}" for choice in phase.choices} <= set(listed)


def test_a_variant_lists_the_numbers_of_the_game(run: Run, tmp_path: Path) -> None:
    assert run("new", "variant", "mine", "--for", "puerto_rico", "--in", str(tmp_path)).code == 0
    text = (tmp_path / "mine.rules").read_text()
    assert "#   victory_points: 75 100 122\n" in text
    assert "by players 3 4 5 { start_money 2 3 4 }" in text


def keys_of(game: str, kind: str) -> list[str]:
    return list(symbols_of(game).kinds[kind].keys)


@cache
def symbols_of(game: str) -> Symbols:
    return compile_game(game).symbols


@pytest.mark.parametrize("sort", ["expansion", "variant"])
@pytest.mark.parametrize("game", resources.bundled_games())
def test_additions(run: Run, tmp_path: Path, game: str, sort: str) -> None:
    assert run("new", sort, "mine", "--for", game, "--in", str(tmp_path)).code == 0
    file = str(tmp_path / "mine.rules")
    assert run("fmt", "--check", file).code == 0
    assert run("check", file).code == 0


def test_a_game(run: Run, tmp_path: Path) -> None:
    assert run("new", "game", "my_game", "--in", str(tmp_path)).code == 0
    home = tmp_path / "my_game"
    assert run("check", str(home)).out == f"{home}: no errors for 2, 3 and 4 players\n"
    assert run("fmt", "--check", str(home)).code == 0
    state = load(home, players=3).new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert len(state.scores()) == 3
    assert run("new", "expansion", "more", "--for", str(home), "--in", str(tmp_path)).code == 0
    assert run("check", str(tmp_path / "more.rules")).code == 0


def test_nothing_is_written_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text("mine")
    shown = run("new", "variant", "mine", "--for", "san_juan", "--in", str(tmp_path))
    assert shown.code == 2
    assert "is already there, and nothing is written over" in shown.err
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["game", "My-Game"], "`My-Game` can't be a name"),
        (["game", "players"], "has a meaning of its own"),
        (["game", "g", "--for", "san_juan"], "leave out `--for`"),
        (["expansion", "mine"], "say with `--for GAME` which game"),
        (["role", "mine"], "several games have a kind `role`"),
        (["nothing", "mine"], "no bundled game has a kind `nothing`"),
        (["rol", "mine", "--for", "san_juan"], "`san_juan` has no kind `rol` (did you mean `role`?)"),
        (["role", "mine", "--for", "no_game"], "no bundled game is called `no_game`"),
        (["game", "mine", "--in", "no/folder"], "`no/folder` is not a folder"),
    ],
)
def test_what_can_not_be_begun(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = run("new", *words)
    assert (shown.code, said in shown.err) == (2, True), shown.err
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_taken(run: Run, tmp_path: Path) -> None:
    shown = run("new", "role", "builder", "--for", "san_juan", "--in", str(tmp_path))
    assert shown.code == 1
    assert "`builder` is declared twice" in shown.err
    assert list(tmp_path.iterdir()) == []
