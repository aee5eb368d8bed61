"""Batches: equal to single games on any number of threads, and buffers that are not right."""

from __future__ import annotations

import os
import warnings
from array import array
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.vm.stall import load, program_text

from rulewright.vm import Batch, Game, InvalidAction, InvalidState, RuleFault, RulewrightError, State
from rulewright.vm.game import EngineName

ENGINES: list[EngineName] = ["interpreter", "native"]
GAMES = 7


@pytest.fixture(params=ENGINES)
def game(request: pytest.FixtureRequest) -> Game:
    return Game.from_program_text(program_text("stall"), engine=request.param)


class Buffers:
    """One of each, filled with what no step writes."""

    def __init__(self, game: Game, games: int = GAMES, *, by_player: bool = False) -> None:
        views = (games, game.num_players) if by_player else (games,)
        self.current_player = np.full(games, 99, np.int32)
        self.mask = np.full((games, game.num_actions), 99, np.uint8)
        self.observation = np.full((*views, game.observation_tensor_size()), 99, np.float32)
        self.reward = np.full((games, game.num_players), 99, np.float32)
        self.done = np.full(games, 99, np.uint8)

    def all(self) -> dict[str, np.ndarray[Any, Any]]:
        return dict(vars(self))


def pick(legal: list[int], seed: int, step: int) -> int:
    """An action that depends on the game and the step alone."""
    return legal[(seed * 31 + step * 7) % len(legal)]


def assert_shows(buffers: Buffers, place: int, state: State) -> None:
    """The rows of a game are what the state says."""
    assert buffers.current_player[place] == state.current_player()
    assert list(buffers.mask[place]) == state.legal_actions_mask()
    seat = max(state.current_player(), 0)
    if buffers.observation.ndim == 2:
        assert list(buffers.observation[place]) == state.observation_tensor(seat)
    else:
        for player, seen in enumerate(buffers.observation[place]):
            assert list(seen) == state.observation_tensor(player)


@pytest.mark.parametrize("threads", [1, 2, 3, 20])
@pytest.mark.parametrize("by_player", [False, True])
def test_a_batch_is_equal_to_single_games(game: Game, threads: int, by_player: bool) -> None:
    batch = game.batch(GAMES, 50, threads=threads)
    assert (len(batch), batch.threads) == (GAMES, min(threads, GAMES))
    states = [game.new_initial_state(50 + place) for place in range(GAMES)]
    buffers = Buffers(game, by_player=by_player)
    batch.write(**buffers.all())
    for step in range(60):
        for place, state in enumerate(states):
            assert batch.state(place) == state
            assert_shows(buffers, place, state)
        before = [state.is_terminal() for state in states]
        if all(before):
            break
        actions = array("i", [-1] * GAMES)
        for place, state in enumerate(states):
            if not state.is_terminal():
                actions[place] = pick(state.legal_actions(), 50 + place, step)
                state.apply_action(actions[place])
        batch.step(actions, **buffers.all())
        for place, state in enumerate(states):
            assert buffers.done[place] == state.is_terminal()
            wanted = [0.0] * game.num_players if before[place] else state.returns()
            assert list(buffers.reward[place]) == pytest.approx(wanted)
    assert all(state.is_terminal() for state in states)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("by_player", [False, True])
def test_a_number_below_0_leaves_a_game_as_it_is(game: Game, threads: int, by_player: bool) -> None:
    batch = game.batch(GAMES, 50, threads=threads)
    states = [game.new_initial_state(50 + place) for place in range(GAMES)]
    nothing = [-1, -2, -(2**31), -(2**32), 1 - 2**32, -(2**40), -(2**63)]
    for step in range(12):
        actions = np.array([nothing[(step + place) % len(nothing)] for place in range(GAMES)])
        for place, state in enumerate(states):
            if (step + place) % 3 and not state.is_terminal():
                actions[place] = pick(state.legal_actions(), 50 + place, step)
                state.apply_action(int(actions[place]))
        buffers = Buffers(game, by_player=by_player)
        batch.step(actions, **buffers.all())
        for place, state in enumerate(states):
            assert batch.state(place) == state
            assert_shows(buffers, place, state)
            if actions[place] < 0:
                assert not buffers.reward[place].any()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_game_that_ends_is_followed_by_the_next_seed(game: Game, threads: int) -> None:
    batch = game.batch(GAMES, 3, restart=True, threads=threads)
    assert batch.restart
    states = [game.new_initial_state(3 + place) for place in range(GAMES)]
    seeds = [3 + place for place in range(GAMES)]
    buffers = Buffers(game)
    ended = 0
    for step in range(150):
        actions = np.array([pick(s.legal_actions(), seed, step) for s, seed in zip(states, seeds, strict=True)])
        batch.step(actions, **buffers.all())
        for place, state in enumerate(states):
            state.apply_action(int(actions[place]))
            assert buffers.done[place] == state.is_terminal()
            assert list(buffers.reward[place]) == pytest.approx(state.returns())
            if state.is_terminal():
                ended += 1
                seeds[place] += GAMES
                states[place] = game.new_initial_state(seeds[place])
            assert batch.seed_of(place) == seeds[place]
            assert batch.state(place) == states[place]
            assert_shows(buffers, place, states[place])
    assert ended > 2 * GAMES


