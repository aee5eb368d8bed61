"""The list of bundled games, for people and for programs."""

import json

from tests.cli.conftest import Run
from tests.cli.fake_game import FakeLibrary


def test_the_list_for_people(run: Run, library: FakeLibrary) -> None:
    shown = run("games")
    assert shown.code == 0
    assert shown.out.splitlines() == [
        "name    title              players  expansions   variants",
        "------  -----------------  -------  -----------  --------",
        "crates  Crates and Blocks  2 to 3   more_crates  -",
    ]


def test_the_list_for_programs(run: Run, library: FakeLibrary) -> None:
    assert json.loads(run("games", "--json").out) == [
        {
            "name": "crates",
            "title": "Crates and Blocks",
            "players": [2, 3],
            "expansions": ["more_crates"],
            "variants": [],
        }
    ]
