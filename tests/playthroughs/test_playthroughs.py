"""One whole game of every bundled game and player number, move by move, is what it was."""

from pathlib import Path

import pytest
from tests.golden import BLESS, assert_golden

import rulewright
from rulewright.api import describe_games
from rulewright.harness import write_playthrough

HERE = Path(__file__).parent
SEED = 1
CASES = [(info.name, players) for info in describe_games() for players in info.players]
MOST_BYTES = 200_000


@pytest.mark.parametrize(("name", "players"), CASES)
def test_a_game_goes_as_it_went(name: str, players: int) -> None:
    text = write_playthrough(rulewright.load(name, players=players), SEED)
    assert len(text.encode()) < MOST_BYTES
    assert_golden(HERE / f"{name}-{players}.txt", text)


def test_the_text_depends_on_rules_and_seed_alone() -> None:
    name, players = CASES[0]
    first, second = (write_playthrough(rulewright.load(name, players=players), SEED) for _ in range(2))
    assert first == second
    assert first != write_playthrough(rulewright.load(name, players=players), SEED + 1)


@pytest.mark.skipif(BLESS, reason="files are being written")
def test_there_is_a_file_for_every_game_and_player_number_and_no_other() -> None:
    assert {path.name for path in HERE.glob("*.txt")} == {f"{name}-{players}.txt" for name, players in CASES}
