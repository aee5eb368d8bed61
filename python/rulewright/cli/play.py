"""`rulewright play`: a game in the terminal.

Standard input may be a person or a script. A person who mistypes is asked again; a script that
answers with something impossible is stopped, because all that follows would miss its mark.
"""

import argparse
import random
import secrets
import sys
from enum import Enum
from pathlib import Path

from rulewright.cli.arguments import SEEDS, add_game, add_seed, load_game
from rulewright.cli.command import PROGRAM, Command, Exit, UsageError
from rulewright.cli.explain_action import explain, explain_decision, listing
from rulewright.cli.records import write_record
from rulewright.cli.results import draw_results
from rulewright.diagnostics.suggest import did_you_mean, nearest
from rulewright.vm import Game

HELP = """\
  NUMBER or ACTION   take an action, by its number or its text
  why ACTION         say why an action is possible or not; `why` alone goes through all of this decision
  undo               take back everything since your last decision
  show               show the table and the actions again
  save FILE          write the game so far into a file, for `rulewright replay`
  help               this list
  quit               leave the game"""


class Seat(Enum):
    """Who decides for a player."""

    HUMAN = "human"
    RANDOM = "random"


class Quit(Exception):
    """The person has had enough."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_seed(parser, None, "a random one, which is shown")
    parser.add_argument(
        "--seats",
        metavar="WHO,WHO,...",
        type=_seats,
        help="who plays, from the first seat on: human or random (without it: one human, then random)",
    )
    parser.add_argument(
        "--save", metavar="FILE", type=Path, help="write a record of the game into this file at the end"
    )


def _seats(words: str) -> tuple[Seat, ...]:
    seats = []
    known = [seat.value for seat in Seat]
    for word in words.split(","):
        if word.strip() not in known:
            advice = did_you_mean(word.strip(), known) or f"there are: {', '.join(known)}"
            raise argparse.ArgumentTypeError(f"`{word.strip()}` is no player for a seat, {advice}")
        seats.append(Seat(word.strip()))
    return tuple(seats)


class Session:
    """One game at the terminal."""

    def __init__(self, game: Game, seats: tuple[Seat, ...], seed: int) -> None:
        self.state = game.new_initial_state(seed)
        self._seats = seats
        # Only which of the legal actions is taken depends on it: the game has a generator of its own.
        self._random = random.Random(seed)
        self._is_person = sys.stdin.isatty()
        self._deciders: list[Seat] = []

    def run(self) -> None:
        """Play to the end.

        Raises:
            Quit: a person has left, or the input has ended.
            UsageError: a script gave an answer that is not possible.
        """
        while not self.state.is_terminal():
            player = self.state.current_player()
            if self._seats[player] is Seat.RANDOM:
                action = self._random.choice(self.state.legal_actions())
                print(f"Seat {player} (random): {self.state.action_to_string(action)}")
                self._take(action)
            else:
                self._ask(player)

    def _take(self, action: int) -> None:
        self._deciders.append(self._seats[self.state.current_player()])
        self.state.apply_action(action)

    def _ask(self, player: int) -> None:
        """Show the table and read lines until one of them changes it."""
        actions = self.state.legal_actions()
        texts = [self.state.action_to_string(action) for action in actions]
        self._show(player, texts)
        while True:
            try:
                line = input(f"Seat {player}> ").strip()
            except EOFError:
                print()
                raise Quit from None
            if not self._is_person:
                print(line)  # so that the output of a script reads like a session
            try:
                if self._obey(line, player, actions, texts):
                    return
            except UsageError as error:
                if not self._is_person:
                    raise
                print(error)

    def _obey(self, line: str, player: int, actions: list[int], texts: list[str]) -> bool:
        """Do what a line says; true if the table has changed."""
        word, _, rest = line.partition(" ")
        match word.lower(), rest.strip():
            case "", "":
                return False
            case "help" | "?", "":
                print(HELP)
            case "show", "":
                self._show(player, texts)
            case "quit" | "exit", "":
                raise Quit
            case "undo", "":
                return self._undo()
            case "why", "":
                print(listing(self.state, explain_decision(self.state)))
            case "why", action:
                print(explain(self.state, self._named(action, texts)))
            case "save", file:
                self._save(file)
            case _:
                self._take(actions[find_action(line, texts)])
                return True
        return False

    def _named(self, word: str, texts: list[str]) -> str:
        """An action's text; a number stands for one of those that were shown."""
        return texts[find_action(word, texts)] if word.isascii() and word.isdigit() else word

    def _show(self, player: int, texts: list[str]) -> None:
        width = len(str(len(texts)))
        print()
        print(self.state.table_string(player))  # what others hold in secret is not for him
        print()
        print(f"Seat {player} decides:")
        for number, text in enumerate(texts, start=1):
            print(f"  {number:>{width}}  {text}")

    def _undo(self) -> bool:
        if Seat.HUMAN not in self._deciders:
            raise UsageError("there is nothing to take back")
        while True:
            self.state.undo_action()
            if self._deciders.pop() is Seat.HUMAN:
                return True

    def _save(self, file: str) -> None:
        if not file:
            raise UsageError("`save` needs the name of a file")
        try:
            write_record(self.state, Path(file))
        except OSError as error:
            raise UsageError(f"`{file}`: {error.strerror}") from None
        print(f"the game so far is in `{file}`")


