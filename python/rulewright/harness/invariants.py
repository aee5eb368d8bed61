"""What must hold at every step of every game, tried on random play.

Each game is played twice side by side: once with chance taken by the engine and once with chance
points as nodes. A third state is led along the same way by forcing the outcomes, from another seed.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import compress, count

from rulewright.harness.findings import Where
from rulewright.harness.tokens import Cells
from rulewright.vm import Game, RulewrightError, State
from rulewright.vm.description import HEADER

Start = Callable[[int], State]
"""Makes the first state of a game from a seed."""

OTHER_SEED = 0x5EED
"""Added to the seed of the state whose outcomes are forced."""

_GENERATOR_BYTES = 8


@dataclass(frozen=True, slots=True)
class PlayReport:
    """How much was tried."""

    games: int
    steps: int
    actions_tried: int
    outcomes: int
    longest: int
    positions_read_back: int


def check_random_play(
    game: Game,
    seeds: Iterable[int],
    *,
    start: Start | None = None,
    read_back_every: int = 10,
    texts_every: int = 1,
) -> PlayReport:
    """Plays a random game from each seed and checks every position on the way.

    Args:
        game: any game.
        seeds: one game is played from each.
        start: makes the first states; the game's own ones unless given.
        read_back_every: how often a position is turned into a dict and back.
        texts_every: how often the texts of all legal actions are checked.

    Raises:
        InvariantBroken: says what does not hold, with seed and step.
    """
    make = start or game.new_initial_state
    _check_all_texts(game)
    cells = Cells(game.description)
    games = steps = tried = outcomes = longest = read_back = 0
    for seed in seeds:
        run = _Run(game, seed, make(seed), cells)
        rng = random.Random(seed)
        while not run.state.is_terminal():
            run.check_position()
            if run.step % read_back_every == 0:
                run.check_dict()
                read_back += 1
            legal = run.state.legal_actions()
            if run.step % texts_every == 0:
                run.check_texts(legal)
            action = legal[int(rng.random() * len(legal))]
            run.check_undo(action)
            run.apply(action)
            tried += len(legal)
        run.check_position()
        run.check_dict()
        run.check_end()
        games, steps, outcomes = games + 1, steps + run.step, outcomes + len(run.outcomes)
        read_back += 1
        longest = max(longest, run.step)
    return PlayReport(games, steps, tried, outcomes, longest, read_back)


class _Run:
    """One game with its checks."""

    def __init__(self, game: Game, seed: int, state: State, cells: Cells) -> None:
        self.game = game
        self.seed = seed
        self.step = 0
        self.state = state
        self.cells = cells
        self.outcomes: list[int] = []
        self.sampled = game.new_initial_state(seed, explicit_chance=True)
        self.forced = game.new_initial_state(seed + OTHER_SEED, explicit_chance=True)
        self._take_chances()
        self._check_cells(state.to_bytes())

    @property
    def where(self) -> Where:
        return Where(self.game, self.seed, self.step)

    # ---- moving on ------------------------------------------------------------

    def apply(self, action: int) -> None:
        """Takes an action in all three states."""
        try:
            self.state.apply_action(action)
        except RulewrightError as error:
            self.where.fail(f"legal action {self.game.action_to_string(action)} failed: {error}")
        self.step += 1
        self.where.require(
            self.step <= self.game.max_game_length(),
            f"the game is longer than the declared {self.game.max_game_length()} decisions",
        )
        self.sampled.apply_action(action)
        self.forced.apply_action(action)
        self._take_chances()
        block = self.state.to_bytes()
        self._check_cells(block)
        self.where.require(
            self.sampled.to_bytes() == block, "with chance points as nodes the same seed leads somewhere else"
        )
        self.where.require(
            self.forced.to_bytes()[_GENERATOR_BYTES:] == block[_GENERATOR_BYTES:],
            "with the outcomes forced the game leads somewhere else",
        )

    def _take_chances(self) -> None:
        while self.sampled.is_chance_node():
            self._check_chance()
            outcome = self.sampled.sample_chance()
            self.outcomes.append(outcome)
            self.where.require(self.forced.is_chance_node(), "a chance point is missing when outcomes are forced")
            self.forced.apply_action(outcome)

    def _check_chance(self) -> None:
        chances = self.sampled.chance_outcomes()
        outcomes = [outcome for outcome, _ in chances]
        require = self.where.require
        require(outcomes == sorted(set(outcomes)), "outcomes of chance are not rising")
        require(outcomes == self.sampled.legal_actions(), "outcomes of chance and legal actions differ")
        require(all(chance > 0 for _, chance in chances), "an outcome of chance is impossible")
        require(abs(sum(chance for _, chance in chances) - 1) < 1e-9, "the chances do not add up to 1")

    # ---- what must hold -------------------------------------------------------------

    def check_position(self) -> None:
        """Legal actions and copies."""
        self._check_legal()
        self._check_copies(self.state.to_bytes())

    def _check_cells(self, block: bytes) -> None:
        numbers = self.cells.read(block)
        if (wrong := self.cells.wrong_total(numbers)) is not None:
            token, there, wanted = wrong
            self.where.fail(f"there are {there} {token} and the game has {wanted}")
        if (slot := self.cells.out_of_range(numbers)) is not None:
            self.where.fail(f"`{slot.label}` holds {slot.low} to {slot.high}, not {slot.read(block)}")

    def _check_legal(self) -> None:
        state, require = self.state, self.where.require
        legal = state.legal_actions()
        require(bool(legal) != state.is_terminal(), "there must be a legal action exactly while the game lasts")
        require(legal == sorted(set(legal)), f"legal actions are not rising: {legal}")
        require(not legal or 0 <= legal[0] <= legal[-1] < self.game.num_actions, f"an action is out of range: {legal}")
        mask = state.legal_actions_mask()
        require(len(mask) == self.game.num_actions, f"the mask has {len(mask)} numbers")
        require(list(compress(count(), mask)) == legal, "mask and legal actions differ")
        require(set(mask) <= {0, 1}, "the mask has other numbers than 0 and 1")
        mover = state.current_player()
        require(state.is_terminal() == (mover == -4), f"{mover} is to move")
        require(state.is_terminal() or 0 <= mover < self.game.num_players, f"{mover} is to move")
        if state.is_terminal():
            require(sum(state.returns()) > 0, "nobody wins")
        else:
            require(state.returns() == [0.0] * self.game.num_players, "there are returns before the end")

    def _check_copies(self, block: bytes) -> None:
        state = self.state
        copies = {
            "clone": state.clone(),
            "the serialised text": self.game.deserialize(state.serialize()),
            "the bytes": self.game.deserialize(block),
        }
        for name, copy in copies.items():
            self.where.require(copy.to_bytes() == block, f"{name} gives another position")
            self.where.require(copy.hash() == state.hash() and hash(copy) == hash(state), f"{name} has another hash")
            self.where.require(copy == state, f"{name} gives a state that is not equal")
            self.where.require(copy.legal_actions() == state.legal_actions(), f"{name} has other legal actions")
            self.where.require(copy.scores() == state.scores(), f"{name} has other scores")
        self.where.require(copies["clone"].history() == state.history(), "the clone has another history")

    def check_undo(self, action: int) -> None:
        """Taking an action back leads to the same bytes, and a clone goes its own way."""
        before, past = self.state.to_bytes(), self.state.history()
        other = self.state.clone()
        other.apply_action(action)
        self.where.require(self.state.to_bytes() == before, "an action on a clone changed the state it came from")
        try:
            taken_back = other.undo_action()
        except RulewrightError as error:
            self.where.fail(f"undo of {self.game.action_to_string(action)} failed: {error}")
        self.where.require(taken_back == action, "undo gave another action than the one taken")
        self.where.require(other.to_bytes() == before, f"undo of {self.game.action_to_string(action)} leads elsewhere")
        self.where.require(other.history() == past, "undo left another history")

    def check_texts(self, legal: list[int]) -> None:
        """Texts of the legal actions are unique and read back; the parts agree with them."""
        state, require = self.state, self.where.require
        texts = [state.action_to_string(action) for action in legal]
        require(len(set(texts)) == len(texts), f"two legal actions have one text: {texts}")
        sort, number = state.stop()
        require(sort == "decision", f"a player is to move at a {sort}")
        decision = self.game.description.decisions[number]
        for action, text in zip(legal, texts, strict=True):
            require(state.string_to_action(text) == action, f"{text} reads back as another action than {action}")
            info = state.action_info(action)
            require(info["decision"] == decision.name, f"{text} is not of the decision `{decision.name}`")
            params = info["params"]
            assert isinstance(params, list)
            spelt = f"{info['action']}({','.join(map(str, params))})" if params else str(info["action"])
            require(spelt == text, f"the parts of {text} say {spelt}")
            options = [each for each in decision.options if each.first <= action < each.first + each.size]
            require([o.name for o in options] == [info["action"]], f"{text} has a number of another family")

    def check_dict(self) -> None:
        """The position as a dict gives the same position back."""
        position = self.state.to_dict()
        try:
            back = self.game.state_from_dict(position)
        except RulewrightError as error:
            self.where.fail(f"the position's own dict is refused: {error}")
        self.where.require(back.to_bytes() == self.state.to_bytes(), "the dict gives another position")
        self.where.require(back == self.state, "the dict gives a state that is not equal")

    def check_end(self) -> None:
        """The record leads to the same end."""
        again = self.game.new_initial_state(self.seed)
        for action in self.state.history():
            again.apply_action(action)
        self.where.require(again.to_bytes() == self.state.to_bytes(), "seed and actions lead to another end")
        generator, _, _ = HEADER.unpack_from(self.sampled.to_bytes())
        self.where.require(
            generator == HEADER.unpack_from(self.state.to_bytes())[0], "the generators differ at the end"
        )


def _check_all_texts(game: Game) -> None:
    where = Where(game, 0, 0)
    texts: dict[str, int] = {}
    for decision in game.description.decisions:
        for option in decision.options:
            for action in range(option.first, option.first + option.size):
                text = game.action_to_string(action)
                where.require(text not in texts, f"actions {texts.get(text)} and {action} are both called {text}")
                where.require(game.string_to_action(text) == action, f"{text} does not read back")
                where.require(0 <= action < game.num_actions, f"{text} has a number out of range")
                texts[text] = action
