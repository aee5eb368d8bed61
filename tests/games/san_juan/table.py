"""The table of a test: a position set up by hand, and what is done and seen there."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

import rulewright
from rulewright.vm import Game, State

Plain: TypeAlias = Any
"""A part of a position as `State.to_dict` writes it: a number, a name, or a dict or list of such."""

COPIES = {
    "indigo_plant": 10,
    **dict.fromkeys(["sugar_mill", "tobacco_storage", "coffee_roaster", "silver_smelter"], 8),
    **dict.fromkeys(["smithy", "gold_mine", "archive", "poor_house", "black_market", "trading_post", "well"], 3),
    **dict.fromkeys(["market_stand", "crane", "chapel", "tower", "aqueduct", "carpenter", "prefecture"], 3),
    **dict.fromkeys(["market_hall", "quarry", "library", "statue", "victory_column", "hero"], 3),
    **dict.fromkeys(["guild_hall", "city_hall", "triumphal_arch", "palace"], 2),
}
"""SJ-4: how many there are of each card."""

PLANTS = "indigo_plant sugar_mill tobacco_storage coffee_roaster silver_smelter"


@cache
def game(players: int = 3, *, variant: bool = False) -> Game:
    """The game for a number of players; compiled once. Seat 0 is the first governor."""
    variants = ["starting_hand"] if variant else []
    return rulewright.load("san_juan", players=players, variants=variants, options={"first_governor": 0})


def cards(names: str) -> dict[str, int]:
    """Cards by name, divided by blanks."""
    return dict(Counter(names.split()))


def seat(buildings: str = "", hand: str = "", goods: str = "", tucked: str = "") -> dict[str, Plain]:
    """What one player has; each good is a silver smelter that lies face down on the named building."""
    lying = {kind: {"silver_smelter": number} for kind, number in cards(goods).items()}
    return {"buildings": cards(buildings), "hand": cards(hand), "goods": lying, "tucked": cards(tucked)}


def position(
    *seats: Mapping[str, Plain],
    players: int = 3,
    stack: str | None = None,
    discard: str = "",
    number: int = 1,
    last: bool = False,
    **places: Plain,
) -> State:
    """The first choice of a role in round `number`, by seat 0 who is governor; with `last` nobody chooses after him.

    All other cards are in the stack; with `stack` it holds just those, and the rest is out of the game.
    """
    at_seats = [dict(s) for s in seats] + [{} for _ in range(players - len(seats))]
    data: dict[str, Plain] = {
        "at": {"decision": "play.choice"},
        "to_move": 0,
        "governor": 0,
        "round_number": number,
        "roles_chosen": 1,
        "players": at_seats,
        "discard": cards(discard),
        "control": {"play.repeat": number, "play.turns_left": 0 if last else (3 if players == 4 else 2)},
        **places,
    }
    if stack is not None:
        used = Counter(stack.split()) + Counter(discard.split())
        for s in at_seats:
            used += Counter(s.get("buildings", {})) + Counter(s.get("hand", {})) + Counter(s.get("tucked", {}))
            for good in s.get("goods", {}).values():
                used += Counter(good)
        data["card_stack"] = cards(stack)
        data["built_over"] = dict(Counter(COPIES) - used)
    return game(players).state_from_dict(data, seed=7)


def legal(state: State) -> set[str]:
    """The texts of all legal actions."""
    return {state.action_to_string(action) for action in state.legal_actions()}


def act(state: State, *texts: str) -> State:
    """Takes actions one after the other; returns the same state."""
    for text in texts:
        assert text in legal(state), (text, legal(state))
        state.apply_action(state.string_to_action(text))
    return state


def decline(state: State, until: str) -> State:
    """Passes, or takes the first answer, until a decision with such an action comes up."""
    while not any(text.startswith(until) for text in legal(state)):
        passes = [text for text in legal(state) if text.endswith(".pass")]
        act(state, passes[0] if passes else min(legal(state)))
    return state


def of(state: State, player: int, what: str) -> Plain:
    """One thing of a player's."""
    players: Plain = state.to_dict()["players"]
    return players[player][what]


def place(state: State, name: str) -> Plain:
    """A common place or variable."""
    return state.to_dict()[name]


def count(state: State, player: int, what: str = "hand") -> int:
    """How many cards a player has there."""
    found = of(state, player, what)
    return sum(sum(part.values()) if isinstance(part, dict) else part for part in found.values())


def all_cards(state: State) -> int:
    """How many cards there are in the whole game."""
    return box(state).total()


def box(state: State) -> Counter[str]:
    """Every card of the game, wherever it lies."""
    found: Counter[str] = Counter()
    for name in ("card_stack", "discard", "built_over", "building_site", "pit"):
        found.update(place(state, name))
    for player in place(state, "players"):
        for name in ("hand", "fan", "buildings", "tucked"):
            found.update(player[name])
        for good in player["goods"].values():
            found.update(good)
    return found
