"""What users call first: rule files in, a game out.

The seam between the two halves of the package: the compiler makes a program's text, `vm` runs it,
and neither knows the other. What compiles and explains is imported when it is first needed: a game that comes
from the cache needs neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rulewright import resources
from rulewright.cache import Cache
from rulewright.on_demand import Later
from rulewright.program_cache import load_program
from rulewright.sources import additions_of
from rulewright.vm.game import EngineName, Game
from rulewright.vm.state import State

if TYPE_CHECKING:
    from rulewright import compiler, explaining
    from rulewright.vm import record as records
    from rulewright.vm.record import Record
else:
    compiler, explaining = Later("rulewright.compiler"), Later("rulewright.explaining")
    records = Later("rulewright.vm.record")

__all__ = ["Game", "GameInfo", "State", "describe_games", "load", "replay"]


class GameInfo(NamedTuple):
    """What can be said about a bundled game without compiling it."""

    name: str
    title: str
    players: range
    expansions: tuple[str, ...]
    variants: tuple[str, ...]


def describe_games() -> list[GameInfo]:
    """The games that come with the package, by name."""
    found: list[GameInfo] = []
    for name in resources.bundled_games():
        head, home = compiler.head_of(name), resources.game_folder(name)
        expansions, variants = (tuple(additions_of(home, sort)) for sort in ("expansion", "variant"))
        found.append(GameInfo(name, head.title, head.players, expansions, variants))
    return found


def load(
    game: str | Path,
    *,
    players: int | None = None,
    expansions: Sequence[str | Path] = (),
    variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    engine: EngineName = "auto",
) -> Game:
    """Compile a game, or take it out of the cache if nothing has changed since it was compiled.

    Args:
        game: a bundled game's name, a folder with `game.rules`, or a rule file.
        players: number of players; without it the smallest that the game takes.
        expansions: names, or paths of rule files and folders.
        variants: names, or paths of rule files and folders.
        options: values for the options that the rules declare.
        engine: `native` runs the rules as machine code, `interpreter` doesn't, and `auto` takes the first if
            it can be had. They differ in speed alone.

    Raises:
        RuleError: the rules have errors; it shows every one of them.
        RulewrightError: `engine` is no such word, or `native` can't be had.
    """
    kept = Cache.of_user()
    loaded = load_program(game, kept, players=players, expansions=expansions, variants=variants, options=options)
    return Game(
        loaded.program,
        title=loaded.title,
        expansions=[str(each) for each in expansions],
        variants=[str(each) for each in variants],
        options=options,
        engine=engine,
        explainer=lambda: explaining.RuleExplainer(loaded.compile()),
        cache=None if kept is None else str(kept.folder),
    )


def replay(record: Record | Mapping[str, object] | str, game: Game | None = None) -> State:
    """Play a record again and return the last position; without a game, load the one it names.

    Raises:
        InvalidRecord: says which move does not fit and why.
    """
    read = records.as_record(record)
    if game is None:
        game = load(
            read.game,
            players=read.players,
            expansions=read.expansions,
            variants=read.variants,
            options=read.options,
        )
    return records.replay(read, game)
