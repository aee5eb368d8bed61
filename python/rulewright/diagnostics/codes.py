"""The catalogue of diagnostic codes: the single source for `explain` and for the docs.

The first digits tell the stage: E01 syntax, E02 names, E03 types, E04 rules of a game, E05
translation; W are warnings. A code is never used again for something else.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of diagnostic: its number, its name, a short title and a text for the author."""

    code: str
    slug: str
    title: str
    explanation: str


_CATALOGUE = (
    Code(
        "E0101",
        "syntax",
        "the text does not follow the grammar",
        "The compiler could not read the file at this place. The label says what could have "
        "stood here; often the true cause is a brace or a bracket that was left open a little "
        "earlier.",
    ),
    Code(
        "E0201",
        "unknown-name",
        "a name that nothing declares",
        "Every name must be declared in one of the game's files, in any order. Check the "
        "spelling first: the help line offers the nearest name that may stand here. If the name "
        "is right, its declaration is missing or is local to another block.",
    ),
    Code(
        "E0202",
        "name-declared-twice",
        "two declarations with one name",
        "A name stands for one thing in the whole game, so a second declaration of it is "
        "refused, even in another file. Rename one of the two, or, to change what the first one "
        "does, write a refinement of it instead of a new declaration.",
    ),
)

CODES: dict[str, Code] = {code.code: code for code in _CATALOGUE}
"""All codes by number, in the order of the catalogue."""


def find_code(text: str) -> Code | None:
    """The code with this number or slug; case does not matter."""
    by_number = CODES.get(text.upper())
    if by_number is not None:
        return by_number
    slug = text.lower()
    return next((code for code in CODES.values() if code.slug == slug), None)
