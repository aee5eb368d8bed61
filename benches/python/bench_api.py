"""What the Python side costs; each benchmark checks the result that it measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import rulewright as rw
from rulewright.cache import VARIABLE

GAME = "puerto_rico"
BATCHES = [16, 256, 1024]


@pytest.fixture(scope="module", params=[3, 4, 5])
def game(request: pytest.FixtureRequest) -> rw.Game:
    return rw.load(GAME, players=request.param)


@pytest.fixture(scope="module")
def small_game() -> rw.Game:
    return rw.load(GAME, players=3)


def some_state(game: rw.Game) -> rw.State:
    state = game.new_initial_state(3)
    for _ in range(40):
        state.apply_action(state.legal_actions()[0])
    return state


def test_load_without_a_cache(benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    game = benchmark.pedantic(rw.load, (GAME,), {"players": 3}, rounds=3)
    assert game.num_players == 3


def test_load_from_the_cache(benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    wanted = rw.load(GAME, players=3).rules_hash
    assert benchmark.pedantic(rw.load, (GAME,), {"players": 3}, rounds=10).rules_hash == wanted


def test_step_loop(benchmark: BenchmarkFixture, game: rw.Game) -> None:
    def play() -> rw.State:
        state = game.new_initial_state(1)
        decisions = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[decisions % len(legal)])
            decisions += 1
        return state

    end = benchmark(play)
    benchmark.extra_info["decisions"] = end.history_len()
    assert end == play()


def test_clone(benchmark: BenchmarkFixture, game: rw.Game) -> None:
    state = some_state(game)
    assert benchmark(state.clone) == state


def test_observation(benchmark: BenchmarkFixture, game: rw.Game) -> None:
    state = some_state(game)
    assert len(benchmark(state.observation_tensor, 0)) == game.observation_tensor_size()


def test_playouts(benchmark: BenchmarkFixture, game: rw.Game) -> None:
    results = benchmark(game.playouts, 20, 1, 1)
    benchmark.extra_info["decisions"] = sum(results.decisions)
    assert results[7] == game.playout(8)


@pytest.mark.parametrize("games", BATCHES)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("with_observations", [False, True])
def test_batch(
    benchmark: BenchmarkFixture, small_game: rw.Game, games: int, threads: int, with_observations: bool
) -> None:
    batch = small_game.batch(games, 1, restart=True, threads=threads)
    mask = np.zeros((games, small_game.num_actions), np.uint8)
    buffers: dict[str, Any] = {"mask": mask}
    if with_observations:
        buffers["observation"] = np.zeros((games, small_game.observation_tensor_size()), np.float32)
    batch.write(**buffers)
    rng = np.random.default_rng(1)

    def choose() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (np.where(mask, rng.random(mask.shape), -1).argmax(1),), buffers

    benchmark.pedantic(batch.step, setup=choose, rounds=100)
    assert list(mask[5]) == batch.state(5).legal_actions_mask()
    if with_observations:
        player = max(batch.state(5).current_player(), 0)
        assert list(buffers["observation"][5]) == batch.state(5).observation_tensor(player)
