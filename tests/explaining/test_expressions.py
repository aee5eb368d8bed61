"""The evaluator against the engine on generated expressions: each is the score of a game of its own."""

import random
from pathlib import Path

import pytest

import rulewright
from rulewright.compiler import compile_game
from rulewright.explaining.evaluator import Cells, Evaluator, Frame
from rulewright.semantics import model as m

RULES = """
game sums "Sums" {{ players 2..3 }}
kind bead is token {{ key weight -2..3  key like bead optional  key dark flag
  red weight -2 like blue, green weight 3 dark, blue weight 1 like red dark }}
place heap holds bead starts 2
each player {{ place bag holds bead starts if it is green then 2 else 1
             place shelf holds bead most 3 }}
each bead {{ var seen: 0..9 }}
var turn: 0..9
var mark: bool
phase taking {{
  turns from first {{
    may choose {{
      take(b: bead) where heap[b] > 0 {{ move 1 b from heap to my.bag  set b.seen += 1  set turn += 1 }}
      flip {{ set mark }}
    }}
  }}
}}
var first: player
play {{ repeat 2 times {{ play taking  set first = next(first) }} }}
value plus(n: 0..99) = n + turn
test heavy(b: bead) = b.weight > 0
value score = {expression}
"""

REFINED = """
plus(n) += 3 when mark
plus(n) *= 2 when n > 2
heavy(b) or my.bag[b] > 1
heavy(b) and not (b is blue and turn > 4)
"""


class Grammar:
    """Random expressions of the language, never too deep."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.names = 0

    def number(self, depth: int, beads: tuple[str, ...]) -> str:
        rng = self.rng
        bead = rng.choice(["red", "green", "blue", *beads])
        leaves = [
            str(rng.randint(0, 5)),
            "turn",
            f"my.bag[{bead}]",
            f"heap[{bead}]",
            "heap.count",
            "my.bag.count",
            "my.shelf.room",
            f"{bead}.weight",
            f"{bead}.seen",
            f"[3, 0, 7, 2][my.bag[{bead}] % 4]",
            "seats(first, me)",
        ]
        if depth == 0:
            return rng.choice(leaves)
        left, right = self.number(depth - 1, beads), self.number(depth - 1, beads)
        inside, name = self.binder()
        within = (*beads, name)
        where = f" where {self.condition(depth - 1, within)}" if rng.random() < 0.5 else ""
        return rng.choice(
            [
                *rng.sample(leaves, 2),
                f"({left} + {right})",
                f"({left} - {right})",
                f"({left} * {right})",
                f"({left} / (2 + turn))",
                f"({left} % 3)",
                f"min({left}, {right})",
                f"max({left}, {right}, 1)",
                f"(if {self.condition(depth - 1, beads)} then {left} else {right})",
                f"plus(max(0, min(9, {left})))",
                f"sum({self.number(depth - 1, within)} for {inside}{where})",
                f"count({inside}{where})",
                f"max({self.number(depth - 1, within)} for {inside}{where})",
                f"min({self.number(depth - 1, within)} for {inside}{where})",
                f"largest({left} % 4, {self.number(depth - 1, within)} for {name}: bead{where})",
            ]
        )

    def condition(self, depth: int, beads: tuple[str, ...]) -> str:
        rng = self.rng
        bead, other = (rng.choice(["red", "green", "blue", *beads]) for _ in range(2))
        left, right = self.number(max(0, depth - 1), beads), self.number(max(0, depth - 1), beads)
        leaves = [
            "mark",
            f"{bead}.dark",
            f"{bead} is {other}",
            f"{bead}.like is {other}",
            f"{bead}.like is none",
            f"{bead} >= {other}",
            "my.shelf.full",
            "heap.empty",
            "me is first",
            f"heavy({bead})",
            f"{left} {rng.choice(['==', '!=', '<', '<=', '>', '>='])} {right}",
        ]
        if depth == 0:
            return rng.choice(leaves)
        inside, name = self.binder()
        within = (*beads, name)
        return rng.choice(
            [
                *rng.sample(leaves, 3),
                f"({self.condition(depth - 1, beads)} and {self.condition(depth - 1, beads)})",
                f"({self.condition(depth - 1, beads)} or {self.condition(depth - 1, beads)})",
                f"not {rng.choice(leaves[:2])}",
                f"any({inside} where {self.condition(depth - 1, within)})",
                f"all({inside} where {self.condition(depth - 1, within)})",
            ]
        )

    def binder(self) -> tuple[str, str]:
        self.names += 1
        name = f"b{self.names}"
        return self.rng.choice([f"{name}: bead", f"{name} in my.bag", f"{name} in heap"]), name


@pytest.mark.parametrize("seed", range(60))
def test_a_generated_expression(seed: int, tmp_path: Path) -> None:
    text = RULES.format(expression=Grammar(seed).number(3, ()))
    file = tmp_path / "sums.rules"
    extra = tmp_path / "more.rules"
    file.write_text(text, encoding="utf-8")
    extra.write_text(f"expansion more for sums {{ {REFINED} }}", encoding="utf-8")
    compiled = compile_game(file, players=3, expansions=[extra])
    game = rulewright.load(file, players=3, expansions=[extra])
    score = compiled.woven.functions["score"]
    call = m.CallMember(score.member, (), score.body.type)
    rng = random.Random(seed)
    state = game.new_initial_state(seed)
    while True:
        cells = Cells(game.description, state.to_bytes())
        evaluator = Evaluator(compiled.woven, compiled.translation.layout, cells)
        assert [evaluator.value(call, Frame(seat)) for seat in range(3)] == state.scores(), text
        if state.is_terminal():
            return
        state.apply_action(rng.choice(state.legal_actions()))
