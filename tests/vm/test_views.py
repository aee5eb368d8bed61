"""What a player sees, as numbers and as text; the table of a position."""

import random

import pytest
from tests.vm.stall import load

from rulewright.vm import Game, RulewrightError, State


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def test_the_table_shows_everything(game: Game) -> None:
    state = game.state_from_dict(
        {
            "to_move": 1,
            "leader": 2,
            "open": {"small": False},
            "cargo": {"small": {"red": 2}},
            "players": [{"goods": {"red": 1, "blue": 2}, "chips": 3, "favourite": "green"}],
        }
    )
    assert str(state).splitlines() == [
        "Seat 1 decides stall.choice.",
        "",
        "supply  red 3, blue 4, green 6",
        "pool    9",
        "cargo   small (red 2)",
        "round   0",
        "leader  seat 2",
        "open    large",
        "secret  0",
        "marks   -",
        "",
        "           seat 0         seat 1  seat 2",
        "goods      red 1, blue 2  -       -",
        "purse      0              0       0",
        "chips      3              0       0",
        "favourite  green          none    none",
    ]
    assert repr(state) == "<State of stall: decision stall.choice, 0 actions taken>"


def test_a_wide_table_becomes_a_paragraph_for_each_seat(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.vm.text.MOST_WIDTH", 10)
    lines = str(game.new_initial_state(1)).splitlines()
    assert [line for line in lines if line.startswith("seat")] == ["seat 0", "seat 1", "seat 2"]


def test_hidden_things_are_hidden_from_others(game: Game) -> None:
    state = game.state_from_dict({"secret": 5, "players": [{"chips": 3, "favourite": "red"}]})
    own, other = state.observation_string(0), state.observation_string(1)
    assert "red" in own.split("favourite")[1]
    assert "3 hidden" in other
    assert "secret  hidden" in own
    assert "red" not in other.split("favourite")[1]


def test_texts_and_numbers_agree_on_what_can_be_told_apart(game: Game) -> None:
    rng = random.Random(1)
    states: list[State] = []
    for _ in range(60):
        numbers = [rng.randrange(2) for _ in range(4)]
        seats = [{"chips": numbers[0], "favourite": ["red", "blue"][numbers[1]]}, {"chips": numbers[2]}]
        states.append(game.state_from_dict({"secret": numbers[3], "players": seats}, seed=rng.randrange(9)))
    for player in range(3):
        for a in states[:20]:
            for b in states:
                texts_agree = a.observation_string(player) == b.observation_string(player)
                assert texts_agree == (a.observation_tensor(player) == b.observation_tensor(player))
                if texts_agree:
                    assert a.redacted_bytes(player) == b.redacted_bytes(player)


def test_a_tensor_has_the_declared_size(game: Game) -> None:
    tensor = game.new_initial_state(1).observation_tensor(0)
    assert len(tensor) == game.observation_tensor_size()
    assert all(isinstance(value, float) for value in tensor)


@pytest.mark.parametrize("player", [-1, 3, 10**30])
def test_only_players_see_something(game: Game, player: int) -> None:
    state = game.new_initial_state(1)
    for ask in (state.observation_tensor, state.observation_string, state.information_state_string):
        with pytest.raises(RulewrightError, match=f"there is no player {player}; the seats are 0 to 2"):
            ask(player)


def test_secret_choices_of_others_stay_secret(game: Game) -> None:
    first, second = game.new_initial_state(7), game.new_initial_state(7)
    assert first.current_player() == 0
    first.apply_action(game.string_to_action("stall.wish(red)"))
    second.apply_action(game.string_to_action("stall.wish(blue)"))
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert "you took stall.wish(red)" in first.information_state_string(0)


def test_the_information_state_remembers_what_the_position_forgets(game: Game) -> None:
    first, second = game.new_initial_state(7), game.new_initial_state(7)
    for text in ("stall.wish(red)", "stall.pass", "stall.pass", "stall.wish(blue)"):
        first.apply_action(game.string_to_action(text))
    for text in ("stall.wish(green)", "stall.pass", "stall.pass", "stall.wish(blue)"):
        second.apply_action(game.string_to_action(text))
    assert first.observation_string(0) == second.observation_string(0)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.information_state_string(2) == second.information_state_string(2)


def test_a_block_can_be_redacted_without_a_state(game: Game) -> None:
    state = game.state_from_dict({"secret": 5})
    assert game.redact(state.to_bytes(), 1) == state.redacted_bytes(1)
