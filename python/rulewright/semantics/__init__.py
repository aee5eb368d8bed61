"""Declarations to a typed model of the game.

In: :class:`~rulewright.resolve.symbols.Symbols`. Out: :class:`model.GameModel`, frozen: every
expression typed, every name bound, every token move between places that hold the same token,
every loop bounded, every forced choice with an answer, nothing hidden read in public. What can
only be known while a game runs (a cell's range, an empty deck) is checked there.
"""

from rulewright.semantics.checker import check_game

__all__ = ["check_game"]
