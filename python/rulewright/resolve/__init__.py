"""Syntax trees to one table of declarations.

In: the :class:`~rulewright.parse.ast.File` trees of a game and what is added to it, and the load
settings (players, options). Out: :class:`symbols.Symbols`, frozen. Guaranteed afterwards: every
declared thing has one name, one home and known types; keys have values; refinements point to
things that exist. Bodies (expressions and statements) are not looked into yet.
"""

from rulewright.resolve.editions import put_together
from rulewright.resolve.layers import Layer, Settings
from rulewright.resolve.resolver import resolve_names

__all__ = ["Layer", "Settings", "put_together", "resolve_names"]
