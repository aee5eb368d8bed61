"""A rulebook from the rules: a page for people, made of what the compiler knows.

In: a game, compiled for each number of players. Out: a :class:`Document`, and it as Markdown or HTML.
Words come from the titles and texts of the rule files; what has none is put into words from its rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rulewright.compiler import compile_game, head_of
from rulewright.rulebook.contents import rulebook_of
from rulewright.rulebook.document import Document
from rulewright.rulebook.html import to_html
from rulewright.rulebook.markdown import to_markdown


def write_rulebook(
    game: str | Path,
    *,
    players: int | None = None,
    expansions: Sequence[str | Path] = (),
    variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
) -> Document:
    """The rulebook of a game, for one number of players or for all that it takes.

    Raises:
        RuleError: the rules have errors.
        SourceError: a file, a player number or an option that can't be used.
    """
    counts = [players] if players is not None else list(head_of(game, expansions, variants).players)
    games = [compile_game(game, players=n, expansions=expansions, variants=variants, options=options) for n in counts]
    additions = {layer.name: layer.title for layer in games[0].layers if layer.name in _names(expansions, variants)}
    return rulebook_of(games, additions)


def _names(*additions: Sequence[str | Path]) -> set[str]:
    return {Path(each).stem for several in additions for each in several}


__all__ = ["Document", "rulebook_of", "to_html", "to_markdown", "write_rulebook"]
