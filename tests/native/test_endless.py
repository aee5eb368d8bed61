"""Rules that would go on for ever or grow without end are stopped by both back ends, with the same words."""

from array import array

import numpy as np
import pytest
from tests.native.agreement import Fault, fault_of

from rulewright.vm import Game, InvalidProgram, RuleFault
from rulewright.vm.game import EngineName

ENGINES: tuple[EngineName, EngineName] = ("interpreter", "native")
PROGRAM = """
rulewright-ir 1
game "endless" players 1 actions 3 length 10
hash "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100"
file "endless.rules"
span 0 3 7 3 9
slot "me" u8 [] 0..0 control player all
slot "turns" u8 [] 0..200 var int all
func "legal" () none [] { offer 0  offer 1 }
func "points" (int) int [] { return 0 }
func "only" () none [] { offer 2 }
func "count" () none [int int] { for r0 in 0 60000 { r1 = load s1 0  store s1 0 r1 } }
segment "start" () [] { decide d0 }
segment "go" () [int int int] { RULES }
decision "choice" f0 { option "go" 0 [] g1  option "stay" 1 [] g0 }
decision "the same" f2 { option "again" 2 [] g1 }
actor s0
entry g0
score f1
tiebreak f1
"""
FUEL = "more than 2000000 segments, calls and loop turns"
ENDLESS = {
    "segments": ("goto g1", FUEL),
    "a loop": ("for r0 in 0 2147483647 { r1 = load s1 0  store s1 0 r1 }  decide d0", FUEL),
    "a loop of loops": ("for r0 in 0 60000 { for r1 in 0 60000 { r2 = load s1 0  store s1 0 r2 } }  decide d0", FUEL),
    "calls": ("for r0 in 0 60000 { call f3 }  decide d0", FUEL),
    "a number": ("for r0 in 0 1000 { r1 = load s1 0  r1 = add r1 1  store s1 0 r1 @0 }  decide d0", "201"),
    "choices with one answer": ("decide d1", FUEL),
}


def game(rules: str, engine: EngineName) -> Game:
    return Game.from_program_text(PROGRAM.replace("RULES", rules), engine=engine)


def fault(rules: str, engine: EngineName) -> Fault:
    state = game(rules, engine).new_initial_state()
    before = state.to_bytes()
    with pytest.raises(RuleFault) as caught:
        state.apply_action(0)
    assert state.to_bytes() == before
    return fault_of(caught.value)


@pytest.mark.proof("backends")
@pytest.mark.parametrize("name", ENDLESS)
def test_what_has_no_end_is_stopped_by_both_with_the_same_words(name: str) -> None:
    rules, words = ENDLESS[name]
    one, other = (fault(rules, engine) for engine in ENGINES)
    assert one == other
    assert words in one[0]


@pytest.mark.proof("backends")
def test_a_game_without_end_is_stopped_at_its_declared_length() -> None:
    said = set()
    for engine in ENGINES:
        endless = game("decide d0", engine)
        with pytest.raises(RuleFault, match="10") as caught:
            endless.playout(1)
        said.add(fault_of(caught.value))
    assert len(said) == 1


def test_calls_that_go_round_are_refused_before_they_run() -> None:
    """So there is nothing that could grow while it runs: all memory is measured when a program is loaded."""
    around = PROGRAM.replace("RULES", "call f3  decide d0").replace("for r0 in 0 60000 {", "call f3  for r0 in 0 2 {")
    for engine in ENGINES:
        with pytest.raises(InvalidProgram, match="f3"):
            Game.from_program_text(around, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ENDLESS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_of_a_batch_whose_rules_fail_is_as_before(name: str, engine: EngineName, threads: int) -> None:
    batch = game(ENDLESS[name][0], engine).batch(5, threads=threads)
    before = [batch.block(place) for place in range(5)]
    for _ in range(2):
        with pytest.raises(RuleFault) as caught:
            batch.step(array("i", [1, 0, 1, 0, -1]))
        assert caught.value.game == 1  # type: ignore[attr-defined]
        assert [batch.block(place) for place in range(5)] == before


COUNTING = """
rulewright-ir 1
game "counting" players 1 actions 4 length 300
hash "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100"
file "counting.rules"
span 0 3 7 3 9
slot "me" u8 [] 0..0 control player all
slot "turns" u8 [] 0..200 var int all
func "legal" () none [int bool] { r0 = load s1 0  r1 = ge r0 2  if r1 { offer 0 }
  offer 1  r1 = lt r0 2  if r1 { offer 2 }  offer 3 }
func "points" (int) int [] { r0 = load s1 0  return r0 }
segment "start" () [] { decide d0 }
segment "go" () [int] { r0 = load s1 0  r0 = add r0 1  store s1 0 r0  decide d0 }
segment "fail" () [] { store s1 0 7  fault "too far" @0 }
decision "choice" f0 { option "back" 0 [] g1  option "go" 1 [] g1  option "fail" 2 [] g2  option "fall" 3 [] g2 }
actor s0
entry g0
score f1
tiebreak f1
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_batch_goes_on_with_single_positions_after_rules_have_failed(engine: EngineName) -> None:
    """The code works on the positions of a batch where they stand, and on single ones in a place of their own."""
    counting = Game.from_program_text(COUNTING, engine=engine)
    batch = counting.batch(3, threads=1)
    state = counting.new_initial_state()
    for _ in range(3):
        state.apply_action(1)
    mask = np.zeros((3, counting.num_actions), np.uint8)
    with pytest.raises(RuleFault, match="too far"):
        batch.step(array("i", [1, -1, 3]), mask=mask)
    batch.put_state(0, state)
    assert batch.state(0) == state
    batch.write(mask=mask)
    assert mask.tolist() == [[1, 1, 0, 1], [0, 1, 1, 1], [0, 1, 1, 1]]
    assert state.legal_actions_mask() == [1, 1, 0, 1]
    batch.step(array("i", [0, 1, 1]), mask=mask)
    assert mask.tolist() == [[1, 1, 0, 1], [0, 1, 1, 1], [0, 1, 1, 1]]


HALF_A_LIST = COUNTING.replace(
    """[int bool] { r0 = load s1 0  r1 = ge r0 2  if r1 { offer 0 }
  offer 1  r1 = lt r0 2  if r1 { offer 2 }  offer 3 }""",
    """[int bool] { r0 = load s1 0  r1 = eq r0 2
  if r1 { offer 0  offer 1  r0 = sub r0 2  r0 = div 1 r0 @0 }  offer 2  offer 3 }""",
).replace('"fail" 2 [] g2', '"on" 2 [] g1')


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_legal_is_as_before_if_it_can_not_be_said_after_a_step(engine: EngineName, threads: int) -> None:
    """The failed step has begun to write its list over the one that was there."""
    counting = Game.from_program_text(HALF_A_LIST, engine=engine)
    batch = counting.batch(40, threads=threads)
    batch.step(array("i", [2] * 40))
    mask = np.zeros((40, counting.num_actions), np.uint8)
    for _ in range(2):
        with pytest.raises(RuleFault) as caught:
            batch.step(array("i", [-1, *[2] * 39]), mask=mask)
        assert caught.value.game == 1  # type: ignore[attr-defined]
        assert mask.tolist() == [[0, 0, 1, 1]] * 40
    drawn = np.zeros(40, np.int64)
    batch.draw_actions(drawn, 1)
    assert set(drawn.tolist()) == {2, 3}
