"""Machine code and interpreter are one: every bundled game, at every step, and every fault with its place.

What is compared here goes through the Python API; test_backends.py compares many more games without it.
"""

import pytest
from tests.additions import Table, every_table, tables
from tests.effort import Proved, chosen, effort
from tests.native.agreement import fault_of, first_difference
from tests.vm.stall import program_text

from rulewright.vm import Game, RuleFault, RulewrightError

GAMES = effort(short=3, long=5)
PLAYOUTS = effort(short=75, long=1000)
CASES = chosen(short=tables(), long=every_table())


def both(program: str) -> tuple[Game, Game]:
    return Game.from_program_text(program, engine="interpreter"), Game.from_program_text(program, engine="native")


@pytest.mark.proof("backends")
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_bundled_game_is_equal_at_every_step(case: Table, proved: Proved) -> None:
    native = case.load(engine="native")
    interpreter = Game(native.program, engine="interpreter")
    assert (native.engine, interpreter.engine) == ("native", "interpreter")
    for seed in range(GAMES):
        assert first_difference(interpreter, native, seed, explicit_chance=seed % 2 == 1) is None
    assert interpreter.playouts(PLAYOUTS, 7, 1) == native.playouts(PLAYOUTS, 7, 2)
    first = [game.new_initial_state(3, explicit_chance=True) for game in (interpreter, native)]
    assert first[0].perft(2) == first[1].perft(2)
    assert first[0].divide(2) == first[1].divide(2)
    proved(games=GAMES, playouts=PLAYOUTS)


@pytest.mark.proof("backends")
def test_a_planted_difference_is_found() -> None:
    text = program_text("faulty")
    planted = text.replace("add r0 1", "add r0 2", 1)
    assert planted != text
    interpreter, _ = both(text)
    _, native = both(planted)
    found = [first_difference(interpreter, native, seed) for seed in range(20)]
    assert any(where is not None and "to_bytes differ" in where for where in found)


@pytest.mark.parametrize("action", range(4))
def test_faults_are_equal_with_their_places(action: int) -> None:
    ends: list[object] = []
    for game in both(program_text("faulty")):
        state = game.new_initial_state()
        before = state.to_bytes()
        try:
            state.apply_action(action)
            ends.append(None)
        except RuleFault as fault:
            ends.append(fault_of(fault))
            assert state.to_bytes() == before
    assert ends[0] == ends[1]


def test_random_play_that_fails_fails_alike_on_any_number_of_threads() -> None:
    texts = set()
    for game in both(program_text("faulty")):
        for threads in (1, 2, 3):
            with pytest.raises(RuleFault) as caught:
                game.playouts(50, 0, threads)
            texts.add(fault_of(caught.value))
    assert len(texts) == 1


def test_the_engine_is_chosen_by_name() -> None:
    text = program_text("stall")
    assert Game.from_program_text(text).engine == "native"
    with pytest.raises(RulewrightError, match="not `magic`"):
        Game.from_program_text(text, engine="magic")  # type: ignore[arg-type]


def test_states_of_both_are_equal_and_can_be_exchanged() -> None:
    interpreter, native = both(program_text("stall"))
    state = native.new_initial_state(5)
    assert state == interpreter.new_initial_state(5)
    assert interpreter.deserialize(state.serialize()) == state
