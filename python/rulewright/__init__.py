"""Rulewright: a language for the rules of board games, a compiler and an engine.

>>> import rulewright as rw
>>> game = rw.load("GAME", players=4)  # doctest: +SKIP
>>> state = game.new_initial_state(seed=7)  # doctest: +SKIP
"""

from typing import TYPE_CHECKING

from rulewright.on_demand import names_of

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

if not TYPE_CHECKING:
    # Whoever only imports the package pays for nothing else.
    __getattr__, __dir__ = names_of(
        __name__,
        {
            "api": ["GameInfo", "describe_games", "load", "replay"],
            "diagnostics.errors": ["RuleError"],
            "sources": ["SourceError"],
            "vm.batch": ["Batch"],
            "vm.errors": [
                "InternalFault",
                "InvalidAction",
                "InvalidProgram",
                "InvalidRecord",
                "InvalidState",
                "RuleFault",
                "RulewrightError",
            ],
            "vm.explanation": ["Explanation"],
            "vm.game": ["Game"],
            "vm.playouts": ["Playouts"],
            "vm.record": ["Record"],
            "vm.state": ["State"],
        },
    )
