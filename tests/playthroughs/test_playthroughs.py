"""One whole game of every bundled game, its expansions and player numbers, move by move, is what it was."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.additions import Table, tables
from tests.golden import BLESS, assert_golden

import rulewright
from rulewright.harness import write_playthrough
from rulewright.vm import Game

HERE = Path(__file__).parent
CASES = tables()
MOST_BYTES = 300_000
CHAPTERS = {"san_juan": "round_number"}
"""What a heading tells of; elsewhere it is `round`."""


@dataclass(frozen=True, slots=True)
class Show:
    """How the game of a file is played."""

    seed: int = 1
    curious: bool = False
    options: Mapping[str, object] = field(default_factory=dict)
    shows: tuple[str, ...] = ()
    """What must be read in it; if a change of the rules leads the game past it, another seed is due."""


NEW_ONES = (
    *("canal", "timber_yard", "black_market", "storage_hall", "bohio", "trading_post", "church", "small_wharf"),
    *("lighthouse", "distillery", "publishing_house", "assembly_hall", "monument", "cathedral"),
    *("customs_house", "fortress", "residence"),
)
"""All buildings of the expansion, and three large ones for the spaces left. The draft is in the games with all."""

BLACK_MARKET = ("> black_market.worker", "> black_market.good", "> black_market.chip")
BOHIO = ("> bohio.to_field", "> bohio.to_building", "> bohio.pass")
SMUGGLER = ("> smuggler.raid", "> smuggler.plunder", "> smuggler.poach", "> smuggler.swap", "plays_alone no->yes")
CITIZENS = ("> newcomer.citizen", "> seating.citizens", "> supply_office.deliver", "> parks_department.discard_")
SAN_JUAN = ("> crane.over", "> black_market.pay", "> chapel.tuck", "> archive.discard", "> gold_mine.take")

# Seeds picked by hand out of 30 to 700 each whose games show many actions and effects of their expansions.
SHOWN = {
    "puerto_rico_1897+citizens-3": Show(  # X2
        518,
        curious=True,
        shows=(*CITIZENS, "> land_registry.buy", "> land_registry.discard_", "citizens_at.notary 0->1"),
    ),
    "puerto_rico_1897+new_buildings-3": Show(  # X1
        633,
        curious=True,
        options={"buildings": NEW_ONES},
        shows=(
            *(*BLACK_MARKET, *BOHIO, "> trading_post.sell", "> small_wharf.ship", "> timber_yard.forest"),
            *("> publishing_house.plantation", "blessing no->yes", "city.monument 0->1", "city.cathedral 0->1"),
        ),
    ),
    "puerto_rico_1897+smuggler-3": Show(472, curious=True, shows=(*SMUGGLER, "claimed builder->none")),  # X3
    "puerto_rico_1897+festival-3": Show(  # X4-2: all three are won
        4,
        curious=True,
        shows=(
            *("> festival.fields", "festival_plantation.coffee 1->0"),
            *("festival_goods.coffee 1->0", "festival_building.factory 1->0"),
        ),
    ),
    "puerto_rico_1897+citizens+festival+new_buildings+smuggler-2": Show(  # X5
        35, curious=True, shows=("> draft.take", *SMUGGLER, *CITIZENS, *BOHIO, "> guest.", "city.villa 0->1")
    ),
    "puerto_rico_1897+citizens+festival+new_buildings+smuggler-3": Show(
        40, curious=True, shows=("> draft.take", *SMUGGLER, *CITIZENS, *BOHIO, *BLACK_MARKET, "> handed_in.citizen")
    ),
    "san_juan-2": Show(44, curious=True, shows=(*SAN_JUAN, "> library.use", "> new_round.discard")),
    "san_juan-3": Show(48, curious=True, shows=(*SAN_JUAN, "> new_round.discard")),
}


def load(table: Table) -> Game:
    """The game of a file."""
    options = SHOWN.get(str(table), Show()).options
    return rulewright.load(table.game, players=table.players, expansions=table.expansions, options=options)


def played(table: Table) -> str:
    """The game of a file, written out."""
    show = SHOWN.get(str(table), Show())
    chapters = CHAPTERS.get(table.game, "round")
    return write_playthrough(load(table), show.seed, curious=show.curious, chapters=chapters)


@pytest.mark.parametrize("table", CASES, ids=str)
def test_a_game_goes_as_it_went(table: Table) -> None:
    text = played(table)
    assert len(text.encode()) < MOST_BYTES
    unwrapped = " ".join(text.split())
    assert [each for each in SHOWN.get(str(table), Show()).shows if each not in unwrapped] == []
    assert_golden(HERE / f"{table}.txt", text)


@pytest.mark.parametrize("curious", [False, True], ids=["random", "curious"])
def test_the_text_depends_on_rules_and_seed_alone(*, curious: bool) -> None:
    game = CASES[0].load()
    first, second = (write_playthrough(game, 1, curious=curious) for _ in range(2))
    assert first == second
    assert first != write_playthrough(game, 2, curious=curious)
    assert first != write_playthrough(game, 1, curious=not curious)


def test_a_heading_stands_wherever_a_chapter_begins() -> None:
    text = write_playthrough(CASES[0].load(), 1, chapters="round")
    headings = [line for line in text.splitlines() if line.startswith("== ")]
    assert headings == [f"== round {n + 1} ==" for n in range(len(headings))]
    assert re.search(rf"^round +{len(headings)}$", text, re.MULTILINE)
    with pytest.raises(ValueError, match="no variable chapter_two"):
        write_playthrough(CASES[0].load(), 1, chapters="chapter_two")


def test_every_game_that_is_to_show_something_has_a_file() -> None:
    assert set(SHOWN) <= {str(table) for table in CASES}


@pytest.mark.skipif(BLESS, reason="files are being written")
def test_there_is_a_file_for_every_game_and_player_number_and_no_other() -> None:
    assert {path.name for path in HERE.glob("*.txt")} == {f"{table}.txt" for table in CASES}
