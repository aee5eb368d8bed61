"""What the catalogue says about a code."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of diagnostic: its number, its name, a short title and a text for the author."""

    code: str
    slug: str
    title: str
    explanation: str
