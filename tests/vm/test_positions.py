"""Positions as dicts, there and back, and what is said about impossible ones."""

import random

import pytest
from tests.vm.stall import load, program_text

from rulewright.vm import Game, InvalidState


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def test_every_position_of_a_game_comes_back(game: Game) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        state = game.new_initial_state(seed, explicit_chance=True)
        while True:
            assert game.state_from_dict(state.to_dict()) == state
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))


def test_a_dict_has_the_names_of_the_rules(game: Game) -> None:
    state = game.new_initial_state(7)
    state.apply_action(state.string_to_action("stall.take(blue)"))
    position = state.to_dict()
    assert position["at"] == {"decision": "stall.choice"}
    assert position["to_move"] == 1
    assert position["supply"] == {"red": 6, "blue": 5, "green": 6}
    assert position["open"] == {"small": True, "large": True}
    assert position["leader"] == 0
    assert position["cargo"] == {}
    assert position["marks"] == [[0, 0, 0], [0, 0, 0]]
    assert position["control"] == {"stall.turn.start": 0, "stall.back": 2}
    players = position["players"]
    assert isinstance(players, list)
    assert players[0] == {"goods": {"blue": 1}, "purse": 0, "chips": 0, "favourite": None}
    assert "bank" not in position


def test_what_a_dict_leaves_out_is_as_at_the_start(game: Game) -> None:
    position = game.state_from_dict({}).to_dict()
    assert position["at"] == {"decision": "stall.choice"}
    assert position["supply"] == {"red": 6, "blue": 6, "green": 6}
    assert position["pool"] == 12
    assert position["leader"] is None, "the initial value, not what the set-up makes of it"
    assert position["open"] == {"small": True, "large": True}
    assert position["control"] == {"stall.turn.start": 0, "stall.back": 2}


def test_the_home_gets_the_rest(game: Game) -> None:
    state = game.state_from_dict(
        {
            "to_move": 2,
            "players": [{"goods": {"red": 2}, "chips": 5}, {"goods": {"red": 1}, "purse": 40}],
            "cargo": {"large": {"red": 3, "green": 1}},
            "leader": 1,
            "open": {"small": False},
            "marks": [[1], [0, -9]],
        }
    )
    position = state.to_dict()
    assert position["supply"] == {"blue": 6, "green": 5}
    assert position["pool"] == 7
    assert position["open"] == {"small": False, "large": True}
    assert position["marks"] == [[1, 0, 0], [0, -9, 0]]
    assert position["control"] == {"stall.turn.start": 2, "stall.back": 2}
    assert state.current_player() == 2
    assert game.action_to_string(0) == "stall.take(red)"
    assert 0 not in state.legal_actions()


def test_a_home_may_owe_as_much_as_its_range_allows(game: Game) -> None:
    assert game.state_from_dict({"players": [{"chips": 17}]}).to_dict()["pool"] == -5
    with pytest.raises(InvalidState, match="there are 18 `chip` in this position, but the game has 12"):
        game.state_from_dict({"players": [{"chips": 18}]})


def test_the_rest_must_fit_into_the_home() -> None:
    text = program_text("stall").replace("-5..30 place t1 all init 12", "-5..12 place t1 all init 12")
    text = text.replace("0..30 place t1 owner+count", "0..30 place t1 owner+count init 1")
    game = Game.from_program_text(text)
    with pytest.raises(InvalidState, match=r"the other 15 do not fit into pool, which holds -5 to 12"):
        game.state_from_dict({})
    assert game.state_from_dict({"players": [{"chips": 1}, {"chips": 2}]}).cell(5, 0) == 12


def test_a_position_may_stand_at_chance_or_at_the_end(game: Game) -> None:
    state = game.state_from_dict({"at": {"chance": "draw"}}, explicit_chance=True)
    assert state.is_chance_node()
    assert [outcome for outcome, _ in state.chance_outcomes()] == [0, 1, 2]
    assert game.state_from_dict({"at": "over"}).is_terminal()


def test_the_generator_comes_from_the_dict_or_the_seed(game: Game) -> None:
    assert game.state_from_dict({"generator": 5}).to_dict()["generator"] == 5
    first, second = game.state_from_dict({}, seed=1), game.state_from_dict({}, seed=2)
    assert first.to_dict()["generator"] != second.to_dict()["generator"]
    assert first == game.state_from_dict({}, seed=1)


