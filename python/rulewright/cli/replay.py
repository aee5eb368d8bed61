"""`rulewright replay`: play a recorded game again, and say where it no longer fits."""

import argparse
from pathlib import Path

from rulewright import InvalidRecord, api
from rulewright.cli.arguments import add_json
from rulewright.cli.command import PROGRAM, Command, Exit
from rulewright.cli.records import read_record
from rulewright.cli.results import draw_results
from rulewright.cli.screen import complain, print_json


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", type=Path, help="a file that `play` has written")
    parser.add_argument("--show", action="store_true", help="print every action")
    add_json(parser)


def _run(arguments: argparse.Namespace) -> int:
    # A file that holds no record is wrong use; a record that no longer fits is a finding.
    record = read_record(arguments.record)
    try:
        state = api.replay(record)
    except InvalidRecord as error:
        if arguments.json:
            print_json({"ok": False, "error": str(error)})
        complain(f"`{arguments.record}` no longer fits: {error}")
        return Exit.WRONG
    if arguments.json:
        print_json(_to_object(state, with_actions=arguments.show))
        return Exit.OK
    if arguments.show:
        _show(state)
    count = len(state.history())
    decisions = "1 action" if count == 1 else f"{count} actions"
    print(f"The record fits: {decisions}, {'the game is over' if state.is_terminal() else 'the game is not over'}.")
    print()
    print(draw_results(state))
    return Exit.OK


def _to_object(state: api.State, *, with_actions: bool) -> dict[str, object]:
    result: dict[str, object] = {
        "ok": True,
        "error": None,
        "actions": len(state.history()),
        "over": state.is_terminal(),
        "scores": list(state.scores()),
        "tiebreaks": list(state.tiebreaks()),
        "returns": list(state.returns()),
    }
    if with_actions:
        result["moves"] = [{"player": player, "action": text} for player, text in _moves(state)]
    return result


def _show(state: api.State) -> None:
    moves = _moves(state)
    width = len(str(len(moves)))
    for number, (player, text) in enumerate(moves, start=1):
        print(f"{number:>{width}}  Player {player}: {text}")
    print()


def _moves(state: api.State) -> list[tuple[int, str]]:
    """Who took which action, players counted from 1."""
    past = state.clone()
    moves = []
    # Backwards, because only the position before an action knows whose it was.
    for action in reversed(state.history()):
        past.undo_action()
        moves.append((past.current_player() + 1, past.action_to_string(action)))
    moves.reverse()
    return moves


COMMAND = Command(
    name="replay",
    summary="play a recorded game again and say where it no longer fits",
    examples=(f"{PROGRAM} replay RECORD.json", f"{PROGRAM} replay RECORD.json --show"),
    add_arguments=_add_arguments,
    run=_run,
)
