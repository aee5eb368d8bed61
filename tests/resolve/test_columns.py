"""A variant can open a game for a number of players that it has no column for, if it says the numbers itself."""

from pathlib import Path

import pytest

from rulewright.compiler import compile_game
from rulewright.diagnostics.errors import RuleError

GAME = """
game mill "Mill" { players 2..3 }
token coin from bank to purse
by players 2 3 { rounds_played 3 2  start_money 1 2 }
place bank holds coin unlimited
each player { place purse holds coin }
var starter: player
value score = my.purse
setup { each p: player { move start_money coin from bank to p.purse } }
play { repeat rounds_played times { turns from starter { gain 1 coin } } }
"""


def compile_with(numbers: str, folder: Path) -> dict[str, int]:
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    variant = folder / "four.rules"
    variant.write_text(f"variant four of mill {{ players 2..4  by players 4 {{ {numbers} }} }}\n", encoding="utf-8")
    compiled = compile_game(folder / "game.rules", players=4, variants=[variant])
    return dict(compiled.model.symbols.constants)


def test_the_addition_may_have_the_column(tmp_path: Path) -> None:
    constants = compile_with("rounds_played 1  start_money 5", tmp_path)
    assert (constants["rounds_played"], constants["start_money"]) == (1, 5)


def test_what_nobody_says_is_told(tmp_path: Path) -> None:
    with pytest.raises(RuleError) as raised:
        compile_with("rounds_played 1", tmp_path)
    (found,) = raised.value.diagnostics
    assert found.code == "E0208"
    assert "`start_money`" in str(found.help)
    assert "`rounds_played`" not in str(found.help)
