"""What users call first: rule files in, a game out.

The seam between the two halves of the package: the compiler makes a program's text, `vm` runs it,
and neither knows the other.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from rulewright.vm.game import Game
from rulewright.vm.record import Record
from rulewright.vm.record import replay as replay_on
from rulewright.vm.state import State

__all__ = ["Game", "Record", "State", "load", "replay"]


def load(
    game: str | Path,
    *,
    players: int | None = None,
    expansions: Sequence[str | Path] = (),
    variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
) -> Game:
    """Compile a game.

    Args:
        game: a bundled game's name, a folder with `game.rules`, or a rule file.
        players: number of players; without it the smallest that the game takes.
        expansions: names, or paths of rule files and folders.
        variants: names, or paths of rule files and folders.
        options: values for the options that the rules declare.

    Raises:
        RuleError: the rules have errors; it shows every one of them.
    """
    # Late, so that running a stored program needs no parser.
    compiler = import_module("rulewright.compiler")
    compiled = compiler.compile_game(game, players=players, expansions=expansions, variants=variants, options=options)
    return Game.from_program_text(
        compiled.program_text,
        title=compiled.title,
        expansions=[str(each) for each in expansions],
        variants=[str(each) for each in variants],
        options=options,
    )


def replay(record: Record | Mapping[str, object] | str, game: Game | None = None) -> State:
    """Play a record again and return the last position; without a game, load the one it names.

    Raises:
        InvalidRecord: says which move does not fit and why.
    """
    if isinstance(record, str):
        record = Record.from_json(record)
    elif not isinstance(record, Record):
        record = Record.from_dict(record)
    if game is None:
        game = load(
            record.game,
            players=record.players,
            expansions=record.expansions,
            variants=record.variants,
            options=record.options,
        )
    return replay_on(record, game)
