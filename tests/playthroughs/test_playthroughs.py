"""One whole game of every bundled game, its expansions and player numbers, move by move, is what it was."""

from pathlib import Path

import pytest
from tests.additions import Table, tables
from tests.golden import BLESS, assert_golden

from rulewright.harness import write_playthrough

HERE = Path(__file__).parent
SEED = 1
CASES = tables()
MOST_BYTES = 300_000


@pytest.mark.parametrize("table", CASES, ids=str)
def test_a_game_goes_as_it_went(table: Table) -> None:
    text = write_playthrough(table.load(), SEED)
    assert len(text.encode()) < MOST_BYTES
    assert_golden(HERE / f"{table}.txt", text)


def test_the_text_depends_on_rules_and_seed_alone() -> None:
    first, second = (write_playthrough(CASES[0].load(), SEED) for _ in range(2))
    assert first == second
    assert first != write_playthrough(CASES[0].load(), SEED + 1)


@pytest.mark.skipif(BLESS, reason="files are being written")
def test_there_is_a_file_for_every_game_and_player_number_and_no_other() -> None:
    assert {path.name for path in HERE.glob("*.txt")} == {f"{table}.txt" for table in CASES}
