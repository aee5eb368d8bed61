"""Counts of positions."""

import json

from tests.cli.conftest import Run
from tests.cli.fake_game import FakeLibrary


def test_the_count(run: Run, library: FakeLibrary) -> None:
    shown = run("perft", "crates", "--depth", "2")
    assert (shown.code, shown.out) == (0, "Crates and Blocks, 2 players, seed 0, depth 2: 4 leaves\n")


def test_the_count_below_each_action(run: Run, library: FakeLibrary) -> None:
    assert run("perft", "crates", "--depth", "3", "--divide").out.splitlines() == [
        "action    leaves",
        "--------  ------",
        "take.one       4",
        "take.two       3",
        "",
        "Crates and Blocks, 2 players, seed 0, depth 3: 7 leaves",
    ]


def test_depth_0_is_the_first_position_alone(run: Run, library: FakeLibrary) -> None:
    found = json.loads(run("perft", "crates", "--depth", "0", "--divide", "--json").out)
    assert (found["leaves"], found["divide"]) == (1, None)


def test_counts_for_programs(run: Run, library: FakeLibrary) -> None:
    found = json.loads(run("perft", "crates", "--depth", "3", "--divide", "--seed", "1", "--json").out)
    assert found["divide"] == {"take.one": 4, "take.two": 4}
    assert (found["leaves"], found["depth"], found["seed"], found["rules_hash"]) == (8, 3, 1, "c0ffee")
