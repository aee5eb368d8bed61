"""Two positions that a player can't tell apart give him equal observations, in every bundled game."""

import random
from functools import cache

import pytest
from tests.additions import Table, every_table, tables
from tests.effort import Proved, chosen, effort
from tests.vm.stall import load as load_stall

from rulewright.harness import InvariantBroken, check_hidden
from rulewright.harness.tokens import Cells
from rulewright.vm import Game, State

CASES = chosen(short=[table.at_once for table in tables()], long=every_table())
GAMES = 2
RESAMPLED_SEEDS = range(11, 11 + effort(short=1, long=3))


@cache
def loaded(table: Table) -> Game:
    return table.load()


@pytest.mark.proof("hidden")
@pytest.mark.parametrize("table", CASES, ids=str)
def test_what_is_hidden_stays_hidden(table: Table, proved: Proved) -> None:
    """PR-121 for the games that hide something; where nothing is hidden only the generator is left."""
    game = loaded(table)
    report = check_hidden(game, range(GAMES), every=12)
    assert report.positions > 10
    assert report.shown == report.positions * table.players
    if any(slot.sight != "all" for slot in game.description.slots):
        assert report.rewritten > 0
    proved(positions=report.positions, views=report.shown)


def test_tokens_really_move_between_hidden_places() -> None:
    report = check_hidden(load_stall(), range(5), every=3)
    assert report.rewritten > 0


@pytest.mark.parametrize("table", CASES, ids=str)
def test_hidden_tokens_of_others_are_moved_among_them(table: Table) -> None:
    game = loaded(table)
    hidden = [s for s in game.description.slots if s.sight == "owner" and s.purpose == "place" and not s.count_seen]
    report = check_hidden(game, [6], every=12)  # a game in which all of these places are used
    assert (report.moved > 0) == (bool(hidden) and table.players > 2)


@pytest.mark.proof("hidden")
@pytest.mark.parametrize("table", CASES, ids=str)
def test_resampled_positions_look_the_same_to_the_player(table: Table, proved: Proved) -> None:
    game = loaded(table)
    cells = Cells(game.description)
    rng = random.Random(table.players)
    tried = 0
    for seed in RESAMPLED_SEEDS:
        state = game.new_initial_state(seed)
        for step in range(120):
            if state.is_terminal():
                break
            if step % 20 == 7:
                for player in range(table.players):
                    other = state.resample(player, step)
                    assert other.observation_tensor(player) == state.observation_tensor(player)
                    assert other.observation_string(player) == state.observation_string(player)
                    assert other.information_state_string(player) == state.information_state_string(player)
                    assert cells.totals(cells.read(other.to_bytes())) == cells.totals(cells.read(state.to_bytes()))
                    tried += 1
            state.apply_action(rng.choice(state.legal_actions()))
    proved(resampled=tried)


# ---- the kit notices -----------------------------------------------------------------------


def whole_tensor(self: State, player: int) -> list[float]:
    """What a program shows that forgot to hide anything."""
    del player
    return [float(byte) for byte in self.to_bytes()[8:]] + [0.0] * self.game.observation_tensor_size()


def test_a_tensor_of_everything_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_stall()
    size = game.observation_tensor_size()

    def leaky(self: State, player: int) -> list[float]:
        return whole_tensor(self, player)[:size]

    monkeypatch.setattr(State, "observation_tensor", leaky, raising=False)
    with pytest.raises(InvariantBroken, match="sees in numbers"):
        check_hidden(game, range(3), every=1)


def test_a_text_of_everything_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: State, player: int) -> str:
        return f"{player}: {self.to_dict()['players']}"

    monkeypatch.setattr(State, "observation_string", leaky)
    with pytest.raises(InvariantBroken, match="reads in the text"):
        check_hidden(load_stall(), range(3), every=1)


def test_a_generator_in_the_text_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: State, player: int) -> str:
        return f"{player}: {self.to_dict()['generator']}"

    monkeypatch.setattr(State, "observation_string", leaky)
    with pytest.raises(InvariantBroken, match="the generator"):
        check_hidden(load_stall(), [1], every=1)


def test_an_observation_of_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def blind(self: State, player: int) -> str:
        return "nothing"

    monkeypatch.setattr(State, "observation_string", blind)
    with pytest.raises(InvariantBroken, match="does not read a change"):
        check_hidden(load_stall(), range(3), every=1)
