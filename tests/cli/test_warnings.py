"""Warnings on the command line: shown, no reason to fail, and none in what is bundled."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run

from rulewright.api import GameInfo, describe_games
from rulewright.checking import check_game

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


MONEY = """\
game stones "Stones" { players 2..3 }
token stone from heap to bag
kind hut is token { key cost 0..500  shed cost 9, palace cost 100 }
place heap  holds stone starts 30 * players
place ready holds hut starts 1
each player { place bag holds stone  place land holds hut }
var first: player
phase building {
  value price(h: hut) = h.cost
  turns from first {
    may choose {
      build(h: hut) where ready[h] > 0 and price(h) <= my.bag { pay price(h) stone  move 1 h from ready to my.land }
    }
  }
}
play { repeat 2 times { play building } }
value score = my.bag
"""


def test_a_warning_with_other_numbers_for_other_players_is_one_warning(run: Run, tmp_path: Path) -> None:
    (tmp_path / "stones.rules").write_text(MONEY)
    shown = run("check", str(tmp_path / "stones.rules"))
    assert "`palace` can never be chosen in `building.build`" in shown.out
    assert "the left side is the number 100, the right side a number from 0 to 60" in shown.out
    assert "1 warning for 2 and 3 players" in shown.out


def test_what_can_be_paid_with_more_players_is_no_warning(run: Run, tmp_path: Path) -> None:
    (tmp_path / "stones.rules").write_text(MONEY.replace("cost 100", "cost 80"))
    assert "can never be chosen" not in run("check", str(tmp_path / "stones.rules")).out


@pytest.mark.parametrize("game", describe_games(), ids=lambda game: game.name)
def test_bundled_games_have_none(game: GameInfo) -> None:
    additions: list[tuple[tuple[str, ...], tuple[str, ...]]]
    additions = [(expansions, ()) for expansions in ((), *((e,) for e in game.expansions), game.expansions)]
    additions += [((), (variant,)) for variant in game.variants]
    for expansions, variants in additions:
        found = check_game(game.name, expansions=expansions, variants=variants).findings
        assert found == (), (expansions, variants)
