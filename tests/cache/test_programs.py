"""The cache: what is kept, what makes it stale, and everything that can happen to a file."""

from __future__ import annotations

import os
import random
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright as rw
from rulewright import cache_keys
from rulewright.cache import VARIABLE, Cache
from rulewright.resources import game_folder


def load() -> rw.Game:
    return rw.load("puerto_rico_1897", players=3)


def results(game: rw.Game) -> list[object]:
    return [game.rules_hash, game.title, game.engine, list(game.playouts(3, 1))]


def code_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.code"))


def test_the_second_load_compiles_nothing_and_gives_the_same_game(folder: Path, compilations: list[str]) -> None:
    first = results(load())
    assert len(code_files(folder)) == 1
    before = code_files(folder)[0].read_bytes()
    assert results(load()) == first
    assert compilations == ["compiled"]
    assert code_files(folder)[0].read_bytes() == before
    assert [file.name for file in folder.iterdir() if file.suffix not in (".entry", ".code")] == []


def test_only_the_user_can_write_there(folder: Path) -> None:
    load()
    if os.name == "posix":
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_another_number_of_players_is_another_entry(folder: Path, compilations: list[str]) -> None:
    assert [rw.load("puerto_rico_1897", players=n).num_players for n in (3, 4, 3, 4)] == [3, 4, 3, 4]
    assert len(compilations) == 2


def own_game(tmp_path: Path) -> Path:
    """A copy of a bundled game that is made from another, beside that one."""
    for name in ("puerto_rico", "puerto_rico_1897"):
        home = game_folder(name)
        for file in home.glob("*.rules"):
            target = tmp_path / name / file.name
            target.parent.mkdir(exist_ok=True)
            target.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path / "puerto_rico_1897"


@pytest.mark.parametrize("name", ["puerto_rico", "puerto_rico_1897"])
def test_a_changed_file_is_compiled_again(folder: Path, compilations: list[str], tmp_path: Path, name: str) -> None:
    game = own_game(tmp_path)
    first = rw.load(game, players=3).rules_hash
    assert rw.load(game, players=3).rules_hash == first
    assert len(compilations) == 1
    file = tmp_path / name / "game.rules"
    file.write_text(file.read_text(encoding="utf-8") + "\nconst unused = 1\n", encoding="utf-8")
    assert rw.load(game, players=3).rules_hash != first
    assert len(compilations) == 2


def test_another_compiler_compiles_again(
    folder: Path, compilations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load()
    monkeypatch.setattr(cache_keys, "compiler_mark", lambda: "another one")
    load()
    assert len(compilations) == 2


def test_errors_of_the_rules_are_never_kept(folder: Path, compilations: list[str], tmp_path: Path) -> None:
    file = tmp_path / "broken.rules"
    file.write_text("game broken", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(rw.RuleError):
            rw.load(file)
    assert len(compilations) == 2


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def noise(data: bytes) -> bytes:
    return random.Random(1).randbytes(len(data))


def flip(data: bytes) -> bytes:
    """One bit in the middle, where the code is."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def noise_behind_the_head(data: bytes) -> bytes:
    return data[:60] + noise(data[60:])


@pytest.mark.proof("cache")
@pytest.mark.parametrize(
    "damage", [cut, noise, flip, noise_behind_the_head, lambda data: b"", lambda data: data + b"\0"]
)
def test_a_damaged_file_is_as_good_as_none(
    folder: Path, compilations: list[str], damage: Callable[[bytes], bytes]
) -> None:
    first = results(load())
    whole = {file: file.read_bytes() for file in folder.iterdir()}
    for file, data in whole.items():
        file.write_bytes(damage(data))
    assert results(load()) == first
    assert len(compilations) == 2
    assert results(load()) == first
    assert len(compilations) == 2, "it was mended"
    assert code_files(folder)[0].read_bytes() == whole[code_files(folder)[0]], "it was mended"


@pytest.mark.skipif(os.name != "posix", reason="rights as on Unix")
def test_code_that_others_could_have_written_is_not_run(folder: Path) -> None:
    load()
    file = code_files(folder)[0]
    inode = file.stat().st_ino
    load()
    assert file.stat().st_ino == inode, "nothing was written"
    file.chmod(0o666)
    load()
    assert file.stat().st_ino != inode, "it was compiled and written anew"


def test_a_folder_that_can_not_be_written_is_no_error(folder: Path, compilations: list[str]) -> None:
    folder.mkdir()
    folder.chmod(0o500)
    try:
        first = results(load())
        if os.name == "posix" and os.geteuid() != 0:  # root may write everywhere
            assert list(folder.iterdir()) == []
        assert results(load()) == first
    finally:
        folder.chmod(0o700)


def test_a_file_in_the_place_of_the_folder_is_no_error(folder: Path, compilations: list[str]) -> None:
    folder.write_text("not a folder", encoding="utf-8")
    assert results(load()) == results(load())
    assert len(compilations) == 2


def test_it_can_be_switched_off(tmp_path: Path, compilations: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(VARIABLE, "off")
    assert Cache.of_user() is None
    load()
    load()
    assert len(compilations) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="where other systems keep it")
def test_it_lies_where_the_system_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    found = Cache.of_user()
    assert found is not None
    assert found.folder == tmp_path / "other" / "rulewright"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    found = Cache.of_user()
    assert found is not None
    assert found.folder == tmp_path / "home" / ".cache" / "rulewright"


def test_what_was_not_used_for_the_longest_time_makes_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.cache.MOST_BYTES", 2500)
    kept = Cache.of_user()
    assert kept is not None
    for number, name in enumerate(("a", "b")):
        kept.write(name, bytes(1000))
        os.utime(folder / f"{name}.entry", (number, number))
    assert kept.read("a") == bytes(1000)  # now used after b
    kept.write("c", bytes(1000))
    assert [kept.read(name) is not None for name in "abc"] == [True, False, True]


PROCESS = """
import rulewright as rw
game = rw.load("puerto_rico_1897", players=3)
print(game.rules_hash, list(game.playouts(3, 1)))
"""


@pytest.mark.proof("cache")
def test_eight_processes_at_once_all_get_the_game(folder: Path) -> None:
    start = [sys.executable, "-c", PROCESS]
    running = [subprocess.Popen(start, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(8)]
    ends = [process.communicate() for process in running]
    assert [process.returncode for process in running] == [0] * 8, ends
    assert len({out for out, _ in ends}) == 1
    assert {file.suffix for file in folder.iterdir()} == {".entry", ".code"}, "nothing half-written is left"
    assert len(code_files(folder)) == 1


def test_a_game_from_the_cache_can_be_explained(folder: Path, compilations: list[str]) -> None:
    load()
    game = load()
    state = game.new_initial_state(1)
    assert len(compilations) == 1
    assert state.explain(state.legal_actions()[0]).legal
    assert len(compilations) == 2, "the rule files are read when they are asked for"
