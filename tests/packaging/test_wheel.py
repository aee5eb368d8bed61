"""The wheel holds all it needs: built, installed into an empty environment, it plays every bundled game."""

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from rulewright.api import describe_games
from rulewright.resources import bundled_games

ROOT = Path(__file__).resolve().parents[2]

PLAY_ALL = """
import json, pathlib, random, rulewright
from rulewright.api import describe_games
results = {}
for info in describe_games():
    for players in info.players:
        game = rulewright.load(info.name, players=players)
        state, rng = game.new_initial_state(1), random.Random(1)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        results[f"{info.name}-{players}"] = sum(state.returns())
print(json.dumps({"home": str(pathlib.Path(rulewright.__file__).parent), "results": results}))
"""


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """Runs a command without what points to this checkout; its output."""
    hidden = {"PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONHOME"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden} | variables
    found = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, f"{command}:\n{found.stdout}\n{found.stderr}"
    return found.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as `make wheel` builds it, with the target folder that is there already."""
    out = tmp_path_factory.mktemp("dist")
    maturin = [sys.executable, "-m", "maturin", "build", "--release", "--interpreter", sys.executable]
    run(*maturin, "--out", out, cwd=ROOT)
    [built] = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter in an empty environment with the wheel and its one dependency."""
    home = tmp_path_factory.mktemp("installed") / "env"
    venv.create(home, with_pip=True, symlinks=True)
    interpreter = home / "bin" / "python"
    offline = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    run(interpreter, *offline, wheel, cwd=home)
    [site] = home.glob("lib/python*/site-packages")
    copy_distribution("lark", site)  # the same version as here, and no network needed
    return interpreter


def copy_distribution(name: str, site: Path) -> None:
    """Copies an installed package into another environment."""
    for file in importlib.metadata.distribution(name).files or ():
        source = Path(str(file.locate()))
        if ".." not in file.parts and source.is_file() and "__pycache__" not in file.parts:
            target = site / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def test_grammar_and_games_are_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for folder, link in (("grammar", "_grammar"), ("rules_dsl", "_rules")):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and file.suffix in {".lark", ".rules"}:
                assert f"rulewright/{link}/{file.relative_to(ROOT / folder)}" in names
    assert "rulewright/py.typed" in names
    assert "rulewright/_native.pyi" in names
    assert "rulewright/parse/tables.bin" in names
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]


def test_every_bundled_game_is_played_from_the_wheel(python: Path, tmp_path: Path) -> None:
    found = json.loads(run(python, "-c", PLAY_ALL, cwd=tmp_path))
    assert Path(found["home"]).is_relative_to(python.parents[1])
    assert not Path(found["home"]).is_relative_to(ROOT)
    cases = {f"{info.name}-{players}" for info in describe_games() for players in info.players}
    assert found["results"].keys() == cases
    assert all(share == pytest.approx(1.0) for share in found["results"].values())


def test_the_command_is_installed(python: Path, tmp_path: Path) -> None:
    command = python.parent / "rulewright"
    games = json.loads(run(command, "games", "--json", cwd=tmp_path))
    assert [game["name"] for game in games] == bundled_games()
    listed = run(command, "games", cwd=tmp_path)
    assert all(name in listed for name in bundled_games())
    run(command, "check", "--all", cwd=tmp_path)


def test_the_module_runs_as_a_command_too(python: Path, tmp_path: Path) -> None:
    assert bundled_games()[0] in run(python, "-m", "rulewright", "games", cwd=tmp_path)
