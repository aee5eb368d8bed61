"""The catalogue of diagnostic codes: the single source for `explain` and for the docs.

The first digits tell the stage: E01 syntax, E02 names, E03 types, E04 rules of a game, E05
translation; W are warnings. A code is never used again for something else.
"""

from rulewright.diagnostics.catalogue import game_rules, names, syntax, types, warnings
from rulewright.diagnostics.catalogue.code import Code

CODES: dict[str, Code] = {
    code.code: code for part in (syntax, names, types, game_rules, warnings) for code in part.CATALOGUE
}
"""All codes by number, in the order of the catalogue."""


def find_code(text: str) -> Code | None:
    """The code with this number or slug; case does not matter."""
    by_number = CODES.get(text.upper())
    if by_number is not None:
        return by_number
    slug = text.lower()
    return next((code for code in CODES.values() if code.slug == slug), None)


__all__ = ["CODES", "Code", "find_code"]
