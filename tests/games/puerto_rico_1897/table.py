"""The table of a test of this edition: positions set up by hand, as for the game of 2001.

`RULEWRIGHT_TEST_GAMES` may name a folder that holds both games with other rule files, to see which
tests find a changed rule.
"""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.games.puerto_rico.table import Plain, Seat

import rulewright
from rulewright.vm import Game, State

EDITION = "puerto_rico_1897"
# One choice of seventeen buildings, so that a game with the new buildings starts without the draft.
CHOSEN = (
    *("canal", "timber_yard", "black_market", "storage_hall", "bohio", "trading_post", "church", "small_wharf"),
    *("lighthouse", "distillery", "publishing_house", "assembly_hall"),
    *("monument", "cathedral", "residence", "customs_house", "governors_palace"),
)


def rules(name: str = EDITION) -> str | Path:
    """What is loaded: a bundled game, or its namesake in the folder that the environment names."""
    folder = os.environ.get("RULEWRIGHT_TEST_GAMES")
    return Path(folder) / name if folder else name


@cache
def game(
    players: int = 4,
    *variants: str,
    name: str = EDITION,
    expansions: tuple[str, ...] = (),
    first_governor: int | None = None,
    buildings: tuple[str, ...] = (),
) -> Game:
    """The game for a number of players; compiled once."""
    options: dict[str, object] = {} if first_governor is None else {"first_governor": first_governor}
    if buildings:
        options["buildings"] = buildings
    return rulewright.load(rules(name), players=players, expansions=expansions, variants=variants, options=options)


def position(
    players: int = 4,
    *variants: str,
    expansions: tuple[str, ...] = (),
    seats: Sequence[Seat] = (),
    to_move: int = 0,
    seed: int = 0,
    **places: Plain,
) -> State:
    """The choice of the first role of a round by `to_move`, the governor.

    What is not mentioned lies where it lies in the box, and the work register is empty. Of the new buildings
    all are laid out.
    """
    buildings = CHOSEN if "new_buildings" in expansions else ()
    of = game(players, *variants, expansions=expansions, buildings=buildings)
    return first_choice(of, seats=seats, to_move=to_move, seed=seed, **places)


def first_choice(of: Game, *, seats: Sequence[Seat] = (), to_move: int = 0, seed: int = 0, **places: Plain) -> State:
    """The first choice of a round in any of the games; what counts its turns is as in a first round."""
    control: Plain = of.new_initial_state(0).to_dict()["control"]
    data: dict[str, Plain] = {
        "at": {"decision": "play.choice"},
        "to_move": to_move,
        "governor": to_move,
        "players": [dict(seat) for seat in seats] + [{} for _ in range(of.num_players - len(seats))],
        "control": control | {"play.start": to_move},
        **places,
    }
    return of.state_from_dict(data, seed=seed)
