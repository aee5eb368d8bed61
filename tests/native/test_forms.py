"""Programs as they are written and as they are run (docs/ir.md, "What is run") play the same games.

The comparison is a Rust program.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.additions import Table, every_table, tables
from tests.effort import Proved, chosen, effort
from tests.rust_programs import example, run

GAMES = effort(short=3, long=1000)
CASES = chosen(short=tables(), long=every_table())

pytestmark = pytest.mark.skipif(shutil.which("cargo") is None, reason="the comparison is a Rust program")


def compare(*arguments: object) -> subprocess.CompletedProcess[str]:
    return run(example("rulewright-engine", "compare_forms"), *arguments)


@pytest.mark.proof("forms")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_bundled_game_is_the_same_in_both_forms(case: Table, tmp_path: Path, proved: Proved) -> None:
    program = tmp_path / "game.ir"
    program.write_text(case.compile().program_text, encoding="utf-8")
    shown = compare(GAMES, program)
    assert shown.returncode == 0, shown.stderr
    found = re.fullmatch(rf".*: {GAMES} games of each sort agree at (\d+) stops\n", shown.stdout)
    assert found is not None, shown.stdout
    proved(games=2 * GAMES, stops=int(found[1]))


def test_what_is_no_program_is_refused_in_one_sentence(tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense.ir"
    nonsense.write_text("nonsense", encoding="utf-8")
    for arguments in [(), ("many", nonsense), (1, nonsense), (1, tmp_path / "missing.ir")]:
        shown = compare(*arguments)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert len(shown.stderr.splitlines()) == 1
