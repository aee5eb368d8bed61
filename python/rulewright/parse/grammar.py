"""Builds the Lark parser: the only place with its options."""

from __future__ import annotations

from functools import lru_cache

from lark import Lark

from rulewright import resources


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """The parser, made once in a process."""
    return Lark.open(
        str(resources.grammar_path()),
        parser="lalr",
        start="file",
        propagate_positions=True,
        maybe_placeholders=False,
    )