def test_control_can_be_given(game: Game) -> None:
    state = game.state_from_dict({"to_move": 1, "control": {"stall.turn.start": 2}})
    assert state.to_dict()["control"] == {"stall.turn.start": 2, "stall.back": 2}


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ([], "the position must be a dict"),
        ({"suply": {}}, "the position has no `suply`; did you mean `supply`?"),
        ({"purse": 3}, r"`purse` belongs to each player and stands in players\[...\]"),
        ({"players": {}}, "players must be a list"),
        ({"players": [3]}, r"players\[0\] must be a dict, not 3"),
        ({"players": [{}] * 4}, "players has 4 players, but this game has 3"),
        ({"players": [{}, {"good": {}}]}, r"players\[1\] has no `good`; did you mean `goods`\?"),
        ({"players": [{}, {"goods": {"rad": 1}}]}, r"players\[1\].goods has no `rad`; did you mean `red`\?"),
        ({"players": [{}, {"goods": {"red": 21}}]}, r"players\[1\].goods.red is 21, but it holds 0 to 20"),
        ({"players": [{}, {"goods": {"red": -1}}]}, r"players\[1\].goods.red is -1, but it holds 0 to 20"),
        ({"players": [{}, {"goods": {"red": "two"}}]}, r"players\[1\].goods.red must be a number, not 'two'"),
        ({"players": [{}, {"goods": {"red": True}}]}, r"players\[1\].goods.red must be a number, not True"),
        ({"players": [{"goods": 3}]}, r"players\[0\].goods must be a dict, not 3"),
        ({"players": [{"favourite": "rde"}]}, r"players\[0\].favourite must be a color, not 'rde'; did you mean `red`"),
        ({"players": [{"favourite": ["red"]}]}, r"players\[0\].favourite must be a color"),
        ({"players": [{"purse": 1.5}]}, r"players\[0\].purse must be a number, not 1.5"),
        ({"cargo": {"huge": {}}}, "cargo has no `huge`"),
        ({"marks": [[], [], []]}, "marks has 3 items, but there is room for 2"),
        ({"marks": "12"}, "marks must be a list"),
        ({"open": {"small": 1}}, "open.small must be true or false, not 1"),
        ({"leader": 3}, "leader is seat 3, but the seats are 0 to 2"),
        ({"leader": -1}, "leader is seat -1, but the seats are 0 to 2"),
        ({"leader": "red"}, "leader must be a seat, not 'red'"),
        ({"to_move": 3}, "to_move is seat 3, but the seats are 0 to 2"),
        ({"to_move": None}, "to_move is None, but it holds 0 to 2"),
        ({"bank": 3}, "bank is unlimited, so it cannot be set"),
        ({"at": {"decision": "stall.choise"}}, "no decision `stall.choise`; did you mean `stall.choice`?"),
        ({"at": {"chance": 3}}, "there is no chance `3`"),
        ({"at": "here"}, "at must be"),
        ({"generator": -1}, "generator must be a number"),
        ({"control": {"stall.bakc": 1}}, "control has no `stall.bakc`; did you mean `stall.back`?"),
        ({"control": {"stall.back": 7}}, "which is no segment to go on from"),
        ({"control": []}, "control must be a dict"),
        ({"supply": {"red": 7}}, r"there are 7 `red` \(color\) in this position, but the game has 6"),
        ({"supply": {"red": 5}}, r"there are 5 `red` \(color\) in this position, but the game has 6"),
        ({"players": [{"goods": {"red": 4}}, {"goods": {"red": 3}}]}, r"there are 7 `red` \(color\)"),
    ],
)
def test_an_impossible_position_is_refused_in_one_sentence(game: Game, position: object, reason: str) -> None:
    with pytest.raises(InvalidState, match=reason) as caught:
        game.state_from_dict(position)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_a_name_that_is_taken_gets_a_mark() -> None:
    game = Game.from_program_text(program_text("stall").replace('"round"', '"generator"'))
    position = game.new_initial_state(1).to_dict()
    assert position["generator_"] == 0
    assert game.state_from_dict({"generator_": 4}).to_dict()["generator_"] == 4


def test_slots_that_share_a_name_are_told_apart() -> None:
    game = Game.from_program_text(program_text("stall").replace('"secret"', '"round"'))
    assert game.state_from_dict({"round": 4, "round#2": 5}).to_dict()["round#2"] == 5


def test_every_cell_may_start_with_a_number_of_its_own() -> None:
    text = program_text("stall").replace("place k0 all init 6 ", "place k0 all init { 6 0 2 } ")
    game = Game.from_program_text(text)
    assert game.description.slots[1].init == (6, 0, 2)
    assert game.state_from_dict({"cargo": {"small": {"green": 1}}}).to_dict()["supply"] == {"red": 6, "green": 1}
    with pytest.raises(InvalidState, match=r"there are 1 `blue` \(color\) in this position, but the game has 0"):
        game.state_from_dict({"cargo": {"small": {"blue": 1}}})
