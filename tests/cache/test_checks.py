"""A check that was made before is not made again, and nobody can tell the difference."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import cache_keys
from rulewright.cache import VARIABLE, Cache
from rulewright.checking import check_game
from rulewright.cli.main import main
from rulewright.resources import game_folder

BROKEN = """\
game quay "Quay" { players 2..3 }
by players { 2 3
  crates 4 }
token crate
place heap holds crate starts crates unlimited
each player { place store holds crate }
value idle = 3
value score = my.stor.count
setup { }
play { turns from 0 { may { take { move 1 crate from heap to my.store } } } }
"""
"""Errors with and without a number of players, with secondary places and suggestions."""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    file = tmp_path / "quay.rules"
    file.write_text(BROKEN, encoding="utf-8")
    return file


@pytest.mark.parametrize("form", [[], ["--concise"], ["--json"], ["--players", "3"]])
def test_the_second_check_says_the_same_and_compiles_nothing(
    folder: Path, compilations: list[str], broken: Path, form: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    first = main(["check", str(broken), *form]), capsys.readouterr()
    assert (first[0], bool(compilations)) == (1, True)
    assert "stor" in first[1].out
    compilations.clear()
    assert (main(["check", str(broken), *form]), capsys.readouterr()) == first
    assert compilations == []


def test_an_outcome_comes_back_with_every_part(folder: Path, broken: Path) -> None:
    kept = Cache(folder)
    folder.mkdir()
    first = check_game(broken, kept=kept)
    again = check_game(broken, kept=kept)
    assert again == first == check_game(broken)
    fields = [(f.diagnostic.candidates, f.diagnostic.primary.span.source.path) for f in again.findings]
    assert fields == [(f.diagnostic.candidates, f.diagnostic.primary.span.source.path) for f in first.findings]
    assert any(f.diagnostic.candidates for f in first.findings)
    assert any(f.diagnostic.suggestion or f.diagnostic.secondary for f in first.findings)


def test_a_game_without_errors_is_not_compiled_again(folder: Path, compilations: list[str]) -> None:
    outcomes = [check_game("puerto_rico_1897", players=n, kept=Cache.of_user()) for n in (3, 4, 3, None, None)]
    assert len(compilations) == 2 + 4
    assert outcomes[0] == outcomes[2]
    assert outcomes[3] == outcomes[4]
    assert not outcomes[4].has_errors
    assert outcomes[4].players == (2, 3, 4, 5)


def test_without_a_cache_every_check_compiles(
    compilations: list[str], broken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    for _ in range(2):
        main(["check", str(broken), "--players", "2"])
    assert len(compilations) == 2


def edition(tmp_path: Path) -> Path:
    """A game that is made from another one, both in a folder of the user's own."""
    for name in ("puerto_rico", "puerto_rico_1897"):
        for file in game_folder(name).glob("*.rules"):
            target = tmp_path / name / file.name
            target.parent.mkdir(exist_ok=True)
            target.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path / "puerto_rico_1897"


@pytest.mark.parametrize("name", ["puerto_rico", "puerto_rico_1897"])
def test_a_changed_file_is_checked_again(folder: Path, compilations: list[str], tmp_path: Path, name: str) -> None:
    game = edition(tmp_path)
    for _ in range(2):
        assert not check_game(game, players=3, kept=Cache.of_user()).has_errors
    assert len(compilations) == 1
    file = tmp_path / name / "game.rules"
    file.write_text(file.read_text(encoding="utf-8") + "\nvalue odd = unknown\n", encoding="utf-8")
    for _ in range(2):
        outcome = check_game(game, players=3, kept=Cache.of_user())
        assert [f.diagnostic.code for f in outcome.findings] == ["E0201"]
    assert len(compilations) == 2


def test_a_base_that_was_missing_is_found_when_it_comes(folder: Path, tmp_path: Path) -> None:
    game = tmp_path / "copy"
    game.mkdir()
    (game / "game.rules").write_text("game copy from original_game { players 2..3 }\n", encoding="utf-8")
    codes = [f.diagnostic.code for f in check_game(game, kept=Cache.of_user()).findings]
    assert codes == ["E0220"]
    base = tmp_path / "original_game"
    base.mkdir()
    good = BROKEN.replace("stor.", "store.").replace("unlimited", "").replace("2 3\n  crates 4", "2 3\n  crates 4 5")
    (base / "game.rules").write_text(good.replace("game quay", "game original_game"), encoding="utf-8")
    assert "E0220" not in [f.diagnostic.code for f in check_game(game, kept=Cache.of_user()).findings]


def test_another_compiler_checks_again(
    folder: Path, compilations: list[str], broken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_game(broken, players=2, kept=Cache.of_user())
    monkeypatch.setattr(cache_keys, "compiler_mark", lambda: "another one")
    check_game(broken, players=2, kept=Cache.of_user())
    assert len(compilations) == 2


def test_fixing_sees_the_files_as_they_are(folder: Path, broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(broken)])
    main(["check", str(broken)])
    capsys.readouterr()
    main(["check", str(broken), "--fix"])
    assert "my.store.count" in broken.read_text(encoding="utf-8")
    assert "stor` " not in capsys.readouterr().out.splitlines()[-1]


def noise(data: bytes) -> bytes:
    return random.Random(1).randbytes(len(data))


@pytest.mark.parametrize("damage", [noise, lambda data: b"", lambda data: data[: len(data) // 2], lambda d: d + b"x"])
def test_a_damaged_entry_counts_as_none(
    folder: Path, compilations: list[str], broken: Path, damage: Callable[[bytes], bytes]
) -> None:
    first = check_game(broken, players=2, kept=Cache.of_user())
    for file in folder.iterdir():
        file.write_bytes(damage(file.read_bytes()))
    for _ in range(2):
        assert check_game(broken, players=2, kept=Cache.of_user()) == first
    assert len(compilations) == 2, "made anew, and mended"


@pytest.mark.parametrize(
    "change",
    [
        {"findings": 3},
        {"findings": [{}]},
        {"players": ["two"]},
        {"dropped": None},
        {"bases": ["no_such_game"]},
        {"texts": "another hash"},
        {"labels": [[0, 5, 2, "backwards"]]},
        {"labels": [[0, 0, 10**9, "too far"]]},
        {"labels": [[99, 0, 1, "no such file"]]},
        {"labels": []},
        {"message": 3},
        {"fix": [0]},
    ],
)
def test_a_whole_entry_of_another_form_counts_as_none(
    folder: Path, compilations: list[str], broken: Path, change: dict[str, object]
) -> None:
    kept = Cache.of_user()
    assert kept is not None
    first = check_game(broken, players=2, kept=kept)
    [entry] = [e for e in folder.glob("*.entry") if (kept.read(e.stem) or b"").startswith(b'{"bases"')]
    plain = json.loads(kept.read(entry.stem) or b"")
    target = plain if set(change) <= set(plain) else plain["findings"][0]
    target.update(change)
    kept.write(entry.stem, json.dumps(plain).encode())
    assert check_game(broken, players=2, kept=kept) == first
    assert len(compilations) == 2


def test_a_check_from_the_cache_needs_no_compiler(folder: Path, broken: Path) -> None:
    code = "import sys; from rulewright.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    words = [sys.executable, "-c", code, "check", str(broken)]
    subprocess.run(words, capture_output=True, check=True)
    loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[-1].split()
    assert "rulewright.checking.check" in loaded
    assert not {"lark", "rulewright.compiler", "rulewright.parse", "rulewright.vm"} & set(loaded)
