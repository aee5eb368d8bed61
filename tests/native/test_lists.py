"""The list of what is legal has room for all numbers of a decision: what follows it is the next game."""

from array import array

import numpy as np
import pytest

from rulewright.vm import Game
from rulewright.vm.game import EngineName

PROGRAM = """
rulewright-ir 1
game "lists" players 1 actions {all} length 300
hash "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100"
file "lists.rules"
span 0 3 7 3 9
slot "me" u8 [] 0..0 control player all
slot "turns" u8 [] 0..200 var int all
func "legal" () none [int] {{ {legal} }}
func "other" () none [] {{ offer {most}  offer {last} }}
func "points" (int) int [] {{ r0 = load s1 0  return r0 }}
segment "start" () [] {{ decide d0 }}
segment "go" (int) [int] {{ r1 = load s1 0  r1 = add r1 1  store s1 0 r1  decide d0 }}
segment "away" () [] {{ decide d1 }}
decision "choice" f0 {{ option "go" 0 [0..{end}] g1 }}
decision "never" f1 {{ option "back" {most} [] g2  option "out" {last} [] g2 }}
actor s0
entry g0
score f2
tiebreak f2
"""


@pytest.mark.parametrize("engine", ["interpreter", "native"])
@pytest.mark.parametrize("most", [2, 3, 7, 8, 9, 12, 13, 17, 40])
@pytest.mark.parametrize("in_a_row", [True, False])
def test_all_numbers_of_a_decision_are_legal_in_all_games(engine: EngineName, most: int, in_a_row: bool) -> None:
    single = "".join(f"offer {number} " for number in range(most))
    legal = f"for r0 in 0 {most} {{ offer r0 }}" if in_a_row else single
    text = PROGRAM.format(legal=legal, most=most, last=most + 1, all=most + 2, end=most - 1)
    game = Game.from_program_text(text, engine=engine)
    batch = game.batch(5, seed=1, threads=1)
    mask = np.zeros((5, game.num_actions), np.uint8)
    for _ in range(2):
        batch.step(array("q", [most - 1] * 5), mask=mask)
        assert mask.tolist() == [[1] * most + [0, 0]] * 5
    for place in range(5):
        state = game.new_initial_state(1 + place)
        assert state.legal_actions() == list(range(most))
        state.apply_action(most - 1)
        state.apply_action(most - 1)
        assert batch.state(place) == state
