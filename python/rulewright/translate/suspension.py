"""Which statements stop the game to wait for somebody, and which locals must outlive that."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.semantics import model as m
from rulewright.semantics.walk import blocks_of, locals_read
from rulewright.weave.woven import WovenGame


class Suspension:
    """Answers by going through bodies once."""

    def __init__(self, game: WovenGame) -> None:
        self.game = game
        self._members: dict[str, bool] = {}

    def statement(self, statement: m.Statement) -> bool:
        """Whether a decision or a draw can happen inside of a statement."""
        match statement:
            case m.Choose() | m.Draw() | m.Roll() | m.Play():
                return True
            case m.Do():
                return self.member(statement.member.path)
            case _:
                return any(self.block(b) for b in blocks_of(statement))

    def block(self, block: m.Block) -> bool:
        """Whether anything in a block stops the game."""
        return any(self.statement(s) for s in block.statements)

    def member(self, path: str) -> bool:
        """Whether a step or an event stops the game."""
        if path not in self._members:
            self._members[path] = False
            if path in self.game.events:
                bodies = [h.body for h in self.game.events[path].handlers]
            else:
                step = self.game.steps[path]
                bodies = [step.body, *(r.body for r in step.replacements)]
            self._members[path] = any(self.block(b) for b in bodies)
        return self._members[path]

    def outlives(self, local: m.Local, rest: Sequence[m.Statement]) -> bool:
        """Whether a local is read at or after the first stop among the statements that follow it."""
        for position, statement in enumerate(rest):
            if self.statement(statement):
                return any(local is x for s in rest[position:] for x in locals_read(s))
        return False
