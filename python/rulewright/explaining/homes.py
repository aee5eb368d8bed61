"""Which entry asks a question: the handler that holds a choice."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.semantics import model as m
from rulewright.semantics.walk import statements_in
from rulewright.weave.woven import WovenGame


class Homes:
    """Finds handlers by the choices in them."""

    def __init__(self, game: WovenGame) -> None:
        self._known = {id(choose): handler for handler, choose in _choices(game)}

    def of(self, choose: m.Choose) -> m.Handler | None:
        """The handler that holds a choice; None for a choice of the game itself."""
        return self._known.get(id(choose))


def _choices(game: WovenGame) -> Iterator[tuple[m.Handler, m.Choose]]:
    handlers = [h for event in game.events.values() for h in event.handlers]
    handlers += [h for step in game.steps.values() for h in step.replacements]
    for handler in handlers:
        for statement in statements_in(handler.body):
            if isinstance(statement, m.Choose):
                yield handler, statement
