"""Warnings: rules that are right and can't be meant.

In: a compiled game. Out: diagnostics whose codes begin with W. What depends on the number of players
may be a warning for one number and not for another; only what comes up for all of them is worth telling.
"""

from rulewright.lint.find import warnings_of

__all__ = ["warnings_of"]
