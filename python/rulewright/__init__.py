"""Rulewright: a language for the rules of board games, a compiler and an engine.

>>> import rulewright as rw
>>> game = rw.load("GAME", players=4)  # doctest: +SKIP
>>> state = game.new_initial_state(seed=7)  # doctest: +SKIP
"""

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
