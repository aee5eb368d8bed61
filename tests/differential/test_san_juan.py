"""The compiled rules of San Juan and the oracle in tests/oracle/san_juan play the same games, step by step.

The oracle shares no code with rule files, compiler or engine. The last test proves that the comparison
notices a mistake.
"""

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.effort import Proved, effort
from tests.oracle.san_juan.chance import Pcg32
from tests.oracle.san_juan.game import Game as Oracle

import rulewright
from rulewright.resources import game_folder

GAME = "san_juan"
GAMES = effort(short=30, long=2000)
GAMES_OF_VARIANT = effort(short=5, long=500)
DECISIONS = 20_000


class DifferenceError(AssertionError):
    """The two do not agree."""


def _as_oracle(found: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """A position of the engine under the oracle's names; what the oracle does not say now is taken from it."""
    # Before the first round the oracle has laid out no roles yet, and after the last it does not put them back.
    no_roles = expected["over"] or expected["phase"] == "setup"
    in_flight = Counter(found["building_site"]) + Counter(found["pit"])
    seats = []
    for player in found["players"]:
        in_flight += Counter(player["fan"])
        seats.append({name: dict(player[name]) for name in ("hand", "buildings", "goods", "tucked")})
    trades = expected["trades"]
    seen = sorted((turn, tile) for tile, turn in found["turn"].items() if turn > 0)
    return expected | {
        "players": len(seats),
        "round": max(1, found["round_number"]),
        "governor": found["governor"],
        "chooser": found["chooser"] if expected["chooser"] is not None else None,
        "roles_left": expected["roles_left"] if no_roles else [r for r, taken in found["taken"].items() if not taken],
        "library_used": expected["library_used"] if no_roles else found["library_used"],
        "deck": dict(found["card_stack"]),
        "discard": dict(found["discard"]),
        "built_over": dict(found["built_over"]),
        "in_flight": dict(in_flight),
        "tile": next(iter(found["house"]), None),
        "tiles_known": [tile for _, tile in seen],
        "tiles_undrawn": list(found["tile_deck"]),
        "trades": trades if found["tile_turn"] == ((trades - 1) % 5 + 1 if trades else 0) else found["tile_turn"],
        "seats": seats,
        "random_state": found["generator"],
    }


def _compare(state: rulewright.State, oracle: Oracle) -> None:
    expected = oracle.position()
    found = _as_oracle(state.to_dict(), expected)
    for field, value in expected.items():
        if found[field] != value:
            raise DifferenceError(f"{field}: {found[field]} in the rules, {value} in the oracle")
    if state.is_terminal() != oracle.is_over:
        raise DifferenceError("only one of them is over")
    if oracle.is_over:
        if list(state.scores()) != oracle.scores():
            raise DifferenceError(f"score: {state.scores()} in the rules, {oracle.scores()} in the oracle")
        best = max(state.returns())
        winners = [player for player, value in enumerate(state.returns()) if value == best]
        if winners != oracle.winners():
            raise DifferenceError(f"winners: {winners} in the rules, {oracle.winners()} in the oracle")
    elif state.current_player() != oracle.to_move:
        raise DifferenceError(f"to move: {state.current_player()} in the rules, {oracle.to_move} in the oracle")


def _same_actions(state: rulewright.State, oracle: Oracle) -> dict[str, int]:
    actions = {state.action_to_string(a): a for a in state.legal_actions()}
    if sorted(actions) != oracle.legal():
        raise DifferenceError(f"legal on one side only: {sorted(set(actions) ^ set(oracle.legal()))}")
    return actions


def _lockstep(game: rulewright.Game, seed: int, *, variant: bool) -> int:
    """Play one game on both sides; answers the number of decisions."""
    players = game.num_players
    state = game.new_initial_state(seed=seed)
    oracle = Oracle(players, seed, starting_hand_variant=variant)
    choice = Pcg32(seed ^ 0x9E3779B97F4A7C15)
    busy = seed % 2 == 1
    moves: list[str] = []
    try:
        for _ in range(DECISIONS):
            _compare(state, oracle)
            if oracle.is_over:
                return len(moves)
            actions = _same_actions(state, oracle)
            texts = oracle.legal()
            if busy and choice.below(4) > 0:  # whoever passes little sees more of the buildings
                texts = [text for text in texts if not text.endswith(".pass")] or texts
            text = texts[choice.below(len(texts))]
            moves.append(text)
            state.apply_action(actions[text])
            oracle.apply(text)
    except DifferenceError as error:
        raise DifferenceError(f"seed {seed}, after {moves[-8:]}: {error}") from error
    raise DifferenceError(f"seed {seed}: no end after {DECISIONS} decisions")


def _play_all(game: rulewright.Game, games: int, *, variant: bool) -> int:
    """Plays so many games on both sides; answers the number of decisions."""
    return sum(_lockstep(game, seed, variant=variant) for seed in range(games))


@pytest.mark.proof("oracles")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_and_oracle_agree(players: int, proved: Proved) -> None:
    game = rulewright.load(GAME, players=players)
    proved(games=GAMES, decisions=_play_all(game, GAMES, variant=False))


@pytest.mark.proof("oracles")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_and_oracle_agree_about_the_starting_hand_variant(players: int, proved: Proved) -> None:
    game = rulewright.load(GAME, players=players, variants=["starting_hand"])
    proved(games=GAMES_OF_VARIANT, decisions=_play_all(game, GAMES_OF_VARIANT, variant=True))


# Each changes one thing that matters rarely: file, text, what stands there instead, and what must be named.
PLANTED = {
    "a discount of what is built over": ("cards.rules", " and over is not quarry", "", "builder.build("),
    "an order": ("cards.rules", "on builder.built(_) after carpenter when", "on builder.built(_) when", "deck:"),
    "the palace": ("cards.rules", "score += points / 4", "score += points / 5", "score:"),
    "a limit": ("cards.rules", "new_round.hand_limit += 5", "new_round.hand_limit += 4", "new_round.discard("),
}


@pytest.mark.proof("oracles")
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_difference_is_found_and_named(name: str, tmp_path: Path) -> None:
    file, text, instead, named = PLANTED[name]
    rules = tmp_path / GAME
    shutil.copytree(game_folder(GAME), rules)
    before = (rules / file).read_text(encoding="utf-8")
    assert before.count(text) == 1
    (rules / file).write_text(before.replace(text, instead), encoding="utf-8")
    game = rulewright.load(rules, players=3)
    with pytest.raises(DifferenceError, match=rf"seed \d+, after .*{named.replace('(', '[(]')}"):
        _play_all(game, 400, variant=False)
