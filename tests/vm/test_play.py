"""Playing through the API: legal actions, applying, undoing, copying, chance, results."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest
from tests.vm.stall import load

from rulewright.vm import Game, InvalidAction, InvalidState, RuleFault, RulewrightError, State


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def walk(game: Game, seed: int, *, explicit_chance: bool = False) -> State:
    """A finished game of random play."""
    rng = random.Random(seed)
    state = game.new_initial_state(seed, explicit_chance=explicit_chance)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_a_game_knows_its_numbers(game: Game) -> None:
    assert (game.name, game.title, game.num_players) == ("stall", "Stall", 3)
    assert game.num_actions == game.num_distinct_actions() == 11
    assert game.max_game_length() == 40
    assert game.rules_hash.startswith("00112233")
    assert "stall" in repr(game)
    assert game.description.to_dict()["game"] == "stall"


def test_a_game_ends_with_shares_of_the_win(game: Game) -> None:
    state = walk(game, 1)
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert sum(state.returns()) == pytest.approx(1.0)
    best = max(zip(state.scores(), state.tiebreaks(), strict=True))
    for result, share in zip(zip(state.scores(), state.tiebreaks(), strict=True), state.returns(), strict=True):
        assert (share > 0) == (result == best)


def test_returns_are_zero_before_the_end(game: Game) -> None:
    assert game.new_initial_state(1).returns() == [0.0, 0.0, 0.0]


def test_legal_actions_rise_and_agree_with_the_mask(game: Game) -> None:
    state = game.new_initial_state(3)
    legal = state.legal_actions()
    assert legal == sorted(legal)
    assert legal == [action for action, flag in enumerate(state.legal_actions_mask()) if flag]
    legal.clear()
    assert state.legal_actions() != [], "the list belongs to the caller"


def test_every_undo_gives_the_bytes_before(game: Game) -> None:
    state = walk(game, 4)
    path = state.path()
    for action, block in reversed(path):
        assert state.undo_action() == action
        assert state.to_bytes() == block
    assert state == game.new_initial_state(4)
    with pytest.raises(InvalidState, match="no action to take back"):
        state.undo_action()


def test_clones_go_their_own_ways(game: Game) -> None:
    state = game.new_initial_state(5)
    state.apply_action(6)
    other = state.clone()
    assert type(other) is State
    assert other == state
    assert hash(other) == hash(state)
    assert other.hash() == state.hash()
    other.apply_action(7)
    assert other != state
    assert state.history() == [6]
    assert other.history() == [6, 7]
    other.undo_action()
    other.undo_action()
    assert state.history() == [6]
    assert copy.copy(state) == copy.deepcopy(state) == state


def test_a_state_is_not_equal_to_something_else(game: Game) -> None:
    state = game.new_initial_state(5)
    assert state != 5
    assert state == load().new_initial_state(5), "the same program loaded twice"
    assert state != load("faulty").new_initial_state(5)


def test_a_long_history_is_dropped_without_recursion() -> None:
    # Dropped one within the other, so many steps would end the stack of any thread.
    state = load("faulty").new_initial_state()
    for _ in range(300_000):
        state.apply_action(0)
    other = state.clone()
    del state
    assert other.history_len() == 300_000
    del other


@pytest.mark.parametrize("action", [-1, 11, 10**30])
def test_an_action_that_does_not_exist_is_refused(game: Game, action: int) -> None:
    state = game.new_initial_state(1)
    with pytest.raises(InvalidAction, match=f"no action {action}"):
        state.apply_action(action)


def test_an_illegal_action_is_named(game: Game) -> None:
    state = game.new_initial_state(7)
    with pytest.raises(InvalidAction, match=r"`stall.sell\(red\)` is not legal here: player 0 decides `stall.choice`"):
        state.apply_action(3)
    assert state.history() == []


def test_an_action_must_be_a_number(game: Game) -> None:
    with pytest.raises(TypeError):
        game.new_initial_state(1).apply_action("6")  # type: ignore[arg-type]


def test_no_action_after_the_end(game: Game) -> None:
    with pytest.raises(InvalidAction, match="the game is over"):
        walk(game, 1).apply_action(0)


def test_actions_have_texts_that_read_back(game: Game) -> None:
    for action in range(game.num_actions):
        assert game.string_to_action(game.action_to_string(action)) == action
    assert game.action_to_string(4) == "stall.sell(blue)"
    assert game.action_info(4) == {"decision": "stall.choice", "action": "stall.sell", "params": ["blue"]}
    assert game.new_initial_state(1).action_info(6)["params"] == []
    with pytest.raises(InvalidAction, match=r"`stall.steal`"):
        game.string_to_action("stall.steal")
    with pytest.raises(InvalidAction, match="no action 99"):
        game.action_to_string(99)


def test_explicit_chance_stops_with_outcomes(game: Game) -> None:
    state = game.new_initial_state(1, explicit_chance=True)
    assert state.is_chance_node()
    assert state.current_player() == -1
    assert state.chance_outcomes() == [(seat, 1 / 3) for seat in range(3)]
    assert state.legal_actions() == [0, 1, 2]
    assert state.action_to_string(2) == "first=2"
    assert state.string_to_action("first=2") == 2
    assert state.action_info(2) == {"chance": "first", "outcome": 2}
    with pytest.raises(InvalidAction, match="outcome 3 is not possible"):
        state.apply_action(3)
    state.apply_action(2)
    assert state.current_player() == 2
    assert state.chance_outcomes() == []


def test_sampling_every_chance_point_is_the_sampled_game(game: Game) -> None:
    sampled = game.new_initial_state(9)
    stepped = game.new_initial_state(9, explicit_chance=True)
    stepped.sample_chance()
    sampled.apply_action(10)
    stepped.apply_action(10)
    stepped.sample_chance()
    assert sampled.to_bytes() == stepped.to_bytes()


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(game: Game, seed: int) -> None:
    with pytest.raises(RulewrightError, match="a seed is a number"):
        game.new_initial_state(seed)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda game: game.playouts(-1, 1), "a number of games is never below 0: -1"),
        (lambda game: game.playouts(2**64, 1), "a number of games is never so large: 18446744073709551616"),
        (lambda game: game.playouts(1, 1, -2), "a number of threads is never below 0: -2"),
        (lambda game: game.batch(-1), "a number of games is never below 0: -1"),
        (lambda game: game.batch(1, threads=2**64), "a number of threads is never so large"),
        (lambda game: game.new_initial_state(1).perft(-1), "a depth is never below 0: -1"),
        (lambda game: game.new_initial_state(1).divide(2**32), "a depth is never so large: 4294967296"),
    ],
)
def test_counts_that_cannot_be_meant_are_refused_in_words(
    game: Game, wrong: Callable[[Game], object], words: str
) -> None:
    with pytest.raises(RulewrightError, match=words):
        wrong(game)


def test_equal_seeds_give_equal_games(game: Game) -> None:
    assert walk(game, 6).history() == walk(game, 6).history()
    assert game.playout(6) == game.playout(6)


def test_playouts_are_single_playouts_in_order(game: Game) -> None:
    many = game.playouts(20, 100, 2)
    assert many == [game.playout(seed) for seed in range(100, 120)]
    assert many[0]["seed"] == 100
    with pytest.raises(RulewrightError, match="beyond"):
        game.playouts(2, 2**64 - 1)


def test_perft_counts_and_divides(game: Game) -> None:
    state = game.new_initial_state(1)
    count = state.perft(2)
    parts = state.divide(2)
    assert sum(part["leaves"] for _, part in parts) == count["leaves"]
    assert [action for action, _ in parts] == state.legal_actions()
    assert state.perft(1)["leaves"] == len(state.legal_actions())
    assert count["terminals"] == 0


def test_serialised_states_come_back(game: Game) -> None:
    state = game.new_initial_state(8, explicit_chance=True)
    state.apply_action(1)
    state.apply_action(6)
    back = game.deserialize(state.serialize())
    assert back == state
    assert back.explicit_chance
    assert back.history() == []
    assert game.deserialize(state.to_bytes()) == state


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: "", "no serialised state"),
        (lambda text: text.replace("state 1", "state 9"), "form 9"),
        (lambda text: text.replace("0011", "0012"), "other rules"),
        (lambda text: text.replace("1 3 ", "1 4 "), "4 players"),
        (lambda text: text.replace("sampled", "loaded"), "no serialised state"),
        (lambda text: text[:-3], "damaged|bytes"),
        (lambda text: text[:-3] + "!!!", "damaged"),
    ],
)
def test_a_damaged_serial_is_refused(game: Game, change: object, reason: str) -> None:
    assert callable(change)
    with pytest.raises(InvalidState, match=reason):
        game.deserialize(change(game.new_initial_state(8).serialize()))


def test_games_states_and_errors_can_be_pickled(game: Game) -> None:
    state = game.new_initial_state(8)
    back = pickle.loads(pickle.dumps(state))
    assert back == state
    assert (back.game.title, back.game.variants, back.game.options) == ("Stall", ("plain",), {"size": 2})
    with pytest.raises(RuleFault) as caught:
        load("faulty").new_initial_state().apply_action(2)
    error = pickle.loads(pickle.dumps(caught.value))
    assert (type(error), error.place) == (RuleFault, "faulty.rules:3:7")


def test_a_cell_set_by_hand_ends_the_history(game: Game) -> None:
    state = game.new_initial_state(8)
    state.apply_action(6)
    state.set_cell(8, 0, 29)
    assert (state.cell(8, 0), state.history(), state.seed) == (29, [], None)
    with pytest.raises(InvalidState, match="`round` at 0 is 31"):
        state.set_cell(8, 0, 31)
    with pytest.raises(InvalidState, match="no cell"):
        state.cell(99, 0)
    state.apply_action(6)
    assert state.is_terminal()


def test_a_new_seed_changes_only_the_generator(game: Game) -> None:
    state, other = game.new_initial_state(8), game.new_initial_state(8)
    other.reseed(99)
    assert state.to_bytes()[:8] != other.to_bytes()[:8]
    assert state.to_bytes()[8:] == other.to_bytes()[8:]
