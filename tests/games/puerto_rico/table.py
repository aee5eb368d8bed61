"""The table of a test: a position set up by hand, and what is done and seen there.

`RULEWRIGHT_TEST_GAME` may name a folder with other rule files, to see which tests find a changed rule.
"""

import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import rulewright
from rulewright.vm import Game, State

Plain: TypeAlias = Any
"""A part of a position as `State.to_dict` writes it: a number, a name, or a dict or list of such."""

Seat: TypeAlias = Mapping[str, Plain]


def rules() -> str | Path:
    """What is loaded: the bundled game, or the folder that the environment names."""
    folder = os.environ.get("RULEWRIGHT_TEST_GAME")
    return Path(folder) if folder else "puerto_rico"


@cache
def game(players: int = 4, first_governor: int | None = None) -> Game:
    """The game for a number of players; compiled once."""
    options = None if first_governor is None else {"first_governor": first_governor}
    return rulewright.load(rules(), players=players, options=options)


def position(
    players: int = 4,
    *,
    seats: Sequence[Seat] = (),
    to_move: int = 0,
    governor: int | None = None,
    taken: Sequence[str] = (),
    colonists: int | None = None,
    seed: int = 0,
    **places: Plain,
) -> State:
    """The choice of a role by `to_move`.

    What is not mentioned lies where it lies in the box, and the colonist ship is empty. `governor` is
    `to_move` if not given, `taken` has the roles chosen before in this round. With `colonists` the
    supply has just so many: the others wait with the last seat, who should have no circle for them.
    """
    at_seats = [dict(seat) for seat in seats] + [{} for _ in range(players - len(seats))]
    first = to_move if governor is None else governor
    data: dict[str, Plain] = {
        "at": {"decision": "play.choice"},
        "to_move": to_move,
        "governor": first,
        "players": at_seats,
        "taken": dict.fromkeys(taken, True),
        "control": {"play.start": first},
        **places,
    }
    if colonists is not None:
        settled = int(places.get("colonist_ship", 0)) + sum(map(_settled, at_seats))
        rest = {3: 58, 4: 79, 5: 100}[players] - settled - colonists
        at_seats[-1]["waiting"] = at_seats[-1].get("waiting", 0) + rest
    return game(players).state_from_dict(data, seed=seed)


def occupied(*buildings: str, **places: Plain) -> dict[str, Plain]:
    """A seat whose buildings have one colonist each."""
    return {"city": dict.fromkeys(buildings, 1), "staff": dict.fromkeys(buildings, 1), **places}


def _settled(seat: Seat) -> int:
    return sum((int(seat.get("waiting", 0)), *seat.get("fields", {}).values(), *seat.get("staff", {}).values()))


def act(state: State, *texts: str) -> State:
    """Takes actions one after the other; returns the same state."""
    for text in texts:
        assert text in legal(state), f"{text} is not among {sorted(legal(state))} of seat {state.current_player()}"
        state.apply_action(state.string_to_action(text))
    return state


def legal(state: State) -> set[str]:
    """The texts of the legal actions."""
    return {state.action_to_string(action) for action in state.legal_actions()}


def asked(state: State) -> str:
    """The decision that the state waits for, without its last word if that is `choice`."""
    at = place(state, "at")
    return str(at["decision"]).removesuffix(".choice") if isinstance(at, dict) else str(at)


def place(state: State, name: str) -> Plain:
    """What lies in a place of the table, or the value of a var."""
    return state.to_dict()[name]


def seat(state: State, i: int) -> dict[str, Plain]:
    """All that a player has."""
    return seats(state)[i]


def seats(state: State) -> list[dict[str, Plain]]:
    """What the players have, by seat."""
    players: Plain = state.to_dict()["players"]
    return list(players)


def each(state: State, name: str) -> list[Plain]:
    """One place of all players, by seat."""
    return [player[name] for player in seats(state)]
