"""`rulewright perft`: how many positions there are at a depth.

The numbers are the quickest way to see whether a change of the rules or of the engine changed
the game; `--divide` shows below which action they differ.
"""

import argparse
import time

from rulewright.cli.arguments import add_game, add_json, add_seed, load_game, whole_number
from rulewright.cli.command import PROGRAM, Command, Exit
from rulewright.cli.screen import print_json
from rulewright.cli.table import Align, draw

DEEPEST = 1000
"""Far more than anybody can wait for."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--depth", metavar="D", type=whole_number(0, DEEPEST), required=True, help="how many decisions deep to count"
    )
    add_seed(parser, 0, "0")
    parser.add_argument("--divide", action="store_true", help="show the count below each action of the first position")
    add_json(parser)


def _run(arguments: argparse.Namespace) -> int:
    game = load_game(arguments)
    state = game.new_initial_state(arguments.seed)
    depth: int = arguments.depth
    start = time.perf_counter()
    below: dict[str, int] | None = None
    if arguments.divide and depth > 0 and not state.is_terminal():
        below = {state.action_to_string(action): count["leaves"] for action, count in state.divide(depth)}
        leaves = sum(below.values())
    else:
        leaves = state.perft(depth)["leaves"]
    seconds = time.perf_counter() - start
    if arguments.json:
        print_json(
            {
                "game": game.name,
                "players": game.num_players,
                "rules_hash": game.rules_hash,
                "seed": arguments.seed,
                "depth": depth,
                "leaves": leaves,
                "divide": below,
                "seconds": seconds,
            }
        )
        return Exit.OK
    if below is not None:
        rows = [(text, str(count)) for text, count in below.items()]
        print(draw(("action", "leaves"), rows, (Align.LEFT, Align.RIGHT)))
        print()
    print(f"{game.title}, {game.num_players} players, seed {arguments.seed}, depth {depth}: {leaves} leaves")
    return Exit.OK


COMMAND = Command(
    name="perft",
    summary="count the positions at a depth",
    examples=(f"{PROGRAM} perft GAME --players 3 --depth 4", f"{PROGRAM} perft GAME --depth 3 --divide"),
    add_arguments=_add_arguments,
    run=_run,
)