def test_drawn_actions_are_legal_and_all_equally_likely(game: Game) -> None:
    batch = game.batch(GAMES, 50)
    actions = np.full(GAMES, 99, np.int64)
    counts: list[Counter[int]] = [Counter() for _ in range(GAMES)]
    rounds = 600
    for seed in range(rounds):
        batch.draw_actions(actions, seed)
        for place, action in enumerate(actions):
            counts[place][int(action)] += 1
    for place, count in enumerate(counts):
        legal = batch.state(place).legal_actions()
        assert sorted(count) == legal
        assert min(count.values()) > rounds / len(legal) / 2


def test_the_next_seed_draws_for_a_game_something_else_than_for_its_neighbour(game: Game) -> None:
    games, rounds = 64, 50
    batch = game.batch(games, 1)
    state = game.new_initial_state(1)
    for place in range(games):
        batch.put_state(place, state)
    drawn = np.zeros((rounds, games), np.int64)
    for seed in range(rounds):
        batch.draw_actions(drawn[seed], seed)
    choices = len(state.legal_actions())
    assert choices > 1
    for one, other in [
        (drawn[1:, :-1], drawn[:-1, 1:]),
        (drawn[1:, 1:], drawn[:-1, :-1]),
        (drawn[1:], drawn[:-1]),
        (drawn[:, 1:], drawn[:, :-1]),
    ]:
        assert np.mean(one == other) == pytest.approx(1 / choices, abs=0.05)


@pytest.mark.parametrize("threads", [1, 3])
def test_games_are_played_to_their_end_by_drawn_actions(game: Game, threads: int) -> None:
    batch = game.batch(GAMES, 50, threads=threads)
    single = game.batch(GAMES, 50, threads=1)
    actions, others = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.int64)
    for step in range(game.max_game_length()):
        batch.draw_actions(actions, step)
        single.draw_actions(others, step)
        assert list(actions) == list(others)
        for place, action in enumerate(actions):
            assert (action == -1) == batch.state(place).is_terminal()
        batch.step(actions)
        single.step(others)
    assert set(actions) == {-1}


def test_drawn_actions_need_a_list_of_the_right_form(game: Game) -> None:
    batch = game.batch(GAMES, 1)
    for wrong, words in [
        (np.zeros(GAMES, np.int32), "`actions` must hold int64, not `i`"),
        (np.zeros(GAMES + 1, np.int64), r"`actions` must have the shape \(7,\), not \(8,\)"),
        ([0] * GAMES, "`actions` must be a buffer"),
    ]:
        with pytest.raises(RulewrightError, match=words):
            batch.draw_actions(wrong, 1)  # type: ignore[arg-type]
    with pytest.raises(RulewrightError, match="a seed is a number"):
        batch.draw_actions(np.zeros(GAMES, np.int64), -1)


def test_a_batch_can_start_anew(game: Game) -> None:
    batch = game.batch(3, 1)
    batch.reset(9)
    assert [batch.state(place) for place in range(3)] == [game.new_initial_state(9 + place) for place in range(3)]
    assert [batch.seed_of(place) for place in range(3)] == [9, 10, 11]


def test_an_illegal_action_is_named_and_changes_nothing(game: Game) -> None:
    batch = game.batch(GAMES, 1, threads=2)
    before = [batch.block(place) for place in range(GAMES)]
    buffers = Buffers(game)
    legal = [batch.state(place).legal_actions() for place in range(GAMES)]
    actions = array("q", [each[0] for each in legal])
    actions[4] = next(a for a in range(game.num_actions) if a not in legal[4])
    with pytest.raises(InvalidAction, match=rf"^game 4: action {actions[4]} `.*` is not legal here: player") as caught:
        batch.step(actions, **buffers.all())
    assert caught.value.game == 4  # type: ignore[attr-defined]
    assert [batch.block(place) for place in range(GAMES)] == before
    assert all((buffer == 99).all() for buffer in buffers.all().values())
    for unknown in (game.num_actions, 2**31 - 1, 2**40, 2**63 - 1):
        actions[4] = unknown
        with pytest.raises(InvalidAction, match=f"^game 4: this game has no action {unknown}$"):
            batch.step(actions)