def find_action(line: str, texts: list[str]) -> int:
    """Which of the numbered actions a line means.

    Blanks and capitals do not matter, and the beginning of a text is enough if no other
    begins like it.

    Raises:
        UsageError: none of them, or more than one.
    """
    if line.isascii() and line.isdigit():
        # No list of actions is so long that its numbers have more digits.
        number = int(line[:9])
        if not 1 <= number <= len(texts):
            raise UsageError(f"there is no action number `{line}`, the numbers are 1 to {len(texts)}")
        return number - 1
    plain = [_plain(text) for text in texts]
    wanted = _plain(line)
    if wanted in plain:
        return plain.index(wanted)
    beginning = [index for index, text in enumerate(plain) if text.startswith(wanted)]
    if len(beginning) == 1:
        return beginning[0]
    if beginning:
        raise UsageError(f"`{line}` is the beginning of {len(beginning)} actions, write more of it")
    found = nearest(line, texts)
    advice = "`help` lists what can be written" if found is None else f"did you mean `{found}`?"
    raise UsageError(f"`{line}` is no action that is possible now ({advice})")


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


def _run(arguments: argparse.Namespace) -> int:
    seats: tuple[Seat, ...] | None = arguments.seats
    players: int | None = arguments.players
    if players is None and seats is not None:
        players = len(seats)
    game = load_game(arguments, players)
    count = game.num_players
    if seats is None:
        seats = (Seat.HUMAN, *([Seat.RANDOM] * (count - 1)))
    if len(seats) != count:
        raise UsageError(f"`--seats` names {len(seats)} players, but this game is for {count}")
    seed: int = secrets.randbelow(SEEDS) if arguments.seed is None else arguments.seed
    print(f"{game.title}, {count} players, seed {seed}")
    session = Session(game, seats, seed)
    try:
        session.run()
    except Quit:
        print("The game was left before its end.")
    else:
        print()
        print(session.state)
        print()
        print("The game is over.")
    print()
    print(draw_results(session.state, [seat.value for seat in seats]))
    if arguments.save is not None:
        write_record(session.state, arguments.save)
    return Exit.OK


COMMAND = Command(
    name="play",
    summary="play a game in the terminal, against random players or other people",
    examples=(
        f"{PROGRAM} play GAME",
        f"{PROGRAM} play GAME --seats human,random,human --seed 7",
    ),
    add_arguments=_add_arguments,
    run=_run,
)
