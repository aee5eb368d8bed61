"""`check` on files and folders of an author: what belongs together is found, fixed and watched."""

import json
import time
from pathlib import Path

import pytest
from tests.cli.conftest import Run

GAME = """\
game stones "Stones" { players 2..2 }
token stone from heap to bag
place heap holds stone unlimited
each player { place bag holds stone }
var first: player
phase taking { value most_taken = 2  turns from first { gain most_taken stone } }
play { repeat 2 times { play taking } }
value score = my.bag
"""
EXPANSION = "expansion more for stones { taking.most_taken += 1 }\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "stones"
    (folder / "expansions").mkdir(parents=True)
    (folder / "game.rules").write_text(GAME)
    (folder / "expansions" / "more.rules").write_text(EXPANSION)
    return folder


def test_an_expansion_alone_finds_its_game(run: Run, home: Path, tmp_path: Path) -> None:
    shown = run("check", str(home / "expansions" / "more.rules"))
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.endswith("more.rules: no errors for 2 players\n")
    beside = tmp_path / "mine.rules"
    beside.write_text(EXPANSION.replace("most_taken", "most_token"))
    shown = run("check", str(beside), "--concise")
    assert shown.code == 1
    assert "mine.rules:1:" in shown.out


def test_an_expansion_of_a_bundled_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text("expansion mine for puerto_rico { trader.price(_) += 1 }\n")
    shown = run("check", str(file), "--players", "3")
    assert shown.out == f"puerto_rico + {file}: no errors for 3 players\n"


def test_an_expansion_of_a_game_that_is_nowhere(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text("expansion mine for no_such_game { }\n")
    shown = run("check", str(file))
    assert shown.code == 2
    assert "`no_such_game`, which is neither bundled nor in a folder near it (there are: " in shown.err
    file.write_text("expansion mine for puerto_riko { }\n")
    assert "(did you mean `puerto_rico`?)" in run("check", str(file)).err


def test_a_file_of_a_game_stands_for_the_game(run: Run, home: Path) -> None:
    (home / "more.rules").write_text("value other = 1 +\n")
    shown = run("check", str(home / "more.rules"), "--concise")
    assert shown.code == 1
    assert shown.out.startswith("more.rules:1:")


def test_a_folder_of_games(run: Run, home: Path) -> None:
    shown = run("check", str(home.parent))
    assert shown.code == 0
    assert shown.out.splitlines()[-1] == "2 combinations, 2 programs: none with errors"
    assert run("check", str(home / "expansions")).code == 0


def test_certain_changes_are_made_and_reported(run: Run, home: Path) -> None:
    file = home / "game.rules"
    file.write_text(GAME.replace("from first", "from frist").replace("most_taken stone", "most_takn stone;"))
    shown = run("check", str(home), "--fix")
    assert shown.code == 0
    assert file.read_text() == GAME
    assert f"{file}:6: removed `;`" in shown.out.splitlines()
    assert f"{file}:6: `most_takn` is now `most_taken`" in shown.out.splitlines()
    assert shown.out.splitlines()[-1] == f"{home}: no errors for 2 players"


def test_an_addition_of_ones_own_to_a_bundled_game_is_mended(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "stall.rules"
    head = 'building stall "Stall" { cost 1 points 1 circles 1 column 1 copies 2 violet\n'
    file.write_text(f"{head}  trader.prise(_) + 1;\n}}\n")
    shown = run("check", "puerto_rico", "--expansion", str(file), "--fix", "--players", "3")
    assert (shown.code, shown.err) == (0, "")
    assert file.read_text() == f"{head}  trader.price(_) += 1\n}}\n"


def test_an_addition_that_does_not_say_to_what(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "stall.rules"
    file.write_text('building stall "Stall" { cost 1 }\n')
    shown = run("check", str(file))
    assert shown.code == 1
    assert "rulewright check GAME --expansion stall.rules" in shown.out


def test_what_is_not_certain_is_left_alone(run: Run, home: Path) -> None:
    text = GAME.replace("my.bag", "my.pocket")
    (home / "game.rules").write_text(text)
    shown = run("check", str(home), "--fix")
    assert shown.code == 1
    assert (home / "game.rules").read_text() == text


def test_bundled_rules_are_never_changed(run: Run) -> None:
    for words in (["puerto_rico", "--fix"], ["--all", "--fix"], ["puerto_rico", "--watch"]):
        shown = run("check", *words)
        assert shown.code == 2
        assert "needs the path of a rule file or a folder of your own" in shown.err


def test_watching(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The author saves twice, then has enough."""
    texts = iter([GAME.replace("my.bag", "my.bga"), GAME])

    def sleep(_: float) -> None:
        text = next(texts, None)
        if text is None:
            raise KeyboardInterrupt
        (home / "game.rules").write_text(text)

    monkeypatch.setattr(time, "sleep", sleep)
    shown = run("check", str(home), "--watch", "--concise")
    assert shown.code == 130
    assert [line.rpartition(": ")[2] for line in shown.out.splitlines() if line.startswith(f"{home}: ")] == [
        "no errors for 2 players",
        "1 error for 2 players",
        "no errors for 2 players",
    ]


def test_programs_read_whether_a_change_is_certain(run: Run, home: Path) -> None:
    (home / "game.rules").write_text(GAME.replace("most_taken stone", "most_takn stone"))
    (checked,) = json.loads(run("check", str(home), "--json").out)
    (found,) = checked["diagnostics"]
    assert found["suggestion"]["replacement"] == "most_taken"
    assert found["suggestion"]["certain"] is True
