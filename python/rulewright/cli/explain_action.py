"""`rulewright explain RECORD`, and `why` in a game: why actions are legal or not at a position."""

import argparse
from pathlib import Path

from rulewright import api
from rulewright.cli.command import Exit, UsageError
from rulewright.cli.records import read_record
from rulewright.cli.screen import print_json
from rulewright.diagnostics.suggest import nearest
from rulewright.vm import Explanation, Game, InvalidAction, State, replay


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What belongs to a record and an action."""
    parser.add_argument("action", metavar="ACTION", nargs="?", help="one action (without it: all of the decision)")
    parser.add_argument(
        "--move",
        metavar="N",
        type=int,
        help="the position before move N, as `replay --show` counts (without it: the last)",
    )
    parser.add_argument("--seat", metavar="P", type=int, help="for this player (without it: whose turn it is)")
    parser.add_argument("--game", metavar="GAME", help="the game, if the record is not of a bundled one")


def run(arguments: argparse.Namespace, path: Path) -> int:
    """Explain at a position of a recorded game."""
    state = _position(arguments, path)
    text: str | None = arguments.action
    seat: int | None = arguments.seat
    found = explain_decision(state, seat) if text is None else [explain(state, text, seat)]
    if arguments.json:
        print_json([each.to_dict() for each in found])
    else:
        print(listing(state, found) if text is None else found[0])
    return Exit.OK


def explain(state: State, text: str, seat: int | None = None) -> Explanation:
    """One action, by its text; blanks and capitals do not matter.

    Raises:
        UsageError: the game has no such action.
    """
    names = _names(state.game)
    wanted = _plain(text)
    exact = next((name for name in names if _plain(name) == wanted), text)
    try:
        return state.explain(exact, seat)
    except InvalidAction as error:
        found = nearest(text, names)
        advice = "" if found is None else f"; did you mean `{found}`?"
        raise UsageError(f"{error}{advice}") from None


def explain_decision(state: State, seat: int | None = None) -> list[Explanation]:
    """All actions of the decision that is being asked, legal or not; at a chance point all outcomes."""
    sort, number = state.stop()
    description = state.game.description
    if sort == "decision":
        options = description.decisions[number].options
        actions = [action for option in options for action in range(option.first, option.first + option.size)]
    elif sort == "chance":
        actions = list(range(description.chances[number].outcomes))
    else:
        raise UsageError("the game is over here: there is nothing to decide")
    return [state.explain(action, seat) for action in actions]


def listing(state: State, found: list[Explanation]) -> str:
    """The legal actions, then the others with the first thing that stands against each."""
    sort, number = state.stop()
    label = state.game.description.stop_label(sort, number)
    who = f"Seat {state.current_player()}" if sort == "decision" else "Chance"
    lines = [f"{who} decides {label}."]
    for legal, head in ((True, "Legal:"), (False, "Not legal:")):
        some = [each for each in found if each.legal is legal]
        if some:
            lines += ["", head, *(f"  {each.name if legal else each.summary}" for each in some)]
    return "\n".join(lines)


def _position(arguments: argparse.Namespace, path: Path) -> State:
    record = read_record(path)
    game = api.load(
        record.game if arguments.game is None else arguments.game,
        players=record.players,
        expansions=record.expansions,
        variants=record.variants,
        options=record.options,
    )
    state = replay(record, game)
    move: int = state.history_len() if arguments.move is None else arguments.move
    if not 0 <= move <= state.history_len():
        raise UsageError(f"the record has no position before move {move}; the moves are 0 to {state.history_len()}")
    while state.history_len() > move:
        state.undo_action()
    return state


def _names(game: Game) -> list[str]:
    return [game.action_to_string(action) for action in range(game.num_actions)]


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()