def test_a_game_that_is_over_takes_no_action(game: Game) -> None:
    batch = game.batch(2, 1)
    state = game.new_initial_state(1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    batch.put_state(1, state)
    legal = batch.state(0).legal_actions()[0]
    with pytest.raises(InvalidAction, match=r"^game 1: the game is over"):
        batch.step(array("i", [legal, legal]))
    batch.step(array("i", [legal, -1]))
    assert batch.state(0).history_len() == 0
    assert batch.state(1) == state


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_rules_that_fail_in_one_game_leave_the_others_a_step_further(engine: EngineName, threads: int) -> None:
    game = Game.from_program_text(program_text("faulty"), engine=engine)
    batch = game.batch(4, 0, threads=threads)
    mask = np.zeros((4, game.num_actions), np.uint8)
    with pytest.raises(RuleFault, match="a division by zero") as caught:
        batch.step(array("i", [0, 1, 2, 0]), mask=mask)
    assert caught.value.game == 1  # type: ignore[attr-defined]
    assert caught.value.place == "faulty.rules:3:7"
    further = game.new_initial_state(0)
    further.apply_action(0)
    assert [batch.state(place).to_bytes()[8:] == further.to_bytes()[8:] for place in range(4)] == [
        True,
        False,
        False,
        True,
    ]
    for place in range(4):
        assert list(mask[place]) == batch.state(place).legal_actions_mask()


def test_a_position_can_be_put_into_a_batch(game: Game) -> None:
    batch = game.batch(3, 0)
    state = game.new_initial_state(77)
    for _ in range(4):
        state.apply_action(state.legal_actions()[-1])
    batch.put_state(2, state)
    assert batch.state(2) == state
    assert [batch.seed_of(place) for place in range(3)] == [0, 1, None]
    action = state.legal_actions()[0]
    batch.step(array("i", [-1, -1, action]))
    state.apply_action(action)
    assert batch.state(2) == state
    with pytest.raises(RulewrightError, match="there is no game 3; the batch has 3"):
        batch.put_state(3, state)
    with pytest.raises(RulewrightError, match="there is no game 9"):
        batch.state(9)
    with pytest.raises(InvalidState, match="other rules"):
        batch.put_state(0, load("faulty").new_initial_state())


def test_chance_points_are_refused(game: Game) -> None:
    state = game.new_initial_state(1, explicit_chance=True)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(InvalidState, match="chance decides there"):
        game.batch(1).put_state(0, state)


def test_buffers_need_no_numpy() -> None:
    game = load()
    batch = game.batch(2, 5)
    players = array("i", [0, 0])
    mask = memoryview(bytearray(2 * game.num_actions)).cast("B", (2, game.num_actions))
    done = bytearray(2)
    batch.write(current_player=players, mask=mask, done=done)
    rows: list[Any] = mask.tolist()
    for place in range(2):
        assert rows[place] == game.new_initial_state(5 + place).legal_actions_mask()
    batch.step(array("i", [row.index(1) for row in rows]), mask=mask)


def test_rows_of_a_larger_array_are_buffers_too() -> None:
    game = load()
    batch = game.batch(4, 1)
    masks = np.zeros((3, 4, game.num_actions), np.bool_)
    batch.write(mask=masks[0])
    for time in range(2):
        batch.step(masks[time].argmax(1), mask=masks[time + 1])
    assert masks.any(axis=2).all()


WRONG: list[tuple[str, Callable[[Game], object], str]] = [
    ("mask", lambda game: np.zeros((GAMES, game.num_actions), np.int32), r"`mask` must hold uint8 or bool, not `i`"),
    ("mask", lambda game: np.zeros((GAMES, 3), np.uint8), r"`mask` must have the shape \(7, 11\), not \(7, 3\)"),
    ("mask", lambda game: np.zeros(GAMES * game.num_actions, np.uint8), r"shape \(7, 11\), not \(77,\)"),
    ("mask", lambda game: np.zeros((game.num_actions, GAMES), np.uint8).T, "`mask` must be C-contiguous"),
    ("mask", lambda game: bytes(GAMES * game.num_actions), "`mask` is read-only"),
    ("mask", lambda game: [[0] * game.num_actions] * GAMES, "`mask` must be a buffer, as a NumPy array is, not `list`"),
    ("done", lambda game: np.zeros(GAMES + 1, np.uint8), r"`done` must have the shape \(7,\), not \(8,\)"),
    ("current_player", lambda game: np.zeros(GAMES, np.int64), "`current_player` must hold int32, not `l`"),
    ("current_player", lambda game: np.zeros(GAMES, ">i4"), "`current_player` must hold int32, not `>i`"),
    ("reward", lambda game: np.zeros((GAMES, 3), np.float64), "`reward` must hold float32, not `d`"),
    ("observation", lambda game: np.zeros((GAMES, 1), np.float32), r"must have the shape \(7, \d+\) or \(7, 3, \d+\)"),
]


@pytest.mark.parametrize(("name", "make", "words"), WRONG)
def test_a_wrong_buffer_is_refused_in_words(name: str, make: Callable[[Game], object], words: str) -> None:
    game = load()
    batch = game.batch(GAMES, 1)
    before = batch.block(0)
    legal = array("i", [batch.state(place).legal_actions()[0] for place in range(GAMES)])
    buffer: Any = make(game)
    with pytest.raises(RulewrightError, match=words):
        batch.step(legal, **{name: buffer})
    with pytest.raises(RulewrightError, match=words):
        batch.write(**{name: buffer})
    assert batch.block(0) == before


def test_a_misaligned_buffer_is_refused() -> None:
    game = load()
    raw = np.zeros(4 * GAMES + 1, np.uint8)
    with pytest.raises(RulewrightError, match="aligned"):
        game.batch(GAMES).write(current_player=raw[1:].view(np.int32))


def test_buffers_that_share_memory_are_refused() -> None:
    game = load()
    batch = game.batch(2)
    memory = bytearray(2 * game.num_actions + 1)
    mask = memoryview(memory)[:-1].cast("B", (2, game.num_actions))
    with pytest.raises(RulewrightError, match="`mask` shares memory with `done`"):
        batch.write(mask=mask, done=memoryview(memory)[-3:-1])


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (array("i", [0]), r"`actions` must have the shape \(7,\), not \(1,\)"),
        (array("f", [0.0] * GAMES), "`actions` must hold int32 or int64, not `f`"),
        (array("I", [0] * GAMES), "`actions` must hold int32 or int64, not `I`"),
        ([0] * GAMES, "`actions` must be a buffer"),
    ],
)
def test_wrong_actions_are_refused_in_words(actions: array[int], words: str) -> None:
    with pytest.raises(RulewrightError, match=words):
        load().batch(GAMES).step(actions)


