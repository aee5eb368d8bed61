"""Records: they replay exactly, or say where and why not."""

import json
import random

import pytest
from tests.vm.stall import load, program_text

from rulewright import api
from rulewright.vm import Game, InvalidRecord, Record, State, replay


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def played(state: State, moves: int) -> State:
    rng = random.Random(moves)
    for _ in range(moves):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("explicit_chance", [False, True])
def test_a_record_replays_exactly(game: Game, explicit_chance: bool) -> None:
    state = played(game.new_initial_state(3, explicit_chance=explicit_chance), 12)
    record = state.to_record()
    back = replay(record, game)
    assert back == state
    assert back.history() == state.history()
    assert replay(record.to_json(), game) == replay(record.to_dict(), game) == state
    assert Record.from_json(record.to_json()) == record
    assert api.replay(record.to_dict(), game) == api.replay(record.to_json(), game) == state


def test_a_record_says_what_was_played(game: Game) -> None:
    state = game.new_initial_state(7)
    state.apply_action(6)
    assert state.to_record().to_dict() == {
        "rulewright": 1,
        "game": "stall",
        "players": 3,
        "expansions": [],
        "variants": ["plain"],
        "options": {"size": 2},
        "rules_hash": game.rules_hash,
        "seed": 7,
        "actions": [6],
        "action_texts": ["stall.pass"],
    }


def test_a_game_from_a_position_has_the_position_in_its_record(game: Game) -> None:
    state = game.state_from_dict({"round": 20, "players": [{"chips": 2}]}, seed=5)
    played(state, 4)
    assert replay(json.loads(state.to_record().to_json()), game) == state


def test_the_first_move_that_does_not_fit_is_named(game: Game) -> None:
    record = game.new_initial_state(7).to_record()
    wrong = {**record.to_dict(), "actions": [6, 3, 6], "action_texts": []}
    with pytest.raises(InvalidRecord, match=r"move 1: action 3 `stall.sell\(red\)` is not legal here") as caught:
        replay(wrong, game)
    assert caught.value.move == 1
    with pytest.raises(InvalidRecord, match="move 2: this game has no action 99"):
        replay({**wrong, "actions": [6, 6, 99]}, game)


def test_other_rules_are_tried_and_the_difference_is_named(game: Game) -> None:
    state = game.new_initial_state(7)
    state.apply_action(0)
    state.apply_action(6)
    record = state.to_record()
    same = Game.from_program_text(program_text("stall").replace('hash "0011', 'hash "0012'))
    assert replay(record, same).to_bytes() == state.to_bytes()
    renamed = Game.from_program_text(
        program_text("stall").replace('hash "0011', 'hash "0012').replace('"stall.pass"', '"stall.wait"')
    )
    with pytest.raises(
        InvalidRecord,
        match=r"move 1: action 6 was `stall.pass` and is now `stall.wait`; the rules have changed since",
    ):
        replay(record, renamed)


def test_a_record_of_another_game_is_refused(game: Game) -> None:
    record = game.new_initial_state(7).to_record().to_dict()
    with pytest.raises(InvalidRecord, match="of `shop`, not of `stall`"):
        replay({**record, "game": "shop"}, game)
    with pytest.raises(InvalidRecord, match="4 players, not 3"):
        replay({**record, "players": 4}, game)
    with pytest.raises(InvalidRecord, match="does not start: a seed"):
        replay({**record, "seed": -1}, game)
    with pytest.raises(InvalidRecord, match="does not start: the position has no `x`"):
        replay({**record, "start": {"x": 1}}, game)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rulewright": 2}, '"rulewright": 1, not 2'),
        ({"game": 3}, "`game` must be a text, not 3"),
        ({"players": "3"}, "`players` must be a number"),
        ({"seed": True}, "`seed` must be a number"),
        ({"actions": None}, "`actions` must be a list"),
        ({"actions": ["6"]}, "`actions` must hold numbers, not '6'"),
        ({"action_texts": [6]}, "`action_texts` must hold texts, not 6"),
        ({"action_texts": ["a", "b"]}, "1 actions and 2 texts"),
        ({"options": []}, "`options` must be an object"),
        ({"explicit_chance": 1}, "`explicit_chance` must be true or false"),
        ({"start": 1}, "`start` must be a position"),
    ],
)
def test_something_that_is_no_record_is_refused(game: Game, change: dict[str, object], reason: str) -> None:
    record = {**game.new_initial_state(7).to_record().to_dict(), "actions": [6]}
    with pytest.raises(InvalidRecord, match=reason):
        Record.from_dict({**record, **change})


@pytest.mark.parametrize("text", ["", "[1]", "{}", "[" * 100_000])
def test_a_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord):
        Record.from_json(text)
