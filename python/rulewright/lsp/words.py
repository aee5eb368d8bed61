"""The words of the language, read off the grammar."""

from __future__ import annotations

import re
from functools import lru_cache

from lark.lexer import PatternStr

from rulewright.parse.grammar import grammar

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""What a name looks like, as in `grammar/lexical.lark`."""


@lru_cache(maxsize=1)
def texts_of_terminals() -> dict[str, str]:
    """Words and signs by the name of their terminal."""
    return {t.name: t.pattern.value for t in grammar().terminals if isinstance(t.pattern, PatternStr)}


@lru_cache(maxsize=1)
def keywords() -> dict[str, str]:
    """Words of the language by the name of their terminal."""
    return {name: text for name, text in texts_of_terminals().items() if NAME.fullmatch(text)}
