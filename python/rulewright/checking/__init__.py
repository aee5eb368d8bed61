"""Checks a game for every number of players, and remembers what came out.

    names → sources → outcome out of the cache, or compiled and kept there

An outcome from the cache is the same complaints with the same places; the compiler is not even imported for it.
"""

from rulewright.checking.check import check_game
from rulewright.checking.outcome import Finding, Outcome

__all__ = ["Finding", "Outcome", "check_game"]
