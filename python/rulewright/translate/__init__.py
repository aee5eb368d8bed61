"""A woven game to a program.

In: :class:`~rulewright.weave.woven.WovenGame`. Out: the program's text form (docs/ir.md), which
the Rust side parses and verifies. Names are gone afterwards, except for reading: slots, functions,
segments and action numbers are all that runs.
"""

from rulewright.translate.program import Translation, translate_game

__all__ = ["Translation", "translate_game"]
