"""A word that can't stand where it stands, with what is around it on its line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.parse.terminals import Expected

Hint = tuple[str | None, str | None]
"""The advice, and what to write instead of the word."""


@dataclass(frozen=True, slots=True)
class Stumble:
    """A word that can't stand where it stands."""

    word: str
    sort: str
    line: str
    """What stands before it on its line; comments and texts are blank."""
    rest: str
    """What follows it on its line."""
    expected: Expected

    def behind(self, pattern: str) -> re.Match[str] | None:
        """Whether the line ends so before the word."""
        return re.search(rf"(?:{pattern})\s*$", self.line)
