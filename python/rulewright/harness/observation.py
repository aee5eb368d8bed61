"""What a player may not see must not reach him.

In sampled positions the cells hidden from a player are changed, and nothing else; what he is shown
has to stay as it was. First tokens are moved between hidden cells, which gives positions that he
really can't tell apart; then any numbers stand there, because hidden cells must not be read at all.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.harness.findings import Where
from rulewright.vm import Game, State
from rulewright.vm.description import Slot, Token

Cell = tuple[Slot, int]


@dataclass(frozen=True, slots=True)
class HiddenReport:
    """How much was tried; `moved` and `rewritten` are 0 if a game hides nothing."""

    positions: int
    moved: int
    rewritten: int
    shown: int


def check_hidden(game: Game, seeds: Iterable[int], *, every: int = 7) -> HiddenReport:
    """Plays a random game from each seed and checks what is hidden in every `every`-th position.

    Raises:
        InvariantBroken: says what a player learnt, with seed and step.
    """
    positions = moved = rewritten = shown = 0
    for seed in seeds:
        state = game.new_initial_state(seed)
        rng = random.Random(seed)
        step = 0
        while not state.is_terminal():
            if step % every == 0:
                where = Where(game, seed, step)
                positions += 1
                for player in range(game.num_players):
                    view = _View(where, state, player)
                    view.check_generator()
                    moved += view.check_moves(rng)
                    rewritten += view.check_numbers(rng)
                    shown += view.check_shown(rng)
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            step += 1
    return HiddenReport(positions, moved, rewritten, shown)


class _View:
    """One player's view of one position."""

    def __init__(self, where: Where, state: State, player: int) -> None:
        self.where = where
        self.state = state
        self.player = player
        self.tensor = state.observation_tensor(player)
        self.text = state.observation_string(player)
        where.require(
            len(self.tensor) == where.game.observation_tensor_size(), "the observation has another size than declared"
        )

    def _is_hidden(self, slot: Slot, index: int) -> bool:
        return slot.sight == "none" or (slot.sight == "owner" and index // slot.group != self.player)

    def _hidden(self) -> Iterator[Cell]:
        for slot in self.where.game.description.slots:
            if not slot.unlimited and slot.sight != "all":
                yield from ((slot, i) for i in range(slot.cells) if self._is_hidden(slot, i))

    def _compare(self, other: State, what: str) -> None:
        seat = self.player
        self.where.require(other.observation_tensor(seat) == self.tensor, f"seat {seat} sees in numbers {what}")
        self.where.require(other.observation_string(seat) == self.text, f"seat {seat} reads in the text {what}")
        self.where.require(
            other.redacted_bytes(seat) == self.state.redacted_bytes(seat), f"seat {seat} gets bytes that tell {what}"
        )

    def check_generator(self) -> None:
        """What chance will bring is in no observation."""
        other = self.state.clone()
        other.reseed(self.where.seed + 1)
        self._compare(other, "the generator")

    def check_moves(self, rng: random.Random) -> int:
        """Moves hidden tokens to other hidden cells; nothing that is shown, and no total, changes."""
        by_token: dict[tuple[Token, Slot | None, int], list[Cell]] = {}
        for slot, index in self._hidden():
            if slot.purpose == "place":
                # Where sums are shown, a token stays in its group.
                group = (slot, index // slot.counted) if slot.count_seen else (None, 0)
                by_token.setdefault((slot.token_at(index), *group), []).append((slot, index))
        other = self.state.clone()
        changed = 0
        for cells in by_token.values():
            for (giver, i), (taker, j) in _pairs(cells, rng):
                have, room = other.cell(giver.number, i), taker.high - other.cell(taker.number, j)
                number = min(have - giver.low, room)
                if number > 0:
                    number = rng.randint(1, number)
                    other.set_cell(giver.number, i, have - number)
                    other.set_cell(taker.number, j, other.cell(taker.number, j) + number)
                    changed += 1
        if changed:
            self._compare(other, "where hidden tokens lie")
            if self.state.current_player() == self.player:
                self.where.require(
                    other.legal_actions() == self.state.legal_actions(),
                    f"seat {self.player} learns from his legal actions where hidden tokens lie",
                )
        return changed

    def check_numbers(self, rng: random.Random) -> int:
        """Writes other numbers into hidden cells; sums that are shown stay."""
        other = self.state.clone()
        changed = 0
        for slot in self.where.game.description.slots:
            if slot.sight == "all" or slot.unlimited or slot.value.sort == "segment":
                continue
            size = slot.counted
            for group in range(slot.cells // size):
                cells = [i for i in range(group * size, (group + 1) * size) if self._is_hidden(slot, i)]
                changed += _shift(other, slot, cells, rng) if slot.count_seen else _rewrite(other, slot, cells, rng)
        if changed:
            self._compare(other, "what hidden cells hold")
        return changed

    def check_shown(self, rng: random.Random) -> int:
        """Changes one cell that he sees: he must notice, or the checks above would prove nothing."""
        seen = [
            (slot, i)
            for slot in self.where.game.description.slots
            if not slot.unlimited and slot.value.sort != "segment" and slot.low < slot.high
            for i in range(slot.cells)
            if not self._is_hidden(slot, i)
        ]
        slot, index = seen[int(rng.random() * len(seen))]
        other = self.state.clone()
        old = other.cell(slot.number, index)
        other.set_cell(slot.number, index, old + 1 if old < slot.high else old - 1)
        self.where.require(
            other.observation_tensor(self.player) != self.tensor,
            f"seat {self.player} does not see a change of `{slot.label}` in numbers",
        )
        self.where.require(
            other.observation_string(self.player) != self.text,
            f"seat {self.player} does not read a change of `{slot.label}` in the text",
        )
        return 1


def _pairs(cells: list[Cell], rng: random.Random) -> Iterator[tuple[Cell, Cell]]:
    for cell in cells:
        partner = cells[int(rng.random() * len(cells))]
        if partner is not cell:
            yield cell, partner


def _rewrite(state: State, slot: Slot, cells: list[int], rng: random.Random) -> int:
    changed = 0
    for index in cells:
        old, new = state.cell(slot.number, index), rng.randint(slot.low, slot.high)
        if new != old:
            state.set_cell(slot.number, index, new)
            changed += 1
    return changed


def _shift(state: State, slot: Slot, cells: list[int], rng: random.Random) -> int:
    """Moves numbers between the cells of one group, so that the sum stays."""
    changed = 0
    for index in cells:
        partner = cells[int(rng.random() * len(cells))]
        give, take = state.cell(slot.number, index), state.cell(slot.number, partner)
        number = min(give - slot.low, slot.high - take)
        if partner != index and number > 0:
            number = rng.randint(1, number)
            state.set_cell(slot.number, index, give - number)
            state.set_cell(slot.number, partner, take + number)
            changed += 1
    return changed
