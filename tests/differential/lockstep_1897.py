"""Plays Puerto Rico 1897 on the engine and on the oracle in tests/oracle at the same time.

The two share no code. With one seed and the same answers they must agree at every decision: who is
asked, what may be answered, and every number of the position; and at the end about the scores.

`python -m tests.differential.lockstep_1897 --players 3 --games 200 smuggler festival` compares from the shell.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.oracle.puerto_rico_1897.game import Game as Oracle

import rulewright as rw
from rulewright.vm.game import Game as Engine
from rulewright.vm.state import State

GAME = "puerto_rico_1897"
LAST_MOVES_SHOWN = 25
NOBODY = -1

# Texts that the engine writes otherwise as long as no expansion gives the decision a name.
SAME_TEXT = {"trader.pass": "trader.trading.pass"}

# Between a question and the one that completes it (how many, which sort, where to), the two may keep the
# pieces in different places. The numbers named here are not compared at these questions; the next
# question shows whether everything has arrived.
STORES = ("workers", "work_register", "citizens", "register_citizens", "portrait", "citizens_at")
NOT_COMPARED_AT = {
    "newcomer.": (*STORES, "fields", "staff"),
    "guest.": (*STORES, "fields", "staff"),
    "handed_in.": (*STORES, "fields", "staff"),
    "seating.": STORES,
    "festival.": STORES,
    "smuggler.recruit(": STORES,
    "smuggler.noble(": STORES,
    "smuggler.fields(": STORES,
    "smuggler.staff(": STORES,
    # What lies on the board is settled when the draft is over.
    "draft.": ("market",),
}
# The oracle's own places for pieces on their way.
ONLY_IN_ORACLE = ("in_hand", "citizens_in_hand")
# After the last round nobody needs these; the engine still puts the cards back and changes the governor.
AFTER_THE_END = ("governor", "taken")
# What the engine keeps for each player and for all, under the names of the oracle. The rest of a state
# is the engine's own affair: counters of a phase, where the program stands.
OF_ALL = ("supply", "stack", "discard", "row", "house", "market", "coins", "festival_plantation", "festival_goods")
OF_PLAYER = ("goods", "island", "city", "fields", "staff")


class Disagreement(AssertionError):
    """Engine and oracle differ; the text says where and in what."""


def load_engine(
    rules: str | Path = GAME,
    *,
    players: int,
    expansions: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
) -> Engine:
    return rw.load(rules, players=players, expansions=list(expansions), options=options)


def play_both(engine: Engine, seed: int, *, buildings: str | tuple[str, ...] = "draft") -> int:
    """Plays one game with random answers and gives the number of moves.

    Args:
        engine: the compiled game; players and expansions are taken from it.
        seed: of the game and of the answers; in games of odd seeds passing is rare.
        buildings: for the oracle; the same choice must be in the engine's options.

    Raises:
        Disagreement: at the first difference.
    """
    state = engine.new_initial_state(seed=seed)
    oracle = Oracle(engine.num_players, seed, expansions=frozenset(engine.expansions), buildings=buildings)
    answers = random.Random(seed)
    moves: list[str] = []
    while True:
        actions = {_text(state.action_to_string(action)): action for action in state.legal_actions()}
        found = _difference(state, oracle, actions)
        if found:
            raise Disagreement(_report(engine, seed, found, moves))
        if oracle.is_over:
            return len(moves)
        answer = _random_answer(sorted(actions), answers, rarely_pass=seed % 2 == 1)
        moves.append(f"{len(moves) + 1} player {oracle.to_move}: {answer}")
        state.apply_action(actions[answer])
        oracle.apply(answer)


def _text(text: str) -> str:
    return SAME_TEXT.get(text, text)


def _random_answer(texts: list[str], answers: random.Random, *, rarely_pass: bool) -> str:
    if rarely_pass and answers.random() < 0.9:
        texts = [text for text in texts if not text.endswith(".pass")]
    return answers.choice(texts)


def _difference(state: State, oracle: Oracle, actions: Iterable[str]) -> list[str]:
    """What differs now, one line each."""
    if state.is_terminal() != oracle.is_over:
        return [f"over: engine {state.is_terminal()}, oracle {oracle.is_over}", *_of_actions(actions, oracle)]
    found = []
    if oracle.is_over:
        for what, mine, theirs in (
            ("score", state.scores(), oracle.scores()),
            ("tiebreak", state.tiebreaks(), oracle.tiebreaks()),
        ):
            if list(mine) != theirs:
                found.append(f"{what}: engine {list(mine)}, oracle {theirs}")
    elif state.current_player() != oracle.to_move:
        found.append(f"to move: engine {state.current_player()}, oracle {oracle.to_move}")
    found += _of_actions(actions, oracle)
    found += _of_positions(state.to_dict(), oracle)
    return found


def _of_actions(actions: Iterable[str], oracle: Oracle) -> list[str]:
    mine, theirs = set(actions), set(oracle.legal())
    return [f"only engine: {text}" for text in sorted(mine - theirs)] + [
        f"only oracle: {text}" for text in sorted(theirs - mine)
    ]


def _of_positions(engine: Mapping[str, Any], oracle: Oracle) -> list[str]:
    theirs = oracle.position()
    del theirs["me"]
    mine = engine_position(engine, oracle.table.roles)
    # A number that one of them has not is 0: places of an expansion, empty piles.
    mine, theirs = ({name: value for name, value in each.items() if value} for each in (mine, theirs))
    if mine == theirs:
        return []
    question = next(iter(oracle.legal()), "")
    skipped = {*ONLY_IN_ORACLE, *(AFTER_THE_END if oracle.is_over else ())}
    for start, names in NOT_COMPARED_AT.items():
        if question.startswith(start):
            skipped.update(names)
    different = {name for name, _ in mine.items() ^ theirs.items()}
    return [
        f"{name}: engine {mine.get(name, 0)}, oracle {theirs.get(name, 0)}"
        for name in sorted(different)
        if name.split("[")[0] not in skipped
    ]


def engine_position(state: Mapping[str, Any], roles: Sequence[str]) -> dict[str, int]:
    """The numbers of an engine's state under the oracle's names."""
    numbers: dict[str, int] = {name: int(state[name]) for name in ("governor", "chooser", "ending", "vp_pool")}
    for name in ("quarries", "workers", "work_register", "register_citizens"):
        numbers[name] = _count(state.get(name, 0))
    numbers["citizens"] = _count(state.get("free_citizens", 0))
    for what in (*OF_ALL, "festival_building", "taken"):
        _add(numbers, what, state.get(what))
    _add(numbers, "drawn", state.get("drawn"))
    for ship, load in state["cargo"].items():
        _add(numbers, f"cargo[{ship}]", load)
    for player, board in enumerate(state["players"]):
        _of_board(numbers, player, board)
    if "last_smuggler" in state:
        numbers["last_smuggler"] = _number_or_nobody(state["last_smuggler"])
        numbers["claimant"] = _number_or_nobody(state["claimant"])
        # The card is of no importance when nobody claims it.
        claimed = _name_or_none(state["claimed"], roles) if numbers["claimant"] != NOBODY else None
        numbers.update({f"claimed[{role}]": int(role == claimed) for role in roles})
    # A citizen is a piece and a badge: in the supply the two lie side by side.
    if "citizen_pieces" in state:
        numbers["citizen_pieces"] = _count(state["citizen_pieces"]) - numbers["citizens"]
    return numbers


def _of_board(numbers: dict[str, int], player: int, board: Mapping[str, Any]) -> None:
    numbers[f"purse[{player}]"] = _count(board["purse"])
    numbers[f"chips[{player}]"] = _count(board["chips"])
    numbers[f"portrait[{player}]"] = _count(board["portrait"])
    for what in OF_PLAYER:
        _add(numbers, f"{what}[{player}]", board[what])
    _add(numbers, "drawn", board.get("drawn"))
    # The kinds of the forests lie apart; on the island they are forests (X1 23). The oracle does not tell
    # apart where a forest came from.
    _add(numbers, f"forests[{player}]", board.get("forests"))
    _add(numbers, f"forests[{player}]", board.get("secret_forests"))
    markers = numbers.pop(f"island[{player}][forest]", 0)
    kinds = _count(board.get("forests", 0)) + _count(board.get("secret_forests", 0))
    numbers[f"forests without a kind[{player}]"] = markers - kinds
    if "citizens" in board:
        on_sorted_places = board.get("citizens_at", {})
        _add(numbers, f"citizens_at[{player}]", on_sorted_places)
        elsewhere = _count(board["citizens"]) + _count(board["mingling"])
        numbers[f"citizens[{player}]"] = elsewhere + _count(on_sorted_places)


def _add(numbers: dict[str, int], what: str, values: Mapping[str, int] | None) -> None:
    for name, value in (values or {}).items():
        key = f"{what}[{name}]"
        numbers[key] = numbers.get(key, 0) + int(value)


def _count(value: int | Mapping[str, int]) -> int:
    """A place that holds one kind of thing is a number; one that holds several names them."""
    return sum(value.values()) if isinstance(value, Mapping) else int(value)


def _number_or_nobody(value: int | str | None) -> int:
    return value if isinstance(value, int) else NOBODY


def _name_or_none(value: int | str | None, names: Sequence[str]) -> str | None:
    if isinstance(value, int):
        return names[value] if 0 <= value < len(names) else None
    return value


def _report(engine: Engine, seed: int, found: list[str], moves: list[str]) -> str:
    parts = "+".join(engine.expansions) or "no expansions"
    title = f"{engine.num_players} players, {parts}, seed {seed}, after {len(moves)} moves:"
    shown = moves[-LAST_MOVES_SHOWN:]
    return "\n".join([title, *(f"  {line}" for line in found), "moves:", *(f"  {move}" for move in shown)])


def main(arguments: Sequence[str]) -> int:
    reader = argparse.ArgumentParser(description="Plays the engine against the oracle.")
    reader.add_argument("expansions", nargs="*")
    reader.add_argument("--players", type=int, default=3)
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--seed", type=int, default=0, help="of the first game")
    given = reader.parse_args(arguments)
    engine = load_engine(players=given.players, expansions=given.expansions)
    moves = 0
    for seed in range(given.seed, given.seed + given.games):
        try:
            moves += play_both(engine, seed)
        except Disagreement as found:
            print(found)
            return 1
    print(f"{given.games} games agree: {moves} moves")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
