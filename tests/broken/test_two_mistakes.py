"""Two mistakes that have nothing to do with each other are both told, also where the same names stand beside them.

One mistake that spoils many lines is told once all the same: `test_broken.py` counts the messages of each.
"""

from pathlib import Path

import pytest

from rulewright.compiler import compile_game
from rulewright.diagnostics.errors import RuleError
from rulewright.diagnostics.source import SourceFile
from rulewright.sources import Addition, GameSources, find_sources

RULES = Path(__file__).parent / "rules" / "puerto_rico"
KEYS = "cost 2 points 1 circles 1 column 1 copies 2 violet"

PAIRS = {
    "an unknown event of a phase, and a wrong use of its value": (
        f"building b1 {{ {KEYS}\n  on trader.solds {{ gain 1 doubloon }}\n  trader.price(corn) += 1\n}}\n",
        [("E0207", 2), ("E0227", 3)],
    ),
    "an unknown value of a phase, and an unknown name with its event": (
        f"building b1 {{ {KEYS}\n  captain.kind += 1\n  on captain.loaded {{ gain 1 doublon }}\n}}\n",
        [("E0207", 2), ("E0201", 3)],
    ),
    "a key out of range and a wrong effect on one line": (
        f"building b1 {{ {KEYS.replace('cost 2', 'cost 99')}  on captain.loaded {{ gain 1 doublon }} }}\n",
        [("E0211", 1), ("E0201", 1)],
    ),
    "a key that is no key, and an effect with too many parameters": (
        f"building b1 {{ {KEYS} purple  trader.price(g, h) += 1 }}\n",
        [("E0203", 1), ("E0302", 1)],
    ),
    "a key out of range, and a move into a wrong place": (
        f"building b1 {{ {KEYS.replace('column 1', 'column 9')}\n"
        "  on captain.loaded { move 1 colonist from colonists to my.purse }\n}\n",
        [("E0211", 1), ("E0401", 2)],
    ),
    "two refinements of one line, each with its mistake": (
        f"building b1 {{ {KEYS}  trader.prize(_) += 1  captain.kinds += my.purs }}\n",
        [("E0207", 1), ("E0307", 1)],
    ),
    "an unknown type, and something else about what is declared beside it": (
        f"var treasure: dublon\nbuilding b1 {{ {KEYS}\n  on captain.loaded {{ pay 1 dublons }}\n}}\n",
        [("E0206", 1), ("E0201", 3)],
    ),
}

ONCE = {
    "a variable of an unknown type": (
        f"var treasure: dublon\nbuilding b1 {{ {KEYS}\n  on captain.loaded {{ set treasure = 1 }}\n"
        "  on craftsman.produced { gain treasure doubloon }\n}\n",
        [("E0206", 1)],
    ),
    "a place that holds an unknown thing": (
        f"place shed holds pony starts 3\nbuilding b1 {{ {KEYS}\n"
        "  on captain.loaded { move 1 pony from shed to my.purse }\n}\n",
        [("E0201", 1)],
    ),
    "a value with an unknown parameter type": (
        f"value dear(b: bulding) = b.cost\nbuilding b1 {{ {KEYS}\n  captain.kinds += dear(harbor)\n}}\n",
        [("E0206", 1)],
    ),
}


def found_in(text: str) -> list[tuple[str, int]]:
    base = find_sources(RULES)
    mine = Addition("mine", (SourceFile("mine.rules", text),))
    with pytest.raises(RuleError) as raised:
        compile_game(GameSources(base.home, base.files, (mine,)))
    return [(d.code, d.primary.span.line) for d in raised.value.diagnostics]


@pytest.mark.parametrize("name", PAIRS)
def test_both_are_told(name: str) -> None:
    text, expected = PAIRS[name]
    assert found_in(text) == expected


@pytest.mark.parametrize("name", ONCE)
def test_what_follows_from_one_is_not_told(name: str) -> None:
    text, expected = ONCE[name]
    assert found_in(text) == expected
