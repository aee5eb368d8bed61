"""Rulewright: a language for the rules of board games, a compiler and an engine.

>>> import rulewright as rw
>>> game = rw.load("GAME", players=4)  # doctest: +SKIP
>>> state = game.new_initial_state(seed=7)  # doctest: +SKIP
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.api import GameInfo, describe_games, load, replay
    from rulewright.diagnostics.errors import RuleError
    from rulewright.sources import SourceError
    from rulewright.vm import (
        Batch,
        Explanation,
        Game,
        InternalFault,
        InvalidAction,
        InvalidProgram,
        InvalidRecord,
        InvalidState,
        Playouts,
        Record,
        RuleFault,
        RulewrightError,
        State,
    )

__all__ = [
    "Batch",
    "Explanation",
    "Game",
    "GameInfo",
    "InternalFault",
    "InvalidAction",
    "InvalidProgram",
    "InvalidRecord",
    "InvalidState",
    "Playouts",
    "Record",
    "RuleError",
    "RuleFault",
    "RulewrightError",
    "SourceError",
    "State",
    "describe_games",
    "load",
    "replay",
]

_HOMES = {
    "GameInfo": "api",
    "RuleError": "diagnostics.errors",
    "SourceError": "sources",
    "describe_games": "api",
    "load": "api",
    "replay": "api",
}
"""Modules of the names above; all others are those of `vm`."""


def __getattr__(name: str) -> object:
    """Fetch a name when it is first used: whoever only imports the package pays for nothing else."""
    if name not in __all__:
        raise AttributeError(f"module `rulewright` has no attribute `{name}`")
    from importlib import import_module

    found: object = getattr(import_module(f"rulewright.{_HOMES.get(name, 'vm')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
