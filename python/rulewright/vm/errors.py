"""Every exception that the engine's API raises; all but one are made where the engine is bound."""

from rulewright._native import (
    InternalFault,
    InvalidAction,
    InvalidProgram,
    InvalidState,
    RuleFault,
    RulewrightError,
)

__all__ = [
    "InternalFault",
    "InvalidAction",
    "InvalidProgram",
    "InvalidRecord",
    "InvalidState",
    "RuleFault",
    "RulewrightError",
]


class InvalidRecord(RulewrightError):
    """A record that is none, or that does not replay; says at which move and why.

    `move` counts from 0 and is None if the record as a whole is wrong.
    """

    def __init__(self, message: str, move: int | None = None) -> None:
        super().__init__(message, move)
        self.move = move

    def __str__(self) -> str:
        return str(self.args[0])
