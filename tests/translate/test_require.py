"""`require`: a fault in the words of the rules, with what it is about."""

from pathlib import Path

import pytest

import rulewright
from rulewright.vm.errors import RuleFault

RULES = """
game scales "Scales" {{ players 3..3 }}
kind weight "weight" {{ key grams 1..9  light "feather" grams 1, heavy "stone" grams 9 }}
var wanted: 0..9
var first: player
setup {{ set wanted = {wanted}  {setup} }}
play {{ repeat wanted times {{ }} }}
value score = 0
"""


def fault(folder: Path, setup: str, wanted: int = 3) -> str | None:
    """What a new game says; nothing if it starts."""
    file = folder / "scales.rules"
    file.write_text(RULES.format(setup=setup, wanted=wanted), encoding="utf-8")
    game = rulewright.load(file, players=3)
    try:
        game.new_initial_state(seed=1)
    except RuleFault as found:
        return str(found)
    return None


def test_nothing_happens_while_the_condition_holds(tmp_path: Path) -> None:
    assert fault(tmp_path, 'require wanted < 4 else "too many"') is None


def test_several_texts_are_one(tmp_path: Path) -> None:
    said = fault(tmp_path, 'require wanted < 3 else "too" "many"')
    assert said is not None
    assert "scales.rules:6:" in said
    assert "too many" in said


@pytest.mark.parametrize(
    ("setup", "wanted", "said"),
    [
        ('each w: weight { require w.grams < wanted else "the {w} is too heavy" }', 3, "the stone is too heavy"),
        ('each w: weight { require w.grams < wanted else "the {w} is too heavy" }', 1, "the feather is too heavy"),
        ('each p: player { require seats(first, p) < 2 else "seat {p}" }', 3, "seat 2"),
        ('let n = wanted  require n < 5 else "{n} is more than {n} should be"', 7, "7 is more than 7 should be"),
        (
            'let n = wanted  each w: weight { require w.grams * n < 50 else "{n} of {w} are {w} too much" }',
            6,
            "6 of stone are stone too much",
        ),
    ],
)
def test_names_in_braces_are_what_it_is_about(tmp_path: Path, setup: str, wanted: int, said: str) -> None:
    found = fault(tmp_path, setup, wanted)
    assert found is not None
    assert f": {said} (" in found
