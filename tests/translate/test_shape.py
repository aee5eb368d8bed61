"""The shape of programs: sums in one instruction, and nothing worked out in a loop that the loop does not change."""

from pathlib import Path

import rulewright

RULES = """
game stalls "Stalls" { players 2..2 }
token coin from bank to purse
token helper
kind stall is token { key cost 1..9  key tables 1..3  active when my.crew[it] > 0 }
stall tea   { cost 3 tables 2  market.cut(_) += 1 }
stall bread { cost 5 tables 1  market.funds += my.crew.count + my.lent }
stall soup  { cost 4 tables 3 }
place bank holds coin unlimited
place shop holds stall starts 2
place home holds helper starts 9
each player {
  place purse holds coin
  place lent  holds coin
  place yard  holds stall
  place crew  holds helper per stall most my.yard[it] * it.tables
}
var starter: player
phase market {
  value cut(s: stall) = if me is starter then 1 else 0
  value funds = my.purse
  turns from starter {
    may choose { buy(s: stall) where shop[s] > 0 and s.cost - cut(s) <= funds { move 1 s from shop to my.yard } }
  }
}
play { play market }
value score = sum(my.crew[s] for s: stall) + sum(my.crew[s] * s.tables for s: stall)
"""


def program(folder: Path) -> list[str]:
    file = folder / "stalls.rules"
    file.write_text(RULES, encoding="utf-8")
    return rulewright.load(file, players=2).program.to_text().splitlines()


def function(lines: list[str], name: str) -> list[str]:
    start = next(n for n, line in enumerate(lines) if line.startswith(f'func "{name}"'))
    end = next(n for n, line in enumerate(lines[start:], start) if line == "}")
    return [line.strip().partition(" @")[0] for line in lines[start + 1 : end]]


def test_the_parts_of_a_place_are_added_up_by_one_instruction(tmp_path: Path) -> None:
    score = function(program(tmp_path), "score")
    assert not any(line.startswith("for ") for line in score)
    assert sum(" = sum " in line for line in score) == 1
    assert sum(" = dot " in line for line in score) == 1


def test_what_a_loop_does_not_change_is_worked_out_before_it(tmp_path: Path) -> None:
    """Funds with what the bread stall adds: a condition in front of the loop, and none in it."""
    legal = function(program(tmp_path), "market.choice.legal")
    loop = next(n for n, line in enumerate(legal) if line.startswith("for "))
    before, inside = legal[:loop], legal[loop:]
    assert any(" = sum " in line for line in before)
    assert not any(" = sum " in line for line in inside)
    guards = [line for line in before if line.startswith("if ")]
    assert len(guards) == 1, "the crew is counted only for who has the stall"
    counted = next(n for n, line in enumerate(before) if " = sum " in line)
    assert before.index(guards[0]) < counted
