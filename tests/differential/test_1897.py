"""The compiled rules of Puerto Rico 1897 and the oracle play the same games, step by step.

Every combination of the expansions whose folders exist is played. The second half of this file proves
that the comparison notices a mistake.
"""

import shutil
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.additions import SEVENTEEN
from tests.differential.lockstep_1897 import GAME, Disagreement, engine_position, load_engine, play_both
from tests.effort import Proved, effort
from tests.oracle.puerto_rico_1897.tables import EXPANSIONS

from rulewright.resources import game_folder
from rulewright.vm.game import Game as Engine

WRITTEN = [name for name in EXPANSIONS if (game_folder(GAME) / "expansions" / name).is_dir()]
EVERY = tuple(WRITTEN)
# The largest first: it takes longest when the work is shared.
COMBINATIONS = [parts for size in range(len(WRITTEN), -1, -1) for parts in combinations(WRITTEN, size)]
GAMES_OF_EVERY = effort(short=2, long=2000)
GAMES_OF_SOME = effort(short=2, long=25)

# How the new buildings are chosen: options of the engine, and the oracle's words for them.
WAYS: dict[str, tuple[dict[str, object], str | tuple[str, ...]]] = {
    "by lot": ({"by_lot": True}, "random"),
    "given": ({"buildings": SEVENTEEN}, SEVENTEEN),
}


def _play_many(engine: Engine, games: int, *, buildings: str | tuple[str, ...] = "draft") -> int:
    """Plays so many games on both; gives the number of moves."""
    return sum(play_both(engine, seed, buildings=buildings) for seed in range(games))


@pytest.mark.proof("oracles")
@pytest.mark.parametrize("parts", COMBINATIONS, ids=lambda parts: "+".join(parts) or "base")
@pytest.mark.parametrize("players", [5, 4, 3, 2])
def test_rules_and_oracle_agree(players: int, parts: tuple[str, ...], proved: Proved) -> None:
    games = GAMES_OF_EVERY if parts == EVERY else GAMES_OF_SOME
    engine = load_engine(players=players, expansions=parts)
    proved(games=games, decisions=_play_many(engine, games))


@pytest.mark.proof("oracles")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("way", WAYS)
def test_they_agree_however_the_buildings_are_chosen(players: int, way: str, proved: Proved) -> None:
    options, buildings = WAYS[way]
    for parts in (("new_buildings",), EVERY):
        engine = load_engine(players=players, expansions=parts, options=options)
        proved(games=GAMES_OF_SOME, decisions=_play_many(engine, GAMES_OF_SOME, buildings=buildings))


# Each changes one thing: a text of the game's file, what stands there instead, and what must be named.
PLANTED = {
    "a number": ("victory_points 126", "victory_points 125", "vp_pool: engine 125, oracle 126"),
    "a name": ("to planter ", "to farmer ", "only engine: play.take(farmer)"),
    "an effect": (
        "by players 5",
        "change building small_market { trader.price(_) += 2 }\nby players 5",
        "purse[",
    ),
    "the score": ("max(4, my.island.count - 5)", "max(4, my.island.count - 4)", "score: engine "),
}


@pytest.mark.proof("oracles")
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_difference_is_found_and_named(name: str, tmp_path: Path) -> None:
    text, instead, named = PLANTED[name]
    rules = tmp_path / GAME
    shutil.copytree(game_folder(GAME), rules)
    file = rules / "game.rules"
    before = file.read_text(encoding="utf-8")
    assert before.count(text) == 1
    file.write_text(before.replace(text, instead), encoding="utf-8")
    engine = load_engine(rules, players=5)
    with pytest.raises(Disagreement) as found:
        _play_many(engine, 200)
    assert f"\n  {named}" in str(found.value)


def test_places_of_the_expansions_are_read_under_the_oracles_names() -> None:
    state: dict[str, Any] = load_engine(players=2).new_initial_state(seed=1).to_dict()
    board = state["players"][0]
    board["island"] = {"corn": 1, "forest": 3}
    board |= {"forests": {"corn": 2}, "secret_forests": {"corn": 1}, "drawn": {"sugar": 1}}
    board |= {"citizens": 1, "mingling": 1, "citizens_at": {"chapel": 1}}
    state |= {"free_citizens": 17, "citizen_pieces": 17, "register_citizens": 1}
    state |= {"last_smuggler": 1, "claimant": None, "claimed": None, "festival_goods": {"corn": 3}}
    numbers = engine_position(state, ("planter", "smuggler"))
    wanted = {
        "island[0][corn]": 1,
        "forests[0][corn]": 3,
        "forests without a kind[0]": 0,
        "drawn[sugar]": 1,
        "citizens[0]": 3,
        "citizens_at[0][chapel]": 1,
        "citizens": 17,
        "citizen_pieces": 0,
        "register_citizens": 1,
        "last_smuggler": 1,
        "claimant": -1,
        "claimed[planter]": 0,
        "festival_goods[corn]": 3,
    }
    assert {name: numbers[name] for name in wanted} == wanted
    assert "island[0][forest]" not in numbers
    state |= {"claimant": 0, "claimed": "planter"}
    assert engine_position(state, ("planter", "smuggler"))["claimed[planter]"] == 1
