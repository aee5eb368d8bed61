"""What is imported when: names of packages are fetched on demand, and a game from the cache needs little."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from rulewright.cache import VARIABLE
from rulewright.on_demand import Later

PACKAGES = ["rulewright", "rulewright.diagnostics", "rulewright.vm"]

LOAD = """
import sys
import rulewright as rw
before = set(sys.modules)
game = rw.load("puerto_rico_1897", players=3)
print(game.title, game.num_players, game.num_actions, game.rules_hash, file=sys.stderr)
import json
print(json.dumps([sorted(before), sorted(sys.modules)]))
"""


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_of_a_package_can_be_fetched(name: str) -> None:
    package = import_module(name)
    assert {*package.__all__} <= {*dir(package)}
    for each in package.__all__:
        assert getattr(package, each).__name__ == each
    with pytest.raises(AttributeError, match=f"module `{name}` has no attribute `nothing`"):
        package.nothing  # noqa: B018


@pytest.mark.parametrize("name", PACKAGES)
def test_no_name_is_offered_that_the_package_does_not_list(name: str) -> None:
    code = f"import {name} as p, sys; print(*dir(p))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    listed = {*import_module(name).__all__, "TYPE_CHECKING", "names_of"}
    assert {each for each in said.split() if each[:1].isupper() or each in listed} == listed


def test_a_module_for_later_is_imported_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    later = Later("colorsys")
    assert "colorsys" not in sys.modules
    assert later.ONE_THIRD == 1 / 3
    assert "colorsys" in sys.modules
    with pytest.raises(AttributeError):
        later.nothing  # noqa: B018


def test_a_game_from_the_cache_needs_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    loads = [subprocess.run([sys.executable, "-c", LOAD], capture_output=True, text=True, check=True) for _ in range(2)]
    assert loads[0].stderr == loads[1].stderr
    (before, cold), (_, warm) = (json.loads(load.stdout) for load in loads)
    assert {name for name in before if name.startswith("rulewright")} == {"rulewright", "rulewright.on_demand"}
    slow = {"dataclasses", "inspect", "lark", "rulewright.compiler", "rulewright.datatypes"}
    slow |= {f"rulewright.vm.{name}" for name in ("description", "explanation", "position", "record", "text")}
    assert not slow & {*warm}
    assert {"rulewright.compiler", "lark"} <= {*cold}, "the names above are those of modules"
