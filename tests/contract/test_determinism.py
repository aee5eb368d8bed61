"""The numbering of actions and the layout of the state are the same in every run.

Python orders sets of texts differently in each process unless told not to, so two processes with
different hash seeds would show an order that comes from a set.
"""

import os
import subprocess
import sys

import pytest

from rulewright.api import describe_games

PROGRAM = """
import hashlib, sys
from rulewright.compiler import compile_game
name, players = sys.argv[1], int(sys.argv[2])
print(hashlib.sha256(compile_game(name, players=players).program_text.encode()).hexdigest())
"""


def compiled(name: str, players: int, hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, str(players)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("name", [game.name for game in describe_games()])
def test_a_program_does_not_depend_on_the_run(name: str) -> None:
    players = next(game.players[-1] for game in describe_games() if game.name == name)
    assert len({compiled(name, players, seed) for seed in ("0", "1", "4711")}) == 1
