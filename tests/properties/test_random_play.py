"""On random play of every bundled game, at every step: what must hold in any position of any game.

No token made or lost, copies and undo equal to the byte, texts of actions that read back, and the
rest of `rulewright.harness.invariants`. The second half shows that the kit notices what is broken.
"""

import struct
from functools import cache
from typing import Self

import pytest
from tests.additions import Table, every_table, tables
from tests.effort import Proved, chosen, effort
from tests.vm.stall import load as load_stall

from rulewright.harness import InvariantBroken, PlayReport, check_random_play
from rulewright.vm import Game, State

SEEDS = range(100, 100 + effort(short=3, long=200))
PLAYOUTS = effort(short=200, long=5000)
# What does not hold at one step seldom holds at the next; in the long run other games are worth more.
READ_BACK_EVERY = effort(short=10, long=100)
TEXTS_EVERY = effort(short=1, long=10)
FEW = [table.at_once for table in tables()]
CASES = chosen(short=FEW, long=every_table())


@cache
def loaded(table: Table) -> Game:
    return table.load()


@pytest.mark.proof("play")
@pytest.mark.parametrize("table", CASES, ids=str)
def test_every_step_of_random_games_holds(table: Table, proved: Proved) -> None:
    game = loaded(table)
    report = check_random_play(game, SEEDS, read_back_every=READ_BACK_EVERY, texts_every=TEXTS_EVERY)
    assert report.games == len(SEEDS)
    assert report.steps > len(SEEDS) * 10
    assert report.longest <= game.max_game_length()
    assert report.positions_read_back > len(SEEDS)
    proved(games=report.games, steps=report.steps)


@pytest.mark.proof("play")
@pytest.mark.parametrize("table", CASES, ids=str)
def test_the_engine_s_own_random_play_ends_and_agrees_with_one_thread(table: Table, proved: Proved) -> None:
    game = loaded(table)
    results = game.playouts(PLAYOUTS, 1, threads=2)
    assert [result["seed"] for result in results] == list(range(1, PLAYOUTS + 1))
    assert results[:20] == [game.playout(seed) for seed in range(1, 21)]
    for result in results:
        assert 0 < result["decisions"] <= game.max_game_length()
        assert sum(result["returns"]) == pytest.approx(1.0)
    proved(games=PLAYOUTS)


def test_a_program_that_no_compiler_wrote_is_checked_too() -> None:
    report = check_random_play(load_stall(), range(5))
    assert report.outcomes > 0


# ---- the kit notices -----------------------------------------------------------------------


def slot_number(game: Game, label: str) -> int:
    return next(slot.number for slot in game.description.slots if slot.label == label)


class LosesAToken(State):
    """After the first action a chip is gone."""

    def to_bytes(self) -> bytes:
        block = bytearray(super().to_bytes())
        pool = self.game.description.slots[slot_number(self.game, "pool")]
        if self.history_len() > 0:
            pool.write(block, [pool.read(bytes(block))[0] - 1])
        return bytes(block)


class CannotUndo(State):
    """The way it came is forgotten at every action."""

    def apply_action(self, action: int) -> None:
        super().apply_action(action)
        self.reseed(1)


class ForgetsInClone(State):
    """Its clone starts the count of rounds anew."""

    def clone(self) -> Self:
        copy = super().clone()
        copy.set_cell(slot_number(self.game, "round"), 0, 0)
        return copy


class SharesItsClone(State):
    """Its clone is itself."""

    def clone(self) -> Self:
        return self


class UndoesTooLittle(State):
    """Undo leaves the mover as he is."""

    def undo_action(self) -> int:
        mover = self.cell(self.game.description.actor.number, 0)
        action = super().undo_action()
        self.set_cell(self.game.description.actor.number, 0, mover)
        return action


class SerialisesAnotherGenerator(State):
    """The text of a position has another generator."""

    def serialize(self) -> str:
        other = State(self)
        other.reseed(99)
        return other.serialize()


class UnsortedActions(State):
    """Legal actions come falling."""

    def legal_actions(self) -> list[int]:
        return super().legal_actions()[::-1]


class WrongMask(State):
    """The mask forbids everything."""

    def legal_actions_mask(self) -> list[int]:
        return [0] * self.game.num_actions


class OneTextForAll(State):
    """All actions have one text."""

    def action_to_string(self, action: int) -> str:
        return super().action_to_string(0 if action < 3 else action)


class WrongParts(State):
    """The parts of an action name another one."""

    def action_info(self, action: int) -> dict[str, object]:
        return super().action_info(0)


class HashOfNothing(State):
    """The hash changes from call to call."""

    def hash(self) -> int:
        return id(object()) ^ id(self)


class DropsFromDict(State):
    """A variable is missing in the dict."""

    def to_dict(self) -> dict[str, object]:
        return {name: value for name, value in super().to_dict().items() if name != "round"}


FAULTS: list[tuple[type[State], str]] = [
    (LosesAToken, "there are 11 `chip` and the game has 12"),
    (CannotUndo, "undo of .* failed"),
    (ForgetsInClone, "clone"),
    (SharesItsClone, "on a clone changed the state"),
    (UndoesTooLittle, "undo of .* leads elsewhere"),
    (SerialisesAnotherGenerator, "serialised text gives another position"),
    (UnsortedActions, "not rising"),
    (WrongMask, "mask and legal actions differ"),
    (OneTextForAll, "have one text"),
    (WrongParts, "the parts of"),
    (HashOfNothing, "another hash"),
    (DropsFromDict, "the dict gives another position"),
]


@pytest.mark.proof("play")
@pytest.mark.parametrize(("fault", "message"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_the_kit_notices_a_broken_state(fault: type[State], message: str) -> None:
    game = load_stall()
    with pytest.raises(InvariantBroken, match=message) as broken:
        check_random_play(game, range(3), start=lambda seed: fault(game, seed))
    assert "stall, 3 players, seed 0, step" in str(broken.value)


def test_the_same_states_without_a_fault_pass() -> None:
    game = load_stall()
    report = check_random_play(game, range(3), start=lambda seed: State(game, seed))
    assert isinstance(report, PlayReport)


@pytest.mark.parametrize("table", CASES, ids=str)
def test_bytes_that_were_tampered_with_are_noticed(table: Table) -> None:
    """Rules can't make or lose a token, so one is written into the bytes of a first position."""
    game = loaded(table)
    endless = {token for slot in game.description.slots if slot.unlimited for token in slot.tokens}
    for slot in game.description.slots:
        if slot.purpose != "place" or slot.unlimited or set(slot.tokens) & endless:
            continue
        block = bytearray(game.new_initial_state(1).to_bytes())
        first, *rest = slot.read(bytes(block))
        slot.write(block, [first + 1 if first < slot.high else first - 1, *rest])
        tampered = game.deserialize(bytes(block))
        with pytest.raises(InvariantBroken, match="and the game has"):
            check_random_play(game, [1], start=lambda _seed, state=tampered: state)  # type: ignore[misc]


@pytest.mark.proof("play")
def test_a_game_that_is_too_long_is_noticed() -> None:
    text = load_stall().program.to_text().replace("length 40", "length 5")
    assert "length 5" in text
    with pytest.raises(InvariantBroken, match="longer than the declared 5"):
        check_random_play(Game.from_program_text(text), [1])


def test_the_header_of_a_state_is_as_the_kit_takes_it() -> None:
    state = load_stall().new_initial_state(1)
    assert state.to_dict()["generator"] == struct.unpack_from("<Q", state.to_bytes())[0]
