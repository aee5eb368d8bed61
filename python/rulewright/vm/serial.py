"""A position as one line of text: the form's name and version, what it belongs to, and its bytes."""

import base64
import binascii
from typing import TYPE_CHECKING

from rulewright.vm.errors import InvalidState
from rulewright.vm.state import State

if TYPE_CHECKING:
    from rulewright.vm.game import Game

WORD = "rulewright-state"
"""The first word; the version follows it."""

VERSION = 1


def serialized(state: State) -> str:
    """The line for a position."""
    block = base64.b64encode(state.to_bytes()).decode("ascii")
    chance = "explicit" if state.explicit_chance else "sampled"
    return f"{WORD} {VERSION} {state.game.num_players} {state.game.rules_hash} {chance} {block}"


def deserialized(game: "Game", line: str) -> State:
    """The position in a line.

    Raises:
        InvalidState: it is none of this game.
    """
    words = line.split()
    if len(words) != 6 or words[0] != WORD:
        raise InvalidState("this is no serialised state")
    _, version, players, rules_hash, chance, block = words
    if version != str(VERSION):
        raise InvalidState(f"the state is in form {version}, this release reads form {VERSION}")
    if rules_hash != game.rules_hash:
        raise InvalidState("the state is of other rules")
    if players != str(game.num_players):
        raise InvalidState(f"the state is of a game of {players} players, not {game.num_players}")
    if chance not in ("explicit", "sampled"):
        raise InvalidState("this is no serialised state")
    try:
        decoded = base64.b64decode(block, validate=True)
    except (binascii.Error, ValueError):
        raise InvalidState("the state is damaged") from None
    return State(game, block=decoded, explicit_chance=chance == "explicit")
