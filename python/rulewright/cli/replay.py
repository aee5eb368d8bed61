"""`rulewright replay`: play a recorded game again, and say where it no longer fits."""

import argparse
from dataclasses import asdict, dataclass
from pathlib import Path

from rulewright import api
from rulewright.cli.arguments import GAME_HELP, add_json
from rulewright.cli.command import PROGRAM, Command, Exit
from rulewright.cli.records import read_record
from rulewright.cli.results import draw_results
from rulewright.cli.screen import complain, print_json
from rulewright.vm import InvalidRecord, State, replay


@dataclass(frozen=True, slots=True)
class Move:
    """One action and the seat that took it; no seat where chance decided."""

    seat: int | None
    action: str


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", type=Path, help="a file that `play` has written")
    parser.add_argument("--game", metavar="GAME", help=f"{GAME_HELP} (without it: the bundled game of that name)")
    parser.add_argument("--show", action="store_true", help="print every action")
    add_json(parser)


def _run(arguments: argparse.Namespace) -> int:
    # A file without a record, or of an unknown game, is wrong use; that it no longer fits is a finding.
    record = read_record(arguments.record)
    game = api.load(
        record.game if arguments.game is None else arguments.game,
        players=record.players,
        expansions=record.expansions,
        variants=record.variants,
        options=record.options,
    )
    has_changed = record.rules_hash != game.rules_hash
    try:
        state = replay(record, game)
    except InvalidRecord as error:
        if arguments.json:
            print_json({"ok": False, "error": str(error), "move": error.move, "rules_changed": has_changed})
        complain(f"`{arguments.record}` no longer fits: {error}")
        return Exit.WRONG
    moves = _moves(state)
    if arguments.json:
        print_json(
            {
                "ok": True,
                "error": None,
                "move": None,
                "rules_changed": has_changed,
                "over": state.is_terminal(),
                "scores": state.scores(),
                "tiebreaks": state.tiebreaks(),
                "returns": state.returns(),
                "moves": [asdict(move) for move in moves],
            }
        )
        return Exit.OK
    if arguments.show:
        _show(moves)
    if has_changed:
        print("The rules have changed since the game was recorded, but every action is still legal.")
    count = "1 action" if len(moves) == 1 else f"{len(moves)} actions"
    print(f"The record fits: {count}, {'the game is over' if state.is_terminal() else 'the game is not over'}.")
    print()
    print(draw_results(state))
    return Exit.OK


def _show(moves: list[Move]) -> None:
    width = len(str(len(moves)))
    for number, move in enumerate(moves):
        who = "Chance" if move.seat is None else f"Seat {move.seat}"
        print(f"{number:>{width}}  {who}: {move.action}")
    print()


def _moves(state: State) -> list[Move]:
    past = state.clone()
    moves = []
    # Backwards, because only the position before an action knows whose it was.
    for action in reversed(state.history()):
        past.undo_action()
        seat = past.current_player()
        moves.append(Move(seat if seat >= 0 else None, past.action_to_string(action)))
    moves.reverse()
    return moves


COMMAND = Command(
    name="replay",
    summary="play a recorded game again and say where it no longer fits",
    examples=(f"{PROGRAM} replay RECORD.json", f"{PROGRAM} replay RECORD.json --game path/to/my_game --show"),
    add_arguments=_add_arguments,
    run=_run,
)