def test_a_batch_has_games() -> None:
    with pytest.raises(RulewrightError, match="at least one game"):
        load().batch(0)
    with pytest.raises(RulewrightError, match="a seed is a number"):
        load().batch(1, -1)
    assert repr(load().batch(2, threads=1)) == "<Batch of 2 games of stall on 1 threads>"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_that_is_forked_off_can_go_on() -> None:
    game = load()
    batch = game.batch(8, 1, threads=3)
    actions = array("i", [batch.state(place).legal_actions()[0] for place in range(8)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python fears threads here; ours hold nothing
        child = os.fork()
    if child == 0:
        batch.step(actions)
        os._exit(sum(batch.state(place).is_terminal() for place in range(8)))
    assert os.waitpid(child, 0)[1] == 0
    batch.step(actions)


def test_results_of_playouts_are_arrays() -> None:
    game = load()
    results = game.playouts(5, 10, 2)
    single = [game.playout(seed) for seed in range(10, 15)]
    assert results == single
    assert results[-1] == single[-1]
    assert results[1:3] == single[1:3]
    scores = np.asarray(results.scores)
    assert scores.shape == (5, 3)
    assert scores.dtype == np.int32
    assert scores.tolist() == [each["scores"] for each in single]
    assert np.asarray(results.returns).dtype == np.float64
    assert np.asarray(results.decisions).tolist() == [each["decisions"] for each in single]
    assert np.asarray(results.counters).shape == (5, len(results.counter_names))
    scores[0, 0] = 1234
    assert results.scores[0, 0] == 1234, "no copy"
    with pytest.raises(IndexError):
        results[5]
    assert list(game.playouts(0, 3)) == []


def test_a_batch_of_a_game_is_a_batch() -> None:
    assert isinstance(load().batch(1), Batch)
