"""Loops leave out what can't hold from the start: they run from the first to the last entry that may count."""

from pathlib import Path

import pytest

import rulewright
from rulewright.compiler import compile_game

RULES = """
game lamps "Lamps" {{ players 2..2 }}
token spark
kind lamp {{ key tall flag  key number 1..9  a number 1, b number 2 tall, c number 3, d number 4 tall, e number 5 }}
place box holds spark starts 90
each lamp {{ place light holds spark }}
var first: player
phase lighting {{
  as first {{ each l: lamp where {condition} {{ {body} }} }}
}}
play {{ play lighting }}
value score = 0
"""
PLAIN = "move l.number spark from box to l.light"
ASKED = "may choose { light(l) { move l.number spark from box to l.light } }"


@pytest.mark.parametrize("body", [PLAIN, ASKED], ids=["plain", "asked"])
@pytest.mark.parametrize(
    ("condition", "lit"),
    [
        ("l.tall", {"b": 2, "d": 4}),
        ("l.tall and box > 0", {"b": 2, "d": 4}),
        ("l.tall and box > 89", {"b": 2}),
        ("l.number > 4", {"e": 5}),
        ("l is a or l.number == 4 and box == 89", {"a": 1, "d": 4}),
        ("l.number > 5", {}),
        ("box > 0", {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}),
    ],
)
def test_every_entry_that_counts_is_met_and_no_other(
    tmp_path: Path, condition: str, lit: dict[str, int], body: str
) -> None:
    file = tmp_path / "lamps.rules"
    file.write_text(RULES.format(condition=condition, body=body), encoding="utf-8")
    state = rulewright.load(file).new_initial_state(1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.to_dict()["light"] == lit


def test_the_ends_of_a_loop_are_those_that_may_count(tmp_path: Path) -> None:
    file = tmp_path / "lamps.rules"
    file.write_text(RULES.format(condition="l.tall and box > 0", body=PLAIN), encoding="utf-8")
    assert "in 1 4 {" in compile_game(file).program_text
