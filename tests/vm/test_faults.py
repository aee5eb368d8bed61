"""What goes wrong while running, and programs that are none: always an exception of ours."""

import pytest
from tests.vm.stall import load, program_text

from rulewright import _native
from rulewright.vm import Game, InternalFault, InvalidProgram, RuleFault, RulewrightError


@pytest.mark.parametrize(
    ("action", "sentence", "code"),
    [
        (1, "a division by zero", "divide"),
        (2, "the shelf fell down", "state"),
    ],
)
def test_a_fault_names_the_place_in_the_rules(action: int, sentence: str, code: str) -> None:
    state = load("faulty").new_initial_state()
    before = state.to_bytes()
    with pytest.raises(RuleFault) as caught:
        state.apply_action(action)
    assert caught.value.place == "faulty.rules:3:7"
    assert caught.value.sentence == sentence
    assert caught.value.code == code
    assert str(caught.value) == f"faulty.rules:3:7: {sentence} (in `{code}`)"
    assert state.to_bytes() == before
    assert state.history() == []
    assert state.legal_actions() == [0, 1, 2, 3]


def test_rules_that_go_round_for_ever_run_out_of_fuel() -> None:
    state = load("faulty").new_initial_state()
    with pytest.raises(RuleFault, match="segments, calls and loop turns") as caught:
        state.apply_action(3)
    assert caught.value.place is None


def test_a_fault_in_random_play_is_raised() -> None:
    with pytest.raises(RuleFault):
        load("faulty").playouts(50, 0, 2)


@pytest.mark.parametrize("text", ["", "rulewright-ir 2", 'rulewright-ir 1 game "x"', "\x00", "(" * 1000])
def test_a_text_that_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(InvalidProgram):
        Game.from_program_text(text)


def test_a_program_that_does_not_verify_is_refused() -> None:
    with pytest.raises(InvalidProgram, match="s8"):
        Game.from_program_text(program_text("stall").replace("0..30 var int", "0..300 var int"))


@pytest.mark.parametrize("data", [b"", b"RWIR", bytes(100)])
def test_bytes_that_are_no_program_are_refused(data: bytes) -> None:
    with pytest.raises(InvalidProgram):
        _native.Program.from_bytes(data)


def test_a_program_comes_back_from_both_forms() -> None:
    program = load().program
    text, data = program.to_text(), program.to_bytes()
    assert _native.Program.from_text(text).to_bytes() == data
    assert _native.Program.from_bytes(data).to_text() == text


def test_our_bugs_are_no_errors_of_the_user() -> None:
    assert not issubclass(InternalFault, RulewrightError)
    assert issubclass(InternalFault, Exception)
    for error in (RuleFault, InvalidProgram):
        assert issubclass(error, RulewrightError)
