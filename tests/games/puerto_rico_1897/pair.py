"""The two games for two players, spoken to in the names of the edition."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.games.puerto_rico import table as plain
from tests.games.puerto_rico.table import Plain, Seat
from tests.games.puerto_rico_1897.names import in_new_names, in_old_names
from tests.games.puerto_rico_1897.table import first_choice, game

from rulewright.vm import Game, State

ROLES = ("planter", "recruiter", "builder", "producer", "trader", "captain", "adventurer")
IDLE = ("adventurer", "captain", "trader", "producer")
"""Roles that bring nothing to empty boards: nobody is asked anything."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A game for two; `old` is the one with the names of 2001."""

    old: bool

    @property
    def game(self) -> Game:
        """The edition, or the game of 2001 with the variant for two."""
        return game(2, "two_players", name="puerto_rico") if self.old else game(2)

    def start(self, seed: int) -> State:
        """A first position."""
        return self.game.new_initial_state(seed)

    def position(self, *seats: Seat, to_move: int = 0, workers: int | None = None, **places: Plain) -> State:
        """The first choice of a round by `to_move`, the governor.

        With `workers` the supply has just so many: the others wait on the portrait of seat 1.
        """
        at_seats: Sequence[Plain] = [dict(seat) for seat in (*seats, {}, {})][:2]
        if workers is not None:
            settled = sum(sum(at.get(name, {}).values()) for at in at_seats for name in ("fields", "staff"))
            at_seats[1]["portrait"] = 42 - settled - places.get("work_register", 0) - workers
        if self.old:
            at_seats, places = in_old_names(at_seats), in_old_names(places)
        return first_choice(self.game, seats=at_seats, to_move=to_move, **places)

    def act(self, state: State, *texts: str) -> State:
        """Takes actions one after the other; returns the same state."""
        return plain.act(state, *(in_old_names(text) if self.old else text for text in texts))

    def take(self, state: State, *roles: str) -> State:
        """Chooses roles, one after the other, and declines all that is asked in between."""
        for role in roles:
            self.act(state, f"play.take({role})")
            while not state.is_terminal() and plain.asked(state) != "play":
                (refusal,) = (text for text in plain.legal(state) if text.endswith("pass"))
                plain.act(state, refusal)
        return state

    def legal(self, state: State) -> set[str]:
        """The texts of the legal actions."""
        return {in_new_names(text) for text in plain.legal(state)}

    def asked(self, state: State) -> str:
        """The decision that the state waits for."""
        return str(in_new_names(plain.asked(state)))

    def place(self, state: State, name: str) -> Plain:
        """What lies in a place of the table, or the value of a var."""
        return in_new_names(state.to_dict())[name]

    def each(self, state: State, name: str) -> list[Plain]:
        """One place of both players."""
        return [seat[name] for seat in self.place(state, "players")]
