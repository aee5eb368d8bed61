"""Warnings on the command line: shown, no reason to fail, and none in what is bundled."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run

from rulewright.api import GameInfo, describe_games
from rulewright.compiler import compile_game
from rulewright.diagnostics.diagnostic import Diagnostic
from rulewright.lint import warnings_of

GAME = """\
game stones "Stones" { players 2..3 }
token stone from heap to bag
place heap holds stone unlimited
each player { place bag holds stone }
var first: player
phase taking { turns from first { gain 1 stone } }
value bonus = 3
step only_for_three { gain 1 stone }
play { repeat 2 times { play taking }  if players == 3 { as first { do only_for_three } } }
value score = my.bag
"""


def test_a_warning_is_shown_and_is_no_failure(run: Run, tmp_path: Path) -> None:
    (tmp_path / "stones.rules").write_text(GAME)
    shown = run("check", str(tmp_path / "stones.rules"), "--concise")
    assert shown.code == 0
    assert [line.partition("W0501")[1] for line in shown.out.splitlines()] == ["W0501", ""]
    assert "1 warning for 2 and 3 players" in shown.out


@pytest.mark.parametrize("game", describe_games(), ids=lambda game: game.name)
def test_bundled_games_have_none(game: GameInfo) -> None:
    for expansions in ((), *((e,) for e in game.expansions), game.expansions):
        everywhere: set[Diagnostic] | None = None
        for players in game.players:
            found = set(warnings_of(compile_game(game.name, players=players, expansions=expansions)))
            everywhere = found if everywhere is None else everywhere & found
            if not everywhere:
                break
        assert everywhere == set(), expansions
