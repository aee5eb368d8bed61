"""Many games by interpreter and by machine code, compared at every stop by a Rust program.

States, legal actions, draws, results, refusals and faults; chance taken on the way and as stops of its own;
random play on several threads. The last tests show that a difference is found.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.additions import Table, every_table
from tests.effort import Proved, chosen, effort
from tests.rust_programs import example, run
from tests.vm.stall import PROGRAMS, program_text

GAMES = effort(short=20, long=1000)
# The many games are played by what is shipped, the few by a program that notices numbers that overflow.
IS_CHECKED = effort(short=1, long=0) == 1

pytestmark = pytest.mark.skipif(shutil.which("cargo") is None, reason="the comparison is a Rust program")


def compare(*arguments: object) -> subprocess.CompletedProcess[str]:
    return run(example("rulewright-native", "compare_backends", is_checked=IS_CHECKED), *arguments, seconds=None)


def assert_equal(program: Path, proved: Proved) -> None:
    shown = compare(GAMES, program)
    assert shown.returncode == 0, shown.stderr
    found = re.fullmatch(rf".*: {GAMES} games of each sort agree at (\d+) stops\n", shown.stdout)
    assert found is not None, shown.stdout
    assert int(found[1]) >= 2 * GAMES
    proved(games=2 * GAMES, stops=int(found[1]))


@pytest.mark.proof("backends")
@pytest.mark.parametrize("name", chosen(short=["stall"], long=["stall", "faulty"]))
def test_small_programs_are_equal_at_every_stop(name: str, proved: Proved) -> None:
    assert_equal(PROGRAMS / f"{name}.ir", proved)


# In the short run the bundled games are compared by test_agreement.py.
@pytest.mark.proof("backends")
@pytest.mark.parametrize("table", chosen(short=[], long=every_table()), ids=str)
def test_every_bundled_game_is_equal_at_every_stop(table: Table, tmp_path: Path, proved: Proved) -> None:
    program = tmp_path / "game.ir"
    program.write_text(table.compile().program_text, encoding="utf-8")
    assert_equal(program, proved)


# What machine code is given to run instead, and what must be said about it.
PLANTED = {
    "a state": ("stall", "move s4 0 s3 r1 2", "move s4 0 s3 r1 3", "states differ"),
    "a legal action": ("stall", "r3 = gt r2 -5", "r3 = gt r2 5", "legal actions differ"),
    "a result": ("stall", "r1 = add r1 r2  return r1", "r1 = sub r1 r2  return r1", "results differ"),
    "a draw": ("stall", 'chance "first" uniform 3', 'chance "first" uniform 2', "the first stops differ"),
    "a fault": ("faulty", "the shelf fell down", "the shelf broke", "ends of a step differ"),
}


@pytest.mark.proof("backends")
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_difference_is_found_and_named(name: str, tmp_path: Path) -> None:
    program, text, instead, named = PLANTED[name]
    before = program_text(program)
    assert before.count(text) == 1
    other = tmp_path / "other.ir"
    other.write_text(before.replace(text, instead), encoding="utf-8")
    shown = compare(20, PROGRAMS / f"{program}.ir", "--native", other)
    assert (shown.returncode, shown.stdout) == (1, "")
    place = rf"`.*{program}.ir`, Sampled, seed \d+"
    assert re.fullmatch(rf"{place}: {named}( at stop \d+| after action \d+)*\n", shown.stderr)


def test_what_is_no_program_is_refused_in_one_sentence(tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense.ir"
    nonsense.write_text("nonsense", encoding="utf-8")
    good = PROGRAMS / "stall.ir"
    for arguments in [(), ("many", good), (1, nonsense), (1, tmp_path / "missing.ir"), (1, good, "--native", nonsense)]:
        shown = compare(*arguments)
        assert (shown.returncode, shown.stdout) == (2, "")
        assert len(shown.stderr.splitlines()) == 1
