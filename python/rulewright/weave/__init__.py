"""Refinements into the rules they refine.

In: :class:`~rulewright.semantics.model.GameModel`. Out: :class:`woven.WovenGame`, frozen: values
and tests with their changes in order, events with their handlers, choices with all their options.
No refinement is left over, and nothing that no entry refines became any longer.
"""

from rulewright.weave.weaver import weave_game

__all__ = ["weave_game"]
