"""Programs as they are written and as they are run (docs/ir.md, "What is run") play the same games.

`RULEWRIGHT_GAMES` sets how many games of each are compared; a few without it. The comparison is a Rust program.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.native.cases import CASES, Case

from rulewright.compiler import compile_game

ROOT = Path(__file__).parents[2]
GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "3"))

pytestmark = pytest.mark.skipif(shutil.which("cargo") is None, reason="the comparison is a Rust program")


def compare(*arguments: object) -> subprocess.CompletedProcess[str]:
    cargo = ["cargo", "run", "--release", "-q", "-p", "rulewright-engine", "--example", "compare_forms", "--"]
    return subprocess.run(
        [*cargo, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=900, check=False
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_bundled_game_is_the_same_in_both_forms(case: Case, tmp_path: Path) -> None:
    compiled = compile_game(case.name, players=case.players, expansions=case.expansions)
    program = tmp_path / "game.ir"
    program.write_text(compiled.program_text, encoding="utf-8")
    shown = compare(GAMES, program)
    assert shown.returncode == 0, shown.stderr
    assert f"{GAMES} games agree" in shown.stdout


def test_what_is_no_program_is_refused_in_one_sentence(tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense.ir"
    nonsense.write_text("nonsense", encoding="utf-8")
    for arguments in [(), ("many", nonsense), (1, nonsense), (1, tmp_path / "missing.ir")]:
        shown = compare(*arguments)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert len(shown.stderr.splitlines()) == 1
