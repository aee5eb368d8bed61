"""The engine for Python: games, positions, records.

Takes programs in the text form of `docs/ir.md` and knows nothing of rule files: names and shapes
come from the program's own description. What is hot (legal actions, applying, copying) is native;
what is for people (dicts, texts, records) is made here.
"""

from typing import TYPE_CHECKING

from rulewright.on_demand import names_of

if TYPE_CHECKING:
    from rulewright.vm.batch import Batch
    from rulewright.vm.description import Description
    from rulewright.vm.errors import (
        InternalFault,
        InvalidAction,
        InvalidProgram,
        InvalidRecord,
        InvalidState,
        RuleFault,
        RulewrightError,
    )
    from rulewright.vm.explanation import Explanation, Reason, Refinement
    from rulewright.vm.game import Game
    from rulewright.vm.playouts import Playouts
    from rulewright.vm.record import Record, replay
    from rulewright.vm.state import State

__all__ = [
    "Batch",
    "Description",
    "Explanation",
    "Game",
    "InternalFault",
    "InvalidAction",
    "InvalidProgram",
    "InvalidRecord",
    "InvalidState",
    "Playouts",
    "Reason",
    "Record",
    "Refinement",
    "RuleFault",
    "RulewrightError",
    "State",
    "replay",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = names_of(
        __name__,
        {
            "batch": ["Batch"],
            "description": ["Description"],
            "errors": [
                "InternalFault",
                "InvalidAction",
                "InvalidProgram",
                "InvalidRecord",
                "InvalidState",
                "RuleFault",
                "RulewrightError",
            ],
            "explanation": ["Explanation", "Reason", "Refinement"],
            "game": ["Game"],
            "playouts": ["Playouts"],
            "record": ["Record", "replay"],
            "state": ["State"],
        },
    )
