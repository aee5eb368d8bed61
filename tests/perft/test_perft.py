"""Counts of positions to a fixed depth are what they were; BLESS=1 counts anew."""

import re
from pathlib import Path

import pytest
from tests.additions import Table, tables
from tests.golden import BLESS

import rulewright
from rulewright.harness import PerftLine, count_line, deepen, parse_perft, render_perft
from rulewright.resources import game_folder

HERE = Path(__file__).parent
SEEDS = (1, 3)
SECONDS = 2.0
CASES = tables()
FILES = sorted({table.file for table in CASES})


@pytest.mark.skipif(not BLESS, reason="only with BLESS=1")
@pytest.mark.parametrize("name", FILES)
def test_write_the_counts_anew(name: str) -> None:
    """The depths of a file stay as they are, so that it does not depend on the machine; a new one is deepened."""
    file = HERE / f"{name}.perft"
    known = parse_perft(file.read_text("utf-8")) if file.is_file() else []
    lines: list[PerftLine] = []
    for table in (table for table in CASES if table.file == name):
        game = table.at_once.load()
        for seed in SEEDS:
            depths = [line.depth for line in known if (line.players, line.seed) == (table.players, seed)]
            lines += [count_line(game, seed, d) for d in depths] or deepen(game, seed, seconds=SECONDS)
    file.write_text(render_perft(lines), encoding="utf-8", newline="\n")


@pytest.mark.parametrize("table", CASES, ids=str)
def test_the_counts_are_as_they_were(table: Table) -> None:
    game = table.at_once.load()
    known = parse_perft((HERE / f"{table.file}.perft").read_text("utf-8"))
    lines = [line for line in known if line.players == table.players]
    assert {line.seed for line in lines} == set(SEEDS)
    assert max(line.depth for line in lines) >= 4
    for line in lines:
        assert count_line(game, line.seed, line.depth) == line


def test_a_file_reads_back_as_it_was_written() -> None:
    lines = [PerftLine(3, 1, 2, 30, 7, 0, 0), PerftLine(3, 1, 1, 6, 1, 0, 0)]
    assert parse_perft(render_perft(lines)) == sorted(lines)
    with pytest.raises(ValueError, match="names of its columns"):
        parse_perft("1 2 3\n")


def test_the_counts_of_all_actions_add_up() -> None:
    game = CASES[0].load()
    state = game.new_initial_state(1)
    assert sum(part["leaves"] for _, part in state.divide(4)) == count_line(game, 1, 4).leaves


def test_a_change_of_the_rules_changes_the_counts(tmp_path: Path) -> None:
    """A copy of a game in which one more thing may be chosen: the counts notice."""
    first = CASES[0]
    before = count_line(first.load(), 1, 5)
    folder = tmp_path / first.game
    folder.mkdir()
    for file in game_folder(first.game).glob("*.rules"):
        text = re.sub(r"(quarry_allowed\s+= )me is chooser", r"\1true", file.read_text("utf-8"))
        (folder / file.name).write_text(text, "utf-8")
    after = count_line(rulewright.load(folder, players=first.players), 1, 5)
    assert after.leaves > before.leaves
